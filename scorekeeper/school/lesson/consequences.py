"""What came of something that was done at the table, in sentences."""

from collections.abc import Iterator, Sequence

from scorekeeper.houses.sheet.phrases import capital, either
from scorekeeper.houses.sheet.sentences import last_turns
from scorekeeper.referee import (
    Action,
    Discard,
    DrawStock,
    EndTurn,
    Knock,
    Look,
    Peek,
    Replace,
    State,
    Step,
    TakeDiscard,
    TurnUp,
)
from scorekeeper.referee.situation import ME, in_words
from scorekeeper.rules import Card, Cell


def the(card: Card | None) -> str:
    """A card in a sentence: `the two of hearts`."""
    return "nothing" if card is None else f"the {card.word}"


def what_came_of_it(before: State, action: Action, after: State) -> Iterator[str]:
    """What was done, what it uncovered, what has left the grid, and what comes next."""
    yield from _done(before, action, after)
    yield from _left(before, after)
    yield from _next(before, after)


def _card_at(state: State, cell: Cell) -> Card | None:
    return state.seats[ME].places[state.position(cell)].card


def _done(state: State, action: Action, then: State) -> Iterator[str]:
    match action:
        case DrawStock() | TakeDiscard():
            yield f"You hold {the(then.drawn)}."
        case Replace():
            face = "" if action.face_up else " face down"
            old = the(_card_at(state, action.cell))
            yield f"{capital(the(state.drawn))} goes{face} to {action.cell}, {old} to the discard pile."
        case Discard():
            yield f"{capital(the(state.drawn))} goes to the discard pile."
        case TurnUp():
            yield f"In {action.cell} lies {the(_card_at(state, action.cell))}."
        case Look():
            yield f"You have seen {the(_card_at(state, action.cell))}."
        case Peek():
            yield f"You have seen {the(_card_at(state, action.cell))}; it stays face down."
        case Knock():
            yield "You knock."
        case EndTurn():
            yield "You leave it so."


def _left(before: State, after: State) -> Iterator[str]:
    """Cards that have left the grid because they cancel each other."""
    cells = before.house.grid.cells()
    gone = [
        cell
        for cell, was, now in zip(cells, before.seats[ME].places, after.seats[ME].places, strict=True)
        if was.card is not None and now.card is None
    ]
    if gone:
        yield f"Now equal cards lie in {_line_of(gone)}: they leave the grid at once."


def _line_of(cells: Sequence[Cell]) -> str:
    rows, columns = {cell.row for cell in cells}, {cell.column for cell in cells}
    if len(columns) == 1:
        return f"column {cells[0].column + 1}"
    return f"row {cells[0].row + 1}" if len(rows) == 1 else "one line"


def _next(before: State, after: State) -> Iterator[str]:
    if after.ender is not None and before.ender is None:
        yield f"That ends the hole. {last_turns(after.house)}"
        return
    if after.over:
        yield "The hole is over and is counted."
    elif after.player is None:
        if after.seats[ME].opened:
            yield "When the others are done as well, the play begins."
    elif after.player != ME:
        yield f"Now it is {after.seats[after.player].name}'s turn."
    elif (after.step, after.looked_at) != (before.step, before.looked_at) and after.step not in (
        Step.OPENING,
        Step.OVER,
    ):
        now = in_words(after)
        if now:
            yield f"Now you may {either(now)}." if len(now) > 1 else f"Now you have to {now[0]}."

"""Whether a player may make a move now. Each rule of the turn is here, and only here.

Each rule is one line: when it forbids the action, and the code of the reason. The first that forbids is the answer.
Rules depend only on the moment and the data of the house; `reasons.toml` has the words of each code.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any

from scorekeeper.referee.actions import (
    Action,
    Discard,
    DrawStock,
    EndTurn,
    Knock,
    Look,
    Peek,
    Ready,
    Rearrange,
    Replace,
    Shuffle,
    TakeDiscard,
    TurnUp,
)
from scorekeeper.referee.refusals import NotAllowed
from scorekeeper.referee.state import Pile, Spot, State, Step, fixed_cells, peek_cells
from scorekeeper.rules import Card, Cell, Grid
from scorekeeper.rules.parameters import Turn

Rules = Iterator[tuple[Any, str]]
"""Rules in the order of checking: whether each forbids, and its code."""


def verify(state: State, player: int, action: Action) -> None:
    """Raise NotAllowed with the reason, unless the player in that seat may do this now."""
    code = _first(_AGAINST[type(action)](state, player, action))
    if code is not None:
        raise NotAllowed(code, state, player, action)


def can(state: State, player: int, action: Action) -> bool:
    """Whether the player in that seat may do this now, as `verify` has it."""
    return _first(_AGAINST[type(action)](state, player, action)) is None


def _first(rules: Rules) -> str | None:
    for forbids, code in rules:
        if forbids:
            return code
    return None


# --- whose turn it is ----------------------------------------------------------------------------------------------


def _out_of_turn(state: State, player: int, too_early: str = "opening.others_first") -> Rules:
    if player != state.player:
        yield state.over, "hole.over"
        yield too_early and state.player is None and state.seats[player].opened, too_early
        yield state.player is not None and player == state.ender, "turn.ender_is_done"
        yield state.player is not None, "turn.not_yours"


def _not_begun(state: State, player: int) -> Rules:
    """Rules against drawing, or against any action in place of it."""
    yield from _out_of_turn(state, player)
    yield state.step is Step.OPENING, "opening.first"
    yield state.step is not Step.DRAW, "draw.once"


def _no_card_in_hand(state: State, player: int, draw_first: str = "hand.draw_first") -> Rules:
    if player != state.player or state.step is not Step.HAND:
        yield from _out_of_turn(state, player)
        yield state.step is Step.OPENING, "opening.first"
        yield state.step is Step.DRAW, draw_first
        yield True, "hand.played"


def _no_card_there(state: State, player: int, cell: Cell) -> Rules:
    grid = state.house.grid
    yield not (0 <= cell.row < grid.rows and 0 <= cell.column < grid.columns), "place.none"
    yield _spot(state, player, cell).card is None, "place.empty"


def _spot(state: State, player: int, cell: Cell) -> Spot:
    return state.seats[player].spots[state.position(cell)]


# --- the opening ---------------------------------------------------------------------------------------------------


def _peek(state: State, player: int, action: Peek) -> Rules:
    yield from _out_of_turn(state, player, too_early="")
    yield not state.house.opening.peek, "peek.never"
    yield state.step is not Step.OPENING, "peek.opening_only"
    yield from _no_card_there(state, player, action.cell)
    yield not state.seats[player].to_peek, "peek.no_more"
    spot = _spot(state, player, action.cell)
    yield spot.face_up, "peek.open"
    yield spot.seen, "peek.once"
    yield action.cell not in peek_cells(state.house), "peek.not_that_card"


def _ready(state: State, player: int, action: Ready) -> Rules:
    yield from _out_of_turn(state, player)
    yield state.step is not Step.OPENING, "opening.over"
    yield not state.seats[player].to_peek, "opening.must_turn_up"


def _turn_up_to_open(state: State, player: int, cell: Cell) -> Rules:
    """Whether the opening may flip that card, so that the rest of its cards can still be flipped."""
    seat, where = state.seats[player], state.house.opening.where
    lying_open = [there for there, spot in zip(state.house.grid.cells(), seat.spots, strict=True) if spot.face_up]
    same_row = any(there.row == cell.row for there in lying_open)
    same_column = [there.column == cell.column for there in lying_open]
    yield not seat.to_turn_up, "opening.turned_up"
    yield where == "fixed" and cell not in fixed_cells(state.house), "opening.fixed"
    yield where == "each-row" and same_row, "opening.each_row"
    yield where == "different-columns" and any(same_column), "opening.different_columns"
    yield where == "same-column" and not all(same_column), "opening.same_column"


# --- drawing -------------------------------------------------------------------------------------------------------


def _draw_stock(state: State, player: int, action: DrawStock) -> Rules:
    yield from _not_begun(state, player)
    yield not state.stock, "stock.empty"


def _take_discard(state: State, player: int, action: TakeDiscard) -> Rules:
    yield from _not_begun(state, player)
    turn = state.house.turn
    yield turn.sources == "stock", "discard.closed"
    yield not state.discards, "discard.empty"
    spots = state.seats[player].spots
    useful = turn.may_return_discard or _fits(state, player, spots, state.discards[0], Pile.DISCARD)
    yield not useful, "discard.no_use"


def _fits(state: State, player: int, spots: Iterable[Spot], card: Card, pile: Pile | None) -> bool:
    """Whether a card from that pile could go into one of these spots, face up or face down."""
    return any(
        _first(_putting(state, player, spot, card, pile, face_up=face_up)) is None
        for spot in spots
        for face_up in (True, False)
        if spot.card is not None
    )


def _shuffle(state: State, player: int, action: Shuffle) -> Rules:
    yield from _not_begun(state, player)
    yield state.stock, "shuffle.not_yet"
    yield not may_shuffle(state), "shuffle.never" if state.discards[1:] else "shuffle.no_cards"
    yield sorted(map(str, action.order)) != sorted(map(str, state.shuffled_next())), "shuffle.other_cards"


def may_shuffle(state: State) -> bool:
    """Whether the house allows another shuffle for an empty stock, and there are discards for it."""
    rule = state.house.ending
    if rule.trigger == "stock-empty" or rule.stock_empty == "hole-ends":
        return False
    return len(state.discards) > 1 and not (rule.stock_empty == "reshuffle-once" and state.shuffles)


# --- with the card in hand -----------------------------------------------------------------------------------------


def _face_up(state: State, spot: Spot, pile: Pile | None) -> bool | None:
    """Whether a card from that pile goes face up in that spot; None if the player may choose."""
    match state.house.turn.placed:
        case "either":
            return None
        case "as-replaced":
            return spot.face_up
        case "as-drawn":
            return pile is Pile.DISCARD
        case placed:
            return placed == "face-up"


def _replace(state: State, player: int, action: Replace) -> Rules:
    yield from _no_card_in_hand(state, player)
    yield from _no_card_there(state, player, action.cell)
    yield state.looked_at not in (None, action.cell), "look.must_replace"
    assert state.drawn is not None
    spot = _spot(state, player, action.cell)
    yield from _putting(state, player, spot, state.drawn, state.drawn_from, face_up=action.face_up)


def _putting(state: State, player: int, spot: Spot, card: Card, pile: Pile | None, *, face_up: bool) -> Rules:
    """Rules against swapping this card, this way, for that one."""
    turn, end = state.house.turn, state.house.ending
    yield _face_up(state, spot, pile) is (not face_up), "replace.face_down" if face_up else "replace.face_up"
    if spot.card is not None and spot.face_up:
        yield not turn.swap_open, "replace.open"
        yield not turn.swap_equal and spot.card.rank is card.rank, "replace.equal"
        yield not turn.swap_open_at_last and state.seats[player].face_down == 1, "replace.open_at_last"
    else:
        yield face_up and end.replacing_last_ends and must_wait(state, player), "end.wait"


def _look(state: State, player: int, action: Look) -> Rules:
    yield state.house.turn.look == "forbidden" and not state.over, "look.never"
    yield from _no_card_in_hand(state, player, "look.draw_first")
    yield from _no_card_there(state, player, action.cell)
    spot = _spot(state, player, action.cell)
    yield spot.face_up, "look.open"
    yield state.looked_at is not None, "look.must_replace"
    # A peek means swapping that card, so no peek where that swap is impossible.
    assert state.drawn is not None
    yield not _fits(state, player, [spot], state.drawn, state.drawn_from), "end.wait"


def _discard(state: State, player: int, action: Discard) -> Rules:
    yield from _no_card_in_hand(state, player)
    yield state.looked_at is not None, "look.must_replace"
    turn, from_discards = state.house.turn, state.drawn_from is Pile.DISCARD
    yield from_discards and not turn.may_return_discard, "discard.must_use"
    yield not from_discards and not turn.may_discard_stock, "stock.must_use"


# --- turning up, and the end of a turn -----------------------------------------------------------------------------


def must_wait(state: State, player: int) -> bool:
    """Whether the player must keep the last face-down card, because the others are not down to theirs."""
    end = state.house.ending
    if end.trigger != "turn-up-last" or not end.waits_for_all or state.ender is not None:
        return False
    others = (seat for number, seat in enumerate(state.seats) if number != player)
    return state.seats[player].face_down == 1 and any(seat.face_down > 1 for seat in others)


def turns_up_after_discard(state: State, player: int) -> bool:
    """Whether the house lets or makes the player flip a card after discarding the drawn one."""
    turn = state.house.turn
    if turn.turn_up_after_discard == "never" or (state.in_last_turns and not turn.turn_up_in_last_turn):
        return False
    return state.seats[player].face_down > 0 and not must_wait(state, player)


def _turn_up(state: State, player: int, action: TurnUp) -> Rules:
    yield from _out_of_turn(state, player, too_early="opening.turned_up")
    yield from _no_card_there(state, player, action.cell)
    yield _spot(state, player, action.cell).face_up, "turn_up.open"
    turn, step = state.house.turn, state.step
    if step is Step.OPENING:
        yield from _turn_up_to_open(state, player, action.cell)
    elif step is Step.DRAW and turn.turn_up_instead:
        yield must_wait(state, player), "end.wait"
    elif step not in (Step.TURN_UP, Step.LAST_CARD):
        # Why no card is flipped here, though the house may allow it at another step.
        yield turn.turn_up_after_discard == "never", "turn_up.never"
        yield state.in_last_turns and not turn.turn_up_in_last_turn, "turn_up.last_turn"
        yield must_wait(state, player), "end.wait"
        # With the turn played and the last card still face down, the drawn card was swapped for another.
        last_one = state.seats[player].face_down == 1 and state.house.ending.trigger == "turn-up-last"
        yield True, "turn_up.after_swap" if last_one and step is Step.KNOCK else "turn_up.not_now"


def _end_turn(state: State, player: int, action: EndTurn) -> Rules:
    yield from _out_of_turn(state, player)
    yield state.step is Step.OPENING, "opening.first"
    yield state.step is Step.DRAW, "turn.must_draw"
    yield state.step is Step.HAND, "hand.must_play"
    if state.step is Step.TURN_UP:
        rule, end, seat = state.house.turn.turn_up_after_discard, state.house.ending, state.seats[player]
        last_one = seat.face_down == 1
        yield rule == "must" or (rule == "must-but-last" and not last_one), "turn_up.must"
        once = end.declines == "once" and end.trigger == "turn-up-last" and state.ender is None
        yield once and last_one and seat.declined, "turn_up.left_once"


# --- ending the hole, and what is never done -----------------------------------------------------------------------


def _knock(state: State, player: int, action: Knock) -> Rules:
    end = state.house.ending
    yield from _out_of_turn(state, player)
    yield end.trigger != "knock", "knock.never"
    yield state.step is Step.OPENING, "opening.first"
    yield state.ender is not None, "knock.already"
    yield state.turn_number(player) < end.knock_from, "knock.too_early"
    yield end.knock == "instead-of-drawing" and state.step is not Step.DRAW, "knock.instead"
    yield end.knock == "after-turn" and state.step is not Step.KNOCK, "knock.after_turn"


def _rearrange(state: State, player: int, action: Rearrange) -> Rules:
    yield True, "hole.over" if state.over else "rearrange.never"


_AGAINST: dict[type, Callable[[State, int, Any], Rules]] = {
    TurnUp: _turn_up,
    Peek: _peek,
    Ready: _ready,
    DrawStock: _draw_stock,
    TakeDiscard: _take_discard,
    Shuffle: _shuffle,
    Look: _look,
    Replace: _replace,
    Discard: _discard,
    Knock: _knock,
    EndTurn: _end_turn,
    Rearrange: _rearrange,
}
"""Rules by kind of action."""


# --- legal actions -------------------------------------------------------------------------------------------------


def legal_actions(state: State) -> tuple[tuple[int, Action], ...]:
    """All legal actions now, with the seat. A shuffle comes in one order, in place of all."""
    return tuple((player, action) for player in state.due for action in actions_of(state, player))


def actions_of(state: State, player: int) -> tuple[Action, ...]:
    """All legal actions of the player in that seat."""
    shuffling = (Shuffle(state.shuffled_next()),) if state.step is Step.DRAW and not state.stock else ()
    asked = _worth_asking(state.house.grid, state.step, state.house.turn)
    return tuple([action for action in (*shuffling, *asked) if can(state, player, action)])


@lru_cache(maxsize=1024)
def _worth_asking(grid: Grid, step: Step, turn: Turn) -> tuple[Action, ...]:
    """Actions that may be possible in this step of a turn; the rules decide."""
    cells = grid.cells()
    turning_up = tuple(TurnUp(cell) for cell in cells)
    match step:
        case Step.OPENING:
            return (*turning_up, *(Peek(cell) for cell in cells), Ready())
        case Step.DRAW:
            return (DrawStock(), TakeDiscard(), *(turning_up if turn.turn_up_instead else ()), Knock())
        case Step.HAND:
            ways = {"face-up": (True,), "face-down": (False,)}.get(turn.placed, (True, False))
            placing = tuple(Replace(cell, face_up) for face_up in ways for cell in cells)
            return (Discard(), *placing, *(Look(cell) for cell in cells if turn.look != "forbidden"))
        case Step.TURN_UP | Step.LAST_CARD:
            return (*turning_up, EndTurn())
        case Step.KNOCK:
            return (Knock(), EndTurn())
    return ()

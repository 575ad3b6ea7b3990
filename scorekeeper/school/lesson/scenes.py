"""Moments of a hole for the screens of a lesson: states of the referee with cards as they come off a deck."""

from collections.abc import Iterator
from itertools import chain, islice, repeat
from typing import Any

from scorekeeper.referee import (
    Action,
    Discard,
    DrawStock,
    EndTurn,
    Impossible,
    Knock,
    Look,
    Place,
    Rearrange,
    Replace,
    Situation,
    State,
    Step,
    TakeDiscard,
    TurnUp,
    can,
    do,
    state_of,
)
from scorekeeper.referee.situation import ME
from scorekeeper.referee.state import full_deck
from scorekeeper.rules import Card, Cell, House
from scorekeeper.rules.scoring import cancelled_groups
from scorekeeper.school.dice import Dice
from scorekeeper.school.items import cell_key
from scorekeeper.school.lesson.consequences import the
from scorekeeper.school.lesson.tasks import Way

NAMES = ("You", "Bo", "Cy")
PILES = ("stock", "pile")
"""The keys of the ways that begin a turn with a card: from the stock, and from the discard pile."""

TRIES = 20
"""Shuffles that are looked through for cards that do nothing by chance."""


def moment(house: House, **told: Any) -> State | None:
    """The moment that those facts of a `Situation` describe, or None where it cannot come about."""
    try:
        state = state_of(Situation(house=house, **told))
    except Impossible:
        return None
    seats = tuple(seat._replace(name=name) for seat, name in zip(state.seats, NAMES, strict=True))
    return _with_cards(state._replace(seats=seats))


def usual_face_down(house: House) -> int:
    """How many cards still lie face down in the middle of a hole."""
    opened = house.grid.size - house.opening.face_up
    if house.turn.placed in ("face-down", "as-replaced"):
        return opened
    return max(min(2, opened), min(opened, house.grid.size // 2))


def _with_cards(state: State) -> State:
    """The same moment with other cards: none that cancel each other, nor any that match the card to be placed."""
    house = state.house
    deck = full_deck(house, house.decks(max(3, house.table.players_min)) or 1)
    count = (len(NAMES) + 1) * house.grid.size + 2
    return min(
        (_dealt(state, Dice(f"lesson {number}").draw(deck, count)) for number in range(TRIES)), key=_coincidences
    )


def _dealt(state: State, shuffled: list[Card]) -> State:
    # A deck that is too small for three players is dealt from again: nobody at this table counts cards.
    cards = chain.from_iterable(repeat(shuffled))
    return state._replace(
        seats=tuple(
            seat._replace(places=tuple(_other_card(place, cards) for place in seat.places)) for seat in state.seats
        ),
        drawn=None if state.drawn is None else next(cards),
        discards=tuple(islice(cards, len(state.discards))),
        stock=tuple(islice(cards, len(state.stock))),
    )


def _other_card(place: Place, cards: Iterator[Card]) -> Place:
    return place._replace(card=None if place.card is None else next(cards))


def _coincidences(state: State) -> int:
    """How many cards of mine are equal, to each other or to one that I may place; cancelling ones weigh more."""
    house = state.house
    mine = state.layout(ME)
    near = [card for card in (state.drawn, *state.discards[:1], *state.stock[:1]) if card is not None]
    ranks = [card.rank for card in (*mine.cards(), *near)]
    return len(ranks) - len(set(ranks)) + 10 * len(list(cancelled_groups(mine, house, ())))


# --- what may be tried ---------------------------------------------------------------------------------------------


def ways_in(state: State) -> tuple[Way, ...]:
    """What one may want to do in such a step of a turn, allowed or not."""
    return tuple(_ways(state))


def _ways(state: State) -> Iterator[Way]:
    house = state.house
    cells = house.grid.cells()
    down = [cell for cell in cells if state.seats[ME].places[state.position(cell)].face_down]
    if state.step is Step.DRAW:
        yield Way("stock", "Draw from the stock", DrawStock())
        if state.discards:
            yield Way("pile", f"Take {the(state.discards[0])}", TakeDiscard())
        if house.turn.turn_up_instead:
            yield from (Way(f"turn-{cell_key(cell)}", f"turn it up: {cell}", TurnUp(cell), cell) for cell in down)
        if house.ending.trigger == "knock":
            yield Way("knock", "Knock", Knock())
        else:
            yield Way("pass", "Pass", EndTurn())
    elif state.step is Step.HAND:
        yield from (Way(f"put-{cell_key(cell)}", f"put it here: {cell}", _put(state, cell), cell) for cell in cells)
        yield Way("throw", "Put it back" if _from_pile(state) else "Throw it away", Discard())
    elif state.step in (Step.TURN_UP, Step.LAST_CARD):
        yield from (Way(f"turn-{cell_key(cell)}", f"turn it up: {cell}", TurnUp(cell), cell) for cell in down)
        yield Way("leave", "Leave it face down" if len(down) == 1 else "Leave them face down", EndTurn())
    elif state.step is Step.KNOCK:
        yield Way("knock", "Knock", Knock())
        yield Way("go-on", "Do not knock", EndTurn())


def _from_pile(state: State) -> bool:
    return state.drawn_from is not None and state.drawn_from.value == "discard"


def _put(state: State, cell: Cell) -> Action:
    """Putting the card there the way that the house has it; face up where either is right, or neither."""
    ways = (Replace(cell), Replace(cell, face_up=False))
    return next((way for way in ways if can(state, ME, way)), ways[0])


def look_first(state: State) -> Iterator[Way]:
    """Looking at a face-down card before the drawn one is placed: forbidden in some houses, and a promise in others."""
    places = zip(state.house.grid.cells(), state.seats[ME].places, strict=True)
    cell = next((cell for cell, place in places if place.face_down), None)
    if cell is not None:
        yield Way("look", "Look at a hidden card first", Look(cell))


def exchange(house: House) -> Iterator[Way]:
    """What no house lets anybody do."""
    cells = house.grid.cells()
    if len(cells) > 1:
        yield Way("exchange", "Exchange two of your cards", Rearrange(cells[0], cells[-1]))


def after(state: State, way: Way) -> State | None:
    """The state once that was done, or None where it may not be done."""
    return do(state, ME, way.action) if can(state, ME, way.action) else None

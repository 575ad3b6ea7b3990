"""A state as plain JSON values, and back: for addresses, files and whoever wants to look at one.

The house is not among them; whoever keeps a state keeps its house beside it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.referee.state import Pile, Place, Seat, State, Step
from scorekeeper.rules import Card, Cell, House, RuleError, parse_card


class UnreadableState(RuleError):
    """Values that are no state of a hole of this house."""

    code = "state.unreadable"


def to_data(state: State) -> dict[str, Any]:
    """The state as JSON values: cards in notation, seats by number, a grid as its places in reading order.

    A place is `5H` open, `[5H]` face down, `(5H)` face down and known to its owner, `.` empty.
    """
    cell = state.looked_at
    return {
        "seats": [seat._asdict() | {"places": [str(place) for place in seat.places]} for seat in state.seats],
        "stock": [str(card) for card in state.stock],
        "discards": [str(card) for card in state.discards],
        "starter": state.starter,
        "step": state.step.value,
        "player": state.player,
        "drawn": None if state.drawn is None else str(state.drawn),
        "drawn_from": None if state.drawn_from is None else state.drawn_from.value,
        "looked_at": None if cell is None else [cell.row, cell.column],
        "ender": state.ender,
        "last_turns": list(state.last_turns),
        "shuffles": state.shuffles,
    }


def from_data(house: House, data: Mapping[str, Any]) -> State:
    """The state that `to_data` wrote. Raises UnreadableState."""
    try:
        looked_at, drawn, drawn_from = data["looked_at"], data["drawn"], data["drawn_from"]
        state = State(
            house=house,
            seats=tuple(Seat(**{**seat, "places": tuple(map(_place, seat["places"]))}) for seat in data["seats"]),
            stock=_cards(data["stock"]),
            discards=_cards(data["discards"]),
            starter=data["starter"],
            step=Step(data["step"]),
            player=data["player"],
            drawn=None if drawn is None else parse_card(drawn),
            drawn_from=None if drawn_from is None else Pile(drawn_from),
            looked_at=None if looked_at is None else Cell(*looked_at),
            ender=data["ender"],
            last_turns=tuple(data["last_turns"]),
            shuffles=data["shuffles"],
        )
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise UnreadableState(f"this is no state of a hole: {error}") from None
    if any(len(seat.places) != house.grid.size for seat in state.seats):
        raise UnreadableState(f"this is no state of a hole: its grids are not {house.grid}")
    numbers: list[Any] = [
        state.starter,
        *state.last_turns,
        *(one for one in (state.player, state.ender) if one is not None),
    ]
    if not all(isinstance(number, int) and 0 <= number < len(state.seats) for number in numbers):
        raise UnreadableState("this is no state of a hole: it names a seat that is not there")
    return state


def _cards(texts: list[str]) -> tuple[Card, ...]:
    return tuple(map(parse_card, texts))


def _place(text: str) -> Place:
    if text == ".":
        return Place(None)
    face_down = text[0] in "[("
    card = parse_card(text.strip("[]()"))
    # A card that lies open has been seen by everybody.
    return Place(card, face_up=not face_down, seen=not text.startswith("["))

"""How a hole goes: its opening, a turn, and its end."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.houses.contradictions.finding import Finding
from scorekeeper.rules import House

BY_TURNING_UP = ("all-face-up", "turn-up-last")
"""The triggers that need the last card of somebody to come to lie open."""


def course(house: House) -> Iterator[Finding]:
    """The opening, a turn, and the end of a hole."""
    yield from _opening(house)
    yield from _turn(house)
    yield from _ending(house)


def numbers(house: House) -> Iterator[Finding]:
    """How many cards are seen before play, which, and how many turns there are."""
    size, opening, end = house.grid.size, house.opening, house.ending
    for key, cards in (("opening.face_up", opening.face_up), ("opening.peek", opening.peek)):
        if not 0 <= cards <= size:
            yield key, f"a player holds {size} cards, not {cards}"
    if opening.where == "fixed":
        yield from _places(house)
    if end.trigger == "turns" and not 1 <= end.turns <= 50:
        yield "ending.turns", "say how many turns each player has, 1 to 50"
    if not 1 <= end.knock_from <= 20:
        yield "ending.knock_from", "the first turn is 1; at most 20"
    if not 0 <= end.last_turns <= 3:
        yield "ending.last_turns", "cannot be below 0" if end.last_turns < 0 else "at most 3"


def _places(house: House) -> Iterator[Finding]:
    """The places whose cards the opening turns up, where nobody chooses them."""
    size, opening = house.grid.size, house.opening
    if not all(1 <= place <= size for place in opening.places):
        yield "opening.places", f"the places of {house.grid} are counted from 1 to {size}"
    elif len(set(opening.places)) < len(opening.places):
        yield "opening.places", "names a place twice"
    elif len(opening.places) != opening.face_up:
        yield "opening.places", f"name as many places as cards are turned up: {opening.face_up}"


def _opening(house: House) -> Iterator[Finding]:
    size, opening = house.grid.size, house.opening
    if opening.peek > 2 and opening.peek_where == "outer":
        yield "opening.peek", f"a row has two ends, so nobody looks at {opening.peek} of them"
    elif opening.peek > 1 and opening.peek_where == "outer" and house.grid.columns == 1:
        yield "opening.peek", "in a single column the nearest row is one card"
    if opening.where == "same-column" and opening.face_up > house.grid.rows:
        yield "opening.where", f"a column holds {house.grid.rows} cards, not {opening.face_up}"
    if opening.where == "different-columns" and opening.face_up > house.grid.columns:
        yield "opening.where", f"there are {house.grid.columns} columns, not {opening.face_up}"
    if opening.where == "each-row" and opening.face_up > house.grid.rows:
        yield "opening.where", f"there are {house.grid.rows} rows, not {opening.face_up}"
    if opening.face_up >= size and house.ending.trigger in BY_TURNING_UP:
        yield "opening.face_up", "with every card turned up the hole would be over before anybody plays"
    elif opening.face_up >= size and _put_down_hidden(house):
        yield "opening.face_up", "with every card turned up at the start none can be put down hidden in its place"


def _put_down_hidden(house: House) -> bool:
    """Whether every card that is put into the grid comes to lie face down."""
    turn = house.turn
    return turn.placed == "face-down" or (turn.placed == "as-drawn" and turn.sources == "stock")


def _turn(house: House) -> Iterator[Finding]:
    turn = house.turn
    if turn.sources == "stock" and turn.may_return_discard:
        yield "turn.may_return_discard", "nothing is taken from the discard pile"


def _ending(house: House) -> Iterator[Finding]:
    turn, end = house.turn, house.ending
    turns_up = turn.turn_up_after_discard != "never" or turn.turn_up_instead
    if end.trigger in BY_TURNING_UP and _put_down_hidden(house):
        yield "turn.placed", f"cards are put down hidden, so the hole would never end by {end.trigger}"
    elif end.trigger == "all-face-up" and turn.placed == "as-replaced" and not turns_up:
        yield "turn.placed", "hidden cards are replaced hidden and none is turned up, so the hole would never end"
    elif end.trigger == "all-face-up" and not end.replacing_last_ends and not turns_up:
        yield (
            "ending.replacing_last_ends",
            "no turn lets a player turn the last card up, so the hole would never end; see turn.turn_up_after_discard",
        )
    if end.trigger == "turn-up-last" and not turns_up:
        yield "ending.trigger", "no turn lets a player turn the last card up; see turn.turn_up_after_discard"
    if end.trigger != "turns" and end.turns:
        yield "ending.turns", f"turns are only counted where they end the hole, not with {end.trigger}"
    if end.knock_from != 1 and end.trigger != "knock":
        yield "ending.knock_from", f"nobody knocks where a hole ends by {end.trigger}"
    if end.last_turns and end.trigger in ("turns", "stock-empty"):
        yield "ending.last_turns", "nobody ends the hole, so nobody has a last turn"

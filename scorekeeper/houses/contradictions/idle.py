"""What a house says although nothing could ever come of it, whatever is played.

Answers of a table are told apart by it: one that changes nothing beside another is no answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from scorekeeper.rules import House
from scorekeeper.rules.parameters import Ending, FourOfAKind, Opening, Penalty, Turn

_SWITCHES: dict[str, dict[str, Any]] = {
    "opening": Opening.__dataclass_fields__,
    "turn": Turn.__dataclass_fields__,
    "ending": Ending.__dataclass_fields__,
    "penalty": Penalty.__dataclass_fields__,
    "four_of_a_kind": FourOfAKind.__dataclass_fields__,
}
"""The tables of a house whose switches may be idle, with what each switch is unless a house says otherwise."""


def effective(house: House) -> House:
    """The house without anything that nothing could come of: two houses that are equal then are played alike."""
    parts: dict[str, Any] = {}
    for key in idle(house):
        table, _, name = key.partition(".")
        parts[table] = replace(parts.get(table, getattr(house, table)), **{name: _SWITCHES[table][name].default})
    four, rule = house.four_of_a_kind, house.cancelling
    if four is not None and not any((four.points, *four.by_rank.values(), *four.by_columns.values())):
        parts["four_of_a_kind"] = None
    if house.penalty is not None and house.penalty.kind == "none":
        parts["penalty"] = None
    if rule is not None and rule.counts == "zero":
        better = {rank for rank, counts in rule.exceptions.items() if counts == "lower" and house.values[rank] >= 0}
        counts = {rank: "zero" if rank in better else counts for rank, counts in rule.exceptions.items()}
        parts["cancelling"] = replace(rule, exceptions=counts)
    return replace(house, **parts)


def idle(house: House) -> Iterator[str]:
    """Every switch whose rule the house does not have, as `turn.swap_equal` where no face-up card is replaced."""
    yield from _opening(house)
    yield from _turn(house)
    yield from _ending(house)
    if house.penalty is not None:
        yield from _penalty(house.penalty)
    if house.four_of_a_kind is not None:
        yield from _four_of_a_kind(house.four_of_a_kind, house)


def _opening(house: House) -> Iterator[str]:
    opening, grid = house.opening, house.grid
    if opening.where != "any" and (
        not opening.face_up
        or (opening.face_up == 1 and opening.where != "fixed")
        or (opening.where, 1)
        in (("different-columns", grid.rows), ("each-row", grid.columns), ("same-column", grid.columns))
    ):
        yield "opening.where"
    if opening.places and opening.where != "fixed":
        yield "opening.places"
    if not opening.peek and opening.peek_where != "nearest":
        yield "opening.peek_where"


def _turn(house: House) -> Iterator[str]:
    turn = house.turn
    if turn.turn_up_after_discard == "never" and not turn.turn_up_in_last_turn:
        yield "turn.turn_up_in_last_turn"
    for key in ("swap_equal", "swap_open_at_last"):
        if not turn.swap_open and not getattr(turn, key):
            yield f"turn.{key}"


def _ending(house: House) -> Iterator[str]:
    end = house.ending
    if end.trigger != "turn-up-last":
        for key in ("turning_after_swap", "waits_for_all"):
            if getattr(end, key):
                yield f"ending.{key}"
        if end.declines != "always":
            yield "ending.declines"
    if end.trigger not in ("all-face-up", "turn-up-last") and not end.replacing_last_ends:
        yield "ending.replacing_last_ends"
    if end.trigger != "knock" and end.knock != "instead-of-drawing":
        yield "ending.knock"
    if not end.last_turns and end.last_turns_for != "all":
        yield "ending.last_turns_for"
    if end.trigger == "stock-empty" and end.stock_empty == "reshuffle-once":
        yield "ending.stock_empty"


def _penalty(pays: Penalty) -> Iterator[str]:
    if pays.each_rival and pays.kind != "add":
        yield "penalty.each_rival"
    if pays.below_zero == "doubled" and pays.kind in ("add", "worst"):
        yield "penalty.below_zero"


def _four_of_a_kind(four: FourOfAKind, house: House) -> Iterator[str]:
    in_columns = four.pattern in ("columns", "any-pairs")
    if four.touching and (not in_columns or house.grid.columns == 2):
        yield "four_of_a_kind.touching"
    once = four.pattern in ("anywhere", "two-and-two") or (in_columns and house.grid.columns == 2)
    if four.six_alike != "once" and once:
        yield "four_of_a_kind.six_alike"

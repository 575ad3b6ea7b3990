"""What a house says although nothing could ever come of it, whatever is played.

Asked of what somebody writes, and not of a house whose readings a table has chosen: its questions are answered one by
one, and an answer may be nothing beside another. Neither is a number that only waits for its rule to be switched on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from scorekeeper.houses.contradictions.finding import Finding
from scorekeeper.rules import House
from scorekeeper.rules.house import BY_OPENING
from scorekeeper.rules.parameters import Ending, FourOfAKind, Opening, Penalty, Reward, Turn

_SWITCHES: dict[str, dict[str, Any]] = {
    "opening": Opening.__dataclass_fields__,
    "turn": Turn.__dataclass_fields__,
    "ending": Ending.__dataclass_fields__,
    "penalty": Penalty.__dataclass_fields__,
    "four_of_a_kind": FourOfAKind.__dataclass_fields__,
}
"""The tables of a house whose switches may be idle, with what each switch is unless a house says otherwise."""


def idle(house: House) -> Iterator[Finding]:
    """Every switch whose rule the house does not have."""
    yield from _opening(house)
    yield from _turn(house)
    yield from _ending(house)
    if house.penalty is not None:
        yield from _penalty(house.penalty)
    for key, gain in (("reward", house.reward), ("placing.winner", house.placing.winner)):
        if gain is not None:
            yield from _gain(key, gain)
    places, winner = house.placing, house.placing.winner
    pays = places.equal or (winner is not None and winner.kind != "none")
    if places.compared != "raw" and not (pays and house.ender_matters):
        yield "placing.compared", "no place on a hole and no end of one brings points"
    yield from _four_of_a_kind(house)
    if house.match.first == "dealer" and house.match.deal in BY_OPENING:
        yield "match.first", "the cards that are turned up decide who plays first"
    if house.match.tie == "most-holes" and house.match.winner == "most-holes":
        yield "match.tie", "whoever is first by holes won has won no more of them than the others who are first"


def effective(house: House) -> House:
    """The house without anything that nothing could come of: two houses that are equal then are played alike.

    Left out is what is `idle`, and what only waits for its rule to be switched on.
    """
    parts: dict[str, Any] = {}
    for key, _ in idle(house):
        table, _, name = key.rpartition(".")
        if table in _SWITCHES:
            part = parts.get(table, getattr(house, table))
            parts[table] = replace(part, **{name: _SWITCHES[table][name].default})
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


def _opening(house: House) -> Iterator[Finding]:
    opening, grid = house.opening, house.grid
    if not opening.face_up and opening.where != "any":
        yield "opening.where", "no card is turned up before play, so there is no place for one"
    elif opening.face_up == 1 and opening.where not in ("any", "fixed"):
        yield "opening.where", "a single card may be of any place"
    elif (opening.where, 1) in (("different-columns", grid.rows), ("each-row", grid.columns)):
        yield "opening.where", f"no two cards of {grid} are of one {'column' if grid.rows == 1 else 'row'}"
    elif opening.where == "same-column" and grid.columns == 1:
        yield "opening.where", f"all cards of {grid} are of one column"
    if opening.places and opening.where != "fixed":
        yield "opening.places", "places are only named where they are fixed: opening.where"
    if not opening.peek and opening.peek_where != "nearest":
        yield "opening.peek_where", "nobody looks at a card before play"


def _turn(house: House) -> Iterator[Finding]:
    turn = house.turn
    if turn.turn_up_after_discard == "never" and not turn.turn_up_in_last_turn:
        yield "turn.turn_up_in_last_turn", "no card is turned up after a discard in any turn"
    for key in ("swap_equal", "swap_open_at_last"):
        if not turn.swap_open and not getattr(turn, key):
            yield f"turn.{key}", "no face-up card is replaced at any time"


def _ending(house: House) -> Iterator[Finding]:
    end = house.ending
    if end.trigger != "turn-up-last":
        without = f"nobody chooses to turn up the last card where a hole ends by {end.trigger}"
        for key in ("turning_after_swap", "waits_for_all"):
            if getattr(end, key):
                yield f"ending.{key}", without
        if end.declines != "always":
            yield "ending.declines", without
    if end.trigger not in ("all-face-up", "turn-up-last") and not end.replacing_last_ends:
        yield "ending.replacing_last_ends", f"the last hidden card ends nothing where a hole ends by {end.trigger}"
    if end.trigger != "knock" and end.knock != "instead-of-drawing":
        yield "ending.knock", f"nobody knocks where a hole ends by {end.trigger}"
    if not end.last_turns and end.last_turns_for != "all":
        yield "ending.last_turns_for", "nobody has a last turn"
    if end.trigger == "stock-empty" and end.stock_empty == "reshuffle-once":
        yield "ending.stock_empty", "the hole ends with the stock, so nothing is shuffled into a new one"


def _penalty(pays: Penalty) -> Iterator[Finding]:
    if pays.kind == "none":
        for key, usual in (("each_rival", False), ("when", "someone-lower"), ("below_zero", "kept")):
            if getattr(pays, key) != usual:
                yield f"penalty.{key}", "whoever ends a hole pays nothing"
        return
    if pays.each_rival and pays.kind != "add":
        what = {"worst": "the worst score is the same", "double": "a score is doubled once"}
        yield "penalty.each_rival", f"{what.get(pays.kind, what['double'])} however many are lower; it goes with add"
    if pays.below_zero == "doubled" and pays.kind in ("add", "worst"):
        yield "penalty.below_zero", f"nothing is doubled by the kind {pays.kind}"


def _gain(key: str, gain: Reward) -> Iterator[Finding]:
    if gain.kind == "add" and not gain.points:
        yield f"{key}.points", "0 points are nothing to add; that is the kind none"
    if gain.kind == "none" and gain.when != "alone":
        yield f"{key}.when", "whoever is lowest gets nothing"


def _four_of_a_kind(house: House) -> Iterator[Finding]:
    four = house.four_of_a_kind
    if four is None:
        return
    in_columns = four.pattern in ("columns", "any-pairs")
    if four.touching and not in_columns:
        yield "four_of_a_kind.touching", f"there are no two columns in the pattern {four.pattern}"
    elif four.touching and house.grid.columns == 2:
        yield "four_of_a_kind.touching", f"the two columns of {house.grid} are neighbours in any case"
    if four.six_alike != "once" and four.pattern in ("anywhere", "two-and-two"):
        yield "four_of_a_kind.six_alike", f"the pattern {four.pattern} is earned once by a rank"
    elif four.six_alike != "once" and in_columns and house.grid.columns == 2:
        yield "four_of_a_kind.six_alike", f"there is no third column in {house.grid}"

"""Layouts that show what the rules of a house count, chosen anew as the rules change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorekeeper.rules import BadLayout, House, Score, parse_layout, score, score_hole
from scorekeeper.rules.hole import HoleResult
from scorekeeper.rules.options import Example
from scorekeeper.rules.sheet import showing
from scorekeeper.rules.sheet.planting import can_be_dealt

ENDED_BY_SOMEBODY = ("all-face-up", "turn-up-last", "knock")
_POINTS_OF_ANN = (12, 7, 4)  # somebody is lower, somebody is equal, nobody is


def shown_scores(house: House, examples: Sequence[Example]) -> tuple[Score, ...]:
    """Layouts with their scores that together show every rule: those of the examples that show one, then others.

    The same house always gives the same layouts.
    """
    wanted = set(showing.kinds(house))
    known: list[Score] = []
    for worked in _own(house, examples):
        shows = showing.shown(worked, house) & wanted
        if shows or not known:
            known.append(worked)
            wanted -= shows
    return (*known, *showing.examples(house, known))


def shown_holes(house: House) -> tuple[HoleResult, ...]:
    """Holes of three players that show what ending one, a place, or a tie brings; none where nothing does."""
    pays = house.placing.winner is not None or house.placing.equal != 0
    if not house.ender_matters and not pays:
        return ()
    ender = "Ann" if house.ending.trigger in ENDED_BY_SOMEBODY else None
    holes = [score_hole({"Ann": points, "Bo": 7, "Cy": 15}, house, ender) for points in _POINTS_OF_ANN]
    return tuple(hole for hole in holes if any(player.adjustment.rule for player in hole.players))


def _own(house: House, examples: Sequence[Example]) -> Iterator[Score]:
    for example in examples:
        try:
            layout = parse_layout(example.layout, house)
            if can_be_dealt(layout, house):
                yield score(layout, house)
        except BadLayout:
            continue

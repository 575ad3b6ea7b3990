"""Layouts that show what the rules of a house count, chosen anew as the rules change."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from scorekeeper.rules import BadLayout, Card, House, Layout, Rank, Score, Suit, parse_layout, score, score_hole
from scorekeeper.rules.hole import HoleResult
from scorekeeper.rules.house import Example
from scorekeeper.rules.notation import layout_problems

MOST_EXAMPLES = 4
ENDED_BY_SOMEBODY = ("all-face-up", "turn-up-last", "knock")
_POINTS_OF_ANN = (12, 7, 4)  # somebody is lower, somebody is equal, nobody is
_TRIES = 90


def shown_scores(house: House, examples: Sequence[Example]) -> tuple[Score, ...]:
    """A few layouts with their scores: those of the examples first, then whatever shows a rule that they do not.

    The same house always gives the same layouts.
    """
    chosen: list[Score] = []
    seen: set[object] = set()
    for worked in (*_own(house, examples), *_tried(house)):
        shows = {_what(line.rule, line.points) for line in worked.lines}
        if not shows <= seen and len(chosen) < MOST_EXAMPLES:
            chosen.append(worked)
            seen |= shows
    return tuple(chosen)


def shown_holes(house: House) -> tuple[HoleResult, ...]:
    """Holes of three players that show what ending one, a place, or a tie brings; none where nothing does."""
    pays = house.placing.winner is not None or house.placing.equal != 0
    if not house.needs_ender and not pays:
        return ()
    ender = "Ann" if house.ending.trigger in ENDED_BY_SOMEBODY else None
    holes = [score_hole({"Ann": points, "Bo": 7, "Cy": 15}, house, ender) for points in _POINTS_OF_ANN]
    return tuple(hole for hole in holes if any(player.adjustment.rule for player in hole.players))


def _what(rule: str, points: int) -> tuple[str, int]:
    """What a line shows: cards by themselves below and above 0, and each rule by its points."""
    return (rule, (points > 0) - (points < 0)) if rule == "values" else (rule, points)


def _own(house: House, examples: Sequence[Example]) -> Iterator[Score]:
    for example in examples:
        try:
            yield score(parse_layout(example.layout, house), house)
        except BadLayout:
            continue


def _tried(house: House) -> Iterator[Score]:
    """Layouts in which cards are often equal, dealt by dice that always fall alike; the plainest rules first."""
    dice = random.Random(house.grid.size)
    for attempt in range(_TRIES):
        ranks = dice.sample(house.ranks, min(len(house.ranks), 2 + attempt % 5))
        cards = [_card(dice.choice(ranks), house, dice) for _ in house.grid.cells()]
        rows = tuple(
            tuple(cards[row * house.grid.columns : (row + 1) * house.grid.columns]) for row in range(house.grid.rows)
        )
        layout = Layout(rows)
        if not layout_problems(layout, house):
            yield score(layout, house)


def _card(rank: Rank, house: House, dice: random.Random) -> Card:
    return Card(rank, dice.choice(list(Suit)) if rank in house.suited_ranks else None)

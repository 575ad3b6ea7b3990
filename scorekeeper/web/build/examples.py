"""Layouts that show what the rules of a house count, chosen anew as the rules change."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence

from scorekeeper.referee import full_deck
from scorekeeper.rules import BadLayout, Card, House, Layout, Rank, Score, parse_layout, score, score_hole
from scorekeeper.rules.hole import HoleResult
from scorekeeper.rules.notation import layout_problems
from scorekeeper.rules.options import Example

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
    if not house.ender_matters and not pays:
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
            layout = parse_layout(example.layout, house)
            if _can_be_dealt(layout, house):
                yield score(layout, house)
        except BadLayout:
            continue


def _deck(house: House) -> list[Card]:
    """The cards of as many decks as the house ever plays with; with suits only where these can matter."""
    decks = max((decks for decks in house.table.decks.values() if decks != "ask"), default=1)
    return [card if card.rank in house.suited_ranks else Card(card.rank) for card in full_deck(house, decks)]


def _can_be_dealt(layout: Layout, house: House) -> bool:
    """Whether the decks hold each of these cards so often."""
    there, held = Counter(_deck(house)), Counter(layout.cards())
    return all(count <= there[card] for card, count in held.items() if card.rank is not Rank.GONE)


def _tried(house: House) -> Iterator[Score]:
    """Layouts in which cards are often equal, dealt by dice that always fall alike; the plainest rules first."""
    dice = random.Random(house.grid.size)
    deck = _deck(house)
    for attempt in range(_TRIES):
        ranks = dice.sample(house.ranks, len(house.ranks))
        few = 2 + attempt % 5
        # Of few ranks there may not be cards enough.
        while len(pool := [card for card in deck if card.rank in ranks[:few]]) < house.grid.size and few < len(ranks):
            few += 1
        if len(pool) < house.grid.size:
            return
        cards = dice.sample(pool, house.grid.size)
        rows = tuple(
            tuple(cards[row * house.grid.columns : (row + 1) * house.grid.columns]) for row in range(house.grid.rows)
        )
        layout = Layout(rows)
        if not layout_problems(layout, house):
            yield score(layout, house)

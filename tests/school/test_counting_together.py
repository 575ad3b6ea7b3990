"""What is worked out once for many beliefs, or for a whole class, is what each would have got alone."""

from __future__ import annotations

from scorekeeper import houses
from scorekeeper.rules import BadLayout, Layout, score
from scorekeeper.school.beliefs import Belief, beliefs, totals_of
from scorekeeper.school.dice import Dice
from scorekeeper.school.laying import laid
from scorekeeper.school.levels import HIGHEST
from scorekeeper.school.tallying import tallies_of, tally
from tests.random_houses import random_houses

HOUSES = {house.key: house for house in houses.built_in()} | random_houses(1)


def test_everybody_gets_what_they_get_alone() -> None:
    for key, house in HOUSES.items():
        everybody, layout = beliefs(house), laid(house, HIGHEST, Dice(f"together {key}"))
        assert totals_of(everybody, layout) == tuple(_alone(belief, layout) for belief in everybody), key
        assert tallies_of(everybody, layout) == tuple(tally(layout, belief) for belief in everybody), key


def _alone(belief: Belief, layout: Layout) -> int | None:
    try:
        worked = score(layout, belief.house)
    except BadLayout:
        return None
    return worked.total if belief.slip is None else belief.slip(worked, belief.house)

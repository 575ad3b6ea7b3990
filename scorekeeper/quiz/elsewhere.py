"""What other houses make of a layout: a wrong number may be the right one there."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from scorekeeper.houses import built_in
from scorekeeper.quiz.beliefs import Belief
from scorekeeper.quiz.misreads import what_counts
from scorekeeper.rules import BadLayout, Grid, House, Layout, score


def counts_there(house: House, layout: Layout) -> dict[int, str]:
    """What the built-in houses of that grid make of the layout, and the first of them by name; this one left out."""
    found: dict[int, str] = {}
    for other in _of_its_grid(house.grid, house.key):
        try:
            found.setdefault(score(layout, other).total, other.name)
        except BadLayout:
            continue
    return found


@lru_cache(maxsize=1_024)
def house_like(belief: Belief) -> str:
    """The built-in house, by name, that counts each layout of this house as somebody does who believes that; or none.

    Cards that only lie in the other house make no difference.
    """
    if belief.slip is not None:
        return ""
    own = what_counts(belief.house)
    for other in _of_its_grid(belief.house.grid, belief.house.key):
        values = {rank: value for rank, value in other.values.items() if rank in belief.house.values}
        if what_counts(replace(other, values=values)) == own:
            return other.name
    return ""


@lru_cache(maxsize=64)
def _of_its_grid(grid: Grid, key: str) -> tuple[House, ...]:
    return tuple(other for other in built_in() if other.grid == grid and other.key != key)

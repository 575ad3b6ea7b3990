"""What is wrong with a house although each of its keys holds a value of the right kind.

Every finding names the key to look at and the cause, so that a file, a form and an address can show it at its place.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from scorekeeper.houses.contradictions import cards, counting, playing, winning, words
from scorekeeper.houses.contradictions.finding import LONGEST_WORDS, Finding
from scorekeeper.houses.contradictions.idle import idle
from scorekeeper.rules import Grid, House

__all__ = ["LONGEST_WORDS", "Finding", "contradictions", "idle"]


def contradictions(house: House) -> Iterator[Finding]:
    """Everything that no single key shows."""
    if not 1 <= house.grid.rows <= 4 or not 1 <= house.grid.columns <= 6:
        yield "grid", f"{house.grid} is no grid that a player can hold; 1 to 4 rows of 1 to 6"
        yield from _whatever_the_grid(house)
        return
    yield from words.identity(house)
    yield from cards.values(house)
    yield from cards.table(house)
    yield from counting.equal_cards(house)
    yield from counting.bonuses(house)
    yield from playing.course(house)
    yield from winning.ender(house)
    yield from winning.match(house)
    yield from counting.points(house)
    yield from words.options(house)


def _whatever_the_grid(house: House) -> Iterator[Finding]:
    """What is wrong with a house whose grid is none: all that is just as wrong in the smallest and the largest grid."""
    small, large = (
        dict.fromkeys(contradictions(replace(house, grid=Grid(rows=rows, columns=columns))))
        for rows, columns in ((1, 1), (4, 6))
    )
    yield from (finding for finding in large if finding in small)

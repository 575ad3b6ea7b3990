"""What is wrong with a house although each of its keys holds a value of the right kind.

Every finding names the key to look at and the cause, so that a file, a form and an address can show it at its place.
"""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.houses.contradictions import cards, counting, playing, winning, words
from scorekeeper.houses.contradictions.finding import LONGEST_WORDS, Finding
from scorekeeper.houses.contradictions.idle import effective, idle
from scorekeeper.rules import House

__all__ = ["LONGEST_WORDS", "Finding", "contradictions", "effective", "idle", "unusable"]


def unusable(house: House) -> Iterator[Finding]:
    """What no game could be counted or shown with, whatever was meant by it: sizes, cards without a value, numbers.

    This is all that is asked of a house that was played already. A newer release may find more in what people write,
    but nothing may be added here that an older one let a table play by.
    """
    if not _is_grid(house):
        yield "grid", _NO_GRID.format(grid=house.grid)
        return
    yield from words.identity(house)
    yield from cards.values(house)
    yield from cards.table(house)
    yield from counting.equal_cards(house)
    yield from playing.numbers(house)
    yield from winning.numbers(house)
    yield from counting.points(house)
    yield from words.options(house)


_NO_GRID = "{grid} is no grid that a player can hold; 1 to 4 rows of 1 to 6"


def _is_grid(house: House) -> bool:
    return 1 <= house.grid.rows <= 4 and 1 <= house.grid.columns <= 6


def contradictions(house: House) -> Iterator[Finding]:
    """Everything that no single key shows."""
    if not _is_grid(house):
        yield "grid", _NO_GRID.format(grid=house.grid)
        return
    yield from words.identity(house)
    yield from cards.values(house)
    yield from cards.table(house)
    yield from counting.equal_cards(house)
    yield from counting.bonuses(house)
    yield from playing.numbers(house)
    yield from playing.course(house)
    yield from winning.ender(house)
    yield from winning.numbers(house)
    yield from winning.match(house)
    yield from counting.points(house)
    yield from words.options(house)
    yield from words.people(house)

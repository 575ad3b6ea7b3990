"""What a wrong number on a screen of a lesson can mean: the same as in practice, of some cards or of one player.

A number that is right by a reading which the house leaves open is no mistake, and is told as that.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scorekeeper.quiz.explaining import MOST_NAMED
from scorekeeper.quiz.hole_misreads import HoleMisread, hole_misreads
from scorekeeper.quiz.misreads import Misread, misreads
from scorekeeper.rules import BadLayout, Cell, House, Layout, score
from scorekeeper.rules.scoring import VALUES
from scorekeeper.rules.wording import number


@dataclass(frozen=True)
class Meant:
    """What a wrong number means; empty where nothing leads to it, or too much to be told."""

    text: str = ""
    reading: bool = False  # right where a table reads an open rule so


class Explained(ABC):
    """Something to be worked out, and who may come to which wrong number there."""

    @abstractmethod
    def leading_to(self, given: int) -> Sequence[Misread | HoleMisread]:
        """All single misreads that lead to a number: two at once lead to almost any."""

    @abstractmethod
    def here(self, misread: Misread | HoleMisread) -> str:
        """What counts instead, in a clause."""

    def gets(self, given: int) -> str:
        """Who gets that."""
        return f"you get {number(given)}"

    def meant(self, given: int, right: int) -> Meant:
        """What a wrong number means, where ``right`` is the right one."""
        found = self.leading_to(given)
        reading = next((one.reading for one in found if one.reading is not None), None)
        if reading is not None:
            return Meant(reading.right(number(given), f"it is {number(right)}."), reading=True)
        if not 0 < len(found) <= MOST_NAMED:
            return Meant()
        here = f" Here: {self.here(found[0])}." if len(found) == 1 else ""
        return Meant(f"If {', or if '.join(one.doing for one in found)}, {self.gets(given)}.{here}")


@dataclass(frozen=True)
class OfCards(Explained):
    """What some cards of a layout count together."""

    house: House
    layout: Layout
    cells: tuple[Cell, ...]

    def leading_to(self, given: int) -> Sequence[Misread]:
        return [
            misread
            for misread in misreads(self.house)
            # A slip in adding up concerns a whole layout.
            if misread.slip is None and _counted(self.layout, self.cells, misread.house) == given
        ]

    def here(self, misread: Misread | HoleMisread) -> str:
        theirs = {(line.cells, line.points) for line in score(self.layout, misread.house).lines}
        lines = [line for line in score(self.layout, self.house).lines if set(line.cells) <= set(self.cells)]
        return next((line for line in lines if (line.cells, line.points) not in theirs), lines[-1]).text


def _counted(layout: Layout, cells: tuple[Cell, ...], house: House) -> int | None:
    """What these cards count by the rules of a house; None where they do not count by themselves there."""
    try:
        return sum(_points(layout, cells, house))
    except (BadLayout, _WithOthers):
        return None


class _WithOthers(Exception):
    """Cards count together with others that are not asked about."""


def _points(layout: Layout, cells: tuple[Cell, ...], house: House) -> Iterator[int]:
    for line in score(layout, house).lines:
        mine = [cell for cell in line.cells if cell in cells]
        if len(mine) == len(line.cells) and line.rule != "bonus":
            yield line.points
        elif mine and line.rule == VALUES:
            yield sum(house.value(layout[cell]) for cell in mine)
        elif mine and line.rule != "bonus":
            raise _WithOthers


@dataclass(frozen=True)
class OfPlayer(Explained):
    """What a player scores on a hole whose layouts are counted."""

    house: House
    entries: tuple[tuple[str, int], ...]
    ender: str | None
    name: str
    why: str  # what is added or taken off here, in a clause

    def leading_to(self, given: int) -> Sequence[HoleMisread]:
        outcomes = ((one, one.outcome(dict(self.entries), self.ender)) for one in hole_misreads(self.house))
        return [one for one, outcome in outcomes if outcome and outcome.points.get(self.name) == given]

    def gets(self, given: int) -> str:
        return f"{self.name} gets {number(given)}"

    def here(self, misread: Misread | HoleMisread) -> str:
        return self.why

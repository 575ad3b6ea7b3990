"""What one layout counts, as lines that add up to its score."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from scorekeeper.rules.layout import Cell, Layout


@dataclass(frozen=True, slots=True)
class Line:
    """One step of a score: these cells count so many points, by this rule, said in a sentence for people.

    ``others`` are points that every other player of the hole gets through it.
    """

    rule: str
    points: int
    cells: tuple[Cell, ...]
    text: str
    others: int = 0


@dataclass(frozen=True)
class Score:
    """What one layout counts, and why."""

    layout: Layout
    lines: tuple[Line, ...]

    @cached_property
    def total(self) -> int:
        """The raw score in points."""
        return sum(line.points for line in self.lines)

    @property
    def column_points(self) -> tuple[int, ...]:
        """What each column counts by itself: all lines but those that reach over several columns."""
        points = [0] * self.layout.grid.columns
        for line in self.lines:
            columns = {cell.column for cell in line.cells}
            if len(columns) == 1:
                points[columns.pop()] += line.points
        return tuple(points)

    @property
    def lines_across(self) -> tuple[Line, ...]:
        """The lines that reach over several columns, such as a bonus."""
        return tuple(line for line in self.lines if len({cell.column for cell in line.cells}) > 1)

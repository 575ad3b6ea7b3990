"""A player's grid of cards, its cells, and its score line by line."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from scorekeeper.rules.cards import Card
from scorekeeper.rules.problems import BadCards, BadLayout
from scorekeeper.rules.wording import as_printed


class Cell(NamedTuple):
    """A cell of a grid. Row 0 is the top row, column 0 the leftmost, as the player sees them."""

    row: int
    column: int

    def __str__(self) -> str:
        return f"row {self.row + 1}, column {self.column + 1}"


@dataclass(frozen=True, slots=True)
class Grid:
    """The shape of every layout of a house."""

    rows: int
    columns: int

    def __str__(self) -> str:
        return f"one row of {self.columns}" if self.rows == 1 else f"{self.rows} rows of {self.columns}"

    @property
    def size(self) -> int:
        """The number of cards of a player."""
        return self.rows * self.columns

    def cells(self) -> tuple[Cell, ...]:
        """Every cell in reading order: along the top row first."""
        return _cells(self.rows, self.columns)

    def lines(self, where: Collection[str], least: int = 1) -> tuple[tuple[Cell, ...], ...]:
        """The lines of cells in these directions: `column`, `row`, `diagonal`, or `anywhere` for the whole grid.

        A diagonal runs from edge to edge; those with fewer than ``least`` cells are left out.
        """
        return _lines(self, tuple(where), least)


@lru_cache(maxsize=64)
def _grid(rows: int, columns: int) -> Grid:
    return Grid(rows, columns)


@lru_cache(maxsize=64)
def _cells(rows: int, columns: int) -> tuple[Cell, ...]:
    return tuple(Cell(row, column) for row in range(rows) for column in range(columns))


@lru_cache(maxsize=1024)
def _lines(grid: Grid, where: tuple[str, ...], least: int) -> tuple[tuple[Cell, ...], ...]:
    found: list[tuple[Cell, ...]] = []
    for direction in where:
        if direction == "column":
            found += [tuple(Cell(row, column) for row in range(grid.rows)) for column in range(grid.columns)]
        elif direction == "row":
            found += [tuple(Cell(row, column) for column in range(grid.columns)) for row in range(grid.rows)]
        elif direction == "diagonal":
            found += _diagonals(grid)
        else:
            found.append(grid.cells())
    return tuple(line for line in found if len(line) >= least)


def _diagonals(grid: Grid) -> list[tuple[Cell, ...]]:
    """First those that fall from left to right, then those that rise; each from its top cell."""
    cells, falling, rising = grid.cells(), range(1 - grid.rows, grid.columns), range(grid.rows + grid.columns - 1)
    return [
        *(tuple(cell for cell in cells if cell.column - cell.row == start) for start in falling),
        *(tuple(cell for cell in cells if cell.column + cell.row == start) for start in rising),
    ]


def uneven_rows(widths: Sequence[int]) -> str:
    """The message for rows that differ in length."""
    return f"The rows have {' and '.join(map(str, widths))} cards. They must have the same number."


@dataclass(frozen=True)
class Layout:
    """A complete grid of cards at the end of a hole.

    ``hidden`` holds the cells whose card was still face down when the hole ended. Every sheet turns those up and scores
    them; only a table that does not needs to say which they were (sheet 000, question h).

    Raises BadLayout when there is no card or the rows differ in length.
    """

    rows: tuple[tuple[Card, ...], ...]
    hidden: frozenset[Cell] = frozenset()

    def __post_init__(self) -> None:
        if not self.rows or not self.rows[0]:
            raise BadLayout([BadCards("layout.empty", "There are no cards.")])
        if len(set(map(len, self.rows))) > 1:
            raise BadLayout([BadCards("layout.uneven_rows", uneven_rows([len(row) for row in self.rows]))])

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        # Choosing a worksheet looks the same layouts up thousands of times.
        return hash(self.rows)

    def __getitem__(self, cell: Cell) -> Card:
        return self.rows[cell.row][cell.column]

    @property
    def grid(self) -> Grid:
        return _grid(len(self.rows), len(self.rows[0]))

    @property
    def columns(self) -> tuple[tuple[Card, ...], ...]:
        """The same cards column by column, each from top to bottom."""
        return tuple(zip(*self.rows, strict=True))

    def cards(self) -> tuple[Card, ...]:
        """Every card in reading order."""
        return tuple(card for row in self.rows for card in row)

    @property
    def shown(self) -> str:
        """The layout in notation as people read it."""
        return as_printed(str(self))

    def __str__(self) -> str:
        return " / ".join(
            " ".join(
                f"[{card}]" if self.hidden and Cell(row, column) in self.hidden else str(card)
                for column, card in enumerate(cards)
            )
            for row, cards in enumerate(self.rows)
        )


# --- the score of a layout --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Line:
    """One step of a score: the points of these cells by this rule, with a sentence for people.

    ``others`` are points that every other player of the hole gets from it.
    """

    rule: str
    points: int
    cells: tuple[Cell, ...]
    text: str
    others: int = 0


@dataclass(frozen=True)
class Score:
    """The score of one layout, and why."""

    layout: Layout
    lines: tuple[Line, ...]

    @cached_property
    def total(self) -> int:
        """The raw score in points."""
        return sum(line.points for line in self.lines)

    @property
    def column_points(self) -> tuple[int, ...]:
        """The points of each column by itself: all lines but those across several columns."""
        points = [0] * self.layout.grid.columns
        for line in self.lines:
            columns = {cell.column for cell in line.cells}
            if len(columns) == 1:
                points[columns.pop()] += line.points
        return tuple(points)

    @property
    def cancelled(self) -> frozenset[Cell]:
        """The cells of matching cards that count together, as a pair in a column."""
        return frozenset(cell for line in self.lines if line.rule == "pair" for cell in line.cells)

    @property
    def lines_across(self) -> tuple[Line, ...]:
        """The lines across several columns, such as a bonus."""
        return tuple(line for line in self.lines if len({cell.column for cell in line.cells}) > 1)

"""Totals without explanations, for very many layouts: a million lines, or hundreds of beliefs about one hand.

Where each column counts by itself it is worked out once and looked up from then on; every other layout, and the few
that could earn a bonus, go to the plain scorer. A layout that is plainly written need not even become cards.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from scorekeeper.rules.bonuses import earns, may_show_four
from scorekeeper.rules.cards import Rank
from scorekeeper.rules.house import House
from scorekeeper.rules.layout import Grid, Layout
from scorekeeper.rules.notation import LONGEST_TEXT, parse_layout
from scorekeeper.rules.scoring import RankColumn, column_lines, score

_MOST_COLUMNS = 50_000
"""Different columns of a house beyond which it takes longer to score each once than most lists of layouts would."""


class Columns:
    """The points of columns by their ranks from top to bottom, bonuses left out; each is worked out once it is needed.

    Houses that differ in nothing but values and cancelling may share them: a column has one row, with a place for each
    way to count. Beyond ``most`` different columns all are forgotten and begun anew; None forgets nothing.
    """

    def __init__(self, most: int | None = None) -> None:
        self.rows: dict[RankColumn, list[Any]] = {}  # numbers, and None for what was not needed yet
        self._most = most
        self._places: dict[str, int] = {}
        self._houses: list[House] = []

    def place_of(self, house: House) -> int:
        """Where the points by that house stand in each row. Houses that count single columns alike have one place."""
        alone = replace(house, grid=Grid(house.grid.rows, 1), four_of_a_kind=None)
        place = self._places.setdefault(repr((dict(alone.values), alone.cancelling)), len(self._houses))
        if place == len(self._houses):
            self._houses.append(alone)
        return place

    def points(self, column: RankColumn, place: int) -> int:
        """What a column counts by the house of that place. Raises KeyError for a card that the house does not know."""
        house = self._houses[place]
        if not house.values.keys() >= set(column):
            raise KeyError(column)
        row = self.rows.get(column)
        if row is None:
            if self._most is not None and len(self.rows) >= self._most:
                self.rows.clear()
            row = self.rows[column] = [None] * len(self._houses)
        row += [None] * (place + 1 - len(row))
        if row[place] is None:
            row[place] = sum(line.points for line in column_lines(column, house))
        return int(row[place])


class Totals:
    """Adds up layouts of one house from the points of their columns, which it may share with others: `Columns`."""

    def __init__(self, house: House, columns: Columns | None = None) -> None:
        self.house = house
        self._by_column = house.counts_by_column and len(house.ranks) ** house.grid.rows <= _MOST_COLUMNS
        self._columns = Columns() if columns is None else columns
        self._place = self._columns.place_of(house) if self._by_column else 0
        self._written = _Written(self._columns, self._place, house.grid.rows)
        # Every row but the last ends with a stroke, so that words so many apart stand above each other.
        apart = house.grid.columns + 1
        self._below = [slice(column, None, apart) for column in range(apart)]
        self._strokes = ["/"] * (house.grid.rows - 1)
        self._four = four = house.four_of_a_kind if earns(house.four_of_a_kind) else None
        # So many columns of one rank are worth a look for a bonus.
        self._enough = apart if four is None else 2 if four.pattern in ("columns", "any-pairs") else 0

    def total(self, layout: Layout) -> int:
        """The raw score of one layout, equal to that of the plain scorer.

        Raises BadLayout like the plain scorer, for the same layouts.
        """
        uncounted = layout.hidden and self.house.ending.hidden != "counted"
        if not self._by_column or uncounted or layout.grid != self.house.grid:
            return score(layout, self.house).total
        columns = [tuple([card.rank for card in column]) for column in zip(*layout.rows, strict=True)]
        if self._four is not None and may_show_four(columns, self._four):
            return score(layout, self.house).total
        try:
            return self._added(columns)
        except KeyError:
            return score(layout, self.house).total  # which says what is wrong

    def read(self, text: str) -> int:
        """The raw score of one layout in notation, equal to that of its cards.

        Raises BadLayout like `parse_layout`.
        """
        words = text.split()
        *columns, strokes = self._below
        if self._by_column and words[strokes] == self._strokes and len(text) <= LONGEST_TEXT:
            points = alike = 0
            try:
                for below in columns:
                    more, of_one_rank = self._written[tuple(words[below])]
                    points += more
                    alike += of_one_rank
            except (KeyError, ValueError):
                pass  # wrong, or written in a way that only the parser knows
            else:
                if self._four is None or alike < self._enough:
                    return points
                if not may_show_four([tuple(words[below]) for below in columns], self._four):
                    return points
        return self.total(parse_layout(text, self.house))

    def _added(self, columns: Sequence[RankColumn]) -> int:
        """The points of columns, without bonuses. Raises KeyError for a card that the house does not know."""
        rows, place = self._columns.rows, self._place
        try:
            return sum([rows[column][place] for column in columns])
        except (KeyError, IndexError, TypeError):  # one of them was not needed yet
            return sum([self._columns.points(column, place) for column in columns])


class _Written(dict[tuple[str, ...], tuple[int, bool]]):
    """What columns count, by the words of their cards from top to bottom, and whether these are of one rank.

    Filled as columns come, and only with canonical words, so that it never holds more than the columns of the house.
    Raises KeyError or ValueError for any other column.
    """

    def __init__(self, columns: Columns, place: int, rows: int) -> None:
        self._points, self._place, self._rows = columns.points, place, rows

    def __missing__(self, words: tuple[str, ...]) -> tuple[int, bool]:
        if len(words) != self._rows:
            raise KeyError(words)
        found = self[words] = self._points(tuple([Rank(word) for word in words]), self._place), len(set(words)) == 1
        return found

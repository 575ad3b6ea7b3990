"""Totals without explanations, for very many layouts: a million lines, or every layout there is.

Equal columns of a house count the same wherever they stand, as long as nothing cancels across columns. So each column
is scored once by the plain scorer and looked up from then on; where cards cancel across columns, groups and cards are
added up without a word. The few layouts that could earn a bonus go to the plain scorer themselves.

A layout that is plainly written need not even become cards: its columns are looked up by their words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, product
from typing import Any

from scorekeeper.rules.cards import Card, Rank
from scorekeeper.rules.house import House
from scorekeeper.rules.layout import Cell, Grid, Layout
from scorekeeper.rules.notation import LONGEST_TEXT, parse_layout
from scorekeeper.rules.scoring import cancelled_groups, group_points, score, work_out

RankColumn = tuple[Rank, ...]

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
            row[place] = sum(line.points for line in work_out(_layout([column]), house))
        return int(row[place])


class Totals:
    """Adds up layouts of one house from the points of their columns, which it may share with others: `Columns`."""

    def __init__(self, house: House, columns: Columns | None = None) -> None:
        self.house = house
        columns_alone = house.cancelling is None or house.cancelling.where == ("column",)
        few = len(house.ranks) ** house.grid.rows <= _MOST_COLUMNS
        self._by_column = columns_alone and few and not house.needs_suits and not house.bonuses
        # Bonuses of a whole layout, and suits that may be missing, are left to the plain scorer.
        self._slow = not self._by_column and (house.needs_suits or bool(house.bonuses))
        bonus = house.four_of_a_kind
        self._bonus = bonus if bonus is not None and (bonus.points or bonus.by_rank or bonus.by_columns) else None
        self._columns = Columns() if columns is None else columns
        self._place = self._columns.place_of(house) if self._by_column else 0
        self._written = _Written(self._columns, self._place, house.grid.rows)
        # Every row but the last ends with a stroke, so that words so many apart stand above each other.
        apart = house.grid.columns + 1
        self._below = [slice(column, None, apart) for column in range(apart)]
        self._strokes = ["/"] * (house.grid.rows - 1)
        # So many columns of one rank are worth a look for a bonus.
        self._enough = apart if self._bonus is None else 0 if self._bonus.pattern in _LOOSE else 2

    def total(self, layout: Layout) -> int:
        """The raw score of one layout, equal to that of the plain scorer.

        Raises BadLayout like the plain scorer, for the same layouts.
        """
        uncounted = layout.hidden and self.house.ending.hidden != "counted"
        if self._slow or uncounted or layout.grid != self.house.grid:
            return score(layout, self.house).total
        columns = [tuple([card.rank for card in column]) for column in zip(*layout.rows, strict=True)]
        if self._bonus is not None and self._may_earn_bonus(columns):
            return score(layout, self.house).total
        try:
            return self._added(columns) if self._by_column else self._across(layout)
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
                if alike < self._enough or not self._may_earn_bonus([tuple(words[below]) for below in columns]):
                    return points
        return self.total(parse_layout(text, self.house))

    def _added(self, columns: Sequence[RankColumn]) -> int:
        """The points of columns, without bonuses. Raises KeyError for a card that the house does not know."""
        rows, place = self._columns.rows, self._place
        try:
            return sum([rows[column][place] for column in columns])
        except (KeyError, IndexError, TypeError):  # one of them was not needed yet
            return sum([self._columns.points(column, place) for column in columns])

    def _across(self, layout: Layout) -> int:
        """The points of a layout whose cards cancel across columns, without a word and without bonuses.

        Raises KeyError for a card that the house does not know.
        """
        points = 0
        explained: set[Cell] = set()
        # In the order of the plain scorer, because a card that cancels along two lines counts with the first.
        for group in sorted(cancelled_groups(layout, self.house, ()), key=lambda group: group[0].column):
            points += group_points(group, explained, layout, self.house)[1]
            explained.update(group)
        return points + sum([self.house.value(layout[cell]) for cell in layout.grid.cells() if cell not in explained])

    def every(self) -> Iterator[int]:
        """The total of every possible layout of ranks, in one fixed order.

        The order: columns from left to right, each column's ranks from top to bottom, ranks as the house lists them;
        the last column changes fastest, and in a column the bottom rank.
        """
        if not self._by_column:
            columns = list(product(self.house.ranks, repeat=self.house.grid.rows))
            for layout in product(columns, repeat=self.house.grid.columns):
                yield score(_layout(layout), self.house).total
            return
        last_columns = list(product(self.house.ranks, repeat=self.house.grid.rows))
        last_points = [self._added((column,)) for column in last_columns]
        place = {column: number for number, column in enumerate(last_columns)}
        for first_columns in product(last_columns, repeat=self.house.grid.columns - 1):
            points = self._added(first_columns)
            block = [points + more for more in last_points]
            for column in self._completing_bonus(first_columns, last_columns):
                block[place[column]] = score(_layout((*first_columns, column)), self.house).total
            yield from block

    def _completing_bonus(
        self, first_columns: Sequence[RankColumn], last_columns: Sequence[RankColumn]
    ) -> Iterator[RankColumn]:
        """The last columns with which a layout that begins with these columns could earn a bonus."""
        if self._bonus is None:
            return
        if self._bonus.pattern == "columns" and not self._may_earn_bonus(first_columns):
            last_columns = first_columns  # only a column equal to one before it
        if self._bonus.pattern in _LOOSE:
            found = Counter(chain.from_iterable(first_columns))
            lacking = [(rank, 4 - found[rank]) for rank in self.house.ranks if 4 - found[rank] <= self.house.grid.rows]
            for column in last_columns if lacking else ():
                if any(column.count(rank) >= missing for rank, missing in lacking):
                    yield column
            return
        for column in last_columns:
            if self._may_earn_bonus((*first_columns, column)):
                yield column

    def _may_earn_bonus(self, columns: Sequence[tuple[str, ...]]) -> bool:
        """Whether a bonus is worth a look: quickly said, and never wrongly denied."""
        if self._bonus is not None and self._bonus.pattern == "columns":
            return len(set(columns)) < len(columns) and any(len(set(column)) == 1 for column in columns)
        if self._bonus is not None and self._bonus.pattern == "any-pairs":
            return sum([len(set(column)) == 1 for column in columns]) >= 2
        return max(Counter(chain.from_iterable(columns)).values(), default=0) >= 4


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


# Patterns whose four cards need not fill columns.
_LOOSE = ("two-and-two", "anywhere", "block", "end-block")


def _layout(columns: Sequence[RankColumn]) -> Layout:
    return Layout(tuple([tuple([_CARDS[rank] for rank in row]) for row in zip(*columns, strict=True)]))


_CARDS = {rank: Card(rank) for rank in Rank}

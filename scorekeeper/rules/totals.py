"""Totals without explanations, for very many layouts: a million lines, or every layout there is.

Equal columns of a house count the same wherever they stand, as long as nothing cancels across columns. So each column
is scored once by the plain scorer and looked up from then on; only a bonus over several columns is looked at again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise, product

from scorekeeper.rules.cards import Card, Rank
from scorekeeper.rules.house import FourOfAKind, House
from scorekeeper.rules.layout import Grid, Layout
from scorekeeper.rules.scoring import score

RankColumn = tuple[Rank, ...]


class Totals:
    """Adds up layouts of one house from the points of their columns."""

    def __init__(self, house: House) -> None:
        self.house = house
        bonus = house.four_of_a_kind
        self._by_column = house.counts_by_column and (bonus is None or bonus.pattern == "columns")
        self._bonus = bonus if bonus is not None and bonus.points else None
        single_column = replace(house, grid=Grid(house.grid.rows, 1), four_of_a_kind=None)
        self.columns: dict[RankColumn, int] = {}
        """The points of every possible column, by its ranks from top to bottom."""
        for ranks in product(house.ranks, repeat=house.grid.rows) if self._by_column else ():
            column = Layout(tuple((Card(rank),) for rank in ranks))
            self.columns[ranks] = score(column, single_column).total

    def total(self, layout: Layout) -> int:
        """The raw score of one layout, equal to that of the plain scorer.

        Raises BadLayout like the plain scorer, for the same layouts.
        """
        if not self._by_column or layout.hidden:
            return score(layout, self.house).total
        columns = [tuple([card.rank for card in column]) for column in zip(*layout.rows, strict=True)]
        try:
            points = sum([self.columns[column] for column in columns])
        except KeyError:
            return score(layout, self.house).total  # which says what is wrong
        if len(layout.rows[0]) != self.house.grid.columns:
            return score(layout, self.house).total
        if self._bonus is not None:
            points += column_bonus(columns, self._bonus)
        return points

    def every(self) -> Iterator[int]:
        """The total of every possible layout of ranks, in one fixed order.

        The order: columns from left to right, each column's ranks from top to bottom, ranks as the house lists them;
        the last column changes fastest.
        """
        for columns in product(self.columns, repeat=self.house.grid.columns):
            points = 0
            for column in columns:
                points += self.columns[column]
            yield points if self._bonus is None else points + column_bonus(columns, self._bonus)


def column_bonus(columns: tuple[RankColumn, ...] | list[RankColumn], bonus: FourOfAKind) -> int:
    """The bonus points for equal columns of one rank, as `scoring` gives them."""
    if len(set(columns)) == len(columns):
        return 0
    points = 0
    for column in dict.fromkeys(columns):
        if len(set(column)) > 1 or column[0] in bonus.not_for:
            continue
        places = [place for place, other in enumerate(columns) if other == column]
        neighbours = sum(right - left == 1 for left, right in pairwise(places))
        if bonus.touching:
            blocks = neighbours
        elif bonus.six_alike == "each-pair":
            blocks = len(places) * (len(places) - 1) // 2
        else:
            blocks = len(places) - 1
        points += bonus.points * (min(blocks, 1) if bonus.six_alike == "once" else blocks)
    return points

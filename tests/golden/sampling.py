"""Layouts of a house drawn in one fixed sequence, which tests/js/parity/sampled_total.js draws as well.

A state of 32 bits begins at 1. Each draw makes it `state * 1664525 + 1013904223` modulo 2**32; a draw of one out of `n`
is its upper sixteen bits modulo `n`. For each layout are drawn, in this order:

1. how many different ranks it has, 1 to 5, then each of them out of the house's ranks in the order of the keypad
2. where the house compares suits: how many different suits, 1 to 4, then each of them out of S H D C
3. column by column from the left, each from the top: one of the ranks, and where its suit matters one of the suits
4. where canceled cards leave the grid: for each line along which they do, in the order of `Grid.lines`, one out of
   four; at the first of these the whole line is empty
5. where a face-down card counts a fixed number: for each place, in reading order, one out of four; at the first of
   these it still lies face down
"""

from collections.abc import Iterator

from scorekeeper.rules import Card, Cell, House, Layout, Rank, Suit


class Draws:
    """The sequence of draws."""

    def __init__(self) -> None:
        self.state = 1

    def one_of(self, n: int) -> int:
        """A number below ``n``."""
        self.state = (self.state * 1664525 + 1013904223) % 2**32
        return (self.state >> 16) % n


def sampled_layouts(house: House, count: int) -> Iterator[Layout]:
    """So many layouts; some of them are of few ranks, so that equal cards meet often."""
    draws = Draws()
    suits = list(Suit)
    rule = house.cancelling
    lines = house.grid.lines(rule.where, rule.size) if rule is not None and rule.leave else ()
    for _ in range(count):
        ranks = [house.ranks[draws.one_of(len(house.ranks))] for _ in range(1 + draws.one_of(5))]
        some_suits = [suits[draws.one_of(4)] for _ in range(1 + draws.one_of(4))] if house.needs_suits else []
        cards: dict[Cell, Card] = {}
        for column in range(house.grid.columns):
            for row in range(house.grid.rows):
                rank = ranks[draws.one_of(len(ranks))]
                suit = some_suits[draws.one_of(len(some_suits))] if rank in house.suited_ranks else None
                cards[Cell(row, column)] = Card(rank, suit)
        for line in lines:
            if draws.one_of(4) == 0:
                cards |= dict.fromkeys(line, Card(Rank.GONE))
        hidden = (
            frozenset(cell for cell in house.grid.cells() if draws.one_of(4) == 0)
            if house.ending.hidden != "counted"
            else frozenset()
        )
        yield Layout(
            tuple(
                tuple(cards[Cell(row, column)] for column in range(house.grid.columns))
                for row in range(house.grid.rows)
            ),
            hidden,
        )

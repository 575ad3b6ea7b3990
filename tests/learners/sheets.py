"""The five rule sheets, scored step by step as somebody does it by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tests.learners.hands import JOKER, Card, Hand, Spot, columns_of

Match = Callable[[Card, Card], bool]
Group = tuple[Spot, ...]
"""Spots whose cards cancel together."""


def same_rank(one: Card, other: Card) -> bool:
    return one.rank == other.rank


def in_columns(hand: Hand, match: Match) -> list[Group]:
    columns = [(Spot(0, column), Spot(1, column)) for column in range(columns_of(hand))]
    return [(top, bottom) for top, bottom in columns if match(hand[top], hand[bottom])]


def four_alike(hand: Hand) -> str:
    """The rank that fills two columns; "" for none."""
    full = [hand[top].rank for top, _ in in_columns(hand, same_rank)]
    return next((rank for rank in full if full.count(rank) > 1), "")


@dataclass(frozen=True, eq=False)
class Way:
    """A way to score. A wrong rule changes one of its steps."""

    values: dict[str, int]
    match: Match = same_rank
    groups: Callable[[Hand, Match], list[Group]] = in_columns
    """Which cards cancel; one may do so twice."""
    canceled: Callable[[Way, Hand, Group], int] = lambda way, hand, group: 0
    """What such a group is worth."""
    counting: Callable[[Way, Hand, list[Spot]], list[Spot]] = lambda way, hand, left: left
    """Which of the cards that are left count."""
    worth: Callable[[Way, Card], int] = lambda way, card: way.values[card.rank]
    bonus: Callable[[Way, Hand], int] = lambda way, hand: 0
    add: Callable[[Sequence[int], int], int] = lambda columns, bonus: sum(columns) + bonus

    def total(self, hand: Hand) -> int:
        """The number of somebody who makes no slip."""
        groups = self.groups(hand, self.match)
        gone = {spot for group in groups for spot in group}
        points = [0] * columns_of(hand)
        for spot in self.counting(self, hand, [spot for spot in hand if spot not in gone]):
            points[spot.column] += self.worth(self, hand[spot])
        for group in groups:
            points[group[0].column] += self.canceled(self, hand, group)
        return self.add(points, self.bonus(self, hand))


@dataclass(frozen=True, eq=False)
class Sheet:
    """How hands of a rule sheet lie, and the right way to score them."""

    name: str
    way: Way
    columns: int = 3
    jokers: int = 0


PLAIN = {"A": 1, **{str(number): number for number in range(2, 11)}, "J": 10, "Q": 10, "K": 0}

SHEETS = (
    Sheet("worksheet", Way({**PLAIN, "2": -2})),
    Sheet("penalty", Way({**PLAIN, JOKER: -3}, bonus=lambda way, hand: -10 if four_alike(hand) else 0), jokers=2),
    Sheet("rvers", Way({**PLAIN, JOKER: 2}), jokers=2),
    Sheet("four-card", Way(PLAIN, match=lambda one, other: False), columns=2),
    Sheet(
        "two-joker",
        Way({**PLAIN, JOKER: -2}, match=lambda one, other: one.rank == other.rank != JOKER),
        jokers=2,
    ),
)

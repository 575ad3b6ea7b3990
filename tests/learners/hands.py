"""Hands of cards: dealt from decks of their own, and read as the pages write them."""

from collections.abc import Iterable
from random import Random
from typing import NamedTuple

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = "SHDC"
JOKER = "*"
FACE_DOWN = 0.05
"""How often a card is still face down when a hole is scored."""


class Card(NamedTuple):
    """A card of a hand; a joker has no suit."""

    rank: str
    suit: str = ""
    is_up: bool = True

    @property
    def is_red(self) -> bool:
        return self.suit in ("H", "D")

    def __str__(self) -> str:
        return self.rank + self.suit if self.is_up else f"[{self.rank}{self.suit}]"


class Spot(NamedTuple):
    """Where a card lies: row 0 is the top row."""

    row: int
    column: int


Hand = dict[Spot, Card]
"""Cards by where they lie, column by column."""


def columns_of(hand: Hand) -> int:
    return 1 + max(spot.column for spot in hand)


def laid(rows: Iterable[Iterable[Card]]) -> Hand:
    """The hand with these rows."""
    cards = {Spot(row, column): card for row, there in enumerate(rows) for column, card in enumerate(there)}
    return {spot: cards[spot] for spot in sorted(cards, key=lambda spot: (spot.column, spot.row))}


def read(text: str) -> Hand:
    """A hand from its text: `5H * [7S] / 5C QD KH`."""
    return laid([_card(word) for word in row.split()] for row in text.split("/"))


def _card(word: str) -> Card:
    shown = word.strip("[]")
    rank = shown.rstrip(SUITS)
    return Card(rank, shown[len(rank) :], shown == word)


def written(hand: Hand) -> str:
    """The text of a hand."""
    rows = [[str(card) for spot, card in hand.items() if spot.row == row] for row in (0, 1)]
    return " / ".join(map(" ".join, rows))


def deck(jokers: int) -> list[Card]:
    return [Card(rank, suit) for rank in RANKS for suit in SUITS] + [Card(JOKER)] * jokers


def deal(cards: list[Card], columns: int, dice: Random) -> Hand:
    """Two rows from these cards, shuffled; a few lie face down."""
    drawn = [card._replace(is_up=dice.random() >= FACE_DOWN) for card in dice.sample(cards, 2 * columns)]
    return laid([drawn[:columns], drawn[columns:]])

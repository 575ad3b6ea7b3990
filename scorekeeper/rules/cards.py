"""Playing cards: ranks, suits, and their names in plain words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, unique

from scorekeeper.rules.errors import JokerWithSuit


@unique
class Rank(StrEnum):
    """What a card is, without its suit. The member's value is its notation."""

    ACE = "A"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "10"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    JOKER = "*"

    @property
    def word(self) -> str:
        """The rank in words: `queen`."""
        return _WORDS[self]

    @property
    def plural(self) -> str:
        """Several of that rank in words: `sixes`."""
        return _WORDS[self] + ("es" if self is Rank.SIX else "s")


_WORDS = {
    Rank.ACE: "ace",
    Rank.TWO: "two",
    Rank.THREE: "three",
    Rank.FOUR: "four",
    Rank.FIVE: "five",
    Rank.SIX: "six",
    Rank.SEVEN: "seven",
    Rank.EIGHT: "eight",
    Rank.NINE: "nine",
    Rank.TEN: "ten",
    Rank.JACK: "jack",
    Rank.QUEEN: "queen",
    Rank.KING: "king",
    Rank.JOKER: "joker",
}


@unique
class Suit(StrEnum):
    """The four suits. No built-in house scores by suit; the notation carries them for those who note them."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"


CARDS_OF_A_RANK_IN_A_DECK = len(Suit)


@dataclass(frozen=True, slots=True)
class Card:
    """One card of a layout; its suit is None where nobody noted it.

    >>> str(Card(Rank.TEN, Suit.HEARTS))
    '10H'

    Raises JokerWithSuit for a joker that is given a suit.
    """

    rank: Rank
    suit: Suit | None = None

    def __post_init__(self) -> None:
        if self.rank is Rank.JOKER and self.suit is not None:
            raise JokerWithSuit("a joker has no suit")

    def __str__(self) -> str:
        return self.rank.value if self.suit is None else self.rank.value + self.suit.value

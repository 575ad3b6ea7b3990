"""Playing cards: ranks, suits, and their names in plain words."""

from dataclasses import dataclass
from enum import StrEnum, unique
from functools import cached_property

from scorekeeper.rules.problems import BadCards
from scorekeeper.rules.wording import as_printed


@unique
class Rank(StrEnum):
    """A card without its suit, in the order of a keypad. The member's value is its notation.

    Next to the standard deck there are number cards, written with a `#`, for houses with a deck of their own. Two to
    ten are the same in both.
    """

    MINUS_FIVE = "#-5"
    MINUS_FOUR = "#-4"
    MINUS_THREE = "#-3"
    MINUS_TWO = "#-2"
    MINUS_ONE = "#-1"
    ZERO = "#0"
    ACE = "A"
    ONE = "#1"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "10"
    ELEVEN = "#11"
    TWELVE = "#12"
    THIRTEEN = "#13"
    FOURTEEN = "#14"
    FIFTEEN = "#15"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    JOKER = "*"
    GONE = "."
    """An empty place: its card left the grid while the hole was played. Only some houses have it."""

    @property
    def face(self) -> str:
        """The print on the card: `Q`, `-2`."""
        return self.removeprefix("#")

    @property
    def shown(self) -> str:
        """The rank as people read it: as its face, but with a true minus sign."""
        return as_printed(self.value)

    @cached_property
    def word(self) -> str:
        """The rank in words: `queen`."""
        return "empty place" if self is Rank.GONE else self.name.lower().replace("_", " ")

    @property
    def plural(self) -> str:
        """Several of that rank in words: `sixes`."""
        return self.word + ("es" if self is Rank.SIX else "s")


STANDARD_RANKS = tuple(rank for rank in Rank if (len(rank.value) == 1 and rank not in "*.") or rank == "10")
"""The thirteen ranks of the standard deck, ace first; jokers are bought with it."""


@unique
class Suit(StrEnum):
    """The four suits. Most houses do not score by suit, so noting them is optional."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"

    @property
    def sign(self) -> str:
        """As it is printed on a card."""
        return _SIGNS[self]

    @property
    def word(self) -> str:
        return self.name.lower()

    @property
    def is_red(self) -> bool:
        return self in (Suit.HEARTS, Suit.DIAMONDS)


_SIGNS = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}

CARDS_OF_A_RANK_IN_A_DECK = len(Suit)

_WITH_SUITS = frozenset(STANDARD_RANKS)


def article(word: str) -> str:
    """The word with its indefinite article: `an ace`."""
    # "one" is spoken with a w.
    return f"an {word}" if word[0] in "aeiou" and word != "one" else f"a {word}"


@dataclass(frozen=True, slots=True)
class Card:
    """One card of a layout; its suit is None where it is not noted.

    >>> str(Card(Rank.TEN, Suit.HEARTS))
    '10H'

    Raises BadCards for a joker, a number card or an empty place with a suit.
    """

    rank: Rank
    suit: Suit | None = None

    def __post_init__(self) -> None:
        if self.suit is not None and self.rank not in _WITH_SUITS:
            raise BadCards("card.joker_with_suit", f"{article(self.rank.word).capitalize()} has no suit.")

    @property
    def word(self) -> str:
        """The card in words: `king of hearts`, or just `king` without a suit."""
        return self._with_suit(self.rank.word)

    @property
    def plural(self) -> str:
        """Several of that card in words: `kings of hearts`."""
        return self._with_suit(self.rank.plural)

    def _with_suit(self, rank: str) -> str:
        return rank if self.suit is None else f"{rank} of {self.suit.word}"

    @property
    def shown(self) -> str:
        """The card as people read it."""
        return as_printed(str(self))

    def __str__(self) -> str:
        return self.rank.value if self.suit is None else self.rank.value + self.suit.value

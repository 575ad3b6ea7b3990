"""What the fields of the builder's form are made of: each is one parameter of a house in plain words.

A field is named after the key that it sets, so that whatever is wrong with a key is shown at its field.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from scorekeeper.rules.cards import STANDARD_RANKS, Rank, Suit

Choices = tuple[tuple[str, str], ...]

NUMBER_RANKS = tuple(rank for rank in Rank if rank is not Rank.GONE and rank not in (*STANDARD_RANKS, Rank.JOKER))
"""Cards that only a deck of its own has."""

STANDARD_CARDS = (*STANDARD_RANKS, Rank.JOKER)
EVERY_CARD = tuple(rank for rank in Rank if rank is not Rank.GONE)

YES, NO, POINTS = "yes", "no", "points"
"""What a choice says that is no value of a house file: a table that may be left out, and a number beside it."""

RED, BLACK = "red", "black"
SUITS: Choices = (
    (RED, "red"),
    (BLACK, "black"),
    *((suit, f"{suit.sign} {suit.word}") for suit in Suit),
)
SUITS_OF = {RED: (Suit.HEARTS, Suit.DIAMONDS), BLACK: (Suit.SPADES, Suit.CLUBS)}


def _named(rank: Rank) -> str:
    return f"{rank.face} {rank.plural}" if rank.face.isalpha() else rank.plural


RANKS: Choices = tuple((rank.value, _named(rank)) for rank in (*STANDARD_CARDS, *NUMBER_RANKS))


LONGEST_LINE = 26
"""Characters of an answer that surely stand in one line of a phone."""


@dataclass(frozen=True)
class Field:
    """One thing to fill in.

    ``kind``: words and text (one line, several); number (blank where `optional`); numbers (parted by commas); choice;
    counted (a choice, one of whose values is a number beside it); tick; ticks (several of the choices); cards (a value
    and a count for each card); rows (as many lines of `columns` as are needed).
    ``when``: only asked where another field has one of these values, as `cancelling.is=yes`.
    """

    name: str
    kind: Literal["words", "text", "number", "numbers", "choice", "counted", "tick", "ticks", "cards", "rows"]
    label: str
    hint: str = ""
    choices: Choices = ()
    optional: bool = False
    when: str = ""
    columns: tuple[Field, ...] = ()
    most: int = 0  # characters, or rows

    @property
    def is_long(self) -> bool:
        """Whether an answer may need two lines on a phone."""
        return max((len(text) for _, text in self.choices), default=0) > LONGEST_LINE


@dataclass(frozen=True)
class Section:
    """A part of the form that is folded by itself."""

    key: str
    title: str
    fields: tuple[Field, ...]
    hint: str = ""


def words(name: str, label: str, most: int, hint: str = "", when: str = "") -> Field:
    """A line of text."""
    return Field(name, "words", label, hint, most=most, when=when)


def number(name: str, label: str, hint: str = "", *, optional: bool = False, when: str = "") -> Field:
    """A whole number."""
    return Field(name, "number", label, hint, optional=optional, when=when)


def choice(name: str, label: str, *choices: tuple[str, str], hint: str = "", when: str = "") -> Field:
    """One of several answers: each a value and its words."""
    return Field(name, "choice", label, hint, choices, when=when)


def tick(name: str, label: str, hint: str = "", when: str = "") -> Field:
    """Yes or no."""
    return Field(name, "tick", label, hint, when=when)

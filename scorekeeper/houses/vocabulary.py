"""Vocabulary of the parameters: every rule that a house can set, in words, from `vocabulary.toml`.

Builder, rule sheet, comparison, referee and lint all read this one table. A new value of a parameter needs a row
there, and the code that gives it meaning.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from scorekeeper.houses.library import VOCABULARY
from scorekeeper.rules.cards import STANDARD_RANKS, Rank, Suit
from scorekeeper.rules.house import MOST_POINTS, House

YES, POINTS = "yes", "points"
"""Answers of a form that aren't values of a house file: an optional table is there, a number follows."""

RED, BLACK = "red", "black"
SUITS_OF = {RED: (Suit.HEARTS, Suit.DIAMONDS), BLACK: (Suit.SPADES, Suit.CLUBS)}

STANDARD_CARDS = (*STANDARD_RANKS, Rank.JOKER)
EVERY_CARD = tuple(rank for rank in Rank if rank is not Rank.GONE)
NUMBER_RANKS = tuple(rank for rank in EVERY_CARD if rank not in STANDARD_CARDS)
"""Cards that only a custom deck has."""

LONGEST_LINE = 26
"""Characters of an answer that always fit in one line of a phone."""


def _named(rank: Rank) -> str:
    return f"{rank.face} {rank.plural}" if rank.face.isalpha() else rank.plural


_VALUES = {
    "cards": {rank.value: _named(rank) for rank in (*STANDARD_CARDS, *NUMBER_RANKS)},
    "standard": {rank.value: _named(rank) for rank in STANDARD_RANKS},
    "suits": {RED: RED, BLACK: BLACK, **{suit.value: f"{suit.sign} {suit.word}" for suit in Suit}},
}

Kind = Literal["words", "text", "number", "numbers", "choice", "counted", "tick", "ticks", "ranks", "cards", "rows"]


@dataclass(frozen=True, slots=True)
class Parameter:
    """One setting of a house.

    ``kind``: words and text (one line, several); number (left out where `optional`); numbers; choice; counted (a
    choice, one of whose values is a number); tick; ticks (several of the choices); ranks (cards by their letters);
    cards (a value and a count for each card); rows (as many lines of `columns` as are needed).
    ``when``: it only matters where another parameter has one of these values, as `ending.trigger=knock`.
    ``sheet`` and ``referee`` are other words for a value, on the rule sheet and in the referee's clauses.
    """

    key: str
    label: str
    kind: Kind = "number"
    hint: str = ""
    topic: str = ""  # its name in a comparison
    values: Mapping[str, str] | None = None
    sheet: Mapping[str, str] | None = None
    referee: Mapping[str, str] | None = None
    brief: Mapping[str, str] | None = None  # a value in a word or two, for small places
    optional: bool = False
    when: str = ""
    columns: tuple[Parameter, ...] = ()
    least: int | None = None
    most: int | None = None  # of a number; or how many characters or lines

    @property
    def choices(self) -> Mapping[str, str]:
        return self.values or {}

    @property
    def is_long(self) -> bool:
        """Whether an answer may need two lines on a phone."""
        return max(map(len, self.choices.values()), default=0) > LONGEST_LINE

    @property
    def condition(self) -> tuple[str, tuple[str, ...]] | None:
        """The parameter and its values that make this one matter; None for always."""
        key, _, values = self.when.partition("=")
        return (key, tuple(values.split(" "))) if key else None


@dataclass(frozen=True, slots=True)
class Section:
    """Parameters grouped in a form and in a comparison."""

    key: str
    title: str
    parameters: tuple[Parameter, ...]
    hint: str = ""


def _parameter(key: str, row: Mapping[str, Any]) -> Parameter:
    values = row.get("values")
    if isinstance(values, str):
        values = _VALUES[values]
    if "empty" in row:
        values = {"": row["empty"], **(values or {})}
    columns = tuple(_parameter(name, column) for name, column in row.get("columns", {}).items())
    kind = "rows" if columns else "choice" if values else "number"
    told = {name: value for name, value in row.items() if name != "empty"}
    if told.get("kind") == POINTS:
        told |= {"kind": "number", "least": -MOST_POINTS, "most": MOST_POINTS}
    return Parameter(
        **({"kind": kind, "topic": row["label"]} | told | {"key": key, "values": values, "columns": columns})
    )


def _sections() -> Iterator[Section]:
    table = tomllib.loads(Path(__file__).with_name(VOCABULARY).read_text(encoding="utf-8"))
    for key, rows in table.items():
        parameters = tuple(_parameter(name, row) for name, row in rows.items() if isinstance(row, dict))
        yield Section(key, rows["title"], parameters, rows.get("hint", ""))


SECTIONS = tuple(_sections())
PARAMETERS = {one.key: one for section in SECTIONS for one in section.parameters}


def value_of(house: House, key: str) -> Any:
    """The house's value at that key; None if it lacks the table."""
    found: Any = house
    for name in key.split("."):
        found = getattr(found, name, None)
    return found


def referee_words(house: House, key: str) -> str:
    """The referee's words for this house's value."""
    return (PARAMETERS[key].referee or {})[str(value_of(house, key))]

"""Open questions of a house with their readings, and its worked examples.

The row of an option, such as 001-c, is its question's id: see docs/open-questions.md.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from scorekeeper.rules.parameters import Strict
from scorekeeper.rules.wording import count_word

Basis = Literal["printed", "our reading", "not in the rules"]
"""What a sheet's own answer rests on, in the words that people see. For what is printed they see nothing.

Our reading: the sheet can be read in another way or contradicts itself. Not in the rules: the sheet is silent, and the
answer is ours.
"""
BY_HOUSE = "the rules"
"""The same for a house that follows nothing published. People see nothing."""
BY_TABLE = "your choice"
OPEN = "not chosen yet"

MARKS = {
    "printed": "printed",
    BY_HOUSE: "the-rules",
    "our reading": "our-reading",
    "not in the rules": "not-in-the-rules",
    BY_TABLE: "your-choice",
    OPEN: "open",
}
"""Marks in pages and JSON; they stay when the words change. `printed` is for numbered sheets alone."""


@dataclass(frozen=True, kw_only=True)
class Reading:
    """One way to read an ambiguous rule, and the parameters that it sets, written as `cancelling.size`.

    A reading that sets nothing is stored with the game too, as what the table agreed on.
    """

    __pydantic_config__: ClassVar[Any] = Strict

    key: str
    text: str  # what it means at the table, in a few words
    sets: Mapping[str, Any] = field(default_factory=dict)
    layout: str = ""  # the question's example under this reading, if its cards or grid change
    enders: tuple[str, ...] = ()  # who ended the example's hole under this reading, if that differs
    # Answers to other questions that rule this one out, such as "four-of-a-kind=cancel".
    excludes: tuple[str, ...] = ()
    # A table may choose it, but the sheet prints something else: so it is wrong while no table has chosen it.
    against_print: bool = False


@dataclass(frozen=True, kw_only=True)
class AskedAbout:
    """A question's example: one layout, or a hole of several players. Its numbers are always computed."""

    __pydantic_config__: ClassVar[Any] = Strict

    layout: str = ""
    # By player's name: a layout, or points; for a question about the match the points of every hole.
    hole: Mapping[str, str] = field(default_factory=dict)
    ender: str = ""  # who ended that hole
    player: str = ""  # whose score differs between the readings
    story: str = ""  # the events at the table, in a sentence or two


@dataclass(frozen=True, kw_only=True)
class Option:
    """A question about the sheet with its readings. The first is the sheet's own, or ours if it is silent."""

    __pydantic_config__: ClassVar[Any] = Strict

    key: str
    row: str  # the question's id among those of its sheet, such as "001-c"
    # What the answer changes: a score, what is allowed, who wins; a note changes no rule.
    kind: Literal["score", "play", "match", "note"]
    question: str
    why: str  # the sheet's words, and why they have two readings
    readings: tuple[Reading, ...]
    basis: Basis = "printed"  # what the first reading rests on
    must_ask: bool = False  # the sheet has a gap that the table must close
    only_players: int | None = None  # the question arises only with this number of players
    # usual: asked of every table. rare: found on request. explained: to know, with nothing to choose.
    asked: Literal["usual", "rare", "explained"] = "usual"
    elsewhere: str = ""  # what other published rules do
    example: AskedAbout | None = None

    def reading(self, key: str) -> Reading | None:
        return next((reading for reading in self.readings if reading.key == key), None)

    @property
    def whole_question(self) -> str:
        """The question with the number of players it is for, if it doesn't name them itself."""
        if self.only_players is None or "players" in self.question:
            return self.question
        return f"With {count_word(self.only_players)} players: {self.question}"

    @property
    def parameters(self) -> frozenset[str]:
        """The house parameters that the readings set."""
        return frozenset(parameter for reading in self.readings for parameter in reading.sets)

    def contradicts(self, reading: Reading) -> bool:
        """Whether the sheet prints something else than this reading."""
        return reading.against_print or (self.basis == "printed" and reading is not self.readings[0])

    @property
    def default(self) -> Reading | None:
        """The reading of a table that has not chosen; None if it must choose."""
        return None if self.must_ask else self.readings[0]


@dataclass(frozen=True, kw_only=True)
class Example:
    """A worked example for tests and the rule sheet: a layout in notation and its total."""

    __pydantic_config__: ClassVar[Any] = Strict

    layout: str
    total: int
    why: str = ""

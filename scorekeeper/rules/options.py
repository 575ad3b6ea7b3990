"""What a house leaves open, and what it shows by example: questions with their readings, and worked layouts.

Which question of a sheet an option answers is told by its row, such as 001-c: see docs/open-questions.md.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from scorekeeper.rules.parameters import Strict

Basis = Literal["printed", "read so", "not in the sheet"]
"""What a sheet's own answer rests on, in the words that people see.

It is printed; the sheet can be read otherwise or contradicts itself; or the sheet is silent, and the answer is ours.
"""
BY_HOUSE = "the house"
"""The same for a house that follows nothing published."""
BY_TABLE = "chosen by the table"
OPEN = "still open"

OF_RULES = {
    "printed": "in the rules",
    "read so": "our reading",
    "not in the sheet": "not in the rules",
    BY_TABLE: "your choice",
}
"""How all of these are called for a house without a sheet."""

MARKS = {
    "printed": "printed",
    BY_HOUSE: "the-rules",
    "read so": "our-reading",
    "not in the sheet": "not-in-the-rules",
    BY_TABLE: "your-choice",
    OPEN: "open",
}
"""What pages and JSON mark them by; it stays when the words change. `printed` is for numbered sheets alone."""


@dataclass(frozen=True, kw_only=True)
class Reading:
    """One way to read an ambiguous rule: the parameters of the house that it sets, written as `cancelling.size`.

    A reading that sets nothing is kept with the game all the same, as what the table agreed on.
    """

    __pydantic_config__: ClassVar[Any] = Strict

    key: str
    text: str  # what it means at the table, in a few words
    sets: Mapping[str, Any] = field(default_factory=dict)
    layout: str = ""  # the question's example as this reading leaves it, where it changes cards or grid
    enders: tuple[str, ...] = ()  # who ended the example's hole by this reading, where readings differ in that
    # Answers to other questions that this one cannot stand beside, such as "four-of-a-kind=cancel".
    excludes: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class AskedAbout:
    """What a question is shown by: one layout, or a hole of several players. Its numbers are always computed."""

    __pydantic_config__: ClassVar[Any] = Strict

    layout: str = ""
    # By player's name: a layout, or points; for a question about the match the points of every hole.
    hole: Mapping[str, str] = field(default_factory=dict)
    ender: str = ""  # who ended that hole
    player: str = ""  # whose score tells the readings apart
    story: str = ""  # what happened at the table, in a sentence or two


@dataclass(frozen=True, kw_only=True)
class Option:
    """A question about the sheet with its readings; the first one is the sheet's own, or ours where it is silent."""

    __pydantic_config__: ClassVar[Any] = Strict

    key: str
    row: str  # the question's id in the comparison of the sheets, such as "001-c"
    # What the answer changes: a score, what is allowed, who wins; or nothing but how the sheet is understood.
    kind: Literal["score", "play", "match", "note"]
    question: str
    why: str  # what the sheet says, and why it can be read in two ways
    readings: tuple[Reading, ...]
    basis: Basis = "printed"  # what the first reading rests on
    must_ask: bool = False  # the sheet has a gap that the table has to close itself
    only_players: int | None = None  # the question arises with exactly so many players
    # usual: put to every table. rare: for those who look for it. explained: nothing to choose, only to know.
    asked: Literal["usual", "rare", "explained"] = "usual"
    elsewhere: str = ""  # what other published rules do
    example: AskedAbout | None = None

    def reading(self, key: str) -> Reading | None:
        return next((reading for reading in self.readings if reading.key == key), None)

    @property
    def parameters(self) -> frozenset[str]:
        """What the readings set: the parameters of the house that the question is about."""
        return frozenset(parameter for reading in self.readings for parameter in reading.sets)

    @property
    def default(self) -> Reading | None:
        """The reading taken where the table says nothing; None where the table must say."""
        return None if self.must_ask else self.readings[0]


@dataclass(frozen=True, kw_only=True)
class Example:
    """A worked example: the layout in notation and its total, for a test and for the rule sheet."""

    __pydantic_config__: ClassVar[Any] = Strict

    layout: str
    total: int
    why: str = ""

"""A house: one complete, named set of rules for Golf. Data only; `scoring`, `hole` and `game` say what it means.

The fields below are the keys of a house file (see docs/adding-a-house.md) and of the house data that the pages score
with, name by name.
Which question of a sheet an option answers is told by its row, such as 001-c: see docs/open-questions.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, Literal

from scorekeeper.rules.cards import CARDS_OF_A_RANK_IN_A_DECK, Rank
from scorekeeper.rules.errors import TooFewPlayers, TooManyPlayers
from scorekeeper.rules.layout import Grid

# Whoever reads a house from a file refuses keys that no field below knows.
Strict: Any = {"extra": "forbid"}

MOST_SEATS = 24
"""More people than this do not fit around one table, whatever the decks could deal."""


@dataclass(frozen=True, kw_only=True)
class Source:
    """Where a house comes from."""

    __pydantic_config__: ClassVar[Any] = Strict

    sheet: str  # the number of the rule sheet, such as "004"; "" for a house without one
    title: str


@dataclass(frozen=True, kw_only=True)
class Table:
    """Who plays, and with which cards."""

    __pydantic_config__: ClassVar[Any] = Strict

    players_min: int = 2
    players_max: int | None = None
    # From this many players on, so many decks; "ask" where the sheet leaves a gap.
    decks: Mapping[int, int | Literal["ask"]] = field(default_factory=lambda: {2: 1})
    jokers_per_deck: int = 0


@dataclass(frozen=True, kw_only=True)
class Cancelling:
    """Which equal cards count nothing."""

    __pydantic_config__: ClassVar[Any] = Strict

    where: tuple[Literal["column", "row", "anywhere"], ...] = ("column",)
    size: int = 2  # how many equal cards cancel each other
    same: Literal["rank", "value", "card"] = "rank"
    # of three equal cards two cancel and the third counts, or it goes with them.
    leftover: Literal["counts", "cancels"] = "counts"
    # what a cancelled group of this rank counts after all: its own values, the lower of those and 0, or so much.
    exceptions: Mapping[Rank, Literal["zero", "keep", "lower"] | int] = field(default_factory=dict)
    wild: tuple[Rank, ...] = ()  # matches any card of its line


@dataclass(frozen=True, kw_only=True)
class FourOfAKind:
    """Points for four equal cards."""

    __pydantic_config__: ClassVar[Any] = Strict

    points: int  # 0 switches the bonus off
    # columns: two columns of one rank. any-pairs: two cancelled columns, of whatever ranks.
    # two-and-two: two in one row, two in another. anywhere: just four in the layout.
    pattern: Literal["columns", "any-pairs", "two-and-two", "anywhere"] = "columns"
    touching: bool = False  # the two columns must be neighbours
    not_for: tuple[Rank, ...] = ()
    # Six of a rank: once, for each two of its columns that follow each other, or for each two of them.
    six_alike: Literal["once", "each-block", "each-pair"] = "once"
    # cancelled: the bonus stands in place of the cards' values. counted: it comes on top of them.
    cards: Literal["cancelled", "counted"] = "cancelled"


@dataclass(frozen=True, kw_only=True)
class Penalty:
    """What the ender pays when somebody else did better on this hole. Raw scores are compared."""

    __pydantic_config__: ClassVar[Any] = Strict

    kind: Literal["none", "add", "double", "double-and-add", "worst"]
    points: int = 0
    when: Literal["someone-lower", "someone-lower-or-equal"] = "someone-lower"
    each_rival: bool = False  # the points once for every such player


@dataclass(frozen=True, kw_only=True)
class Reward:
    """What the ender gets for having the lowest raw score alone."""

    __pydantic_config__: ClassVar[Any] = Strict

    kind: Literal["none", "zero", "add"]
    points: int = 0


@dataclass(frozen=True, kw_only=True)
class Opening:
    """What is seen before a player's first turn."""

    __pydantic_config__: ClassVar[Any] = Strict

    face_up: int = 0  # cards turned up, of the player's choice
    when: Literal["before-play", "first-turn"] = "before-play"
    peek: int = 0  # cards looked at once, those nearest to the player


@dataclass(frozen=True, kw_only=True)
class Turn:
    """What a turn consists of. Nothing here changes a score."""

    __pydantic_config__: ClassVar[Any] = Strict

    placed: Literal["face-up", "face-down"] = "face-up"
    may_return_discard: bool = False  # put a card taken from the discard pile straight back
    turn_up_after_discard: Literal["never", "must-but-last"] = "never"


@dataclass(frozen=True, kw_only=True)
class Ending:
    """How a hole ends."""

    __pydantic_config__: ClassVar[Any] = Strict

    trigger: Literal["all-face-up", "turn-up-last", "knock"]
    replacing_last_ends: bool = True
    last_turns: int = 0  # turns that each of the others still has
    stock_empty: Literal["reshuffle", "hole-ends"] = "reshuffle"
    # What a card still face down at the end counts: itself, or a fixed number of points.
    hidden: Literal["counted"] | int = "counted"


@dataclass(frozen=True, kw_only=True)
class Match:
    """How many holes, and who wins."""

    __pydantic_config__: ClassVar[Any] = Strict

    holes: tuple[int, ...] = (9,)  # the usual lengths, the default first
    winner: Literal["lowest-total", "most-holes"] = "lowest-total"
    tie: Literal["shared", "extra-hole"] = "shared"
    hole_winner: bool = False  # the sheet names a winner of each hole


@dataclass(frozen=True, kw_only=True)
class Reading:
    """One way to read an ambiguous rule: the parameters of the house that it sets, written as `cancelling.size`."""

    __pydantic_config__: ClassVar[Any] = Strict

    key: str
    text: str  # what it means at the table, in a few words
    sets: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Option:
    """A question that the sheet leaves open, with its readings; the first one is as printed."""

    __pydantic_config__: ClassVar[Any] = Strict

    key: str
    row: str  # the question's id in the comparison of the sheets, such as "001-c"
    kind: Literal["score", "play", "match"]
    question: str
    why: str  # what the sheet says, and why it can be read in two ways
    readings: tuple[Reading, ...]
    must_ask: bool = False  # the sheet has a gap, so that no reading is the printed one
    only_players: int | None = None  # the question arises with exactly so many players

    def reading(self, key: str) -> Reading | None:
        """The reading of that key, or None."""
        return next((reading for reading in self.readings if reading.key == key), None)

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


@dataclass(frozen=True, kw_only=True)
class House:
    """A complete set of rules under a key and a name. ``readings`` tells which reading each option was given."""

    __pydantic_config__: ClassVar[Any] = Strict

    key: str
    name: str
    summary: str  # one sentence
    source: Source
    grid: Grid
    values: Mapping[Rank, int]  # a rank that is missing here is not in the game
    ending: Ending
    table: Table = Table()
    cancelling: Cancelling | None = None
    four_of_a_kind: FourOfAKind | None = None
    penalty: Penalty | None = None
    reward: Reward | None = None
    opening: Opening = Opening()
    turn: Turn = Turn()
    match: Match = Match()
    options: tuple[Option, ...] = ()
    examples: tuple[Example, ...] = ()
    readings: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def ranks(self) -> tuple[Rank, ...]:
        """The ranks that this house gives a value, ace first: the keys of its keypad."""
        return tuple(rank for rank in Rank if rank in self.values)

    @property
    def has_joker(self) -> bool:
        return Rank.JOKER in self.values

    @cached_property
    def counts_by_column(self) -> bool:
        """Whether each column counts by itself, so that only a bonus looks at several columns."""
        bonus = self.four_of_a_kind
        if bonus is not None and (bonus.cards == "counted" or bonus.pattern not in ("columns", "any-pairs")):
            return False
        if self.cancelling is None:
            return bonus is None
        # A bonus stands in place of its cards; only where these cancel in any case does the rest not change with it.
        equal_columns_cancel = self.grid.rows % self.cancelling.size == 0
        return self.cancelling.where == ("column",) and (bonus is None or equal_columns_cancel) and not self.needs_suits

    @cached_property
    def columns_worked_out(self) -> dict[tuple[int | Rank, ...], tuple[Any, ...]]:
        """The lines of columns scored before, by place and ranks; kept here for `scoring`, which fills it."""
        return {}

    @property
    def needs_suits(self) -> bool:
        """Whether a score can depend on suits."""
        return self.cancelling is not None and self.cancelling.same == "card"

    @property
    def needs_ender(self) -> bool:
        """Whether a hole score can depend on who ended the hole."""
        return any(rule is not None and rule.kind != "none" for rule in (self.penalty, self.reward))

    def option(self, key: str) -> Option | None:
        """The option of that key, or None."""
        return next((option for option in self.options if option.key == key), None)

    def open_options(self, players: int) -> tuple[Option, ...]:
        """The options that a table of so many must still answer, because no reading is the printed one."""
        return tuple(
            option
            for option in self.options
            if option.must_ask and option.key not in self.readings and option.only_players in (None, players)
        )

    def decks(self, players: int) -> int | None:
        """How many decks so many players use; None where the sheet leaves a gap that the table has not closed."""
        # An extra hole may be played by fewer people than the house seats.
        seated = max(players, min(self.table.decks))
        decks = self.table.decks[max(start for start in self.table.decks if start <= seated)]
        return None if decks == "ask" else decks

    def cards_in_play(self, decks: int) -> int:
        """How many cards are in that many decks, jokers included."""
        return decks * (CARDS_OF_A_RANK_IN_A_DECK * (len(Rank) - 1) + self.table.jokers_per_deck)

    @cached_property
    def most_players(self) -> int:
        """The largest table: as the sheet says, or else as many as the decks can deal."""
        if self.table.players_max is not None:
            return self.table.players_max
        # Where the number of decks is still asked, the next larger table's decks are there to be chosen.
        known = max(decks for decks in self.table.decks.values() if decks != "ask")
        most = self.table.players_min
        for players in range(self.table.players_min, MOST_SEATS + 1):
            if players * self.grid.size < self.cards_in_play(self.decks(players) or known):
                most = players
        return most

    def check_players(self, players: int) -> None:
        """Raise TooFewPlayers or TooManyPlayers, with the reason, if this house cannot seat so many."""
        if players < self.table.players_min:
            raise TooFewPlayers(f"{self.name} needs at least {self.table.players_min} players, not {players}")
        if players > self.most_players:
            if self.table.players_max is not None:
                because = f"its sheet is written for {self.table.players_min} to {self.most_players}"
            elif self.most_players == MOST_SEATS:
                because = "more do not fit around a table"
            else:
                because = f"its decks hold too few cards to deal {self.grid.size} to each of {players}"
            raise TooManyPlayers(f"{self.name} seats at most {self.most_players} players, not {players}: {because}")

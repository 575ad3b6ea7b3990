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

from scorekeeper.rules.cards import CARDS_OF_A_RANK_IN_A_DECK, STANDARD_RANKS, Card, Rank
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
    notes: str = ""  # whatever else whoever wrote the house wants to say of it


@dataclass(frozen=True, kw_only=True)
class Table:
    """Who plays, and with which cards."""

    __pydantic_config__: ClassVar[Any] = Strict

    players_min: int = 2
    players_max: int | None = None
    # From this many players on, so many decks; "ask" where the sheet leaves a gap.
    decks: Mapping[int, int | Literal["ask"]] = field(default_factory=lambda: {2: 1})
    jokers_per_deck: int = 0
    # A deck of its own: how many of each rank are in one. None for the standard deck of 52 and its jokers.
    deck: Mapping[Rank, int] | None = None


@dataclass(frozen=True, kw_only=True)
class Cancelling:
    """Which equal cards count nothing."""

    __pydantic_config__: ClassVar[Any] = Strict

    # A diagonal runs from edge to edge and must hold as many cards as cancel.
    where: tuple[Literal["column", "row", "diagonal", "anywhere"], ...] = ("column",)
    size: int = 2  # how many equal cards cancel each other
    same: Literal["rank", "value", "card"] = "rank"
    # of three equal cards two cancel and the third counts, or it goes with them.
    leftover: Literal["counts", "cancels"] = "counts"
    # what a cancelled group counts: nothing, its own values with the other sign, or so much.
    counts: Literal["zero", "negative"] | int = "zero"
    # what a group of this rank counts after all: also its own values, or the lower of those and 0.
    exceptions: Mapping[Rank, Literal["zero", "keep", "lower", "negative"] | int] = field(default_factory=dict)
    wild: tuple[Rank, ...] = ()  # matches any card of its line
    # Cancelled cards leave the grid while the hole is played, so that a layout may have empty places.
    leave: bool = False


@dataclass(frozen=True, kw_only=True)
class FourOfAKind:
    """Points for four equal cards, or for equal columns of two cards or more."""

    __pydantic_config__: ClassVar[Any] = Strict

    points: int  # 0 switches the bonus off
    # columns: two columns of one rank, each filled from top to bottom. any-pairs: two columns, each of one rank.
    # two-and-two: two in one row, two in another. anywhere: just four in the layout.
    # block: a square of two by two. end-block: such a square at the left or the right edge.
    pattern: Literal["columns", "any-pairs", "two-and-two", "anywhere", "block", "end-block"] = "columns"
    touching: bool = False  # the two columns must be neighbours
    not_for: tuple[Rank, ...] = ()
    # Six of a rank: once, for each two of its columns (or squares) that follow each other, or for each two of them.
    six_alike: Literal["once", "each-block", "each-pair"] = "once"
    # cancelled: the bonus stands in place of the cards' values. counted: it comes on top of them.
    cards: Literal["cancelled", "counted"] = "cancelled"
    by_rank: Mapping[Rank, int] = field(default_factory=dict)  # other points for this rank, such as kings
    # Pattern columns: points for so many equal columns of one rank, in place of those for two.
    by_columns: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Bonus:
    """Points for what a whole layout shows. A layout earns every bonus that it shows, once each."""

    __pydantic_config__: ClassVar[Any] = Strict

    # one-suit: every card. run: ranks that follow each other, in any order. corners: four equal cards there.
    # pairs: so many cancelled groups of one rank. all-cancelled: every card is in one.
    # exact-total: the layout counts exactly `total`, and then counts `points` instead.
    pattern: Literal["one-suit", "run", "corners", "pairs", "all-cancelled", "exact-total"]
    points: int = 0
    others: int = 0  # points for each of the other players
    # cancelled: the points stand in place of the cards' values. counted: they come on top of what these count.
    cards: Literal["cancelled", "counted"] = "counted"
    jokers_wild: bool = False  # one-suit and run: a joker stands for the card that is needed
    ranks: tuple[Rank, ...] = ()  # pairs and corners: of these ranks only; of any where there are none
    pairs: int = 2  # pairs: how many groups
    total: int = 0  # exact-total: the total that is changed


@dataclass(frozen=True, kw_only=True)
class Penalty:
    """What the ender pays when somebody else did better on this hole. Raw scores are compared."""

    __pydantic_config__: ClassVar[Any] = Strict

    kind: Literal["none", "add", "double", "double-and-add", "worst"]
    points: int = 0
    when: Literal["someone-lower", "someone-lower-or-equal"] = "someone-lower"
    each_rival: bool = False  # the points once for every such player
    below_zero: Literal["kept", "doubled"] = "kept"  # what doubling does to a score below 0


@dataclass(frozen=True, kw_only=True)
class Reward:
    """What somebody gets for having the lowest raw score of the hole."""

    __pydantic_config__: ClassVar[Any] = Strict

    kind: Literal["none", "zero", "half", "add"]  # half: rounded up
    points: int = 0
    when: Literal["alone", "shared"] = "alone"  # shared: those who are lowest together get it too


@dataclass(frozen=True, kw_only=True)
class Placing:
    """What places on a hole bring to anybody, ender or not. Raw scores are compared."""

    __pydantic_config__: ClassVar[Any] = Strict

    winner: Reward | None = None
    equal: int = 0  # points for each player whose raw score another player has as well


@dataclass(frozen=True, kw_only=True)
class Opening:
    """What is seen before a player's first turn."""

    __pydantic_config__: ClassVar[Any] = Strict

    face_up: int = 0  # cards turned up
    # Which of them the player may choose. each-row: no two of one row. fixed: no choice, but those of `places`.
    where: Literal["any", "same-column", "different-columns", "each-row", "fixed"] = "any"
    places: tuple[int, ...] = ()  # where fixed: as many as are turned up, counted from 1 along the rows
    # before-first-discard: while the discard pile is still empty. before-play: once its first card lies open.
    when: Literal["before-first-discard", "before-play", "first-turn"] = "before-play"
    peek: int = 0  # cards looked at once
    peek_where: Literal["nearest", "any", "outer"] = "nearest"  # outer: both ends of the row that is nearest


@dataclass(frozen=True, kw_only=True)
class Turn:
    """What a turn consists of. Nothing here changes a score."""

    __pydantic_config__: ClassVar[Any] = Strict

    sources: Literal["both", "stock"] = "both"  # whether the discard pile may be drawn from
    # as-drawn: a card from the discard pile lies face up, one from the stock face down.
    # as-replaced: a card lies as the one in whose place it comes did.
    placed: Literal["face-up", "face-down", "as-drawn", "as-replaced", "either"] = "face-up"
    may_return_discard: bool = False  # put a card taken from the discard pile straight back
    # Turning a card up after discarding the drawn one; must-but-last: the last face-down card may be left.
    turn_up_after_discard: Literal["never", "may", "must", "must-but-last"] = "never"
    turn_up_in_last_turn: bool = True  # the same goes for the turns after the hole was ended
    turn_up_instead: bool = False  # a turn may be turning one card up, drawing nothing
    swap_equal: bool = True  # a face-up card may be replaced by one of the same rank
    swap_open_at_last: bool = True  # with one card face down, a face-up card may still be replaced
    look: Literal["forbidden", "commits"] = "forbidden"  # commits: whoever looks at a card must replace that one


@dataclass(frozen=True, kw_only=True)
class Ending:
    """How a hole ends."""

    __pydantic_config__: ClassVar[Any] = Strict

    # turns: when everybody has had so many. stock-empty: when the last card of the stock has been played.
    trigger: Literal["all-face-up", "turn-up-last", "knock", "turns", "stock-empty"]
    turns: int = 0  # trigger turns: how many each player has
    replacing_last_ends: bool = True
    turning_after_swap: bool = False  # turn-up-last: whoever swapped may turn the last card up as well
    waits_for_all: bool = False  # turn-up-last: nobody ends it before everybody has one face-down card or none
    declines: Literal["always", "once"] = "always"  # turn-up-last: how often a player may leave the last card
    knock: Literal["instead-of-drawing", "after-turn"] = "instead-of-drawing"
    knock_from: int = 1  # the first turn of a hole in which a player may knock
    last_turns: int = 0  # turns that each of the others still has
    last_turns_for: Literal["all", "rest-of-round"] = "all"  # rest-of-round: up to the player before the starter
    stock_empty: Literal["reshuffle", "reshuffle-once", "hole-ends"] = "reshuffle"
    # What a card still face down at the end counts: itself, or a fixed number of points.
    hidden: Literal["counted"] | int = "counted"


@dataclass(frozen=True, kw_only=True)
class Match:
    """How many holes, and who wins."""

    __pydantic_config__: ClassVar[Any] = Strict

    holes: tuple[int, ...] = (9,)  # the usual lengths, the default first
    until: int | None = None  # the game is over with the hole after which somebody has so many points or more
    exact: Mapping[int, int] = field(default_factory=dict)  # a total of exactly so many becomes so many
    winner: Literal["lowest-total", "most-holes"] = "lowest-total"
    # lowest-hole: of those who are equal whoever has the lowest single hole, then the next lowest.
    # ender-loses: of those who are equal whoever ended the last hole comes after the others.
    tie: Literal["shared", "extra-hole", "lowest-hole", "most-holes", "ender-loses"] = "shared"
    hole_winner: bool = False  # the sheet names a winner of each hole
    # Who plays first on the next hole: as the deal moves on, the same again, the best or worst of the last hole, or
    # whoever's cards count most when the hole opens.
    deal: Literal["moves-on", "stays", "winner-starts", "loser-deals", "highest-opening-starts"] = "moves-on"
    # Who is ranked together. sum: a team's points are added up. best-ball: on each hole its lowest score counts.
    teams: Literal["none", "sum", "best-ball"] = "none"


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
    """A question that the sheet leaves open, with its readings; the first one is as printed."""

    __pydantic_config__: ClassVar[Any] = Strict

    key: str
    row: str  # the question's id in the comparison of the sheets, such as "001-c"
    # What the answer changes: a score, what is allowed, who wins; or nothing but how the sheet is understood.
    kind: Literal["score", "play", "match", "note"]
    question: str
    why: str  # what the sheet says, and why it can be read in two ways
    readings: tuple[Reading, ...]
    must_ask: bool = False  # the sheet has a gap, so that no reading is the printed one
    only_players: int | None = None  # the question arises with exactly so many players
    # usual: put to every table. rare: for those who look for it. explained: nothing to choose, only to know.
    asked: Literal["usual", "rare", "explained"] = "usual"
    elsewhere: str = ""  # what other published rules do
    example: AskedAbout | None = None

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
    reward: Reward | None = None  # of the ender
    bonuses: tuple[Bonus, ...] = ()
    placing: Placing = Placing()
    card_values: Mapping[str, int] = field(default_factory=dict)  # points of a single card, such as `QS`
    opening: Opening = Opening()
    turn: Turn = Turn()
    match: Match = Match()
    options: tuple[Option, ...] = ()
    examples: tuple[Example, ...] = ()
    readings: Mapping[str, str] = field(default_factory=dict)
    version: int = 1  # counts the changes of a house that somebody made

    @cached_property
    def ranks(self) -> tuple[Rank, ...]:
        """The ranks that this house gives a value, ace first: the keys of its keypad."""
        return tuple(rank for rank in Rank if rank in self.values)

    @cached_property
    def faces(self) -> dict[str, Rank]:
        """What may be typed for a card of a deck of its own: `-2` for `#-2`. Empty for the standard deck."""
        return {} if self.table.deck is None else {rank.face: rank for rank in self.ranks}

    @property
    def has_joker(self) -> bool:
        return Rank.JOKER in self.values

    def value(self, card: Card) -> int:
        """What a card counts by itself. Raises KeyError for a rank that is not in the game."""
        if self.card_values and (points := self.card_values.get(str(card))) is not None:
            return points
        return self.values[card.rank]

    @cached_property
    def typed_example(self) -> str:
        """A layout of this grid as somebody would type it, for a hint."""
        if self.examples:
            return self.examples[0].layout
        ranks = [rank for rank in self.ranks if rank is not Rank.JOKER]
        # Steps that meet every rank before one comes again look dealt.
        cards = [ranks[4 * (number + 1) % len(ranks)] for number in range(self.grid.size)]
        typed = [rank.face + ("H" if rank in self.suited_ranks else "") for rank in cards]
        width = self.grid.columns
        return " / ".join(" ".join(typed[start : start + width]) for start in range(0, self.grid.size, width))

    @cached_property
    def suited_ranks(self) -> frozenset[Rank]:
        """The ranks whose suit a score can depend on."""
        by_suit = any(bonus.pattern == "one-suit" for bonus in self.bonuses)
        if by_suit or (self.cancelling is not None and self.cancelling.same == "card"):
            return frozenset(STANDARD_RANKS)
        return frozenset(rank for rank in STANDARD_RANKS if any(key[:-1] == rank for key in self.card_values))

    @cached_property
    def counts_by_column(self) -> bool:
        """Whether each column counts by its ranks alone, so that only four of a kind looks at several columns."""
        if self.bonuses or self.needs_suits:
            return False
        bonus = self.four_of_a_kind
        if bonus is not None and (bonus.cards == "counted" or bonus.pattern not in ("columns", "any-pairs")):
            return False
        if self.cancelling is None:
            return bonus is None
        # A bonus stands in place of its cards; only where these cancel in any case does the rest not change with it.
        equal_columns_cancel = self.grid.rows % self.cancelling.size == 0
        to_nothing = {self.cancelling.counts, *self.cancelling.exceptions.values()} == {"zero"}
        return self.cancelling.where == ("column",) and (bonus is None or (equal_columns_cancel and to_nothing))

    @cached_property
    def columns_worked_out(self) -> dict[tuple[int | Rank, ...], tuple[Any, ...]]:
        """The lines of columns scored before, by place and ranks; kept here for `scoring`, which fills it."""
        return {}

    @property
    def needs_suits(self) -> bool:
        """Whether a score can depend on suits."""
        return bool(self.suited_ranks)

    @cached_property
    def compares_players(self) -> bool:
        """Whether a hole score can depend on what the others have, so that it is known only with all of theirs."""
        winner = self.placing.winner is not None and self.placing.winner.kind != "none"
        return self.ender_matters or winner or bool(self.placing.equal) or any(bonus.others for bonus in self.bonuses)

    @property
    def ender_matters(self) -> bool:
        """Whether a hole score can depend on who ended the hole."""
        return any(rule is not None and rule.kind != "none" for rule in (self.penalty, self.reward))

    @property
    def needs_ender(self) -> bool:
        """Whether a table must say who ended a hole: for its scores, or for a tie at the end of the game."""
        return self.ender_matters or self.match.tie == "ender-loses"

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

    def cards_of_rank(self, rank: Rank) -> int:
        """How many cards of that rank are in one deck."""
        if self.table.deck is not None:
            return self.table.deck.get(rank, 0)
        if rank is Rank.JOKER:
            return self.table.jokers_per_deck
        return CARDS_OF_A_RANK_IN_A_DECK if rank in STANDARD_RANKS else 0

    def cards_in_play(self, decks: int) -> int:
        """How many cards are in that many decks, jokers included."""
        return decks * sum(self.cards_of_rank(rank) for rank in Rank)

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

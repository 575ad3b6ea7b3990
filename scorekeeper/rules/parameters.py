"""What a house can say: every rule that differs from table to table, with its values.

Data only; `scoring`, `hole` and `game` say what it means. The fields are the keys of a house file
(docs/adding-a-house.md) and of the house data that the pages score with, name by name.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from scorekeeper.rules.cards import Rank

# Whoever reads a house from a file refuses keys that no field below knows.
Strict: Any = {"extra": "forbid"}


@dataclass(frozen=True, kw_only=True)
class Source:
    """Where a house comes from."""

    __pydantic_config__: ClassVar[Any] = Strict

    sheet: str  # the number of the rule sheet, such as "004"; "" for a house without one
    title: str
    notes: str = ""  # whatever else whoever wrote the house wants to say of it
    # Of rules that were published without a number: the parameters (or questions) on which they say nothing, so that
    # the answer is ours, and those that can be read otherwise. Everything else is in the rules.
    silent: tuple[str, ...] = ()
    read_so: tuple[str, ...] = ()


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
    # what a canceled group counts: nothing, its own values with the other sign, or so much.
    counts: Literal["zero", "negative"] | int = "zero"
    # what a group of this rank counts after all: also its own values, or the lower of those and 0.
    exceptions: Mapping[Rank, Literal["zero", "keep", "lower", "negative"] | int] = field(default_factory=dict)
    wild: tuple[Rank, ...] = ()  # matches any card of its line
    # Canceled cards leave the grid while the hole is played, so that a layout may have empty places.
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
    touching: bool = False  # the two columns must be neighbors
    not_for: tuple[Rank, ...] = ()
    # Six of a rank: once, for each two of its columns (or squares) that follow each other, or for each two of them.
    six_alike: Literal["once", "each-block", "each-pair"] = "once"
    # canceled: the bonus stands in place of the cards' values, but for a rank whose pairs keep theirs.
    # counted: it comes on top of them.
    cards: Literal["cancelled", "counted"] = "cancelled"
    by_rank: Mapping[Rank, int] = field(default_factory=dict)  # other points for this rank, such as kings
    # Pattern columns: points for so many equal columns of one rank, in place of those for two.
    by_columns: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Bonus:
    """Points for what a whole layout shows. A layout earns every bonus that it shows, once each."""

    __pydantic_config__: ClassVar[Any] = Strict

    # one-suit: every card. run: ranks that follow each other, in any order. corners: four equal cards there.
    # pairs: so many canceled groups of one rank. all-cancelled: every card is in one.
    # exact-total: the layout counts exactly `total`, and then counts `points` instead.
    pattern: Literal["one-suit", "run", "corners", "pairs", "all-cancelled", "exact-total"]
    points: int = 0
    others: int = 0  # points for each of the other players
    # canceled: the points stand in place of the cards' values. counted: they come on top of what these count.
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
    """What places on a hole bring to anybody, ender or not."""

    __pydantic_config__: ClassVar[Any] = Strict

    winner: Reward | None = None
    equal: int = 0  # points for each player whose score another player has as well
    # Which scores: raw, or with what ending the hole has brought or cost by then.
    compared: Literal["raw", "after-penalty"] = "raw"


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
    may_discard_stock: bool = True  # throw a card from the stock away; if not, it has to replace one of the layout
    # Turning a card up after discarding the drawn one; must-but-last: the last face-down card may be left.
    turn_up_after_discard: Literal["never", "may", "must", "must-but-last"] = "never"
    turn_up_in_last_turn: bool = True  # the same goes for the turns after the hole was ended
    turn_up_instead: bool = False  # a turn may be turning one card up, drawing nothing
    swap_open: bool = True  # a face-up card may be replaced at all
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
    # Who wins a hole of several with its lowest score: all of them, whoever ended it if that is one of them, or the
    # others then.
    hole_tie: Literal["shared", "ender-wins", "ender-loses"] = "shared"
    # Who plays first on the next hole: as the deal moves on, the same again, the best or worst of the last hole,
    # whoever ended that, or whoever's cards count most when the hole opens: on every hole, or on the first alone (and
    # later whoever ended the last one, or won it).
    deal: Literal[
        "moves-on",
        "stays",
        "winner-starts",
        "loser-deals",
        "ender-starts",
        "ender-deals",
        "highest-opening-starts",
        "highest-opening-then-ender",
        "highest-opening-then-winner",
    ] = "moves-on"
    first: Literal["left-of-dealer", "dealer"] = "left-of-dealer"  # who plays first on a hole, unless cards decide
    # Who is ranked together. sum: a team's points are added up. best-ball: on each hole its lowest score counts.
    teams: Literal["none", "sum", "best-ball"] = "none"

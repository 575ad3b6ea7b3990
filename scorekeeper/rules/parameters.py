"""The parameters of a house: every rule that differs from table to table, with its values.

Data only; `scoring`, `hole` and `game` say what it means. The fields are the keys of a house file
(docs/adding-a-house.md) and of the house data that the pages score with, name by name.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from scorekeeper.rules.cards import Rank

# Readers of house files refuse keys that no field below has.
Strict: Any = {"extra": "forbid"}


@dataclass(frozen=True, kw_only=True)
class Source:
    """Where a house comes from."""

    __pydantic_config__: ClassVar[Any] = Strict

    sheet: str  # the number of the rule sheet, such as "004"; "" for a house without one
    title: str
    notes: str = ""  # other remarks of the house's author
    # For published rules without a number: the parameters (or questions) that they leave out, so that the answer is
    # ours, and those with more than one reading. Everything else is in the rules.
    silent: tuple[str, ...] = ()
    read_so: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Table:
    """The players and the cards."""

    __pydantic_config__: ClassVar[Any] = Strict

    players_min: int = 2
    players_max: int | None = None
    # Decks from this many players on; "ask" where the sheet leaves a gap.
    decks: Mapping[int, int | Literal["ask"]] = field(default_factory=lambda: {2: 1})
    jokers_per_deck: int = 0
    # A deck of its own: the number of cards of each rank. None for the standard deck of 52 and its jokers.
    deck: Mapping[Rank, int] | None = None


@dataclass(frozen=True, kw_only=True)
class Cancelling:
    """Matching cards that cancel out."""

    __pydantic_config__: ClassVar[Any] = Strict

    # A diagonal runs from edge to edge and must hold as many cards as cancel.
    where: tuple[Literal["column", "row", "diagonal", "anywhere"], ...] = ("column",)
    size: int = 2  # how many matching cards cancel each other
    same: Literal["rank", "value", "card"] = "rank"
    # of three matching cards two cancel and the third counts, or cancels with them.
    leftover: Literal["counts", "cancels"] = "counts"
    # the points of a canceled group: none, its own values with the other sign, or this number.
    counts: Literal["zero", "negative"] | int = "zero"
    # the points of a group of this rank instead: also its own values, or the lower of those and 0.
    exceptions: Mapping[Rank, Literal["zero", "keep", "lower", "negative"] | int] = field(default_factory=dict)
    wild: tuple[Rank, ...] = ()  # matches any card of its line
    # Canceled cards leave the grid while the hole is played, so a layout may have empty cells.
    leave: bool = False


@dataclass(frozen=True, kw_only=True)
class FourOfAKind:
    """Points for four matching cards, or for matching columns of two cards or more."""

    __pydantic_config__: ClassVar[Any] = Strict

    points: int  # 0 switches the bonus off
    # columns: two columns of one rank, each filled from top to bottom. any-pairs: two columns, each of one rank.
    # two-and-two: two in one row, two in another. anywhere: any four in the layout.
    # block: a square of two by two. end-block: such a square at the left or the right edge.
    pattern: Literal["columns", "any-pairs", "two-and-two", "anywhere", "block", "end-block"] = "columns"
    touching: bool = False  # the two columns must be neighbors
    not_for: tuple[Rank, ...] = ()
    # Six of a rank: once, for each two of its columns (or squares) that follow each other, or for each two of them.
    six_alike: Literal["once", "each-block", "each-pair"] = "once"
    # canceled: the bonus replaces the cards' values, except for a rank whose pairs keep theirs.
    # counted: it comes on top of them.
    cards: Literal["cancelled", "counted"] = "cancelled"
    by_rank: Mapping[Rank, int] = field(default_factory=dict)  # other points for this rank, such as kings
    # Pattern columns: points by the number of columns of one rank, instead of those for two.
    by_columns: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Bonus:
    """Points for a pattern of the whole layout. A layout earns each of its bonuses once."""

    __pydantic_config__: ClassVar[Any] = Strict

    # one-suit: every card. run: ranks in sequence, in any order. corners: four matching cards there.
    # pairs: this many canceled groups of one rank. all-cancelled: every card is in one.
    # exact-total: a layout worth exactly `total` is worth `points` instead.
    pattern: Literal["one-suit", "run", "corners", "pairs", "all-cancelled", "exact-total"]
    points: int = 0
    others: int = 0  # points for each of the other players
    # canceled: the points replace the cards' values. counted: they come on top of them.
    cards: Literal["cancelled", "counted"] = "counted"
    jokers_wild: bool = False  # one-suit and run: a joker stands for the card that is needed
    ranks: tuple[Rank, ...] = ()  # pairs and corners: of these ranks only; of any where there are none
    pairs: int = 2  # pairs: how many groups
    total: int = 0  # exact-total: the total that is changed


@dataclass(frozen=True, kw_only=True)
class Penalty:
    """The ender's penalty when another player did better on this hole. Raw scores are compared."""

    __pydantic_config__: ClassVar[Any] = Strict

    kind: Literal["none", "add", "double", "double-and-add", "worst"]
    points: int = 0
    when: Literal["someone-lower", "someone-lower-or-equal"] = "someone-lower"
    each_rival: bool = False  # the points once for each better player
    below_zero: Literal["kept", "doubled"] = "kept"  # what doubling does to a score below 0


@dataclass(frozen=True, kw_only=True)
class Reward:
    """The reward for the best raw score of the hole."""

    __pydantic_config__: ClassVar[Any] = Strict

    kind: Literal["none", "zero", "half", "add"]  # half: rounded up
    points: int = 0
    when: Literal["alone", "shared"] = "alone"  # shared: players tied for lowest get it too


@dataclass(frozen=True, kw_only=True)
class Placing:
    """What a player's place on a hole brings, ender or not."""

    __pydantic_config__: ClassVar[Any] = Strict

    winner: Reward | None = None
    equal: int = 0  # points for each player whose score ties with another
    # Which scores: raw, or with the ender's penalty or reward.
    compared: Literal["raw", "after-penalty"] = "raw"


@dataclass(frozen=True, kw_only=True)
class Opening:
    """The cards seen before a player's first turn."""

    __pydantic_config__: ClassVar[Any] = Strict

    face_up: int = 0  # cards flipped
    # Which of them the player may choose. each-row: no two of one row. fixed: no choice, but those of `places`.
    where: Literal["any", "same-column", "different-columns", "each-row", "fixed"] = "any"
    places: tuple[int, ...] = ()  # where fixed: the flipped cells, counted from 1 along the rows
    # before-first-discard: while the discard pile is empty. before-play: once its first card is face up.
    when: Literal["before-first-discard", "before-play", "first-turn"] = "before-play"
    peek: int = 0  # cards peeked at once
    peek_where: Literal["nearest", "any", "outer"] = "nearest"  # outer: both ends of the row that is nearest


@dataclass(frozen=True, kw_only=True)
class Turn:
    """The parts of a turn. Nothing here changes a score."""

    __pydantic_config__: ClassVar[Any] = Strict

    sources: Literal["both", "stock"] = "both"  # whether the top discard may be taken
    # as-drawn: a card from the discard pile is face up, one from the stock face down.
    # as-replaced: a card is face up or down like the one it replaces.
    placed: Literal["face-up", "face-down", "as-drawn", "as-replaced", "either"] = "face-up"
    may_return_discard: bool = False  # put a card taken from the discard pile straight back
    may_discard_stock: bool = True  # discard a card from the stock; if not, it must replace one of the layout
    # Flipping a card after discarding the drawn one; must-but-last: the last face-down card may stay.
    turn_up_after_discard: Literal["never", "may", "must", "must-but-last"] = "never"
    turn_up_in_last_turn: bool = True  # the same in the turns after the hole was ended
    turn_up_instead: bool = False  # a turn may be one flip without drawing
    swap_open: bool = True  # a face-up card may be replaced
    swap_equal: bool = True  # a face-up card may be replaced by one of the same rank
    swap_open_at_last: bool = True  # with one card face down, a face-up card may still be replaced
    look: Literal["forbidden", "commits"] = "forbidden"  # commits: a player who peeks must replace that card


@dataclass(frozen=True, kw_only=True)
class Ending:
    """How a hole ends."""

    __pydantic_config__: ClassVar[Any] = Strict

    # turns: after this many turns each. stock-empty: when the last card of the stock has been played.
    trigger: Literal["all-face-up", "turn-up-last", "knock", "turns", "stock-empty"]
    turns: int = 0  # trigger turns: the turns of each player
    replacing_last_ends: bool = True
    turning_after_swap: bool = False  # turn-up-last: a player who swapped may also flip the last card
    waits_for_all: bool = False  # turn-up-last: no end before every player has one face-down card or none
    declines: Literal["always", "once"] = "always"  # turn-up-last: how often a player may leave the last card
    knock: Literal["instead-of-drawing", "after-turn"] = "instead-of-drawing"
    knock_from: int = 1  # the first turn of a hole in which a player may knock
    # Advice, not a rule: the most points that a practice opponent knocks with. None: half of an average hand.
    good_knock: int | None = None
    last_turns: int = 0  # turns left for each of the others
    last_turns_for: Literal["all", "rest-of-round"] = "all"  # rest-of-round: up to the player before the starter
    stock_empty: Literal["reshuffle", "reshuffle-once", "hole-ends"] = "reshuffle"
    # The value of a card still face down at the end: its own, or a fixed number of points.
    hidden: Literal["counted"] | int = "counted"


@dataclass(frozen=True, kw_only=True)
class Words:
    """What a game calls its parts."""

    __pydantic_config__: ClassVar[Any] = Strict

    round: Literal["hole", "round", "hand", "deal", "turn"] = "hole"
    dealer: bool = True  # whether someone deals; if not, no page says who deals or starts


@dataclass(frozen=True, kw_only=True)
class Typed:
    """The numbers that a player types in a game without cards. Others are a warning, which the table may overrule."""

    __pydantic_config__: ClassVar[Any] = Strict

    min: int | None = None  # None for as many digits as an entry may have
    max: int | None = None
    step: int = 1
    sum: int | None = None  # what all entries of a round add up to
    keys: tuple[int, ...] = ()  # points that players often add, such as 20 and 50 in Uno: a key for each


@dataclass(frozen=True, kw_only=True)
class Settle:
    """What becomes of the counts that the players still hold when a round ends."""

    __pydantic_config__: ClassVar[Any] = Strict

    # own: each writes their own count. winner-takes: the winner writes the others' counts, and they write 0.
    # winner-is-paid: the same, and each other writes minus their own. The winner went out, or else has the least count.
    kind: Literal["own", "winner-takes", "winner-is-paid"] = "own"
    # What a winner still holds. off-each: the winner writes the difference to each other.
    own: Literal["ignored", "off-once", "off-each"] = "ignored"
    bonus: int = 0  # added for the winner
    tie: Literal["nobody", "each"] = "nobody"  # who wins if several hold the least
    # end: only the last round is settled. If no one went out then, no one is paid.
    when: Literal["each-round", "end"] = "each-round"


@dataclass(frozen=True, kw_only=True)
class Sweep:
    """One player with the whole sum of a round."""

    __pydantic_config__: ClassVar[Any] = Strict

    total: int
    own: int = 0  # what that player writes
    others: int = 0  # what each other player writes


@dataclass(frozen=True, kw_only=True)
class Round:
    """One round of a game, where it differs from the others."""

    __pydantic_config__: ClassVar[Any] = Strict

    name: str = ""
    par: int | None = None
    sets: Mapping[str, Any] = field(default_factory=dict)  # parameters that differ, as a reading sets them


@dataclass(frozen=True, kw_only=True)
class Match:
    """How many holes, and who wins."""

    __pydantic_config__: ClassVar[Any] = Strict

    better: Literal["lower", "higher"] = "lower"
    holes: tuple[int, ...] = (9,)  # the usual lengths, the default first
    open: bool = False  # no planned length: the table stops
    start_points: int = 0  # everyone begins with these
    # The game ends with the hole after which a side has this many points or more; or fewer, if it begins with more.
    until: int | None = None
    after_until: Literal["round-ends", "others-once-more"] = "round-ends"
    # A player with this many is out: they keep the total and play no more. The last one in wins.
    out_at: int | None = None
    out_when: Literal["reached", "passed"] = "reached"
    exact: Mapping[int, int] = field(default_factory=dict)  # a total of exactly the key becomes the value
    winner: Literal["lowest-total", "most-holes"] = "lowest-total"  # the better total
    # lowest-hole: the best single hole breaks the tie, then the next best.
    # ender-loses: the player who ended the last hole comes after the others.
    # before-settling: the better total before the last round. count-back: the last hole, then the one before.
    # cut: the players cut the cards; who cut better has 1 on an extra hole, the others 0.
    tie: Literal[
        "shared",
        "extra-hole",
        "lowest-hole",
        "most-holes",
        "ender-loses",
        "before-settling",
        "count-back",
        "cut",
    ] = "shared"
    hole_winner: bool = False  # the sheet names a winner of each hole
    # Who wins a hole with several lowest scores: all of them, the ender if among them, or then all but the ender.
    hole_tie: Literal["shared", "ender-wins", "ender-loses"] = "shared"
    # Who plays first on the next hole: as the deal moves on, the same again, the best or worst of the last hole, its
    # ender, or the player with the most points showing: on every hole, or only on the first (and later the ender or
    # winner of the last one).
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
    # Teams. sum: a team's points are added up. best-ball: on each hole its best score counts.
    teams: Literal["none", "sum", "best-ball"] = "none"

    @property
    def sign(self) -> int:
        """1 where fewer points are better, −1 where more are. Of points times this, the least leads."""
        return -1 if self.better == "higher" else 1

    def is_at(self, total: int, limit: int) -> bool:
        """Whether a total has come to that limit, from the points that everyone begins with."""
        return total >= limit if self.start_points <= limit else total <= limit

    @property
    def best_word(self) -> str:
        """How the best score is called: `lowest` or `highest`."""
        return "highest" if self.better == "higher" else "lowest"

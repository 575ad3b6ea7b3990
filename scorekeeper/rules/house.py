"""A house: one complete, named set of rules, and what follows from it for cards, decks and seats.

Its layout is a grid of cards, or nothing: then players type points.

`parameters` has what its rules can say, `options` what it leaves open; `scoring`, `hole` and `game` say what it means.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar, Self

from scorekeeper.rules.cards import CARDS_OF_A_RANK_IN_A_DECK, STANDARD_RANKS, Card, Rank, Suit
from scorekeeper.rules.layout import Grid
from scorekeeper.rules.making import changed
from scorekeeper.rules.options import BY_HOUSE, BY_TABLE, MARKS, OPEN, Example, Option, Reading
from scorekeeper.rules.parameters import (
    Bonus,
    Cancelling,
    Ending,
    FourOfAKind,
    Match,
    Opening,
    Penalty,
    Placing,
    Reward,
    Round,
    Settle,
    Source,
    Strict,
    Sweep,
    Table,
    Turn,
    Typed,
    Words,
)
from scorekeeper.rules.problems import RuleError
from scorekeeper.rules.wording import as_printed, count_word, number

MOST_SEATS = 24
"""The most people around one table, however many the decks could deal."""

BY_ENDER = ("ender-starts", "ender-deals", "highest-opening-then-ender")
"""The ways to pass the deal on that ask who ended the last hole."""

BY_WINNER = ("winner-starts", "highest-opening-then-winner")
"""The ways that ask who won the last hole."""

BY_OPENING = ("highest-opening-starts", "highest-opening-then-ender", "highest-opening-then-winner")
"""The ways that ask who shows the most points: on every hole, or only where no earlier hole decides."""

BANDS = ((-1, "below"), (0, "zero"), (4, "low"), (8, "middle"), (12, "high"))
"""The most that each color of a deck from −2 to 12 shows, as Skyjo prints it."""

_ENDED = {"all-face-up": "went out", "turn-up-last": "went out", "knock": "knocked"}
"""What the player who ended a hole did, by the trigger of its end."""


LONGEST_GAME = 36
"""In holes: four rounds of nine."""

LONGEST_OPEN = 99
"""In rounds, of a game that ends when the table stops."""

NO_CARDS = Grid(0, 0)
"""The grid of a game in which players type points."""

GOING_OUT = Ending(trigger="all-face-up")
"""How a round ends in such a game: as a rule, a player has no cards left."""

MOST_POINTS = 999
"""The largest bare score of a hand, in either direction; more is a slip of the finger."""

MOST_TYPED = 99_999
"""The same in a game without cards."""


@dataclass(frozen=True, kw_only=True, repr=False)
class House:
    """A complete set of rules under a key and a name. ``readings`` has the chosen reading of each option."""

    __pydantic_config__: ClassVar[Any] = Strict

    key: str
    name: str
    summary: str  # one sentence
    source: Source
    grid: Grid = NO_CARDS
    values: Mapping[Rank, int] = field(default_factory=dict)  # a rank that is missing here is not in the game
    ending: Ending = GOING_OUT
    words: Words = field(default_factory=Words)
    entry: Typed = field(default_factory=Typed)
    table: Table = Table()
    cancelling: Cancelling | None = None
    four_of_a_kind: FourOfAKind | None = None
    penalty: Penalty | None = None
    reward: Reward | None = None  # of the ender
    bonuses: tuple[Bonus, ...] = ()
    placing: Placing = Placing()
    settle: Settle = field(default_factory=Settle)
    sweep: Sweep | None = None
    rounds: tuple[Round, ...] = ()  # the first round first; later ones follow the rest of the rules
    card_values: Mapping[str, int] = field(default_factory=dict)  # points of a single card, such as `QS`
    opening: Opening = Opening()
    turn: Turn = Turn()
    match: Match = Match()
    options: tuple[Option, ...] = ()
    examples: tuple[Example, ...] = ()
    readings: Mapping[str, str] = field(default_factory=dict)
    also: tuple[str, ...] = ()  # other names that people search for
    former: tuple[str, ...] = ()  # names of earlier releases: still found, never shown
    listed: int | None = None  # order among the houses without a sheet; without a number, after those, by name
    version: int = 1  # counts the changes of a custom house

    def __repr__(self) -> str:
        return f"<House {self.key}>"

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        # Caches also hold houses with one wrong rule, so everything that scores is hashed.
        values = frozenset(self.values.items()), frozenset(self.card_values.items())
        scoring = repr((self.four_of_a_kind, self.bonuses, self.penalty, self.reward)), self.cancelling_words
        return hash((self.key, self.version, self.grid, values, scoring, frozenset(self.readings.items())))

    @property
    def short_name(self) -> str:
        """The name for narrow places: `Penalty` for `Penalty Golf`."""
        return self.name.removesuffix(" Golf")

    @property
    def has_cards(self) -> bool:
        """Whether players enter cards; if not, they type points."""
        return self.grid.rows > 0

    @property
    def most_points(self) -> int:
        """The largest number that can be typed, in either direction."""
        return MOST_POINTS if self.has_cards else MOST_TYPED

    @property
    def round_word(self) -> str:
        """What one deal is called: `hole`, `round`."""
        return self.words.round

    @property
    def longest_game(self) -> int:
        """The most rounds of a game, without extra ones."""
        return LONGEST_OPEN if self.match.open else LONGEST_GAME

    @property
    def is_planned(self) -> bool:
        """Whether a game has a number of rounds, set when it begins."""
        return self.match.until is None and not self.match.open

    def round(self, number: int) -> Round | None:
        """What sets that round apart; None for a round like all others."""
        return self.rounds[number - 1] if 0 < number <= len(self.rounds) else None

    def in_round(self, number: int, *, is_last: bool) -> Self:
        """The rules of that round."""
        if not self.rounds and self.settle.when == "each-round":
            return self
        found = self._in_rounds.get((number, is_last))
        if found is None:
            one = self.round(number)
            found = self if one is None else changed(self, one.sets)
            if found.settle.when == "end" and not is_last:
                found = replace(found, settle=Settle())
            self._in_rounds[number, is_last] = found
        return found

    @cached_property
    def _in_rounds(self) -> dict[tuple[int, bool], Self]:
        """By round, as far as they were asked for."""
        return {}

    @property
    def fills_in_0(self) -> bool:
        """Whether players type what they hold, so that the player who went out has 0 without typing it."""
        settles = self.settle.kind != "own" or any(self.options_about("settle.kind"))
        return settles and not self.has_cards

    @property
    def players_sit_out(self) -> bool:
        """Whether the points of earlier rounds can keep a player from a later one."""
        return self.match.out_at is not None or self.match.after_until != "round-ends"

    @property
    def game_name(self) -> str:
        """What a game without a title is called: `Golf`, or the name of rules without cards."""
        return "Golf" if self.has_cards else self.name

    @property
    def entered_word(self) -> str:
        """What players enter after each deal: `cards` or `points`."""
        return "cards" if self.has_cards else "points"

    @cached_property
    def ranks(self) -> tuple[Rank, ...]:
        """The ranks that this house gives a value, ace first: the keys of its keypad."""
        return tuple(rank for rank in Rank if rank in self.values)

    def band(self, rank: Rank) -> str | None:
        """The color of a card, beside its number, in a deck of numbers from −2 to 12; None in any other deck."""
        if not {Rank.MINUS_TWO, Rank.TWELVE} <= (self.table.deck or {}).keys():
            return None
        if not rank.face.removeprefix("-").isdigit():  # a joker, an empty place
            return None
        return next((band for most, band in BANDS if int(rank.face) <= most), None)

    @cached_property
    def faces(self) -> dict[str, Rank]:
        """The faces to type for cards of a deck of its own: `-2` for `#-2`. Empty for the standard deck."""
        return {} if self.table.deck is None else {rank.face: rank for rank in self.ranks}

    @cached_property
    def plain_cards(self) -> dict[str, Card]:
        """Every card of this house by its notation: `5`, `10H`, `*`. Without a suit where its score needs none."""
        cards = [Card(rank) for rank in self.ranks if rank is not Rank.GONE and rank not in self.suited_ranks]
        cards += [Card(rank, suit) for rank in self.ranks if rank in STANDARD_RANKS for suit in Suit]
        return {str(card): card for card in cards}

    @property
    def has_joker(self) -> bool:
        return Rank.JOKER in self.values

    def value(self, card: Card) -> int:
        """The value of a card by itself. Raises KeyError for a rank that is not in the game."""
        if self.card_values and (points := self.card_values.get(str(card))) is not None:
            return points
        return self.values[card.rank]

    @cached_property
    def typed_example(self) -> str:
        """A layout of this grid as people would type it, for a hint, with a true minus sign."""
        if not self.has_cards:
            return "15"
        if self.examples:
            return as_printed(self.examples[0].layout)
        ranks = [rank for rank in self.ranks if rank is not Rank.JOKER]
        # Steps that meet every rank before they repeat one look dealt.
        cards = [ranks[4 * (index + 1) % len(ranks)] for index in range(self.grid.size)]
        typed = [rank.shown + ("H" if rank in self.suited_ranks else "") for rank in cards]
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
    def column_words(self) -> str:
        """A text that is equal for houses that score a column of cards of the same values the same."""
        return repr((self.cancelling, self.four_of_a_kind, self.bonuses))

    @cached_property
    def cancelling_words(self) -> str:
        """A text that is equal for houses that treat matching cards the same."""
        return repr(self.cancelling)

    @cached_property
    def by_column(self) -> bool:
        """Whether each column scores by itself, except for four of a kind."""
        rule = self.cancelling
        return (rule is None or rule.where == ("column",)) and not self.bonuses and not self.needs_suits

    @property
    def needs_suits(self) -> bool:
        return bool(self.suited_ranks)

    @property
    def bare_note(self) -> str:
        """A note for scores without cards: the rules that do not apply to them; empty for none."""
        exact = [bonus for bonus in self.bonuses if bonus.pattern == "exact-total"]
        return " ".join(
            f"Cards worth exactly {number(bonus.total)} become {number(bonus.points)}. "
            f"A score of {number(bonus.total)} without cards stays {number(bonus.total)}."
            for bonus in exact
        )

    @property
    def somebody_ends(self) -> bool:
        """Whether a player ends the hole, not the number of turns or the stock."""
        return self.ending.trigger not in ("turns", "stock-empty")

    @property
    def ended_words(self) -> str:
        """What the player who ended a hole did: `went out`, `knocked`, or `ended the hole` where neither is so."""
        return _ENDED.get(self.ending.trigger, f"ended the {self.round_word}")

    @property
    def ender_matters(self) -> bool:
        """Whether a hole score can depend on who ended the hole, apart from a tie that the ender wins or loses."""
        pays = any(rule is not None and rule.kind != "none" for rule in (self.penalty, self.reward))
        return pays or self.settle.kind != "own"

    @property
    def needs_ender(self) -> bool:
        """Whether a table must say who ended a hole: for its scores, for a tie, or for who starts the next one."""
        rules = self.match
        ends = rules.tie == "ender-loses" or rules.hole_tie != "shared"
        return self.ender_matters or ends or rules.deal in BY_ENDER

    def option(self, key: str) -> Option | None:
        return next((option for option in self.options if option.key == key), None)

    def options_about(self, *parameters: str) -> Iterator[Option]:
        """The options that set these parameters, or have such a key; parameter by parameter."""
        for parameter in parameters:
            yield from (one for one in self.options if parameter == one.key or parameter in one.parameters)

    def taken(self, option: Option) -> Reading | None:
        """The reading of an option that this house plays; None where the table must still choose."""
        chosen = self.readings.get(option.key)
        return option.default if chosen is None else option.reading(chosen)

    def rests_on(self, option: Option) -> str:
        """What the option's own answer rests on, apart from the table's choice: a `Basis`, or BY_HOUSE."""
        return option.basis if self.source.sheet else self.published(option.key, *option.parameters)

    def rests_on_now(self, option: Option) -> str:
        """What the answer rests on that this house goes by: also BY_TABLE or OPEN."""
        taken = self.taken(option)
        if taken is None:
            return OPEN
        return self.rests_on(option) if taken is option.default else BY_TABLE

    def published(self, *keys: str) -> str:
        """What published rules without a number say of these parameters or questions: a `Basis`, or BY_HOUSE."""
        if not (self.source.silent or self.source.read_so):
            return BY_HOUSE
        if not set(keys).isdisjoint(self.source.silent):
            return "not in the rules"
        return "printed" if set(keys).isdisjoint(self.source.read_so) else "our reading"

    def sign(self, basis: str) -> str:
        """The words that people see for a basis; empty for what the rules simply say."""
        return "" if basis in ("printed", BY_HOUSE) else basis

    def mark(self, basis: str) -> str:
        """What pages and JSON mark it by: `our-reading`."""
        return MARKS[BY_HOUSE if basis == "printed" and not self.source.sheet else basis]

    def basis(self, option: Option) -> str:
        """What the option's own answer rests on, in the words that people see."""
        return self.sign(self.rests_on(option))

    def basis_in_force(self, option: Option) -> str:
        """What the answer rests on that this house goes by, in the words that people see."""
        return self.sign(self.rests_on_now(option))

    def rest_on_now(self, *parameters: str) -> Iterator[str]:
        """What each of these parameters, or questions by their keys, rests on: by every question about it, or by the
        rules themselves."""
        for parameter in parameters:
            asked = [self.rests_on_now(option) for option in self.options_about(parameter)]
            yield from asked or ([] if self.source.sheet else [self.published(parameter)])

    def open_options(self, players: int) -> tuple[Option, ...]:
        """The options without a printed reading that a table of ``players`` must still answer."""
        return tuple(
            option
            for option in self.options
            if option.must_ask and option.key not in self.readings and option.only_players in (None, players)
        )

    def decks(self, players: int) -> int | None:
        """The number of decks for ``players``; None where the table must still choose it."""
        # An extra hole may have fewer players than the house's smallest table.
        seated = max(players, min(self.table.decks))
        decks = self.table.decks[max(start for start in self.table.decks if start <= seated)]
        return None if decks == "ask" else decks

    def cards_of_rank(self, rank: Rank) -> int:
        """The number of cards of that rank in one deck."""
        if self.table.deck is not None:
            return self.table.deck.get(rank, 0)
        if rank is Rank.JOKER:
            return self.table.jokers_per_deck
        return CARDS_OF_A_RANK_IN_A_DECK if rank in STANDARD_RANKS else 0

    def cards_in_play(self, decks: int) -> int:
        """The number of cards in ``decks`` decks, jokers included."""
        return decks * sum(self.cards_of_rank(rank) for rank in Rank)

    @cached_property
    def most_players(self) -> int:
        """The largest table: as the sheet says, or as many as the decks can deal."""
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
        """Raise RuleError, with the reason, if this house cannot seat that many."""
        table = self.table
        here = count_word(players) if players else "none"
        if players < table.players_min:
            least = f"{count_word(table.players_min)} player{'' if table.players_min == 1 else 's'}"
            message = f"{self.name} needs at least {least}. You have {here}."
            raise RuleError(message, "table.too_few_players", field="players")
        if players > self.most_players:
            most = count_word(self.most_players)
            if table.players_max is not None:
                because = f"The rules are for {count_word(table.players_min)} to {most}."
            elif self.most_players == MOST_SEATS:
                because = "That’s the most Scorekeeper allows."
            else:
                because = f"There aren’t enough cards to deal {count_word(self.grid.size)} to each."
            message = f"{self.name} takes up to {most} players, not {here}. {because}"
            raise RuleError(message, "table.too_many_players", field="players")

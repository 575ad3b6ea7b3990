"""A whole game: who sits where, every hole played so far, whose deal it is, who leads and who has won.

A game is a value. It knows nothing of clocks, phones or storage; it is built anew from what the store kept.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Self

from scorekeeper.rules import dealing
from scorekeeper.rules.deck import DeckWarning, deck_warnings
from scorekeeper.rules.hole import ByHand, HoleResult, PlayerResult, score_hole
from scorekeeper.rules.house import House
from scorekeeper.rules.layout import Layout
from scorekeeper.rules.options import Option
from scorekeeper.rules.problems import RuleError
from scorekeeper.rules.reach import points_warnings
from scorekeeper.rules.standings import Place, Side, Standings
from scorekeeper.rules.wording import counted, listing

ADDED = {"added": True}
"""Marks a field of a later release: at its default it says nothing, so a write of a release before stays the same."""

LONGEST_GAME = 36
"""Holes. Four rounds of nine are more than anybody played in one sitting."""

HANDS_MISSING = "hole.hands_missing"
IMPOSSIBLE_CARDS = "hole.impossible_cards"
"""What keeps a hole from being confirmed until the table says that it is right all the same."""


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody at the table, in a seat. Names are unique within a game; ``id`` stays when the name changes."""

    id: int
    name: str
    joined: int = 1  # the first hole that this player plays
    left: int | None = None  # the last hole that this player played, once gone
    team: int | None = None  # counted from 1; None outside of teams

    def plays(self, hole: int) -> bool:
        return self.joined <= hole and (self.left is None or hole <= self.left)


@dataclass(frozen=True, slots=True)
class Entry:
    """What the table entered for one player: the cards, or a bare raw score instead."""

    layout: Layout | None = None
    points: int | None = None

    def __post_init__(self) -> None:
        if (self.layout is None) == (self.points is None):
            raise ValueError("an entry is either cards or a bare number")

    @property
    def for_scoring(self) -> Layout | int:
        if self.layout is not None:
            return self.layout
        assert self.points is not None
        return self.points

    def __str__(self) -> str:
        return str(self.for_scoring)


@dataclass(frozen=True)
class Hole:
    """One hole as it was played. Its entries are keyed by player id and may still be incomplete."""

    number: int  # counted from 1
    dealer: int  # a player id
    entries: Mapping[int, Entry]
    ender: int | None = None  # a player id; None for nobody, or for not said
    ender_known: bool = False  # somebody said who ended it, be it nobody
    confirmed: bool = False  # the table is done with it; it counts
    warnings_accepted: bool = False  # the table says that its impossible cards and numbers are right
    playoff: tuple[int, ...] = ()  # an extra hole among these players only, to break a tie
    by_hand: Mapping[int, ByHand] = field(default_factory=dict)  # keyed by player id, with or without an entry


@dataclass(frozen=True)
class Game(Standings):
    """A game of Golf under one house. ``players`` are in seating order, clockwise; ``holes`` in playing order."""

    house: House
    players: tuple[Player, ...]
    holes_planned: int
    first_dealer: int  # a player id
    holes: tuple[Hole, ...] = ()
    cut_from: int | None = field(default=None, metadata=ADDED)  # holes planned before the table stopped early

    # --- people and turns -----------------------------------------------------------------------------------------

    @property
    def seats(self) -> list[int]:
        """The ids of the players in seating order."""
        return [player.id for player in self.players]

    def player(self, player_id: int) -> Player | None:
        return next((player for player in self.players if player.id == player_id), None)

    def hole(self, number: int) -> Hole | None:
        return next((hole for hole in self.holes if hole.number == number), None)

    def at_table(self, number: int) -> tuple[Player, ...]:
        """Who plays that hole, in seating order."""
        hole = self.hole(number)
        if hole is not None and hole.playoff:
            return tuple(player for player in self.players if player.id in hole.playoff)
        return tuple(player for player in self.players if player.plays(number))

    def dealer(self, number: int) -> Player | None:
        return dealing.dealer(self, number)

    def starter(self, number: int) -> Player | None:
        return dealing.starter(self, number)

    def start_words(self, number: int) -> str:
        return dealing.start_words(self, number)

    @property
    def open_options(self) -> tuple[Option, ...]:
        """The options that the table must still answer, because the sheet leaves a gap for as many as play a hole."""
        last = max([self.holes_planned, *(hole.number for hole in self.holes)])
        counts = {sum(player.plays(number) for player in self.players) for number in range(1, last + 1)}
        still_open = {option.key for count in counts for option in self.house.open_options(count)}
        return tuple(option for option in self.house.options if option.key in still_open)

    # --- holes ----------------------------------------------------------------------------------------------------

    def missing(self, number: int) -> tuple[Player, ...]:
        """Who has nothing entered for that hole yet."""
        hole = self.hole(number)
        entered: Mapping[int, Entry] = {} if hole is None else hole.entries
        return tuple(player for player in self.at_table(number) if player.id not in entered)

    def result(self, number: int) -> HoleResult | None:
        """The scores of a hole, as far as it is entered; by player name.

        The ender's penalty is worked out only once every score is there to compare with, or the table has confirmed
        the hole without the missing ones.
        """
        found = self._results.get(number)
        if found is None and (hole := self.hole(number)) is not None:
            found = self._results[number] = self._count(hole)
        return found

    @cached_property
    def _results(self) -> dict[int, HoleResult]:
        """Of the holes that were asked for."""
        return {}

    def _count(self, hole: Hole) -> HoleResult:
        entries = {
            player.name: hole.entries[player.id].for_scoring
            for player in self.at_table(hole.number)
            if player.id in hole.entries
        }
        ender = self.player(hole.ender) if hole.ender is not None else None
        # Once the table is done with a hole, whoever has no score sat it out, and may even have come back since.
        settled = hole.confirmed or not self.missing(hole.number)
        known = ender is not None and ender.name in entries and settled
        by_hand = {player.name: hole.by_hand[player.id] for player in self.players if player.id in hole.by_hand}
        ended_by = ender.name if known and ender else None
        return score_hole(entries, self.house, ended_by, complete=settled, by_hand=by_hand)

    def player_result(self, number: int, player: Player) -> PlayerResult | None:
        """One player's result on a hole, or None while it is missing."""
        result = self.result(number)
        if result is None:
            return None
        return next((found for found in result.players if found.name == player.name), None)

    def warnings(self, number: int) -> tuple[DeckWarning, ...]:
        """Impossible cards and numbers on that hole, whether or not the table has said that they are right."""
        found = self._warnings.get(number)
        if found is None:
            hole = self.hole(number)
            found = self._warnings[number] = () if hole is None else self._impossible(hole)
        return found

    @cached_property
    def _warnings(self) -> dict[int, tuple[DeckWarning, ...]]:
        """Of the holes that were asked for."""
        return {}

    def learn_from(self, earlier: Self) -> None:
        """Take over what another state of this game has worked out of the holes that are the same in both.

        One hand is entered, and everything else stays as it was: nothing of it needs to be counted again.
        """
        if (self.house, self.players) != (earlier.house, earlier.players):
            return
        same = {hole.number for hole in self.holes if hole == earlier.hole(hole.number)}
        # Copies, for the other state may be asked by another thread at the same time, and learns by that.
        results, warnings = earlier._results.copy(), earlier._warnings.copy()
        self._results.update({number: known for number, known in results.items() if number in same})
        self._warnings.update({number: known for number, known in warnings.items() if number in same})

    def _impossible(self, hole: Hole) -> tuple[DeckWarning, ...]:
        entered = [(player.name, hole.entries.get(player.id)) for player in self.at_table(hole.number)]
        layouts = {name: entry.layout for name, entry in entered if entry and entry.layout is not None}
        points = {name: entry.points for name, entry in entered if entry and entry.points is not None}
        # An extra hole is played by few, but with the cards that lie on the table for all.
        seated = sum(player.plays(hole.number) for player in self.players)
        return (*deck_warnings(layouts, self.house, seated), *points_warnings(points, self.house))

    def confirm_problems(self, number: int, *, ender_known: bool) -> list[RuleError]:
        """What the table should settle before that hole counts; empty for nothing.

        ``ender_known`` tells whether the table has said who ended the hole, be it nobody.

        The table may overrule HANDS_MISSING and IMPOSSIBLE_CARDS; that the ender is missing it may not.
        """
        hole = self.hole(number)
        problems: list[RuleError] = []
        missing = self.missing(number)
        if missing:
            have = "have" if len(missing) > 1 else "has"
            problems.append(
                RuleError(f"{listing([player.name for player in missing])} {have} no cards yet", HANDS_MISSING)
            )
        if self.house.needs_ender and not ender_known:
            problems.append(RuleError("say who ended the hole; nobody is an answer too", "hole.ender_missing"))
        if hole is not None and not hole.warnings_accepted:
            problems += [RuleError(warning.message, IMPOSSIBLE_CARDS) for warning in self.warnings(number)]
        return problems

    @property
    def current_hole(self) -> int | None:
        """The hole to play or finish next; None when all are done."""
        confirmed = {hole.number for hole in self.holes if hole.confirmed}
        extra = self._extra_holes
        begun = {hole.number for hole in self.holes if not hole.playoff or self._decides(hole, extra)}
        planned = set() if self.reached else set(range(1, self.holes_planned + 1))
        return min((begun | planned) - confirmed, default=None)

    @cached_property
    def reached(self) -> bool:
        """Whether some side has as many points as end this game; never in a game of a set number of holes."""
        until = self.house.match.until
        return until is not None and any(self.tally(side)[0] >= until for side in self.sides)

    @property
    def holes_shown(self) -> int:
        """How many holes a scorecard has room for: those planned, or in a game to a number of points those needed."""
        begun = max((hole.number for hole in self.holes if not hole.playoff), default=0)
        if self.house.match.until is None:
            return self.holes_planned
        return max(begun, min(self.current_hole or 0, self.holes_planned), 1)

    @property
    def full_length(self) -> int:
        """How many holes were planned, though the table may have stopped early."""
        return self.holes_planned if self.cut_from is None else self.cut_from

    @property
    def length_words(self) -> str:
        """How long the game is: `9 holes`, `to 100 points`."""
        return self._length_words(self.holes_planned)

    @property
    def full_length_words(self) -> str:
        """How long the game was planned to be."""
        return self._length_words(self.full_length)

    def _length_words(self, planned: int) -> str:
        until = self.house.match.until
        return f"to {until} points" if until is not None else counted(planned, "hole")

    def hole_words(self, number: int) -> str:
        """Which hole of how many: `Hole 4 of 9`, `Hole 4, to 100`, `Extra hole`."""
        hole = self.hole(number)
        if hole is not None and hole.playoff:
            return "Extra hole"
        until = self.house.match.until
        return f"Hole {number}, to {until}" if until is not None else f"Hole {number} of {self.holes_planned}"

    # --- standings ------------------------------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        """Every planned hole is confirmed, and every extra hole begun that has a tie to break."""
        return self.current_hole is None

    def side(self, player: Player) -> Side:
        return next(side for side in self.sides if player in side.players)

    @property
    def has_teams(self) -> bool:
        """Whether some are ranked together, so that their own totals are not what places go by."""
        return any(side.is_team for side in self.sides)

    @property
    def ahead(self) -> tuple[Place, ...]:
        """Whoever shares the first rank, side by side; nobody before the first hole is confirmed."""
        return tuple(place for place in self.places if place.rank == 1)

    @property
    def tied(self) -> tuple[Place, ...]:
        """The sides that share the win of a finished game; none when one has won alone."""
        return self.ahead if self.is_over and len(self.ahead) > 1 else ()

    @property
    def undecided(self) -> tuple[Place, ...]:
        """The sides tied at the end that the house wants to play an extra hole; none where ties are shared."""
        return self.tied if self.house.match.tie == "extra-hole" else ()

    @property
    def decided_by(self) -> str:
        """What decided the game: `extra-hole`, `rule` of the house for ties, `score`; empty while it goes on."""
        if not self.is_over or self.undecided or not self.ahead:
            return ""
        return "extra-hole" if self.lost_by_extra else "rule" if self.lost_by_rule else "score"

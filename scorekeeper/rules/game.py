"""A whole game: the seats, every hole so far, whose deal it is, who leads and who has won.

A game is a value, without clock, phone or storage; it is built from the saved rows.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Self

from scorekeeper.rules import dealing
from scorekeeper.rules.deck import DeckWarning, deck_warnings
from scorekeeper.rules.hole import ByHand, HoleResult, PlayerResult, score_hole
from scorekeeper.rules.house import LONGEST_OPEN, House
from scorekeeper.rules.layout import Layout
from scorekeeper.rules.options import Option
from scorekeeper.rules.problems import RuleError
from scorekeeper.rules.reach import points_warnings, sum_warnings
from scorekeeper.rules.sitting_out import last_turns, one_is_left, sitting_out
from scorekeeper.rules.standings import Place, Side, Standings
from scorekeeper.rules.wording import counted, listing

ADDED = {"added": True}
"""Marks a field of a later release: at its default it is left out, so older writes stay the same."""

HANDS_MISSING = "hole.hands_missing"
IMPOSSIBLE_CARDS = "hole.impossible_cards"
"""The problems of a hole that the table may overrule when it confirms."""


@dataclass(frozen=True, slots=True)
class Player:
    """A person in a seat. Names are unique within a game; ``id`` stays when the name changes."""

    id: int
    name: str
    joined: int = 1  # the first hole that this player plays
    left: int | None = None  # the last hole that this player played, once gone
    team: int | None = None  # counted from 1; None outside of teams

    def plays(self, hole: int) -> bool:
        return self.joined <= hole and (self.left is None or hole <= self.left)


@dataclass(frozen=True, slots=True)
class Entry:
    """One player's entry: the cards, or a bare raw score."""

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
    ender: int | None = None  # a player id; None for no ender, or not known
    ender_known: bool = False  # the table said who ended it, or that no one did
    confirmed: bool = False  # the table has finished it, so it is final
    warnings_accepted: bool = False  # the table says that its impossible cards and scores are right
    playoff: tuple[int, ...] = ()  # an extra hole among these players only, to break a tie
    by_hand: Mapping[int, ByHand] = field(default_factory=dict)  # keyed by player id, with or without an entry


@dataclass(frozen=True)
class Game(Standings):
    """A game under one house. ``players`` are in seating order, clockwise; ``holes`` in playing order."""

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
        here = tuple(player for player in self.players if player.plays(number))
        if not self.house.players_sit_out:
            return here
        resting = sitting_out(self, number)
        return tuple(player for player in here if player.id not in resting)

    def dealer(self, number: int) -> Player | None:
        return dealing.dealer(self, number)

    def starter(self, number: int) -> Player | None:
        return dealing.starter(self, number)

    def start_words(self, number: int) -> str:
        return dealing.start_words(self, number)

    def deal_words(self, number: int) -> str:
        return dealing.deal_words(self, number)

    @property
    def open_options(self) -> tuple[Option, ...]:
        """The options that the table must still answer: the sheet has a gap for this number of players."""
        last = max([self.holes_planned, *(hole.number for hole in self.holes)])
        counts = {sum(player.plays(number) for player in self.players) for number in range(1, last + 1)}
        still_open = {option.key for count in counts for option in self.house.open_options(count)}
        return tuple(option for option in self.house.options if option.key in still_open)

    # --- holes ----------------------------------------------------------------------------------------------------

    def missing(self, number: int) -> tuple[Player, ...]:
        """The players without an entry for that hole."""
        hole = self.hole(number)
        entered: Mapping[int, Entry] = {} if hole is None else self.entries(hole)
        return tuple(player for player in self.at_table(number) if player.id not in entered)

    def rules_of(self, hole: Hole) -> House:
        """The rules of that hole, where rounds differ."""
        return self.house.in_round(0 if hole.playoff else hole.number, is_last=hole.number == self.holes_planned)

    def is_cut(self, hole: Hole) -> bool:
        """Whether players cut the cards to break a tie, instead of playing an extra hole."""
        return bool(hole.playoff) and self.house.match.tie == "cut"

    def entries(self, hole: Hole) -> Mapping[int, Entry]:
        """The entries of a hole, with 0 for the player who went out where that follows."""
        if hole.ender is None or hole.ender in hole.entries or not self.house.fills_in_0:
            return hole.entries
        if self.house.settle.when == "end" and hole.number != self.holes_planned:
            return hole.entries
        return {**hole.entries, hole.ender: Entry(points=0)}

    def result(self, number: int) -> HoleResult | None:
        """The scores of a hole, as far as it is entered.

        The ender's penalty is worked out once every score is there to compare with, or the table has confirmed the
        hole without the missing ones.
        """
        found = self._results.get(number)
        if found is None and (hole := self.hole(number)) is not None:
            found = self._results[number] = self._count(hole)
        return found

    @cached_property
    def _results(self) -> dict[int, HoleResult]:
        """By hole, as far as they were asked for."""
        return {}

    def _count(self, hole: Hole) -> HoleResult:
        held = self.entries(hole)
        entries = {
            player.name: held[player.id].for_scoring for player in self.at_table(hole.number) if player.id in held
        }
        ender = self.player(hole.ender) if hole.ender is not None else None
        # In a confirmed hole, players without a score sat it out, and may even have come back since.
        settled = hole.confirmed or not self.missing(hole.number)
        known = ender is not None and ender.name in entries and settled
        by_hand = {player.name: hole.by_hand[player.id] for player in self.players if player.id in hole.by_hand}
        ended_by = ender.name if known and ender else None
        compared = settled and not self.is_cut(hole)
        return score_hole(entries, self.rules_of(hole), ended_by, complete=compared, by_hand=by_hand)

    def player_result(self, number: int, player: Player) -> PlayerResult | None:
        """One player's result on a hole, or None while it is missing."""
        result = self.result(number)
        if result is None:
            return None
        return next((found for found in result.players if found.name == player.name), None)

    def warnings(self, number: int) -> tuple[DeckWarning, ...]:
        """Impossible cards and scores on that hole, whether or not the table has accepted them."""
        found = self._warnings.get(number)
        if found is None:
            hole = self.hole(number)
            found = self._warnings[number] = () if hole is None else self._impossible(hole)
        return found

    @cached_property
    def _warnings(self) -> dict[int, tuple[DeckWarning, ...]]:
        """By hole, as far as they were asked for."""
        return {}

    def learn_from(self, earlier: Self) -> None:
        """Reuse the results of another state of this game for all holes that are equal in both.

        One entry changes one hole, so the others need no scoring again.
        """
        if (self.house, self.players) != (earlier.house, earlier.players) or self.house.players_sit_out:
            return
        if self.house.settle.when == "end" and self.holes_planned != earlier.holes_planned:
            return
        same = {hole.number for hole in self.holes if hole == earlier.hole(hole.number)}
        # Copies, because another thread may add to the other state's results at the same time.
        results, warnings = earlier._results.copy(), earlier._warnings.copy()
        self._results.update({number: known for number, known in results.items() if number in same})
        self._warnings.update({number: known for number, known in warnings.items() if number in same})

    def _impossible(self, hole: Hole) -> tuple[DeckWarning, ...]:
        if self.is_cut(hole):
            return ()
        held, house = self.entries(hole), self.rules_of(hole)
        entered = [(player.name, held.get(player.id)) for player in self.at_table(hole.number)]
        layouts = {name: entry.layout for name, entry in entered if entry and entry.layout is not None}
        points = {name: entry.points for name, entry in entered if entry and entry.points is not None}
        # Few play an extra hole, but with the cards of the whole table.
        seated = sum(player.plays(hole.number) for player in self.players)
        found = (*deck_warnings(layouts, house, seated), *points_warnings(points, house))
        return found if self.missing(hole.number) else (*found, *sum_warnings(points, house))

    def ended_by(self, number: int, ender: int | None) -> Self:
        """The same game, if that player ended that hole."""
        holes = [replace(hole, ender=ender) if hole.number == number else hole for hole in self.holes]
        return replace(self, holes=tuple(holes))

    def needs_ender(self, number: int) -> bool:
        """Whether the table must say who ended that hole."""
        hole = self.hole(number)
        if hole is None:
            return self.house.in_round(number, is_last=number == self.holes_planned).needs_ender
        return not self.is_cut(hole) and self.rules_of(hole).needs_ender

    def confirm_problems(self, number: int, *, ender_known: bool) -> list[RuleError]:
        """Everything to settle before that hole is final.

        ``ender_known`` tells whether the table has said who ended the hole, or that no one did. The table may overrule
        HANDS_MISSING and IMPOSSIBLE_CARDS, but not a missing ender.
        """
        hole = self.hole(number)
        problems: list[RuleError] = []
        missing = self.missing(number)
        if missing:
            have = "have" if len(missing) > 1 else "has"
            said = f"{listing([player.name for player in missing])} {have} no {self.house.entered_word} yet."
            problems.append(RuleError(said, HANDS_MISSING))
        if self.needs_ender(number) and not ender_known:
            said = f"Say who {self.house.ended_words}. “No one” is fine too."
            problems.append(RuleError(said, "hole.ender_missing"))
        if hole is not None and not hole.warnings_accepted:
            problems += [RuleError(warning.message, IMPOSSIBLE_CARDS) for warning in self.warnings(number)]
        return problems

    @property
    def current_hole(self) -> int | None:
        """The hole to play or finish next; None when all are done."""
        confirmed = {hole.number for hole in self.holes if hole.confirmed}
        extra = self._extra_holes
        begun = {hole.number for hole in self.holes if not hole.playoff or self._decides(hole, extra)}
        planned = set(range(1, self.last_planned + 1))
        return min((begun | planned) - confirmed, default=None)

    @property
    def last_planned(self) -> int:
        """The last hole to play: as planned, or once the game is decided, that of the last turns; 0 for no more."""
        if self.house.players_sit_out and one_is_left(self):
            return 0
        if not self.reached:
            return self.holes_planned
        return min(last_turns(self), self.holes_planned)

    @cached_property
    def reached(self) -> bool:
        """Whether a side has enough points to end this game; never in a game of a set number of holes."""
        rules = self.house.match
        until = rules.until
        return until is not None and any(
            rules.is_at(self.tally(side)[0], until) for side in self.sides if self.tally(side)[1]
        )

    @property
    def holes_shown(self) -> int:
        """The holes of the scorecard: those planned, or in a game to a number of points those needed."""
        begun = max((hole.number for hole in self.holes if not hole.playoff), default=0)
        if self.house.is_planned:
            return self.holes_planned
        return max(begun, min(self.current_hole or 0, self.holes_planned), 1)

    @property
    def full_length(self) -> int:
        """The planned number of holes, even if the table stopped early."""
        return self.holes_planned if self.cut_from is None else self.cut_from

    @property
    def length_words(self) -> str:
        """The length of the game: `9 holes`, `to 100 points`, `any number of rounds`."""
        return self._length_words(self.holes_planned)

    @property
    def full_length_words(self) -> str:
        """The planned length of the game in words."""
        return self._length_words(self.full_length)

    def with_length(self, name: str) -> str:
        """A name and the length of the game, if it has one that the name doesn't say: `Penalty, 9 holes`."""
        until = self.house.match.until
        is_said = until is not None and name.endswith(f" to {until}")
        return name if is_said or self._is_open else f"{name}, {self.length_words}"

    def played_words(self, played: int) -> str:
        """How many holes are played, and of how many where that is planned: `3 of 9 holes`, `1 turn`."""
        if self.house.match.until is None and not self._is_open:
            return f"{played} of {self.length_words}"
        return counted(played, self.house.round_word)

    @property
    def _is_open(self) -> bool:
        return self.house.match.until is None and self.holes_planned == LONGEST_OPEN

    def _length_words(self, planned: int) -> str:
        until = self.house.match.until
        if until is not None:
            return f"to {until:,} points"
        word = self.house.round_word
        return f"any number of {word}s" if planned == LONGEST_OPEN else counted(planned, word)

    def hole_words(self, number: int) -> str:
        """The heading of a hole: `Hole 4 of 9`, `Hole 4, to 100`, `Extra hole`."""
        hole = self.hole(number)
        if hole is not None and hole.playoff:
            return "Cut" if self.is_cut(hole) else f"Extra {self.house.round_word}"
        until, begun, one = (
            self.house.match.until,
            f"{self.house.round_word.capitalize()} {number}",
            self.house.round(number),
        )
        if until is not None:
            return f"{begun}, to {until:,}"
        if self.holes_planned == LONGEST_OPEN:
            return begun
        return f"{begun}: {one.name}" if one and one.name else f"{begun} of {self.holes_planned}"

    # --- standings ------------------------------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        """Whether every planned hole is confirmed, and every open extra hole that has a tie to break."""
        return self.current_hole is None

    def side(self, player: Player) -> Side:
        return next(side for side in self.sides if player in side.players)

    @property
    def has_teams(self) -> bool:
        """Whether some players are ranked as a team, by the team's points."""
        return any(side.is_team for side in self.sides)

    @property
    def ahead(self) -> tuple[Place, ...]:
        """The sides that share first place; empty before the first hole is confirmed."""
        return tuple(place for place in self.places if place.rank == 1)

    @property
    def tied(self) -> tuple[Place, ...]:
        """The sides that share the win of a finished game; none where one side won alone."""
        return self.ahead if self.is_over and len(self.ahead) > 1 else ()

    @property
    def undecided(self) -> tuple[Place, ...]:
        """The sides tied at the end where the house asks for an extra hole; none where ties are shared."""
        return self.tied if self.house.match.tie in ("extra-hole", "cut") else ()

    @property
    def decided_by(self) -> str:
        """How the game was decided: `extra-hole`, `rule` for ties, or `score`; empty while it goes on."""
        if not self.is_over or self.undecided or not self.ahead:
            return ""
        return "extra-hole" if self.lost_by_extra else "rule" if self.lost_by_rule else "score"

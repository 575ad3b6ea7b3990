"""Values of the tally: what a table can change in a game, and a game as it is kept; nothing of how."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import Enum
from functools import cached_property
from typing import Any, Final, NamedTuple, TypeAlias

from scorekeeper.houses import with_more_readings
from scorekeeper.rules import ByHand, Entry, Game, House, Player
from scorekeeper.rules.game import ADDED
from scorekeeper.store.columns import format_moment
from scorekeeper.store.gone import Deleted


class Unchanged(Enum):
    """Stands where an edit says nothing, because None is something to say (nobody ended the hole)."""

    UNCHANGED = "unchanged"


UNCHANGED: Final = Unchanged.UNCHANGED

NEWCOMER: Final = 0
"""Stands for the id that the tally gives to somebody new."""


# --- what can be changed ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EnterHand:
    """Enter one player's cards or points on a hole; None takes the entry away, and opens a confirmed hole again.

    ``based_on`` is the version of this hand that the sender had seen, 0 where it had seen none.
    """

    hole: int
    player: int
    entry: Entry | None
    based_on: int


@dataclass(frozen=True, slots=True)
class AddByHand:
    """Add points by hand to a player's hole, in place of those that are there; None takes them away.

    ``based_on`` is the version of these points that the sender had seen, 0 where there were none.
    """

    hole: int
    player: int
    by_hand: ByHand | None
    based_on: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SettleHole:
    """Say something about a hole as a whole. The hole begins with this if it had not yet.

    ``based_on`` is the `KeptGame.hole_version` that the sender had seen, for whoever settles what they saw: the hole
    is refused if anything on it changed since. Left out, the edit holds whatever happened meanwhile.
    """

    hole: int = field(kw_only=False)
    dealer: int | Unchanged = UNCHANGED
    ender: int | Unchanged | None = UNCHANGED
    ender_known: bool | Unchanged = UNCHANGED
    confirmed: bool | Unchanged = UNCHANGED
    warnings_accepted: bool | Unchanged = UNCHANGED
    playoff: tuple[int, ...] | Unchanged = UNCHANGED
    based_on: int | Unchanged = UNCHANGED


@dataclass(frozen=True, slots=True)
class NameEnder:
    """Say who ended a hole, before it is confirmed or since. The hole begins with this if it had not yet.

    ``based_on`` is what the sender had seen, as `(ender, ender_known)`: the edit is refused if another phone has said
    something else meanwhile. Left out, the edit holds all the same.
    """

    hole: int
    ender: int | None  # a player id; None for nobody, or for not said
    ender_known: bool
    based_on: tuple[int | None, bool] | Unchanged = UNCHANGED


@dataclass(frozen=True, slots=True)
class SeatPlayers:
    """Everybody, in seating order: whoever is new joins, whoever is missing was never there."""

    players: tuple[Player, ...]  # somebody new has the id NEWCOMER


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanGame:
    """Change what was agreed when the game began."""

    holes_planned: int | Unchanged = UNCHANGED
    first_dealer: int | Unchanged = UNCHANGED  # a player id
    title: str | Unchanged = UNCHANGED
    early: bool = field(default=False, metadata=ADDED)  # the table stops: the game remembers how many were planned


@dataclass(frozen=True, slots=True)
class ChooseReadings:
    """Answer questions that the house leaves open, or answer them anew: reading by option.

    It holds for the whole game, holes already played included: the table says how it has been playing. Refused with
    HandsNotPlayable where a hand that was entered could not be counted any more.
    """

    readings: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class JoinAndLeave:
    """Who sits down after the others, under ids of their own, and after which hole somebody leaves, by id.

    Said by a phone without a network: it says nothing of anybody else, so what two phones say can both be done.
    """

    joining: tuple[Player, ...]
    leaving: Mapping[int, int]


Edit: TypeAlias = (
    EnterHand | AddByHand | SettleHole | NameEnder | SeatPlayers | JoinAndLeave | PlanGame | ChooseReadings
)


# --- what a file tells besides ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Origin:
    """Which game a file holds, and when it was played. Files of older releases tell nothing of it."""

    uid: str = ""  # as `KeptGame.uid`, of the game that was downloaded first
    begun_at: datetime | None = None
    changed_at: datetime | None = None
    holes: Mapping[int, datetime] = field(default_factory=dict)  # when each was confirmed, by its number


class GameFile(NamedTuple):
    """A game as a file tells it, its players numbered from 1 as they sit."""

    game: Game
    title: str
    origin: Origin = Origin()


# --- what is kept -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rematch:
    """The game that a table went on to, by the links that it began with.

    A link that was renewed since is not told: whoever was shut out of a game must not find in again through the one
    before it.
    """

    id: int
    edit_key: str  # "" for whoever came by the view link, and once it was renewed
    view_key: str  # "" once it was renewed


class GameState(NamedTuple):
    """Which of a game's states somebody has seen: another one after every change.

    A version alone would not do: once a backup was put in place the numbers after it come a second time, for another
    story.
    """

    version: int
    may_edit: bool
    changed_at: str


@dataclass(frozen=True)
class KeptGame:
    """A game as it is kept, seen through one of its two links."""

    id: int
    uid: str  # what phones call it, the same by either link
    game: Game
    edit_key: str  # "" for whoever came by the view link
    view_key: str
    may_edit: bool
    version: int  # grows with every change
    title: str
    created_at: datetime
    changed_at: datetime
    versions: Mapping[Subject, int]  # of the last change of each subject; of a hole, that of anything on it
    last_player: int  # the highest id that a player ever had; none is given again
    house_begun: House  # as the game began; each choice of readings is made from this one
    rematch: Rematch | None = None  # the newest one
    deleted: Deleted | None = None
    deleted_by: int | None = None  # the player whose device deleted it, where that device has said whose it is

    def to_watch(self) -> KeptGame:
        """The same as it is seen through the view link."""
        rematch = None if self.rematch is None else replace(self.rematch, edit_key="")
        return replace(self, edit_key="", may_edit=False, rematch=rematch)

    @property
    def cards(self) -> int:
        """How many lie in all its hands."""
        return sum(len(hole.entries) for hole in self.game.holes) * self.game.house.grid.size

    @property
    def key(self) -> str:
        """The key of the link that this was found by."""
        return self.edit_key or self.view_key

    @property
    def rematch_key(self) -> str:
        """The key that leads on to the rematch, of the same kind as the one that this was found by; "" for none."""
        if self.rematch is None:
            return ""
        return self.rematch.edit_key if self.may_edit else self.rematch.view_key

    @cached_property
    def state(self) -> GameState:
        """As `state_of` would tell it of the key of the link that this was found by."""
        return GameState(self.version, self.may_edit, format_moment(self.changed_at))

    @cached_property
    def hand_versions(self) -> Mapping[tuple[int, int], int]:
        """The version of each hand by hole and player id; absent means no entry."""
        return self._versions_of("hand")

    @cached_property
    def by_hand_versions(self) -> Mapping[tuple[int, int], int]:
        """The version of points by hand by hole and player id; absent means none."""
        return self._versions_of("by_hand")

    def _versions_of(self, subject: str) -> Mapping[tuple[int, int], int]:
        return {
            (about.hole, about.player): version
            for about, version in self.versions.items()
            if about.name == subject and about.hole is not None and about.player is not None
        }

    def house_with(self, readings: Mapping[str, str]) -> House:
        """The game's house with these readings besides those chosen before, as `ChooseReadings` would make it.

        What a reading replaced is not to be found in the house that has it, so it is made from the one of the
        beginning. Raises RuleError for an unknown one, or BadHouse for readings that contradict each other.
        """
        return with_more_readings(self.house_begun, self.game.house, readings)

    def hole_version(self, number: int) -> int:
        """The game's version when anything on that hole last changed, its hands included; 0 for one not begun."""
        return self.versions.get(Subject("hole", number), 0)


class Subject(NamedTuple):
    """What a part of a change speaks of, see `Part`."""

    name: str
    hole: int | None = None
    player: int | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """One thing that a change touched, as it was and as it is since.

    | subject | hole, player | before and after |
    |---|---|---|
    | hand | both | notation of the cards, a bare number, or None |
    | by_hand | both | {points, reason}, or None |
    | hole | hole | {dealer, ender, ender_known, confirmed, warnings_accepted, playoff}, or None before it began |
    | players | | [{id, name, joined, left}, ...] in seating order, team if there is one; None before the game |
    | house | | {option: reading, ...}: every reading chosen so far; None before the game |
    | origin | | after: {uid, imported_at, holes: {number: moment}} of a game that was brought in from a file |
    | plan | | {holes_planned, first_dealer, title}, cut_from if it was finished early; None before the game |
    | link | | after: which link was renewed, `edit` or `view` |
    | rematch | | after: the id of the game that the table went on to |
    | game | | after: what became of the whole game, `deleted` or `put-back` |

    People stand as player ids; `Change.names` has the names they bore then.
    """

    subject: str
    before: Any
    after: Any
    hole: int | None = None
    player: int | None = None

    @property
    def about(self) -> Subject:
        return Subject(self.subject, self.hole, self.player)


@dataclass(frozen=True, slots=True)
class Change:
    """One accepted write in the history of a game; or a remark, which changed nothing.

    A remark's ``id`` is negative. Its kind is `declined` for hands that lost against others, with what was kept before
    and what was sent after; `renewed` for a link; `rematch` for a game that the table went on to; or `deleted` and
    `put-back`.
    """

    id: int
    at: datetime
    device: str
    kind: str  # created, hand, hole, players, plan, undo, redo; declined, renewed, rematch, deleted, put-back
    parts: tuple[Part, ...]
    undone: bool  # taken back, and not done again since
    of: int | None = None  # for an undo: the change that it took back; for a redo: that undo
    names: Mapping[int, str] = field(default_factory=dict)  # of everybody who ever sat at the table, by player id

    def touches(self, hole: int) -> bool:
        """Whether this is about anything on that hole."""
        return any(part.hole == hole for part in self.parts)


@dataclass(frozen=True, slots=True)
class Changed:
    """The answer to a change: the game now. ``repeated``: it had been done before, and not once more."""

    kept: KeptGame
    repeated: bool


@dataclass(frozen=True, slots=True)
class Undone(Changed):
    """The answer to an undo."""

    change: Change  # what was taken back

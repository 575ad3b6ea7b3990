"""Values of the tally: the edits of a game, and a game as it is kept."""

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
    """The value of fields that an edit leaves alone. None has a meaning of its own: no one ended the hole."""

    UNCHANGED = "unchanged"


UNCHANGED: Final = Unchanged.UNCHANGED

NEWCOMER: Final = 0
"""The id of a new player, until the tally gives them one."""


# --- what can be changed ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EnterHand:
    """Enter a player's cards or points on a hole; None removes the entry and reopens a confirmed hole.

    ``based_on`` is the version of this hand that the sender had seen, 0 for none.
    """

    hole: int
    player: int
    entry: Entry | None
    based_on: int


@dataclass(frozen=True, slots=True)
class AddByHand:
    """Set the points by hand of a player's hole; None removes them.

    ``based_on`` is the version of these points that the sender had seen, 0 for none.
    """

    hole: int
    player: int
    by_hand: ByHand | None
    based_on: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SettleHole:
    """Change a hole as a whole, and start it if needed.

    ``based_on`` is the `KeptGame.hole_version` that the sender had seen; the edit is refused if the hole has changed
    since. Without it, the edit always holds.
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
    """Say who ended a hole, before or after it is confirmed, and start the hole if needed.

    ``based_on`` is the `(ender, ender_known)` that the sender had seen; the edit is refused if another phone has said
    something else since. Without it, the edit always holds.
    """

    hole: int
    ender: int | None  # a player id; None for no one, or for not known
    ender_known: bool
    based_on: tuple[int | None, bool] | Unchanged = UNCHANGED


@dataclass(frozen=True, slots=True)
class SeatPlayers:
    """All players in seating order: new ones join, missing ones are removed."""

    players: tuple[Player, ...]  # new ones have the id NEWCOMER


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanGame:
    """Change the length, first dealer or title of a game."""

    holes_planned: int | Unchanged = UNCHANGED
    first_dealer: int | Unchanged = UNCHANGED  # a player id
    title: str | Unchanged = UNCHANGED
    early: bool = field(default=False, metadata=ADDED)  # an early end: the game remembers how many were planned


@dataclass(frozen=True, slots=True)
class ChooseReadings:
    """Choose or change a game's readings, by option.

    They apply to the whole game, including holes already played. Refused with HandsNotPlayable if an entered hand
    could no longer be scored.
    """

    readings: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class JoinAndLeave:
    """Players who join behind the others, with their own ids, and the last hole of those who leave, by id.

    A phone sends this after it was offline. It says nothing of other players, so the edits of two phones both hold.
    """

    joining: tuple[Player, ...]
    leaving: Mapping[int, int]


Edit: TypeAlias = (
    EnterHand | AddByHand | SettleHole | NameEnder | SeatPlayers | JoinAndLeave | PlanGame | ChooseReadings
)


# --- what a file also holds -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Origin:
    """The original of a file's game, and when it was played. Files of older releases have none of this."""

    uid: str = ""  # the `KeptGame.uid` of the original game
    begun_at: datetime | None = None
    changed_at: datetime | None = None
    holes: Mapping[int, datetime] = field(default_factory=dict)  # when each was confirmed, by its number
    practice: bool = False  # whether the others were players of the phone


class GameFile(NamedTuple):
    """A game in a file, its players numbered from 1 as they sit."""

    game: Game
    title: str
    origin: Origin = Origin()


# --- what is kept -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rematch:
    """The next game of the same players, by its first links.

    Replaced links are left out: a phone that lost a game must not find it again through the one before.
    """

    id: int
    edit_key: str  # "" for visitors with the view link, and once it was replaced
    view_key: str  # "" once it was replaced


class GameState(NamedTuple):
    """The mark of one state of a game, different after every change.

    The version alone is not enough: after a backup was restored, the same numbers come again for other changes.
    """

    version: int
    may_edit: bool
    changed_at: str


@dataclass(frozen=True)
class KeptGame:
    """A game as it is kept, seen through one of its two links."""

    id: int
    uid: str  # the same by either link
    game: Game
    edit_key: str  # "" for visitors with the view link
    view_key: str
    may_edit: bool
    version: int  # grows with every change
    title: str
    created_at: datetime
    changed_at: datetime
    versions: Mapping[Subject, int]  # of the last change of each subject; of a hole, that of anything on it
    last_player: int  # the highest id of any player so far; ids are never given again
    house_begun: House  # the house at the start; each choice of readings is made from it
    rematch: Rematch | None = None  # the newest one
    deleted: Deleted | None = None
    deleted_by: int | None = None  # the player whose device deleted it, if the device has said who uses it
    practice: bool = False  # whether the others are players of the phone

    def to_watch(self) -> KeptGame:
        """The game as the view link shows it."""
        rematch = None if self.rematch is None else replace(self.rematch, edit_key="")
        return replace(self, edit_key="", may_edit=False, rematch=rematch)

    @property
    def cards(self) -> int:
        """The number of cards in all its hands."""
        return sum(len(hole.entries) for hole in self.game.holes) * max(1, self.game.house.grid.size)

    @property
    def key(self) -> str:
        """The key of the link that found this game."""
        return self.edit_key or self.view_key

    @property
    def rematch_key(self) -> str:
        """The rematch's key, of the same kind as this game's; "" for none."""
        if self.rematch is None:
            return ""
        return self.rematch.edit_key if self.may_edit else self.rematch.view_key

    @cached_property
    def state(self) -> GameState:
        """The state, as `state_of` gives it for this game's key."""
        return GameState(self.version, self.may_edit, format_moment(self.changed_at))

    @cached_property
    def hand_versions(self) -> Mapping[tuple[int, int], int]:
        """The version of each hand by hole and player id; no key means no entry."""
        return self._versions_of("hand")

    @cached_property
    def by_hand_versions(self) -> Mapping[tuple[int, int], int]:
        """The version of points by hand by hole and player id; no key means none."""
        return self._versions_of("by_hand")

    def _versions_of(self, subject: str) -> Mapping[tuple[int, int], int]:
        return {
            (about.hole, about.player): version
            for about, version in self.versions.items()
            if about.name == subject and about.hole is not None and about.player is not None
        }

    def house_with(self, readings: Mapping[str, str]) -> House:
        """The game's house with these readings added, as `ChooseReadings` makes it.

        It is made from the house at the start, because a reading's house no longer has what the reading replaced.
        Raises RuleError for an unknown reading, or BadHouse for readings that contradict each other.
        """
        return with_more_readings(self.house_begun, self.game.house, readings)

    def hole_version(self, number: int) -> int:
        """The game's version when the hole or one of its hands last changed; 0 for a hole not started."""
        return self.versions.get(Subject("hole", number), 0)


class Subject(NamedTuple):
    """The subject of a part of a change, see `Part`."""

    name: str
    hole: int | None = None
    player: int | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """One value that a change touched, before and after.

    | subject | hole, player | before and after |
    |---|---|---|
    | hand | both | notation of the cards, a bare number, or None |
    | by_hand | both | {points, reason}, or None |
    | hole | hole | {dealer, ender, ender_known, confirmed, warnings_accepted, playoff}, or None before it started |
    | players | | [{id, name, joined, left}, ...] in seating order, team if there is one; None before the game |
    | house | | {option: reading, ...}: every reading chosen so far; None before the game |
    | origin | | after: {uid, imported_at, holes: {number: moment}} of an imported game |
    | plan | | {holes_planned, first_dealer, title}, cut_from if it ended early; None before the game |
    | link | | after: the link that was replaced, `edit` or `view` |
    | rematch | | after: the id of the rematch |
    | game | | after: `deleted` or `put-back`, for the whole game |

    Players appear by id; `Change.names` has their names at that time.
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
    """One accepted write in the history of a game, or a remark, which changed nothing.

    A remark's ``id`` is negative. Its kind is `declined` for hands that lost to others (before: the kept hand, after:
    the sent one), `renewed` for a replaced link, `rematch`, `deleted` or `put-back`.
    """

    id: int
    at: datetime
    device: str
    kind: str  # created, hand, hole, players, plan, undo, redo; declined, renewed, rematch, deleted, put-back
    parts: tuple[Part, ...]
    undone: bool  # undone, and not redone since
    of: int | None = None  # for an undo: the change that it undid; for a redo: that undo
    names: Mapping[int, str] = field(default_factory=dict)  # of all players so far, by id

    def touches(self, hole: int) -> bool:
        """Whether this changed anything on a hole."""
        return any(part.hole == hole for part in self.parts)


@dataclass(frozen=True, slots=True)
class Changed:
    """The answer to a change: the game now. ``repeated`` if it had already been done."""

    kept: KeptGame
    repeated: bool


@dataclass(frozen=True, slots=True)
class Undone(Changed):
    """The answer to an undo."""

    change: Change  # the change that was undone

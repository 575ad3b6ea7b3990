"""What a game, or keeping it, does not allow: one class for one question, each with a stable code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from scorekeeper.rules import ByHand, Entry, RuleError
from scorekeeper.rules.wording import signed
from scorekeeper.store.errors import StoreError

if TYPE_CHECKING:
    from scorekeeper.tally.values import KeptGame


class NameTaken(RuleError):
    """Two players of a game may not have the same name, in whatever case."""

    code = "player.name_taken"


class NotInGame(RuleError):
    """The player named does not belong to this game, or did not play that hole."""

    code = "player.not_in_game"


class PlayerMustStay(RuleError):
    """Somebody with entries, or who dealt, can leave the table but cannot vanish from the game."""

    code = "player.must_stay"


class BadStay(RuleError):
    """The first and last hole of a player make no sense, or leave an entry outside."""

    code = "player.bad_stay"


class BadTeam(RuleError):
    """There is no such team, or nobody to play against: everybody would be in one team."""

    code = "player.bad_team"


class HoleOutOfOrder(RuleError):
    """That hole cannot be played yet, or not at all."""

    code = "hole.out_of_order"


class WrongLength(RuleError):
    """A game cannot have that many holes."""

    code = "game.length"


class BadTitle(RuleError):
    """The title of a game is too long, or holds signs that nobody can read."""

    code = "game.title"


class HadAlready(StoreError):
    """The device has this game, from the same file or as the game that was downloaded: nothing was kept."""

    code = "game.had_already"

    def __init__(self, games: Sequence[KeptGame]) -> None:
        self.games = tuple(games)  # each by the best link that the device knows, the one last changed first
        super().__init__("you have this game already")


class KeyTaken(StoreError):
    """A phone began a game under a link, or a name, that another one has: by chance once in many ages of the world."""

    code = "game.key_taken"

    def __init__(self) -> None:
        super().__init__("another game has that link already; begin this one anew")


class GameNotFound(StoreError):
    """No game has that key, or it is a view key where an edit key is needed: nobody can tell which."""

    code = "game.not_found"

    def __init__(self, message: str = "there is no such game") -> None:
        super().__init__(message)


class LinkRenewed(GameNotFound):
    """The key was one of a game's links until the table renewed that link."""

    code = "link.renewed"

    def __init__(self) -> None:
        super().__init__("the table has renewed this link; ask for the new one")


class GameDeleted(GameNotFound):
    """The game of that link was deleted, and can be put back: ``kept`` is the game as the link shows it."""

    code = "game.deleted"

    def __init__(self, kept: KeptGame) -> None:
        super().__init__("this game was deleted")
        self.kept = kept


class GameGone(GameNotFound):
    """The game of that link was deleted, and is gone for good."""

    code = "game.gone"

    def __init__(self) -> None:
        super().__init__("this game was deleted and is gone")


class Conflict(StoreError):
    """Somebody else changed the same hand meanwhile: both are shown, nothing is changed."""

    code = "store.conflict"

    def __init__(
        self, hole: int, player: int, name: str, theirs: Entry | None, yours: Entry | None, version: int
    ) -> None:
        self.hole = hole
        self.player = player
        self.theirs = theirs
        self.yours = yours
        self.version = version  # of theirs; write again based on this to keep yours
        there = "nothing" if theirs is None else str(theirs)
        here = "nothing" if yours is None else str(yours)
        super().__init__(f"hole {hole}: meanwhile somebody else entered {there} for {name}; you entered {here}")


class ByHandConflict(StoreError):
    """Another phone changed these points by hand meanwhile: nothing is changed, and the sender looks again."""

    code = "store.by_hand_conflict"

    def __init__(self, hole: int, name: str, theirs: ByHand | None) -> None:
        there = "there are none" if theirs is None else f"they are {signed(theirs.points)} ({theirs.reason})"
        super().__init__(f"hole {hole}: another phone changed {name}'s points by hand meanwhile; now {there}")


class HoleConflict(StoreError):
    """The hole was settled as somebody saw it, but was changed since: nothing is changed, and they look again."""

    code = "store.hole_conflict"

    def __init__(self, hole: int, version: int) -> None:
        self.hole = hole
        self.version = version  # of the hole as it is now; 0 where it is not begun any more
        super().__init__(f"hole {hole} was changed meanwhile; look at it as it is now, then settle it")


class NothingToUndo(StoreError):
    """Every change that could be taken back has been."""

    code = "store.nothing_to_undo"


class UndoBlocked(StoreError):
    """What the change left has been changed again since, or is needed by what came later."""

    code = "store.undo_blocked"

"""Errors of games and of keeping them: a class for each that callers handle, with a stable code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from scorekeeper.rules import ByHand, Entry, RuleError
from scorekeeper.rules.wording import signed
from scorekeeper.store.errors import StoreError

if TYPE_CHECKING:
    from scorekeeper.tally.values import KeptGame


class NameTaken(RuleError):
    """Two players have the same name, apart from upper and lower case."""

    code = "player.name_taken"


class NotInGame(RuleError):
    """The player is not in this game, or not in that hole."""

    code = "player.not_in_game"


class PlayerMustStay(RuleError):
    """A player with entries, or who dealt, can leave but not be removed."""

    code = "player.must_stay"


class BadStay(RuleError):
    """A player's first and last hole make no sense, or exclude one of their entries."""

    code = "player.bad_stay"


class BadTeam(RuleError):
    """There is no such team, or all players would be on the same one."""

    code = "player.bad_team"


class HoleOutOfOrder(RuleError):
    """That hole cannot be played yet, or not at all."""

    code = "hole.out_of_order"


class WrongLength(RuleError):
    """A game cannot have that many holes."""

    code = "game.length"


class BadTitle(RuleError):
    """A game's title is too long, or has invisible characters."""

    code = "game.title"


class HadAlready(StoreError):
    """The device already has this game, imported or as the original. Nothing was kept."""

    code = "game.had_already"

    def __init__(self, games: Sequence[KeptGame]) -> None:
        self.games = tuple(games)  # each by the device's best link, last changed first
        super().__init__("You already have this game.")


class KeyTaken(StoreError):
    """A phone started a game with the link or uid of another one; practically impossible by chance."""

    code = "game.key_taken"

    def __init__(self) -> None:
        super().__init__("Another game already has that link. Start this one again.")


class GameNotFound(StoreError):
    """No game has that key, or it is a view key where an edit key is needed. Callers cannot tell which."""

    code = "game.not_found"

    def __init__(self, message: str = "There’s no such game.") -> None:
        super().__init__(message)


class LinkRenewed(GameNotFound):
    """The key belongs to a link that was replaced."""

    code = "link.renewed"

    def __init__(self) -> None:
        super().__init__("This link was replaced. Ask for the new one.")


class GameDeleted(GameNotFound):
    """The game was deleted and can be put back; ``kept`` is the game as the link shows it."""

    code = "game.deleted"

    def __init__(self, kept: KeptGame) -> None:
        super().__init__("This game was deleted.")
        self.kept = kept


class GameGone(GameNotFound):
    """The game was deleted for good."""

    code = "game.gone"

    def __init__(self) -> None:
        super().__init__("This game was deleted for good.")


class Conflict(StoreError):
    """Another phone changed the same hand. Nothing was changed; the error has both."""

    code = "store.conflict"

    def __init__(
        self, hole: int, player: int, name: str, theirs: Entry | None, yours: Entry | None, version: int, word: str
    ) -> None:
        self.hole = hole
        self.player = player
        self.theirs = theirs
        self.yours = yours
        self.version = version  # of theirs; base another write on it to keep yours
        there = "nothing" if theirs is None else str(theirs)
        here = "nothing" if yours is None else str(yours)
        super().__init__(f"{word.capitalize()} {hole}: someone else entered {there} for {name}. You entered {here}.")


class ByHandConflict(StoreError):
    """Another phone changed these points by hand. Nothing was changed."""

    code = "store.by_hand_conflict"

    def __init__(self, hole: int, name: str, theirs: ByHand | None, word: str) -> None:
        there = "There’s none now." if theirs is None else f"Now: {signed(theirs.points)}, {theirs.reason}."
        super().__init__(f"Another phone changed {name}’s adjustment on {word} {hole}. {there}")


class HoleConflict(StoreError):
    """The hole has changed since the sender saw it. Nothing was changed."""

    code = "store.hole_conflict"

    def __init__(self, hole: int, version: int, word: str) -> None:
        self.hole = hole
        self.version = version  # of the hole now; 0 if it is no longer started
        super().__init__(f"{word.capitalize()} {hole} has changed. Check it, then finish it.")


class NothingToUndo(StoreError):
    """No change is left to undo."""

    code = "store.nothing_to_undo"


class UndoBlocked(StoreError):
    """A later change has changed the same thing again, or depends on it."""

    code = "store.undo_blocked"

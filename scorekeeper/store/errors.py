"""Errors of the store, one class for each cause, each with a stable code.

Violations of the rules are RuleErrors, as elsewhere. A StoreError is about saving one game, a StoreUnusable about the
file with all of them.
"""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import ClassVar, Final

from scorekeeper.houses.file_text import kind_of
from scorekeeper.rules import RuleError

# --- what a game does not allow ---------------------------------------------------------------------------------------


class BadWrite(RuleError):
    """An invalid write id, device id or time."""

    code = "write.bad"


# --- keeping ----------------------------------------------------------------------------------------------------------


class StoreError(Exception):
    """A problem with saving a game. Its message is for people; ``text`` is the message of a class with only one."""

    code: ClassVar[str] = "store"
    text: ClassVar[str] = ""

    def __init__(self, message: str = "") -> None:
        self.message = message or self.text
        super().__init__(self.message)


class IdReused(StoreError):
    """A write id that was used before with different content or in another game."""

    code = "write.id_reused"

    def __init__(self, what: str = "change") -> None:
        super().__init__(f"This was already sent with different content. Reload the page and repeat the {what}.")


# --- the file ---------------------------------------------------------------------------------------------------------


def _for_visitors(
    trouble: str,
    then: str = "Tell the person who runs this server. The log says why.",
    safe: str = "Everything saved before is safe.",
) -> str:
    return f"{trouble}. Nothing changed. {safe} {then}"


class StoreUnusable(Exception):
    """A problem with the file itself, not with anything a player did. Nothing was changed.

    The message names the file and the cause for the command line and the log. Visitors see ``for_visitors``.
    """

    code: ClassVar[str] = "store.unusable"
    passes: ClassVar[bool] = False
    """Whether it may pass, for example once the disk has room: then a server waits."""
    for_visitors: ClassVar[str] = _for_visitors("The server can’t open its games")


class StoreBusy(StoreUnusable):
    """Another program locked the store for too long."""

    code = "store.busy"
    passes = True
    for_visitors = _for_visitors("The server is busy", "Try again in a moment.")


class StoreFailed(StoreUnusable):
    """The file can't be opened or written: no permission, no space, a broken disk."""

    code = "store.failed"


class StoreFull(StoreFailed):
    """The disk or a limit is full. Reading still works."""

    code = "store.full"
    passes = True
    for_visitors = _for_visitors(
        "The server has no disk space left", "Tell the person who runs this server to free some."
    )


class StoreAway(StoreFailed):
    """The database doesn't answer or is read-only for now, as during a restart or failover."""

    passes = True


class StoreGone(StoreFailed):
    """The file was deleted, moved or replaced while in use, so new writes would be lost."""

    code = "store.gone"


class StoreServed(StoreUnusable):
    """Another server already uses this folder or file."""

    code = "store.served"
    passes = True


class OtherRelease(StoreUnusable):
    """The file is from a newer release, or one that is too old."""

    code = "store.other_release"


class StepFailed(StoreUnusable):
    """An upgrade step failed on the existing data; no step was saved."""

    code = "store.step_failed"

    def __init__(self, store: str, step: str, said: str) -> None:
        super().__init__(
            f"{store} wasn't upgraded, because step {step} failed ({said}). Nothing was changed, and the next start "
            "tries again. Until then, use the previous version."
        )


class NotAStore(StoreUnusable):
    """The file is something else, or damaged."""

    code = "store.not_a_store"
    for_visitors = _for_visitors("The server’s game file is damaged", safe="Everything before the last backup is safe.")


_NO_ROOM: Final = frozenset({"SQLITE_FULL", "SQLITE_IOERR_WRITE", "SQLITE_IOERR_SHMSIZE", "SQLITE_IOERR_TRUNCATE"})
"""SQLite's codes for a full disk, and for a quota or limit, which it takes for a broken disk."""

_NO_ROOM_OF_SYSTEM: Final = frozenset({errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)})

NO_STORE: Final = "damaged or not a Scorekeeper store: it doesn't start like one"

_HEAD: Final = 4_096
"""Bytes read to say what kind of file it is."""


def is_busy(error: BaseException) -> bool:
    """Whether another program has locked the file."""
    return isinstance(error, sqlite3.OperationalError) and ("locked" in str(error) or "busy" in str(error))


def is_full(error: BaseException) -> bool:
    """Whether the disk or a limit is full."""
    if isinstance(error, OSError):
        return error.errno in _NO_ROOM_OF_SYSTEM
    return getattr(error, "sqlite_errorname", "") in _NO_ROOM


def may_pass(error: BaseException) -> bool:
    """Whether the server may start at the next try without a change of settings."""
    return getattr(error, "passes", False) or any(is_full(one) for one in (error, error.__cause__) if one)


@contextmanager
def explained(path: Path, *, every: bool = False, damaged: str = "") -> Iterator[None]:
    """Raise StoreBusy, StoreFull, StoreFailed or NotAStore for SQLite's errors about the whole file.

    Errors in a statement, which are our own mistakes, pass unchanged, and so do errors of the system. With ``every``
    all of them count as problems with the file, as for a file of unknown origin. ``damaged`` is the advice for a
    damaged file.
    """
    try:
        yield
    except (sqlite3.DatabaseError, OSError) as error:
        trouble = _trouble(error, path, every, damaged)
        if trouble is None:
            raise
        raise trouble from error


def _instead(path: Path, said: str) -> str:
    """What the file is instead of a store."""
    if "not a database" not in said:
        return f"damaged or not a Scorekeeper store ({said})"
    with suppress(OSError), path.open("rb") as file:
        head = file.read(_HEAD)
        if (kind := kind_of(head)) is not None:
            return f"{kind[0]}, not a Scorekeeper store"
        if head.startswith(b"{"):
            return "not a Scorekeeper store. To import the file of a game, use the page Import a game"
    return NO_STORE


def _trouble(error: sqlite3.DatabaseError | OSError, path: Path, every: bool, damaged: str) -> StoreUnusable | None:
    said = (error.strerror or str(error)) if isinstance(error, OSError) else str(error)
    if isinstance(error, OSError) and not every:
        return None
    if isinstance(error, sqlite3.ProgrammingError) and "closed database" in said:
        return StoreBusy(f"{path} was just reopened. Try again.")
    if is_busy(error):
        return StoreBusy(f"Another program has locked {path}. Close it and try again.")
    if is_full(error):
        name = f" ({error.sqlite_errorname})" if isinstance(error, sqlite3.Error) else ""
        return StoreFull(
            f"{path} can't grow: {said}{name}. Make room on its disk, or raise the limit of the user who runs the "
            "server. If there is room, check the disk."
        )
    if isinstance(error, OSError | sqlite3.OperationalError):
        of_the_file = every or any(cause in said for cause in ("unable to open", "readonly", "disk I/O"))
        return StoreFailed(f"{path} can't be used: {said}.") if of_the_file else None
    if every or type(error) is sqlite3.DatabaseError:
        return NotAStore(f"{path} is {_instead(path, said)}{damaged}.")
    return None

"""What can go wrong with what is kept: one class for one question, each with a stable code.

What the rules of Golf or of a game do not allow is a RuleError, here as elsewhere. A StoreError is about
keeping a game, and a StoreUnusable about the file that holds them all.
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
    """The id of a write or of a device, or a time, that cannot be kept."""

    code = "write.bad"


# --- keeping ----------------------------------------------------------------------------------------------------------


class StoreError(Exception):
    """Something about keeping a game. Its text is meant for a person; ``text`` is that of a class that has only one."""

    code: ClassVar[str] = "store"
    text: ClassVar[str] = ""

    def __init__(self, message: str = "") -> None:
        self.message = message or self.text
        super().__init__(self.message)


class IdReused(StoreError):
    """The id of a write stands for one content in one game; this one was used for another."""

    code = "write.id_reused"

    def __init__(self, what: str = "change") -> None:
        super().__init__(f"this was sent before with other content; load the page again and repeat the {what}")


# --- the file ---------------------------------------------------------------------------------------------------------


def _for_visitors(trouble: str, then: str = "Tell whoever runs this Scorekeeper: its log says why") -> str:
    return f"{trouble}; nothing was changed, and what was entered before is safe. {then}"


class StoreUnusable(Exception):
    """The file itself is the trouble, and nothing that a player did; nothing was changed.

    The text names the file and the cause, for the command line and the log; visitors are told ``for_visitors``.
    """

    code: ClassVar[str] = "store.unusable"
    passes: ClassVar[bool] = False
    """Whether it may be over by itself, or once there is room: a server waits for that."""
    for_visitors: ClassVar[str] = _for_visitors("the games of this server cannot be reached now")


class StoreBusy(StoreUnusable):
    """Another program kept the store to itself for too long."""

    code = "store.busy"
    passes = True
    for_visitors = _for_visitors("the games of this server are kept busy by somebody else", "Try again in a moment")


class StoreFailed(StoreUnusable):
    """The file cannot be opened or written: no permission, no room, a broken disk."""

    code = "store.failed"


class StoreFull(StoreFailed):
    """Nothing more can be written: the disk is full, or a limit is reached. What is there can be read."""

    code = "store.full"
    passes = True
    for_visitors = _for_visitors(
        "there is no room left where the games are kept", "Tell whoever runs this Scorekeeper to make room on its disk"
    )


class StoreAway(StoreFailed):
    """The database does not answer, or takes nothing for now: it starts, or another takes over from it."""

    passes = True


class StoreGone(StoreFailed):
    """The file was deleted, moved or replaced while it was in use: what is written now would be in no file."""

    code = "store.gone"


class StoreServed(StoreUnusable):
    """Another server serves the same folder or the same file, and only one may."""

    code = "store.served"
    passes = True


class OtherRelease(StoreUnusable):
    """The file was written by a newer release, or by one too old for this one."""

    code = "store.other_release"


class StepFailed(StoreUnusable):
    """A step that brings the tables up to date cannot be done on what is there: no step was kept."""

    code = "store.step_failed"

    def __init__(self, store: str, step: str, said: str) -> None:
        super().__init__(
            f"{store} was not brought up to date: its step {step} failed ({said}). Nothing was changed, and the next "
            "start tries again; until then install the release from before"
        )


class NotAStore(StoreUnusable):
    """The file is something else, or damaged."""

    code = "store.not_a_store"
    for_visitors = _for_visitors("the file with the games of this server is damaged").replace(
        "before is", "before its last backup is"
    )


_NO_ROOM: Final = frozenset({"SQLITE_FULL", "SQLITE_IOERR_WRITE", "SQLITE_IOERR_SHMSIZE", "SQLITE_IOERR_TRUNCATE"})
"""What SQLite says of a full disk, and of a quota or another limit, which it takes for a broken disk."""

_NO_ROOM_OF_SYSTEM: Final = frozenset({errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)})

NO_STORE: Final = "damaged or no store of Scorekeeper: it does not begin like one"

_HEAD: Final = 4_096
"""Bytes by which a file is told that is no store."""


def is_busy(error: BaseException) -> bool:
    """Whether somebody else has the file for now."""
    return isinstance(error, sqlite3.OperationalError) and ("locked" in str(error) or "busy" in str(error))


def is_full(error: BaseException) -> bool:
    """Whether there is no room for more."""
    if isinstance(error, OSError):
        return error.errno in _NO_ROOM_OF_SYSTEM
    return getattr(error, "sqlite_errorname", "") in _NO_ROOM


def may_pass(error: BaseException) -> bool:
    """Whether what keeps a server from starting may be over at the next try, without anybody's changing a setting."""
    return getattr(error, "passes", False) or any(is_full(one) for one in (error, error.__cause__) if one)


@contextmanager
def explained(path: Path, *, every: bool = False, damaged: str = "") -> Iterator[None]:
    """Raise StoreBusy, StoreFull, StoreFailed or NotAStore for what SQLite says about the file as a whole.

    What is wrong with a statement, which is our own mistake, stays as it is, and so does what the system says. With
    ``every`` all of it is taken for trouble with the file, as where nobody knows what file it is. ``damaged`` is what
    to do about a file that is.
    """
    try:
        yield
    except (sqlite3.DatabaseError, OSError) as error:
        trouble = _trouble(error, path, every, damaged)
        if trouble is None:
            raise
        raise trouble from error


def _instead(path: Path, said: str) -> str:
    """What a file is that is no store."""
    if "not a database" not in said:
        return f"damaged or no store of Scorekeeper ({said})"
    with suppress(OSError), path.open("rb") as file:
        head = file.read(_HEAD)
        if (kind := kind_of(head)) is not None:
            return f"{kind[0]}, and no store of Scorekeeper"
        if head.startswith(b"{"):
            return "no store of Scorekeeper; the file of a game is brought in on the page Import a game"
    return NO_STORE


def _trouble(error: sqlite3.DatabaseError | OSError, path: Path, every: bool, damaged: str) -> StoreUnusable | None:
    said = (error.strerror or str(error)) if isinstance(error, OSError) else str(error)
    if isinstance(error, OSError) and not every:
        return None
    if isinstance(error, sqlite3.ProgrammingError) and "closed database" in said:
        return StoreBusy(f"{path} was opened anew at this very moment; try again")
    if is_busy(error):
        return StoreBusy(f"another program keeps {path} to itself; close it and try again")
    if is_full(error):
        name = f" ({error.sqlite_errorname})" if isinstance(error, sqlite3.Error) else ""
        return StoreFull(
            f"{path} cannot grow: {said}{name}; make room on its disk, or raise the limit of the "
            "user who runs the server, and it goes on; if there is room, look after the disk"
        )
    if isinstance(error, OSError | sqlite3.OperationalError):
        of_the_file = every or any(cause in said for cause in ("unable to open", "readonly", "disk I/O"))
        return StoreFailed(f"{path} cannot be used: {said}") if of_the_file else None
    if every or type(error) is sqlite3.DatabaseError:
        return NotAStore(f"{path} is {_instead(path, said)}{damaged}")
    return None

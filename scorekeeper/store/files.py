"""Files that have their name only once they are complete, and locks: one server on one folder and on one store."""

import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Final

from filelock import FileLock, Timeout

from scorekeeper.store.errors import StoreFailed, StoreServed

DRAFTS: Final = ".{}*.partial*"
"""What files whose names begin so are called until then, and what SQLite puts beside them; a process that was killed
leaves them."""


class FileThere(StoreFailed):
    """A new file was to have the name of another, which is left as it is."""

    def __init__(self, file: Path) -> None:
        super().__init__(f"{file} is there already, and is left as it is; name another file")


def backups_of(path: Path) -> Path:
    """The folder beside a store where copies of it lie that are made by themselves."""
    return path.parent / "backups"


def make_folder(folder: Path) -> None:
    """Make it where it is missing, for its owner alone. Raises OSError."""
    folder.mkdir(mode=0o700, exist_ok=True)


@contextmanager
def named_when_whole(file: Path, *, instead: bool = False) -> Iterator[Path]:
    """A new empty file beside it, for its owner alone, which gets the name ``file`` when this ends without an error.

    After an error nothing is left of it. Raises FileThere where the name is taken, unless it is to come ``instead``
    of what is there: then whoever could use that one can use this one. And OSError.
    """
    if not instead and os.path.lexists(file):
        raise FileThere(file)
    draft = file.with_name(f".{file.name}.{secrets.token_hex(8)}.partial")
    os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        yield draft
        flush(draft)
        if instead:
            if file.exists():
                draft.chmod(stat.S_IMODE(file.stat().st_mode))
            draft.replace(file)
        else:
            name_new(draft, file)
        flush(file.parent)
    finally:
        for left in (draft, *(draft.with_name(f"{draft.name}-{ending}") for ending in ("journal", "wal", "shm"))):
            with suppress(OSError):
                left.unlink(missing_ok=True)


def name_new(draft: Path, file: Path) -> None:
    """Give it a name that nobody has. Raises FileThere."""
    try:
        # Fails where the name is taken, even if somebody took it this very moment.
        os.link(draft, file)
    except OSError as error:  # or a stick that knows no second name for a file
        if os.path.lexists(file):
            raise FileThere(file) from error
        draft.rename(file)


def flush(path: Path) -> None:
    """Have a file, or the names in a folder, on the disk."""
    try:
        opened = os.open(path, os.O_RDWR if path.is_file() else os.O_RDONLY)
    except PermissionError:
        if path.is_dir():  # Windows opens no folders, and needs it not
            return
        raise
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


LOCK: Final = "serving.lock"
"""The lock of an instance folder. The lock of a store lies beside it, under its name and an ending of this."""


def check_rights(instance: Path, store: Path) -> None:
    """Raises StoreFailed for what is there and cannot be written, but for a disk that nobody can write.

    SQLite would open a file that can only be read, and fail with the first hand that anybody enters.
    """
    real = store.resolve()
    files = (beside(store, ending) for ending in ("wal", "shm", "journal", LOCK))
    for place in (instance, instance / LOCK, real.parent, backups_of(real), real, *files):
        readable = os.R_OK if is_read_only(place) else os.R_OK | os.W_OK
        if os.path.lexists(place) and not os.access(place, readable):
            raise StoreFailed(f"{place} cannot be written by the user who runs the server; {_remedy(place)}")


def is_read_only(place: Path) -> bool:
    """Whether the disk of a file or folder is mounted for reading only."""
    return hasattr(os, "ST_RDONLY") and place.exists() and bool(os.statvfs(place).f_flag & os.ST_RDONLY)


def _remedy(place: Path) -> str:
    """What helps where a file or folder cannot be written."""
    found = place.stat()
    if hasattr(os, "geteuid") and os.geteuid() in (0, found.st_uid) and found.st_mode & 0o200:
        return f"it is marked as never to be changed: `sudo chattr -i {place}`"
    return "give it to that user, with all that is in it: `sudo chown -R USER: FOLDER`"


@contextmanager
def one_server(instance: Path, store: Path) -> Iterator[None]:
    """Be the only one who serves this instance folder and this store, which need not lie in it, until the end.

    Both are locked: one folder holds the secret key and the backups of one store, and one store may be named by the
    settings of several folders. The files that stand for the locks stay and mean nothing by themselves: the system
    takes a lock back from a process that ends, however it ends. Whoever puts another file in its place takes them too.

    Makes the folders where they are missing. On a disk for reading only there is no lock. Raises StoreServed when
    somebody else serves, and StoreFailed where the folders cannot be made or written; nothing was changed then.
    """
    with ExitStack() as locks:
        for lock, what in ((instance / LOCK, instance), (beside(store, LOCK), store)):
            try:
                lock.parent.mkdir(parents=True, exist_ok=True)
                # Never by the mere existence of a file, which outlives a process that was killed.
                locks.enter_context(FileLock(lock, timeout=0, mode=0o600, fallback_to_soft=False))
            except Timeout:
                raise StoreServed(
                    f"another Scorekeeper serves {what} already. Use that one, or stop it first; "
                    "for games of their own set SCOREKEEPER_INSTANCE to another folder"
                ) from None
            except OSError as error:
                if is_read_only(lock.parent):
                    continue  # nobody else writes there either
                raise StoreFailed(
                    f"the folder {lock.parent} cannot be used: {error.strerror or error}. Scorekeeper must be able to "
                    "write there: give it to the user who runs the server, or name another one with "
                    "SCOREKEEPER_INSTANCE"
                ) from error
        yield


@contextmanager
def unserved(store: Path) -> Iterator[None]:
    """Keep servers from that file until the end. Raises StoreServed where one has it open.

    A file that never had a lock was never served; then none is left beside it, as beside a backup on a stick.
    """
    lock = beside(store, LOCK)
    if not lock.exists():
        yield
        return
    try:
        with FileLock(lock, timeout=0, mode=0o600, fallback_to_soft=False):
            yield
    except Timeout:
        raise StoreServed(
            f"a Scorekeeper serves {store}: stop it first, for what is entered meanwhile would not be copied"
        ) from None


def beside(store: Path, ending: str) -> Path:
    """A file that belongs to a store, however the store was named: its lock, or what SQLite keeps beside it."""
    real = store.resolve()
    return real.with_name(f"{real.name}-{ending}")

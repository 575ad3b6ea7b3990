"""Files that get their name once complete, and locks that allow one server per folder and store."""

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
"""Pattern of partial files and SQLite's files next to them, which a killed process leaves behind."""


class FileThere(StoreFailed):
    """The name of a new file is taken; the existing file is unchanged."""

    def __init__(self, file: Path) -> None:
        super().__init__(f"{file} already exists and wasn't changed. Choose another name.")


def backups_of(path: Path) -> Path:
    """The folder of automatic backups next to a store."""
    return path.parent / "backups"


def make_folder(folder: Path) -> None:
    """Make a missing folder that only its owner can open. Raises OSError."""
    folder.mkdir(mode=0o700, exist_ok=True)


@contextmanager
def named_when_whole(file: Path, *, instead: bool = False) -> Iterator[Path]:
    """A new empty file, readable by its owner only, that gets the name ``file`` at the end.

    After an error nothing is left of it. Raises FileThere if the name is taken, and OSError. With ``instead`` it
    replaces the existing file and keeps its permissions.
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
    """Rename it to an unused name. Raises FileThere."""
    try:
        # Fails if the name is taken, even if that happened just before.
        os.link(draft, file)
    except OSError as error:  # or a disk without hard links
        if os.path.lexists(file):
            raise FileThere(file) from error
        draft.rename(file)


def flush(path: Path) -> None:
    """Write a file, or a folder's list of names, to the disk."""
    try:
        opened = os.open(path, os.O_RDWR if path.is_file() else os.O_RDONLY)
    except PermissionError:
        if path.is_dir():  # Windows opens no folders and doesn't need this
            return
        raise
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


LOCK: Final = "serving.lock"
"""The lock file of an instance folder. A store's lock has this as the ending of its name."""


def check_rights(instance: Path, store: Path) -> None:
    """Raise StoreFailed for an existing file or folder without write permission; a read-only disk is allowed.

    SQLite would open a read-only file and fail at the first hand.
    """
    real = store.resolve()
    files = (beside(store, ending) for ending in ("wal", "shm", "journal", LOCK))
    for path in (instance, instance / LOCK, real.parent, backups_of(real), real, *files):
        readable = os.R_OK if is_read_only(path) else os.R_OK | os.W_OK
        if os.path.lexists(path) and not os.access(path, readable):
            raise StoreFailed(f"The user who runs the server can't write to {path}. {_remedy(path)}")


def is_read_only(path: Path) -> bool:
    """Whether a file's or folder's disk is mounted read-only."""
    return hasattr(os, "ST_RDONLY") and path.exists() and bool(os.statvfs(path).f_flag & os.ST_RDONLY)


def _remedy(path: Path) -> str:
    """The advice for a file or folder without write permission."""
    found = path.stat()
    if hasattr(os, "geteuid") and os.geteuid() in (0, found.st_uid) and found.st_mode & 0o200:
        return f"It's marked immutable. Run: sudo chattr -i {path}"
    return "Give that user the folder and everything in it. Run: sudo chown -R USER: FOLDER"


@contextmanager
def one_server(instance: Path, store: Path) -> Iterator[None]:
    """Lock this instance folder and this store, which can be elsewhere, for one server.

    Both need a lock: a folder holds the secret key and the backups of one store, and several folders' settings can name
    one store. Lock files stay behind and mean nothing by themselves, because the system releases the lock of any
    process that ends. A restore takes the locks too.

    Makes missing folders. A read-only disk has no lock. Raises StoreServed if another server has a lock, and
    StoreFailed if a folder can't be made or written; nothing has changed then.
    """
    with ExitStack() as locks:
        for lock, what in ((instance / LOCK, instance), (beside(store, LOCK), store)):
            try:
                lock.parent.mkdir(parents=True, exist_ok=True)
                # A lock file's existence is no sign: it outlives a killed process.
                locks.enter_context(FileLock(lock, timeout=0, mode=0o600, fallback_to_soft=False))
            except Timeout:
                raise StoreServed(
                    f"Another Scorekeeper server is already using {what}. Use that one or stop it first. "
                    "For separate games, set SCOREKEEPER_INSTANCE to another folder."
                ) from None
            except OSError as error:
                if is_read_only(lock.parent):
                    continue  # no one else writes there either
                raise StoreFailed(
                    f"The folder {lock.parent} can't be used: {error.strerror or error}. Let the user who runs the "
                    "server write there, or set SCOREKEEPER_INSTANCE to another folder."
                ) from error
        yield


@contextmanager
def unserved(store: Path) -> Iterator[None]:
    """Keep servers from using that file. Raises StoreServed if one has it open.

    A file without a lock file was never served, so none is made next to it, as for a backup on a USB stick.
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
            f"A Scorekeeper server is using {store}. Stop it first, or new entries won't be copied."
        ) from None


def beside(store: Path, ending: str) -> Path:
    """A file next to a store, such as its lock or SQLite's log; links in the path are followed."""
    real = store.resolve()
    return real.with_name(f"{real.name}-{ending}")

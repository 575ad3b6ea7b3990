"""Files that have their name only once they are complete and on the disk."""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

DRAFTS: Final = ".{}*.partial*"
"""What files whose names begin so are called until then, and what SQLite puts beside them; a process that was killed
leaves them."""


BACKUPS: Final = "backups"


def backups_of(path: Path) -> Path:
    """The folder beside a store where copies of it lie that are made by themselves."""
    return path.parent / BACKUPS


def make_folder(folder: Path) -> None:
    """Make it where it is missing, for the owner of the folder around it alone, whoever makes it. Raises OSError."""
    try:
        folder.mkdir(mode=0o700)
    except FileExistsError:
        if not folder.is_dir():
            raise
    else:
        give_to_owner(folder, folder.parent)


@contextmanager
def named_when_whole(file: Path, *, instead: bool = False) -> Iterator[Path]:
    """A new empty file beside it, for its owner alone, which gets the name ``file`` when this ends without an error.

    After an error nothing is left of it. Raises FileExistsError where the name is taken, unless it is to come
    ``instead`` of what is there: then whoever could use that one can use this one. And OSError.
    """
    if not instead and os.path.lexists(file):
        raise FileExistsError(f"{file} is there already")
    draft = file.with_name(f".{file.name}.{secrets.token_hex(8)}.partial")
    os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        yield draft
        flush(draft)
        if instead:
            there = file.exists()
            if there:
                draft.chmod(stat.S_IMODE(file.stat().st_mode))
            give_to_owner(draft, file if there else file.parent)
            draft.replace(file)
        else:
            name_new(draft, file)
        flush(file.parent)
    finally:
        for left in (draft, *(draft.with_name(f"{draft.name}-{ending}") for ending in ("journal", "wal", "shm"))):
            with suppress(OSError):
                left.unlink(missing_ok=True)


def give_to_owner(file: Path, like: Path) -> None:
    """What an administrator makes beside the files of a server's user must be that user's as well."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        owner = like.stat()
        # Whose folder it is may have put a link there meanwhile, to a file that is not theirs to have.
        os.chown(file, owner.st_uid, owner.st_gid, follow_symlinks=False)


def name_new(draft: Path, file: Path) -> None:
    """Give it a name that nobody has. Raises FileExistsError."""
    try:
        # Fails where the name is taken, even if somebody took it this very moment.
        os.link(draft, file)
    except FileExistsError:
        raise FileExistsError(f"{file} is there already") from None
    except OSError:  # a stick that knows no second name for a file
        if os.path.lexists(file):
            raise FileExistsError(f"{file} is there already") from None
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

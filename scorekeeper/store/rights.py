"""Whether whoever runs the server may write where the games are kept, told before anything is opened."""

from __future__ import annotations

import os
import shlex
from pathlib import Path
from typing import Final

from scorekeeper.store.errors import StoreFailed

_BESIDE: Final = ("", "-wal", "-shm", "-journal", "-serving.lock")
"""Endings of the files that are written for a store, where they are there."""


def check_rights(instance: Path, store: Path) -> None:
    """Raises StoreFailed for what is there and cannot be written, with whose it is and what gives it to this user.

    SQLite would open a file that can only be read, and fail with the first hand that anybody enters.
    """
    real = store.resolve()
    files = [real.with_name(f"{real.name}{ending}") for ending in _BESIDE] + [instance / "serving.lock"]
    folders = [_made_in(instance), _made_in(real.parent), real.parent / "backups"]
    wrong = [place for place in (*folders, *files) if _is_there(place) and not _may_write(place)]
    if wrong:
        raise StoreFailed(_told(list(dict.fromkeys(wrong))))


def _made_in(folder: Path) -> Path:
    """The folder, or the one in which it will be made."""
    while not _is_there(folder) and folder != folder.parent:
        folder = folder.parent
    return folder


def _is_there(place: Path) -> bool:
    try:
        return place.exists()
    except OSError:  # below a folder that may not be looked into, which is told
        return False


def _may_write(place: Path) -> bool:
    wanted = os.R_OK | os.W_OK | (os.X_OK if place.is_dir() else 0)
    return os.access(place, wanted, effective_ids=os.access in os.supports_effective_ids)


def _told(places: list[Path]) -> str:
    wrong = "; ".join(_belongs(place) for place in places)
    if os.name != "posix":
        return f"{wrong}. Scorekeeper must be able to write there: give it to the user who runs it"
    me = os.geteuid()
    quoted = " ".join(shlex.quote(str(place)) for place in places)
    if all(place.stat().st_uid == me for place in places):
        do = f"chmod u+rwX {quoted}"
    else:
        do = f"sudo chown -R {_user(me)}: {quoted}"
    return f"{wrong}. The server runs as {_user(me)}, who must be able to write there: {do}"


def _belongs(place: Path) -> str:
    what = f"the {'folder' if place.is_dir() else 'file'} {place} cannot be written"
    if os.name != "posix":
        return what
    status = place.stat()
    return f"{what}: it belongs to {_user(status.st_uid)}, with mode {status.st_mode & 0o7777:04o}"


def _user(number: int) -> str:
    try:
        import pwd

        return pwd.getpwuid(number).pw_name
    except (ImportError, KeyError):
        return str(number)

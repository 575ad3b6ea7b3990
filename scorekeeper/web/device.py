"""Which phone is asking. A device is a random id in the signed session cookie: no account, no name.

It finds a device's own games again, and tells in a game's history which changes came from the same phone.
"""

from __future__ import annotations

import secrets
from datetime import UTC, datetime

from flask import session

from scorekeeper.store.values import LONGEST_ID, Write


def device_id() -> str:
    """This device's id, made on its first visit."""
    device: str | None = session.get("device")
    if device is None:
        device = session["device"] = secrets.token_urlsafe(12)
        session.permanent = True
        session["seen"] = this_month()
    return device


def this_month() -> str:
    """What the cookie says of when it was last sent; see security.py."""
    return f"{datetime.now(UTC):%Y-%m}"


def new_write_id() -> str:
    """An id for a form that is about to be shown: sending it twice changes things once."""
    return secrets.token_urlsafe(12)


def is_write_id(sent: str) -> bool:
    """Whether it can be an id of a write."""
    return 8 <= len(sent) < LONGEST_ID and sent.isprintable()


def new_write(write_id: str | None = None, step: str = "") -> Write:
    """A change that this device makes now, under the id that its sender gave it.

    ``step`` tells the writes of one form apart. An id that is missing, or is none of ours, is replaced by a new one.
    """
    usable = write_id is not None and is_write_id(f"{write_id}{step}")
    name = f"{write_id}{'-' if step else ''}{step}" if usable else new_write_id()
    return Write(id=name, device=device_id(), at=datetime.now(UTC))

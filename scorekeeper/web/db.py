"""The app's store, opened once, and the device of each request.

A device is a random id in the signed session cookie, without account or name. It finds the device's games again, and
marks changes from the same phone in a game's history.
"""

import secrets
from datetime import UTC, datetime
from pathlib import Path

from flask import Flask, current_app, session

from scorekeeper.store.connection import Store
from scorekeeper.store.restoring import open_to_serve
from scorekeeper.store.writes import LONGEST_ID, Write
from scorekeeper.web.config import store_address


def init_app(app: Flask) -> None:
    """Open the store in the instance folder, or the one of the setting STORE."""
    app.extensions["scorekeeper_store"] = open_to_serve(store_address(Path(app.instance_path), app.config))


def store() -> Store:
    kept: Store = current_app.extensions["scorekeeper_store"]
    return kept


def device_id() -> str:
    """This device's id, made on its first visit."""
    device: str | None = session.get("device")
    if device is None:
        device = session["device"] = secrets.token_urlsafe(12)
        session.permanent = True
        session["seen"] = this_month()
    return device


def this_month() -> str:
    """The month in the cookie, which security.py renews."""
    return f"{datetime.now(UTC):%Y-%m}"


def new_write_id() -> str:
    """An id for a form, so that sending it twice has effect once."""
    return secrets.token_urlsafe(12)


def is_write_id(sent: str) -> bool:
    return 8 <= len(sent) < LONGEST_ID and sent.isprintable()


def new_write(write_id: str | None = None, step: str = "") -> Write:
    """A write by this device now, with the sender's id.

    ``step`` distinguishes several writes of one form. A missing or invalid id is replaced by a new one.
    """
    usable = write_id is not None and is_write_id(f"{write_id}{step}")
    name = f"{write_id}{'-' if step else ''}{step}" if usable else new_write_id()
    return Write(id=name, device=device_id(), at=datetime.now(UTC))

"""The first page."""

from __future__ import annotations

from flask import render_template

from scorekeeper.store import games_of_device
from scorekeeper.web.db import store
from scorekeeper.web.device import device_id
from scorekeeper.web.start import bp
from scorekeeper.web.start.pages import start_page


@bp.get("/")
def index() -> str:
    """Start here; this device's own games are found by its cookie."""
    return render_template("start/index.html", page=start_page(tuple(games_of_device(store(), device_id()))))

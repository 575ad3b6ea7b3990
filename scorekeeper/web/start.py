"""The first page: go on with a game, begin one, look at old ones, settle a score."""

from __future__ import annotations

from flask import Blueprint, render_template

from scorekeeper.store.sharing import games_of_device
from scorekeeper.web.db import device_id, store

bp = Blueprint("start", __name__)


@bp.get("/")
def index() -> str:
    """This device's own games, found by its cookie, newest first: the one to go on with stands apart."""
    games = tuple(games_of_device(store(), device_id()))
    begun = [game for game in games if not game.over]
    finished = [game for game in games if game.over]
    current = begun[0] if begun else None
    return render_template("start/index.html", current=current, unfinished=begun[1:], finished=finished)

"""What a game page holds for its scripts: the game as this phone first knows it, for drawing it with no network too."""

from __future__ import annotations

from typing import Any

from flask import url_for

from scorekeeper.store import KeptGame, seat_of_device
from scorekeeper.web.answers import told
from scorekeeper.web.db import store
from scorekeeper.web.device import device_id
from scorekeeper.web.release import release
from scorekeeper.web.unchanged import etag_of


def game_data(kept: KeptGame) -> dict[str, Any]:
    """Plain JSON values, embedded in every page of a game; see static/js/store/game-on-phone.js."""
    now = told(kept)
    return {
        "key": kept.key,
        "answer": now.answer,
        "etag": game_tag(kept),
        "rules": now.rules,
        "seat": seat_of_device(store(), device_id(), kept.key),
        "urls": {
            "card": url_for("play.card", key=kept.key),
            "hole": url_for("play.hole", key=kept.key, hole=1).removesuffix("1"),
            "api": url_for("api.read_game", key=kept.key),
            "start": url_for("start.index"),
            "settle": url_for("settle.index", game=kept.view_key),
        },
    }


def game_tag(kept: KeptGame) -> str:
    """The ETag of the game's answer, as /api/games/<key> would send it: a live page is drawn anew after another."""
    return etag_of(kept.state, release().name)

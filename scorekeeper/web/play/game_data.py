"""What a game page holds for its scripts: the game as this phone first knows it, for drawing it with no network too."""

from __future__ import annotations

from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup

from scorekeeper.store.values import KeptGame
from scorekeeper.web.addresses import addresses
from scorekeeper.web.answers import told
from scorekeeper.web.release import release
from scorekeeper.web.unchanged import etag_of


def game_data(kept: KeptGame, seat: int | None) -> Markup:
    """JSON, embedded in every page of a game for the phone of that seat; see static/js/store/game-on-phone.js."""
    address = addresses()
    own = {
        "key": kept.key,
        "etag": game_tag(kept),
        "seat": seat,
        "urls": {
            "card": address("play.card", key=kept.key),
            "hole": address("play.hole", key=kept.key, hole=1).removesuffix("1"),
            "api": address("api.read_game", key=kept.key),
            "start": address("start.index"),
            "settle": address("settle.index", game=kept.view_key),
        },
    }
    # One object of two: the game's part is the same for every phone, and ten times as long.
    return told(kept).on_pages[:-1] + ", " + htmlsafe_json_dumps(own)[1:]


def game_tag(kept: KeptGame) -> str:
    """The ETag of the game's answer, as /api/games/<key> would send it: a live page is drawn anew after another."""
    return etag_of(kept.state, release().name)

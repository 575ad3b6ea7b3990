"""The page for the big screen."""

from __future__ import annotations

from flask import redirect, render_template, url_for
from werkzeug.wrappers import Response

from scorekeeper.web.finding import game_to_see
from scorekeeper.web.play.game_data import game_tag
from scorekeeper.web.screen import bp
from scorekeeper.web.screen.pages import screen_page


@bp.get("")
def index(key: str) -> str | Response:
    """The game for a room. Its address is on the screen for all to read, so it is always that of the link to watch."""
    kept = game_to_see(key)
    if kept.may_edit:
        return redirect(url_for("screen.index", key=kept.view_key))
    return render_template("screen/index.html", page=screen_page(kept), key=key, tag=game_tag(kept))

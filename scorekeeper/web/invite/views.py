"""The page of the invitation, and what its buttons do."""

from __future__ import annotations

from typing import Literal

from flask import abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.store import choose_seat, renew_link
from scorekeeper.web import limits
from scorekeeper.web.db import store
from scorekeeper.web.device import device_id, new_write, new_write_id
from scorekeeper.web.finding import game_to_change, game_to_see
from scorekeeper.web.invite import bp
from scorekeeper.web.invite.pages import invite_page
from scorekeeper.web.play.hole_form import read_id

_RENEWED = {
    "edit": "The link to play along is new, and the old one opens nothing any more. Let the others scan this one.",
    "view": "The link to watch is new, and the old one opens nothing any more.",
}


@bp.get("/invite")
def index(key: str) -> str:
    """The links as codes to scan and as text to send."""
    kept = game_to_see(key)
    return render_template("invite/index.html", page=invite_page(kept, new_write_id()), key=key)


@bp.post("/invite/renew", endpoint="renew")
@limits.MADE
def renew(key: str) -> Response:
    """Shut a link out and go on with the new one."""
    which: Literal["edit", "view"]
    match request.form.get("link"):
        case "edit":
            which = "edit"
        case "view":
            which = "view"
        case _:
            abort(400)
    # The store finds the game itself: a second tap comes by a link that the first one has just shut out.
    kept = renew_link(store(), key, which, new_write(request.form.get("write_id"), which))
    flash(_RENEWED[which], "good")
    return redirect(url_for("invite.index", key=kept.edit_key))


@bp.post("/seat", endpoint="seat")
def sit(key: str) -> Response:
    """Say whose phone this is."""
    kept = game_to_change(key)
    said = request.form.get("player", "")
    player = kept.game.player(read_id(said)) if said else None
    if said and player is None:
        abort(422)
    choose_seat(store(), device_id(), kept.edit_key, player.id if player else None)
    flash(f"This phone is {player.name}'s." if player else "This phone looks on.", "good")
    back = "invite.index" if request.form.get("back") == "invite" else "play.card"
    return redirect(url_for(back, key=key))

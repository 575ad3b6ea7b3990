"""The page of the result, and what its buttons do."""

from __future__ import annotations

from flask import flash, redirect, render_template, url_for
from werkzeug.wrappers import Response

from scorekeeper.exports import game_text
from scorekeeper.rules import RuleError
from scorekeeper.store import KeptGame, LinkRenewed, StoreError, change, rematch
from scorekeeper.web import limits
from scorekeeper.web.db import store
from scorekeeper.web.device import new_write, new_write_id
from scorekeeper.web.end import bp
from scorekeeper.web.end.closing import extra_hole, finish, open_extra_hole
from scorekeeper.web.end.forms import ButtonForm, FinishForm, RematchForm
from scorekeeper.web.end.pages import end_page
from scorekeeper.web.finding import game_to_change, game_to_see


@bp.get("/end")
def index(key: str) -> str:
    """Who won, or how it stands so far."""
    return _show(game_to_see(key), key)


@bp.post("/playoff", endpoint="playoff")
def play_off(key: str) -> Response | tuple[str, int]:
    """Begin an extra hole among those tied; if it was begun already, go there."""
    kept = game_to_change(key)
    begun = open_extra_hole(kept.game)
    if begun is not None:
        return redirect(url_for("play.hole", key=key, hole=begun.number))
    try:
        edit = extra_hole(kept.game)
        change(store(), kept.edit_key, [edit], new_write(ButtonForm().write_id.data))
    except RuleError as error:
        return _show(kept, key, error.message), 422
    except StoreError as error:
        return _show(kept, key, error.message), 409
    return redirect(url_for("play.hole", key=key, hole=edit.hole))


@bp.post("/rematch", endpoint="rematch")
@limits.MADE
def play_again(key: str) -> Response | tuple[str, int]:
    """The same people under the same house; the next player deals. Of two phones that ask at once, both come there."""
    kept = game_to_change(key)
    form = RematchForm()
    try:
        again = rematch(store(), kept.edit_key, new_write(form.write_id.data), seen=form.seen_rematch)
    except RuleError as error:
        return _show(kept, key, error.message), 422
    except LinkRenewed:  # of the new game, by another phone since this form was sent first
        raise
    except StoreError as error:
        return _show(kept, key, error.message), 409
    if again.game.open_options:
        flash("The new game is ready. With so many players the sheet leaves a question open: please answer it below.")
        return redirect(url_for("table.index", key=again.edit_key))
    if again.game.holes:  # those who were quicker play already
        return redirect(url_for("play.card", key=again.edit_key))
    return redirect(url_for("play.hole", key=again.edit_key, hole=1))


@bp.post("/finish", endpoint="finish")
def finish_early(key: str) -> Response | tuple[str, int]:
    """Stop after the last confirmed hole."""
    kept = game_to_change(key)
    form = FinishForm()
    if kept.game.is_over and kept.game.holes_planned == form.last_hole:
        return redirect(url_for("end.index", key=key))
    try:
        edits = finish(kept, form.last_hole)
        change(store(), kept.edit_key, edits, new_write(form.write_id.data))
    except RuleError as error:
        return _show(kept, key, error.message), 422
    except StoreError as error:
        return _show(kept, key, error.message), 409
    flash("The game is finished. Undo on the scorecard goes on with it.")
    return redirect(url_for("end.index", key=key))


def _show(kept: KeptGame, key: str, problem: str = "") -> str:
    page = end_page(kept, game_text(kept.game, kept.title), new_write_id(), problem)
    return render_template("end/index.html", page=page, key=key)

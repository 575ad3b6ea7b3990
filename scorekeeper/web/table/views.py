"""The page of the table."""

from __future__ import annotations

from dataclasses import replace

from flask import flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.rules import RuleError
from scorekeeper.store import StoreError, change
from scorekeeper.web.db import store
from scorekeeper.web.device import new_write, new_write_id
from scorekeeper.web.finding import game_to_change
from scorekeeper.web.table import bp
from scorekeeper.web.table.forms import TableForm, moved
from scorekeeper.web.table.pages import TablePage, table_page, wish_of
from scorekeeper.web.table.seating import TableNow, settle

_FIELDS = {"game.title": "title", "game.length": "holes_planned", "player.bad_team": "teams"}
"""Where the page shows what the store refused, by the error's code; anything else stands on top."""


@bp.get("/table")
def index(key: str) -> str:
    """Who plays, in which order, and for how long."""
    now = TableNow(game_to_change(key))
    return _show(table_page(now, wish_of(now), new_write_id()))


@bp.post("/table")
def save(key: str) -> str | Response | tuple[str, int]:
    """One of the buttons that move a seat, which keep everything as typed, or all changes at once."""
    now = TableNow(game_to_change(key))
    form = TableForm()
    wish = form.wish(now)
    if "move" in request.form:
        wish = replace(wish, seats=tuple(moved(list(wish.seats), request.form["move"])))
        return _show(table_page(now, wish, new_write_id(), moved=True))
    settled = settle(now, wish)
    if settled.problems:
        return _show(table_page(now, wish, new_write_id(), errors=settled.problems)), 422
    if settled.overtaken:
        return _show(table_page(now, wish, new_write_id(), overtaken=True)), 409
    if settled.edits:
        try:
            changed = change(store(), now.kept.edit_key, settled.edits, new_write(form.write_id.data))
        except RuleError as error:
            errors = {_FIELDS.get(error.code, ""): [problem.message for problem in error.problems]}
            return _show(table_page(now, wish, new_write_id(), errors=errors)), 422
        except StoreError as error:
            return _show(table_page(now, wish, new_write_id(), errors={"": [error.message]})), 409
        if any(option not in now.game.open_options for option in changed.kept.game.open_options):
            flash("Saved. With so many players the sheet leaves a question open: please answer it below.")
            return redirect(url_for("table.index", key=key))
        flash("Saved. Undo on the scorecard takes it back.")
    return redirect(url_for("play.card", key=key))


def _show(page: TablePage) -> str:
    return render_template("table/index.html", page=page, key=page.kept.edit_key)

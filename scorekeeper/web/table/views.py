"""The form of the table: everything on one page, saved as one change."""

from __future__ import annotations

from dataclasses import replace

from flask import flash, redirect, render_template, request, url_for
from flask_wtf import FlaskForm
from werkzeug.wrappers import Response
from wtforms import HiddenField, StringField

from scorekeeper.rules import RuleError
from scorekeeper.rules.game import LONGEST_NAME
from scorekeeper.store.changing import change
from scorekeeper.store.errors import StoreError
from scorekeeper.web.db import store
from scorekeeper.web.device import new_write, new_write_id
from scorekeeper.web.finding import game_to_change
from scorekeeper.web.option_fields import chosen_in
from scorekeeper.web.table import bp
from scorekeeper.web.table.pages import TablePage, wish_of
from scorekeeper.web.table.seating import STAYS, SeatWish, TableNow, TableWish, settle
from scorekeeper.web.whole_numbers import whole_number

LONGEST_FIELD = 20 * LONGEST_NAME
"""Characters of a field that are looked at and shown again; beyond that it is no name and no title."""


class TableForm(FlaskForm):  # type: ignore[misc]  # has no types of its own
    """The fields that each table has. Those of single players, whose ids are in the names, are read by `seats`."""

    order = HiddenField()
    seen = HiddenField()
    write_id = HiddenField()
    title = StringField()
    holes_planned = StringField()
    dealer = StringField()
    newcomer = StringField()
    newcomer_hole = StringField()
    newcomer_team = StringField()

    def wish(self, now: TableNow) -> TableWish:
        """What was typed; where a field was not sent at all, what the game has."""
        return TableWish(
            seats=self.seats(now),
            holes_planned=_text(self.holes_planned, str(now.game.holes_planned)),
            title=_text(self.title, now.kept.title),
            dealer=whole_number(_text(self.dealer, "")),
            newcomer=_text(self.newcomer, ""),
            newcomer_hole=whole_number(_text(self.newcomer_hole, "")),
            newcomer_team=_text(self.newcomer_team, ""),
            seen=_text(self.seen, ""),
            readings={key: reading[:LONGEST_FIELD] for key, reading in chosen_in(request.form).items()},
        )

    def seats(self, now: TableNow) -> tuple[SeatWish, ...]:
        """Each player in the order that was sent, or in that of the game where none was."""
        sent = _text(self.order, "")
        own = [player.id for player in now.game.players]
        order = [whole_number(part) or 0 for part in sent.split(",")[: 2 * len(own) + 2]] if sent else own
        names = {player.id: player.name for player in now.game.players}
        return tuple(
            SeatWish(
                player_id,
                request.form.get(f"name-{player_id}", names.get(player_id, ""))[:LONGEST_FIELD],
                request.form.get(f"stay-{player_id}", STAYS)[:LONGEST_FIELD],
                request.form.get(f"team-{player_id}", "")[:LONGEST_FIELD],
            )
            for player_id in order
        )


def _text(field: StringField, absent: str) -> str:
    return absent if field.data is None else str(field.data)[:LONGEST_FIELD]


def moved(order: list[SeatWish], wanted: str) -> list[SeatWish]:
    """The seats after one of the buttons `up-3` or `down-3`; as they were for anything else."""
    direction, _, seat_id = wanted.partition("-")
    step = {"up": -1, "down": 1}.get(direction)
    at = next((place for place, seat in enumerate(order) if str(seat.id) == seat_id), None)
    if step is None or at is None or not 0 <= at + step < len(order):
        return order
    seats = list(order)
    seats[at], seats[at + step] = seats[at + step], seats[at]
    return seats


_FIELDS = {"game.title": "title", "game.length": "holes_planned", "player.bad_team": "teams"}
"""Where the page shows what the store refused, by the error's code; anything else stands on top."""


@bp.get("/table")
def index(key: str) -> str:
    """Who plays, in which order, and for how long."""
    now = TableNow(game_to_change(key))
    return _show(TablePage(now, wish_of(now), new_write_id()))


@bp.post("/table")
def save(key: str) -> str | Response | tuple[str, int]:
    """One of the buttons that move a seat, which keep everything as typed, or all changes at once."""
    now = TableNow(game_to_change(key))
    form = TableForm()
    wish = form.wish(now)
    if "move" in request.form:
        wish = replace(wish, seats=tuple(moved(list(wish.seats), request.form["move"])))
        return _show(TablePage(now, wish, new_write_id(), moved=True))
    settled = settle(now, wish)
    if settled.problems:
        return _show(TablePage(now, wish, new_write_id(), errors=settled.problems)), 422
    if settled.overtaken:
        return _show(TablePage(now, wish, new_write_id(), overtaken=True)), 409
    if settled.edits:
        try:
            changed = change(store(), now.kept.edit_key, settled.edits, new_write(form.write_id.data))
        except RuleError as error:
            errors = {_FIELDS.get(error.code, ""): [problem.message for problem in error.problems]}
            return _show(TablePage(now, wish, new_write_id(), errors=errors)), 422
        except StoreError as error:
            return _show(TablePage(now, wish, new_write_id(), errors={"": [error.message]})), 409
        if any(option not in now.game.open_options for option in changed.kept.game.open_options):
            flash("Saved. With so many players the sheet leaves a question open: please answer it below.")
            return redirect(url_for("table.index", key=key))
        flash("Saved. Undo on the scorecard takes it back.")
    return redirect(url_for("play.card", key=key))


def _show(page: TablePage) -> str:
    return render_template("table/index.html", page=page, key=page.kept.edit_key)

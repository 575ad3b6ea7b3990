"""The pages of a new game."""

from __future__ import annotations

from flask import abort, redirect, render_template, request, url_for
from flask_wtf.csrf import CSRFError
from werkzeug.wrappers import Response

from scorekeeper import houses
from scorekeeper.rules import House, RuleError
from scorekeeper.rules.errors import UnknownHouse
from scorekeeper.store import IdReused, create_game, games_of_device, houses_of_device, names_of_device
from scorekeeper.web import limits
from scorekeeper.web.db import store
from scorekeeper.web.device import device_id, new_write, new_write_id
from scorekeeper.web.house_finding import find_house
from scorekeeper.web.new_game import bp
from scorekeeper.web.new_game.forms import (
    Errors,
    Typed,
    blank_form,
    preset,
    read_form,
    read_plan,
    rearranged,
)
from scorekeeper.web.new_game.pages import SetupPage, house_choices
from scorekeeper.web.security import csrf


@bp.get("/new")
def choose_house() -> str:
    """Which rules: every house with what sets it apart, those that this device made or was shown first."""
    made = [kept.house for kept in houses_of_device(store(), device_id())]
    sheets, *others = houses.groups()
    return render_template(
        "new_game/choose_house.html",
        choices=house_choices([*made, *sheets.houses]),
        others=[(group.title, house_choices(group.houses)) for group in others],
    )


@bp.get("/new/<house>")
def setup(house: str) -> str:
    """The form, with the people of this device's last game in their seats, and the readings of the address chosen."""
    chosen = _house(house)
    last = next(iter(games_of_device(store(), device_id())), None)
    return _show(chosen, preset(blank_form(chosen, last.players if last else ()), chosen, request.args))


@bp.post("/new/<house>")
@limits.MADE
def create(house: str) -> str | Response | tuple[str, int]:
    """Begin the game; or, for one of the small buttons without scripts, show the form with its rows rearranged."""
    chosen = _house(house)
    typed = read_form(request.form)
    try:
        csrf.protect()
    except CSRFError:
        return _show(
            chosen, typed, {"": ["this page was open for very long; everything is still here, send it again"]}
        ), 400
    rows = rearranged(typed, request.form.get("do", ""))
    if rows is not None:
        return _show(chosen, rows)
    plan, errors = read_plan(typed, chosen)
    if plan is None:
        return _show(chosen, typed, errors), 422
    try:
        kept = create_game(
            store(),
            house=plan.house,
            players=plan.players,
            teams=plan.teams,
            holes=plan.holes,
            first_dealer=plan.first_dealer,
            title=plan.title,
            write=new_write(request.form.get("write_id")),
        )
    except IdReused:
        already = "this form has already begun a game, and was changed since; send it again to begin another"
        return _show(chosen, typed, {"": [already]}, new_id=True), 409
    except RuleError as refused:
        return _show(chosen, typed, {"": [problem.message for problem in refused.problems]}), 422
    return redirect(url_for("play.hole", key=kept.edit_key, hole=1), code=303)


# Guarded inside, where what was typed can still be shown.
csrf.exempt(create)


def _house(key: str) -> House:
    try:
        return find_house(key)
    except UnknownHouse:
        abort(404)


def _show(house: House, typed: Typed, errors: Errors | None = None, *, new_id: bool = False) -> str:
    sent = request.form.get("write_id", "")
    page = SetupPage(
        house=house,
        typed=typed,
        known_names=names_of_device(store(), device_id()),
        errors=errors or {},
        write_id=sent if 8 <= len(sent) <= 64 and sent.isprintable() and not new_id else new_write_id(),
    )
    return render_template("new_game/setup.html", page=page)

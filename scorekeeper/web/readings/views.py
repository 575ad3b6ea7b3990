"""The page of a table's readings."""

from __future__ import annotations

from flask import flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.rules import RuleError
from scorekeeper.rules.rereading import in_words
from scorekeeper.store import ChooseReadings, StoreError, change, changed_before, find_game
from scorekeeper.web.db import store
from scorekeeper.web.device import new_write, new_write_id
from scorekeeper.web.finding import game_to_change, game_to_see
from scorekeeper.web.option_fields import chosen_in
from scorekeeper.web.readings import bp
from scorekeeper.web.readings.pages import ReadingsPage
from scorekeeper.web.readings.wishing import Wish, read_wish


@bp.get("/readings")
def index(key: str) -> tuple[str, int]:
    """Every question with the answer in force; with answers in the address, what these would change."""
    wish = read_wish(game_to_see(key), request.args)
    return _show(wish), 422 if wish.errors or wish.hands else 200


@bp.post("/readings")
def choose(key: str) -> Response | tuple[str, int]:
    """Play by these answers from now on, if they change no more than what was shown."""
    kept = game_to_change(key)
    wish = Wish(kept)
    write = new_write(request.form.get("write_id"))
    if changed_before(store(), kept, [ChooseReadings(chosen_in(request.form))], write):
        flash("Played so from now on. Undo on this card takes it back.", "good")
        return redirect(url_for("play.card", key=key))
    try:
        with store().write():  # nobody changes the game between the look and the change
            wish = read_wish(find_game(store(), kept.edit_key), request.form)
            agreed = request.form.get("seen") == wish.fingerprint
            if wish.rereading is not None and agreed:
                change(store(), kept.edit_key, [ChooseReadings(wish.readings)], write)
    except RuleError as refused:
        wish = Wish(kept, wish.answers, errors={"": [problem.message for problem in refused.problems]})
    except StoreError as refused:
        return _show(Wish(kept, wish.answers, errors={"": [refused.message]})), 409
    if wish.errors or wish.hands:
        return _show(wish), 422
    if not wish.answers:
        flash("This table plays so already. Nothing was changed.")
        return redirect(url_for("play.card", key=key))
    if not agreed:
        return _show(wish, overtaken=True), 409
    assert wish.rereading is not None
    flash(f"Played so from now on. {in_words(wish.rereading)} Undo on this card takes it back.", "good")
    return redirect(url_for("play.card", key=key))


def _show(wish: Wish, *, overtaken: bool = False) -> str:
    page = ReadingsPage(wish, new_write_id(), overtaken)
    return render_template("readings/index.html", page=page, key=wish.kept.key)

"""The page of the result, what its buttons do, and the result as files."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256

from flask import Response, flash, redirect, render_template, request, url_for
from flask_wtf import FlaskForm
from werkzeug.wrappers import Response as AnyResponse
from wtforms import HiddenField

from scorekeeper import __version__
from scorekeeper.exports import CHART_POLICY, game_csv, game_json, game_text, running_totals_chart
from scorekeeper.rules import RuleError
from scorekeeper.store.changing import change
from scorekeeper.store.errors import LinkRenewed, StoreError
from scorekeeper.store.games import rematch
from scorekeeper.store.values import KeptGame
from scorekeeper.web import limits
from scorekeeper.web.db import store
from scorekeeper.web.device import new_write, new_write_id
from scorekeeper.web.end import bp
from scorekeeper.web.end.closing import extra_hole, finish, open_extra_hole
from scorekeeper.web.end.pages import EndPage, file_name
from scorekeeper.web.finding import game_to_change, game_to_see


class ButtonForm(FlaskForm):  # type: ignore[misc]  # has no types of its own
    """A button that does something once, however often it is pressed."""

    write_id = HiddenField()


class RematchForm(ButtonForm):
    """Plays again; names the newest rematch that its page knew of."""

    seen = HiddenField()

    @property
    def seen_rematch(self) -> int | None:
        """Its id, 0 for none; None for anything else."""
        typed = str(self.seen.data or "")
        return int(typed) if typed.isascii() and typed.isdecimal() and len(typed) < 16 else None


class FinishForm(ButtonForm):
    """Ends the game after the hole that the page named when it asked."""

    after = HiddenField()

    @property
    def last_hole(self) -> int:
        """The hole as a number; 0, which is no hole, for anything else."""
        typed = str(self.after.data or "")
        return int(typed) if typed.isascii() and typed.isdecimal() and len(typed) < 4 else 0


@bp.get("/end")
def index(key: str) -> str:
    """Who won, or how it stands so far."""
    return _show(game_to_see(key), key)


@bp.post("/playoff", endpoint="playoff")
def play_off(key: str) -> AnyResponse | tuple[str, int]:
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
def play_again(key: str) -> AnyResponse | tuple[str, int]:
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
def finish_early(key: str) -> AnyResponse | tuple[str, int]:
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
    page = EndPage(kept, game_text(kept.game, kept.title), new_write_id(), problem)
    return render_template("end/index.html", page=page, key=key)


# --- files ------------------------------------------------------------------------------------------------------------


@bp.get("/card.csv", endpoint="csv")
def as_csv(key: str) -> Response:
    """The scorecard for a spreadsheet."""
    kept = game_to_see(key)
    return _answer(kept, "csv", "text/csv; charset=utf-8", lambda: game_csv(kept.game))


@bp.get("/card.json", endpoint="json")
def as_json(key: str) -> Response:
    """The whole game, to be read back by `/import` (docs/game-json.md). It holds neither of the game's links."""
    kept = game_to_see(key)
    return _answer(kept, "json", "application/json", lambda: game_json(kept.game, kept.title))


@bp.get("/card.txt", endpoint="txt")
def as_text(key: str) -> Response:
    """The result for a chat."""
    kept = game_to_see(key)
    return _answer(kept, "txt", "text/plain; charset=utf-8", lambda: f"{game_text(kept.game, kept.title)}\n".encode())


@bp.get("/chart.svg")
def chart(key: str) -> Response:
    """The running totals as a drawing, which may use its own colours and nothing else."""
    kept = game_to_see(key)
    response = _answer(kept, "svg", "image/svg+xml; charset=utf-8", lambda: running_totals_chart(kept.game, kept.title))
    response.headers["Content-Security-Policy"] = CHART_POLICY
    response.headers.remove("Content-Disposition")
    return response


def _answer(kept: KeptGame, ending: str, content_type: str, make: Callable[[], bytes]) -> Response:
    """The file, or 304 where the browser has this very version of the game; it is then not even made."""
    response = Response(content_type=content_type)
    # Two games may be at the same version, and a new release may write files in another way.
    response.set_etag(sha256(f"{__version__} {kept.id} {kept.version} {ending}".encode()).hexdigest()[:24])
    response.cache_control.private = True
    response.cache_control.no_cache = True  # keep it, and ask each time whether it still holds
    response.headers["Content-Disposition"] = f'attachment; filename="{file_name(kept, ending)}"'
    response.make_conditional(request)
    if response.status_code == 200:
        response.set_data(make())
    return response

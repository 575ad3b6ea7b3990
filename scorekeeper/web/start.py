"""The start page, and bringing a game in that was downloaded as JSON, here or elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.exports import read_game_file
from scorekeeper.rules import Game, RuleError
from scorekeeper.store.errors import StoreError
from scorekeeper.tally.errors import LinkRenewed
from scorekeeper.tally.games import game_of, import_game
from scorekeeper.tally.sharing import games_of_device
from scorekeeper.web import limits
from scorekeeper.web.db import device_id, new_write, new_write_id, store

bp = Blueprint("start", __name__)
imports_bp = Blueprint("imports", __name__)

LONGEST_GAME_TEXT = 400_000
"""Bytes. Well above the longest game of the largest table, and below what a form may carry in a field."""


@bp.get("/", endpoint="index")
def start() -> str:
    """This device's own games, found by its cookie, newest first: the one to go on with stands apart."""
    games = tuple(games_of_device(store(), device_id()))
    begun = [game for game in games if not game.over]
    finished = [game for game in games if game.over]
    current = begun[0] if begun else None
    return render_template("start/index.html", current=current, unfinished=begun[1:], finished=finished)


def _sent() -> bytes:
    """A file, or else the text; one byte more than may be at most, so that too much can be told from just enough."""
    uploaded = request.files.get("file")
    if uploaded is not None and uploaded.filename:
        return uploaded.stream.read(LONGEST_GAME_TEXT + 1)
    # Browsers send line ends as CRLF, and a lone surrogate cannot come from a file.
    return request.form.get("text", "").encode(errors="replace")[: LONGEST_GAME_TEXT + 1]


@dataclass(frozen=True)
class ImportPage:
    """The form, with what is wrong; or the game that would come in."""

    text: str
    write_id: str
    problems: Sequence[str] = ()
    title: str = ""
    game: Game | None = None

    @property
    def holes_counted(self) -> int:
        """Holes that count, extra ones left out."""
        return 0 if self.game is None else sum(hole.confirmed and not hole.playoff for hole in self.game.holes)

    @property
    def hands(self) -> int:
        """How many hands are in the file."""
        return 0 if self.game is None else sum(len(hole.entries) for hole in self.game.holes)


@imports_bp.get("/import")
def index() -> str:
    """Asks for a file or its text."""
    return _show(ImportPage("", new_write_id()))


@imports_bp.post("/import", endpoint="bring_in")
@limits.ASKED_MUCH
@limits.MADE
def bring_in() -> str | Response | tuple[str, int]:
    """First shows what would come in; the second time, does it."""
    content = _sent()
    text = content.decode(errors="replace")
    if not content.strip():
        return _show(ImportPage("", new_write_id(), ["choose a file, or paste its text"])), 422
    if len(content) > LONGEST_GAME_TEXT:
        problem = f"no game needs more than {LONGEST_GAME_TEXT // 1000} kilobytes; this is no game of Golf"
        return _show(ImportPage("", new_write_id(), [problem])), 413
    try:
        imported = read_game_file(content)
        if request.form.get("do") != "import":
            return _show(ImportPage(text, new_write_id(), title=imported.title, game=game_of(imported)))
        kept = import_game(store(), imported, new_write(request.form.get("write_id")))
    except RuleError as error:
        problems = [problem.message for problem in error.problems]
        return _show(ImportPage(text, new_write_id(), problems)), 422
    except LinkRenewed:  # by another phone since this form was sent first
        raise
    except StoreError as error:
        return _show(ImportPage(text, new_write_id(), [error.message])), 409
    flash("The game is here, with every hole.", "good")
    return redirect(url_for("play.card", key=kept.edit_key))


def _show(page: ImportPage) -> str:
    return render_template("imports/index.html", page=page)

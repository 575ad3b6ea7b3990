"""Bringing a game in that was downloaded as JSON, here or elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask_wtf import FlaskForm
from flask_wtf.file import FileField
from werkzeug.wrappers import Response
from wtforms import HiddenField, TextAreaField

from scorekeeper.exports import read_game_file
from scorekeeper.rules import Game, Hole, Player, RuleError
from scorekeeper.store.errors import LinkRenewed, StoreError
from scorekeeper.store.games import check_import, import_game
from scorekeeper.store.values import ImportedGame
from scorekeeper.web import limits
from scorekeeper.web.db import new_write, new_write_id, store

bp = Blueprint("imports", __name__)


LONGEST_GAME_TEXT = 400_000
"""Bytes. Well above the longest game of the largest table, and below what a form may carry in a field."""


class ImportForm(FlaskForm):  # type: ignore[misc]  # has no types of its own
    """A file goes before the text. ``do`` says whether the game was looked at already."""

    write_id = HiddenField()
    file = FileField()
    text = TextAreaField()

    def content(self) -> bytes:
        """What was sent; one byte more than may be at most, so that too much can be told from just enough."""
        uploaded = self.file.data
        if uploaded is not None and uploaded.filename:
            content: bytes = uploaded.stream.read(LONGEST_GAME_TEXT + 1)
            return content
        # Browsers send line ends as CRLF, and a lone surrogate cannot come from a file.
        return (self.text.data or "").encode(errors="replace")[: LONGEST_GAME_TEXT + 1]


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


def as_game(imported: ImportedGame) -> Game:
    """The game as it would be: people by their places, from 0, until the store gives them ids."""
    return Game(
        house=imported.house,
        players=tuple(
            Player(place, player.name, player.joined, player.left, player.team)
            for place, player in enumerate(imported.players)
        ),
        holes_planned=imported.holes_planned,
        first_dealer=imported.first_dealer,
        holes=tuple(
            Hole(
                hole.number,
                hole.dealer,
                hole.entries,
                hole.ender,
                hole.ender_known,
                hole.confirmed,
                hole.warnings_accepted,
                hole.playoff,
            )
            for hole in sorted(imported.holes, key=lambda one: one.number)
        ),
    )


@bp.get("/import")
def index() -> str:
    """Asks for a file or its text."""
    return _show(ImportPage("", new_write_id()))


@bp.post("/import", endpoint="bring_in")
@limits.ASKED_MUCH
@limits.MADE
def bring_in() -> str | Response | tuple[str, int]:
    """First shows what would come in; the second time, does it."""
    form = ImportForm()
    content = form.content()
    text = content.decode(errors="replace")
    if not content.strip():
        return _show(ImportPage("", new_write_id(), ["choose a file, or paste its text"])), 422
    if len(content) > LONGEST_GAME_TEXT:
        problem = f"no game needs more than {LONGEST_GAME_TEXT // 1000} kilobytes; this is no game of Golf"
        return _show(ImportPage("", new_write_id(), [problem])), 413
    try:
        imported = read_game_file(content)
        if request.form.get("do") != "import":
            check_import(imported)
            return _show(_preview(imported, text))
        kept = import_game(store(), imported, new_write(form.write_id.data))
    except RuleError as error:
        problems = [problem.message for problem in error.problems]
        return _show(ImportPage(text, new_write_id(), problems)), 422
    except LinkRenewed:  # by another phone since this form was sent first
        raise
    except StoreError as error:
        return _show(ImportPage(text, new_write_id(), [error.message])), 409
    flash("The game is here, with every hole.", "good")
    return redirect(url_for("play.card", key=kept.edit_key))


def _preview(imported: ImportedGame, text: str) -> ImportPage:
    return ImportPage(text, new_write_id(), title=imported.title, game=as_game(imported))


def _show(page: ImportPage) -> str:
    return render_template("imports/index.html", page=page)

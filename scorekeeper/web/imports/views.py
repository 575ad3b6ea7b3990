"""The page of the import: show what is in the file first, bring it in when that is what was meant."""

from __future__ import annotations

from flask import flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.exports import read_game_file
from scorekeeper.rules import RuleError
from scorekeeper.store import ImportedGame, LinkRenewed, StoreError, check_import, import_game
from scorekeeper.web import limits
from scorekeeper.web.db import store
from scorekeeper.web.device import new_write, new_write_id
from scorekeeper.web.imports import bp
from scorekeeper.web.imports.forms import LONGEST_GAME_TEXT, ImportForm
from scorekeeper.web.imports.pages import ImportPage, as_game


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

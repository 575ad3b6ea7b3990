"""Entering what a class wrote on paper: typed into a grid, or as a table from a spreadsheet; and mending it."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence

from flask import abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.classroom import Pace
from scorekeeper.classroom.papers import (
    LONGEST_CELL,
    SHEET,
    BadPapers,
    Paper,
    Problem,
    paper_columns,
    papers_of_form,
    read_papers,
    text_of_table,
)
from scorekeeper.quiz.set_codes import letter_of
from scorekeeper.quiz.sets import QuestionSet
from scorekeeper.store import (
    AddedPapers,
    ClassFull,
    ClassNotFound,
    IdReused,
    KeptClass,
    PapersAgain,
    PapersMovedOn,
    SavedPaper,
    StoreError,
    TooMuchWork,
    add_papers,
    correct_paper,
    last_pile,
    next_paper,
    papers_of,
    set_paper_aside,
    undo_pile,
)
from scorekeeper.web.classroom import bp
from scorekeeper.web.classroom.paper_pages import (
    PaperPage,
    PapersPage,
    errors_of,
    grid,
    not_counted,
    saved_shown,
    typed_of,
)
from scorekeeper.web.classroom.views import class_to_lead
from scorekeeper.web.db import store
from scorekeeper.web.device import new_write, new_write_id
from scorekeeper.web.filters import capitalize_first

ROWS = 8
"""So many papers a new form has room for, and each time that more are asked for."""

MOST_LEFT_OUT = 30
"""So many columns of a table can be left out."""

PAPERS, TABLE = "papers", "table"
"""The parts of the page that errors lead to."""


@bp.get("/<key>/papers", endpoint="papers")
def papers(key: str) -> str:
    """An empty form for what stands on the papers, and those that are there."""
    return _page(_on_paper(key), {}, ROWS)


@bp.post("/<key>/papers", endpoint="bring_papers")
def bring_papers(key: str) -> Response | tuple[str, int] | str:
    """Look through the papers, take them in, all of them or none, or take back the last ones; or show more room."""
    kept = _on_paper(key)
    typed = _typed()
    rows = _number(typed, "rows", ROWS)
    match typed.get("do"):
        case "rows":
            return _page(kept, typed, rows + ROWS)
        case "undo":
            return _undo(key, _number(typed, "pile", 0))
        case "typed":
            return _bring_typed(kept, typed, rows)
        case "table":
            return _bring_table(kept, typed, rows)
    try:
        found = papers_of_form(kept.session.questions, _by_field(kept.session.questions, typed))
    except BadPapers as bad:
        return _page(kept, typed, rows, bad.problems), 422
    can = f"{_papers(len(found))} can be read. Nothing is saved yet."
    partly = not_counted([(next_paper(store(), kept) + one.row - 1, one.partly) for one in found])
    return _page(kept, typed, rows, checked=[can, partly])


@bp.get("/<key>/papers/<int:number>", endpoint="paper")
def paper(key: str, number: int) -> str:
    """One paper that is there already."""
    kept = _on_paper(key)
    saved = _saved(kept, number)
    return _paper_page(kept, saved, typed_of(kept.session.questions, saved))


@bp.post("/<key>/papers/<int:number>", endpoint="mend_paper")
def mend_paper(key: str, number: int) -> Response | tuple[str, int] | str:
    """Put something else in place of what stands on a paper, remove it, or count it again."""
    kept = _on_paper(key)
    saved = _saved(kept, number)
    typed = _typed()
    wanted = typed.get("do")
    try:
        if wanted in ("remove", "count"):
            set_paper_aside(store(), key, number, aside=wanted == "remove")
            flash(f"Paper {number} {'is removed' if wanted == 'remove' else 'counts again'}.", "good")
            return redirect(url_for("classroom.papers", key=key))
        brought = papers_of_form(kept.session.questions, _by_field(kept.session.questions, typed))
        if len(brought) != 1:
            abort(400)
        (found,) = brought
        partly = not_counted([(number, found.partly)])
        if wanted != "save":
            return _paper_page(kept, saved, typed, checked=["It can be read. Nothing is saved yet.", partly])
        correct_paper(store(), key, number, found, new_write(request.form.get("write_id")))
    except BadPapers as bad:
        return _paper_page(kept, saved, typed, bad.problems), 422
    except (ClassFull, TooMuchWork) as error:
        return _paper_page(kept, saved, typed, [Problem(0, "", error.message)]), 422
    flash(f"Paper {number} is saved.", "good")
    if partly:
        flash(partly, "warning")
    return redirect(url_for("classroom.papers", key=key))


@bp.get("/<key>/papers.csv", endpoint="papers_csv")
def papers_csv(key: str) -> Response:
    """An empty table to fill in, with the headings that are read."""
    kept = _on_paper(key)
    file = io.StringIO()
    csv.writer(file).writerow(paper_columns(kept.session.questions))
    response = Response("\N{ZERO WIDTH NO-BREAK SPACE}" + file.getvalue(), content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="golf-{kept.set_code}-papers.csv"'
    return response


def _on_paper(key: str) -> KeptClass:
    """The class of a teacher's link, if it answered on paper."""
    kept = class_to_lead(key)
    if kept.session.pace is not Pace.PAPER:
        abort(404)
    return kept


def _saved(kept: KeptClass, number: int) -> SavedPaper:
    found = next((one for one in papers_of(store(), kept) if one.seat.number == number), None)
    if found is None:
        abort(404)
    return found


# --- taking them in ---------------------------------------------------------------------------------------------------


def _bring_typed(kept: KeptClass, typed: Mapping[str, str], rows: int) -> Response | tuple[str, int]:
    write = new_write(request.form.get("write_id"))
    try:
        brought = papers_of_form(kept.session.questions, _by_field(kept.session.questions, typed))
        # Of single papers many are alike.
        again = bool(typed.get("again")) or len(brought) == 1
        first = _number(typed, "first", 0) or None
        added = add_papers(store(), kept.key, brought, write, first=first, again=again)
    except BadPapers as bad:
        return _page(kept, typed, rows, bad.problems), 422
    except (ClassFull, IdReused, PapersAgain, PapersMovedOn) as error:
        return _page(kept, typed, rows, [_refusal(error)], again=isinstance(error, PapersAgain)), 422
    return _brought(added, brought)


def _bring_table(kept: KeptClass, typed: Mapping[str, str], rows: int) -> Response | tuple[str, int]:
    write = new_write(request.form.get("write_id"), TABLE)
    left_out = [one[:LONGEST_CELL] for one in request.form.getlist("leave_out")[:MOST_LEFT_OUT]]
    try:
        brought = read_papers(kept.session.questions, _table(), left_out)
        added = add_papers(store(), kept.key, brought, write, again=bool(typed.get("again_table")))
    except BadPapers as bad:
        unknown = tuple(dict.fromkeys([*left_out, *bad.unknown]))
        return _page(kept, typed, rows, bad.problems, from_table=True, unknown=unknown, left_out=left_out), 422
    except (ClassFull, IdReused, PapersAgain) as error:
        told, again = [_refusal(error)], isinstance(error, PapersAgain)
        page = _page(kept, typed, rows, told, from_table=True, again=again, unknown=left_out, left_out=left_out)
        return page, 422
    return _brought(added, brought)


def _refusal(error: StoreError) -> Problem:
    if isinstance(error, IdReused):
        return Problem(0, "", "this form was sent before and then changed: send it again to add these papers as well")
    return Problem(0, "", error.message)


def _brought(added: AddedPapers, brought: Sequence[Paper]) -> Response:
    """Say what was saved, and what of it counts as not answered."""
    flash(f"{_papers(len(brought))} {'was' if len(brought) == 1 else 'were'} saved.", "good")
    partly = not_counted([(added.number_of(one), one.partly) for one in brought])
    if partly:
        flash(partly, "warning")
    return redirect(url_for("classroom.board", key=added.kept.key))


def _undo(key: str, pile: int) -> Response:
    try:
        _, count = undo_pile(store(), key, pile)
    except ClassNotFound:
        abort(404)
    if count:
        flash(f"{_papers(count)} {'was' if count == 1 else 'were'} removed.", "good")
    else:
        flash("Nothing was changed: other papers were saved or removed meanwhile.", "warning")
    return redirect(url_for("classroom.papers", key=key))


def _papers(count: int) -> str:
    return f"{count} paper{'' if count == 1 else 's'}"


# --- pages ------------------------------------------------------------------------------------------------------------


def _page(
    kept: KeptClass,
    typed: Mapping[str, str],
    rows: int,
    problems: Sequence[Problem] = (),
    *,
    from_table: bool = False,
    checked: Sequence[str] = (),
    again: bool = False,
    unknown: Sequence[str] = (),
    left_out: Sequence[str] = (),
) -> str:
    questions = kept.session.questions
    first = next_paper(store(), kept)
    shown = grid(questions, typed, first, rows, () if from_table else problems)
    errors = errors_of(shown)
    of_all = [problem for problem in problems if from_table or not 0 < problem.row <= len(shown.rows)]
    if of_all:
        errors[TABLE if from_table else PAPERS] = [capitalize_first(problem.message) for problem in of_all]
    page = PapersPage(
        kept,
        shown,
        first,
        new_write_id(),
        saved_shown(questions, papers_of(store(), kept)),
        last_pile(store(), kept),
        errors,
        refused=from_table and bool(problems),
        checked=tuple(filter(None, checked)),
        again=again,
        unknown=tuple(unknown),
        left_out=frozenset(left_out),
    )
    return render_template("classroom/papers.html", page=page)


def _paper_page(
    kept: KeptClass,
    saved: SavedPaper,
    typed: Mapping[str, str],
    problems: Sequence[Problem] = (),
    *,
    checked: Sequence[str] = (),
) -> str:
    number = saved.seat.number
    shown = grid(kept.session.questions, typed, number, 1, problems)
    errors = errors_of(shown)
    of_all = [capitalize_first(problem.message) for problem in problems if problem.row != 1]
    if of_all:
        errors[PAPERS] = of_all
    page = PaperPage(kept, number, saved.aside, shown, new_write_id(), errors, tuple(filter(None, checked)))
    return render_template("classroom/paper.html", page=page)


# --- what was sent ----------------------------------------------------------------------------------------------------


def _typed() -> dict[str, str]:
    return {name: value[: LONGEST_CELL + 1] for name, value in request.form.items()}


def _by_field(questions: QuestionSet, typed: Mapping[str, str]) -> dict[str, str]:
    """What was typed, by the names of the fields: a column that has one box is called by its letter alone."""
    found: dict[str, str] = {}
    for name, value in typed.items():
        row, _, column = name.partition(".")
        place = next((place for place in range(questions.size) if letter_of(place) == column), None)
        if place is None:
            found[name] = value
            continue
        chosen = questions.sheet(typed.get(f"{row}.{SHEET}", "")) or questions.sheets[0]
        found[f"{row}.{column}.{chosen.questions[place].fields[0].name}"] = value
    return found


def _number(typed: Mapping[str, str], name: str, otherwise: int) -> int:
    """A small number that the page put into its form."""
    text = typed.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else otherwise


def _table() -> str:
    """The text of the table that was brought along. Raises BadPapers."""
    file = request.files.get(TABLE)
    content = file.read() if file is not None else b""
    if not content.strip():
        raise BadPapers([Problem(0, "", "choose a table first: there was none, or it was empty")])
    return text_of_table(content)

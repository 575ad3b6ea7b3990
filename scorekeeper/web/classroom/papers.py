"""Entering what a class wrote on paper: typed into a grid, or as a table from a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from flask import abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.classroom import Pace
from scorekeeper.classroom.papers import (
    LONGEST_CELL,
    MOST_PAPERS,
    SHEET,
    BadPapers,
    Paper,
    Problem,
    box_label,
    paper_columns,
    papers_of_form,
    read_papers,
    text_of_table,
)
from scorekeeper.quiz.set_codes import letter_of
from scorekeeper.quiz.sets import QuestionSet
from scorekeeper.store import ClassFull, IdReused, KeptClass, PapersAgain, add_papers
from scorekeeper.web.classroom import bp
from scorekeeper.web.classroom.views import class_to_lead
from scorekeeper.web.db import store
from scorekeeper.web.device import new_write, new_write_id
from scorekeeper.web.filters import capitalize_first

ROWS = 8
"""So many papers a new form has room for, and each time that more are asked for."""

MOST_CELLS = 900
"""So many boxes a form has; with a table beside them, a request takes a thousand parts."""

PAPERS, TABLE = "papers", "table"
"""The parts of the page that errors lead to."""


@dataclass(frozen=True)
class PaperCell:
    """A box of a paper that is typed in: its name in the form, what it is called, and what stands in it."""

    name: str
    label: str
    typed: str


@dataclass(frozen=True)
class PaperProblem:
    """What is wrong with a box: the name of that box in the form, whose it is, and why."""

    name: str
    where: str
    reason: str


@dataclass(frozen=True)
class PaperRow:
    """A paper that is typed in, with what is wrong with it."""

    number: int
    sheet: str
    cells: tuple[PaperCell, ...]
    problems: tuple[PaperProblem, ...] = ()

    def is_wrong(self, name: str) -> bool:
        return any(problem.name == name for problem in self.problems)


@dataclass(frozen=True)
class PapersPage:
    """A row for each paper, a box for each answer.

    ``errors`` stand on top: of what is typed where it cannot be read, which is told below that paper; of a table, which
    is ``refused`` then, everything.
    """

    kept: KeptClass
    columns: tuple[str, ...]  # what stands over the boxes
    rows: tuple[PaperRow, ...]
    write_id: str
    errors: Mapping[str, list[str]] = field(default_factory=dict)
    refused: bool = False

    @property
    def questions(self) -> QuestionSet:
        return self.kept.session.questions

    @property
    def variants(self) -> tuple[str, ...]:
        return tuple(sheet.variant for sheet in self.questions.sheets)

    @property
    def has_room(self) -> bool:
        """Whether there can be more rows."""
        return len(self.rows) < most_rows(self.questions)


@bp.get("/<key>/papers", endpoint="papers")
def papers(key: str) -> str:
    """An empty form for what stands on the papers."""
    kept = _on_paper(key)
    return _page(kept, {}, ROWS)


@bp.post("/<key>/papers", endpoint="bring_papers")
def bring_papers(key: str) -> Response | tuple[str, int] | str:
    """Take the papers in, all of them or none; or show room for more."""
    kept = _on_paper(key)
    typed = {name: value[: LONGEST_CELL + 1] for name, value in request.form.items()}
    rows = _rows_asked(typed)
    if typed.get("do") == "rows":
        return _page(kept, typed, rows + ROWS)
    from_table = typed.get("do") == TABLE
    try:
        brought = (
            read_papers(kept.session.questions, _table())
            if from_table
            else papers_of_form(kept.session.questions, _by_field(kept.session.questions, typed))
        )
        add_papers(store(), key, brought, new_write(request.form.get("write_id"), TABLE if from_table else ""))
    except BadPapers as bad:
        return _page(kept, typed, rows, bad.problems, from_table=from_table), 422
    except IdReused:
        sent = Problem(0, "", "this form was sent before and then changed: send it again to add these papers as well")
        return _page(kept, typed, rows, [sent], from_table=from_table), 422
    except (ClassFull, PapersAgain) as error:
        return _page(kept, typed, rows, [Problem(0, "", error.message)], from_table=from_table), 422
    _tell(brought)
    return redirect(url_for("classroom.board", key=key))


@bp.get("/<key>/papers.csv", endpoint="papers_csv")
def papers_csv(key: str) -> Response:
    """An empty table to fill in, with the headings that are read."""
    kept = _on_paper(key)
    file = io.StringIO()
    csv.writer(file).writerow(paper_columns(kept.session.questions))
    response = Response("\N{ZERO WIDTH NO-BREAK SPACE}" + file.getvalue(), content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="golf-{kept.set_code}-papers.csv"'
    return response


def most_rows(questions: QuestionSet) -> int:
    """So many papers a form for this set can have."""
    return min(MOST_PAPERS, MOST_CELLS // (len(paper_columns(questions)) - 1))


def _on_paper(key: str) -> KeptClass:
    """The class of a teacher's link, if it answered on paper."""
    kept = class_to_lead(key)
    if kept.session.pace is not Pace.PAPER:
        abort(404)
    return kept


def _page(
    kept: KeptClass,
    typed: Mapping[str, str],
    rows: int,
    problems: Sequence[Problem] = (),
    *,
    from_table: bool = False,
) -> str:
    questions = kept.session.questions
    columns = paper_columns(questions)[2:]
    shown = []
    errors: dict[str, list[str]] = {}
    for number in range(1, min(rows, most_rows(questions)) + 1):
        sheet = typed.get(f"{number}.{SHEET}", questions.sheets[(number - 1) % len(questions.sheets)].variant)
        names = [(f"{number}.{column}", box_label(questions, column, sheet)) for column in columns]
        cells = tuple(PaperCell(name, label, typed.get(name, "")) for name, label in names)
        wrong = [problem for problem in problems if problem.row == number and not from_table]
        told = tuple(
            PaperProblem(
                _box(problem, columns),
                f"Paper {number}, {box_label(questions, problem.column, sheet)}",
                problem.reason,
            )
            for problem in wrong
        )
        shown.append(PaperRow(number, sheet, cells, told))
        errors |= {one.name: [one.where] for one in told}
    of_all = [problem for problem in problems if from_table or not 0 < problem.row <= len(shown)]
    if of_all:
        errors[TABLE if from_table else PAPERS] = [capitalize_first(problem.message) for problem in of_all]
    heads = tuple(box_label(questions, column) for column in columns)
    page = PapersPage(kept, heads, tuple(shown), new_write_id(), errors, refused=from_table and bool(problems))
    return render_template("classroom/papers.html", page=page)


def _box(problem: Problem, columns: Sequence[str]) -> str:
    """The name of the box that a problem of a row is about; of the first of the row where it is about none."""
    if problem.column == SHEET:
        return f"{problem.row}.{SHEET}"
    letter = problem.column.partition(".")[0]
    column = next((one for one in (problem.column, letter) if one in columns), columns[0])
    return f"{problem.row}.{column}"


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


def _rows_asked(typed: Mapping[str, str]) -> int:
    """How many rows the form had."""
    text = typed.get("rows", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else ROWS


def _table() -> str:
    """The text of the table that was brought along. Raises BadPapers."""
    file = request.files.get(TABLE)
    content = file.read() if file is not None else b""
    if not content.strip():
        raise BadPapers([Problem(0, "", "choose a table first: there was none, or it was empty")])
    return text_of_table(content)


def _tell(brought: Sequence[Paper]) -> None:
    """What was saved, and what of it counts as not answered."""
    flash(f"{len(brought)} paper{' was' if len(brought) == 1 else 's were'} saved.", "good")
    partly = [
        f"paper {number}, {letter_of(place)}" for number, paper in enumerate(brought, start=1) for place in paper.partly
    ]
    if partly:
        more = f" and {len(partly) - 6} more" if len(partly) > 6 else ""
        flash(
            f"Only some of the boxes were filled in, so these count as not answered: {'; '.join(partly[:6])}{more}.",
            "warning",
        )

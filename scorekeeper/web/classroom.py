"""Classroom: a teacher begins a session of a class, leads and projects it, and clears it away, by its link alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from scorekeeper.exports.class_csv import class_csv, class_csv_name
from scorekeeper.school.classes import (
    KEPT_FOR,
    LONGEST_LABEL,
    ClassMovedOn,
    classes_of_device,
    find_class,
    lead_class,
    start_class,
)
from scorekeeper.school.forgetting import forget_classes_and_sets
from scorekeeper.school.kept_sets import KeptSet, SetNotFound, find_set, sets_of_device
from scorekeeper.school.practice_rules import NAMES
from scorekeeper.school.seats import remove_seat, seats_of
from scorekeeper.school.session import ACTIONS, Action, NotNow, Pace
from scorekeeper.school.set_codes import BadCode, read_code
from scorekeeper.school.sets import BadSet
from scorekeeper.web import background_jobs, limits
from scorekeeper.web.addresses import whole_number
from scorekeeper.web.class_board import PACES, PHASES, BoardPage, QuestionPage, way_elsewhere
from scorekeeper.web.db import device_id, new_write, new_write_id, store
from scorekeeper.web.exercises import Errors
from scorekeeper.web.filters import capitalize_first
from scorekeeper.web.security import leave_no_copy

bp = Blueprint("classroom", __name__, url_prefix="/class")

LONGEST_TYPED = 80

ONLY_THE_SHEETS = (
    "this is the code that stands on the sheets, which shows the questions only: type the longer one, of the key"
)


# --- beginning --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Wanted:
    """A session as it is asked for; ``typed`` is what stands in the boxes."""

    typed: Mapping[str, str]
    questions: KeptSet | None = None
    pace: Pace = Pace.PRACTICE
    different: bool = True  # neighbours get different sheets
    homework: bool = False
    errors: Errors = field(default_factory=dict)

    def variants(self, made: KeptSet) -> tuple[str, ...]:
        """The sheets that are given out in turn. Everybody has the same one where the teacher leads."""
        every = tuple(sheet.variant for sheet in made.questions.sheets)
        many = self.pace is Pace.PAPER or (self.different and self.pace is not Pace.LIVE)
        return every if many else every[:1]


def read_wanted(sent: MultiDict[str, str]) -> Wanted:
    """What a form asks for, with a reason for each box that cannot be read.

    A code that is typed goes before a set that is chosen.
    """
    typed = {name: sent.get(name, "")[:LONGEST_TYPED] for name in ("own", "code", "label")}
    errors: dict[str, list[str]] = {}
    pace = next((pace for pace in Pace if pace == sent.get("pace")), None)
    if pace is None:
        errors["pace"] = ["Choose how the class goes through it"]
    box = "code" if typed["code"].strip() or not typed["own"] else "own"
    questions = None
    try:
        questions = find_set(store(), read_code(typed[box])) if typed[box].strip() else None
        reason = "choose one of your sets, or type the code of a key" if questions is None else ONLY_THE_SHEETS
    except (BadCode, SetNotFound) as error:
        reason = error.message
    if questions is None or not questions.may_see_key:
        questions, errors[box] = None, [capitalize_first(reason)]
    different, homework = sent.get("sheets") != "same", sent.get("homework") == "on"
    return Wanted(typed, questions, pace or Pace.PRACTICE, different, homework, errors)


@bp.get("")
def index() -> str:
    """Choose a set and how the class goes through it, or go back to a session that this device began."""
    return _form(Wanted({"own": request.args.get("set", "")[:LONGEST_TYPED], "code": "", "label": ""}))


@bp.post("")
@limits.MADE
def begin() -> Response | tuple[str, int]:
    """A new session, on a page that only whoever has its link can open."""
    wanted = read_wanted(request.form)
    if wanted.questions is None or wanted.errors:
        return _form(wanted), 422
    try:
        kept = start_class(
            store(),
            wanted.questions,
            new_write(request.form.get("write_id")),
            pace=wanted.pace,
            variants=wanted.variants(wanted.questions),
            homework=wanted.homework,
            label=wanted.typed["label"],
        )
    except BadSet as refused:
        return _form(wanted, {name: [capitalize_first(reason)] for name, reason in refused.reasons.items()}), 422
    return redirect(url_for("classroom.board", key=kept.key))


def _form(wanted: Wanted, errors: Errors | None = None) -> str:
    own, typed = sets_of_device(store(), device_id()), wanted.typed
    is_listed = any(one.key_code == typed["own"] for one in own)
    return render_template(
        "classroom/index.html",
        wanted=wanted,
        typed=typed,
        errors=errors or wanted.errors,
        own=own,
        begun=classes_of_device(store(), device_id()),
        code_typed=typed["code"] or ("" if is_listed else typed["own"]),  # also one by which somebody came
        paces=PACES,
        phases=PHASES,
        kept_for=KEPT_FOR.days,
        longest_label=LONGEST_LABEL,
        write_id=new_write_id(),
    )


# --- leading ----------------------------------------------------------------------------------------------------------


@bp.get("/<key>")
def board(key: str) -> str:
    """The lobby, and then the board; `?view=own` with what is for the teacher alone."""
    kept = find_class(store(), key)
    page = BoardPage(kept, seats_of(store(), kept), _sees_own(), new_write_id())
    in_lobby = kept.session.phase == "lobby"
    return render_template("classroom/lobby.html" if in_lobby else "classroom/board.html", page=page)


@bp.post("/<key>/lead")
def lead(key: str) -> Response:
    """What the teacher wants next. The same form again changes nothing, and neither does that of an older board."""
    wanted = request.form.get("action", "")
    action: Action | None = next((action for action in ACTIONS if action == wanted), None)
    based_on = whole_number(request.form.get("based_on"))
    if action is None or based_on is None:
        abort(400)
    try:
        lead_class(store(), key, action, based_on, new_write(request.form.get("write_id")))
    except ClassMovedOn as error:
        flash(f"{capitalize_first(error.message)}.", "warning")
    except NotNow as error:
        flash(f"Nothing was changed: {error.message}.", "warning")
    return redirect(url_for("classroom.board", key=key, view="own" if request.form.get("view") == "own" else None))


@bp.get("/<key>/question/<letter>")
def question(key: str, letter: str) -> str:
    """A question for everybody to see: its hands, and once it may be told its worked steps and what was answered."""
    return render_template("classroom/question.html", page=_question(key, letter))


@bp.get("/<key>/map/<letter>/<rule>")
def cell(key: str, letter: str, rule: str) -> str:
    """What stands behind a cell of the misread map: the hand, as it was misread and as it is right."""
    if rule not in NAMES:
        abort(404)
    return render_template("classroom/cell.html", page=_question(key, letter, rule))


def _question(key: str, letter: str, rule: str = "") -> QuestionPage:
    """The question of that letter, on the sheet that the address names or the first; 404 where there is no such one."""
    kept = find_class(store(), key)
    variant = request.args.get("sheet", kept.session.variants[0])
    if variant not in kept.session.variants:
        abort(404)
    sheet = kept.session.sheet(variant)
    place = next((place for place, (there, _) in enumerate(sheet.lettered) if there == letter), None)
    if place is None:
        abort(404)
    return QuestionPage(kept, seats_of(store(), kept), _sees_own(), place, sheet, rule)


def _sees_own() -> bool:
    """Whether the page is for the teacher alone, and not to be projected."""
    return request.args.get("view") == "own"


# --- for the teacher alone --------------------------------------------------------------------------------------------


@bp.get("/<key>/elsewhere")
def elsewhere(key: str) -> str:
    """The own view on another device: the link is the whole class, so only the own view leads here."""
    kept = find_class(store(), key)
    return render_template("classroom/elsewhere.html", kept=kept, there=way_elsewhere(kept))


@bp.get("/<key>/roster")
def roster(key: str) -> str:
    """A list to print and write real names on: that is the only place where both stand together."""
    kept = find_class(store(), key)
    return render_template("classroom/roster.html", page=BoardPage(kept, seats_of(store(), kept), own=True))


@bp.get("/<key>/results.csv")
def results(key: str) -> Response:
    """Every answer as a table for spreadsheets."""
    kept = find_class(store(), key)
    seats = [seat.seat for seat in seats_of(store(), kept)]
    response = Response(class_csv(kept.session, kept.code, seats), content_type="text/csv; charset=utf-8")
    name = class_csv_name(kept.session, kept.made_at)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@bp.get("/<key>/seat/<int:number>")
def seat(key: str, number: int) -> str:
    """A pupil's code for another device, and a way to remove the pupil."""
    kept = find_class(store(), key)
    mine = next((one for one in seats_of(store(), kept) if one.seat.number == number and one.return_code), None)
    if mine is None:
        abort(404)
    return render_template("classroom/seat.html", kept=kept, mine=mine)


@bp.post("/<key>/seat/<int:number>/remove")
def remove_pupil(key: str, number: int) -> Response:
    """Take a pupil out of the class, with all answers."""
    remove_seat(store(), key, number)
    flash("The pupil was removed.", "good")
    return redirect(url_for("classroom.board", key=key, view="own"))


@bp.get("/<key>/delete")
def delete(key: str) -> str:
    """What goes when the session is deleted, and what stays."""
    return render_template("classroom/delete.html", kept=find_class(store(), key))


@bp.post("/<key>/delete")
def delete_now(key: str) -> Response:
    """Delete the session and everything of its pupils."""
    background_jobs.delete_now(key)
    flash("The class is deleted, with everything that its pupils did.", "good")
    return redirect(url_for("classroom.index"))


@bp.get("/forget")
def forget() -> str:
    """What this device forgets of classes and sets when it is told to, and what stays."""
    device = device_id()
    return render_template(
        "classroom/forget.html", begun=classes_of_device(store(), device), own=sets_of_device(store(), device)
    )


@bp.post("/forget")
def forget_all() -> Response:
    """Take all classes and sets off the lists of this device."""
    forget_classes_and_sets(store(), device_id())
    flash("This device knows of no class and no set any more. Their links and codes go on working.", "good")
    return redirect(url_for("classroom.index"))


bp.after_request(leave_no_copy)

"""Beginning a session of a class, leading and projecting it, and clearing it away: all by the teacher's link alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from flask import abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.exports.class_csv import class_csv, class_csv_name
from scorekeeper.rules import Score
from scorekeeper.school.board import GivenAnswer, WorkedMisread, answers_given, worked_cell
from scorekeeper.school.classes import (
    ClassMovedOn,
    ClassNotFound,
    KeptClass,
    classes_of_device,
    find_class,
    lead_class,
    name_class,
    start_class,
)
from scorekeeper.school.forgetting import forget_classes_and_sets
from scorekeeper.school.kept_sets import sets_of_device
from scorekeeper.school.names import LONGEST_LABEL, BadLabel
from scorekeeper.school.practised import NAMES
from scorekeeper.school.question import Question
from scorekeeper.school.seats import KeptSeat, SeatNotFound, remove_seat, renew_return_code, seats_of
from scorekeeper.school.session import ACTIONS, Action, ClassSession, NotNow
from scorekeeper.school.sets import BadSet, Sheet
from scorekeeper.web import background_jobs, limits
from scorekeeper.web.addresses import whole_number
from scorekeeper.web.classroom import bp
from scorekeeper.web.classroom.pages import (
    LONGEST_TYPED,
    BeginPage,
    BoardPage,
    Wanted,
    elsewhere_page,
    read_wanted,
    usual,
)
from scorekeeper.web.db import device_id, new_write, new_write_id, store
from scorekeeper.web.filters import capitalize_first
from scorekeeper.web.questions_shown import scores_beside

_FIELDS = {"variants": "sheets"}
"""What the store calls a choice, where the form calls it something else."""


@bp.get("")
def index() -> str:
    """Choose a set and how the class goes through it, or go back to a session that this device began."""
    return _form(usual(request.args.get("set", "")[:LONGEST_TYPED]))


@bp.post("", endpoint="begin")
@limits.MADE
def begin() -> Response | tuple[str, int]:
    """A new session, on a page that only whoever has its link can open."""
    wanted = read_wanted(request.form, store())
    if wanted.questions is None or wanted.errors:
        return _form(wanted, wanted.errors), 422
    try:
        kept = start_class(
            store(),
            wanted.questions,
            new_write(request.form.get("write_id")),
            pace=wanted.pace,
            variants=wanted.variants,
            homework=wanted.homework,
            label=wanted.label,
        )
    except BadSet as refused:
        return _form(wanted, {_FIELDS.get(name, name): [reason] for name, reason in refused.reasons.items()}), 422
    return redirect(url_for("classroom.board", key=kept.key))


@bp.get("/<key>")
def board(key: str) -> str:
    """The lobby, and then the board; `?view=own` with what is for the teacher alone."""
    kept = class_to_lead(key)
    page = BoardPage(kept, seats_of(store(), kept), sees_own(), new_write_id())
    in_lobby = kept.session.phase == "lobby"
    return render_template("classroom/lobby.html" if in_lobby else "classroom/board.html", page=page)


@bp.post("/<key>/lead", endpoint="lead")
def lead(key: str) -> Response:
    """What the teacher wants next. The same form again changes nothing, and neither does that of an older board."""
    wanted = request.form.get("action", "")
    action: Action | None = next((action for action in ACTIONS if action == wanted), None)
    based_on = whole_number(request.form.get("based_on"))
    if action is None or based_on is None:
        abort(400)
    try:
        lead_class(store(), key, action, based_on, new_write(request.form.get("write_id")))
    except ClassNotFound:
        abort(404)
    except ClassMovedOn as error:
        flash(f"{capitalize_first(error.message)}.", "warning")
    except NotNow as error:
        flash(f"Nothing was changed: {error.message}.", "warning")
    return redirect(url_for("classroom.board", key=key, view="own" if request.form.get("view") == "own" else None))


@bp.get("/<key>/label")
def label(key: str) -> str:
    """What the teacher calls the class, for the teacher alone."""
    kept = class_to_lead(key)
    return _label_page(kept, kept.label)


@bp.post("/<key>/label", endpoint="change_label")
def change_label(key: str) -> Response | tuple[str, int]:
    """Call the class something else, or nothing."""
    kept = class_to_lead(key)
    typed = request.form.get("label", "")[:LONGEST_TYPED]
    try:
        name_class(store(), key, typed)
    except BadLabel as error:
        return _label_page(kept, typed, {"label": [capitalize_first(error.message)]}), 422
    return redirect(url_for("classroom.board", key=key, view="own"))


def _label_page(kept: KeptClass, typed: str, errors: Mapping[str, list[str]] | None = None) -> str:
    return render_template(
        "classroom/label.html", kept=kept, typed=typed, errors=errors or {}, longest_label=LONGEST_LABEL
    )


@bp.get("/forget")
def forget() -> str:
    """What this device forgets of classes and sets when it is told to, and what stays."""
    device = device_id()
    return render_template(
        "classroom/forget.html", begun=classes_of_device(store(), device), own=sets_of_device(store(), device)
    )


@bp.post("/forget", endpoint="forget_all")
def forget_all() -> Response:
    """Take all classes and sets off the lists of this device."""
    forget_classes_and_sets(store(), device_id())
    flash("This device knows of no class and no set any more. Their links and codes go on working.", "good")
    return redirect(url_for("classroom.index"))


@bp.get("/<key>/results.csv")
def results(key: str) -> Response:
    """Every answer as a table for spreadsheets."""
    kept = class_to_lead(key)
    seats = [seat.seat for seat in seats_of(store(), kept)]
    response = Response(class_csv(kept.session, kept.code, seats), content_type="text/csv; charset=utf-8")
    name = class_csv_name(kept.session, kept.made_at)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@bp.get("/<key>/roster")
def roster(key: str) -> str:
    """A list to print and write real names on: that is the only place where both stand together."""
    kept = class_to_lead(key)
    return render_template("classroom/roster.html", page=BoardPage(kept, seats_of(store(), kept), own=True))


@bp.get("/<key>/elsewhere")
def elsewhere(key: str) -> str:
    """The own view on another device: the link is the whole class, so only the own view leads here."""
    return render_template("classroom/elsewhere.html", page=elsewhere_page(class_to_lead(key)))


@bp.get("/<key>/seat/<int:number>")
def seat(key: str, number: int) -> str:
    """A pupil's code for another device, and what only the teacher does: another code, or removing the pupil."""
    kept = class_to_lead(key)
    mine = next((one for one in seats_of(store(), kept) if one.seat.number == number and one.return_code), None)
    if mine is None:
        abort(404)
    return render_template("classroom/seat.html", kept=kept, mine=mine)


@bp.post("/<key>/seat/<int:number>", endpoint="renew_code")
def renew_code(key: str, number: int) -> Response:
    """Another code for that pupil, without which no device opens the seat any more."""
    try:
        mine = renew_return_code(store(), key, number)
    except (ClassNotFound, SeatNotFound):
        abort(404)
    flash(f"{mine.seat.name} has another code.", "good")
    return redirect(url_for("classroom.seat", key=key, number=number))


@bp.post("/<key>/seat/<int:number>/remove", endpoint="remove_pupil")
def remove_pupil(key: str, number: int) -> Response:
    """Take a pupil out of the class, with all answers."""
    try:
        remove_seat(store(), key, number)
    except (ClassNotFound, SeatNotFound):
        abort(404)
    flash("The pupil was removed.", "good")
    return redirect(url_for("classroom.board", key=key, view="own"))


@bp.get("/<key>/delete")
def delete(key: str) -> str:
    """What goes when the session is deleted, and what stays."""
    kept = class_to_lead(key)
    return render_template("classroom/delete.html", kept=kept)


@bp.post("/<key>/delete", endpoint="delete_now")
def delete_now(key: str) -> Response:
    """Delete the session and everything of its pupils."""
    try:
        background_jobs.delete_now(key)
    except ClassNotFound:
        abort(404)
    flash("The class is deleted, with everything that its pupils did.", "good")
    return redirect(url_for("classroom.index"))


@bp.after_request
def _leave_no_copy(response: Response) -> Response:
    """When a class is deleted, no page with its pupils stays behind in the teacher's browser; nor do lists of classes
    that were forgotten, for whoever goes back."""
    response.headers["Cache-Control"] = "no-store"
    return response


def class_to_lead(key: str) -> KeptClass:
    """The session of a teacher's link; 404 for anything else."""
    try:
        return find_class(store(), key)
    except ClassNotFound:
        abort(404)


def sees_own() -> bool:
    """Whether the page is for the teacher alone, and not to be projected."""
    return request.args.get("view") == "own"


def _form(wanted: Wanted, errors: Mapping[str, list[str]] | None = None) -> str:
    told = {name: [capitalize_first(reason) for reason in reasons] for name, reasons in (errors or {}).items()}
    device = device_id()
    page = BeginPage(wanted, sets_of_device(store(), device), classes_of_device(store(), device), new_write_id(), told)
    return render_template("classroom/index.html", page=page)


@dataclass(frozen=True)
class QuestionPage:
    """A question of one of the sheets that were given out, with what was answered; ``own`` for the teacher alone.

    With ``rule`` it is a cell of the misread map instead.
    """

    kept: KeptClass
    letter: str
    sheet: Sheet
    own: bool
    rule: str = ""

    @property
    def session(self) -> ClassSession:
        return self.kept.session

    @property
    def view(self) -> str | None:
        return "own" if self.own else None

    @property
    def place(self) -> int:
        return self._letters.index(self.letter)

    @property
    def before(self) -> str:
        """The letter before this one; "" at the first."""
        return self._letters[self.place - 1] if self.place else ""

    @property
    def after(self) -> str:
        """The next letter that may be shown; "" at the last."""
        following = self._letters[self.place + 1 :]
        return following[0] if following and (self.own or self.place + 1 < self.session.reached) else ""

    @property
    def is_shown(self) -> bool:
        """Whether the class has come to it."""
        return self.own or self.place < self.session.reached

    @property
    def tells(self) -> bool:
        """Whether the answer may be on the wall: not before pupils may be told."""
        return self.own or (self.is_shown and self.session.tells(self.place))

    @property
    def names(self) -> Mapping[int, str]:
        """What pupils go by, by the numbers of their seats. For the teacher alone."""
        return {kept.seat.number: kept.seat.name for kept in self._seats} if self.own else {}

    @property
    def question(self) -> Question:
        return self.sheet.questions[self.place]

    @property
    def scores(self) -> tuple[Score | None, ...]:
        return scores_beside(self.question) if self.tells else ()

    @property
    def given(self) -> tuple[GivenAnswer, ...]:
        """What was answered on this sheet, commonest first."""
        return tuple(one for one in self._given if one.variant == self.sheet.variant)

    @property
    def rule_name(self) -> str:
        return NAMES[self.rule]

    @property
    def worked(self) -> tuple[WorkedMisread, ...]:
        """The answers, on any sheet, that fit a misread of the rule, worked both ways."""
        return worked_cell(self._given, self.rule)

    @cached_property
    def _given(self) -> tuple[GivenAnswer, ...]:
        every = answers_given(self.session, [kept.seat for kept in self._seats], self.own)
        return tuple(one for one in every if one.letter == self.letter)

    @cached_property
    def _seats(self) -> tuple[KeptSeat, ...]:
        return seats_of(store(), self.kept)

    @property
    def _letters(self) -> tuple[str, ...]:
        return tuple(letter for letter, _ in self.sheet.lettered)


@bp.get("/<key>/question/<letter>", endpoint="question")
def question(key: str, letter: str) -> str:
    """A question for everybody to see: its hands, and once it may be told its worked steps and what was answered."""
    return render_template("classroom/question.html", page=_page(key, letter))


@bp.get("/<key>/map/<letter>/<rule>", endpoint="cell")
def cell(key: str, letter: str, rule: str) -> str:
    """What stands behind a cell of the misread map: the hand, as it was misread and as it is right."""
    if rule not in NAMES:
        abort(404)
    return render_template("classroom/cell.html", page=_page(key, letter, rule))


def _page(key: str, letter: str, rule: str = "") -> QuestionPage:
    """The question of that letter, on the sheet that the address names or the first; 404 where there is no such one."""
    kept = class_to_lead(key)
    variant = request.args.get("sheet", kept.session.variants[0])
    sheet = kept.session.questions.sheet(variant) if variant in kept.session.variants else None
    if sheet is None or letter not in dict(sheet.lettered):
        abort(404)
    return QuestionPage(kept, letter, sheet, sees_own(), rule)

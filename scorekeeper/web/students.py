"""Students of a class join with a code and a made-up name, and answer the questions.

Students need no account and type no name. A device has one seat in a class, so students who share a phone share a name.
Everything works as a form; scripts only add. Before students may see what is right, nothing here depends on it.
"""

import secrets
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from itertools import islice

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response
from wtforms.validators import DataRequired

from scorekeeper.school.classes.class_session import (
    ClassSession,
    Closed,
    Seat,
    indices_shown,
)
from scorekeeper.school.classes.kept_classes import (
    ClassDeleted,
    ClassNotFound,
    KeptClass,
    earlier_lessons,
    find_class_by_code,
)
from scorekeeper.school.classes.next_lesson import LESSONS
from scorekeeper.school.classes.seats import (
    JoinRefused,
    SeatNotFound,
    come_back,
    join_class,
    keep_work,
    name_of_last_time,
    names_for,
    seat_of,
)
from scorekeeper.school.exercises.attempt import Done
from scorekeeper.school.exercises.codes import BadCode, letter_of, read_join_code
from scorekeeper.school.exercises.question import AnswersRefused
from scorekeeper.store.errors import IdReused
from scorekeeper.web import limits
from scorekeeper.web.db import is_write_id, new_write_id, store
from scorekeeper.web.exercises import LONGEST_TYPED, Errors, did_of, question_errors, rules_beside
from scorekeeper.web.forms import CodeField, Form, TextField, judged_by, sent
from scorekeeper.web.seat_cookie import forget, new_token, own_seat, own_seats, remember, token_of, token_sent
from scorekeeper.web.security import leave_no_copy
from scorekeeper.web.student_questions import (
    PACES,
    QuestionShown,
    in_common,
    mistake_found,
    question_shown,
    status_of,
)

bp = Blueprint("students", __name__, url_prefix="/join")
bp.after_request(leave_no_copy)

SEE_OTHER, NOT_FOUND, CONFLICT, GONE, UNPROCESSABLE = 303, 404, 409, 410, 422

Answer = str | Response | tuple[str, int]


# --- joining ----------------------------------------------------------------------------------------------------------


class JoinForm(Form):
    code = CodeField(
        "Code from the board",
        description="Six characters. Capitals and spaces don’t matter.",
        validators=[judged_by(read_join_code)],
    )


class NameForm(Form):
    """A name to pick, and the token that will open the seat."""

    name = TextField(validators=[DataRequired("Please pick a name.")])
    seat = TextField()


class SameNameForm(Form):
    """The name of the last lesson, as a student remembers it."""

    before = TextField("Your name from last time", description="Like “Brave Queen”. Your teacher has a list.")


class ReturnForm(Form):
    code = CodeField("Your code", description="Five characters, like 7K2QM.")


@bp.get("")
@limits.TYPED_CODE
def join() -> Answer:
    """The box for the code from the board."""
    form = JoinForm(request.args)
    if "code" not in request.args:
        return _code_box(form)
    if not form.validate():
        return _code_box(form), UNPROCESSABLE
    kept = find_class_by_code(store(), read_join_code(form.code.data))
    return redirect(url_for("students.choose", code=kept.code))


@bp.get("/<code>")
@limits.CODE
def choose(code: str) -> Answer:
    """Offer three names, or redirect a device that already has a seat."""
    kept = find_class_by_code(store(), code)
    own = own_seat(kept.code)
    if own is not None:
        return redirect(url_for("students.seat", code=kept.code, number=own.number))
    if kept.code != code:  # as a person typed it
        return redirect(url_for("students.choose", code=kept.code))
    return _names(kept)


@bp.post("/<code>")
@limits.CODE
def take(code: str) -> Answer:
    """Take a seat under the chosen name."""
    kept = find_class_by_code(store(), code)
    own = own_seat(kept.code)
    if own is not None:  # a second tap, or an old page of names
        return redirect(url_for("students.seat", code=kept.code, number=own.number), SEE_OTHER)
    form, same = NameForm(), SameNameForm()
    name = name_of_last_time(store(), kept, same.before.data) if same.before.data else form.name.data
    if same.before.data and not name:
        same.refuse({"before": ["No one had that name last time, or it’s in use. Check it or pick a new one."]})
        return _names(kept, same=same), UNPROCESSABLE
    if not same.before.data and not form.validate_on_submit():
        return _names(kept, form.errors), UNPROCESSABLE
    token = token_sent(form.seat.data)
    try:
        kept, mine = join_class(store(), code, name, token, datetime.now(UTC))
    except JoinRefused as error:
        return _names(kept, refused=error.message), CONFLICT
    return _seated(kept, mine, token)


@bp.post("/<code>/return", endpoint="come_back")
@limits.CODE
@limits.RETURN_CODE
def return_by_code(code: str) -> Answer:
    """Move a seat here from another device, which then no longer opens it."""
    form, token = ReturnForm(), new_token()
    try:
        return _seated(*come_back(store(), code, form.code.data, token), token)
    except BadCode as error:
        said = error.message
    except SeatNotFound:
        said = "No one in this class has that code. Check it or ask your teacher."
    kept = find_class_by_code(store(), code)
    limits.note_wrong_return(kept.code)
    form.refuse({"code": [said]})
    return _names(kept, back=form), UNPROCESSABLE


@bp.post("/<code>/<int:number>/leave")
@limits.CODE
def leave(code: str, number: int) -> Response:
    """Make a shared device forget its seat. Answers stay."""
    forget(find_class_by_code(store(), code).code)
    flash("You left the class on this device. Your answers are saved.", "good")
    return redirect(url_for("students.choose", code=code), SEE_OTHER)


@bp.errorhandler(ClassNotFound)
def no_class(error: ClassNotFound) -> tuple[str, int]:
    """A wrong code; or, for a device with a seat in it, a deleted class."""
    typed = (request.view_args or request.args).get("code", "")
    may_come_back = isinstance(error, ClassDeleted)
    if own_seat(typed) is not None:
        page = render_template(
            "students/refused.html",
            kept=None,
            code=typed,
            is_known=False,
            again=request.path if may_come_back else "",
        )
        return page, GONE
    form = JoinForm(MultiDict({"code": typed}))
    form.refuse({"code": [error.message]})
    return _code_box(form), GONE if may_come_back else NOT_FOUND


def _seated(kept: KeptClass, mine: Seat, token: str) -> Response:
    remember(kept.code, mine.number, token)
    return redirect(url_for("students.seat", code=kept.code, number=mine.number), SEE_OTHER)


def _code_box(form: JoinForm) -> str:
    """The code box, with the seats of all classes that this device still opens."""
    here = []
    for one in own_seats():
        try:
            here.append(seat_of(store(), one.code, one.number, one.token))
        except (ClassNotFound, SeatNotFound):
            continue
    return render_template("students/join.html", here=here, form=form)


def _own_last_name(kept: KeptClass) -> str:
    """The free name that this device had in an earlier lesson; "" for none."""
    for lesson in islice(earlier_lessons(store(), kept), LESSONS):
        own = own_seat(lesson.code)
        if own is not None:
            with suppress(SeatNotFound):
                return name_of_last_time(store(), kept, seat_of(store(), *own)[1].name)
    return ""


def _names(
    kept: KeptClass,
    errors: Errors | None = None,
    refused: str = "",
    back: ReturnForm | None = None,
    same: SameNameForm | None = None,
) -> str:
    """Names to pick from, or why joining is closed. The form sends the token that will open the seat."""
    shut = kept.shut(datetime.now(UTC))
    return render_template(
        "students/choose.html",
        kept=kept,
        pace=PACES[kept.session.pace],
        names=() if shut else names_for(store(), kept, secrets.token_urlsafe()),
        shut=shut,
        token=new_token(),
        refused=refused,
        errors=errors or {},
        back=back or ReturnForm(),
        last_name="" if shut else _own_last_name(kept),
        same=same or SameNameForm(),
    )


# --- a student's own page ---------------------------------------------------------------------------------------------


@bp.get("/<code>/<int:number>")
@limits.CODE
def seat(code: str, number: int) -> Answer:
    """A student's own page: the questions reached so far, with the feedback allowed so far."""
    kept = find_class_by_code(store(), code)
    if kept.code != code:
        return redirect(url_for("students.seat", code=kept.code, number=number))
    return _shown(*seat_of(store(), code, number, token_of(code, number)))


@bp.post("/<code>/<int:number>")
@limits.CODE
@limits.WORK
def work(code: str, number: int) -> Answer:
    """Take an answer, or a request for a hint or the solution."""
    kept = find_class_by_code(store(), code)
    index, did = index_of(kept.session, sent("letter")), did_of(sent("do"))
    hidden = ("csrf_token", "write_id", "letter", "do")
    typed = {name: text[:LONGEST_TYPED] for name, text in request.form.items() if name not in hidden}
    errors: Errors = {}
    refused, status, token = "", 200, token_of(kept.code, number)
    write_id = request.form.get("write_id", "")
    try:
        # Text in the boxes of a student who asks for help is no answer and isn't saved.
        done = Done(index, did, typed if did == "answer" else {})
        write_id = write_id if is_write_id(write_id) else new_write_id()
        kept, mine = keep_work(store(), code, number, token, done, write_id)
    except (AnswersRefused, Closed, IdReused) as error:
        # Load it again, because the teacher may have closed it during this request.
        kept, mine = seat_of(store(), code, number, token)
        if isinstance(error, AnswersRefused):
            errors, status = question_errors(error), UNPROCESSABLE
        else:
            refused, status = error.message, CONFLICT
    if status == 200 and did != "hint":
        anchor = None if kept.session.finds else f"q-{letter_of(index)}"
        return redirect(url_for("students.seat", code=kept.code, number=number, _anchor=anchor), SEE_OTHER)
    shown = question_shown(kept.session, mine, index)
    return _shown(kept, mine, replace(shown, typed=typed, errors=errors, refused=refused)), status


def index_of(session: ClassSession, letter: str) -> int:
    """Index of the question with that letter, from 0; 404 where there is none."""
    found = next((index for index in range(session.size) if letter_of(index) == letter), None)
    if found is None:
        abort(NOT_FOUND, "There’s no such question in this class.")
    return found


@bp.errorhandler(SeatNotFound)
def not_from_here(error: SeatNotFound) -> tuple[str, int]:
    """The page for a seat this device can't open. It doesn't reveal whether the seat exists."""
    code, number = (request.view_args or {})["code"], (request.view_args or {})["number"]
    kept = find_class_by_code(store(), code)
    is_known = bool(token_of(kept.code, number))
    page = render_template(
        "students/refused.html", kept=kept, number=number, is_known=is_known, back=ReturnForm(MultiDict())
    )
    return page, NOT_FOUND


def _shown(kept: KeptClass, mine: Seat, at_fault: QuestionShown | None = None) -> str:
    """The page of a seat. ``at_fault`` replaces a saved question, to show what was wrong with the request."""
    session = kept.session
    questions = [
        at_fault if at_fault is not None and at_fault.index == index else question_shown(session, mine, index)
        for index in indices_shown(session, mine)
    ]
    return render_template(
        "students/seat.html",
        kept=kept,
        seat=mine,
        questions=questions,
        # In a live class the newest question is on top.
        in_order=questions[::-1] if session.is_led and session.phase != "ended" else questions,
        # A question that isn't on the page yet can't show its own error.
        refused=at_fault.refused if at_fault is not None and at_fault not in questions else "",
        status=status_of(session, mine),
        telling=in_common(session, mine),
        found=mistake_found(session, mine),
        sections=rules_beside(session.questions.house),
        new_write_id=new_write_id,
    )

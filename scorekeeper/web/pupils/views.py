"""The pages of pupils: join a class, choose a name, answer. Every job is a form; scripts only add.

Nobody needs an account or types a name, and what opens a seat again is a token in the cookie of the device.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from datetime import UTC, datetime

from flask import redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from scorekeeper.classroom import Closed, Did, answers_at, read_join_code, read_return_code, work_at
from scorekeeper.quiz.question import AnswersRefused
from scorekeeper.quiz.set_codes import BadCode
from scorekeeper.store import (
    ClassFull,
    ClassLocked,
    ClassNotFound,
    IdReused,
    JoiningOver,
    KeptClass,
    KeptSeat,
    NameGone,
    NewerAnswer,
    SeatNotFound,
    TooMuchWork,
    come_back,
    find_class_by_code,
    join_class,
    names_for,
    seat_of,
)
from scorekeeper.web import limits
from scorekeeper.web.db import store
from scorekeeper.web.device import is_write_id, new_write_id
from scorekeeper.web.filters import capitalize_first
from scorekeeper.web.pupils import bp
from scorekeeper.web.pupils.pages import ChoosePage, Errors, JoinPage, QuestionShown, SeatHere, SeatPage, state_version
from scorekeeper.web.pupils.remembered import (
    MOST_OF_CLASS,
    Forgotten,
    Remembered,
    forget,
    forget_class,
    just_forgotten,
    new_token,
    remember,
    seats_here,
    seats_of_class,
    tell_forgotten,
    token_of,
    token_sent,
)
from scorekeeper.web.pupils.working import NoQuestion, Sent, keep, place_of, two_answers
from scorekeeper.web.questions_shown import question_errors, typed_again

SEE_OTHER, NOT_FOUND, CONFLICT, UNPROCESSABLE = 303, 404, 409, 422
TYPED = "typed_in_class"
"""In the session: what stood in the boxes when a hint was asked for, and at which question of whom."""
MOST_KEPT = 1_000
"""Signs of it, as they are written into the cookie; answers are far shorter."""
LONGEST_CODE = 40
CROWDED = f"{MOST_OF_CLASS} pupils of this class use this device: before another one can, one has to be forgotten here."
_NO_COPY = {f"pupils.{name}" for name in ("join", "choose", "take", "come_back", "forget")}
MOST_DIGITS = 9

Answer = str | Response | tuple[str, int]


@bp.get("", endpoint="join")
@limits.WRONG_TYPED_CODE
def join() -> Answer:
    """The box for the code from the board."""
    typed = request.args.get("code")
    if typed is None:
        return _code_box()
    try:
        code = read_join_code(typed)
    except BadCode as error:
        return _code_box(typed, error.message), UNPROCESSABLE
    try:
        kept = find_class_by_code(store(), code)
    except ClassNotFound as error:
        return _code_box(typed, error.message), NOT_FOUND
    return redirect(url_for("pupils.choose", code=kept.code))


@bp.get("/<code>", endpoint="choose")
@limits.WRONG_CODE
def choose(code: str) -> Answer:
    """Three names to choose from, and the ways back for who was here before."""
    try:
        kept = find_class_by_code(store(), code)
    except ClassNotFound as error:
        forget_class(code)
        return _code_box(code, error.message), NOT_FOUND
    if kept.code != code:  # as somebody typed it
        return redirect(url_for("pupils.choose", code=kept.code))
    return _names(kept)


@bp.post("/<code>", endpoint="take")
@limits.WRONG_CODE
@limits.JOINING
@limits.JOINING_HERE
def take(code: str) -> Answer:
    """A seat under the name that was chosen."""
    kept = find_class_by_code(store(), code)
    name = request.form.get("name", "")
    if not name:
        return _names(kept, errors={"name": ["Choose one of the names."]}), UNPROCESSABLE
    token = token_sent(request.form.get("seat"))
    if _is_crowded(kept, token):
        return _names(kept, refused=CROWDED), CONFLICT
    try:
        before = kept.pupils
        kept, mine = join_class(store(), code, name, token, _now())
        if kept.pupils > before:
            limits.note_seat_taken()
    except (NameGone, ClassFull, ClassLocked, JoiningOver) as error:
        return _names(kept, refused=f"{capitalize_first(error.message)}."), CONFLICT
    remember(kept.code, mine.seat.number, token)
    return redirect(url_for("pupils.seat", code=kept.code, number=mine.seat.number), SEE_OTHER)


@bp.post("/<code>/return", endpoint="come_back")
@limits.WRONG_CODE
@limits.WRONG_RETURN_CODE
@limits.WRONG_RETURN_CODE_HERE
@limits.WRONG_RETURN_CODES_HERE
def return_by_code(code: str) -> Answer:
    """A seat that was taken at another device."""
    kept = find_class_by_code(store(), code)
    typed = request.form.get("code", "")
    token = token_sent(request.form.get("seat"))
    if _is_crowded(kept, token):
        return _names(kept, refused=CROWDED), CONFLICT
    try:
        kept, mine = come_back(store(), code, read_return_code(typed), token)
    except BadCode as error:
        return _names(kept, typed=typed, errors={"code": [f"{capitalize_first(error.message)}."]}), UNPROCESSABLE
    except SeatNotFound:
        said = "Nobody in this class has this code: compare it with the other device."
        return _names(kept, typed=typed, errors={"code": [said]}), UNPROCESSABLE
    except IdReused:  # the form was sent before, with the code of somebody else
        token = new_token()
        kept, mine = come_back(store(), code, typed, token)
    remember(kept.code, mine.seat.number, token)
    return redirect(url_for("pupils.seat", code=kept.code, number=mine.seat.number), SEE_OTHER)


@bp.get("/<code>/<int:number>", endpoint="seat")
@limits.WRONG_CODE
def seat(code: str, number: int) -> Answer:
    """A pupil's own page: the questions that were reached, and what may be told of them."""
    kept = find_class_by_code(store(), code)
    if kept.code != code:
        return redirect(url_for("pupils.seat", code=kept.code, number=number))
    try:
        kept, mine = seat_of(store(), code, number, token_of(code, number))
    except SeatNotFound:
        return _not_from_here(kept)
    return _shown(kept, mine, _typed_before(kept, mine))


@bp.post("/<code>/<int:number>", endpoint="work")
@limits.WRONG_CODE
@limits.WORK
def work(code: str, number: int) -> Answer:
    """An answer, or a wish: a hint, the worked steps."""
    kept = find_class_by_code(store(), code)
    token = token_of(kept.code, number)
    try:
        kept, mine = seat_of(store(), code, number, token)
        place = place_of(kept.session, request.form.get("letter", ""))
    except SeatNotFound:
        return _not_from_here(kept)
    except NoQuestion as error:
        return _shown(kept, mine, refused=f"{capitalize_first(error.message)}."), NOT_FOUND
    question = work_at(kept.session, mine.seat, place).question
    typed = typed_again(question, request.form)
    sent = Sent(_write_id(), request.form["letter"], _did(), typed, _took(), _based_on())
    _forget_typed(kept, number, sent)
    try:
        keep(kept, number, token, sent)
    except AnswersRefused as refused:
        return _at_fault(kept, mine, place, typed, errors=question_errors(refused)), UNPROCESSABLE
    except NewerAnswer as newer:
        kept, mine = seat_of(store(), code, number, token)
        both = two_answers(kept.session, mine, place, newer, typed)
        return _at_fault(kept, mine, place, typed, refused=f"{both} To count this instead, send it again."), CONFLICT
    except (Closed, IdReused, TooMuchWork) as error:
        # As it stands now: it may have been closed while this was under way.
        kept, mine = seat_of(store(), code, number, token)
        return _at_fault(kept, mine, place, typed, refused=f"{capitalize_first(error.message)}."), CONFLICT
    return redirect(url_for("pupils.seat", code=kept.code, number=number, _anchor=f"q-{sent.letter}"), SEE_OTHER)


@bp.post("/<code>/<int:number>/forget", endpoint="forget")
@limits.WRONG_CODE
def forget_here(code: str, number: int) -> Response:
    """Leave a device that others use too. The page that follows tells once more how to come back."""
    try:
        kept, mine = seat_of(store(), code, number, token_of(code, number))
    except ClassNotFound:
        forget_class(code)
        raise
    except SeatNotFound:
        pass  # as when the form is sent twice
    else:
        tell_forgotten(kept.code, Forgotten(number, mine.seat.name, mine.return_code))
    forget(Remembered(code, number, ""))
    session.pop(TYPED, None)
    return redirect(url_for("pupils.choose", code=code), SEE_OTHER)


@bp.after_request
def _leave_no_copy(response: Response) -> Response:
    """Whoever goes back is given new names: those of an old page may be somebody else's by now."""
    if request.endpoint in _NO_COPY:
        response.headers["Cache-Control"] = "no-store"
    return response


# --- what is shown ----------------------------------------------------------------------------------------------------


def _code_box(typed: str = "", error: str = "") -> str:
    session.pop(TYPED, None)
    errors = {"code": [f"{capitalize_first(error)}."]} if error else {}
    return render_template("pupils/join.html", page=JoinPage(_all_here(), typed[:LONGEST_CODE], errors))


def _names(kept: KeptClass, refused: str = "", typed: str = "", errors: Errors | None = None) -> str:
    session.pop(TYPED, None)
    names = names_for(store(), kept, secrets.token_urlsafe()) if kept.may_join(_now()) else ()
    here, gone = _here(kept), just_forgotten(kept.code)
    page = ChoosePage(kept, here, names, new_token(), _now(), refused, typed[:LONGEST_CODE], errors or {}, gone)
    return render_template("pupils/choose.html", page=page)


def _not_from_here(kept: KeptClass) -> tuple[str, int]:
    """This device does not know that seat; whoever has its code can open it."""
    page = ChoosePage(kept, _here(kept), (), new_token(), _now())
    return render_template("pupils/not_from_here.html", page=page), NOT_FOUND


def _shown(kept: KeptClass, mine: KeptSeat, at_fault: QuestionShown | None = None, refused: str = "") -> str:
    page = SeatPage(kept, mine, _here(kept), at_fault, refused)
    version = state_version(kept)
    return render_template("pupils/seat.html", page=page, version=version, new_write_id=new_write_id)


def _at_fault(
    kept: KeptClass,
    mine: KeptSeat,
    place: int,
    typed: Mapping[str, str],
    errors: Errors | None = None,
    refused: str = "",
) -> str:
    work, answers = work_at(kept.session, mine.seat, place), answers_at(mine.seat, place)
    question = QuestionShown(kept.session, work, typed, errors or {}, refused, answers)
    # A question that is not on the page yet cannot say itself what is wrong.
    return _shown(kept, mine, question, refused if place >= kept.session.reached else "")


def _here(kept: KeptClass) -> tuple[SeatHere, ...]:
    """The pupils of a class who can go on at this device."""
    return _known(seats_of_class(kept.code))


def _all_here() -> tuple[SeatHere, ...]:
    return _known(seats_here())


def _is_crowded(kept: KeptClass, token: str) -> bool:
    """Whether nobody else can use this device in that class. A form that is sent twice is of somebody who does."""
    here = _here(kept)
    return len(here) >= MOST_OF_CLASS and all(one.remembered.token != token for one in here)


def _known(remembered: tuple[Remembered, ...]) -> tuple[SeatHere, ...]:
    """Those that are still there: a class is deleted in the end, and then forgotten here too."""
    found = []
    for one in remembered:
        try:
            kept, mine = seat_of(store(), one.code, one.number, one.token)
        except (ClassNotFound, SeatNotFound):
            forget(one)
            continue
        found.append(SeatHere(one, mine.seat.name, kept.session.questions.title))
    return tuple(found)


# --- what was typed when a hint was asked for -------------------------------------------------------------------------


def _typed_before(kept: KeptClass, mine: KeptSeat) -> QuestionShown | None:
    """The question at which a hint was asked for last, with what stood in its boxes."""
    before = session.get(TYPED)
    if not before:
        return None
    if before[:2] == [kept.code, mine.seat.number]:
        place = place_of(kept.session, before[2])
        work, answers = work_at(kept.session, mine.seat, place), answers_at(mine.seat, place)
        shown = QuestionShown(kept.session, work, dict(before[3]), answers=answers)
        if not shown.is_over:
            return shown
    del session[TYPED]
    return None


def _forget_typed(kept: KeptClass, number: int, sent: Sent) -> None:
    """Forget what was typed before a hint, or remember it for this one."""
    session.pop(TYPED, None)
    # More than this, and a cookie would be too large to be kept at all.
    if sent.did == "hint" and len(json.dumps(sent.typed)) <= MOST_KEPT:
        session[TYPED] = [kept.code, number, sent.letter, dict(sent.typed)]


# --- what a form says -------------------------------------------------------------------------------------------------


def _did() -> Did:
    match request.form.get("do"):
        case "hint":
            return "hint"
        case "show":
            return "show"
    return "answer"


def _write_id() -> str:
    sent = request.form.get("write_id")
    return sent if sent is not None and is_write_id(sent) else new_write_id()


def _took() -> int | None:
    """How many milliseconds the question was on show, as far as a script told."""
    sent = request.form.get("took", "")
    return int(sent) if sent.isascii() and sent.isdigit() and len(sent) <= MOST_DIGITS else None


def _based_on() -> int | None:
    """How many answers to the question the form knew of; None where it is of a page that does not tell."""
    sent = request.form.get("based_on", "")
    return int(sent) if sent.isascii() and sent.isdigit() and len(sent) <= MOST_DIGITS else None


def _now() -> datetime:
    return datetime.now(UTC)

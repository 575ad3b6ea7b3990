"""The page of a pupil: the questions, what is answered there, and whose turn it is at a device that several share.

Every job is a form; scripts only add.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from flask import redirect, render_template, request, url_for

from scorekeeper.classroom import Closed, Did, answers_at, work_at
from scorekeeper.quiz.question import AnswersRefused
from scorekeeper.quiz.set_codes import BadCode
from scorekeeper.store import (
    IdReused,
    KeptClass,
    KeptSeat,
    NewerAnswer,
    SeatGone,
    SeatNotFound,
    TooMuchWork,
    find_class_by_code,
    seat_of,
)
from scorekeeper.web import limits
from scorekeeper.web.db import store
from scorekeeper.web.device import is_write_id, new_write_id
from scorekeeper.web.filters import capitalize_first
from scorekeeper.web.pupils import bp
from scorekeeper.web.pupils.here import here, holder, owner
from scorekeeper.web.pupils.joining import (
    CONFLICT,
    LONGEST_CODE,
    NOT_FOUND,
    SEE_OTHER,
    UNPROCESSABLE,
    Answer,
    not_from_here,
)
from scorekeeper.web.pupils.pages import Errors, QuestionShown, RemovedPage, SeatPage, TurnPage, state_version
from scorekeeper.web.pupils.remembered import at_hand, hand_to, new_token, token_of
from scorekeeper.web.pupils.typed_before import note_typed, typed_before
from scorekeeper.web.pupils.working import NoQuestion, Sent, keep, place_of, two_answers
from scorekeeper.web.questions_shown import question_errors, typed_again

NOT_NOW, GONE = 403, 410
MOST_DIGITS = 9
_NO_ANSWERS = {"csrf_token", "write_id", "letter", "based_on", "took", "do", "code", "to"}
"""Fields of forms that hold nothing of what a pupil answers."""


@bp.get("/<code>/<int:number>", endpoint="seat")
@limits.CODE
def seat(code: str, number: int) -> Answer:
    """A pupil's own page: the questions that were reached, and what may be told of them."""
    kept = find_class_by_code(store(), code)
    if kept.code != code:
        return redirect(url_for("pupils.seat", code=kept.code, number=number))
    try:
        kept, mine = seat_of(store(), code, number, token_of(code, number))
    except SeatNotFound as error:
        return _no_seat(kept, number, error)
    if at_hand(code) != number:
        return _whose_turn(kept, number), NOT_NOW
    return _shown(kept, mine, typed_before(kept, mine))


@bp.post("/<code>/<int:number>", endpoint="work")
@limits.CODE
@limits.WORK
def work(code: str, number: int) -> Answer:
    """An answer, or a wish: a hint, the worked steps."""
    kept = find_class_by_code(store(), code)
    token = token_of(kept.code, number)
    try:
        kept, mine = seat_of(store(), code, number, token)
        place = place_of(kept.session, request.form.get("letter", ""))
    except SeatNotFound as error:
        return _no_seat(kept, number, error)
    except NoQuestion as error:
        return _shown(kept, mine, refused=f"{capitalize_first(error.message)}."), NOT_FOUND
    question = work_at(kept.session, mine.seat, place).question
    typed = typed_again(question, request.form)
    sent = Sent(_write_id(), request.form["letter"], _did(), typed, _took(), _based_on())
    note_typed(kept, number, sent)
    try:
        keep(kept, number, token, sent, is_turn=at_hand(kept.code) == number)
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


@bp.post("/<code>/<int:number>/pass", endpoint="pass_on")
@limits.CODE
def pass_on(code: str, number: int) -> Answer:
    """Nobody has this device in hand until somebody says so: whoever gets it opens no page by going back."""
    kept = find_class_by_code(store(), code)
    if at_hand(kept.code) == number:
        hand_to(kept.code, 0)
    to = request.form.get("to", "")
    if any(str(one.number) == to for one in here(kept)):
        return redirect(url_for("pupils.seat", code=kept.code, number=int(to)), SEE_OTHER)
    return redirect(url_for("pupils.choose", code=kept.code), SEE_OTHER)


@bp.post("/<code>/<int:number>/turn", endpoint="take_turn")
@limits.TYPED_CODE
def take_turn(code: str, number: int) -> Answer:
    """The pupil of that seat has this device in hand again, as the code tells. Whoever types the own code goes on."""
    kept = find_class_by_code(store(), code)
    try:
        kept, _ = seat_of(store(), code, number, token_of(kept.code, number))
    except SeatNotFound as error:
        return _no_seat(kept, number, error)
    typed = request.form.get("code", "")
    try:
        own = owner(kept, typed)
    except BadCode as error:
        return _whose_turn(kept, number, typed, f"{capitalize_first(error.message)}."), UNPROCESSABLE
    if own is None:
        said = "This is not the code: look at it again, or ask your teacher."
        return _whose_turn(kept, number, typed, said), UNPROCESSABLE
    hand_to(kept.code, own.number)
    return redirect(url_for("pupils.seat", code=kept.code, number=own.number), SEE_OTHER)


# --- what is shown ----------------------------------------------------------------------------------------------------


def _shown(kept: KeptClass, mine: KeptSeat, at_fault: QuestionShown | None = None, refused: str = "") -> str:
    """The page of a pupil; of one who has not this device in hand nothing but the question for the code."""
    number = mine.seat.number
    if at_hand(kept.code) != number:
        typed = ", ".join(filter(None, at_fault.boxes.values())) if at_fault else ""
        said = f"What was just sent{f', {typed},' if typed else ''} was not kept." if at_fault or refused else ""
        return _whose_turn(kept, number, refused=said)
    page = SeatPage(kept, mine, here(kept), at_fault, refused)
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


def _whose_turn(kept: KeptClass, number: int, typed: str = "", error: str = "", refused: str = "") -> str:
    """Another pupil has this device in hand, or nobody has: what it asks for."""
    whose = next(one for one in here(kept) if one.number == number)
    errors = {"code": [error]} if error else {}
    page = TurnPage(kept, whose, holder(kept), refused, typed[:LONGEST_CODE], errors)
    return render_template("pupils/turn.html", page=page)


def _no_seat(kept: KeptClass, number: int, error: SeatNotFound) -> tuple[str, int]:
    """What this device knows of that seat opens nothing, or it knows nothing of it.

    A device that never could open it is not told whether there ever was such a pupil.
    """
    sent = ", ".join(typed[:LONGEST_CODE] for name, typed in request.form.items() if name not in _NO_ANSWERS and typed)
    if not (isinstance(error, SeatGone) and token_of(kept.code, number)):
        return not_from_here(kept, sent)
    page = RemovedPage(kept, number, at_hand(kept.code) == number, new_token(), datetime.now(UTC), sent)
    return render_template("pupils/removed.html", page=page), GONE


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

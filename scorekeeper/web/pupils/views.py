"""A pupil's own page, and what is done there. Every job is a form; scripts only add."""

from __future__ import annotations

from collections.abc import Mapping

from flask import redirect, render_template, request, url_for

from scorekeeper.classroom import Closed, Did, work_at
from scorekeeper.quiz.question import AnswersRefused
from scorekeeper.store.classes import KeptClass, find_class_by_code
from scorekeeper.store.errors import IdReused
from scorekeeper.store.seats import KeptSeat, SeatNotFound, TooMuchWork, seat_of
from scorekeeper.web import limits
from scorekeeper.web.db import store
from scorekeeper.web.device import is_write_id, new_write_id
from scorekeeper.web.filters import capitalize_first
from scorekeeper.web.pupils import bp
from scorekeeper.web.pupils.joining import (
    CONFLICT,
    LONGEST_CODE,
    NOT_FOUND,
    SEE_OTHER,
    UNPROCESSABLE,
    Answer,
    not_from_here,
)
from scorekeeper.web.pupils.pages import Errors, QuestionShown, SeatPage, state_version
from scorekeeper.web.pupils.seat_cookie import token_of
from scorekeeper.web.pupils.working import NoQuestion, Sent, keep, place_of
from scorekeeper.web.questions_shown import question_errors, typed_again

MOST_DIGITS = 9
_NO_ANSWERS = {"csrf_token", "write_id", "letter", "took", "do"}
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
    except SeatNotFound:
        return not_from_here(kept, number)
    return _shown(kept, mine)


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
        typed = typed_again(work_at(kept.session, mine.seat, place).question, request.form)
        sent = Sent(_write_id(), request.form["letter"], _did(), typed, _took())
        kept, mine = keep(kept, number, token, sent)
    except SeatNotFound:
        filled_in = (typed for name, typed in request.form.items() if name not in _NO_ANSWERS and typed)
        return not_from_here(kept, number, ", ".join(typed[:LONGEST_CODE] for typed in filled_in))
    except NoQuestion as error:
        return _shown(kept, mine, refused=f"{capitalize_first(error.message)}."), NOT_FOUND
    except AnswersRefused as refused:
        return _at_fault(kept, mine, place, typed, errors=question_errors(refused)), UNPROCESSABLE
    except (Closed, IdReused, TooMuchWork) as error:
        # As it stands now: it may have been closed while this was under way.
        kept, mine = seat_of(store(), code, number, token)
        return _at_fault(kept, mine, place, typed, refused=f"{capitalize_first(error.message)}."), CONFLICT
    if sent.did == "hint":  # what stood in the boxes stays there
        return _at_fault(kept, mine, place, typed)
    return redirect(url_for("pupils.seat", code=kept.code, number=number, _anchor=f"q-{sent.letter}"), SEE_OTHER)


# --- what is shown ----------------------------------------------------------------------------------------------------


def _shown(kept: KeptClass, mine: KeptSeat, at_fault: QuestionShown | None = None, refused: str = "") -> str:
    page = SeatPage(kept, mine, at_fault, refused)
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
    """The page with what was typed at that question, and what is wrong with it."""
    question = QuestionShown(kept.session, work_at(kept.session, mine.seat, place), typed, errors or {}, refused)
    # A question that is not on the page yet cannot say itself what is wrong.
    return _shown(kept, mine, question, refused if place >= kept.session.reached else "")


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

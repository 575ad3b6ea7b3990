"""The ways to a seat of a class and from it, a pupil's own page, and what is done there.

Nobody needs an account or types a name. A device has one seat of a class: those who share a phone share a name. It
opens that by a random token in the signed session cookie. Every job is a form; scripts only add.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from flask import redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from scorekeeper.rules import RuleError
from scorekeeper.school.classes import ClassNotFound, KeptClass, find_class_by_code
from scorekeeper.school.names import read_join_code
from scorekeeper.school.question import AnswersRefused
from scorekeeper.school.seats import (
    JoinRefused,
    KeptSeat,
    SeatNotFound,
    TooMuchWork,
    close_seat,
    come_back,
    join_class,
    keep_work,
    names_for,
    seat_of,
)
from scorekeeper.school.session import ClassSession, Closed
from scorekeeper.school.set_codes import BadCode, letter_of
from scorekeeper.school.work import Did, Done, work_at
from scorekeeper.store.errors import IdReused
from scorekeeper.web import limits
from scorekeeper.web.db import is_write_id, new_write_id, store
from scorekeeper.web.filters import capitalize_first
from scorekeeper.web.pupils import bp
from scorekeeper.web.pupils.pages import (
    ChoosePage,
    Errors,
    JoinPage,
    QuestionShown,
    RefusedPage,
    SeatHere,
    SeatPage,
    state_version,
)
from scorekeeper.web.questions_shown import question_errors, typed_again
from scorekeeper.web.security import SEATS

MOST_CLASSES = 24
"""With more a cookie would become too large to be kept; the oldest falls off."""

TOKEN_BYTES = 24
TOKEN_SIGNS = 32
"""So many signs are so many bytes."""


@dataclass(frozen=True, slots=True)
class OwnSeat:
    """The seat of a class that this device opens."""

    code: str
    number: int
    token: str


def own_seats() -> tuple[OwnSeat, ...]:
    """All of them, the newest first; of a class that has several, as in earlier cookies, the newest."""
    newest = {one[0]: OwnSeat(*one) for one in session.get(SEATS, ())}
    return tuple(reversed(newest.values()))


def own_seat(code: str) -> OwnSeat | None:
    """That of a class."""
    return next((one for one in own_seats() if one.code == code), None)


def token_of(code: str, number: int) -> str:
    """What opens that seat from here; "" where this device does not know it."""
    own = own_seat(code)
    return own.token if own is not None and own.number == number else ""


def remember(code: str, number: int, token: str) -> None:
    """Let this device open that seat, and no other of the class."""
    others = [one for one in session.get(SEATS, ()) if one[0] != code]
    session[SEATS] = [*others[1 - MOST_CLASSES :], [code, number, token]]
    session.permanent = True  # the phone may be closed in between


def forget(code: str) -> None:
    """Let this device open no seat of that class. The seat itself stays."""
    session[SEATS] = [one for one in session.get(SEATS, ()) if one[0] != code]


def new_token() -> str:
    """A secret that nobody guesses."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def token_sent(sent: str | None) -> str:
    """The token that came with a form, so that sending it twice takes one seat; a new one where it is none of ours."""
    usable = sent is not None and len(sent) == TOKEN_SIGNS and sent.isascii() and sent.isprintable()
    return sent if usable and sent is not None else new_token()


class NoQuestion(RuleError):
    """This class has no question of that letter."""

    code = "class.no_question"


def place_of(session: ClassSession, letter: str) -> int:
    """The place of the question of that letter, from 0. Raises NoQuestion."""
    for place in range(session.questions.size):
        if letter_of(place) == letter:
            return place
    raise NoQuestion("this class has no such question")


SEE_OTHER, NOT_FOUND, CONFLICT, GONE, UNPROCESSABLE = 303, 404, 409, 410, 422
LONGEST_CODE = 40

Answer = str | Response | tuple[str, int]


@bp.get("", endpoint="join")
@limits.TYPED_CODE
def join() -> Answer:
    """The box for the code from the board."""
    typed = request.args.get("code")
    if typed is None:
        return _code_box()
    try:
        code = read_join_code(typed)
    except BadCode as error:
        return _code_box(typed, error.message), UNPROCESSABLE
    return redirect(url_for("pupils.choose", code=find_class_by_code(store(), code).code))


@bp.get("/<code>", endpoint="choose")
@limits.CODE
def choose(code: str) -> Answer:
    """Three names to choose from; for a device that has a seat of the class, the way to it."""
    kept = find_class_by_code(store(), code)
    own = own_seat(kept.code)
    if own is not None:
        return redirect(url_for("pupils.seat", code=kept.code, number=own.number))
    if kept.code != code:  # as somebody typed it
        return redirect(url_for("pupils.choose", code=kept.code))
    return _names(kept)


@bp.post("/<code>", endpoint="take")
@limits.CODE
def take(code: str) -> Answer:
    """A seat under the name that was chosen."""
    kept = find_class_by_code(store(), code)
    name = request.form.get("name", "")
    own = own_seat(kept.code)
    if own is not None:  # a second tap, or an old page of names
        return redirect(url_for("pupils.seat", code=kept.code, number=own.number), SEE_OTHER)
    if not name:
        return _names(kept, errors={"name": ["Choose one of the names."]}), UNPROCESSABLE
    token = token_sent(request.form.get("seat"))
    try:
        kept, mine = join_class(store(), code, name, token, _now())
    except JoinRefused as error:
        return _names(kept, refused=f"{capitalize_first(error.message)}."), CONFLICT
    return _seated(kept, mine.seat.number, token)


@bp.post("/<code>/return", endpoint="come_back")
@limits.TYPED_CODE
def return_by_code(code: str) -> Answer:
    """A seat that was taken at another device, which opens it no more."""
    typed, token = request.form.get("code", ""), new_token()
    try:
        kept, mine = come_back(store(), code, typed, token)
    except BadCode as error:
        said = f"{capitalize_first(error.message)}."
    except SeatNotFound:
        said = "Nobody in this class has this code: compare it, or ask your teacher."
    else:
        return _seated(kept, mine.seat.number, token)
    return _names(find_class_by_code(store(), code), typed=typed, errors={"code": [said]}), UNPROCESSABLE


@bp.post("/<code>/<int:number>/leave", endpoint="leave")
@limits.CODE
def leave(code: str, number: int) -> Response:
    """Have this device forget that seat, for others who use it. What was answered stays."""
    close_seat(store(), code, number, token_of(code, number))
    forget(code)
    return redirect(url_for("pupils.choose", code=code, left=number), SEE_OTHER)


@bp.errorhandler(ClassNotFound)
def no_class(error: ClassNotFound) -> tuple[str, int]:
    """A wrong code; or, to a device that has a seat of it, a class that is over and deleted."""
    typed = (request.view_args or request.args).get("code", "")
    if own_seat(typed) is not None:
        return render_template("pupils/over.html", code=typed), GONE
    return _code_box(typed, error.message), NOT_FOUND


@bp.after_request
def _leave_no_copy(response: Response) -> Response:
    """Whoever goes back is asked anew: names of an old page may be somebody else's by now, and so may the device be."""
    response.headers["Cache-Control"] = "no-store"
    return response


def not_from_here(kept: KeptClass, number: int, sent: str = "") -> tuple[str, int]:
    """The one page for a seat that this device does not open. It does not tell whether there is such a pupil."""
    page = RefusedPage(kept, number, is_known=bool(token_of(kept.code, number)), sent=sent)
    return render_template("pupils/refused.html", page=page), NOT_FOUND


def _seated(kept: KeptClass, number: int, token: str) -> Response:
    remember(kept.code, number, token)
    return redirect(url_for("pupils.seat", code=kept.code, number=number), SEE_OTHER)


def _code_box(typed: str = "", error: str = "") -> str:
    errors = {"code": [f"{capitalize_first(error)}."]} if error else {}
    return render_template("pupils/join.html", page=JoinPage(_seats_here(), typed[:LONGEST_CODE], errors))


def _seats_here() -> tuple[SeatHere, ...]:
    """The seats that this device still opens, of all classes."""
    found = []
    for one in own_seats():
        try:
            kept, mine = seat_of(store(), one.code, one.number, one.token)
        except (ClassNotFound, SeatNotFound):
            continue
        found.append(SeatHere(kept.code, one.number, mine.seat.name, kept.session.questions.title))
    return tuple(found)


def _names(kept: KeptClass, refused: str = "", typed: str = "", errors: Errors | None = None) -> str:
    names = () if kept.shut(_now()) else names_for(store(), kept, secrets.token_urlsafe())
    left = request.args.get("left", type=int)
    page = ChoosePage(kept, names, new_token(), _now(), refused, typed[:LONGEST_CODE], errors or {}, left)
    return render_template("pupils/choose.html", page=page)


def _now() -> datetime:
    return datetime.now(UTC)


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
        did = _did()
        # What stood in the boxes when somebody asked for help is no answer, and is not kept.
        done = Done(place, did, typed if did == "answer" else {}, _took())
        kept, mine = keep_work(store(), code, number, token, done, _write_id())
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
    if did == "hint":  # what stood in the boxes stays there
        return _at_fault(kept, mine, place, typed)
    return redirect(url_for("pupils.seat", code=kept.code, number=number, _anchor=f"q-{letter_of(place)}"), SEE_OTHER)


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

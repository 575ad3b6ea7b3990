"""Students of a class: they join by a code, under a made-up name, and work on the questions of a session.

Nobody needs an account or types a name. A device has one seat of a class: those who share a phone share a name. Every
job is a form; scripts only add. Nothing on these pages follows from what is right before it may be told.
"""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from hashlib import sha256

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.houses import freeze
from scorekeeper.rules.wording import listing
from scorekeeper.school.answer_misreads import found_by, scored_in, told_by
from scorekeeper.school.attempt import Done, State
from scorekeeper.school.classes import ClassDeleted, ClassNotFound, KeptClass, find_class_by_code
from scorekeeper.school.codes import BadCode, letter_of, read_join_code
from scorekeeper.school.finding import Found
from scorekeeper.school.question import AnswersRefused, Verdict
from scorekeeper.school.seats import JoinRefused, SeatNotFound, come_back, join_class, keep_work, names_for, seat_of
from scorekeeper.school.session import ClassSession, Closed, Pace, Seat, attempt_at, attempts_of, closed, places_shown
from scorekeeper.store.errors import IdReused
from scorekeeper.web import limits
from scorekeeper.web.db import is_write_id, new_write_id, store
from scorekeeper.web.exercises import LONGEST_TYPED, AttemptShown, Errors, did_of, question_errors, rules_beside
from scorekeeper.web.filters import capitalize_first
from scorekeeper.web.forms import sent
from scorekeeper.web.seat_cookie import forget, new_token, own_seat, own_seats, remember, token_of, token_sent
from scorekeeper.web.security import leave_no_copy

bp = Blueprint("students", __name__, url_prefix="/join")
bp.after_request(leave_no_copy)

SEE_OTHER, NOT_FOUND, CONFLICT, GONE, UNPROCESSABLE = 303, 404, 409, 410, 422
LONGEST_CODE = 40

Answer = str | Response | tuple[str, int]

STATES: Mapping[State, tuple[str, str]] = {
    "empty": ("○", "not answered"),
    "trying": ("…", "begun"),
    "given": ("●", "answered"),
    "right": ("✓", "right"),
    "later": ("✓", "right in the end"),
    "wrong": ("=", "worked out"),
}
"""How far a question is: a sign to be seen at a glance, and the words beside it."""

PACES: Mapping[Pace, str] = {
    Pace.PRACTICE: "Practice: two tries at each question, with hints, and the reason at once.",
    Pace.TEST: "A test: answers can be changed until the teacher ends it, and nothing is said of them before.",
    Pace.LIVE: "The teacher leads from question to question.",
    Pace.FIND: "Five hands, one answer each; after the last you are told what your answers say.",
    Pace.PAPER: "Answered on paper.",
}


# --- what the pages show ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class QuestionShown(AttemptShown):
    """One question of a student's sheet: to be answered, or worked out."""

    session: ClassSession
    place: int

    @property
    def letter(self) -> str:
        return letter_of(self.place)

    @property
    def id(self) -> str:
        return f"q-{self.letter}"

    @property
    def prefix(self) -> str:
        return f"{self.id}-"

    @property
    def told(self) -> bool:
        """Whether it may be told what is right, once it was answered here."""
        return self.session.tells(self.place) or self.session.finds  # a hand is shown again when all have their answers

    @cached_property
    def closed(self) -> Closed | None:
        return closed(self.session, self.place, bool(self.attempt.given))

    @property
    def is_over(self) -> bool:
        return self.attempt.over or (self.closed is not None and not self.closed.again)

    @property
    def waits(self) -> bool:
        return not self.is_over and self.closed is not None

    @cached_property
    def state(self) -> State:
        seen = self.attempt.seen(self.told)
        # Begun when the teacher ended it: there is nothing left to go on with.
        return "wrong" if seen == "trying" and self.is_over else seen

    @property
    def sign(self) -> str:
        return STATES[self.state][0]

    @property
    def words(self) -> str:
        if self.session.finds and not self.is_over:
            return f"{self.place + 1} of {self.session.size}"
        with_a_hint = self.state == "later" and len(self.attempt.given) == 1
        return "right with a hint" if with_a_hint else STATES[self.state][1]

    @cached_property
    def version(self) -> str:
        """Another one whenever the question looks different, and the same for every answer that nothing is said to."""
        attempt = self.attempt
        seen = (
            *(self.state, self.told, self.is_over, self.waits, len(attempt.given)),
            *(attempt.hinted, attempt.shown, attempt.repeated, self.errors, self.refused),
        )
        return sha256(repr(seen).encode("utf-8", "surrogatepass")).hexdigest()[:12]

    @property
    def verdict(self) -> Verdict | None:
        is_told = self.told and (self.attempt.practiced or self.is_over)
        return super().verdict if is_told else None

    @property
    def meaning(self) -> str:
        if not self.told:
            return "same" if self.attempt.given and not self.errors else ""
        return super().meaning

    @property
    def title(self) -> str:
        return super().title if self.told else "Your answer is in."

    @property
    def until(self) -> str:
        """How long an answer can be changed, where that is all that is said of it."""
        if self.told or self.meaning != "same":
            return ""
        if self.waits:
            return "It can be changed once the teacher goes on."
        return f"You can change it until the teacher {'shows what is right' if self.session.is_led else 'ends this'}."


def question_shown(session: ClassSession, seat: Seat, place: int) -> QuestionShown:
    return QuestionShown(attempt=attempt_at(session, seat, place), session=session, place=place)


def _in_common(session: ClassSession, seat: Seat) -> str:
    """Once it is over, what several answers have in common, said of the task; "" where nothing is sure."""
    if session.phase != "ended" or session.finds:
        return ""
    told = told_by(freeze(session.questions.house), scored_in(attempts_of(session, seat)))
    return f"More than one answer comes out if {listing([one.doing for one in told])}." if told else ""


def _found(session: ClassSession, seat: Seat) -> Found | None:
    """What chosen hands tell a student: all after the last, and only a misread where the teacher ended it before."""
    if not session.finds or not (session.phase == "ended" or len(seat.done) == session.size):
        return None
    found = found_by(freeze(session.questions.house), scored_in(attempts_of(session, seat)))
    return found if found.misread is not None or len(seat.done) == session.size else None


def _status(session: ClassSession, seat: Seat) -> tuple[str, str, str]:
    """What happens just now: the title and the sign of a notice, or none, and a text."""
    match session.phase:
        case "lobby":
            return "You are in.", "good", "Wait for the teacher to begin; the questions then come here."
        case "paused":
            return "The teacher has paused this.", "", "Nothing is taken for the moment; what is in stays."
        case "ended":
            return "This is over.", "good", "Here is how each question is worked out."
    if not session.is_led:
        all_in = session.finds and len(seat.done) == session.size
        return "", "", "All five hands are in." if all_in else PACES[session.pace]
    letter = letter_of(session.at)
    if not session.revealed:
        return "", "", f"Question {letter} is open."
    end = "It was the last one." if session.is_last else "Wait for the next one."
    return "", "", f"Question {letter} is worked out. {end}"


# --- joining ----------------------------------------------------------------------------------------------------------


@bp.get("")
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
    return redirect(url_for("students.choose", code=find_class_by_code(store(), code).code))


@bp.get("/<code>")
@limits.CODE
def choose(code: str) -> Answer:
    """Three names to choose from; for a device that has a seat of the class, the way to it."""
    kept = find_class_by_code(store(), code)
    own = own_seat(kept.code)
    if own is not None:
        return redirect(url_for("students.seat", code=kept.code, number=own.number))
    if kept.code != code:  # as somebody typed it
        return redirect(url_for("students.choose", code=kept.code))
    return _names(kept)


@bp.post("/<code>")
@limits.CODE
def take(code: str) -> Answer:
    """A seat under the name that was chosen."""
    kept = find_class_by_code(store(), code)
    name = sent("name")
    own = own_seat(kept.code)
    if own is not None:  # a second tap, or an old page of names
        return redirect(url_for("students.seat", code=kept.code, number=own.number), SEE_OTHER)
    if not name:
        return _names(kept, errors={"name": ["Choose one of the names."]}), UNPROCESSABLE
    token = token_sent(request.form.get("seat"))
    try:
        kept, mine = join_class(store(), code, name, token, datetime.now(UTC))
    except JoinRefused as error:
        return _names(kept, refused=_sentence(error.message)), CONFLICT
    return _seated(kept, mine, token)


@bp.post("/<code>/return", endpoint="come_back")
@limits.CODE
@limits.RETURN_CODE
def return_by_code(code: str) -> Answer:
    """A seat that was taken at another device, which opens it no more."""
    typed, token = sent("code"), new_token()
    try:
        return _seated(*come_back(store(), code, typed, token), token)
    except BadCode as error:
        said = _sentence(error.message)
    except SeatNotFound:
        said = "Nobody in this class has this code: compare it, or ask your teacher."
    kept = find_class_by_code(store(), code)
    limits.note_wrong_return(kept.code)
    return _names(kept, typed=typed, errors={"code": [said]}), UNPROCESSABLE


@bp.post("/<code>/<int:number>/leave")
@limits.CODE
def leave(code: str, number: int) -> Response:
    """Have this device forget its seat, for others who use it. What was answered stays."""
    forget(find_class_by_code(store(), code).code)
    flash("This device has forgotten you. What was answered stays with the class.", "good")
    return redirect(url_for("students.choose", code=code), SEE_OTHER)


@bp.errorhandler(ClassNotFound)
def no_class(error: ClassNotFound) -> tuple[str, int]:
    """A wrong code; or, to a device that has a seat of it, a class that is over and deleted."""
    typed = (request.view_args or request.args).get("code", "")
    may_come_back = isinstance(error, ClassDeleted)
    if own_seat(typed) is not None:
        page = render_template(
            "pupils/refused.html", kept=None, code=typed, is_known=False, may_come_back=may_come_back
        )
        return page, GONE
    return _code_box(typed, error.message), GONE if may_come_back else NOT_FOUND


def _seated(kept: KeptClass, mine: Seat, token: str) -> Response:
    remember(kept.code, mine.number, token)
    return redirect(url_for("students.seat", code=kept.code, number=mine.number), SEE_OTHER)


def _code_box(typed: str = "", error: str = "") -> str:
    """The box, and the seats that this device still opens, of all classes."""
    here = []
    for one in own_seats():
        try:
            here.append(seat_of(store(), one.code, one.number, one.token))
        except (ClassNotFound, SeatNotFound):
            continue
    errors = {"code": [_sentence(error)]} if error else {}
    return render_template("pupils/join.html", here=here, typed=typed[:LONGEST_CODE], errors=errors)


def _names(kept: KeptClass, refused: str = "", typed: str = "", errors: Errors | None = None) -> str:
    """Names to choose from, or why nobody can join; the form takes the token that opens the seat which is taken."""
    shut = kept.shut(datetime.now(UTC))
    return render_template(
        "pupils/choose.html",
        kept=kept,
        pace=PACES[kept.session.pace],
        names=() if shut else names_for(store(), kept, secrets.token_urlsafe()),
        shut=_sentence(shut) if shut else "",
        token=new_token(),
        refused=refused,
        typed=typed[:LONGEST_CODE],
        errors=errors or {},
    )


def _sentence(text: str) -> str:
    return f"{capitalize_first(text)}."


# --- a student's own page ---------------------------------------------------------------------------------------------


@bp.get("/<code>/<int:number>")
@limits.CODE
def seat(code: str, number: int) -> Answer:
    """A student's own page: the questions that were reached, and what may be told of them."""
    kept = find_class_by_code(store(), code)
    if kept.code != code:
        return redirect(url_for("students.seat", code=kept.code, number=number))
    return _shown(*seat_of(store(), code, number, token_of(code, number)))


@bp.post("/<code>/<int:number>")
@limits.CODE
@limits.WORK
def work(code: str, number: int) -> Answer:
    """An answer, or a wish: a hint, the worked steps."""
    kept = find_class_by_code(store(), code)
    place, did = place_of(kept.session, sent("letter")), did_of(sent("do"))
    hidden = ("csrf_token", "write_id", "letter", "do")
    typed = {name: text[:LONGEST_TYPED] for name, text in request.form.items() if name not in hidden}
    errors: Errors = {}
    refused, status, token = "", 200, token_of(kept.code, number)
    write_id = request.form.get("write_id", "")
    try:
        # What stood in the boxes when somebody asked for help is no answer, and is not kept.
        done = Done(place, did, typed if did == "answer" else {})
        write_id = write_id if is_write_id(write_id) else new_write_id()
        kept, mine = keep_work(store(), code, number, token, done, write_id)
    except (AnswersRefused, Closed, IdReused) as error:
        # As it stands now: it may have been closed while this was under way.
        kept, mine = seat_of(store(), code, number, token)
        if isinstance(error, AnswersRefused):
            errors, status = question_errors(error), UNPROCESSABLE
        else:
            refused, status = _sentence(error.message), CONFLICT
    if status == 200 and did != "hint":
        anchor = None if kept.session.finds else f"q-{letter_of(place)}"
        return redirect(url_for("students.seat", code=kept.code, number=number, _anchor=anchor), SEE_OTHER)
    shown = question_shown(kept.session, mine, place)
    return _shown(kept, mine, replace(shown, typed=typed, errors=errors, refused=refused)), status


def place_of(session: ClassSession, letter: str) -> int:
    """The place of the question of that letter, from 0; 404 where there is none."""
    found = next((place for place in range(session.size) if letter_of(place) == letter), None)
    if found is None:
        abort(NOT_FOUND, "This class has no such question.")
    return found


@bp.errorhandler(SeatNotFound)
def not_from_here(error: SeatNotFound) -> tuple[str, int]:
    """The one page for a seat that this device does not open. It does not tell whether there is such a student."""
    code, number = (request.view_args or {})["code"], (request.view_args or {})["number"]
    kept = find_class_by_code(store(), code)
    is_known = bool(token_of(kept.code, number))
    return render_template("pupils/refused.html", kept=kept, number=number, is_known=is_known), NOT_FOUND


def _shown(kept: KeptClass, mine: Seat, at_fault: QuestionShown | None = None) -> str:
    """The page of a seat. ``at_fault`` is the question that something was wrong with, in place of the one as kept."""
    session = kept.session
    questions = [
        at_fault if at_fault is not None and at_fault.place == place else question_shown(session, mine, place)
        for place in places_shown(session, mine)
    ]
    return render_template(
        "pupils/seat.html",
        kept=kept,
        seat=mine,
        questions=questions,
        # Where the teacher leads, the newest is on top.
        in_order=questions[::-1] if session.is_led and session.phase != "ended" else questions,
        # A question that is not on the page yet cannot say itself what is wrong.
        refused=at_fault.refused if at_fault is not None and at_fault not in questions else "",
        status=_status(session, mine),
        telling=_in_common(session, mine),
        found=_found(session, mine),
        sections=rules_beside(session.questions.house),
        new_write_id=new_write_id,
    )

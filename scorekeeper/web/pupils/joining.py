"""The ways to a seat and from it: by the code from the board and a made-up name, or by a code of the pupil's own.

Nobody needs an account or types a name. A device has one seat of a class: those who share a phone share a name.
"""

from __future__ import annotations

import secrets
from datetime import UTC, datetime

from flask import redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.classroom import read_join_code
from scorekeeper.quiz.set_codes import BadCode
from scorekeeper.store.classes import ClassNotFound, KeptClass, find_class_by_code
from scorekeeper.store.seats import JoinRefused, SeatNotFound, close_seat, come_back, join_class, names_for, seat_of
from scorekeeper.web import limits
from scorekeeper.web.db import store
from scorekeeper.web.filters import capitalize_first
from scorekeeper.web.pupils import bp
from scorekeeper.web.pupils.pages import ChoosePage, Errors, JoinPage, RefusedPage, SeatHere
from scorekeeper.web.pupils.seat_cookie import forget, new_token, own_seat, own_seats, remember, token_of, token_sent

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

"""How pupils get to their seats: by the code from the board and a made-up name, or by the code of their own; and how
they leave a device.

Nobody needs an account or types a name, and what opens a seat again is a token in the cookie of the device.
"""

from __future__ import annotations

import secrets
from datetime import UTC, datetime

from flask import redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.classroom import read_join_code, read_return_code
from scorekeeper.quiz.set_codes import BadCode
from scorekeeper.store import (
    ClassFull,
    ClassLocked,
    ClassNotFound,
    IdReused,
    JoiningOver,
    KeptClass,
    NameGone,
    SeatNotFound,
    close_seat,
    come_back,
    find_class_by_code,
    join_class,
    names_for,
    seat_of,
)
from scorekeeper.web import limits
from scorekeeper.web.db import store
from scorekeeper.web.filters import capitalize_first
from scorekeeper.web.pupils import bp
from scorekeeper.web.pupils.here import all_here, forget_removed, here, holder, is_crowded, owner, removed_here
from scorekeeper.web.pupils.pages import ChoosePage, Errors, JoinPage
from scorekeeper.web.pupils.remembered import (
    MOST_OF_CLASS,
    Forgotten,
    Remembered,
    at_hand,
    forget,
    forget_class,
    hand_to,
    just_forgotten,
    new_token,
    remember,
    tell_forgotten,
    token_of,
    token_sent,
)
from scorekeeper.web.pupils.typed_before import forget_typed

SEE_OTHER, NOT_FOUND, CONFLICT, UNPROCESSABLE = 303, 404, 409, 422
LONGEST_CODE = 40
CROWDED = f"{MOST_OF_CLASS} pupils of this class use this device: before another one can, one has to be forgotten here."

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
    try:
        kept = find_class_by_code(store(), code)
    except ClassNotFound as error:
        return _code_box(typed, error.message), NOT_FOUND
    return redirect(url_for("pupils.choose", code=kept.code))


@bp.get("/<code>", endpoint="choose")
@limits.CODE
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
@limits.CODE
def take(code: str) -> Answer:
    """A seat under the name that was chosen."""
    kept = find_class_by_code(store(), code)
    name = request.form.get("name", "")
    if not name:
        return _names(kept, errors={"name": ["Choose one of the names."]}), UNPROCESSABLE
    token = token_sent(request.form.get("seat"))
    if is_crowded(kept, token):
        return _names(kept, refused=CROWDED), CONFLICT
    try:
        kept, mine = join_class(store(), code, name, token, _now())
    except (NameGone, ClassFull, ClassLocked, JoiningOver) as error:
        return _names(kept, refused=f"{capitalize_first(error.message)}."), CONFLICT
    return _seated(kept, mine.seat.number, token)


@bp.post("/<code>/return", endpoint="come_back")
@limits.TYPED_CODE
def return_by_code(code: str) -> Answer:
    """A seat that was taken at another device; or at this one, which its pupil has in hand again."""
    kept = find_class_by_code(store(), code)
    typed = request.form.get("code", "")
    token = token_sent(request.form.get("seat"))
    try:
        own = owner(kept, typed)
        if own is not None:
            hand_to(kept.code, own.number)
            return _seated(kept, own.number, own.remembered.token)
        if is_crowded(kept, token):
            return _names(kept, refused=CROWDED), CONFLICT
        kept, mine = come_back(store(), code, read_return_code(typed), token)
    except BadCode as error:
        return _names(kept, typed=typed, errors={"code": [f"{capitalize_first(error.message)}."]}), UNPROCESSABLE
    except SeatNotFound:
        said = "Nobody in this class has this code: compare it with the other device."
        return _names(kept, typed=typed, errors={"code": [said]}), UNPROCESSABLE
    except IdReused:  # the form was sent before, with the code of somebody else
        token = new_token()
        kept, mine = come_back(store(), code, typed, token)
    return _seated(kept, mine.seat.number, token)


@bp.post("/<code>/<int:number>/forget", endpoint="forget")
@limits.CODE
def forget_here(code: str, number: int) -> Response:
    """Leave a device that others use too. The page that follows tells once more how to come back.

    Where another pupil has the device in hand it does not: whoever reads that code opens the seat.
    """
    token = token_of(code, number)
    try:
        kept, mine = seat_of(store(), code, number, token)
    except ClassNotFound:
        forget_class(code)
        raise
    except SeatNotFound:
        pass  # as when the form is sent twice
    else:
        is_own = at_hand(kept.code) == number
        tell_forgotten(kept.code, Forgotten(number, mine.seat.name, mine.return_code if is_own else ""))
        close_seat(store(), kept.code, number, token)
    forget(Remembered(code, number, ""))
    forget_typed()
    return redirect(url_for("pupils.choose", code=code), SEE_OTHER)


@bp.after_request
def _leave_no_copy(response: Response) -> Response:
    """Whoever goes back is asked anew: names of an old page may be somebody else's by now, and so may the device be."""
    response.headers["Cache-Control"] = "no-store"
    return response


def not_from_here(kept: KeptClass, sent: str = "") -> tuple[str, int]:
    """This device does not know that seat; whoever has its code can open it. ``sent`` is what was just sent to it."""
    page = ChoosePage(kept, here(kept), (), new_token(), _now(), sent=sent)
    return render_template("pupils/not_from_here.html", page=page), NOT_FOUND


def _seated(kept: KeptClass, number: int, token: str) -> Response:
    """The pupil has this device in hand, and the page of that seat. A form that is sent again hands nothing over."""
    if token_of(kept.code, number) != token:
        forget_removed(kept)
        remember(kept.code, number, token)
    return redirect(url_for("pupils.seat", code=kept.code, number=number), SEE_OTHER)


def _code_box(typed: str = "", error: str = "") -> str:
    forget_typed()
    errors = {"code": [f"{capitalize_first(error)}."]} if error else {}
    return render_template("pupils/join.html", page=JoinPage(all_here(), typed[:LONGEST_CODE], errors))


def _names(kept: KeptClass, refused: str = "", typed: str = "", errors: Errors | None = None) -> str:
    forget_typed()
    names = names_for(store(), kept, secrets.token_urlsafe()) if kept.may_join(_now()) else ()
    page = ChoosePage(
        kept,
        here(kept),
        names,
        new_token(),
        _now(),
        refused,
        typed[:LONGEST_CODE],
        errors or {},
        just_forgotten(kept.code),
        holder(kept),
        removed=removed_here(kept),
    )
    return render_template("pupils/choose.html", page=page)


def _now() -> datetime:
    return datetime.now(UTC)

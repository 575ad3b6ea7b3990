"""Rate limits: counts of guessed codes, and of what costs this machine work or room.

A school is one address to us, so what a class or a table does by itself is never counted: looking, entering hands,
confirming. Nor are guessed links, of 128 bits. A code of a class or a set is looked up before anything is counted, so
a right one always passes. Addresses and devices are kept as digests, by a key of ours, for ten minutes.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial, wraps
from hashlib import blake2b, sha256
from math import ceil
from time import time
from typing import Final, ParamSpec, TypeVar

from flask import Flask, Response, after_this_request, current_app, request, session
from flask_limiter import Limiter, RequestLimit
from limits import RateLimitItem, parse

from scorekeeper.school.classes import ClassNotFound, find_class_by_code
from scorekeeper.school.codes import LONGEST_PASTED, BadCode, read_code, read_join_code
from scorekeeper.school.kept_sets import SetNotFound, find_set, sets_of_device
from scorekeeper.web.db import store
from scorekeeper.web.error_pages import refusal
from scorekeeper.web.network import network_of
from scorekeeper.web.security import SEATS

P = ParamSpec("P")
R = TypeVar("R")

SPAN: Final = "10 minutes"
"""For all of them, so that one student shuts nobody of the same school out for a lesson."""


@dataclass(frozen=True)
class Limit:
    """One count: how many in ten minutes, by whom, and what is said to whoever goes beyond it."""

    name: str
    most: int
    by: Callable[[], str]
    text: str
    counts: Callable[[Response], bool] | None = None  # which answers count; None for every one
    cost: int = 1  # as how many it counts

    def __call__(self, view: Callable[P, R]) -> Callable[P, R]:
        """The view, held to this limit. Several may stand over one view, below its route."""
        return limiter.shared_limit(
            f"{self.most} per {SPAN}",
            self.name,
            key_func=self.by,
            deduct_when=self.counts,
            on_breach=partial(_refused, self.text),
            cost=self.cost,
        )(view)


@dataclass(frozen=True)
class WrongCodes:
    """Codes that lead nowhere: counted after they were looked up, by the device that typed them and by its address.

    Beyond either count a wrong code is answered 429; a right one is answered as ever.
    """

    is_wrong: Callable[[Response], bool]

    def __call__(self, view: Callable[P, R]) -> Callable[P, R]:
        """The view, whose wrong codes are counted. It stands below the route."""

        @wraps(view)
        def looked_up(*args: P.args, **kwargs: P.kwargs) -> R:
            typed_on = device()  # the answer may give this device its first cookie
            after_this_request(lambda answer: self._counted(answer, typed_on))
            return view(*args, **kwargs)

        return looked_up

    def _counted(self, answer: Response, typed_on: str) -> Response:
        if not current_app.config["RATELIMIT_ENABLED"] or not self.is_wrong(answer):
            return answer
        _hit(GUESSED, address())
        # A device that is stopped uses up nothing more of its network.
        for most, by, text in ((OF_DEVICE, typed_on, _OF_DEVICE), (OF_NETWORK, address(), _OF_NETWORK)):
            if by and not _hit(most, by):
                return _told(text, _resets_at(most, by))
        return answer


def address() -> str:
    """Where a request comes from, in a form from which nobody can tell the address."""
    return _hidden(network_of(request.remote_addr or ""))


def device() -> str:
    """The device by its cookie, in such a form too; "" for one without a cookie, which is a part of its address."""
    known = session.get("device") or session.get("csrf_token")
    return _hidden(str(known).encode()) if known else ""


def _hidden(value: bytes) -> str:
    secret = sha256(current_app.config["SECRET_KEY"].encode()).digest()  # the same on every server
    return blake2b(value, digest_size=16, key=secret).hexdigest()


def class_at_address() -> str:
    return f"{_class_code()}-{address()}"


def guessing_in(class_code: str) -> bool:
    """Whether many wrong codes were typed just now: to join where this request comes from, or to come back there."""
    if not current_app.config["RATELIMIT_ENABLED"]:
        return False
    return _used(GUESSED, address()) + _used(GUESSED, _to_come_back(class_code)) >= GUESSED.amount


def note_wrong_return(class_code: str) -> None:
    """Count a wrong code to come back by for what the teacher is told, from whatever network it came."""
    if current_app.config["RATELIMIT_ENABLED"]:
        _hit(GUESSED, _to_come_back(class_code))


def _to_come_back(class_code: str) -> str:
    return f"return-{class_code}"


def _hit(most: RateLimitItem, by: str) -> bool:
    """Count one more; whether it is still within the count. Where a Redis cannot be reached everything is."""
    try:
        return limiter.limiter.hit(most, by, _WRONG)
    except Exception:
        if not current_app.config["RATELIMIT_SWALLOW_ERRORS"]:
            raise
        return True


def _used(most: RateLimitItem, by: str) -> int:
    try:
        return most.amount - limiter.limiter.get_window_stats(most, by, _WRONG).remaining
    except Exception:
        if not current_app.config["RATELIMIT_SWALLOW_ERRORS"]:
            raise
        return 0


def _resets_at(most: RateLimitItem, by: str) -> float:
    return limiter.limiter.get_window_stats(most, by, _WRONG).reset_time


def seat() -> str:
    return f"{_class_code()}-{(request.view_args or {}).get('number')}"


def led_nowhere(answer: Response) -> bool:
    """Whether a typed code was wrong: there is nothing under it, or it cannot be one."""
    return answer.status_code in (404, 422)


def nothing_there(answer: Response) -> bool:
    """Whether neither a class nor a set has the code of an address. What is missing in one of them is no guess."""
    if answer.status_code != 404 or has_a_part():
        return False
    try:
        find_class_by_code(store(), _class_code())
    except ClassNotFound:
        try:
            find_set(store(), _code())
        except SetNotFound:
            return True
    return False


def has_a_part() -> bool:
    """Whether this device sits in the class, or made the set, of the code that a request names."""
    code, device = _class_code(), session.get("device")
    if any(taken and taken[0] == code for taken in session.get(SEATS, ())):
        return True
    try:
        wanted = read_code(_code())
    except BadCode:
        return False
    return device is not None and any(wanted in (made.code, made.key_code) for made in sets_of_device(store(), device))


def led_on(answer: Response) -> bool:
    """Whether something was made, so that the answer leads to it; showing a form again makes nothing."""
    return answer.status_code in (302, 303)


def was_made(answer: Response) -> bool:
    return answer.status_code == 200


def was_done(answer: Response) -> bool:
    """Whether what was sent was taken; or a stranger could use up what another may send."""
    return answer.status_code < 400


def init_app(app: Flask) -> None:
    """Count, from nothing, unless the setting LIMITS says no; where it names a Redis, together with other servers.

    Where that cannot be reached nobody is counted, and nobody is kept from playing.
    """
    limits = app.config["LIMITS"]
    is_shared = isinstance(limits, str)
    app.config["RATELIMIT_ENABLED"] = bool(limits)
    app.config["RATELIMIT_STORAGE_URI"] = limits if is_shared else "memory://"
    if is_shared:
        app.config["RATELIMIT_STORAGE_OPTIONS"] = {"socket_timeout": 0.5, "socket_connect_timeout": 0.5}
    app.config["RATELIMIT_SWALLOW_ERRORS"] = is_shared
    limiter.init_app(app)


def _code() -> str:
    return str((request.view_args or {}).get("code") or request.values.get("code") or "")[:LONGEST_PASTED]


def _class_code() -> str:
    """That code as classes have it, so that another way to write it is no further try."""
    try:
        return read_join_code(_code())
    except BadCode:
        return "none"


def _refused(text: str, limit: RequestLimit) -> Response:
    return _told(text, limit.reset_at)


def _told(text: str, resets_at: float) -> Response:
    seconds = max(1, int(resets_at - time()))  # of a whole second after it
    minutes = ceil(seconds / 60)
    told = "a minute" if minutes == 1 else f"{minutes} minutes"
    answer = refusal(429, "too_many", f"{text} Try again in {told}.")
    answer.headers["Retry-After"] = str(seconds)
    return answer


class _OfViews(Limiter):
    """Looks only at views that have a limit. Asked before every request, it would cost each more than its address."""

    def _check_request_limit(self, callable_name: str | None = None, in_middleware: bool = True) -> None:
        if not in_middleware:
            super()._check_request_limit(callable_name, in_middleware)


limiter = _OfViews(address, strategy="fixed-window")

# Why these numbers: the table of docs/settings.md. A class is at most 120, a lesson 45 minutes.

OF_DEVICE, OF_NETWORK = (parse(f"{most} per {SPAN}") for most in (20, 150))
"""Wrong codes of classes and sets. docs/classroom.md has the arithmetic of guessing."""

_WRONG = "codes"
_RIGHT_PASSES: Final = "Compare this one, sign by sign: a right code always works."
_OF_DEVICE = f"Too many codes that lead nowhere were typed on this device. {_RIGHT_PASSES}"
_OF_NETWORK = f"Too many codes that lead nowhere were typed in this network. {_RIGHT_PASSES}"

GUESSED: Final = parse(f"100 per {SPAN}")
"""So many wrong codes of one network are no class that mistypes: its teacher is told."""

TYPED_CODE = WrongCodes(led_nowhere)
CODE = WrongCodes(nothing_there)

# 17 million to come back by, of which a class has some thirty: these are few enough to find, so a right one has to wait
# as well. Whoever tries on through a whole lesson gets into a seat of a class that is known once in 700 times.
RETURN_CODE = Limit(
    "returns",
    150,
    class_at_address,
    "Too many wrong codes to come back by were typed for this class in this network. Joining it anew works.",
    counts=led_nowhere,
)
MADE = Limit("made", 300, address, "Too much was begun or made in this network.", counts=led_on)
BEGUN = replace(MADE, counts=was_made)
SET_MADE = replace(MADE, cost=5)  # up to three seconds of work
DRAWN = Limit("drawn", 200, address, "Too many PDFs were drawn for this network.", counts=was_made)
WORK = Limit(
    "work",
    300,
    seat,
    "So much was sent from this seat that no more is taken for the moment. What was kept is safe.",
    counts=was_done,
)
ASKED = Limit("asked", 10_000, address, "Too much was asked in this network. What was kept is safe.")
ASKED_MUCH = replace(ASKED, cost=5)  # some hundredths of a second of work

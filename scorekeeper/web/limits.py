"""Rate limits: counts of guessed codes, and of requests that cost work or space.

A school shares one address, so the usual work of a class or a game is never counted: reading, entering hands,
finishing holes. Guessed links aren't either, because they have 128 bits. A code is looked up before it is counted, so
a correct code always works. Addresses and devices are kept as keyed digests for ten minutes.
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

from scorekeeper.school.classes.kept_classes import ClassNotFound, find_class_by_code
from scorekeeper.school.exercises.codes import LONGEST_PASTED, BadCode, read_code, read_join_code
from scorekeeper.school.exercises.kept_sets import SetNotFound, find_set, sets_of_device
from scorekeeper.web.db import store
from scorekeeper.web.error_pages import refusal
from scorekeeper.web.network import network_of
from scorekeeper.web.security import SEATS

P = ParamSpec("P")
R = TypeVar("R")

SPAN: Final = "10 minutes"
"""Of all limits: short, so that one student can't lock out a school for a lesson."""


@dataclass(frozen=True)
class Limit:
    """One limit: the most in ten minutes, the key to count by, and the message beyond it."""

    name: str
    most: int
    by: Callable[[], str]
    text: str
    counts: Callable[[Response], bool] | None = None  # which answers count; None for all
    cost: int = 1  # how much each request counts

    def __call__(self, view: Callable[P, R]) -> Callable[P, R]:
        """The view with this limit. Several can be stacked below a route."""
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
    """Wrong codes, counted after the lookup, by device and by address.

    Beyond either count a wrong code gets a 429; a correct one still works.
    """

    is_wrong: Callable[[Response], bool]

    def __call__(self, view: Callable[P, R]) -> Callable[P, R]:
        """The view with its wrong codes counted; used below the route."""

        @wraps(view)
        def looked_up(*args: P.args, **kwargs: P.kwargs) -> R:
            typed_on = device()  # before the answer sets its first cookie
            after_this_request(lambda answer: self._counted(answer, typed_on))
            return view(*args, **kwargs)

        return looked_up

    def _counted(self, answer: Response, typed_on: str) -> Response:
        if not current_app.config["RATELIMIT_ENABLED"] or not self.is_wrong(answer):
            return answer
        _hit(GUESSED, address())
        # A blocked device no longer counts against its network.
        for most, by, text in ((OF_DEVICE, typed_on, _OF_DEVICE), (OF_NETWORK, address(), _OF_NETWORK)):
            if by and not _hit(most, by):
                return _told(text, _resets_at(most, by))
        return answer


def address() -> str:
    """A digest of the network that a request comes from."""
    return _hidden(network_of(request.remote_addr or ""))


def device() -> str:
    """A digest of the device's cookie; "" without one, when only the address counts."""
    known = session.get("device") or session.get("csrf_token")
    return _hidden(str(known).encode()) if known else ""


def _hidden(value: bytes) -> str:
    secret = sha256(current_app.config["SECRET_KEY"].encode()).digest()  # the same on every server
    return blake2b(value, digest_size=16, key=secret).hexdigest()


def class_at_address() -> str:
    return f"{_class_code()}-{address()}"


def guessing_in(class_code: str) -> bool:
    """Whether many wrong join codes came from this network, or many wrong return codes for this class."""
    if not current_app.config["RATELIMIT_ENABLED"]:
        return False
    return _used(GUESSED, address()) + _used(GUESSED, _to_come_back(class_code)) >= GUESSED.amount


def note_wrong_return(class_code: str) -> None:
    """Count a wrong return code for the teacher's warning, from any network."""
    if current_app.config["RATELIMIT_ENABLED"]:
        _hit(GUESSED, _to_come_back(class_code))


def _to_come_back(class_code: str) -> str:
    return f"return-{class_code}"


def _hit(most: RateLimitItem, by: str) -> bool:
    """Count one more; whether it is within the limit. Without its Redis everything is."""
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
    """Whether a typed code was wrong or malformed."""
    return answer.status_code in (404, 422)


def nothing_there(answer: Response) -> bool:
    """Whether no class and no worksheet has the address's code. A missing part of one is no guess."""
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
    """Whether this device is in the class, or made the worksheet, of the request's code."""
    code, device = _class_code(), session.get("device")
    if any(taken and taken[0] == code for taken in session.get(SEATS, ())):
        return True
    try:
        wanted = read_code(_code())
    except BadCode:
        return False
    return device is not None and any(wanted in (made.code, made.key_code) for made in sets_of_device(store(), device))


def led_on(answer: Response) -> bool:
    """Whether something was made, so the answer redirects to it; a form shown again makes nothing."""
    return answer.status_code in (302, 303)


def was_made(answer: Response) -> bool:
    return answer.status_code == 200


def was_done(answer: Response) -> bool:
    """Whether the request was accepted; otherwise a stranger could use up someone's limit."""
    return answer.status_code < 400


def init_app(app: Flask) -> None:
    """Start counting, unless LIMITS says no. With a Redis, servers share their counts.

    If the Redis is out of reach, nothing is counted and everyone can play.
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
    """The code in its standard form, so that every spelling counts as the same try."""
    try:
        return read_join_code(_code())
    except BadCode:
        return "none"


def _refused(text: str, limit: RequestLimit) -> Response:
    return _told(text, limit.reset_at)


def _told(text: str, resets_at: float) -> Response:
    seconds = max(1, int(resets_at - time()))  # rounded down
    minutes = ceil(seconds / 60)
    told = "a minute" if minutes == 1 else f"{minutes} minutes"
    answer = refusal(429, "too_many", f"{text} Try again in {told}.")
    answer.headers["Retry-After"] = str(seconds)
    return answer


class _OfViews(Limiter):
    """Checks only views with a limit; a check before every request would be too slow."""

    def _check_request_limit(self, callable_name: str | None = None, in_middleware: bool = True) -> None:
        if not in_middleware:
            super()._check_request_limit(callable_name, in_middleware)


limiter = _OfViews(address, strategy="fixed-window")

# The table in docs/settings.md gives the reasons. A class has at most 120 students, a lesson 45 minutes.

OF_DEVICE, OF_NETWORK = (parse(f"{most} per {SPAN}") for most in (20, 150))
"""Wrong codes of classes and worksheets. docs/classroom.md has the arithmetic of guessing."""

_WRONG = "codes"
_RIGHT_PASSES: Final = "Check each character. A correct code always works."
_OF_DEVICE = f"Too many wrong codes on this device. {_RIGHT_PASSES}"
_OF_NETWORK = f"Too many wrong codes from this network. {_RIGHT_PASSES}"

GUESSED: Final = parse(f"100 per {SPAN}")
"""Wrong codes of one network at which the teacher is warned: more than typing errors."""

TYPED_CODE = WrongCodes(led_nowhere)
CODE = WrongCodes(nothing_there)

# Of 17 million return codes a class uses about thirty. That can be guessed, so correct codes have to wait too. Guessing
# through a whole lesson gets into a known class in one lesson of 700.
RETURN_CODE = Limit(
    "returns",
    150,
    class_at_address,
    "Too many wrong return codes for this class from this network. You can still join under a new name.",
    counts=led_nowhere,
)
MADE = Limit("made", 300, address, "Too many new games or worksheets from this network.", counts=led_on)
BEGUN = replace(MADE, counts=was_made)
SET_MADE = replace(MADE, cost=5)  # takes up to three seconds
DRAWN = Limit("drawn", 200, address, "Too many PDFs for this network.", counts=was_made)
WORK = Limit(
    "work",
    300,
    seat,
    "Too many answers at once. What you sent is safe.",
    counts=was_done,
)
ASKED = Limit("asked", 10_000, address, "Too many requests from this network. Your work is safe.")
ASKED_MUCH = replace(ASKED, cost=5)  # takes some hundredths of a second

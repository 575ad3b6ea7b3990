"""How often something may be tried: guessing codes, and what costs this machine work or room.

A school is one address to us, and one pupil who means harm sits in it with a thousand who do not. So nothing is counted
that a class does by itself, however quick it is: only codes that lead nowhere are, and what no class needs that often.
Whoever has a seat goes on whatever the others tried. What somebody tries at one class counts by class and address
together, so it stops at most others of the same network at the same class, for ten minutes at a time; only a far higher
count, which takes many networks, goes by the class alone.

Nobody is counted who guesses links: 128 bits need no counting, a guess costs half a millisecond, and an address may
have many phones that go on asking for a game whose link was renewed. Nor is what a game or a class at work asks and
enters.

Nothing is written down. What is counted lives in the memory of this process (counting.py), under a digest of the
address whose secret ends with the process; it is dropped when something is next counted after its time.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from math import ceil
from time import time
from typing import ParamSpec, TypeVar

from flask import Flask, Response, current_app, g, request, session
from flask_limiter import Limiter, RequestLimit

from scorekeeper.classroom import read_join_code
from scorekeeper.quiz.set_codes import BadCode, read_code
from scorekeeper.store import ClassNotFound, SetNotFound, find_class_by_code, find_set, sets_of_device
from scorekeeper.web import counting
from scorekeeper.web.db import store
from scorekeeper.web.errors import refusal
from scorekeeper.web.network import network_of
from scorekeeper.web.sessions import SEATS

P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True)
class Limit:
    """How often something may be done, by whom, and what is said to whoever did it more often."""

    name: str
    often: str
    by: Callable[[], str]
    text: str
    counts: Callable[[Response], bool] | None = None  # which answers count; None for every one
    spares: Callable[[], bool] | None = None  # who is let through uncounted

    def __call__(self, view: Callable[P, R]) -> Callable[P, R]:
        """The view, held to this limit. Several may stand over one view, below its route."""
        return limiter.shared_limit(
            self._often_here,
            self.name,
            key_func=self.by,
            deduct_when=self.counts,
            exempt_when=self._is_spared,
            on_breach=partial(_refused, self.text),
        )(view)

    def _often_here(self) -> str:
        """As often as the operator wants it."""
        number, span = self.often.split(" ", 1)
        return f"{int(number) * current_app.config['LIMITS']} {span}"

    def _is_spared(self) -> bool:
        return current_app.config["LIMITS"] == 0 or (self.spares is not None and self.spares())


def address() -> str:
    """Where a request comes from, in a form from which nobody can tell the address."""
    return blake2b(network_of(request.remote_addr or ""), digest_size=16, key=_SECRET).hexdigest()


def code_tried() -> str:
    """The join code that a request names, as it is kept, so that another way to write it is no further try."""
    values = request.view_args or {}
    typed = str(values.get("code") or request.values.get("code") or "")[:80]
    try:
        return read_join_code(typed)
    except BadCode:
        return "none"


def code_tried_here() -> str:
    """That code together with where the request comes from: whoever floods a class stops nobody elsewhere."""
    return f"{code_tried()}-{address()}"


def has_a_seat() -> bool:
    """Whether this device sits in the class of that code."""
    return any(seat and seat[0] == code_tried() for seat in session.get(SEATS, ()))


def seat_tried() -> str:
    """The seat that a request names."""
    return f"{code_tried()}-{(request.view_args or {}).get('number')}"


def led_nowhere(answer: Response) -> bool:
    """Whether a code was wrong: there is nothing under it, or it cannot be one."""
    return answer.status_code in (404, 422)


def no_class_there(answer: Response) -> bool:
    """Whether no class has the code. What is missing in one that is there, such as a seat, is no guess."""
    if answer.status_code != 404:
        return False
    try:
        find_class_by_code(store(), code_tried())
    except ClassNotFound:
        return True
    return False


def no_set_there(answer: Response) -> bool:
    """Whether no set has the code. What the code of its sheets does not open is no guess at another."""
    if answer.status_code != 404:
        return False
    try:
        find_set(store(), str((request.view_args or {}).get("code") or "")[:80])
    except SetNotFound:
        return True
    return False


def was_refused(answer: Response) -> bool:
    """Whether nothing came of a try but the work of reading it."""
    return 400 <= answer.status_code < 500 and answer.status_code != 429


def was_done(answer: Response) -> bool:
    return answer.status_code < 400


def led_on(answer: Response) -> bool:
    """Whether something was made, so that the answer leads to it; showing a form again makes nothing."""
    return 300 <= answer.status_code < 400 and answer.status_code != 304 and not g.get("nothing_made", False)


def note_nothing_made() -> None:
    """The request under way made nothing, though the answer to it leads on."""
    g.nothing_made = True


def made_the_set() -> bool:
    """Whether this device made the set of the code that a request names."""
    device = session.get("device")
    typed = str((request.view_args or {}).get("code") or "")[:80]
    try:
        code = read_code(typed)
    except BadCode:
        return False
    return device is not None and any(code in (one.code, one.key_code) for one in sets_of_device(store(), device))


def note_drawing() -> None:
    """The request under way has something drawn that is not remembered."""
    g.drawing = True


def was_drawn(answer: Response) -> bool:
    return bool(g.get("drawing", False)) and answer.status_code < 500


def note_seat_taken() -> None:
    """The request under way took a seat that nobody had. The same form again takes none."""
    g.seat_taken = True


def took_a_seat(_answer: Response) -> bool:
    return bool(g.get("seat_taken", False))


def init_app(app: Flask) -> None:
    """Count, from nothing."""
    limiter.init_app(app)


def _refused(text: str, limit: RequestLimit) -> Response:
    seconds = max(1, int(limit.reset_at - time()))  # of a whole second after it
    answer = refusal(429, "too_many", f"{text} Try again in {_told(seconds)}.")
    answer.headers["Retry-After"] = str(seconds)
    return answer


def _told(seconds: int) -> str:
    minutes = ceil(seconds / 60)
    if minutes == 1:
        return "a minute"
    return f"{minutes} minutes" if minutes < 120 else f"{ceil(minutes / 60)} hours"


class _OfViews(Limiter):
    """Looks only at views that have a limit. Asked before every request, it would cost each more than its address."""

    def _check_request_limit(self, callable_name: str | None = None, in_middleware: bool = True) -> None:
        if not in_middleware:
            super()._check_request_limit(callable_name, in_middleware)


_SECRET = secrets.token_bytes(32)
limiter = _OfViews(address, storage_uri=f"{counting.SCHEME}://", strategy="fixed-window")

# The numbers. A class is at most 120 (store/classes.py), a lesson 45 minutes, a large school 60 classes at once.

WRONG_CODE = Limit(
    "wrong code",
    # Of half a milliard codes: 43,000 tries a day, so where 100 classes are open, a stranger finds one in four months;
    # and in it a free seat. Sixty classes that copy a code from the board miss it five times each.
    "300 per 10 minutes",
    address,
    "Too many codes that lead to no class were typed in this network.",
    counts=no_class_there,
    spares=has_a_seat,
)
WRONG_TYPED_CODE = Limit(  # the same count, where a code that cannot be one is told as a mistake in the form
    WRONG_CODE.name, WRONG_CODE.often, address, WRONG_CODE.text, counts=led_nowhere, spares=has_a_seat
)
JOINING_HERE = Limit(
    "joining here",
    # Every seat that a class has, if all sit in one school, and some again that the teacher had removed. What takes no
    # seat costs no more than any page, so it is not counted: or one pupil could shut the door for those who come late.
    "150 per 10 minutes",
    code_tried_here,
    "So many joined this class from this network that nobody else can for the moment.",
    counts=took_a_seat,
)
JOINING = Limit(
    "joining",
    # Twice as many, from anywhere.
    "300 per 10 minutes",
    code_tried,
    "So many joined this class that nobody else can for the moment.",
    counts=took_a_seat,
)
WRONG_RETURN_CODE_HERE = Limit(
    "wrong return code here",
    # Of 17 million, with 35 seats to hit: one in 3,600 for who tries on through a whole lesson, one in 110 for a whole
    # day, one in nine for a fortnight of homework. No count lasts longer than ten minutes, or one pupil could keep the
    # others of a school out for a day.
    "30 per 10 minutes",
    code_tried_here,
    "Too many wrong codes were typed in this network to come back to this class.",
    counts=led_nowhere,
)
WRONG_RETURN_CODE = Limit(
    "wrong return code",
    # Ten networks at once, which is no pupil with a phone: one in 360 for a lesson, one in
    # twelve for a whole day, two in three for a fortnight. What is won is the seat of somebody under a made-up name.
    "300 per 10 minutes",
    code_tried,
    "Too many wrong codes were typed to come back to this class.",
    counts=led_nowhere,
)
WRONG_RETURN_CODES_HERE = Limit(
    "wrong return codes here",
    # Through all classes of a school one after the other: ten of them.
    "300 per 10 minutes",
    address,
    "Too many wrong codes to come back by were typed in this network.",
    counts=led_nowhere,
)
WORK = Limit(
    "work",
    # A set has at most a few dozen questions; a phone that was offline sends all that it kept at once.
    "300 per 10 minutes",
    seat_tried,
    "So much was sent from this seat that no more is taken for the moment. What was kept is safe.",
    counts=was_done,  # or a stranger could use up what another may send
)

# What is made. Only what came of it counts, or one pupil could use up everybody's by forms that are refused, a hundred
# in a second; and for ten minutes at a time, so that nobody keeps a school from it for longer by really making so many.

BEGUN = Limit(
    "class begun",
    # A large school whose lessons all begin at once, twice.
    "120 per 10 minutes",
    address,
    "Too many classes were begun in this network.",
    counts=led_on,
)
SET_MADE = Limit(
    "set made",
    # Each costs up to three seconds of work.
    "60 per 10 minutes",
    address,
    "Too many sets were made in this network.",
    counts=led_on,
)
SET_REFUSED = Limit(
    "set refused",
    # Most cost what a page costs; who wants more hands of a rule than there are, as much as a set.
    "600 per 10 minutes",
    address,
    "Too many sets that cannot be made were asked for in this network.",
    counts=was_refused,
)
GAME_MADE = Limit(
    "game made",
    # A school of a thousand is 250 tables that all begin now, and some again. One is 30 KB.
    "300 per 10 minutes",
    address,
    "Too many games were begun in this network.",
    counts=led_on,
)
FILE_READ = Limit(
    "file read",
    # Each costs up to some hundredths of a second, and is looked at before it is kept: 150 games.
    "300 per 10 minutes",
    address,
    "Too many files of games and houses were brought in from this network.",
    counts=was_done,
)
FILE_REFUSED = Limit(
    "file refused",
    # To find out that something is no game costs at most as much as to read one.
    "3000 per 10 minutes",
    address,
    "Too many files that are no games or houses were sent from this network.",
    counts=was_refused,
)
HOUSE_KEPT = Limit(
    "house kept",
    # Every third of a thousand pupils makes one. A version is 30 KB.
    "300 per 10 minutes",
    address,
    "Too many houses were made or changed in this network.",
    counts=led_on,
)
LINK_RENEWED = Limit(
    "link renewed",
    # Every table of a school once.
    "300 per 10 minutes",
    address,
    "Too many links were renewed in this network.",
    counts=led_on,
)
PRACTICE_BEGUN = Limit(
    "practice begun",
    # Choosing the questions costs up to a fifth of a second. A thousand pupils who all begin now, half of them twice.
    "1500 per 10 minutes",
    address,
    "So many began to practise in this network that nobody else can for the moment. What was practised is safe.",
    counts=led_on,
)
PRACTICE_BROUGHT = Limit(
    "practice brought",
    # Of 1,100 milliard codes: in a month somebody who tries on finds one of a thousand with a chance of one in 800, and
    # under it layouts and answers of nobody knows whom. Eight classes at once type theirs. Right ones count as well,
    # for they bring up to a hundred houses each.
    "300 per 10 minutes",
    address,
    "Too many codes of practice were typed in this network.",
)
WRONG_SET_CODE = Limit(
    "wrong set code",
    # Of 380 milliard codes of sheets: 144,000 tries a day find one of 10,000 sets in nine months, without its key.
    # Codes of keys are some 600,000 times as many. A thousand pupils miss the one on their sheet once each.
    "1000 per 10 minutes",
    address,
    "Too many codes that lead to no set were typed in this network.",
    counts=no_set_there,
    spares=made_the_set,
)
WRONG_TYPED_SET_CODE = Limit(  # the same count, where one is typed into a form
    WRONG_SET_CODE.name, WRONG_SET_CODE.often, address, WRONG_SET_CODE.text, counts=led_nowhere
)
DRAWN = Limit(
    "drawn",
    # Each keeps the one process that draws busy for a second or three. Sixty classes that begin at once print sheets
    # and key, in two sizes; what was drawn before is remembered and not counted.
    "200 per 10 minutes",
    address,
    "Too many PDFs were drawn for this network.",
    counts=was_drawn,
)
RULES_ASKED = Limit(
    "rules asked",
    # Each costs up to a hundredth of a second. Twenty classes that try out rules all the time ask 500 each.
    "10000 per 10 minutes",
    address,
    "Too many questions were asked about rules in this network.",
)

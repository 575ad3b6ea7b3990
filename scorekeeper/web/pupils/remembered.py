"""Which seats this device may open: a random token for each, in the signed session cookie and nowhere else.

Several pupils may use one device by turns, so there may be several seats of one class. One of them is at hand: that of
who joined last, or typed the own code last. What the others did is not seen before they do the same.
"""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass

from flask import session

from scorekeeper.web.sessions import AT_HAND, SEATS

MOST_REMEMBERED = 24
"""Seats of all classes; of more a cookie would become too large to be kept. Those of other classes fall off first."""

MOST_OF_CLASS = 12
"""Seats of one class: so many pupils use one device by turns. Nobody else is let in by it, and nobody falls off."""

FORGOTTEN = "forgotten"
"""In the session: whose seat was just forgotten here, for the page that follows."""

AT_ONCE = 60
"""Seconds in which that page has to come."""

TOKEN_BYTES = 24
TOKEN_SIGNS = 32
"""So many signs are so many bytes."""


@dataclass(frozen=True, slots=True)
class Remembered:
    """A seat that this device may open."""

    code: str
    number: int
    token: str


def seats_here() -> tuple[Remembered, ...]:
    """Every seat of this device, the newest first."""
    return tuple(Remembered(*one) for one in reversed(session.get(SEATS, ())))


def seats_of_class(code: str) -> tuple[Remembered, ...]:
    """Those of one class, in the order of their numbers."""
    return tuple(sorted((one for one in seats_here() if one.code == code), key=lambda one: one.number))


def token_of(code: str, number: int) -> str:
    """What opens that seat from here; "" where this device does not know it."""
    return next((one.token for one in seats_of_class(code) if one.number == number), "")


def at_hand(code: str) -> int:
    """The number of the seat whose pupil has this device in hand; 0 where that is nobody of the class."""
    numbers: dict[str, int] = session.get(AT_HAND, {})
    if code in numbers:
        return numbers[code]
    own = seats_of_class(code)
    return own[0].number if len(own) == 1 else 0  # a cookie of an earlier release, which noted nobody


def hand_to(code: str, number: int) -> None:
    """From now on the pupil of that seat has this device in hand; with 0 nobody of the class has."""
    there = {one[0] for one in session.get(SEATS, ())}
    numbers = {**session.get(AT_HAND, {}), code: number}
    session[AT_HAND] = {of: seat for of, seat in numbers.items() if of in there}
    if not session[AT_HAND]:
        del session[AT_HAND]


def remember(code: str, number: int, token: str) -> None:
    """Let this device open a seat from now on, and hand it to its pupil.

    The oldest of another class is forgotten where there are too many.
    """
    others = [one for one in session.get(SEATS, ()) if one[:2] != [code, number]]
    elsewhere = [one for one in others if one[0] != code]
    too_many = max(0, len(others) + 1 - MOST_REMEMBERED)
    session[SEATS] = [*(one for one in others if one not in elsewhere[:too_many]), [code, number, token]]
    hand_to(code, number)
    session.permanent = True  # the phone may be closed in between


def forget(gone: Remembered) -> None:
    """Let this device open that seat no more. The seat itself stays, and so do other devices of it.

    Where it was at hand nobody's is: who stays has to say so.
    """
    holds = at_hand(gone.code)
    left = [one for one in session.get(SEATS, ()) if one[:2] != [gone.code, gone.number]]
    if left:
        session[SEATS] = left
    else:
        session.pop(SEATS, None)
    hand_to(gone.code, 0 if holds == gone.number else holds)


def forget_class(code: str) -> None:
    """Let this device open no seat of a class any more, such as one that was deleted."""
    for one in seats_of_class(code):
        forget(one)


@dataclass(frozen=True, slots=True)
class Forgotten:
    """A seat that this device could open until just now, and the code that opens it again.

    The code is "" where somebody else had the device in hand.
    """

    number: int
    name: str
    return_code: str


def tell_forgotten(code: str, gone: Forgotten) -> None:
    """Leave word for the page that follows at once: whoever comes later may be somebody else."""
    session[FORGOTTEN] = [int(time.time()), code, gone.number, gone.name, gone.return_code]


def just_forgotten(code: str) -> Forgotten | None:
    """Who was forgotten here just now, told once."""
    at, *told = session.pop(FORGOTTEN, None) or [0, ""]
    return Forgotten(*told[1:]) if told[0] == code and 0 <= time.time() - at <= AT_ONCE else None


def new_token() -> str:
    """A secret that nobody guesses."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def token_sent(sent: str | None) -> str:
    """The token that came with a form, so that sending it twice takes one seat; a new one where it is none of ours."""
    usable = sent is not None and len(sent) == TOKEN_SIGNS and sent.isascii() and sent.isprintable()
    return sent if usable and sent is not None else new_token()

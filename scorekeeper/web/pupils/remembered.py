"""Which seats this device may open: a random token for each, in the signed session cookie and nowhere else.

Several pupils may use one device by turns, so there may be several seats of one class.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from flask import session

SEATS = "seats"
MOST_REMEMBERED = 12
"""Seats; a cookie has room for more, but nobody has so many classes at a time."""

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


def remember(code: str, number: int, token: str) -> None:
    """Let this device open a seat from now on. The oldest is forgotten where there are too many."""
    others = [one for one in session.get(SEATS, ()) if one[:2] != [code, number]]
    session[SEATS] = [*others, [code, number, token]][-MOST_REMEMBERED:]
    session.permanent = True  # the phone may be closed in between


def new_token() -> str:
    """A secret that nobody guesses."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def token_sent(sent: str | None) -> str:
    """The token that came with a form, so that sending it twice takes one seat; a new one where it is none of ours."""
    usable = sent is not None and len(sent) == TOKEN_SIGNS and sent.isascii() and sent.isprintable()
    return sent if usable and sent is not None else new_token()

"""The seat cookie: the class seats that a device opens, one per class, in the signed session."""

import secrets
from typing import NamedTuple

from flask import session

from scorekeeper.web.security import SEATS

MOST_CLASSES = 24
"""A larger cookie would not be kept; the oldest seat is dropped."""

TOKEN_BYTES, TOKEN_SIGNS = 24, 32


class OwnSeat(NamedTuple):
    code: str
    number: int
    token: str


def own_seats() -> list[OwnSeat]:
    """All seats of this device, newest first."""
    return [OwnSeat(*one) for one in reversed(session.get(SEATS, ()))]


def own_seat(code: str) -> OwnSeat | None:
    return next((one for one in own_seats() if one.code == code), None)


def token_of(code: str, number: int) -> str:
    """The secret that opens a seat; "" where this device does not have it."""
    return next((one.token for one in own_seats() if (one.code, one.number) == (code, number)), "")


def remember(code: str, number: int, token: str) -> None:
    """Let this device open a seat, and no other of its class."""
    forget(code)
    session[SEATS] = [*session[SEATS][1 - MOST_CLASSES :], [code, number, token]]
    session.permanent = True  # the phone may be closed in between


def forget(code: str) -> None:
    """Let this device open no seat of a class. The seat itself stays."""
    session[SEATS] = [one for one in session.get(SEATS, ()) if one[0] != code]


def new_token() -> str:
    """A secret that no one can guess."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def token_sent(sent: str | None) -> str:
    """The token that a form came with, or a new one; so a form sent twice takes one seat."""
    usable = sent is not None and len(sent) == TOKEN_SIGNS and sent.isascii() and sent.isprintable()
    return sent if usable and sent is not None else new_token()

"""The codes that a class types in: one to join a session, and a short one for each pupil to come back by."""

from __future__ import annotations

from scorekeeper.quiz.set_codes import BadCode, signs_of

OF_JOINING, OF_RETURNING = 6, 5
"""How many signs each has, of 28: half a milliard codes to join by, and 17 million for each session to come back by.

Neither is hopeless to guess by itself, so wrong ones are counted (web/limits.py), and neither opens more than a seat.
"""


def read_join_code(typed: str) -> str:
    """The code of a session, as it is kept; case, blanks and hyphens are forgiven. Raises BadCode, with the reason."""
    return _read(typed, OF_JOINING, "the code from the board")


def read_return_code(typed: str) -> str:
    """The code of a pupil, as it is kept. Raises BadCode, with the reason."""
    return _read(typed, OF_RETURNING, "your code from the other device")


def _read(typed: str, length: int, what: str) -> str:
    signs = signs_of(typed, f"type {what}")
    if len(signs) != length:
        raise BadCode(f"this code has {length} characters, and not {len(signs)}")
    return signs

"""Reading the number that somebody typed as an answer: as the number it is, or refused with a reason.

What is refused is no answer, and never counts as a try.
"""

from __future__ import annotations

import unicodedata

from scorekeeper.rules import RuleError

MOST_DIGITS = 4
"""No layout of any house counts more points than fit into so many digits."""

_MINUS_SIGNS = "-\N{MINUS SIGN}\N{EN DASH}\N{EM DASH}\N{FULLWIDTH HYPHEN-MINUS}\N{SMALL HYPHEN-MINUS}"
_PLUS_SIGNS = "+\N{FULLWIDTH PLUS SIGN}"
_FRACTION_SIGNS = ".,\N{ARABIC DECIMAL SEPARATOR}"


class AnswerRefused(RuleError):
    """What was typed is no whole number."""

    code = "answer.refused"


def read_answer(typed: str) -> int:
    """The whole number that somebody typed, in any script's digits, with any minus.

    >>> read_answer("- 2"), read_answer("\N{MINUS SIGN}2"), read_answer("+7")
    (-2, -2, 7)

    Raises AnswerRefused, with a reason that can stand beside the box.
    """
    text = "".join(sign for sign in typed if not sign.isspace())
    if not text:
        raise AnswerRefused("type a number")
    below_zero = text[0] in _MINUS_SIGNS
    digits = text[1:] if below_zero or text[0] in _PLUS_SIGNS else text
    if any(sign in _FRACTION_SIGNS for sign in digits):
        raise AnswerRefused("points are whole numbers")
    values = [unicodedata.decimal(sign, None) for sign in digits[: 10 * MOST_DIGITS]]
    if not digits or None in values:
        raise AnswerRefused("a number has digits only, with a minus before it if it is below 0")
    number = int("".join(str(value) for value in values).lstrip("0")[: MOST_DIGITS + 1] or "0")
    if number >= 10**MOST_DIGITS or len(digits) > len(values):
        raise AnswerRefused(f"no layout counts that much: at most {MOST_DIGITS} digits")
    return -number if below_zero else number

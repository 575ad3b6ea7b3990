"""Reading the number that somebody typed as an answer: as the number it is, or refused with a reason.

What is refused is no answer, and never counts as a try.
"""

from __future__ import annotations

import re
import unicodedata

from scorekeeper.rules import RuleError

MOST_DIGITS = 4
"""No layout of any house counts more points than fit into so many digits."""

_MINUS_SIGNS = (
    "-\N{HYPHEN}\N{NON-BREAKING HYPHEN}\N{FIGURE DASH}\N{EN DASH}\N{EM DASH}\N{MINUS SIGN}"
    "\N{FULLWIDTH HYPHEN-MINUS}\N{SMALL HYPHEN-MINUS}"
)
"""Whatever keyboards and pasted texts have for a minus: the same ones as in static/js/elements/signed-number.js."""

_PLUS_SIGNS = "+\N{FULLWIDTH PLUS SIGN}"
_FRACTION_SIGNS = ".,\N{ARABIC DECIMAL SEPARATOR}"
_THOUSANDS_SIGNS = {
    "a comma": ",\N{ARABIC THOUSANDS SEPARATOR}\N{FULLWIDTH COMMA}",
    "a full stop": ".",
    "an apostrophe": "'\N{RIGHT SINGLE QUOTATION MARK}",
}
"""What stands between groups of three digits somewhere in the world, as it is called."""


class AnswerRefused(RuleError):
    """What was typed is no whole number."""

    code = "answer.refused"


def read_answer(typed: str) -> int:
    """The whole number that somebody typed, in any script's digits, with any minus.

    >>> read_answer("- 2"), read_answer("\N{MINUS SIGN}2"), read_answer("+7")
    (-2, -2, 7)

    Raises AnswerRefused, with a reason that can stand beside the box.
    """
    text = typed.strip()
    if not text:
        raise AnswerRefused("type a number")
    below_zero = text[0] in _MINUS_SIGNS
    digits = text[1:].lstrip() if below_zero or text[0] in _PLUS_SIGNS else text
    _refuse_separated(digits)
    if any(sign in _FRACTION_SIGNS for sign in digits):
        raise AnswerRefused("points are whole numbers")
    values = [unicodedata.decimal(sign, None) for sign in digits[: 10 * MOST_DIGITS]]
    if not digits or None in values:
        raise AnswerRefused("a number has digits only, with a minus before it if it is below 0")
    number = int("".join(str(value) for value in values).lstrip("0")[: MOST_DIGITS + 1] or "0")
    if number >= 10**MOST_DIGITS or len(digits) > len(values):
        raise AnswerRefused(f"no layout counts that much: at most {MOST_DIGITS} digits")
    return -number if below_zero else number


def _refuse_separated(digits: str) -> None:
    """A number in groups is refused as that: to join the groups could make twelve of a one and a two."""
    if re.fullmatch(r"\d+(\s+\d+)+", digits):
        raise AnswerRefused("write the digits without a space between them")
    for name, signs in _THOUSANDS_SIGNS.items():
        if re.fullmatch(rf"(?!0)\d{{1,3}}([{re.escape(signs)}]\d{{3}})+", digits):
            raise AnswerRefused(f"write the digits without {name} between them")

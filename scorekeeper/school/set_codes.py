"""The codes by which sets of exercises are found again: short enough to type, hard to misread, hopeless to guess."""

from scorekeeper.rules import RuleError
from scorekeeper.rules.wording import listing, short

SIGNS = "23456789ACDEFGHJKMNPQRTUVWXY"
"""What codes are made of: of signs that look alike in bad print at most one, which is read for both where it can be."""

_READ_AS = str.maketrans({"B": "8", "S": "5", "Z": "2"})
_BETWEEN = set("-\N{HYPHEN}\N{NON-BREAKING HYPHEN}\N{FIGURE DASH}\N{EN DASH}\N{EM DASH}\N{MINUS SIGN}_.")

OF_SHEETS, OF_KEYS = 8, 12
"""How many signs the code of a set has, which stands on every sheet, and that of its key, which pupils never see."""


class BadCode(RuleError):
    """What was typed cannot be the code of a set."""

    code = "set.bad_code"


def read_code(typed: str) -> str:
    """The code that somebody typed, as it is printed: case, blanks and hyphens are forgiven, and likenesses.

    >>> read_code(" 7k2q m4xp ")
    '7K2Q-M4XP'

    Raises BadCode, with a reason that can stand beside the box.
    """
    signs = signs_of(typed, "type the code that stands on the sheet")
    if len(signs) not in (OF_SHEETS, OF_KEYS):
        lengths = f"a code has {OF_SHEETS} characters, that of a key {OF_KEYS}"
        raise BadCode(f"{lengths}; {short(signs, 20)} has {len(signs)}")
    return written_code(signs)


def signs_of(typed: str, nothing: str) -> str:
    """The signs of a typed code of whatever length. Raises BadCode: ``nothing`` where there are none."""
    signs = "".join(sign for sign in typed if not sign.isspace() and sign not in _BETWEEN).upper().translate(_READ_AS)
    if not signs:
        raise BadCode(nothing)
    strange = sorted({sign for sign in signs[: 2 * OF_KEYS] if sign not in SIGNS})
    if strange:
        raise BadCode(f"no code has {listing(strange)} in it: look at it again")
    return signs


def written_code(signs: str) -> str:
    """The signs of a code in groups of four."""
    return "-".join(signs[place : place + 4] for place in range(0, len(signs), 4))


def letter_of(place: int) -> str:
    """What the question of that place, from 0, is called: A to Z, then AA.

    >>> letter_of(0), letter_of(25), letter_of(26)
    ('A', 'Z', 'AA')
    """
    return chr(ord("A") + place) if place < 26 else f"A{chr(ord('A') + place - 26)}"

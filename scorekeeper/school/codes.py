"""Codes of sets, classes and pupils: short enough to type, hard to misread; and the made-up names of pupils."""

import secrets
from collections.abc import Callable, Collection

from scorekeeper.rules import RuleError
from scorekeeper.rules.wording import listing, short
from scorekeeper.school.dice import Dice

SIGNS = "23456789ACDEFGHJKMNPQRTUVWXY"
"""What codes are made of: of signs that look alike in bad print at most one, which is read for both where it can be."""

_READ_AS = str.maketrans({"B": "8", "S": "5", "Z": "2"})
_BETWEEN = set("-\N{HYPHEN}\N{NON-BREAKING HYPHEN}\N{FIGURE DASH}\N{EN DASH}\N{EM DASH}\N{MINUS SIGN}_.")

OF_SHEETS, OF_KEYS = 8, 12
"""How many signs the code of a set has, which stands on every sheet, and that of its key, which pupils never see."""


class BadCode(RuleError):
    """What was typed cannot be such a code."""

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


# --- classes and pupils -----------------------------------------------------------------------------------------------

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


def new_code(length: int, is_taken: Callable[[str], bool] = lambda _: False) -> str:
    """A code that nobody else has; a long one is hardly ever taken."""
    while True:
        code = "".join(secrets.choice(SIGNS) for _ in range(length))
        if not is_taken(code):
            return code


def _read(typed: str, length: int, what: str) -> str:
    signs = signs_of(typed, f"type {what}")
    if len(signs) != length:
        raise BadCode(f"this code has {length} characters, and not {len(signs)}")
    return signs


# --- names ------------------------------------------------------------------------------------------------------------

CHOICES = 3

_HOW_WORDS = """
    Bold Brave Bright Brisk Calm Careful Cheerful Clever Cosy Curious Daring Dashing Eager Early Fair Fearless
    Friendly Gallant Gentle Glad Golden Grand Happy Hearty Helpful Honest Jolly Keen Kind Lively Loyal Lucky
    Mellow Merry Mighty Modest Neat Nimble Noble Patient Plucky Polite Proud Quick Quiet Ready Royal Silver
    Smart Smiling Snappy Steady Sunny Swift Tidy Trusty Warm Wise Witty Zesty
"""
_WHO_WORDS = """
    Ace Deuce Three Four Five Six Seven Eight Nine Ten Jack Queen King Joker Spade Heart Diamond Club Caddie
    Dealer Birdie Eagle Fairway Putter
"""

_HOW, _WHO = _HOW_WORDS.split(), _WHO_WORDS.split()

LONGEST_NAME = max(map(len, _HOW)) + 1 + max(map(len, _WHO))


def names_to_choose(taken: Collection[str], dice: Dice) -> tuple[str, ...]:
    """A few names that nobody has, to choose one from."""
    free = [name for how in _HOW for who in _WHO if (name := f"{how} {who}") not in taken]
    return tuple(dice.draw(free, CHOICES))


def is_made_here(name: str) -> bool:
    """Whether it is one of these names: nobody can go by another one."""
    how, _, who = name.partition(" ")
    return how in _HOW and who in _WHO

"""Names of pupils, made up here and never their own, and the codes that a class types in."""

import secrets
from collections.abc import Callable, Collection

from scorekeeper.school.dice import Dice
from scorekeeper.school.set_codes import SIGNS, BadCode, signs_of

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


def new_code(length: int, is_taken: Callable[[str], bool]) -> str:
    """A code that nobody else has."""
    while True:
        code = "".join(secrets.choice(SIGNS) for _ in range(length))
        if not is_taken(code):
            return code


def _read(typed: str, length: int, what: str) -> str:
    signs = signs_of(typed, f"type {what}")
    if len(signs) != length:
        raise BadCode(f"this code has {length} characters, and not {len(signs)}")
    return signs

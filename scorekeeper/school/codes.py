"""Codes of sets, classes and students: short enough to type, hard to misread; and the made-up names of students."""

import re
import secrets
from collections.abc import Callable, Collection, Iterator

from scorekeeper.rules import RuleError
from scorekeeper.rules.signs import plain_signs
from scorekeeper.rules.wording import listing, short
from scorekeeper.school.dice import Dice

SIGNS = "23456789ACDEFGHJKMNPQRTUVWXY"
"""What codes are made of: of signs that look alike in bad print at most one, which is read for both where it can be."""

_READ_AS = str.maketrans({"B": "8", "S": "5", "Z": "2"})
_BETWEEN = set("-_.,;")
_PARTS = re.compile(r"[\s/?&=#:!,()<>\[\]\"'\u2018-\u201e«»]+")
_IN_A_LINK = re.compile(r"/(?:join|sets)/([^/?#\s)>\]]+)|[?&]code=([^&#\s)>\]]+)")
LONGEST_PASTED, MOST_WORDS = 400, 24
"""Characters and words of a pasted text in which a code is looked for: a link or a sentence, and no letter."""


OF_SHEETS, OF_KEYS = 8, 12
"""How many signs the code of a set has, which stands on every sheet, and that of its key, which students never see."""

OF_JOINING, OF_RETURNING = 6, 5
"""How many signs each has, of 28: half a milliard codes to join by, and 17 million for each session to come back by.

Neither is hopeless to guess by itself, so wrong ones are counted (web/limits.py), and neither opens more than a seat.
"""

_ELSEWHERE = {
    OF_JOINING: "; a code of 6 joins a class",
    OF_SHEETS: "; a code of 8 opens a worksheet",
    OF_KEYS: "; a code of 12 opens the key of a worksheet",
}
"""Where a code belongs that was typed into a box of another kind, by its length."""


class BadCode(RuleError):
    """What was typed cannot be such a code."""

    code = "set.bad_code"


def read_code(typed: str) -> str:
    """The code that somebody typed, as it is printed: case, blanks and hyphens are forgiven, and likenesses.

    A link that ends in the code, or a sentence with it, is read as well.

    >>> read_code(" 7k2q m4xp "), read_code("code: 7K2Q-M4XP")
    ('7K2Q-M4XP', '7K2Q-M4XP')

    Raises BadCode, with a reason that can stand beside the box.
    """
    wrong_length = f"a code has {OF_SHEETS} characters, that of a key {OF_KEYS}; {{}} has {{}}"
    return written_code(_signs_of(typed, (OF_SHEETS, OF_KEYS), "type the code that stands on the sheet", wrong_length))


def _signs_of(typed: str, lengths: Collection[int], nothing: str, wrong_length: str) -> str:
    """The signs of a code of one of these lengths, in what was typed or pasted.

    Raises BadCode: ``nothing`` where there are no signs; ``wrong_length``, filled with the signs and their number.
    """
    link = _IN_A_LINK.search(plain_signs(typed[:LONGEST_PASTED]))
    runs = [*filter(None, link.groups()), *_runs(typed)] if link else _runs(typed)
    found = [run for run in runs if _is_code(_signs_in(run), lengths)]
    if link and found:
        return _signs_in(found[0])
    if found:
        # What has digits or capitals is rather a code than a word of a sentence.
        return _signs_in(next((run for run in found if run.upper() == run), found[0]))
    signs = _signs_in(typed.rpartition(":")[2])
    if not signs:
        raise BadCode(nothing)
    strange = sorted({sign for sign in signs[: 2 * OF_KEYS] if sign not in SIGNS})
    if strange:
        raise BadCode(f"no code has {listing(strange)} in it: look at it again")
    raise BadCode(wrong_length.format(short(signs, 20), len(signs)) + _ELSEWHERE.get(len(signs), ""))


def _runs(typed: str) -> Iterator[str]:
    """All words of a text that stand side by side: the longest runs first, and of these the last."""
    words = _PARTS.split(plain_signs(typed[:LONGEST_PASTED]).strip())[-MOST_WORDS:]
    for count in range(len(words), 0, -1):
        for start in range(len(words) - count, -1, -1):
            yield "".join(words[start : start + count])


def _is_code(signs: str, lengths: Collection[int]) -> bool:
    return len(signs) in lengths and not set(signs).difference(SIGNS)


def _signs_in(text: str) -> str:
    """Without what people put between the signs of a code."""
    return "".join(sign for sign in text if not sign.isspace() and sign not in _BETWEEN).upper().translate(_READ_AS)


def written_code(signs: str) -> str:
    """The signs of a code in groups of four."""
    return "-".join(signs[place : place + 4] for place in range(0, len(signs), 4))


def letter_of(place: int) -> str:
    """What the question of that place, from 0, is called: A to Z, then AA.

    >>> letter_of(0), letter_of(25), letter_of(26)
    ('A', 'Z', 'AA')
    """
    return chr(ord("A") + place) if place < 26 else f"A{chr(ord('A') + place - 26)}"


# --- classes and students ---------------------------------------------------------------------------------------------


def read_join_code(typed: str) -> str:
    """The code of a session, as it is kept; case, blanks and hyphens are forgiven. Raises BadCode, with the reason."""
    return _read(typed, OF_JOINING, "the code from the board")


def read_return_code(typed: str) -> str:
    """The code of a student, as it is kept. Raises BadCode, with the reason."""
    return _read(typed, OF_RETURNING, "your code from the other device")


def new_code(length: int, is_taken: Callable[[str], bool] = lambda _: False) -> str:
    """A code that nobody else has; a long one is hardly ever taken."""
    while True:
        code = "".join(secrets.choice(SIGNS) for _ in range(length))
        if not is_taken(code):
            return code


def _read(typed: str, length: int, what: str) -> str:
    return _signs_of(typed, (length,), f"type {what}", f"this code has {length} characters, and not {{1}}")


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

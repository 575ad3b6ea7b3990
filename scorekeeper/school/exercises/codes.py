"""Codes of worksheets, classes and students, short and hard to misread; and students' made-up names."""

import re
import secrets
from collections.abc import Callable, Collection, Iterator

from scorekeeper.rules import RuleError
from scorekeeper.rules.signs import plain_signs
from scorekeeper.school.exercises.dice import Dice

SIGNS = "23456789ACDEFGHJKMNPQRTUVWXY"
"""Signs of codes: of signs that look alike, at most one, which stands for both where possible."""

_READ_AS = str.maketrans({"B": "8", "S": "5", "Z": "2"})
_BETWEEN = set("-_.,;")
_PARTS = re.compile(r"[\s/?&=#:!,()<>\[\]\"'\u2018-\u201e«»]+")
_IN_A_LINK = re.compile(r"/(?:join|sets)/([^/?#\s)>\]]+)|[?&]code=([^&#\s)>\]]+)")
LONGEST_PASTED, MOST_WORDS = 400, 24
"""Most characters and words of a pasted text to search for a code: enough for a link or a sentence."""


OF_SHEETS, OF_KEYS = 8, 12
"""Signs in a worksheet's code, printed on it, and in its answer key's code, which students never see."""

OF_JOINING, OF_RETURNING = 6, 5
"""Signs of join codes and of students' return codes: 482 million join codes, 17 million return codes per class.

Both can be guessed with enough tries, so wrong ones are counted (web/limits.py). Each opens one seat at most.
"""

_ELSEWHERE = {
    OF_JOINING: " A 6-character code joins a class.",
    OF_SHEETS: " An 8-character code opens a worksheet.",
    OF_KEYS: " A 12-character code opens an answer key.",
}
"""What a code of another length is for, where a box takes a different kind."""


class BadCode(RuleError):
    """The typed text can't be such a code."""

    code = "set.bad_code"


def read_code(typed: str) -> str:
    """A typed worksheet code, as it is printed. Case, spaces, hyphens and similar signs don't matter.

    The text may also be a link that ends in the code, or a sentence with it.

    >>> read_code(" 7k2q m4xp "), read_code("code: 7K2Q-M4XP")
    ('7K2Q-M4XP', '7K2Q-M4XP')

    Raises BadCode with an error to show next to the box.
    """
    lengths = f"Worksheet codes have {OF_SHEETS} characters, answer-key codes {OF_KEYS}."
    return written_code(_signs_of(typed, (OF_SHEETS, OF_KEYS), "Type the code on the worksheet.", lengths))


def _signs_of(typed: str, lengths: Collection[int], nothing: str, wrong_length: str) -> str:
    """Signs of a code of one of these lengths, found in typed or pasted text.

    Raises BadCode: ``nothing`` where there are no signs, and ``wrong_length`` with the number typed.
    """
    link = _IN_A_LINK.search(plain_signs(typed[:LONGEST_PASTED]))
    runs = [*filter(None, link.groups()), *_runs(typed)] if link else _runs(typed)
    found = [run for run in runs if _is_code(_signs_in(run), lengths)]
    if link and found:
        return _signs_in(found[0])
    if found:
        # A word with digits or capitals is more likely the code.
        return _signs_in(next((run for run in found if run.upper() == run), found[0]))
    signs = _signs_in(typed.rpartition(":")[2])
    if not signs:
        raise BadCode(nothing)
    strange = sorted({sign for sign in signs[: 2 * OF_KEYS] if sign not in SIGNS})
    if strange:
        listed = " or ".join(filter(None, [", ".join(strange[:-1]), strange[-1]]))
        raise BadCode(f"Codes never contain {listed}. Check the code again.")
    raise BadCode(f"{wrong_length} You typed {len(signs)}.{_ELSEWHERE.get(len(signs), '')}")


def _runs(typed: str) -> Iterator[str]:
    """All runs of adjacent words in a text, joined: longest first, then the last."""
    words = _PARTS.split(plain_signs(typed[:LONGEST_PASTED]).strip())[-MOST_WORDS:]
    for count in range(len(words), 0, -1):
        for start in range(len(words) - count, -1, -1):
            yield "".join(words[start : start + count])


def _is_code(signs: str, lengths: Collection[int]) -> bool:
    return len(signs) in lengths and not set(signs).difference(SIGNS)


def _signs_in(text: str) -> str:
    """The text without spaces and separators, in capitals."""
    return "".join(sign for sign in text if not sign.isspace() and sign not in _BETWEEN).upper().translate(_READ_AS)


def written_code(signs: str) -> str:
    """A code in groups of four."""
    return "-".join(signs[index : index + 4] for index in range(0, len(signs), 4))


def letter_of(index: int) -> str:
    """Letter of a question by its index, from 0: A to Z, then AA.

    >>> letter_of(0), letter_of(25), letter_of(26)
    ('A', 'Z', 'AA')
    """
    return chr(ord("A") + index) if index < 26 else f"A{chr(ord('A') + index - 26)}"


def version_of(variant: str) -> str:
    """Letter that people read for a variant.

    >>> version_of("A1"), version_of("A2")
    ('A', 'B')
    """
    return letter_of(int(variant.removeprefix("A")) - 1)


# --- classes and students ---------------------------------------------------------------------------------------------


def read_join_code(typed: str) -> str:
    """A typed join code, as it is stored; case, spaces and hyphens don't matter. Raises BadCode."""
    return _read(typed, OF_JOINING, "Type the code from the board.")


def read_return_code(typed: str) -> str:
    """A typed return code, as it is stored. Raises BadCode."""
    return _read(typed, OF_RETURNING, "Type your code from the other device.")


def new_code(length: int, is_taken: Callable[[str], bool] = lambda _: False) -> str:
    """A new code that isn't taken."""
    while True:
        code = "".join(secrets.choice(SIGNS) for _ in range(length))
        if not is_taken(code):
            return code


def _read(typed: str, length: int, nothing: str) -> str:
    return _signs_of(typed, (length,), nothing, f"This code has {length} characters.")


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
    """A few free names to pick from."""
    free = [name for how in _HOW for who in _WHO if (name := f"{how} {who}") not in taken]
    return tuple(dice.draw(free, CHOICES))


def is_made_here(name: str) -> bool:
    """Whether it is one of these names; students can have no others."""
    how, _, who = name.partition(" ")
    return how in _HOW and who in _WHO

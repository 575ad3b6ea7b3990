"""The sentences that explain a score. Pages, command line, exercises and exports all speak with these.

They are templates: the page's own scorer, which works offline, gets the same ones.
"""

import unicodedata
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

MINUS = "\N{MINUS SIGN}"

SENTENCES = {
    "card": "{name} {value}",
    "card.face": "{value}",
    "cards": "{cards} = {points}",
    "hidden": "{name} face down {value}",
    "pair.column": "{count} {plural}: the column is {points}",
    "pair": "{count} {plural} cancel out: {points}",
    "pair.unlike": "{names} cancel out: {points}",
    "pair.kept": "{count} {plural} keep their own values: {points}",
    "pair.lower": "{count} {plural} are worth 0 or their own value, whichever is lower: {points}",
    "pair.negative": "{count} {plural} are subtracted: {points}",
    "pair.fixed": "{count} {plural} together are worth {points}",
    "gone": "{count} matched and removed: {points}",
    "four.columns": "{cards} {plural} in two columns: {points}",
    "four.any-pairs": "two pairs, {first} and {second}: {points}",
    "four.any-columns": "two matching columns, {first} and {second}: {points}",
    "four.two-and-two": "four {plural}, two in one row and two in another: {points}",
    "four.anywhere": "four {plural}: {points}",
    "four.block": "four {plural} in a square: {points}",
    "four.end-block": "four {plural} in a square at the edge: {points}",
    "four.more-columns": "{plural} in {count} columns: {points}",
    "bonus.one-suit": "all {count} cards in one suit: {points}",
    "bonus.run": "a run of all {count} cards: {points}",
    "bonus.corners": "four {plural} in the corners: {points}",
    "bonus.pairs": "{count} sets of {size} {plural}: {points}",
    "bonus.one-pair": "a set of {size} {plural}: {points}",
    "bonus.all-cancelled": "every card cancels: {points}",
    "bonus.exact-total": "exactly {total} becomes {becomes}: {points}",
    "bonus.others": "{text}, everyone else {others}",
}
"""By the rule's name and case. Braces are filled by `scoring`; the names are those of `Rank`."""

_COUNTS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
_COUNTS += ["thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"]


def number(points: int) -> str:
    """Points for people: with a true minus sign.

    >>> number(-3)
    '−3'
    """
    return str(points) if points >= 0 else f"{MINUS}{-points}"


def as_printed(cards: str) -> str:
    """Cards in notation as people read them: those of a deck of numbers without their mark, with a true minus sign.

    ``parse_layout`` reads it back where it is told the house.

    >>> as_printed("#-2 #5 / A *")
    '−2 5 / A *'
    """
    return cards.replace("#", "").replace("-", MINUS)


def signed(points: int) -> str:
    """Points that are added to something: with a plus or a true minus sign; nothing added is 0."""
    return f"+{points}" if points > 0 else number(points)


def count_word(count: int, most: int = 12) -> str:
    """A number up to ``most`` in words, at most twenty.

    >>> count_word(12), count_word(13), count_word(13, most=20)
    ('twelve', '13', 'thirteen')
    """
    return _COUNTS[count] if count <= most else str(count)


def counted(count: int, word: str) -> str:
    """A number of things.

    >>> counted(1, "hole"), counted(9, "hole"), counted(-1, "point")
    ('1 hole', '9 holes', '−1 point')
    """
    return f"{number(count)} {word}{'' if abs(count) == 1 else 's'}"


def listing(words: Sequence[str]) -> str:
    """Words as people list them.

    >>> listing(["Ann", "Bo", "Cy"])
    'Ann, Bo and Cy'
    """
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def capitalize_first(text: str) -> str:
    """The text with a capital at its start; names inside it stay as they are."""
    return text[:1].upper() + text[1:]


def per_hole(average: Fraction) -> str:
    """Points per hole, to one decimal, with a true minus sign; halves go to the even tenth.

    >>> per_hole(Fraction(-13, 4))
    '−3.2'
    """
    tenths = round(average * 10)
    minus = MINUS if tenths < 0 else ""
    return f"{minus}{abs(tenths) // 10}.{abs(tenths) % 10}"


def isolated(name: str) -> str:
    """A name that is written from right to left, kept from changing the order of the numbers beside it."""
    if any(unicodedata.bidirectional(sign) in ("R", "AL") for sign in name):
        return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}"
    return name


@lru_cache(maxsize=10_000)
def say(sentence: str, **filled: str | int) -> str:
    """Fill one of ``SENTENCES``; integers become points for people."""
    return SENTENCES[sentence].format(
        **{name: number(value) if isinstance(value, int) else value for name, value in filled.items()}
    )


def short(text: str, most: int = 80) -> str:
    """A typed text, cut to ``most`` characters where it is too long to repeat."""
    return text if len(text) <= most else text[: most - 1] + "…"

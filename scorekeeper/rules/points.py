"""Points as people type them: a whole number or a sum."""

import re

from scorekeeper.rules.house import MOST_POINTS, House
from scorekeeper.rules.problems import RuleError
from scorekeeper.rules.signs import plain_signs
from scorekeeper.rules.wording import number

_SUM = re.compile(r"[+-]?\s*[0-9]{1,6}(\s*[+-]\s*[0-9]{1,6}){0,40}")

# Numbers that are clearly no card either: `1.5`, `1e3`, `5+`.
_NO_SUM = re.compile(r"[0-9]+([.eE][0-9]+|[+-])[0-9.eE+-]*")
_CARD_BELOW_0 = re.compile(r"[0-9]\s+-[0-9]")
_PARTS_ROWS = re.compile(r"[/;|\n]")


def read_sum(text: str) -> int | None:
    """The whole number in a text, in any script's digits and with any minus; None for other text.

    >>> read_sum("10+15 - 5"), read_sum("\N{EM DASH}4"), read_sum("five")
    (20, -4, None)
    """
    plain = plain_signs(text).strip()
    if not _SUM.fullmatch(plain):
        return None
    return sum(int("".join(part.split())) for part in re.findall(r"[+-]?\s*[0-9]+", plain))


def parse_points(text: str, house: House | None = None) -> int:
    """Read a bare score; without a ``house``, that of a hand of cards.

    >>> parse_points("10+15 - 5")
    20

    Raises RuleError for a text that is no sum, and for a score that no hand can have.
    """
    points = read_sum(text)
    if points is None:
        shown = text if len(text) <= 20 else text[:20] + "…"
        what = f"“{shown}” isn’t a score. " if text.strip() else ""
        message = f"{what}Enter a whole number like 15, or a sum like 10+15−5."
        raise RuleError(message, "points.not_a_number")
    check_points(points, house)
    return points


def check_points(points: int, house: House | None = None) -> None:
    """Raise RuleError for a bare score that no hand of the ``house`` can have, or of any house with cards."""
    most = MOST_POINTS if house is None else house.most_points
    if abs(points) > most:
        raise RuleError(f"Scores go from {number(-most)} to {number(most)}.", "points.out_of_range")


def looks_like_points(text: str, house: House | None = None) -> bool:
    """Whether a text is a bare score rather than cards: `15`, `10+5`, but not `5 5`.

    In a house with number cards `0 -5` are two of them.
    """
    plain = plain_signs(text).strip()
    if _PARTS_ROWS.search(plain) or (house is not None and house.faces and _CARD_BELOW_0.search(plain)):
        return False  # a deck of numbers may begin its top row with a card below 0
    return plain.startswith(("-", "+")) or bool(_SUM.fullmatch(plain) or _NO_SUM.fullmatch(plain))

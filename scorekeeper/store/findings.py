"""Results of a check of the store: what was checked, problems and advice."""

from collections.abc import Sequence
from typing import Final, NamedTuple

MOST_TOLD: Final = 10
"""Most problems of one kind that are listed; the rest are counted."""

TELL_US: Final = "Keep a copy of this file. Another program changed it, or Scorekeeper has a bug."

NOT_TO_BE_BUILT: Final = (ValueError, KeyError, TypeError, AttributeError, AssertionError, LookupError)
"""Errors raised by unreadable rules, cards or lists. RuleError and JSON's errors are ValueErrors too."""


class Finding(NamedTuple):
    """One check: what was checked, with its count, the problems and the advice."""

    what: str
    problems: Sequence[str] = ()
    remedy: str = ""


def shortened(problems: Sequence[str]) -> Sequence[str]:
    """The first problems and the number of the rest."""
    more = len(problems) - MOST_TOLD
    return [*problems[:MOST_TOLD], f"{more:,} more of this kind"] if more > 0 else problems


def many(count: int, one: str) -> str:
    """`1 game`, `2 games`; `1 class`, `2 classes`."""
    return f"{count:,} {one}{'' if count == 1 else 'es' if one.endswith('s') else 's'}"

"""What an examination of a store tells: what was looked at, what is wrong there, and what to do then."""

from collections.abc import Sequence
from typing import Final, NamedTuple

MOST_TOLD: Final = 10
"""Problems of one kind that are told; of the rest, how many there are."""

TELL_US: Final = (
    "keep a copy of this file: a program other than Scorekeeper wrote into it, or Scorekeeper has a mistake"
)

NOT_TO_BE_BUILT: Final = (ValueError, KeyError, TypeError, AttributeError, AssertionError, LookupError)
"""What text that is no house, no cards or no list leads to. RuleError and what JSON says are ValueErrors as well."""


class Finding(NamedTuple):
    """One thing that was looked at: what it is, with how many of it there were, what is wrong, and what to do then."""

    what: str
    problems: Sequence[str] = ()
    remedy: str = ""


def shortened(problems: Sequence[str]) -> Sequence[str]:
    """The first ones, and how many more there are."""
    more = len(problems) - MOST_TOLD
    return [*problems[:MOST_TOLD], f"and {more:,} more of this kind"] if more > 0 else problems


def many(count: int, one: str) -> str:
    """`1 game`, `2 games`; `1 class`, `2 classes`."""
    return f"{count:,} {one}{'' if count == 1 else 'es' if one.endswith('s') else 's'}"

"""Stand-in names for empty fields, `Player 1` and so on, shown as placeholders.

static/js/pages/seats.js says the same (`standIns`).
"""

import re
from collections.abc import Sequence
from itertools import count

from scorekeeper.rules.names import cleaned, name_key

_STAND_IN = re.compile(r"player [1-9]\d*")


def is_stand_in(name: str) -> bool:
    """Whether the app, not a person, made up this name."""
    return _STAND_IN.fullmatch(name_key(name)) is not None


def stand_ins(typed: Sequence[str]) -> tuple[str, ...]:
    """The stand-in name of each field: its own number, or the next free one."""
    taken = {name_key(name) for name in typed}
    names = []
    for own, name in enumerate(typed, 1):
        free = next(number for number in count(own) if f"player {number}" not in taken)
        names.append(f"Player {free}")
        if not cleaned(name):
            taken.add(f"player {free}")
    return tuple(names)

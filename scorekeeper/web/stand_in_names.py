"""Names of players whose field stays empty: `Player 1` and so on, shown as a placeholder to type over.

static/js/pages/seats.js says the same (`standIns`).
"""

import re
from collections.abc import Sequence
from itertools import count

from scorekeeper.rules.names import cleaned, name_key

_STAND_IN = re.compile(r"player [1-9]\d*")


def is_stand_in(name: str) -> bool:
    """Whether a player was named by the app, not by the table."""
    return _STAND_IN.fullmatch(name_key(name)) is not None


def stand_ins(typed: Sequence[str]) -> tuple[str, ...]:
    """For each field the name that it has while it is empty: by its place, or the next number that is free."""
    taken = {name_key(name) for name in typed}
    names = []
    for place, name in enumerate(typed, 1):
        free = next(number for number in count(place) if f"player {number}" not in taken)
        names.append(f"Player {free}")
        if not cleaned(name):
            taken.add(f"player {free}")
    return tuple(names)

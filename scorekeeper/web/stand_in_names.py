"""Names of players whose field stays empty: `Player 1` and so on, shown as a placeholder to type over.

static/js/pages/seats.js says the same (`standIns`).
"""

import re
from collections.abc import Sequence
from itertools import count

_STAND_IN = re.compile(r"player [1-9]\d*")


def _folded(name: str) -> str:
    return " ".join(name.split()).casefold()


def is_stand_in(name: str) -> bool:
    """Whether a player was named by the app, not by the table."""
    return _STAND_IN.fullmatch(_folded(name)) is not None


def stand_ins(typed: Sequence[str]) -> tuple[str, ...]:
    """For each field the name that it has while it is empty: by its place, or the next number that is free."""
    taken = {_folded(name) for name in typed}
    names = []
    for place, name in enumerate(typed, 1):
        free = next(number for number in count(place) if f"player {number}" not in taken)
        names.append(f"Player {free}")
        if not name.strip():
            taken.add(f"player {free}")
    return tuple(names)

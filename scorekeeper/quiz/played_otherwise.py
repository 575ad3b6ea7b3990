"""How holes and games may be played as well where a sheet leaves it open: whoever answers by that makes no mistake."""

from __future__ import annotations

from functools import lru_cache

from scorekeeper.houses import as_chosen, freeze, thaw
from scorekeeper.quiz.misreads import OF_OTHER_HOUSES, OpenReading
from scorekeeper.rules import House

_PLAY = ("opening.", "turn.", "ending.", "match.")


def played_otherwise(house: House) -> tuple[tuple[OpenReading, House], ...]:
    """The readings of play among which a table has still to choose, and the house as it is by each.

    A question that the house answers clearly enough, and one that only other houses raise, leaves nothing open.
    """
    return _played_otherwise(freeze(house))


@lru_cache(maxsize=64)
def _played_otherwise(frozen: str) -> tuple[tuple[OpenReading, House], ...]:
    house = thaw(frozen)
    found = []
    for option in house.options:
        if option.asked == "usual" and option.row != OF_OTHER_HOUSES and option.key not in house.readings:
            for reading in option.readings:
                if any(path.startswith(_PLAY) for path in reading.sets):
                    found.append((OpenReading(option, reading), as_chosen(house, {option.key: reading.key})))
    return tuple(found)


def as_read(reading: OpenReading) -> str:
    """What is said to an answer that is right by that reading."""
    return f"That is right where {reading.told}. As these rules are played here it is not."

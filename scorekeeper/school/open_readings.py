"""How a house may be read as well where its sheet leaves that open: nobody who reads it so makes a mistake."""

from dataclasses import dataclass
from functools import lru_cache

from scorekeeper.houses import as_chosen, freeze, thaw
from scorekeeper.rules import House, Option, Reading

OF_OTHER_HOUSES = "B.x"
"""The row of a question that a sheet answers itself and that is asked because other houses answer it otherwise."""

_PLAY = ("opening.", "turn.", "ending.", "match.")


@dataclass(frozen=True)
class OpenReading:
    """A reading that a table may have chosen. Beside its question it can be told; "minus 2" alone says nothing."""

    option: Option
    reading: Reading

    def right(self, what: str = "That", here: str = "it is not.") -> str:
        """What is said to an answer that is right by it: never that it is a mistake."""
        return f"{what} is right where {self.told}. As these rules are played here {here}"

    @property
    def told(self) -> str:
        """Where it holds, so that `15 is right where {told}` is a sentence."""
        return f"the table answers “{self.option.question}” with “{self.reading.text}”"


def open_readings(house: House) -> tuple[tuple[OpenReading, House], ...]:
    """The readings among which a table of this house has still to choose, and the house as it is by each.

    A question that the house answers clearly enough, and one that only other houses raise, leaves nothing open.
    """
    return _open_readings(freeze(house), "")


def played_otherwise(house: House) -> tuple[tuple[OpenReading, House], ...]:
    """Those of them that are about how holes and games are played."""
    return _open_readings(freeze(house), _PLAY)


@lru_cache(maxsize=64)
def _open_readings(frozen: str, about: str | tuple[str, ...]) -> tuple[tuple[OpenReading, House], ...]:
    house = thaw(frozen)
    return tuple(
        (OpenReading(option, reading), as_chosen(house, {option.key: reading.key}))
        for option in house.options
        if option.asked == "usual" and option.row != OF_OTHER_HOUSES and option.key not in house.readings
        for reading in option.readings
        if any(path.startswith(about) for path in reading.sets)
    )

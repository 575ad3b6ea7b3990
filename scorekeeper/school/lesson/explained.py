"""What a wrong number on a screen of a lesson can mean: the same as in practice, of some cards or of one player.

A number that is right by a reading which the house leaves open is no mistake, and is told as that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from scorekeeper.rules import BadLayout, Cell, House, Layout, score
from scorekeeper.rules.scoring import VALUES
from scorekeeper.rules.wording import number
from scorekeeper.school.explaining import MOST_NAMED
from scorekeeper.school.hole_misreads import HoleMisread, hole_misreads
from scorekeeper.school.misreads import Misread, misreads


@dataclass(frozen=True)
class Explained:
    """Something to be worked out: what each single misread makes of it (two at once lead to almost any number), and
    what counts instead, in a clause."""

    made: Callable[[], Iterator[tuple[Misread | HoleMisread, int | None]]]
    here: Callable[[House], str]
    who: str = "you get"

    def meant(self, given: int, right: int) -> tuple[str, bool]:
        """What a wrong number means, and whether it is right by an open reading; "" where too much leads to it."""
        found = [misread for misread, points in self.made() if points == given]
        reading = next((one.reading for one in found if one.reading is not None), None)
        if reading is not None:
            return reading.right(number(given), f"it is {number(right)}."), True
        if not 0 < len(found) <= MOST_NAMED:
            return "", False
        here = f" Here: {self.here(found[0].house)}." if len(found) == 1 else ""
        return f"If {', or if '.join(one.doing for one in found)}, {self.who} {number(given)}.{here}", False


def of_cards(house: House, layout: Layout, cells: tuple[Cell, ...]) -> Explained:
    """What some cards of a layout count together."""

    def made() -> Iterator[tuple[Misread, int | None]]:
        for misread in misreads(house):
            if misread.slip is None:  # a slip in adding up concerns a whole layout
                yield misread, _counted(layout, cells, misread.house)

    def here(misread: House) -> str:
        theirs = {(line.cells, line.points) for line in score(layout, misread).lines}
        lines = [line for line in score(layout, house).lines if set(line.cells) <= set(cells)]
        return next((line for line in lines if (line.cells, line.points) not in theirs), lines[-1]).text

    return Explained(made, here)


def of_player(house: House, entries: dict[str, int], ender: str | None, name: str, why: str) -> Explained:
    """What a player scores on a hole whose layouts are counted; ``why`` is what is added or taken off here."""

    def made() -> Iterator[tuple[HoleMisread, int | None]]:
        for misread in hole_misreads(house):
            outcome = misread.outcome(entries, ender)
            yield misread, outcome.points[name] if outcome else None

    return Explained(made, lambda _misread: why, f"{name} gets")


def _counted(layout: Layout, cells: tuple[Cell, ...], house: House) -> int | None:
    """What these cards count by the rules of a house; None where they do not count by themselves there."""
    try:
        lines = score(layout, house).lines
    except BadLayout:
        return None
    points = 0
    for line in lines:
        mine = [cell for cell in line.cells if cell in cells]
        if line.rule == "bonus" or not mine:
            continue
        if len(mine) < len(line.cells) and line.rule != VALUES:
            return None
        points += line.points if len(mine) == len(line.cells) else sum(house.value(layout[cell]) for cell in mine)
    return points

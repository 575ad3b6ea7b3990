"""One layout under many houses and every reading of each: the totals side by side, and why two of them differ.

Everything is worked out from the lines of the scores. What two houses disagree about without this layout showing it
is not told here; `rules.sheet.differences` lists that.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from scorekeeper import houses as shipped
from scorekeeper.referee.differing import Difference, difference
from scorekeeper.rules import BadLayout, Cell, House, Layout, Option, Reading, RuleError, Score, score

MOST_PHRASES = 4
"""More than so many differences make no sentence that anybody reads."""

_CHANGES_A_LAYOUT = (
    "values",
    "card_values",
    "cancelling",
    "four_of_a_kind",
    "bonuses",
    "ending.hidden",
    "grid",
    "table.deck",
)
"""Only readings that set one of these, or something in them, can change what a layout counts."""


@dataclass(frozen=True, slots=True)
class OtherReading:
    """A reading that is not the one in force, and what the layout would count under it."""

    option: Option
    reading: Reading
    house: House  # with that reading
    score: Score
    cells: frozenset[Cell]  # that count differently

    @property
    def total(self) -> int:
        return self.score.total


@dataclass(frozen=True, slots=True)
class HouseScore:
    """A layout under one house. ``score`` is None where it cannot be counted; ``problems`` then says why, each once."""

    house: House
    score: Score | None
    problems: tuple[str, ...] = ()
    readings: tuple[OtherReading, ...] = ()  # one at a time, those that would change the total
    why: str = ""  # why the total is another than the first house's: `twos are −2 here, 2 in Penalty`
    cells: frozenset[Cell] = frozenset()  # that count differently here than in the first house
    same_grid: bool = True  # as the layout; if not, no card of it would help

    @property
    def total(self) -> int | None:
        return None if self.score is None else self.score.total


def compare(layout: Layout, houses: Sequence[House]) -> tuple[HouseScore, ...]:
    """The layout under each house, in that order. The first one is what the others are compared with.

    Readings are told of the first, and of those that come with Scorekeeper.
    """
    if not houses:
        return ()
    first = _scored(layout, houses[0], with_readings=True)
    return (first, *(_compared(layout, house, first) for house in houses[1:]))


def other_readings(layout: Layout, house: House) -> tuple[OtherReading, ...]:
    """The readings of that house, one at a time, that would give this layout another total. Raises BadLayout."""
    own = score(layout, house)
    found = []
    for option, reading, other in variants(house):
        if reading is house.taken(option):
            continue
        try:
            worked = score(layout, other)
        except BadLayout:
            continue  # such as a joker without a value: this layout cannot be of a table that reads it so
        if worked.total != own.total:
            found.append(OtherReading(option, reading, other, worked, difference(own, house, worked, other).cells))
    return tuple(found)


def changes_a_layout(option: Option) -> bool:
    """Whether the answer to this question can change what a single layout counts; the ender's penalty does not.

    A question that is only explained has no answer of its own: others set the same.
    """
    return option.asked != "explained" and any(
        _changes_a_layout(path) for reading in option.readings for path in reading.sets
    )


def _scored(layout: Layout, house: House, *, with_readings: bool) -> HouseScore:
    if layout.grid != house.grid:
        return HouseScore(house, None, (f"is played with {house.grid}, not with {layout.grid}",), same_grid=False)
    try:
        return HouseScore(house, score(layout, house), readings=other_readings(layout, house) if with_readings else ())
    except BadLayout as bad:
        return HouseScore(house, None, _said_once(bad.problems))


def _compared(layout: Layout, house: House, first: HouseScore) -> HouseScore:
    found = _scored(layout, house, with_readings=_is_shipped(house))
    if found.score is None or first.score is None or found.total == first.total:
        return found
    differing = difference(found.score, house, first.score, first.house)
    return HouseScore(house, found.score, (), found.readings, _sentence(differing, first.house), differing.cells)


def _said_once(problems: Sequence[RuleError]) -> tuple[str, ...]:
    """Three jokers without a value are one problem here, whose places the form tells."""
    said = [problem.message.split(": ", 1)[-1] if problem.cell is not None else problem.message for problem in problems]
    return tuple(dict.fromkeys(said))


def _sentence(differing: Difference, there: House) -> str:
    phrases = [phrase.format(there=f"in {there.name}") for phrase in differing.phrases[:MOST_PHRASES]]
    more = len(differing.phrases) - MOST_PHRASES
    return "; ".join([*phrases, f"and {more} more"] if more > 0 else phrases)


# --- every reading, one at a time -------------------------------------------------------------------------------------


def variants(
    house: House, concerns: Callable[[Option], bool] = changes_a_layout
) -> tuple[tuple[Option, Reading, House], ...]:
    """The house with each reading of the questions that concern a score, or whatever else is asked about."""
    if _is_shipped(house):
        return _variants_of_shipped(house.key, concerns)
    return _work_out(house, concerns)


def _is_shipped(house: House) -> bool:
    return any(house is one for one in shipped.built_in())


@lru_cache(maxsize=128)
def _variants_of_shipped(key: str, concerns: Callable[[Option], bool]) -> tuple[tuple[Option, Reading, House], ...]:
    return _work_out(shipped.get(key), concerns)


def _work_out(house: House, concerns: Callable[[Option], bool]) -> tuple[tuple[Option, Reading, House], ...]:
    found = []
    for option in house.options:
        if not concerns(option):
            continue
        for reading in option.readings:
            try:
                found.append((option, reading, shipped.with_reading(house, option, reading)))
            except shipped.BadHouse:
                continue  # together with what the table chose before, no house comes of it
    return tuple(found)


def _changes_a_layout(path: str) -> bool:
    return any(path == start or path.startswith(f"{start}.") for start in _CHANGES_A_LAYOUT)

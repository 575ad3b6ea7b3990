"""What somebody may believe about scoring: the rules as they are, one misread, or two at once."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cached_property, lru_cache
from itertools import combinations
from typing import Any

from scorekeeper.rules import BadLayout, House, Layout, Score, score
from scorekeeper.school.misreads import (
    Misread,
    Slip,
    by_house,
    misreads,
    open_readings,
    what_counts,
    without_idle_exceptions,
)


@dataclass(frozen=True, eq=False)
class Belief:
    """A way to score layouts. Without a misread it is knowing the rules."""

    misreads: tuple[Misread, ...]
    house: House  # as whoever believes it reads the rules

    @property
    def key(self) -> str:
        """Its name for ever: `P2`, `V1+P2`, or nothing for knowing the rules."""
        return "+".join(misread.key for misread in self.misreads)

    @property
    def mistakes(self) -> tuple[Misread, ...]:
        """Its misreads but for the readings that the house leaves open, which are none."""
        return tuple(misread for misread in self.misreads if misread.reading is None)

    @property
    def is_reading(self) -> bool:
        """Whether it is no mistake at all, but another reading of what the house leaves open."""
        return bool(self.misreads) and not self.mistakes

    @property
    def doing(self) -> str:
        """What is done by mistake, and by which open reading, so that `If {doing}, you get 15` is a sentence."""
        readings = [misread.reading for misread in self.misreads if misread.reading is not None]
        return " and ".join(
            [*(misread.doing for misread in self.mistakes), *(f"where {reading.told}" for reading in readings)]
        )

    @property
    def mistaken(self) -> str:
        """The key of its mistakes alone: `V6` for an ace of 11 where the table may choose what a two counts."""
        return "+".join(misread.key for misread in self.mistakes)

    @cached_property
    def slip(self) -> Slip | None:
        return next((misread.slip for misread in self.misreads if misread.slip is not None), None)

    @cached_property
    def beside_values(self) -> str:
        """What tells ways to count apart beside the values of ranks, and slips."""
        _, *others = what_counts(self.house)
        return repr(others)

    def total(self, layout: Layout) -> int | None:
        """What whoever believes it gets for a layout; None where it cannot be counted so, as with cards gone."""
        try:
            worked = score(layout, self.house)
        except BadLayout:
            return None
        return worked.total if self.slip is None else self.slip(worked, self.house)


@by_house
def beliefs(house: House) -> tuple[Belief, ...]:
    """Knowing the rules first; then every misread; then every two of them that go together and are more than one."""
    house = without_idle_exceptions(house)
    single = misreads(house)
    found = [Belief((), house), *(Belief((one,), one.house) for one in single)]
    known = {_way(belief) for belief in found}
    for one, other in combinations(single, 2):
        both = together(house, one, other)
        belief = Belief((one, other), both or house)
        if both is not None and _way(belief) not in known:
            known.add(_way(belief))
            found.append(belief)
    return tuple(found)


@by_house
def singles(house: House) -> tuple[Belief, ...]:
    """Every misread by itself, without knowing the rules."""
    return tuple(belief for belief in beliefs(house) if len(belief.misreads) == 1)


@by_house
def readings(house: House) -> tuple[Belief, ...]:
    """Every way to score that the house leaves open: what is a misread elsewhere, two of them, and all others."""
    found = [belief for belief in beliefs(house) if belief.is_reading]
    known = [what_counts(house), *(what_counts(belief.house) for belief in found)]
    others = [Belief((), other) for _, other in open_readings(house) if what_counts(other) not in known]
    return (*found, *others)


@lru_cache(maxsize=512)
def totals_of(found: tuple[Belief, ...], layout: Layout) -> tuple[int | None, ...]:
    """What each of these beliefs leads to. A class answers the same layouts over and over; six sheets have 180."""
    worked = WorkedOut(layout)
    return tuple(worked.total(belief) for belief in found)


class WorkedOut:
    """One layout counted by many beliefs about one house: once by all that count it in the same way.

    Those do that differ in a slip only, and those that differ in what cards count which do not lie there.
    """

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._ranks = tuple({card.rank for card in layout.cards()})
        self._scores: dict[object, Score | None] = {}

    def total(self, belief: Belief) -> int | None:
        """What whoever believes that gets; None where it cannot be counted so."""
        worked = self.score(belief)
        if worked is None or belief.slip is None:
            return None if worked is None else worked.total
        return belief.slip(worked, belief.house)

    def score(self, belief: Belief) -> Score | None:
        """The score before any slip; None where it cannot be counted so. Its words may be those of another belief."""
        way = self._way(belief)
        if way not in self._scores:
            try:
                self._scores[way] = score(self._layout, belief.house)
            except BadLayout:
                self._scores[way] = None
        return self._scores[way]

    def _way(self, belief: Belief) -> object:
        values = belief.house.values
        return belief.beside_values, *[values.get(rank) for rank in self._ranks]


def _way(belief: Belief) -> tuple[str, Slip | None]:
    """What tells one way to score from another."""
    return repr(what_counts(belief.house)), belief.slip


def together(house: House, one: Misread, other: Misread) -> House | None:
    """The house as somebody reads it who holds both misreads; None where they contradict each other."""
    if one.slip is not None and other.slip is not None:
        return None
    both = _both(house, one.house, other.house)
    return both if isinstance(both, House) else None


class _Contradiction:
    """Stands for what two misreads would make of the same rule in two ways."""


def _both(base: Any, one: Any, other: Any) -> Any:
    """A value with both changes made to it."""
    if one in (base, other):
        return other
    if other == base:
        return one
    if isinstance(base, Mapping) and isinstance(one, Mapping) and isinstance(other, Mapping):
        entries = {key: _both(base.get(key), one.get(key), other.get(key)) for key in {**base, **one, **other}}
        if any(isinstance(value, _Contradiction) for value in entries.values()):
            return _Contradiction()
        return {key: value for key, value in entries.items() if value is not None}
    if is_dataclass(base) and not isinstance(base, type) and type(base) is type(one) is type(other):
        values = {
            part.name: _both(*(getattr(value, part.name) for value in (base, one, other))) for part in fields(base)
        }
        if any(isinstance(value, _Contradiction) for value in values.values()):
            return _Contradiction()
        return replace(base, **values)
    return _Contradiction()

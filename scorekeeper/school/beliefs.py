"""What somebody may believe about scoring: the rules as they are, one misread, or two at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cached_property, lru_cache
from itertools import combinations
from typing import Any

from scorekeeper.rules import BadLayout, Grid, House, Layout, Rank, Score, score
from scorekeeper.rules.scoring import column_points, stay_apart
from scorekeeper.school.misreads import Misread, by_house, misreads, open_readings, what_counts, without_idle_exceptions
from scorekeeper.school.slips import Slip


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
        return self.makes_of(self.score(layout))

    def makes_of(self, worked: Score | None) -> int | None:
        """The total that they make of their score, or None of none."""
        return None if worked is None else self.slip(worked, self.house) if self.slip else worked.total

    def score(self, layout: Layout) -> Score | None:
        """The score before any slip; None where it cannot be counted so."""
        try:
            return score(layout, self.house)
        except BadLayout:
            return None


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


@lru_cache(maxsize=2_048)
def totals_of(found: tuple[Belief, ...], layout: Layout) -> tuple[int | None, ...]:
    """What each of these beliefs leads to; a class answers the same layouts over and over."""
    return believers(found).totals(layout)


class Believers:
    """Those who hold these beliefs about one house. Most count column by column, and each column is counted once."""

    def __init__(self, found: Sequence[Belief]) -> None:
        self._beliefs = found
        # A grid of two rows has hardly more different columns.
        self._points = lru_cache(maxsize=500)(lambda ranks: [column_points(ranks, belief.house) for belief in found])
        # Those for whom the columns of the same layouts count by themselves; whoever makes a slip looks at lines.
        self._alike: defaultdict[tuple[Slip | None, Grid, str], list[int]] = defaultdict(list)
        for place, belief in enumerate(found):
            self._alike[belief.slip, belief.house.grid, belief.beside_values].append(place)

    def totals(self, layout: Layout) -> tuple[int | None, ...]:
        """What each of them gets for a layout; None where it cannot be counted so."""
        columns = [tuple([card.rank for card in column]) for column in layout.columns]
        points = zip(*[self._points(column) for column in columns], strict=True)
        totals = [None if None in columns else sum(columns) for columns in points]
        ranks = {card.rank for card in layout.cards()}
        plain = not layout.hidden and not any(Rank.GONE in column for column in columns)
        worked: dict[object, Score | None] = {}
        for (slip, grid, others), places in self._alike.items():
            if not plain or slip or grid != layout.grid or not stay_apart(columns, self._beliefs[places[0]].house):
                for place in places:
                    # Those that differ in what other cards count, or in a slip, have the same score.
                    values = self._beliefs[place].house.values
                    here = grid, others, tuple([values.get(rank) for rank in ranks])
                    if here not in worked:
                        worked[here] = self._beliefs[place].score(layout)
                    totals[place] = self._beliefs[place].makes_of(worked[here])
        return tuple(totals)


believers = lru_cache(maxsize=16)(Believers)
"""The same, with the columns that they have counted already."""


def _way(belief: Belief) -> tuple[str, Slip | None]:
    """What tells one way to score from another."""
    return repr(what_counts(belief.house)), belief.slip


def together(house: House, one: Misread, other: Misread) -> House | None:
    """The house as somebody reads it who holds both misreads; None where they contradict each other."""
    if one.slip is not None and other.slip is not None:
        return None
    try:
        both: House = _both(house, one.house, other.house)
    except _Contradiction:
        return None
    return both


class _Contradiction(Exception):
    """Two misreads make of the same rule two things."""


def _both(base: Any, one: Any, other: Any) -> Any:
    """A value with both changes made to it."""
    if one in (base, other):
        return other
    if other == base:
        return one
    if isinstance(base, Mapping) and isinstance(one, Mapping) and isinstance(other, Mapping):
        entries = {key: _both(base.get(key), one.get(key), other.get(key)) for key in {**base, **one, **other}}
        return {key: value for key, value in entries.items() if value is not None}
    if is_dataclass(base) and not isinstance(base, type) and type(base) is type(one) is type(other):
        parts = [part.name for part in fields(base)]
        return replace(base, **{part: _both(*(getattr(value, part) for value in (base, one, other))) for part in parts})
    raise _Contradiction

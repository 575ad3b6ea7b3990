"""Beliefs about scoring: the right rules, one misread, or two at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cached_property, lru_cache
from itertools import combinations
from typing import Any

from scorekeeper.rules import BadLayout, Grid, House, Layout, Rank, Score, score
from scorekeeper.rules.scoring import column_points, stay_apart
from scorekeeper.school.diagnosis.misreads import (
    Misread,
    by_house,
    misreads,
    open_readings,
    what_counts,
    without_idle_exceptions,
)
from scorekeeper.school.diagnosis.slips import UNLISTED, Slip


@dataclass(frozen=True, eq=False)
class Belief:
    """A way to score layouts. Without a misread it is the right rules."""

    misreads: tuple[Misread, ...]
    house: House  # the rules as believed

    @property
    def key(self) -> str:
        """Its permanent name: `P2`, `V1+P2`, or "" for the right rules."""
        return "+".join(misread.key for misread in self.misreads)

    @property
    def mistakes(self) -> tuple[Misread, ...]:
        """Its misreads without open readings of the house, which are no mistakes."""
        return tuple(misread for misread in self.misreads if misread.reading is None)

    @property
    def is_reading(self) -> bool:
        """Whether all its misreads are open readings of the house."""
        return bool(self.misreads) and not self.mistakes

    @property
    def doing(self) -> str:
        """The clauses of its mistakes and open readings: `If {doing}, you get 15`."""
        readings = [misread.reading for misread in self.misreads if misread.reading is not None]
        return " and ".join([*(misread.doing for misread in self.mistakes), *(reading.told for reading in readings)])

    @property
    def mistaken(self) -> str:
        """The key of its mistakes alone, without open readings."""
        return "+".join(misread.key for misread in self.mistakes)

    @cached_property
    def slip(self) -> Slip | None:
        return next((misread.slip for misread in self.misreads if misread.slip is not None), None)

    @cached_property
    def beside_values(self) -> str:
        """What distinguishes ways to score, other than rank values and slips."""
        _, *others = what_counts(self.house)
        return repr(others)

    def total(self, layout: Layout) -> int | None:
        """The total of a layout under this belief; None where it cannot score the layout."""
        return self.makes_of(self.score(layout))

    def makes_of(self, worked: Score | None) -> int | None:
        """The total of a score after any slip; None for no score."""
        return None if worked is None else self.slip(worked, self.house) if self.slip else worked.total

    def score(self, layout: Layout) -> Score | None:
        """The score before any slip; None where this belief cannot score the layout."""
        try:
            return score(layout, self.house, any_gaps=True)
        except BadLayout:
            return None


@by_house
def beliefs(house: House) -> tuple[Belief, ...]:
    """The right rules first, then every misread, then every two that go together and differ from a single one."""
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
    """Every single misread, without the right rules."""
    return tuple(belief for belief in beliefs(house) if len(belief.misreads) == 1)


@by_house
def unlisted(house: House) -> tuple[Belief, ...]:
    """Ways to score that are no misread of a rule. No page names one; they keep others from being named for them."""
    return tuple(Belief((Misread(slip.__name__, "", "", house, slip),), house) for slip in UNLISTED)


@by_house
def readings(house: House) -> tuple[Belief, ...]:
    """Every open way to score: readings that are misreads elsewhere, two of them, and all others."""
    found = [belief for belief in beliefs(house) if belief.is_reading]
    known = [what_counts(house), *(what_counts(belief.house) for belief in found)]
    others = [Belief((), other) for _, other in open_readings(house) if what_counts(other) not in known]
    return (*found, *others)


@lru_cache(maxsize=2_048)
def totals_of(found: tuple[Belief, ...], layout: Layout) -> tuple[int | None, ...]:
    """The total under each belief, cached: a class answers the same layouts again and again."""
    return believers(found).totals(layout)


class Believers:
    """A scorer for many beliefs about one house. Most score by column, and it scores each column once."""

    def __init__(self, found: Sequence[Belief]) -> None:
        self._beliefs = found
        # A grid of two rows has few more different columns.
        self._points = lru_cache(maxsize=500)(lambda ranks: [column_points(ranks, belief.house) for belief in found])
        # Beliefs with independent columns for the same layouts. A slip needs the lines.
        self._alike: defaultdict[tuple[Slip | None, Grid, str], list[int]] = defaultdict(list)
        for index, belief in enumerate(found):
            self._alike[belief.slip, belief.house.grid, belief.beside_values].append(index)

    def totals_apart(self, layout: Layout) -> list[int | None]:
        """The totals as if each column scored by itself, which costs least."""
        points = zip(*[self._points(tuple([card.rank for card in column])) for column in layout.columns], strict=True)
        return [None if None in columns else sum(columns) for columns in points]

    def totals(self, layout: Layout) -> tuple[int | None, ...]:
        """The total under each belief; None where it cannot score the layout."""
        columns = [tuple([card.rank for card in column]) for column in layout.columns]
        totals = self.totals_apart(layout)
        ranks = {card.rank for card in layout.cards()}
        plain = not layout.hidden and not any(Rank.GONE in column for column in columns)
        worked: dict[object, Score | None] = {}
        for (slip, grid, others), indices in self._alike.items():
            if not plain or slip or grid != layout.grid or not stay_apart(columns, self._beliefs[indices[0]].house):
                for index in indices:
                    # Beliefs that differ only in values of other cards, or in a slip, share a score.
                    values = self._beliefs[index].house.values
                    here = grid, others, tuple([values.get(rank) for rank in ranks])
                    if here not in worked:
                        worked[here] = self._beliefs[index].score(layout)
                    totals[index] = self._beliefs[index].makes_of(worked[here])
        return tuple(totals)


believers = lru_cache(maxsize=16)(Believers)
"""Cached `Believers`, with the columns that they have scored."""


def _way(belief: Belief) -> tuple[str, Slip | None]:
    """A key that distinguishes ways to score."""
    return repr(what_counts(belief.house)), belief.slip


def together(house: House, one: Misread, other: Misread) -> House | None:
    """The house with both misreads; None where they contradict each other."""
    if one.slip is not None and other.slip is not None:
        return None
    try:
        both: House = _both(house, one.house, other.house)
    except _Contradiction:
        return None
    return both


class _Contradiction(Exception):
    """Two misreads change the same rule in two ways."""


def _both(base: Any, one: Any, other: Any) -> Any:
    """A value with both changes."""
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

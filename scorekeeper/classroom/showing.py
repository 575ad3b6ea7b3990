"""What of a class's answers may be projected: never so little that it would be clear who is meant.

Everything that the shared view tells of a question is a number of pupils: whose answers fit a misread of a rule, who
gave one answer, whose answers agree. Anybody can add such numbers and take them from each other, at once or over time.
So they are kept here as equations, and nothing joins them from which the number of one or two pupils would follow.
docs/classroom.md ("What is not projected") tells the rules and why they hold.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

SMALLEST = 3
"""What fewer pupils have in common is not projected."""

Pupils: TypeAlias = frozenset[int]
"""The numbers of their seats."""

_Row: TypeAlias = Mapping[int, Fraction]


@dataclass(frozen=True)
class Told:
    """The numbers of pupils that are told of one question, and with them all that follow by adding and subtracting.

    A number is a row with a 1 for each of its pupils. ``rows`` are all of them together, solved: each by the pupil that
    it begins with, whom no other row has. ``anyway`` are the one or two pupils whose number follows from what
    everybody sees, whatever is held back here.
    """

    rows: Mapping[int, _Row] = field(default_factory=dict)
    anyway: frozenset[Pupils] = frozenset()

    def known(self, pupils: Pupils) -> Told:
        """With a number that everybody sees anyway."""
        rows = self._joined(pupils)
        return self if rows is None else Told(rows, _small(rows))

    def told(self, pupils: Pupils) -> Told | None:
        """With that number too; None where the number of one or two pupils would follow from it."""
        if len(pupils) < SMALLEST:
            return None
        rows = self._joined(pupils)
        if rows is None:
            return self
        return Told(rows, self.anyway) if _small(rows) <= self.anyway else None

    def _joined(self, pupils: Pupils) -> Mapping[int, _Row] | None:
        """The rows with one more; None where it follows from them."""
        new: _Row = dict.fromkeys(sorted(pupils), Fraction(1))
        for first in pupils & self.rows.keys():
            new = _less(new, self.rows[first], Fraction(1))
        if not new:
            return None
        first = min(new)
        new = {pupil: share / new[first] for pupil, share in new.items()}
        rows = {other: _less(row, new, row[first]) if first in row else row for other, row in self.rows.items()}
        return {**rows, first: new}


def _less(row: _Row, other: _Row, times: Fraction) -> _Row:
    left = dict(row)
    for pupil, share in other.items():
        rest = left.pop(pupil, Fraction(0)) - times * share
        if rest:
            left[pupil] = rest
    return left


def _small(rows: Mapping[int, _Row]) -> frozenset[Pupils]:
    """Every one or two pupils whose number follows.

    No row has the first pupil of another one. So what adds up to one or two pupils is one row, or two whose others
    cancel each other.
    """
    found = {
        frozenset(row) for row in rows.values() if len(row) < SMALLEST and all(share == 1 for share in row.values())
    }
    others: dict[frozenset[tuple[int, Fraction]], list[int]] = {}
    for first, row in rows.items():
        others.setdefault(frozenset((pupil, share) for pupil, share in row.items() if pupil != first), []).append(first)
    for rest, firsts in others.items():
        for other in others.get(frozenset((pupil, -share) for pupil, share in rest), ()) if rest else ():
            found.update(frozenset((first, other)) for first in firsts)
    return frozenset(found)


@dataclass(frozen=True)
class Moment:
    """How a question stood at some time: what everybody sees, and what may be told besides, first things first."""

    seen: tuple[Pupils, ...]
    numbers: tuple[tuple[Hashable, Pupils], ...]


@dataclass(frozen=True)
class Shown:
    """What is shown of a question, each as it stood when it could last be told, and all that was told until then."""

    numbers: Mapping[Hashable, Pupils]
    told: Told


@lru_cache(maxsize=512)
def to_show(moments: tuple[Moment, ...]) -> Shown:
    """What may be shown by the last of these moments.

    Whoever watches has seen all of them. A number that would tell too much beside the others, or beside what was shown
    before, stays as it was, and is not there if it never was.
    """
    told, shown = Told(), dict[Hashable, Pupils]()
    for moment in moments:
        for pupils in moment.seen:
            told = told.known(pupils)
        for key, pupils in moment.numbers:
            more = told.told(pupils)
            if more is not None:
                told, shown[key] = more, pupils
    return Shown(shown, told)

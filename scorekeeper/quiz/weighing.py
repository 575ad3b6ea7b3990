"""How much the answer to a layout would tell, and soon that it would tell less than that of another."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import inf, log2

from scorekeeper.quiz.beliefs import Belief, WorkedOut
from scorekeeper.rules import Layout

NEAR_ENOUGH = 1e-9
"""Sums in another order differ by less, in bits. Whatever is as near as that is worked out to the end."""


class Weighing:
    """Beliefs by their shares, to weigh many layouts by.

    ``rarity`` says, by key, how much more a misread is to count because few layouts show it at all.
    """

    def __init__(self, shared: Sequence[tuple[Belief, float]], rarity: Mapping[str, float] | None = None) -> None:
        self._weighed = [
            (belief, share * max((rarity.get(held.key, 1) for held in belief.misreads), default=1) if rarity else share)
            for belief, share in shared
        ]
        whole = sum(weight for _, weight in self._weighed)
        # What is counted by single columns is quickly counted, so that few layouts are left for the others.
        order = sorted(range(len(self._weighed)), key=lambda place: not _quick(self._weighed[place][0]))
        parts = [(place, self._weighed[place][1] / whole) for place in order]
        self._parts = [(place, _quick(self._weighed[place][0]), share, _bits(share)) for place, share in parts if share]
        self._most = sum(bits for *_, bits in self._parts)

    def gain(self, layout: Layout, beyond: float = -inf) -> float:
        """The entropy of the answers to expect, in bits.

        Where it is not more than ``beyond``, the result need only be a number that is not more either: the rest of the
        beliefs is not asked then.
        """
        totals: list[int | None] = [None] * len(self._weighed)
        alike: dict[int | None, float] = {}
        # Of those that were not asked yet each could lead to a number of its own: more than that it cannot tell.
        most = self._most
        worked_out = WorkedOut(layout)
        for place, quick, share, bits in self._parts:
            belief = self._weighed[place][0]
            total = totals[place] = belief.total(layout) if quick else worked_out.total(belief)
            before = alike.get(total)
            if before is None:
                alike[total] = share
                continue
            alike[total] = before + share
            most += _bits(before + share) - _bits(before) - bits
            if most < beyond - NEAR_ENOUGH:
                return most
        return self._of(totals)

    def _of(self, totals: Sequence[int | None]) -> float:
        expected: defaultdict[int | None, float] = defaultdict(float)
        for (_, weight), total in zip(self._weighed, totals, strict=True):
            expected[total] += weight
        whole = sum(expected.values())
        return -sum(share / whole * log2(share / whole) for share in expected.values() if share)


def _quick(belief: Belief) -> bool:
    return belief.slip is None and belief.house.counts_by_column


def _bits(share: float) -> float:
    return -share * log2(share)

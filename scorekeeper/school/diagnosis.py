"""What a learner probably believes, worked out from the numbers that they gave.

Bayes over knowing the rules, holding one misread or two at once, or believing something that is not in the library; a
slip is always possible. The shares below are those that were tried on simulated learners (docs/exercises.md).
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from scorekeeper.rules import House, Layout, Rank, score
from scorekeeper.rules.scoring import VALUES
from scorekeeper.school.beliefs import Belief, beliefs, totals_of
from scorekeeper.school.misreads import Misread, what_counts

KNOWS, ONE_MISREAD, TWO_MISREADS, SOMETHING_ELSE = 0.40, 0.45, 0.15, 0.05
"""How likely each is before the first answer; shared out evenly among the beliefs of a kind."""

SLIP = 0.10
"""How often somebody gives another number than they believe in."""

NEAR = (-10, -2, -1, 1, 2, 10)
"""By how much slips in adding up are often off: a ten carried or not, a card miscounted by one or two (rules.md A4)."""

NEAR_SLIPS, NUMBERS = 0.5, 30
"""So many slips are off by one of those; all others, and unknown beliefs, lead to any of about so many numbers."""

UNKNOWN_BUT_RIGHT = 0.4
"""How often a belief that we do not know leads to the right number all the same."""

FADES = 0.1
"""From one sitting to the next, beliefs drift: so much of what was thought likely gives way to what was at first."""

SURE, AGREEING = 0.95, 2
"""A misread is told to a teacher beyond this share, and once so many wrong answers agree with it."""

SLIPS_IN = 10
"""Of so many answers one may be a slip, and of fewer one as well where a single misread leads to all others.

Two at once are one of many hundreds, and lead to most of the answers of somebody who believes something else.
"""


@dataclass(frozen=True)
class Diagnosis:
    """How likely each belief is: one share for each, and ``unknown`` for whatever is not among them; they sum to 1."""

    beliefs: tuple[Belief, ...]
    shares: tuple[float, ...]
    unknown: float

    @classmethod
    def of(cls, house: House) -> Diagnosis:
        """Before the first answer."""
        return _at_first(beliefs(house))

    @classmethod
    def among(cls, found: tuple[Belief, ...]) -> Diagnosis:
        """Before the first answer, where only these beliefs are weighed; knowing the rules is the first of them."""
        return _at_first(found)

    def after(self, layout: Layout, answer: int) -> Diagnosis:
        """What is likely once somebody gave that number for that layout, at the first try and without a hint."""
        likelihoods = _likelihoods(self.beliefs, layout, answer)
        shares = [share * likely for likely, share in zip(likelihoods, self.shares, strict=True)]
        is_right = totals_of(self.beliefs, layout)[0] == answer
        other = UNKNOWN_BUT_RIGHT if is_right else (1 - UNKNOWN_BUT_RIGHT) / NUMBERS
        return _normal(self.beliefs, shares, self.unknown * other)

    def faded(self) -> Diagnosis:
        """The same at the next sitting."""
        fresh = Diagnosis.of(self.beliefs[0].house)
        shares = [(1 - FADES) * share + FADES * first for share, first in zip(self.shares, fresh.shares, strict=True)]
        return _normal(self.beliefs, shares, (1 - FADES) * self.unknown + FADES * fresh.unknown)

    @cached_property
    def likeliest(self) -> tuple[Belief, float]:
        """The belief with the largest share, and that share."""
        share, place = max((share, -place) for place, share in enumerate(self.shares))
        return self.beliefs[-place], share

    def share_of(self, misread: Misread) -> float:
        """How likely it is that this misread is held, alone or with another."""
        held = zip(self.beliefs, self.shares, strict=True)
        return sum(share for belief, share in held if misread.key in [one.key for one in belief.misreads])


@lru_cache(maxsize=64)
def _at_first(found: tuple[Belief, ...]) -> Diagnosis:
    count = [sum(len(belief.misreads) == size for belief in found) for size in range(3)]
    each = [KNOWS, ONE_MISREAD / max(count[1], 1), TWO_MISREADS / max(count[2], 1)]
    return _normal(found, [each[len(belief.misreads)] for belief in found], SOMETHING_ELSE)


@lru_cache(maxsize=512)
def _likelihoods(found: tuple[Belief, ...], layout: Layout, answer: int) -> tuple[float, ...]:
    """How likely that answer is of each belief; a class gives the same answers over and over."""
    by_total = {believed: _likelihood(answer, believed) for believed in set(totals_of(found, layout))}
    return tuple(by_total[believed] for believed in totals_of(found, layout))


def _likelihood(answer: int, believed: int | None) -> float:
    """How likely somebody gives that answer who believes that it is that number."""
    if answer == believed:
        return 1 - SLIP
    anywhere = SLIP * (1 - NEAR_SLIPS) / NUMBERS
    is_near = believed is not None and answer - believed in NEAR
    return anywhere + (SLIP * NEAR_SLIPS / len(NEAR) if is_near else 0)


def worth_telling(diagnosis: Diagnosis, answers: Sequence[tuple[Layout, int]]) -> tuple[Misread, ...]:
    """The misreads that a teacher may be told of, given the answers they rest on; none as long as it may be chance.

    One wrong answer is often reproduced by some misread though it was a slip: two must agree on each of the misreads,
    and leave little doubt. Of two at once, one may be told alone. Nor may they leave more unexplained than slips would.
    Nor is one told where a card that is given some other value explains as much: that may be what is believed.
    """
    told = told_belief(diagnosis, answers)
    return told.mistakes if told else ()


def told_belief(diagnosis: Diagnosis, answers: Sequence[tuple[Layout, int]]) -> Belief | None:
    """The belief whose mistakes are worth telling: the likeliest one, or what of it enough answers show."""
    told, _ = diagnosis.likeliest
    unexplained = sum(told.total(layout) != answer for layout, answer in answers)
    if unexplained > len(answers) // SLIPS_IN + (len(told.misreads) == 1):
        return None
    while told.mistakes:
        shown = [
            misread
            for misread in told.mistakes
            if diagnosis.share_of(misread) > SURE and _showing(misread, told, diagnosis, answers) >= AGREEING
        ]
        if len(shown) == len(told.mistakes):
            return None if _some_value_explains(told, diagnosis.beliefs[0], answers) else told
        told = _holding(diagnosis, {held.key for held in told.misreads if held.reading is not None or held in shown})
    return None


def _showing(misread: Misread, held: Belief, diagnosis: Diagnosis, answers: Sequence[tuple[Layout, int]]) -> int:
    """How many of the answers that belief leads to, and not without that misread of it, nor without any mistake."""
    keys = {one.key for one in held.misreads}
    readings = keys - {one.key for one in held.mistakes}
    without = [_holding(diagnosis, others) for others in (set(), readings, keys - {misread.key})]
    return sum(
        answer == held.total(layout) and all(answer != other.total(layout) for other in without)
        for layout, answer in answers
    )


def _holding(diagnosis: Diagnosis, keys: Set[str]) -> Belief:
    """The belief in exactly these misreads; what two of them share with a single one is that one."""
    return next(belief for belief in diagnosis.beliefs if {held.key for held in belief.misreads} == keys)


def _some_value_explains(told: Belief, knows: Belief, answers: Sequence[tuple[Layout, int]]) -> bool:
    """Whether some other value of one rank leads to as many of the answers as a belief does, and is not that belief."""
    explained = sum(told.total(layout) == answer for layout, answer in answers)
    for rank, value in knows.house.values.items():
        changes = {_change_of(rank, knows, layout, answer) for layout, answer in answers}
        for change in changes - {0}:
            other = replace(knows.house, values={**knows.house.values, rank: value + change})
            if told.slip is None and what_counts(other) == what_counts(told.house):
                continue
            counted = Belief((), other)
            if sum(counted.total(layout) == answer for layout, answer in answers) >= explained:
                return True
    return False


@lru_cache(maxsize=4_096)
def _change_of(rank: Rank, knows: Belief, layout: Layout, answer: int) -> int:
    """By how much a card of that rank must count more for that answer to come out; 0 where no whole number does it."""
    worked = score(layout, knows.house)
    cards = sum(layout[cell].rank is rank for line in worked.lines if line.rule == VALUES for cell in line.cells)
    return (answer - worked.total) // cards if cards and not (answer - worked.total) % cards else 0


def _normal(found: tuple[Belief, ...], shares: list[float], unknown: float) -> Diagnosis:
    whole = sum(shares) + unknown
    return Diagnosis(found, tuple(share / whole for share in shares), unknown / whole)

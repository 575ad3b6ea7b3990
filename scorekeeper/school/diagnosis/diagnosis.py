"""What a learner probably believes, inferred from their answers.

Bayes over the right rules, one misread, two at once, or a belief outside the library; a slip is always possible.
The shares below were tried on simulated learners (docs/exercises.md).
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from scorekeeper.rules import House, Layout, Rank, score
from scorekeeper.rules.scoring import VALUES
from scorekeeper.school.diagnosis.beliefs import Belief, beliefs, totals_of
from scorekeeper.school.diagnosis.misreads import Misread, what_counts
from scorekeeper.school.diagnosis.slips import turned

KNOWS, ONE_MISREAD, TWO_MISREADS, SOMETHING_ELSE = 0.40, 0.45, 0.15, 0.02
"""The prior of each kind, shared evenly among its beliefs."""

SLIP = 0.10
"""How often a learner gives another number than they believe."""

NEAR = (-10, -2, -1, 1, 2, 10)
"""Common errors of slips in adding up: a ten carried or not, or off by one or two (rules.md A4)."""

NEAR_SLIPS, TURNED_SLIPS, NUMBERS = 0.5, 0.2, 30
"""Shares of slips off by a NEAR amount, and with their digits turned. The rest, and unknown beliefs, are uniform over
NUMBERS values."""

UNKNOWN_BUT_RIGHT = 0.4
"""How often an unknown belief still leads to the right number."""

FADES = 0.1
"""Share of each belief that returns to its prior between practice runs."""

SURE, AGREEING = 0.95, 2
"""The share and the number of agreeing wrong answers from which a teacher hears of a misread."""

SLIPS_IN = 10
"""One answer in this many may be a slip; also one of fewer, if a single misread explains all others.

Pairs of misreads get no such allowance: among hundreds, some pair fits most answers of any other belief.
"""


@dataclass(frozen=True)
class Diagnosis:
    """One share for each belief, and ``unknown`` for all others; they sum to 1."""

    beliefs: tuple[Belief, ...]
    shares: tuple[float, ...]
    unknown: float

    @classmethod
    def of(cls, house: House) -> Diagnosis:
        """Before the first answer."""
        return _at_first(beliefs(house))

    @classmethod
    def among(cls, found: tuple[Belief, ...], knows: float = KNOWS) -> Diagnosis:
        """Before the first answer, among these beliefs only; the right rules come first, with the prior ``knows``."""
        return _at_first(found, knows)

    def after(self, layout: Layout, answer: int) -> Diagnosis:
        """The diagnosis after an answer to a layout, given at the first try without a hint."""
        likelihoods = _likelihoods(self.beliefs, layout, answer)
        shares = [share * likely for likely, share in zip(likelihoods, self.shares, strict=True)]
        is_right = totals_of(self.beliefs, layout)[0] == answer
        return _normal(self.beliefs, shares, self.unknown * likelihood_if_unknown(is_right))

    def faded(self) -> Diagnosis:
        """The diagnosis at the next practice run."""
        fresh = Diagnosis.of(self.beliefs[0].house)
        shares = [(1 - FADES) * share + FADES * first for share, first in zip(self.shares, fresh.shares, strict=True)]
        return _normal(self.beliefs, shares, (1 - FADES) * self.unknown + FADES * fresh.unknown)

    @cached_property
    def likeliest(self) -> tuple[Belief, float]:
        """The belief with the largest share, and that share."""
        share, index = max((share, -index) for index, share in enumerate(self.shares))
        return self.beliefs[-index], share

    def share_of(self, misread: Misread) -> float:
        """The probability of this misread, alone or with another."""
        held = zip(self.beliefs, self.shares, strict=True)
        return sum(share for belief, share in held if misread.key in [one.key for one in belief.misreads])


@lru_cache(maxsize=64)
def _at_first(found: tuple[Belief, ...], knows: float = KNOWS) -> Diagnosis:
    count = [sum(len(belief.misreads) == size for belief in found) for size in range(3)]
    each = [knows, ONE_MISREAD / max(count[1], 1), TWO_MISREADS / max(count[2], 1)]
    return _normal(found, [each[len(belief.misreads)] for belief in found], SOMETHING_ELSE)


@lru_cache(maxsize=512)
def _likelihoods(found: tuple[Belief, ...], layout: Layout, answer: int) -> tuple[float, ...]:
    """The likelihood of an answer under each belief, cached: a class repeats answers."""
    by_total = {believed: likelihood(answer, believed) for believed in set(totals_of(found, layout))}
    return tuple(by_total[believed] for believed in totals_of(found, layout))


@lru_cache(maxsize=20_000)
def likelihood(answer: int, believed: int | None) -> float:
    """The likelihood of an answer, given the number that the learner believes."""
    if answer == believed:
        return 1 - SLIP
    anywhere = SLIP * (1 - NEAR_SLIPS - TURNED_SLIPS) / NUMBERS
    if believed is None:
        return anywhere
    return anywhere + SLIP * (
        NEAR_SLIPS / len(NEAR) * _is_near(answer, believed) + TURNED_SLIPS * (answer == turned(believed))
    )


def is_usual_slip(answer: int, believed: int | None) -> bool:
    """Whether an answer is off by a NEAR amount, or has its digits turned."""
    return believed is not None and (_is_near(answer, believed) or answer == turned(believed))


def _is_near(answer: int, believed: int) -> bool:
    return answer - believed in NEAR


def likelihood_if_unknown(is_right: bool) -> float:
    """The likelihood of one right or wrong answer under a belief outside the library."""
    return UNKNOWN_BUT_RIGHT if is_right else (1 - UNKNOWN_BUT_RIGHT) / NUMBERS


def worth_telling(diagnosis: Diagnosis, answers: Sequence[tuple[Layout, int]]) -> tuple[Misread, ...]:
    """The misreads to tell a teacher, given the answers behind them; none while it may be chance.

    Some misread often reproduces a single slip. So two wrong answers must agree on each misread and leave little doubt.
    Of two at once, one may be told alone. No more answers may stay unexplained than slips would leave. Another value of
    one card must not explain as much: the learner may believe that instead.
    """
    told = told_belief(diagnosis, answers)
    return told.mistakes if told else ()


def told_belief(diagnosis: Diagnosis, answers: Sequence[tuple[Layout, int]]) -> Belief | None:
    """The belief with mistakes worth telling: the likeliest, or the part of it that enough answers show."""
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
    """Count the answers that this belief explains only with this misread."""
    keys = {one.key for one in held.misreads}
    readings = keys - {one.key for one in held.mistakes}
    without = [_holding(diagnosis, others) for others in (set(), readings, keys - {misread.key})]
    return sum(
        answer == held.total(layout) and all(answer != other.total(layout) for other in without)
        for layout, answer in answers
    )


def _holding(diagnosis: Diagnosis, keys: Set[str]) -> Belief:
    """The belief in exactly these misreads."""
    return next(belief for belief in diagnosis.beliefs if {held.key for held in belief.misreads} == keys)


def _some_value_explains(told: Belief, knows: Belief, answers: Sequence[tuple[Layout, int]]) -> bool:
    """Whether another value of one rank, outside this belief, explains as many answers."""
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
    """The change of a rank's value that gives this answer; 0 where no whole number does."""
    worked = score(layout, knows.house)
    cards = sum(layout[cell].rank is rank for line in worked.lines if line.rule == VALUES for cell in line.cells)
    return (answer - worked.total) // cards if cards and not (answer - worked.total) % cards else 0


def _normal(found: tuple[Belief, ...], shares: list[float], unknown: float) -> Diagnosis:
    whole = sum(shares) + unknown
    return Diagnosis(found, tuple(share / whole for share in shares), unknown / whole)

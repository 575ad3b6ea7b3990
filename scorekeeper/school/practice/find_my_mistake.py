"""Find my mistake: a few hands chosen for this learner, and the misread behind their answers.

This ignores two misreads at once: they are rare, and lead to almost any number.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from scorekeeper.rules import House, Layout, score
from scorekeeper.school.diagnosis.beliefs import Belief, unlisted
from scorekeeper.school.diagnosis.diagnosis import (
    KNOWS,
    SLIP,
    Diagnosis,
    is_usual_slip,
    likelihood,
    likelihood_if_unknown,
)
from scorekeeper.school.diagnosis.misreads import Misread
from scorekeeper.school.exercises.bank import Answers as Totals
from scorekeeper.school.exercises.bank import known_beliefs
from scorekeeper.school.exercises.dice import Dice
from scorekeeper.school.exercises.layout_choice import gains, next_layout
from scorekeeper.school.exercises.levels import levels_of

HANDS, DEALT = 5, (0, 3)
"""Hands to score, with one answer each; and those of them that are dealt at random, by index."""

HAS_NONE = 0.1
"""The prior of the right rules while hands are chosen: a learner without a mistake loses nothing by hands that tell
mistakes apart. Whether to name one is judged by the usual prior."""

SURE, SURE_BY_ONE = 0.8, 0.93
"""The share from which to name a misread; and where only one answer is wrong, which may be a slip."""

MOST_SLIPS, MOST_ODD = 2, 1
"""How many answers may stay unexplained; and how many of those by no usual slip, fewer than show the misread."""

BEYOND_CONTROL = 3
"""How many answers show a misread so well that none needs to be right under it too.

Without such a control, a wrong way that is no misread of ours may pass for it: the highest card free, for face cards
worth 0.
"""

LIKELY = 0.002
"""The least share of a belief that is weighed for the last hand."""

TIE = 0.001
"""What a bit of expected answers counts beside the chance to tell a mistake: it decides among equal chances."""

Answers = Sequence[tuple[Layout, int]]
"""Layouts with their answers, in the order of the hands."""


@dataclass(frozen=True)
class MistakeFound:
    """The misread behind the answers, or the open ``reading`` they follow, as a clause.

    ``shown`` are the indexes of the answers that show it.
    """

    misread: Misread | None = None
    shown: tuple[int, ...] = ()
    reading: str = ""

    @property
    def is_sure(self) -> bool:
        return len(self.shown) > 1


@dataclass(frozen=True)
class _Evidence:
    """How many answers show a misread; how many it leaves unexplained, and of those by an odd slip; and how many are
    right under it too."""

    shown: int = 0
    slips: int = 0
    odd: int = 0
    controls: int = 0

    def with_answer(self, answer: int, believed: int | None, right: int) -> _Evidence:
        """The evidence after one more answer."""
        if answer != believed:
            return replace(self, slips=self.slips + 1, odd=self.odd + (not is_usual_slip(answer, believed)))
        if answer == right:
            return replace(self, controls=self.controls + 1)
        return replace(self, shown=self.shown + 1)

    def tells(self, share: float) -> bool:
        """Whether it is enough to name the misread, if that has this share."""
        enough = SURE_BY_ONE if self.shown + self.slips == 1 else SURE
        is_controlled = self.controls > 0 or self.shown >= BEYOND_CONTROL
        is_explained = self.slips <= MOST_SLIPS and self.odd <= MOST_ODD and self.odd < self.shown
        return is_explained and is_controlled and share >= enough


def next_hand(house: House, answers: Answers, dice: Dice) -> Layout:
    """The hand whose answer would tell most next; the last one is most likely to make a mistake certain."""
    asked, level = [layout for layout, _ in answers], levels_of(house)[-1].number
    if len(answers) == HANDS - 1:
        telling = partial(_chances, house, answers)
        return next_layout(_diagnosis(house, answers), house, level, dice, asked, telling=telling)
    diagnosis, is_dealt = _diagnosis(house, answers, knows=HAS_NONE), len(answers) in DEALT
    # Rare misreads count no more than others: with five hands, that would tell fewer.
    return next_layout(diagnosis, house, level, dice, asked, dealt=is_dealt, telling=gains)


def found(house: House, answers: Answers) -> MistakeFound:
    """The result of these answers; empty where it may be a slip."""
    belief, share = _diagnosis(house, answers).likeliest
    if not _can_be_named(belief, house) or not _evidence(belief, house, answers).tells(share):
        return MistakeFound()
    wrong = [index for index, (layout, answer) in enumerate(answers) if answer != score(layout, house).total]
    shown = tuple(index for index in wrong if belief.total(answers[index][0]) == answers[index][1])
    return (
        MistakeFound(belief.mistakes[0], shown) if belief.mistakes else MistakeFound(shown=shown, reading=belief.doing)
    )


def _chances(house: House, answers: Answers, diagnosis: Diagnosis, totals: Totals) -> list[float]:
    """The chance that the answer to each layout makes this learner's mistake certain enough to name."""
    weighed = [
        (totals[belief.key], share, _evidence(belief, house, answers) if _can_be_named(belief, house) else None)
        for belief, share in zip(diagnosis.beliefs, diagnosis.shares, strict=True)
        if share > LIKELY
    ]
    chances: list[float] = []
    for index, right in enumerate(totals[""]):
        shares: defaultdict[int, float] = defaultdict(float)
        for numbers, share, _ in weighed:
            shares[numbers[index]] += share
        chance = 0.0
        for numbers, share, evidence in weighed:
            if evidence is not None:
                answer = numbers[index]
                whole = sum(each * likelihood(answer, believed) for believed, each in shares.items())
                whole += diagnosis.unknown * likelihood_if_unknown(answer == right)
                if evidence.with_answer(answer, answer, right).tells(share * (1 - SLIP) / whole):
                    chance += share
        chances.append(chance)
    return [chance + TIE * gain for chance, gain in zip(chances, gains(diagnosis, totals), strict=True)]


def _can_be_named(belief: Belief, house: House) -> bool:
    return bool(belief.misreads) and belief not in unlisted(house)


def _evidence(belief: Belief, house: House, answers: Answers) -> _Evidence:
    """What these answers say of a belief."""
    found = _Evidence()
    for layout, answer in answers:
        found = found.with_answer(answer, belief.total(layout), score(layout, house).total)
    return found


def _diagnosis(house: House, answers: Answers, knows: float = KNOWS) -> Diagnosis:
    diagnosis = Diagnosis.among(known_beliefs(house), knows)
    for layout, answer in answers:
        diagnosis = diagnosis.after(layout, answer)
    return diagnosis

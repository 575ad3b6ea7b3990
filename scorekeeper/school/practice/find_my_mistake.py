"""Find my mistake: a few hands chosen for this learner, and the misread behind their answers.

This ignores two misreads at once: they are rare, and lead to almost any number.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.rules import House, Layout, score
from scorekeeper.school.diagnosis.beliefs import Belief, unlisted
from scorekeeper.school.diagnosis.diagnosis import Diagnosis
from scorekeeper.school.diagnosis.misreads import Misread
from scorekeeper.school.exercises.bank import known_beliefs
from scorekeeper.school.exercises.dice import Dice
from scorekeeper.school.exercises.layout_choice import next_layout
from scorekeeper.school.exercises.levels import levels_of

HANDS, DEALT = 5, (0, 3)
"""Hands to score, with one answer each; and those of them that are dealt at random, by index."""

SURE, SURE_BY_ONE, SURE_DESPITE_SLIPS = 0.9, 0.95, 0.97
"""The share from which to tell a misread: if two answers show it, if one does, or if some stay unexplained."""

CONTROLLED, SUSPECTED = 3, 0.5
"""From which hand on, by index, a misread of which share is held against a hand that it gets right.

Without one, a wrong way that is no misread of ours may pass for it: the highest card free, for face cards worth 0.
"""

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


def next_hand(house: House, answers: Answers, dice: Dice) -> Layout:
    """The hand whose answer would tell most next."""
    asked = [layout for layout, _ in answers]
    diagnosis, level = _diagnosis(house, answers), levels_of(house)[-1].number
    belief, share = diagnosis.likeliest
    is_open = len(answers) >= CONTROLLED and share > SUSPECTED and not _controlled(belief, house, answers)
    despite = belief.key if is_open else ""
    return next_layout(diagnosis, house, level, dice, asked, dealt=len(answers) in DEALT, despite=despite)


def found(house: House, answers: Answers) -> MistakeFound:
    """The result of these answers; empty where it may be a slip."""
    diagnosis = _diagnosis(house, answers)
    belief, share = diagnosis.likeliest
    if not belief.misreads or belief in unlisted(house):
        return MistakeFound()
    wrong = [index for index, (layout, answer) in enumerate(answers) if answer != score(layout, house).total]
    shown = tuple(index for index in wrong if belief.total(answers[index][0]) == answers[index][1])
    slips = sum(answer != belief.total(layout) for layout, answer in answers)
    enough = SURE_DESPITE_SLIPS if slips else SURE if len(shown) > 1 else SURE_BY_ONE
    if slips > len(shown) or share < enough or not _controlled(belief, house, answers):
        return MistakeFound()
    return (
        MistakeFound(belief.mistakes[0], shown) if belief.mistakes else MistakeFound(shown=shown, reading=belief.doing)
    )


def _controlled(belief: Belief, house: House, answers: Answers) -> bool:
    """Whether some answer is right, as this belief has it too."""
    return any(answer == belief.total(layout) == score(layout, house).total for layout, answer in answers)


def _diagnosis(house: House, answers: Answers) -> Diagnosis:
    diagnosis = Diagnosis.among(known_beliefs(house))
    for layout, answer in answers:
        diagnosis = diagnosis.after(layout, answer)
    return diagnosis

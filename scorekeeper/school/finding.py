"""Find my mistake: a few hands to count, each chosen for this learner, and the one misread that their answers tell.

Two misreads at once are not weighed: they are rare, and lead to almost any number.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.rules import House, Layout, score
from scorekeeper.school.beliefs import beliefs, singles
from scorekeeper.school.diagnosis import Diagnosis
from scorekeeper.school.dice import Dice
from scorekeeper.school.layout_choice import next_layout
from scorekeeper.school.levels import levels_of
from scorekeeper.school.misreads import Misread

HANDS = 5
"""So many hands are asked, and one answer each."""

SURE, SURE_BY_ONE, SURE_DESPITE_SLIPS = 0.9, 0.95, 0.99
"""How likely a misread must be to be told: where two answers show it, one does, or some are not explained."""

Answers = Sequence[tuple[Layout, int]]
"""What was counted, in the order of the hands: a layout and its number."""


@dataclass(frozen=True)
class Found:
    """What the answers tell: a misread, or that they go by a ``reading`` that the house leaves open, in words.

    ``shown`` are the places, from 0, of the answers that show it.
    """

    misread: Misread | None = None
    shown: tuple[int, ...] = ()
    reading: str = ""

    @property
    def is_sure(self) -> bool:
        return len(self.shown) > 1


def next_hand(house: House, answers: Answers, dice: Dice) -> Layout:
    """The hand whose answer would tell most after these."""
    asked = [layout for layout, _ in answers]
    return next_layout(_diagnosis(house, answers), house, levels_of(house)[-1].number, dice, asked)


def found(house: House, answers: Answers) -> Found:
    """What these answers tell; nothing where it may be a slip."""
    diagnosis = _diagnosis(house, answers)
    belief, share = diagnosis.likeliest
    if not belief.misreads:
        return Found()
    wrong = [place for place, (layout, answer) in enumerate(answers) if answer != score(layout, house).total]
    shown = tuple(place for place in wrong if belief.total(answers[place][0]) == answers[place][1])
    slips = sum(answer != belief.total(layout) for layout, answer in answers)
    enough = SURE_DESPITE_SLIPS if slips else SURE if len(shown) > 1 else SURE_BY_ONE
    if slips >= len(shown) or share < enough:
        return Found()
    return Found(belief.mistakes[0], shown) if belief.mistakes else Found(shown=shown, reading=belief.doing)


def _diagnosis(house: House, answers: Answers) -> Diagnosis:
    diagnosis = Diagnosis.among((beliefs(house)[0], *singles(house)))
    for layout, answer in answers:
        diagnosis = diagnosis.after(layout, answer)
    return diagnosis

"""Every one mistake that explains all of somebody's answers: to be spoken of in conditional words only."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.quiz.beliefs import Belief, totals_of
from scorekeeper.quiz.misreads import Misread
from scorekeeper.rules import Layout


def candidates(beliefs: tuple[Belief, ...], answers: Sequence[tuple[Layout, int]]) -> tuple[Misread, ...]:
    """The misreads each of which leads to exactly these answers, where some are wrong.

    ``beliefs`` are those of a house, knowing the rules first (`quiz.beliefs`).
    """
    left = list(range(len(beliefs)))
    for layout, answer in answers:
        totals = totals_of(beliefs, layout)
        left = [place for place in left if totals[place] == answer]
    if 0 in left:  # whoever knows the rules answers so too
        return ()
    found = (beliefs[place] for place in left)
    return tuple(belief.misreads[0] for belief in found if len(belief.misreads) == len(belief.mistakes) == 1)

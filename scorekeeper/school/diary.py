"""Diary: what a learner did day after day in a house. Nothing of it is ever taken away."""

from dataclasses import dataclass, replace
from typing import Self

from scorekeeper.school.mastery import Moment, day_of

GOAL = 10
"""So many questions make a day full."""


@dataclass(frozen=True, slots=True)
class Diary:
    """The last day on which a question was over, how many were on it, and what was reached so far."""

    day: str = ""
    answered: int = 0
    full_days: int = 0  # on which the goal was reached
    best: int = 0  # hands that were right in one run of a minute

    def on(self, now: Moment) -> int:
        """How many questions are over on that day."""
        return self.answered if self.day == day_of(now) else 0

    def after_one(self, now: Moment) -> Self:
        """With one more question over."""
        answered = self.on(now) + 1
        return replace(self, day=day_of(now), answered=answered, full_days=self.full_days + (answered == GOAL))

    def after_run(self, right: int) -> Self:
        return replace(self, best=max(self.best, right))

"""How well a rule is known, and when it comes back: from the answers that speak for it or against it.

When a rule comes back is left to FSRS (py-fsrs), one card for each rule. Whole days are all that is asked of it, so it
gets no learning steps; and every question is a new layout, so nothing is ever easy. Moments are passed in, in UTC.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from functools import cached_property
from typing import Self, TypeAlias

from fsrs import Card, Rating, Scheduler, State

Moment: TypeAlias = datetime
"""When something happens, in UTC. It comes from outside: nothing here looks at a clock."""

SURE_AFTER = 3
"""So many counting answers in a row make a rule sure."""

HOURS_BETWEEN = 8
"""Another day is another date, and so many hours later: dates are those of UTC, whose midnight is in many an afternoon,
and what was right twenty minutes before says little of what is still known after a night."""

MOST_IN_A_ROW = 99
"""Beyond this nothing is counted: it would tell nothing more."""

_CARD = 1  # every rule has a card of its own, so their numbers tell nothing
_SCHEDULER = Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)


class Recall(StrEnum):
    """How a question about a rule ended, as far as the rule's return is concerned."""

    AT_ONCE = "at_once"  # right at the first try, without a hint
    WITH_HELP = "with_help"  # right after a hint, or at the second try
    NOT = "not"  # wrong twice, or given up


_RATINGS = {Recall.AT_ONCE: Rating.Good, Recall.WITH_HELP: Rating.Hard, Recall.NOT: Rating.Again}


class Step(StrEnum):
    """How far somebody is with a rule; the later, the further."""

    NEW = "new"  # nothing was answered that speaks for it or against it
    BEGUN = "begun"
    SURE = "sure"  # so many counting answers in a row
    MASTERED = "mastered"  # and one of them in a mixed set, on another day than the first


@dataclass(frozen=True)
class RuleProgress:
    """What is kept of one rule.

    ``days`` are those of the counting answers in a row, as `2026-11-21`: the first, and the last where it is another.
    ``mixed`` says whether one of them was in a mixed set on another day than the first. ``card`` is what FSRS knows,
    as it writes it; "" before the first answer. ``began`` is the moment of the first, in seconds since 1970.
    """

    rule: str
    in_a_row: int = 0
    days: tuple[str, ...] = ()
    mixed: bool = False
    card: str = ""
    began: int = 0

    @property
    def step(self) -> Step:
        if not self.card:
            return Step.NEW
        if self.in_a_row < SURE_AFTER:
            return Step.BEGUN
        return Step.MASTERED if self.mixed else Step.SURE

    @cached_property
    def due(self) -> datetime | None:
        """When it comes back, in UTC; None before the first answer."""
        return Card.from_json(self.card).due if self.card else None

    @cached_property
    def last(self) -> datetime | None:
        """When it was answered last, in UTC."""
        return Card.from_json(self.card).last_review if self.card else None

    def is_due(self, now: Moment) -> bool:
        """Whether it comes back on this day or should have before: whoever practises in the morning need not wait."""
        due = self.due
        return due is not None and day_of(due) <= day_of(now)

    def counted(self, now: Moment, *, mixed: bool) -> Self:
        """After a counting answer: right at the first try, without a hint, where a misread of the rule would fail."""
        today = day_of(now)
        first, began = (self.days[0], self.began) if self.in_a_row else (today, int(now.timestamp()))
        is_later = today > first and now.timestamp() - began >= HOURS_BETWEEN * 3600
        return replace(
            self.recalled(Recall.AT_ONCE, now),
            in_a_row=min(self.in_a_row + 1, MOST_IN_A_ROW),
            days=(first,) if today <= first else (first, today),
            mixed=(self.mixed and self.in_a_row > 0) or (mixed and is_later),
            began=began,
        )

    def stopped(self) -> Self:
        """After an answer that speaks against it: the row begins anew."""
        return replace(self, in_a_row=0, days=(), mixed=False, began=0)

    def recalled(self, recall: Recall, now: Moment) -> Self:
        """With the day on which it comes back worked out anew."""
        fresh = _fresh(now)
        card = Card.from_json(self.card) if self.card else fresh
        reviewed, _ = _SCHEDULER.review_card(card, _RATINGS[recall], fresh.due)
        return replace(self, card=reviewed.to_json())


def day_of(moment: Moment) -> str:
    """`2026-11-21`: later days sort later."""
    return moment.date().isoformat()


def _fresh(now: Moment) -> Card:
    """The card of a rule that nothing was answered about, due now."""
    return Card.from_dict(
        {
            "card_id": _CARD,
            "state": State.Learning.value,
            "step": 0,
            "stability": None,
            "difficulty": None,
            "due": now.isoformat(),
            "last_review": None,
        }
    )

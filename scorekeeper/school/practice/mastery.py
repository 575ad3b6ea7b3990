"""Practiced rules: how well a learner knows each, and its next review.

FSRS (py-fsrs) schedules the reviews, one card for each rule. It works in whole days, so it gets no learning steps.
Every question is a new layout, so no answer counts as easy. The caller passes in moments, in UTC.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from functools import cached_property
from typing import Self, TypeAlias

from fsrs import Card, Rating, Scheduler, State

from scorekeeper.rules import House
from scorekeeper.school.diagnosis.hole_misreads import hole_misreads
from scorekeeper.school.diagnosis.misreads import misreads

TURNS, ENDING, ENDER, WINNING = "turns", "ending", "ender", "winning"
"""Rules of the whole hole. Misreads name the rules of scoring a layout."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of the house. ``key`` is permanent, in addresses and stored data; ``name`` is for people."""

    key: str
    name: str


NAMES = {
    "value-a": "Aces",
    "value-2": "Twos",
    "value-j-q": "Jacks and queens",
    "value-k": "Kings",
    "single-cards": "Special cards",
    "value-joker": "Jokers",
    "cancelling": "What pairs are worth",
    "where": "Where pairs cancel",
    "equal": "What makes a pair",
    "negative-pairs": "Negative pairs",
    "pair-of-jokers": "Joker pairs",
    "four-of-a-kind": "Four of a kind",
    "hidden-cards": "Face-down cards",
    "adding": "Adding up",
    TURNS: "Your turn",
    ENDING: "When the hole ends",
    ENDER: "Penalty and reward",
    WINNING: "Who wins",
}
"""In learning order."""


def rules_of(house: House) -> tuple[Rule, ...]:
    """The rules of this house that can be misread, in learning order."""
    counted = {misread.rule for misread in misreads(house) if misread.reading is None}
    there = counted | rules_of_holes(house)
    return tuple(Rule(key, name) for key, name in NAMES.items() if key in there)


def foreign_rules(house: House) -> frozenset[str]:
    """Rules that this house lacks. Learners expect them, so exercises ask about them, but pages do not list them."""
    four, pays = house.four_of_a_kind, (house.penalty, house.reward)
    missing = {
        "cancelling": house.cancelling is None,
        "four-of-a-kind": four is None or not (four.points or four.by_rank or four.by_columns),
        ENDER: all(one is None or one.kind == "none" for one in pays),
    }
    return frozenset(rule for rule, is_missing in missing.items() if is_missing)


def rules_of_holes(house: House) -> frozenset[str]:
    """The rules beyond scoring a layout: hole scores, turns and the ending."""
    misread = {misread.rule for misread in hole_misreads(house) if misread.reading is None}
    return frozenset(misread | {TURNS, ENDING})


# --- how well a rule is known -----------------------------------------------------------------------------------------

Moment: TypeAlias = datetime
"""A moment in UTC, passed in: this module reads no clock."""

SURE_AFTER = 3
"""Counting answers in a row that make a rule sure."""

MOST_IN_A_ROW = 99
"""The count stops here."""

_CARD = 1  # FSRS wants an id, and each rule has its own card
_SCHEDULER = Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)


class Recall(StrEnum):
    """How a question about a rule ended, for scheduling its review."""

    AT_ONCE = "at_once"  # right at the first try, without a hint
    WITH_HELP = "with_help"  # right after a hint, or at the second try
    NOT = "not"  # wrong twice, or given up


_RATINGS = {Recall.AT_ONCE: Rating.Good, Recall.WITH_HELP: Rating.Hard, Recall.NOT: Rating.Again}


class Step(StrEnum):
    """A learner's progress with a rule, from first to last."""

    NEW = "new"  # no answer for it or against it yet
    BEGUN = "begun"
    SURE = "sure"  # SURE_AFTER counting answers in a row
    MASTERED = "mastered"  # and one of them in a mixed set, on another day than the first


@dataclass(frozen=True)
class RuleProgress:
    """The stored progress of one rule.

    ``days`` are the first and last day of the counting answers in a row, as `2026-11-21`; one entry if they are equal.
    ``mixed`` says whether one of them was in a mixed set on a later day than the first. ``card`` is the FSRS card as
    JSON; "" before the first answer.
    """

    rule: str
    in_a_row: int = 0
    days: tuple[str, ...] = ()
    mixed: bool = False
    card: str = ""

    @property
    def step(self) -> Step:
        if not self.card:
            return Step.NEW
        if self.in_a_row < SURE_AFTER:
            return Step.BEGUN
        return Step.MASTERED if self.mixed else Step.SURE

    @cached_property
    def due(self) -> datetime | None:
        """The next review, in UTC; None before the first answer."""
        return Card.from_json(self.card).due if self.card else None

    @cached_property
    def last(self) -> datetime | None:
        """The last answer, in UTC."""
        return Card.from_json(self.card).last_review if self.card else None

    def is_due(self, now: Moment) -> bool:
        """Whether its review is today or overdue. Time of day does not matter."""
        due = self.due
        return due is not None and day_of(due) <= day_of(now)

    def counted(self, now: Moment, *, mixed: bool) -> Self:
        """Progress after a counting answer: right at the first try, without a hint, where a misread would fail."""
        today = day_of(now)
        first = self.days[0] if self.in_a_row else today
        return replace(
            self.recalled(Recall.AT_ONCE, now),
            in_a_row=min(self.in_a_row + 1, MOST_IN_A_ROW),
            days=(first,) if today <= first else (first, today),
            mixed=(self.mixed and self.in_a_row > 0) or (mixed and today > first),
        )

    def stopped(self) -> Self:
        """Progress after an answer against it: the row starts again."""
        return replace(self, in_a_row=0, days=(), mixed=False)

    def recalled(self, recall: Recall, now: Moment) -> Self:
        """Progress with a new review day."""
        fresh = _fresh(now)
        card = Card.from_json(self.card) if self.card else fresh
        reviewed, _ = _SCHEDULER.review_card(card, _RATINGS[recall], fresh.due)
        return replace(self, card=reviewed.to_json())


def day_of(moment: Moment) -> str:
    """`2026-11-21`: later days sort later."""
    return moment.date().isoformat()


def _fresh(now: Moment) -> Card:
    """The card of an unanswered rule, due now."""
    return Card(card_id=_CARD, state=State.Learning, step=0, due=now)

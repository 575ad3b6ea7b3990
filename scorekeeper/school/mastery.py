"""Rules that can be practiced: how well each is known, and when it comes back, from the answers that speak of it.

When a rule comes back is left to FSRS (py-fsrs), one card for each rule. Whole days are all that is asked of it, so it
gets no learning steps; and every question is a new layout, so nothing is ever easy. Moments are passed in, in UTC.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from functools import cached_property
from typing import Self, TypeAlias

from fsrs import Card, Rating, Scheduler, State

from scorekeeper.rules import House
from scorekeeper.school.hole_misreads import hole_misreads
from scorekeeper.school.misreads import misreads

TURNS, ENDING, ENDER, WINNING = "turns", "ending", "ender", "winning"
"""Rules of the whole hole, beside those of counting a layout, which the misreads name."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of the house. ``key`` is its name for ever, in addresses and in what is kept; ``name`` is for people."""

    key: str
    name: str


NAMES = {
    "value-a": "What an ace counts",
    "value-2": "What a two counts",
    "value-j-q": "What jack and queen count",
    "value-k": "What a king counts",
    "single-cards": "Single cards with a value of their own",
    "value-joker": "What a joker counts",
    "cancelling": "What canceled cards count",
    "where": "Where equal cards cancel",
    "equal": "Which cards are equal",
    "negative-pairs": "Equal cards below zero",
    "pair-of-jokers": "A pair of jokers",
    "four-of-a-kind": "Four of a kind",
    "hidden-cards": "Cards that still lie face down",
    "adding": "Adding up",
    TURNS: "What may be done in a turn",
    ENDING: "When the hole ends",
    ENDER: "What the ender pays or earns",
    WINNING: "Who wins",
}
"""In the order in which they are learned."""


def rules_of(house: House) -> tuple[Rule, ...]:
    """The rules of this house that can be misread, in the order in which they are learned."""
    counted = {misread.rule for misread in misreads(house) if misread.reading is None}
    there = counted | rules_of_holes(house)
    return tuple(Rule(key, name) for key, name in NAMES.items() if key in there)


def foreign_rules(house: House) -> frozenset[str]:
    """Rules that this house does not have: people bring them along, so they are asked about, but not listed."""
    four, pays = house.four_of_a_kind, (house.penalty, house.reward)
    missing = {
        "cancelling": house.cancelling is None,
        "four-of-a-kind": four is None or not (four.points or four.by_rank or four.by_columns),
        ENDER: all(one is None or one.kind == "none" for one in pays),
    }
    return frozenset(rule for rule, is_missing in missing.items() if is_missing)


def rules_of_holes(house: House) -> frozenset[str]:
    """Those beside the counting of a layout: those that the misreads of a hole name, and the course of the hole."""
    misread = {misread.rule for misread in hole_misreads(house) if misread.reading is None}
    return frozenset(misread | {TURNS, ENDING})


# --- how well a rule is known -----------------------------------------------------------------------------------------

Moment: TypeAlias = datetime
"""When something happens, in UTC. It comes from outside: nothing here looks at a clock."""

SURE_AFTER = 3
"""So many counting answers in a row make a rule sure."""

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
    as it writes it; "" before the first answer.
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
        """When it comes back, in UTC; None before the first answer."""
        return Card.from_json(self.card).due if self.card else None

    @cached_property
    def last(self) -> datetime | None:
        """When it was answered last, in UTC."""
        return Card.from_json(self.card).last_review if self.card else None

    def is_due(self, now: Moment) -> bool:
        """Whether it comes back on this day or should have before: whoever practices in the morning need not wait."""
        due = self.due
        return due is not None and day_of(due) <= day_of(now)

    def counted(self, now: Moment, *, mixed: bool) -> Self:
        """After a counting answer: right at the first try, without a hint, where a misread of the rule would fail."""
        today = day_of(now)
        first = self.days[0] if self.in_a_row else today
        return replace(
            self.recalled(Recall.AT_ONCE, now),
            in_a_row=min(self.in_a_row + 1, MOST_IN_A_ROW),
            days=(first,) if today <= first else (first, today),
            mixed=(self.mixed and self.in_a_row > 0) or (mixed and today > first),
        )

    def stopped(self) -> Self:
        """After an answer that speaks against it: the row begins anew."""
        return replace(self, in_a_row=0, days=(), mixed=False)

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
    return Card(card_id=_CARD, state=State.Learning, step=0, due=now)

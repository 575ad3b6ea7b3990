"""What the pages of practice show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from scorekeeper.quiz.mastery import SURE_AFTER, RuleProgress, Step
from scorekeeper.quiz.misreads import Misread
from scorekeeper.quiz.practised import NAMES, Rule
from scorekeeper.quiz.practising import Outcome, due, outcome, told
from scorekeeper.quiz.question import Answer, Question
from scorekeeper.quiz.sitting import QUESTIONS, Asked, Practice, Result, Sitting
from scorekeeper.rules import House, Score
from scorekeeper.rules.sheet import SheetSection
from scorekeeper.rules.wording import count_word, listing, number
from scorekeeper.web.filters import day
from scorekeeper.web.questions_shown import rules_beside, scores_beside

STEPS = 4
"""Of the bar beside a rule: three counting answers in a row, and one of them on another day."""


@dataclass(frozen=True, slots=True)
class RuleShown:
    """A rule of the house, and how far it is known."""

    rule: Rule
    progress: RuleProgress
    is_due: bool
    now: datetime

    @property
    def steps(self) -> int:
        """Of STEPS, how many are done."""
        done = {Step.NEW: 0, Step.BEGUN: self.progress.in_a_row, Step.SURE: SURE_AFTER, Step.MASTERED: STEPS}
        return min(done[self.progress.step], STEPS)

    @property
    def says(self) -> str:
        """The same in words."""
        row, back = self.progress.in_a_row, coming_back(self.progress.due, self.now)
        match self.progress.step:
            case Step.NEW:
                return "not practised yet"
            case Step.BEGUN:
                return f"{count_word(row)} of {count_word(SURE_AFTER)} in a row" if row else "begun"
            case Step.SURE:
                return "sure; a mixed sitting on another day is left"
            case Step.MASTERED:
                return f"mastered; comes back {back}"


def coming_back(due_at: datetime | None, now: datetime) -> str:
    """When a rule comes back, in words.

    >>> from datetime import UTC
    >>> coming_back(datetime(2026, 11, 23, tzinfo=UTC), datetime(2026, 11, 21, tzinfo=UTC))
    'in two days'
    """
    if due_at is None:
        return "with the next question about it"
    days = (due_at.date() - now.date()).days
    if days <= 0:
        return "today"
    if days == 1:
        return "tomorrow"
    return f"in {count_word(days)} days" if days <= 14 else f"on {day(due_at)}"


@dataclass(frozen=True)
class PracticePage:
    """One house, its rules, and how far each is."""

    practice: Practice
    now: datetime

    @property
    def house(self) -> House:
        return self.practice.house

    @property
    def under_way(self) -> Sitting | None:
        """The sitting to go on with."""
        sitting = self.practice.sitting
        return None if sitting is None or sitting.is_over else sitting

    @property
    def about(self) -> str:
        """The rule that the sitting under way is about; "" for a mixed one."""
        return NAMES.get(self.under_way.wanted or "", "") if self.under_way else ""

    @cached_property
    def rules(self) -> tuple[RuleShown, ...]:
        """Those that are to be looked at again first, the others in the order in which they are learned."""
        again = {rule.key for rule in due(self.practice, self.now)}
        shown = [RuleShown(rule, progress, rule.key in again, self.now) for rule, progress in self.practice.progress]
        return tuple(sorted(shown, key=lambda one: not one.is_due))

    @property
    def due_count(self) -> int:
        return sum(shown.is_due for shown in self.rules)


@dataclass(frozen=True, slots=True)
class Said:
    """What is said to an answer."""

    outcome: Outcome
    told: tuple[Misread, ...] = ()  # what several answers point at together

    @property
    def meaning(self) -> str:
        return self.outcome.meaning

    @property
    def title(self) -> str:
        match self.outcome.meaning:
            case "again":
                return "Not yet. There is one more try."
            case "same":
                return "The same answer as before: it is not counted as a try."
            case "shown":
                return "Here is how it is worked out."
        return ""

    @property
    def telling(self) -> str:
        """What the answers so far have in common, said of the task."""
        if not self.told:
            return ""
        return f"More than one answer now comes out if {listing([misread.doing for misread in self.told])}."


@dataclass(frozen=True)
class QuestionPage:
    """The question under way; or, once it is over, how it is worked out."""

    practice: Practice
    asked: Asked
    typed: Mapping[str, str]
    errors: Mapping[str, list[str]]

    @property
    def house(self) -> House:
        return self.practice.house

    @property
    def question(self) -> Question:
        return self.asked.question

    @property
    def sitting(self) -> Sitting:
        assert self.practice.sitting is not None
        return self.practice.sitting

    @property
    def is_open(self) -> bool:
        return self.asked.state == "open"

    @property
    def about(self) -> str:
        """The rule that was chosen to practise; "" in a mixed sitting."""
        return NAMES.get(self.sitting.wanted or "", "")

    @cached_property
    def said(self) -> Said | None:
        """Nothing while something else is wrong: what was typed is then no answer."""
        found = None if self.errors else outcome(self.practice)
        if found is None:
            return None
        return Said(found, told(self.practice) if found.verdict.misreads else ())

    @property
    def wrong(self) -> frozenset[str]:
        return self.said.outcome.verdict.wrong if self.said else frozenset()

    @property
    def hints(self) -> tuple[str, ...]:
        return self.asked.hints if self.is_open else ()

    @property
    def scores(self) -> tuple[Score | None, ...]:
        """Of the hands, once the question is over, where it is about what they count by these rules."""
        return () if self.is_open else scores_beside(self.question)

    @cached_property
    def sections(self) -> tuple[SheetSection, ...]:
        """The rules of the house, what a layout counts first."""
        return rules_beside(self.house)


@dataclass(frozen=True, slots=True)
class RuleAfter:
    """A rule that a sitting was about, and when it comes back."""

    name: str
    back: str


@dataclass(frozen=True)
class EndPage:
    """A sitting that is over: what went well, and what comes back when. About the rules, never about the person."""

    practice: Practice
    sitting: Sitting
    now: datetime

    @property
    def house(self) -> House:
        return self.practice.house

    @property
    def well(self) -> tuple[RuleAfter, ...]:
        """The rules that were right at the first try."""
        return self._after(self._at_once - self._missed)

    @property
    def again(self) -> tuple[RuleAfter, ...]:
        """The rules that needed help."""
        return self._after(self._missed)

    @property
    def was_nothing_due(self) -> bool:
        """Whether the sitting ended early because nothing is left for today."""
        return len(self.sitting.results) < QUESTIONS

    @cached_property
    def _at_once(self) -> frozenset[str]:
        found = [_about(result) for result in self.sitting.results if result.how == "at_once"]
        return frozenset().union(*found) & frozenset(self.practice.rules)

    @cached_property
    def _missed(self) -> frozenset[str]:
        found = [_about(result) for result in self.sitting.results if result.how in ("with_help", "shown")]
        kept = self.practice.rules
        return frozenset(rule for rule in frozenset().union(*found) if rule in kept and not kept[rule].in_a_row)

    def _after(self, keys: frozenset[str]) -> tuple[RuleAfter, ...]:
        return tuple(
            RuleAfter(rule.name, coming_back(progress.due, self.now))
            for rule, progress in self.practice.progress
            if rule.key in keys
        )


def typed_of(answer: Answer) -> dict[str, str]:
    """An answer as it stands in the boxes of its form."""
    return {name: number(value) if isinstance(value, int) else value for name, value in answer.items()}


def _about(result: Result) -> frozenset[str]:
    return result.question.rules | ({result.rule} if result.rule else frozenset())

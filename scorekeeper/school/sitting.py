"""Practice of one learner in one house: how far each rule is, what was answered, and the question under way."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import cached_property, lru_cache
from typing import Self

from scorekeeper.rules import House, Layout, parse_layout
from scorekeeper.school.attempt import Attempt, Done, State, folded
from scorekeeper.school.beliefs import Belief, beliefs
from scorekeeper.school.diagnosis import Diagnosis
from scorekeeper.school.finding import HANDS
from scorekeeper.school.mastery import Moment, Rule, RuleProgress, day_of, rules_of
from scorekeeper.school.question import Answer, Question, Verdict

QUESTIONS = 10
"""A sitting has at most so many."""

MISTAKE = "mistake"
"""What is wanted of a sitting of a few hands that finds a misread."""

MINUTE = "minute"
"""What is wanted of a run: as many hands as can be counted in a minute."""

SECONDS, GRACE = 60, timedelta(seconds=2)
"""A run is that long, and an answer may be so much longer under way."""

UNLEARN, UNLEARNING = "unlearn ", 4
"""What is wanted of a sitting about one misread, before its key; and how many hands that has, one of them plain."""

EVIDENCE_KEPT = 16
"""Of the first tries so many are kept; beyond that the oldest go."""

FADED = 40
"""After so many sittings nothing is left of what was thought likely."""

GOAL = 10
"""So many questions make a day full."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """A first try without a hint, which tells what is believed about scoring."""

    sitting: int
    layout: str  # in card notation
    answer: int


@dataclass(frozen=True)
class Asked:
    """A question of a sitting. ``rule`` is the one that it was chosen for; None where it was chosen to tell most."""

    question: Question
    rule: str | None = None
    done: tuple[Done, ...] = ()
    state: State | None = None  # how it ended, once it is over: then it stands among the results too

    @property
    def over(self) -> bool:
        return self.state is not None


@dataclass(frozen=True, slots=True)
class Return:
    """A rule that was missed, and after how many questions of the sitting it comes back."""

    rule: str
    after: int


@dataclass(frozen=True)
class Sitting:
    """Up to ten questions. ``asked`` is None once it is over; ``results`` are the questions that are over, in order."""

    number: int  # of this learner in this house, from 1
    wanted: str | None  # the rule that was chosen, MISTAKE, MINUTE, or a misread to UNLEARN; None for a mixed set
    asked: Asked | None
    results: tuple[Asked, ...] = ()  # without what was done
    coming_back: tuple[Return, ...] = ()
    until: Moment | None = None  # the end of a run; None for any other sitting
    counted: tuple[int, ...] = ()  # in a run, what was given for each hand

    @property
    def is_mixed(self) -> bool:
        return self.wanted is None

    @property
    def finds(self) -> bool:
        """Whether it finds a misread."""
        return self.wanted == MISTAKE

    @property
    def is_run(self) -> bool:
        return self.until is not None

    @property
    def tells_at_once(self) -> bool:
        """Whether something is said to each answer; else each question has one, and all is told in the end."""
        return not self.finds and not self.is_run

    @property
    def right(self) -> int:
        """How many questions were right at once."""
        return sum(one.state == "right" for one in self.results)

    @property
    def unlearns(self) -> str:
        """The key of the misread that it is about; "" for none."""
        wanted = self.wanted or ""
        return wanted.removeprefix(UNLEARN) if wanted.startswith(UNLEARN) else ""

    @property
    def length(self) -> int:
        """How many questions it has at most."""
        if self.is_run:
            return SECONDS
        return HANDS if self.finds else UNLEARNING if self.unlearns else QUESTIONS

    @property
    def is_over(self) -> bool:
        return self.asked is None

    @property
    def place(self) -> int:
        """The number of the question under way, from 1; of the last one once the sitting is over."""
        return max(1, len(self.results) + (self.asked is not None and not self.asked.over))


@dataclass(frozen=True, slots=True)
class Diary:
    """What is never taken away: the last day with a question over, how many it had, and what was reached so far."""

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


@dataclass(frozen=True)
class Practice:
    """Everything kept of one learner in one house."""

    house: House
    rules: Mapping[str, RuleProgress] = field(default_factory=dict)  # by rule, those that something was answered about
    evidence: tuple[Evidence, ...] = ()  # oldest first
    level: int = 0  # of the next layout; 0: the first that can be misread
    sittings: int = 0  # that were begun
    sitting: Sitting | None = None
    diary: Diary = field(default_factory=Diary)
    unlearned: str = ""  # the key of the misread that was unlearned last; shown again when its rule comes back
    version: int = 0  # as it was kept; 0: never

    @property
    def asked(self) -> Asked | None:
        """The question under way, if any."""
        return None if self.sitting is None else self.sitting.asked

    @cached_property
    def attempt(self) -> Attempt | None:
        """What was done at the question under way."""
        asked = self.asked
        if asked is None or self.sitting is None:
            return None
        return folded(Attempt(asked.question, self.sitting.tells_at_once, self._judge), asked.done)

    @property
    def key(self) -> str:
        """Tells the question under way from every other, for forms: `3-7` is the seventh of the third sitting."""
        return "" if self.sitting is None else f"{self.sitting.number}-{self.sitting.place}"

    @property
    def progress(self) -> tuple[tuple[Rule, RuleProgress], ...]:
        """Every rule of the house in the order in which they are learned, and how far it is."""
        return tuple((rule, self.rules.get(rule.key, RuleProgress(rule.key))) for rule in rules_of(self.house))

    @property
    def answers(self) -> tuple[tuple[Layout, int], ...]:
        """What was counted at first tries, oldest first."""
        return tuple((parse_layout(one.layout, self.house), one.answer) for one in self.evidence)

    @property
    def answers_here(self) -> tuple[tuple[Layout, int], ...]:
        """Those of the last sitting."""
        if self.sitting is not None and self.sitting.is_run:
            hands = [hand.layout for one in self.sitting.results for hand in one.question.hands]
            return tuple(zip(hands, self.sitting.counted, strict=True))
        newest = [one for one in self.evidence if one.sitting == self.sittings]
        return self.answers[len(self.evidence) - len(newest) :]

    @property
    def diagnosis(self) -> Diagnosis:
        """What is likely believed, from the first tries; it fades from sitting to sitting."""
        return _diagnosis(beliefs(self.house)[0], self.evidence, self.sittings or 1)

    def under(self, house: House) -> Self:
        """The same once the house was changed: rules go by their names, but layouts count something else now."""
        return replace(self, house=house, evidence=(), sitting=None)

    def _judge(self, answer: Answer) -> Verdict:
        """What is said to an answer; what was believed so far is worked out only where it can tell anything."""
        assert self.asked is not None, "a question is under way"
        question = self.asked.question
        return question.judge(answer, None if question.counted_as(answer) is None else self.diagnosis)


@lru_cache(maxsize=512)
def _diagnosis(knows: Belief, evidence: tuple[Evidence, ...], sitting: int) -> Diagnosis:
    """Each answer is weighed once: all that came before it is found among those of before."""
    if not evidence:
        return Diagnosis.of(knows.house)
    *before, newest = evidence
    if newest.sitting < sitting:
        diagnosis = _diagnosis(knows, evidence, newest.sitting)
        for _ in range(min(sitting - newest.sitting, FADED)):
            diagnosis = diagnosis.faded()
        return diagnosis
    return _diagnosis(knows, tuple(before), sitting).after(parse_layout(newest.layout, knows.house), newest.answer)

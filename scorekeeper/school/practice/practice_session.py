"""Practice of one learner in one house: progress of each rule, answers and the open question."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import cached_property, lru_cache
from typing import Self

from scorekeeper.rules import House, Layout, parse_layout
from scorekeeper.school.diagnosis.beliefs import Belief, beliefs
from scorekeeper.school.diagnosis.diagnosis import Diagnosis
from scorekeeper.school.exercises.attempt import Attempt, Done, State, folded
from scorekeeper.school.exercises.question import Answer, Question, Verdict
from scorekeeper.school.practice.find_my_mistake import HANDS
from scorekeeper.school.practice.mastery import Moment, Rule, RuleProgress, day_of, rules_of

QUESTIONS = 10
"""The most questions of a practice run."""

MISTAKE = "mistake"
"""The ``wanted`` of a run of a few hands that finds a misread."""

MINUTE = "minute"
"""The ``wanted`` of a timed run: as many hands as the learner can score in a minute."""

SECONDS, GRACE = 60, timedelta(seconds=2)
"""The length of a timed run, and the extra time for a last answer to arrive."""

UNLEARN, UNLEARNING = "unlearn ", 4
"""The ``wanted`` of a run about one misread, before its key; and its hands, one of them plain."""

EVIDENCE_KEPT = 16
"""The first tries to store; older ones go."""

FADED = 40
"""Practice runs after which a diagnosis has fully faded."""

GOAL = 10
"""The goal of a day, in questions."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """A first try without a hint, as evidence of how the learner scores."""

    sitting: int
    layout: str  # in card notation
    answer: int


@dataclass(frozen=True)
class Asked:
    """A question of a practice run. ``rule`` is the rule it was chosen for; None for the most telling question."""

    question: Question
    rule: str | None = None
    done: tuple[Done, ...] = ()
    state: State | None = None  # how it ended; closed questions are among the results too

    @property
    def over(self) -> bool:
        return self.state is not None


@dataclass(frozen=True, slots=True)
class Return:
    """A missed rule, and the number of questions in the run after which it comes back."""

    rule: str
    after: int


@dataclass(frozen=True)
class Sitting:
    """A run of up to ten questions. ``asked`` is None at its end; ``results`` are the closed questions in order."""

    number: int  # from 1, for this learner in this house
    wanted: str | None  # the chosen rule, MISTAKE, MINUTE, or a misread to UNLEARN; None for a mixed run
    asked: Asked | None
    results: tuple[Asked, ...] = ()  # without the learner's actions
    coming_back: tuple[Return, ...] = ()
    until: Moment | None = None  # the end of a timed run
    counted: tuple[int, ...] = ()  # in a timed run, the answer for each hand

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
        """Whether each answer gets immediate feedback. Other runs take one answer each and give it at the end."""
        return not self.finds and not self.is_run

    @property
    def right(self) -> int:
        """The number of questions right the first time."""
        return sum(one.state == "right" for one in self.results)

    @property
    def unlearns(self) -> str:
        """The key of its misread; "" for none."""
        wanted = self.wanted or ""
        return wanted.removeprefix(UNLEARN) if wanted.startswith(UNLEARN) else ""

    @property
    def length(self) -> int:
        """The most questions of this run."""
        if self.is_run:
            return SECONDS
        return HANDS if self.finds else UNLEARNING if self.unlearns else QUESTIONS

    @property
    def is_over(self) -> bool:
        return self.asked is None

    @property
    def question_number(self) -> int:
        """The number of the open question, from 1; at the end, that of the last one."""
        return max(1, len(self.results) + (self.asked is not None and not self.asked.over))


@dataclass(frozen=True, slots=True)
class Diary:
    """Lasting achievements: the last day with a closed question, its count, full days and the best timed run."""

    day: str = ""
    answered: int = 0
    full_days: int = 0  # days with the goal reached
    best: int = 0  # right hands in one timed run

    def on(self, now: Moment) -> int:
        """The closed questions of this day."""
        return self.answered if self.day == day_of(now) else 0

    def after_one(self, now: Moment) -> Self:
        """The diary after one more closed question."""
        answered = self.on(now) + 1
        return replace(self, day=day_of(now), answered=answered, full_days=self.full_days + (answered == GOAL))

    def after_run(self, right: int) -> Self:
        return replace(self, best=max(self.best, right))


@dataclass(frozen=True)
class Practice:
    """The stored practice of one learner in one house."""

    house: House
    rules: Mapping[str, RuleProgress] = field(default_factory=dict)  # by rule, only those with an answer
    evidence: tuple[Evidence, ...] = ()  # oldest first
    level: int = 0  # of the next layout; 0 for the first level with misreads
    sittings: int = 0  # started so far
    sitting: Sitting | None = None
    diary: Diary = field(default_factory=Diary)
    unlearned: str = ""  # the key of the last unlearned misread; a hand shows it again with its rule
    version: int = 0  # the stored version; 0 for none

    @property
    def asked(self) -> Asked | None:
        """The open question, if any."""
        return None if self.sitting is None else self.sitting.asked

    @cached_property
    def attempt(self) -> Attempt | None:
        """The attempt at the open question."""
        asked = self.asked
        if asked is None or self.sitting is None:
            return None
        return folded(Attempt(asked.question, self.sitting.tells_at_once, self._judge), asked.done)

    @property
    def key(self) -> str:
        """The key of the open question in forms: `3-7` is the seventh of the third run."""
        return "" if self.sitting is None else f"{self.sitting.number}-{self.sitting.question_number}"

    @property
    def progress(self) -> tuple[tuple[Rule, RuleProgress], ...]:
        """Every rule of the house in learning order, with its progress."""
        return tuple((rule, self.rules.get(rule.key, RuleProgress(rule.key))) for rule in rules_of(self.house))

    @property
    def answers(self) -> tuple[tuple[Layout, int], ...]:
        """The first tries as layouts and answers, oldest first."""
        return tuple((parse_layout(one.layout, self.house), one.answer) for one in self.evidence)

    @property
    def answers_here(self) -> tuple[tuple[Layout, int], ...]:
        """The first tries of the last run."""
        if self.sitting is not None and self.sitting.is_run:
            hands = [hand.layout for one in self.sitting.results for hand in one.question.hands]
            return tuple(zip(hands, self.sitting.counted, strict=True))
        newest = [one for one in self.evidence if one.sitting == self.sittings]
        return self.answers[len(self.evidence) - len(newest) :]

    @property
    def diagnosis(self) -> Diagnosis:
        """The diagnosis from the first tries; it fades from run to run."""
        return _diagnosis(beliefs(self.house)[0], self.evidence, self.sittings or 1)

    def under(self, house: House) -> Self:
        """The practice under a changed house: rules keep their progress, but the layouts have other scores."""
        return replace(self, house=house, evidence=(), sitting=None)

    def _judge(self, answer: Answer) -> Verdict:
        """The feedback for an answer, with a diagnosis only where it helps."""
        assert self.asked is not None, "a question is open"
        question = self.asked.question
        return question.judge(answer, None if question.counted_as(answer) is None else self.diagnosis)


@lru_cache(maxsize=512)
def _diagnosis(knows: Belief, evidence: tuple[Evidence, ...], sitting: int) -> Diagnosis:
    """The diagnosis, cached answer by answer."""
    if not evidence:
        return Diagnosis.of(knows.house)
    *before, newest = evidence
    if newest.sitting < sitting:
        diagnosis = _diagnosis(knows, evidence, newest.sitting)
        for _ in range(min(sitting - newest.sitting, FADED)):
            diagnosis = diagnosis.faded()
        return diagnosis
    return _diagnosis(knows, tuple(before), sitting).after(parse_layout(newest.layout, knows.house), newest.answer)

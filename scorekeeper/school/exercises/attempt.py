"""An attempt at a question: one learner's actions, folded into a state and feedback.

Practice differs from a test only in its immediate feedback. Pure: the caller passes in the judge.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, Self, TypeAlias

from scorekeeper.school.exercises.question import Answer, AnswersRefused, Question, Verdict, written

TRIES = 2
"""Answers to a question with immediate feedback."""

Did: TypeAlias = Literal["answer", "hint", "show"]

State: TypeAlias = Literal["empty", "trying", "given", "right", "later", "wrong"]
"""The state of a question, for viewers who may see the right answer.

"right": at the first try, without a hint; "later": right after that. "given": right under an open reading of the house,
or an answer without feedback yet.
"""

Judge: TypeAlias = Callable[[Answer], Verdict]


@dataclass(frozen=True)
class Done:
    """One stored action of a learner at the question with that ``index``, from 0.

    ``typed`` are the field values by name. ``took`` is how long the question was on screen in milliseconds, if the
    learner's device sent it.
    """

    index: int
    did: Did
    typed: Mapping[str, str] = field(default_factory=dict)
    took: int | None = None


@dataclass(frozen=True)
class Given:
    """A counted answer. ``hints`` is the number of hints before it."""

    answer: Answer
    typed: Mapping[str, str]
    hints: int
    took: int | None


@dataclass(frozen=True)
class Attempt:
    """One learner's attempt at one question.

    A ``practiced`` question has two tries with hints, and immediate feedback. In a test the learner may change an
    answer until the feedback, and the last one counts.
    """

    question: Question
    practiced: bool
    judge: Judge = field(compare=False, repr=False)
    given: tuple[Given, ...] = ()
    hinted: int = 0  # hints used
    shown: bool = False  # the learner asked for the worked steps
    repeated: bool = False  # the last answer repeats an earlier wrong one

    def after(self, done: Done) -> Self:
        """The attempt after one more action. It ignores unreadable answers, and everything once it is over."""
        if self.over:
            return self
        if done.did == "show":
            return replace(self, shown=True, repeated=False)
        if done.did == "hint":
            return replace(self, hinted=self.hinted + self.more_hints, repeated=self.repeated and not self.more_hints)
        try:
            answer = self.question.read(done.typed)
        except AnswersRefused:
            return self
        if self.practiced and written(answer) in [written(given.answer) for given in self.given]:
            return replace(self, repeated=True)
        return replace(self, given=(*self.given, Given(answer, done.typed, self.hinted, done.took)), repeated=False)

    @property
    def last(self) -> Given | None:
        return self.given[-1] if self.given else None

    @property
    def counted(self) -> Answer | None:
        """The answer for the diagnosis: in practice the first, if without a hint; in a test the last."""
        if self.practiced:
            return self.given[0].answer if self.given and not self.given[0].hints else None
        return self.given[-1].answer if self.given else None

    @cached_property
    def verdict(self) -> Verdict | None:
        """The feedback for the last answer, for viewers who may see what is right."""
        return None if self.last is None else self.judge(self.last.answer)

    @property
    def slipped(self) -> bool:
        """Whether every wrong answer is a slip in adding up, without a hint."""
        verdicts = [self.judge(given.answer) for given in self.given]
        wrong = [verdict for verdict in verdicts if not verdict.right]
        return bool(wrong) and not self.hinted and all(verdict.slip for verdict in wrong)

    @property
    def right(self) -> bool:
        return self.verdict is not None and self.verdict.right

    @property
    def reading(self) -> bool:
        """Whether the last answer is right under an open reading of the house."""
        return self.verdict is not None and self.verdict.reading

    @property
    def over(self) -> bool:
        """Whether a practiced question takes no more answers.

        Feedback on an open reading names the right number, so nothing is left to try.
        """
        return self.practiced and (self.shown or self.right or self.reading or len(self.given) >= TRIES)

    @property
    def hints(self) -> tuple[str, ...]:
        """The visible hints of an open question: the used ones, and one more after an unexplained answer.

        Feedback on an explained answer already says where to look; a hint might lead elsewhere.
        """
        if self.over or not self.practiced:
            return ()
        unexplained = self.verdict is not None and not self.verdict.rule
        return self.question.hints[: self.hinted + unexplained]

    @property
    def more_hints(self) -> bool:
        """Whether another hint is left."""
        return self.practiced and not self.over and len(self.hints) < len(self.question.hints)

    @property
    def state(self) -> State:
        """The state, for viewers who may see what is right."""
        if self.reading:
            return "given"
        if self.right:
            at_once = len(self.given) == 1 and not self.given[0].hints
            return "right" if at_once or not self.practiced else "later"
        if not self.given and not self.shown:
            return "trying" if self.hinted else "empty"
        return "wrong" if self.over or not self.practiced else "trying"

    def seen(self, told: bool) -> State:
        """The state to show, with or without what is right."""
        if told:
            return self.state
        return "given" if self.given else "empty"


def folded(attempt: Attempt, all_done: Iterable[Done]) -> Attempt:
    """The attempt after these actions in order."""
    for done in all_done:
        attempt = attempt.after(done)
    return attempt

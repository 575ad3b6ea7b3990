"""Attempt at a question: all that one learner did there, folded into how far it is and what is said.

Practice differs from a test only in what is told at once. Pure: how an answer is judged is passed in.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, Self, TypeAlias

from scorekeeper.school.question import Answer, AnswersRefused, Question, Verdict, written

TRIES = 2
"""So often a question may be answered where the reason is told at once."""

Did: TypeAlias = Literal["answer", "hint", "show"]

State: TypeAlias = Literal["empty", "trying", "given", "right", "later", "wrong"]
"""How far a question is, for those who may see what is right.

"right": at the first try, without a hint; "later": right after that. "given": right by a reading that the house leaves
open, which is neither; and any answer of which nothing may be told yet.
"""

Judge: TypeAlias = Callable[[Answer], Verdict]


@dataclass(frozen=True)
class Done:
    """One thing that a learner did at the question of that place, from 0, as it is kept.

    ``typed`` is what stood in the fields, by their names. ``took`` is how many milliseconds the question had been on
    show, as far as the learner's device told.
    """

    place: int
    did: Did
    typed: Mapping[str, str] = field(default_factory=dict)
    took: int | None = None


@dataclass(frozen=True)
class Given:
    """An answer that counted as one. ``hints`` says how many had been asked for by then."""

    answer: Answer
    typed: Mapping[str, str]
    hints: int
    took: int | None


@dataclass(frozen=True)
class Attempt:
    """What one learner did at one question.

    Where it is ``practiced`` there are two tries with hints, and the reason at once. Else an answer may be changed
    until something is told, and the last one counts.
    """

    question: Question
    practiced: bool
    judge: Judge = field(compare=False, repr=False)
    given: tuple[Given, ...] = ()
    hinted: int = 0  # hints that were asked for
    shown: bool = False  # the worked steps were asked for
    repeated: bool = False  # the last thing given was a wrong answer that had been given before

    def after(self, done: Done) -> Self:
        """With one more thing done. Nothing counts once it is over; what cannot be read is no answer."""
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
        """The answer that tells what is believed: in practice the first, if without a hint; else the last."""
        if self.practiced:
            return self.given[0].answer if self.given and not self.given[0].hints else None
        return self.given[-1].answer if self.given else None

    @cached_property
    def verdict(self) -> Verdict | None:
        """What is to be said to the last answer. Only for who may see what is right."""
        return None if self.last is None else self.judge(self.last.answer)

    @property
    def right(self) -> bool:
        return self.verdict is not None and self.verdict.right

    @property
    def reading(self) -> bool:
        """Whether the last answer is right by a reading that the house leaves open."""
        return self.verdict is not None and self.verdict.reading

    @property
    def over(self) -> bool:
        """Whether a question that is practiced takes no more answers.

        What is said to an open reading names the number that is right here, so there is nothing left to try.
        """
        return self.practiced and (self.shown or self.right or self.reading or len(self.given) >= TRIES)

    @property
    def hints(self) -> tuple[str, ...]:
        """The hints on show while it is open: those that were asked for, and one more after what nothing explains.

        What is said to an answer that a misread explains tells where to look; a hint might lead elsewhere.
        """
        if self.over or not self.practiced:
            return ()
        unexplained = self.verdict is not None and not self.verdict.rule
        return self.question.hints[: self.hinted + unexplained]

    @property
    def more_hints(self) -> bool:
        """Whether another can be asked for."""
        return self.practiced and not self.over and len(self.hints) < len(self.question.hints)

    @property
    def state(self) -> State:
        """How far it is, for those who may see what is right."""
        if self.reading:
            return "given"
        if self.right:
            at_once = len(self.given) == 1 and not self.given[0].hints
            return "right" if at_once or not self.practiced else "later"
        if not self.given and not self.shown:
            return "trying" if self.hinted else "empty"
        return "wrong" if self.over or not self.practiced else "trying"

    def seen(self, told: bool) -> State:
        """The state as it may be shown where it can be told what is right, or not."""
        if told:
            return self.state
        return "given" if self.given else "empty"


def folded(attempt: Attempt, all_done: Iterable[Done]) -> Attempt:
    """The attempt after all that was done, in order."""
    for done in all_done:
        attempt = attempt.after(done)
    return attempt

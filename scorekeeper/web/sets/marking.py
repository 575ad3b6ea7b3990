"""Marking a pupil's paper: right or wrong for each hand, what each wrong number may mean, and what all of them tell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from scorekeeper.quiz import Belief, Diagnosis, Misread, worth_telling
from scorekeeper.quiz.diagnosis import AGREEING, agreeing
from scorekeeper.quiz.practised import NAMES
from scorekeeper.quiz.question import Answer, AnswersRefused, ChoiceField, Field, Question, Verdict, written
from scorekeeper.quiz.sets import QuestionSet, Sheet
from scorekeeper.rules import Layout
from scorekeeper.rules.wording import short

LONGEST_TYPED = 80
LIKELY = 0.5
"""A belief that is likelier than all others together may be spoken of, in conditional words."""


@dataclass(frozen=True)
class Box:
    """A field of a question on this page: its own name among those of all questions, and what was typed."""

    name: str
    field: Field
    typed: str

    @property
    def is_choice(self) -> bool:
        return isinstance(self.field, ChoiceField)


@dataclass(frozen=True)
class Marked:
    """A question with what was written; ``verdict`` None where nothing was."""

    letter: str
    question: Question
    boxes: tuple[Box, ...]
    answer: Answer | None
    verdict: Verdict | None = None

    @property
    def wrote(self) -> str:
        return "" if self.answer is None else written(self.answer)


@dataclass(frozen=True)
class Marking:
    """A sheet with a pupil's answers."""

    made: QuestionSet
    sheet: Sheet
    marked: tuple[Marked, ...]
    diagnosis: Diagnosis
    answers: tuple[tuple[str, Layout, int], ...]
    """The letter, layout and number of each answer that tells what is believed of scoring."""
    errors: Mapping[str, list[str]] = field(default_factory=dict)

    @property
    def answered(self) -> tuple[Marked, ...]:
        return tuple(one for one in self.marked if one.verdict is not None)

    @property
    def right(self) -> int:
        return sum(one.verdict is not None and one.verdict.right for one in self.marked)

    @cached_property
    def told(self) -> tuple[Misread, ...]:
        """The misreads that more than one answer agrees with, and that leave little doubt."""
        return worth_telling(self.diagnosis, [(layout, answer) for _, layout, answer in self.answers])

    @cached_property
    def suspicion(self) -> Belief | None:
        """What would explain the answers best, where it is too early to say more."""
        belief, share = self.diagnosis.likeliest
        enough = share > LIKELY and len(self.agreeing) >= AGREEING
        return belief if enough and not self.told else None

    @cached_property
    def agreeing(self) -> tuple[str, ...]:
        """The letters of the answers that the mistakes of the likeliest belief lead to."""
        found = agreeing(self.diagnosis, [(layout, answer) for _, layout, answer in self.answers])
        return tuple(self.answers[place][0] for place in found)

    @cached_property
    def doing(self) -> str:
        """What the likeliest belief does, so that `If {doing}` begins a sentence."""
        belief, _ = self.diagnosis.likeliest
        return " and ".join(misread.doing for misread in belief.mistakes)

    @property
    def about(self) -> tuple[str, ...]:
        """The names of the rules that are misread then."""
        belief, _ = self.diagnosis.likeliest
        return tuple(dict.fromkeys(NAMES[misread.rule] for misread in belief.mistakes))


def mark(made: QuestionSet, sheet: Sheet, typed: Mapping[str, str]) -> Marking:
    """What was typed for a sheet. A question with nothing in its boxes was not answered; a bad box says why."""
    errors: dict[str, list[str]] = {}
    read: list[Marked] = []
    for letter, question in sheet.lettered:
        boxes = tuple(
            Box(name, one, typed.get(name, "")[:LONGEST_TYPED])
            for one in question.fields
            for name in (f"{letter}.{one.name}",)
        )
        answer = None
        if any(typed.get(box.name, "").strip() for box in boxes):
            try:
                answer = question.read({box.field.name: typed.get(box.name, "") for box in boxes})
            except AnswersRefused as refused:
                for name, reason in refused.reasons.items():
                    errors[f"{letter}.{name}"] = [f"{letter}: {short(reason, 200)}"]
        read.append(Marked(letter, question, boxes, answer))
    diagnosis = Diagnosis.of(made.house)
    answers: list[tuple[str, Layout, int]] = []
    for one in read:
        counted = None if one.answer is None else one.question.counted_as(one.answer)
        if counted is not None:
            diagnosis = diagnosis.after(*counted)
            answers.append((one.letter, *counted))
    marked = tuple(
        one
        if one.answer is None
        else Marked(one.letter, one.question, one.boxes, one.answer, one.question.judge(one.answer, diagnosis))
        for one in read
    )
    return Marking(made, sheet, marked, diagnosis, tuple(answers), errors)

"""Marking a pupil's paper: right or wrong for each hand, what each wrong number may mean, and what all of them tell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from scorekeeper.rules import Layout
from scorekeeper.rules.wording import short
from scorekeeper.school import Belief, Diagnosis, Misread, explain
from scorekeeper.school.diagnosis import AGREEING, agreeing, candidates, told_belief
from scorekeeper.school.items import Item
from scorekeeper.school.practice_rules import NAMES
from scorekeeper.school.question import Answer, ChoiceField, Field, Question, Value, Verdict, value_in_words
from scorekeeper.school.questions.score import ScoreQuestion
from scorekeeper.school.sets import QuestionSet, Sheet

LONGEST_TYPED = 80
LIKELY = 0.5
"""A belief that is likelier than all others together may be spoken of, in conditional words."""


@dataclass(frozen=True)
class Box:
    """A field of a question on this page: its own name among those of all questions, and what was typed.

    ``wrote`` is what was read of it, in the words of the sheet. ``right`` is None where nothing was, and ``text`` is
    what a wrong answer in this box alone may mean.
    """

    name: str
    field: Field
    typed: str
    wrote: str = ""
    right: bool | None = None
    text: str = ""

    @property
    def is_choice(self) -> bool:
        return isinstance(self.field, ChoiceField)


@dataclass(frozen=True)
class Marked:
    """A question with what was written in all of its boxes, or in some.

    ``text`` is what the answers mean together, where that says more than what each of them means; ``explained`` tells
    whether anything is said of what a wrong one may mean.
    """

    letter: str
    question: Question
    boxes: tuple[Box, ...]
    text: str = ""
    explained: bool = False

    @property
    def answered(self) -> tuple[Box, ...]:
        return tuple(box for box in self.boxes if box.right is not None)


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
    def boxes(self) -> int:
        """How many answers the sheet asks for."""
        return sum(len(one.boxes) for one in self.marked)

    @property
    def answered(self) -> tuple[Box, ...]:
        return tuple(box for one in self.marked for box in one.answered)

    @property
    def right(self) -> int:
        return sum(box.right is True for box in self.answered)

    @cached_property
    def candidates(self) -> tuple[Misread, ...]:
        """Every one mistake that leads to exactly these answers, where some of them are wrong."""
        return candidates(self.diagnosis.beliefs, [(layout, answer) for _, layout, answer in self.answers])

    @property
    def explained(self) -> bool:
        """Whether something is said of what a wrong answer may mean."""
        return any(one.explained for one in self.marked)

    @cached_property
    def _counted(self) -> tuple[tuple[Layout, int], ...]:
        return tuple((layout, answer) for _, layout, answer in self.answers)

    @cached_property
    def _told(self) -> Belief | None:
        return told_belief(self.diagnosis, self._counted)

    @property
    def told(self) -> tuple[Misread, ...]:
        """The misreads each of which more than one answer shows, and that leave little doubt."""
        return self._told.mistakes if self._told else ()

    @cached_property
    def suspicion(self) -> Belief | None:
        """What would explain the answers best, where it is too early to say more."""
        belief, share = self.diagnosis.likeliest
        enough = share > LIKELY and len(agreeing(self.diagnosis, self._counted)) >= AGREEING
        return belief if enough and not self.told else None

    @cached_property
    def _spoken_of(self) -> Belief:
        """What the page speaks of: what is told, and nothing that one answer alone would show beside it."""
        return self._told or self.diagnosis.likeliest[0]

    @cached_property
    def agreeing(self) -> tuple[str, ...]:
        """The letters of the answers that the mistakes spoken of lead to."""
        return tuple(self.answers[place][0] for place in agreeing(self.diagnosis, self._counted, self._spoken_of))

    @cached_property
    def doing(self) -> str:
        """What somebody does who makes the mistakes spoken of, so that `If {doing}` begins a sentence."""
        return " and ".join(misread.doing for misread in self._spoken_of.mistakes)

    @property
    def about(self) -> tuple[str, ...]:
        """The names of the rules that are misread then."""
        return tuple(dict.fromkeys(NAMES[misread.rule] for misread in self._spoken_of.mistakes))


def mark(made: QuestionSet, sheet: Sheet, typed: Mapping[str, str]) -> Marking:
    """What was typed for a sheet. A box that is left empty was not answered; a bad one says why; the rest is marked."""
    errors: dict[str, list[str]] = {}
    read: list[tuple[str, Question, Answer]] = []
    for letter, question in sheet.lettered:
        filled = {one.name: typed.get(f"{letter}.{one.name}", "") for one in question.fields}
        answer, reasons = question.read_each(filled)
        read.append((letter, question, answer))
        for name, reason in reasons.items():
            if filled[name].strip():
                errors[f"{letter}.{name}"] = [f"{letter}: {short(reason, 200)}"]
    diagnosis = Diagnosis.of(made.house)
    answers: list[tuple[str, Layout, int]] = []
    for letter, question, answer in read:
        counted = question.counted_as(answer) if answer else None
        if counted is not None:
            diagnosis = diagnosis.after(*counted)
            answers.append((letter, *counted))
    marked = tuple(_marked(letter, question, answer, typed, diagnosis) for letter, question, answer in read)
    return Marking(made, sheet, marked, diagnosis, tuple(answers), errors)


def _marked(letter: str, question: Question, answer: Answer, typed: Mapping[str, str], diagnosis: Diagnosis) -> Marked:
    empty = [
        Box(name, one, typed.get(name, "")[:LONGEST_TYPED])
        for one in question.fields
        for name in (f"{letter}.{one.name}",)
    ]
    if not answer:
        return Marked(letter, question, tuple(empty))
    verdict = question.judge(answer, diagnosis) if len(answer) == len(empty) else None
    together = "" if verdict is None or verdict.right else _told(question, answer, diagnosis, verdict)
    # What all boxes mean together is more than what each does, unless nothing leads to all of them.
    alone = not together or (len(empty) > 1 and verdict is not None and not verdict.misreads)
    items = {item.part: item for item in question.items()}
    boxes = tuple(
        _filled(box, answer[box.field.name], items.get(box.field.name) or items[""], verdict, alone=alone)
        if box.field.name in answer
        else box
        for box in empty
    )
    by_box = any(box.text for box in boxes)
    found = verdict is not None and bool(verdict.misreads or verdict.rule or len(empty) == 1)
    return Marked(letter, question, boxes, "" if by_box else together, by_box or (found and bool(together)))


def _told(question: Question, answer: Answer, diagnosis: Diagnosis, verdict: Verdict) -> str:
    """What is said of a wrong answer: a teacher is told of every way to a number, of which a learner is told few."""
    counted = question.counted_as(answer)
    if counted is None or not isinstance(question, ScoreQuestion):
        return verdict.text
    return explain(question.house, *counted, diagnosis, for_teacher=True).text


def _filled(box: Box, value: Value, item: Item, verdict: Verdict | None, *, alone: bool) -> Box:
    """A box with what was written in it; ``alone`` where the key says what this number or choice means by itself."""
    shown = value_in_words(box.field, value)
    given = value if isinstance(value, int) else shown
    right = given == item.answer if verdict is None else verdict.right or box.field.name not in verdict.wrong
    text = next((wrong.text for wrong in item.wrong if wrong.answer == given), "") if alone and not right else ""
    return replace(box, wrote=shown, right=right, text=text)

"""Grading of a student's paper: right answers, and likely causes of wrong ones."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from scorekeeper.houses import freeze
from scorekeeper.rules.wording import short
from scorekeeper.school.classes.answer_misreads import perhaps_by, told_by
from scorekeeper.school.diagnosis.explaining import explain
from scorekeeper.school.diagnosis.misreads import Misread
from scorekeeper.school.exercises.question import Answer, ChoiceField, Field, Question, value_in_words
from scorekeeper.school.exercises.questions.score import ScoreQuestion
from scorekeeper.school.exercises.sets import QuestionSet, Sheet
from scorekeeper.school.practice.mastery import NAMES

LONGEST_TYPED = 80


@dataclass(frozen=True)
class Box:
    """A box of the form: its name among all boxes, its field, and what the teacher typed.

    ``wrote`` is the answer in words, and ``right`` is None without one. ``text`` explains a wrong answer in this box.
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
    """A question with its boxes; ``text`` explains wrong answers of all boxes together."""

    letter: str
    question: Question
    boxes: tuple[Box, ...]
    text: str = ""

    @property
    def answered(self) -> tuple[Box, ...]:
        return tuple(box for box in self.boxes if box.right is not None)


@dataclass(frozen=True)
class Marking:
    """A student's graded answers to one version, with the mistakes that explain them."""

    made: QuestionSet
    sheet: Sheet
    marked: tuple[Marked, ...]
    told: tuple[Misread, ...]
    perhaps: Misread | None
    errors: Mapping[str, list[str]] = field(default_factory=dict)

    @property
    def boxes(self) -> int:
        """Number of answers that the version asks for."""
        return sum(len(one.boxes) for one in self.marked)

    @property
    def answered(self) -> tuple[Box, ...]:
        return tuple(box for one in self.marked for box in one.answered)

    @property
    def right(self) -> int:
        return sum(box.right is True for box in self.answered)

    @property
    def explained(self) -> bool:
        """Whether any wrong answer has a likely cause next to it."""
        return any(one.text or any(box.text for box in one.boxes) for one in self.marked)

    @property
    def about(self) -> tuple[str, ...]:
        """Names of the rules that the student almost certainly gets wrong."""
        return tuple(dict.fromkeys(NAMES[misread.rule] for misread in self.told))


def mark(made: QuestionSet, sheet: Sheet, typed: Mapping[str, str]) -> Marking:
    """Grade what was typed for one version. An empty box means not answered; an unreadable one gets an error."""
    errors: dict[str, list[str]] = {}
    marked: list[Marked] = []
    counted = []
    for letter, question in sheet.lettered:
        filled = {one.name: typed.get(f"{letter}.{one.name}", "") for one in question.fields}
        answer, reasons = question.read_each(filled)
        for name, reason in reasons.items():
            if filled[name].strip():
                errors[f"{letter}.{name}"] = [f"{letter}: {short(reason, 200)}"]
        told = question.counted_as(answer) if answer else None
        counted += [told] if told is not None else []
        marked.append(_marked(letter, question, answer, filled))
    found = told_by(house := freeze(made.house), tuple(counted))
    perhaps = None if found else perhaps_by(house, tuple(counted))
    return Marking(made, sheet, tuple(marked), found, perhaps, errors)


def _marked(letter: str, question: Question, answer: Answer, filled: Mapping[str, str]) -> Marked:
    """Grade all boxes together, or each on its own in a question with empty boxes."""
    verdict = question.judge(answer) if len(answer) == len(question.fields) else None
    items = {item.part: item for item in question.items()}
    boxes = []
    for one in question.fields:
        name, typed = f"{letter}.{one.name}", filled[one.name][:LONGEST_TYPED]
        if one.name not in answer:
            boxes.append(Box(name, one, typed))
            continue
        value = answer[one.name]
        wrote = value_in_words(one, value)
        if verdict is not None:
            boxes.append(Box(name, one, typed, wrote, verdict.right or one.name not in verdict.wrong))
            continue
        item, given = items.get(one.name) or items[""], value if isinstance(value, int) else wrote
        text = next((wrong.text for wrong in item.wrong if wrong.answer == given), "")
        boxes.append(Box(name, one, typed, wrote, item.is_right(given), "" if item.is_right(given) else text))
    text = "" if verdict is None or verdict.right else _told(question, answer) or verdict.text
    return Marked(letter, question, tuple(boxes), text)


def _told(question: Question, answer: Answer) -> str:
    """Explanation of a wrong score: all causes for a teacher, where a learner sees a few."""
    counted = question.counted_as(answer) if isinstance(question, ScoreQuestion) else None
    return "" if counted is None else explain(question.house, *counted, for_teacher=True).text

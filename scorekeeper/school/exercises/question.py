"""The common parts of all exercises: prompt, fields and feedback.

A question is a value. Only `judge`, `solution`, `hints` and `worked` use the right answer, so that a page can show a
question without giving it away.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Self, TypeAlias

from scorekeeper.rules import House, Layout, RuleError, Score, format_layout, parse_layout, score
from scorekeeper.rules.points import read_sum
from scorekeeper.rules.wording import number, short
from scorekeeper.school.diagnosis.diagnosis import Diagnosis
from scorekeeper.school.diagnosis.explaining import Wrong
from scorekeeper.school.exercises.items import Hand, Item

LARGEST_ANSWER = 9_999
"""In points, in either direction."""


class AnswerRefused(RuleError):
    """The typed text is not a whole number. It never counts as a try."""

    code = "answer.refused"


def read_answer(typed: str) -> int:
    """The typed whole number, in any script's digits, with any minus, or as a sum.

    >>> read_answer("- 2"), read_answer("\N{MINUS SIGN}2"), read_answer("10+2")
    (-2, -2, 12)

    Raises AnswerRefused, with a reason for the page to show at the box.
    """
    points = read_sum(typed)
    if points is None or abs(points) > LARGEST_ANSWER:
        raise AnswerRefused("Points are whole numbers with up to 4 digits." if typed.strip() else "Enter a number.")
    return points


@dataclass(frozen=True)
class Choice:
    """A choice: the key that a form sends, and its text."""

    key: str
    text: str


@dataclass(frozen=True)
class NumberField:
    """A box for a whole number, which may be below 0."""

    name: str
    label: str


@dataclass(frozen=True)
class ChoiceField:
    """A choice of one among several."""

    name: str
    label: str
    choices: tuple[Choice, ...]


Field: TypeAlias = NumberField | ChoiceField
Value: TypeAlias = int | str
Answer: TypeAlias = Mapping[str, Value]
"""An answer by field name: a number, or the key of a choice."""


class AnswersRefused(RuleError):
    """Unreadable fields: reasons by field name. Nothing counts as an answer."""

    code = "answers.refused"

    def __init__(self, reasons: Mapping[str, str]) -> None:
        super().__init__(" ".join(reasons.values()))
        self.reasons = dict(reasons)


@dataclass(frozen=True)
class Verdict:
    """The feedback for an answer: whether it is right, why, and the wrong fields.

    ``misreads`` are the keys of the misreads that lead to this answer; none if unrelated causes are possible. ``rule``
    is the practiced rule that the wrong answer points at, if any. ``reading`` says that the whole answer is right under
    an open reading of the house: then it is no mistake. ``slip`` says that only the adding up seems wrong.
    """

    right: bool
    text: str
    wrong: frozenset[str] = frozenset()
    misreads: tuple[str, ...] = ()
    rule: str = ""
    reading: bool = False
    slip: bool = False


@dataclass(frozen=True)
class Step:
    """A line of the worked solution, with its ``points`` if any, and ``instead`` the points of a misread."""

    text: str
    points: int | None = None
    instead: int | None = None


@dataclass(frozen=True)
class Question(ABC):
    """An exercise under one house. Subclasses add its facts, and nothing that follows from them."""

    house: House

    kind: ClassVar[str]

    @property
    @abstractmethod
    def prompt(self) -> str:
        """The question in one sentence."""

    @property
    def hands(self) -> tuple[Hand, ...]:
        """The layouts to look at."""
        return ()

    @property
    def told(self) -> tuple[str, ...]:
        """Other facts, a sentence each: "Ann ended the hole."."""
        return ()

    @property
    @abstractmethod
    def fields(self) -> tuple[Field, ...]:
        """The fields to fill in."""

    @property
    @abstractmethod
    def solution(self) -> Answer:
        """A right answer."""

    @property
    @abstractmethod
    def hints(self) -> tuple[str, ...]:
        """Where to look, then the deciding rule; never the answer itself."""

    @property
    @abstractmethod
    def worked(self) -> tuple[Step, ...]:
        """The worked solution, from the score lines and the rules."""

    def worked_beside(self, verdict: Verdict, answer: Answer) -> tuple[Step, ...]:
        """The worked solution, with a wrong answer's points for a line where they are known."""
        return self.worked

    @property
    @abstractmethod
    def rules(self) -> frozenset[str]:
        """The practiced rules that a right answer supports: a misread of them would have failed here."""

    @abstractmethod
    def judge(self, answer: Answer, diagnosis: Diagnosis | None = None) -> Verdict:
        """The feedback for an answer. ``diagnosis`` is the learner's before it."""

    @abstractmethod
    def facts(self) -> dict[str, Any]:
        """The facts of the question as JSON values. `of_facts` rebuilds it from them and its house."""

    @classmethod
    @abstractmethod
    def of_facts(cls, house: House, facts: Mapping[str, Any]) -> Self:
        """Rebuild the question from `facts`. Raises LookupError, TypeError, ValueError or RuleError."""

    @abstractmethod
    def items(self) -> tuple[Item, ...]:
        """The question for paper and other programs, one number or one choice each."""

    def item(self, answer: Value, wrong: Iterable[Wrong], otherwise: str, **own: Any) -> Item:
        """An item of this question; ``own`` overrides any field of an Item."""
        like_all = Item(
            part="",
            prompt=self.prompt,
            hands=self.hands,
            told=self.told,
            answer=answer,
            choices=(),
            wrong=tuple(wrong),
            right="Right.",
            otherwise=otherwise,
            worked=tuple(step.text for step in self.worked),
            hints=self.hints,
            rules=tuple(sorted(self.rules)),
        )
        return replace(like_all, **own)

    def read(self, typed: Mapping[str, str]) -> Answer:
        """The answer by field name. Raises AnswersRefused with a reason for each bad field."""
        read, reasons = self.read_each(typed)
        if reasons:
            raise AnswersRefused(reasons)
        return read

    def read_each(self, typed: Mapping[str, str]) -> tuple[Answer, Mapping[str, str]]:
        """The readable fields, and a reason for each other one: a paper may be incomplete."""
        read: dict[str, Value] = {}
        reasons: dict[str, str] = {}
        for field in self.fields:
            try:
                read[field.name] = _read(field, typed.get(field.name, ""))
            except AnswerRefused as refused:
                reasons[field.name] = refused.message
        return read, reasons

    def counted_as(self, answer: Answer) -> tuple[Layout, int] | None:
        """The layout and the number that show how the learner scores; None where an answer shows nothing.

        An answer on paper may lack some fields.
        """
        return None


@dataclass(frozen=True)
class LayoutQuestion(Question):
    """An exercise about one layout."""

    layout: Layout

    @cached_property
    def score(self) -> Score:
        """The score of the layout."""
        return score(self.layout, self.house)

    @property
    def hands(self) -> tuple[Hand, ...]:
        return (Hand(self.layout),)

    def facts(self) -> dict[str, Any]:
        return {"layout": format_layout(self.layout)}

    @classmethod
    def of_facts(cls, house: House, facts: Mapping[str, Any]) -> Self:
        return cls(house, parse_layout(facts["layout"], house))


def written(answer: Answer) -> str:
    """An answer in one line, for comparisons and tables.

    >>> written({"total": -2})
    '−2'
    """
    return ", ".join(number(value) if isinstance(value, int) else value for value in answer.values())


def answer_in_words(question: Question, answer: Answer) -> str:
    """An answer as people read it, with labels if there are several fields."""
    if len(question.fields) == 1:
        return value_in_words(question.fields[0], answer[question.fields[0].name])
    filled = [(box.label, value_in_words(box, answer[box.name])) for box in question.fields if box.name in answer]
    return ", ".join(f"{label}{'' if label.endswith('?') else ':'} {text}" for label, text in filled)


def value_in_words(field: Field, value: Value) -> str:
    """The value of one field as people read it: the text of a choice, or a number with a true minus."""
    if isinstance(field, ChoiceField):
        return next((choice.text for choice in field.choices if choice.key == value), str(value))
    return number(value) if isinstance(value, int) else value


def _read(field: Field, typed: str) -> Value:
    if isinstance(field, NumberField):
        return read_answer(typed)
    if typed not in {choice.key for choice in field.choices}:
        raise AnswerRefused("Choose an answer." if not typed else f"“{short(typed)}” isn’t one of the choices.")
    return typed

"""What every exercise has in common: what it shows, what is filled in, and what is said to an answer.

A question is a value. Everything that only the right answer tells stays behind `judge`, `solution`, `hints` and
`worked`, so that a page can show a question without giving it away.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Self, TypeAlias

from scorekeeper.rules import House, Layout, RuleError, Score, format_layout, parse_layout, score
from scorekeeper.rules.points import read_sum
from scorekeeper.rules.wording import number, short
from scorekeeper.school.diagnosis import Diagnosis
from scorekeeper.school.items import Hand, Item, Wrong

LARGEST_ANSWER = 9_999
"""In points, in either direction."""


class AnswerRefused(RuleError):
    """What was typed is no whole number, so it is no answer and never counts as a try."""

    code = "answer.refused"


def read_answer(typed: str) -> int:
    """The whole number that somebody typed, in any script's digits, with any minus, or as a sum.

    >>> read_answer("- 2"), read_answer("\N{MINUS SIGN}2"), read_answer("10+2")
    (-2, -2, 12)

    Raises AnswerRefused, with a reason that can stand beside the box.
    """
    points = read_sum(typed)
    if points is None or abs(points) > LARGEST_ANSWER:
        raise AnswerRefused("points are whole numbers of at most 4 digits" if typed.strip() else "type a number")
    return points


@dataclass(frozen=True)
class Choice:
    """Something that can be chosen: what a form sends, and what is read."""

    key: str
    text: str


@dataclass(frozen=True)
class NumberField:
    """A box for a whole number, which may be below 0."""

    name: str
    label: str


@dataclass(frozen=True)
class ChoiceField:
    """One of several to choose."""

    name: str
    label: str
    choices: tuple[Choice, ...]


Field: TypeAlias = NumberField | ChoiceField
Value: TypeAlias = int | str
Answer: TypeAlias = Mapping[str, Value]
"""What was answered, by the names of the fields: a number, or the key of a choice."""


class AnswersRefused(RuleError):
    """What was filled in cannot be an answer, and is none: reasons by the names of the fields."""

    code = "answers.refused"

    def __init__(self, reasons: Mapping[str, str]) -> None:
        super().__init__("; ".join(reasons.values()))
        self.reasons = dict(reasons)


@dataclass(frozen=True)
class Verdict:
    """What is said to an answer: whether it is right, why, and which fields are not.

    ``misreads`` are the keys of those that lead to this very answer; none where more than one thing can have happened
    that has nothing in common. ``rule`` is the practiced rule that the wrong answer points at, if any. ``reading``
    says that the whole answer is right by another reading which the house leaves open: then it is no mistake.
    """

    right: bool
    text: str
    wrong: frozenset[str] = frozenset()
    misreads: tuple[str, ...] = ()
    rule: str = ""
    reading: bool = False


@dataclass(frozen=True)
class Step:
    """A line of the worked solution; ``points`` None where it counts nothing, ``instead`` what a misread makes."""

    text: str
    points: int | None = None
    instead: int | None = None


@dataclass(frozen=True)
class Question(ABC):
    """An exercise under one house. Subclasses add the facts that it is made of, and nothing that follows from them."""

    house: House

    kind: ClassVar[str]

    @property
    @abstractmethod
    def prompt(self) -> str:
        """What is asked, in one sentence."""

    @property
    def hands(self) -> tuple[Hand, ...]:
        """The layouts to look at."""
        return ()

    @property
    def told(self) -> tuple[str, ...]:
        """What else has to be known, a sentence each: "Ann ended the hole."."""
        return ()

    @property
    @abstractmethod
    def fields(self) -> tuple[Field, ...]:
        """What is to be filled in."""

    @property
    @abstractmethod
    def solution(self) -> Answer:
        """A right answer."""

    @property
    @abstractmethod
    def hints(self) -> tuple[str, ...]:
        """Where to look, and then the rule that decides there; never the answer itself."""

    @property
    @abstractmethod
    def worked(self) -> tuple[Step, ...]:
        """How to come to the answer, by the score lines and the rules."""

    def worked_beside(self, verdict: Verdict, answer: Answer) -> tuple[Step, ...]:
        """The same, with what a wrong answer made of a line, as far as that is known."""
        return self.worked

    @property
    @abstractmethod
    def rules(self) -> frozenset[str]:
        """The practiced rules that a right answer speaks for: those of which some misread would have failed here."""

    @abstractmethod
    def judge(self, answer: Answer, diagnosis: Diagnosis | None = None) -> Verdict:
        """What is said to an answer. ``diagnosis`` is what was likely of this learner before it."""

    @abstractmethod
    def facts(self) -> dict[str, Any]:
        """What the question is made of, as JSON values. With its kind and house they give it again: `of_facts`."""

    @classmethod
    @abstractmethod
    def of_facts(cls, house: House, facts: Mapping[str, Any]) -> Self:
        """The question that is made of those facts. Raises LookupError, TypeError, ValueError or RuleError."""

    @abstractmethod
    def items(self) -> tuple[Item, ...]:
        """The same for paper and for other programs, which know only one number or one choice at a time."""

    def item(self, answer: Value, wrong: Iterable[Wrong], otherwise: str, **own: Any) -> Item:
        """One of them, and what it has otherwise than the question: any field of an Item."""
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
        """What was filled in, by the names of the fields. Raises AnswersRefused with a reason for each bad field."""
        read, reasons = self.read_each(typed)
        if reasons:
            raise AnswersRefused(reasons)
        return read

    def read_each(self, typed: Mapping[str, str]) -> tuple[Answer, Mapping[str, str]]:
        """What can be read of it, and a reason for each field that cannot: a paper may be filled in partly."""
        read: dict[str, Value] = {}
        reasons: dict[str, str] = {}
        for field in self.fields:
            try:
                read[field.name] = _read(field, typed.get(field.name, ""))
            except AnswerRefused as refused:
                reasons[field.name] = refused.message
        return read, reasons

    def counted_as(self, answer: Answer) -> tuple[Layout, int] | None:
        """The layout and the number that tell what the learner believes of scoring; None where an answer tells none.

        Of an answer on paper some fields may be missing.
        """
        return None


@dataclass(frozen=True)
class LayoutQuestion(Question):
    """An exercise about one layout."""

    layout: Layout

    @cached_property
    def score(self) -> Score:
        """The layout as it is counted."""
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
    """An answer as one line: to tell whether it was given before, and for tables of answers.

    >>> written({"total": -2})
    '−2'
    """
    return ", ".join(number(value) if isinstance(value, int) else value for value in answer.values())


def answer_in_words(question: Question, answer: Answer) -> str:
    """An answer as people read it; each box by its label where there are several."""
    if len(question.fields) == 1:
        return value_in_words(question.fields[0], answer[question.fields[0].name])
    filled = [(box.label, value_in_words(box, answer[box.name])) for box in question.fields if box.name in answer]
    return "; ".join(f"{label}{'' if label.endswith('?') else ':'} {text}" for label, text in filled)


def value_in_words(field: Field, value: Value) -> str:
    """What stands in one field: the words of a choice and never its key, numbers with a true minus sign."""
    if isinstance(field, ChoiceField):
        return next((choice.text for choice in field.choices if choice.key == value), str(value))
    return number(value) if isinstance(value, int) else value


def _read(field: Field, typed: str) -> Value:
    if isinstance(field, NumberField):
        return read_answer(typed)
    if typed not in {choice.key for choice in field.choices}:
        raise AnswerRefused("choose one" if not typed else f"there is no choice {short(typed)!r}")
    return typed

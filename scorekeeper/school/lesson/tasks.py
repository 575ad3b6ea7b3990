"""The screens of a lesson: what can be done on each, and what comes of it.

A try is never a mistake: whoever does what is not allowed is shown what the referee says, with where it stands.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.houses.sheet import SheetTable
from scorekeeper.referee import Action, Citation, NotAllowed, State, do
from scorekeeper.referee.situation import ME
from scorekeeper.rules import Cell
from scorekeeper.rules.wording import number, short
from scorekeeper.school.lesson.consequences import what_came_of_it
from scorekeeper.school.question import AnswersRefused, Question
from scorekeeper.school.question import Step as Line

DO = "do"
"""The name of the field of every task but a question, which has fields of its own."""

DONE, NOT_ALLOWED, RIGHT, NOT_SO, ALLOWED = "Done.", "Not allowed.", "Right.", "Not so.", "Allowed."
READING = "Right at some tables."
UNTOLD = "The lines below show how it is counted."

Typed = Mapping[str, Sequence[str]]
"""What a form sent: all values of each field."""


@dataclass(frozen=True)
class Told:
    """What came of a try. ``good`` is what the screen is about; anything else may be tried as well."""

    good: bool
    word: str
    sentences: tuple[str, ...]
    citation: Citation | None = None  # where the rule stands that forbids it
    state: State | None = None  # the table as it lies now, where something was done
    steps: tuple[Line, ...] = ()


# --- at the table --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Way:
    """Something to try at the table. With a cell it is done by tapping that card of one's own."""

    key: str
    text: str
    action: Action
    cell: Cell | None = None


@dataclass(frozen=True)
class Moves:
    """One thing to do at the table; the referee is asked about it."""

    asks: str
    state: State
    ways: tuple[Way, ...]
    wanted: tuple[str, ...]  # the keys of those that do what the screen is about; all of them are allowed
    otherwise: str = ""  # said to what is allowed as well, but does not do it

    kind = "moves"

    @property
    def on_cards(self) -> Mapping[Cell, Way]:
        """Those that are done by tapping a card."""
        return {way.cell: way for way in self.ways if way.cell is not None}

    @property
    def others(self) -> tuple[Way, ...]:
        return tuple(way for way in self.ways if way.cell is None)

    @property
    def solution(self) -> Typed:
        """What a form sends that does what the screen is about."""
        return {DO: (self.wanted[0],)}

    def tried(self, typed: Typed) -> Told:
        """What comes of the way that was chosen. Raises AnswersRefused, with reasons by field."""
        chosen = next(iter(typed.get(DO, ())), "")
        way = next((way for way in self.ways if way.key == chosen), None)
        if way is None:
            raise AnswersRefused({DO: f"there is no choice {short(chosen, 30)!r}" if chosen else "choose one"})
        try:
            after = do(self.state, ME, way.action)
        except NotAllowed as refused:
            return Told(False, NOT_ALLOWED, (refused.sentence,), refused.citation)
        sentences = tuple(what_came_of_it(self.state, way.action, after))
        if way.key in self.wanted:
            return Told(True, DONE, sentences, state=after)
        return Told(False, ALLOWED, (*sentences, self.otherwise) if self.otherwise else sentences, state=after)


# --- questions ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Exercise:
    """A question as it is practised."""

    question: Question

    kind = "question"

    @property
    def asks(self) -> str:
        return self.question.prompt

    @property
    def solution(self) -> Typed:
        """What a form sends that answers it rightly."""
        return {name: (str(value),) for name, value in self.question.solution.items()}

    def tried(self, typed: Typed) -> Told:
        """What is said to an answer. Raises AnswersRefused."""
        answer = self.question.read({name: next(iter(values), "") for name, values in typed.items()})
        verdict = self.question.judge(answer)
        points = list(self.question.solution.values())
        told = f"It is {number(points[0])}." if len(points) == 1 and isinstance(points[0], int) else ""
        if verdict.right:
            return Told(True, RIGHT, (told or verdict.text,), steps=self.question.worked)
        if verdict.reading:
            return Told(False, READING, (verdict.text,), steps=self.question.worked)
        sentences = tuple(filter(None, (verdict.text or UNTOLD, told)))
        return Told(False, NOT_SO, sentences, steps=self.question.worked)


Task = Moves | Exercise


@dataclass(frozen=True)
class Screen:
    """One idea, told in at most two sentences and done. ``key`` is its name in addresses."""

    key: str
    title: str
    says: tuple[str, ...]
    task: Task
    table: SheetTable | None = None


def first_sentences(texts: Iterable[str], most: int = 2) -> tuple[str, ...]:
    """The first sentences of what the rule sheet says."""
    return tuple(sentence for text in texts for sentence in re.split(r"(?<=[.!?])\s+", text))[:most]

"""The screens of a lesson: what can be done on each, and what comes of it.

A try is never a mistake: whoever does what is not allowed is shown what the referee says, with where it stands.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from scorekeeper.houses.sheet import SheetTable
from scorekeeper.referee import Action, Citation, NotAllowed, Peek, Ready, State, Step, TurnUp, do
from scorekeeper.referee.situation import ME
from scorekeeper.rules import Cell, Layout
from scorekeeper.rules.wording import count_word, number, short
from scorekeeper.school.items import cell_key
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


class Task(ABC):
    """Something to do. ``asks`` says what, in one sentence."""

    kind: ClassVar[str]
    asks: str

    @abstractmethod
    def tried(self, typed: Typed) -> Told:
        """What comes of what was chosen or typed. Raises AnswersRefused, with reasons by field."""

    @property
    @abstractmethod
    def solution(self) -> Typed:
        """What a form sends that does what the screen is about."""


def _one(typed: Typed) -> str:
    return next(iter(typed.get(DO, ())), "")


def _no_such(chosen: str) -> AnswersRefused:
    return AnswersRefused({DO: f"there is no choice {short(chosen, 30)!r}" if chosen else "choose one"})


# --- at the table --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Way:
    """Something to try at the table. With a cell it is done by tapping that card of one's own."""

    key: str
    text: str
    actions: tuple[Action, ...]
    cell: Cell | None = None


@dataclass(frozen=True)
class Moves(Task):
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
        return {DO: (self.wanted[0],)}

    def tried(self, typed: Typed) -> Told:
        chosen = _one(typed)
        way = next((way for way in self.ways if way.key == chosen), None)
        if way is None:
            raise _no_such(chosen)
        return _done(self.state, way.actions, good=way.key in self.wanted, otherwise=self.otherwise)


@dataclass(frozen=True)
class Opening(Task):
    """Cards of one's own to be turned up, or looked at, before the play."""

    asks: str
    state: State
    peek: bool
    solved_by: tuple[Cell, ...]

    kind = "cells"

    @property
    def button(self) -> str:
        return "Look at them" if self.peek else "Turn up"

    @property
    def solution(self) -> Typed:
        return {DO: tuple(map(cell_key, self.solved_by))}

    def tried(self, typed: Typed) -> Told:
        known = {cell_key(cell): cell for cell in self.state.house.grid.cells()}
        chosen = list(dict.fromkeys(filter(None, typed.get(DO, ()))))
        unknown = next((key for key in chosen if key not in known), None)
        if unknown is not None:
            raise _no_such(unknown)
        if not chosen and not self.peek:
            raise AnswersRefused({DO: "choose a card"})
        actions: list[Action] = [Peek(known[key]) if self.peek else TurnUp(known[key]) for key in chosen]
        told = _done(self.state, actions, good=True, to_the_end=self.peek)
        missing = 0 if self.peek or told.state is None else told.state.seats[ME].to_turn_up
        if missing:  # each of them is allowed; there are only more to come
            cards = "one card" if missing == 1 else f"{count_word(missing)} cards"
            return Told(False, f"{count_word(missing).capitalize()} more.", (f"You still have {cards} to turn up.",))
        return told


def _done(
    state: State, actions: Sequence[Action], *, good: bool, otherwise: str = "", to_the_end: bool = False
) -> Told:
    """What comes of these, one after the other; ``to_the_end`` of the opening: whoever left cards out is told so."""
    after = state
    try:
        for action in actions:
            after = do(after, ME, action)
        if to_the_end and after.step is Step.OPENING and not after.seats[ME].opened:
            after, actions = do(after, ME, Ready()), (*actions, Ready())
    except NotAllowed as refused:
        return Told(False, NOT_ALLOWED, (refused.sentence,), refused.citation)
    sentences = tuple(what_came_of_it(state, actions, after))
    if good:
        return Told(True, DONE, sentences, state=after)
    return Told(False, ALLOWED, (*sentences, otherwise) if otherwise else sentences, state=after)


# --- answers to choose, and questions ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Choosable:
    """One of several answers, and what is said to it. With a column it stands under that column of the layout."""

    key: str
    text: str
    says: str
    right: bool = False
    reading: bool = False  # right where the table reads an open rule so
    column: int | None = None
    cell: Cell | None = None


@dataclass(frozen=True)
class Pick(Task):
    """One of several answers to be chosen."""

    asks: str
    choices: tuple[Choosable, ...]
    layout: Layout | None = None
    rows: tuple[tuple[str, ...], ...] = ()  # what else has to be known: a table, its headings first
    state: State | None = None

    kind = "pick"

    @property
    def on_cards(self) -> Mapping[Cell, Choosable]:
        return {choice.cell: choice for choice in self.choices if choice.cell is not None}

    @property
    def under_columns(self) -> bool:
        return any(choice.column is not None for choice in self.choices)

    @property
    def others(self) -> tuple[Choosable, ...]:
        return tuple(choice for choice in self.choices if choice.cell is None and choice.column is None)

    @property
    def solution(self) -> Typed:
        return {DO: (next(choice.key for choice in self.choices if choice.right),)}

    def tried(self, typed: Typed) -> Told:
        chosen = _one(typed)
        choice = next((choice for choice in self.choices if choice.key == chosen), None)
        if choice is None:
            raise _no_such(chosen)
        return Told(choice.right, RIGHT if choice.right else READING if choice.reading else NOT_SO, (choice.says,))


@dataclass(frozen=True)
class Exercise(Task):
    """A question as it is practised."""

    question: Question

    kind = "question"

    @property
    def asks(self) -> str:  # type: ignore[override]
        return self.question.prompt

    @property
    def solution(self) -> Typed:
        return {name: (str(value),) for name, value in self.question.solution.items()}

    def tried(self, typed: Typed) -> Told:
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

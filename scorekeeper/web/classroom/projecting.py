"""What is projected large: a question with its worked steps, and a misread worked beside the right way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from flask import abort, render_template, request

from scorekeeper.classroom import ClassSession, Seat
from scorekeeper.classroom.board import SMALLEST
from scorekeeper.classroom.misread_map import GivenAnswer, WorkedMisread, answers_given, worked_cell
from scorekeeper.quiz.practised import NAMES
from scorekeeper.quiz.question import Question
from scorekeeper.quiz.sets import Sheet
from scorekeeper.rules import Score
from scorekeeper.store import KeptClass, seats_of
from scorekeeper.web.classroom import bp
from scorekeeper.web.classroom.views import class_to_lead, sees_own
from scorekeeper.web.db import store
from scorekeeper.web.questions_shown import scores_beside


@dataclass(frozen=True)
class Projected:
    """One question of a session, by its letter; ``own`` for the teacher alone."""

    kept: KeptClass
    letter: str
    own: bool

    smallest = SMALLEST

    @property
    def session(self) -> ClassSession:
        return self.kept.session

    @property
    def view(self) -> str | None:
        return "own" if self.own else None

    @property
    def place(self) -> int:
        return self._letters.index(self.letter)

    @property
    def before(self) -> str:
        """The letter before this one; "" at the first."""
        return self._letters[self.place - 1] if self.place else ""

    @property
    def after(self) -> str:
        """The next letter that may be shown; "" at the last."""
        following = self._letters[self.place + 1 :]
        return following[0] if following and (self.own or self.place + 1 < self.session.reached) else ""

    @property
    def is_shown(self) -> bool:
        """Whether the class has come to it."""
        return self.own or self.place < self.session.reached

    @property
    def tells(self) -> bool:
        """Whether the answer may be on the wall: not before pupils may be told."""
        return self.own or (self.is_shown and self.session.tells(self.place))

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(kept.seat for kept in seats_of(store(), self.kept))

    @property
    def names(self) -> Mapping[int, str]:
        """What pupils go by, by the numbers of their seats. For the teacher alone."""
        return {seat.number: seat.name for seat in self.seats} if self.own else {}

    @property
    def _letters(self) -> tuple[str, ...]:
        return tuple(letter for letter, _ in self.session.questions.sheets[0].lettered)


@dataclass(frozen=True)
class QuestionPage(Projected):
    """A question of one of the sheets that were given out."""

    sheet: Sheet

    @property
    def question(self) -> Question:
        return self.sheet.questions[self.place]

    @property
    def scores(self) -> tuple[Score | None, ...]:
        return scores_beside(self.question) if self.tells else ()

    @cached_property
    def given(self) -> tuple[GivenAnswer, ...]:
        """What was answered on this sheet, commonest first; rarer answers are for the teacher alone."""
        if not self.tells:
            return ()
        every = answers_given(self.session, self.seats, self.letter, self.own)
        return tuple(one for one in every if one.variant == self.sheet.variant)


@dataclass(frozen=True)
class CellPage(Projected):
    """A rule at a question: what was misread there, once for each sheet and misread."""

    rule: str

    @property
    def name(self) -> str:
        return NAMES[self.rule]

    @cached_property
    def worked(self) -> tuple[WorkedMisread, ...]:
        return worked_cell(self.session, self.seats, self.letter, self.rule, self.own) if self.tells else ()


@bp.get("/<key>/question/<letter>", endpoint="question")
def question(key: str, letter: str) -> str:
    """A question for everybody to see: its hands, and once it may be told its worked steps and what was answered."""
    kept = class_to_lead(key)
    page = QuestionPage(kept, _letter(kept, letter), sees_own(), _sheet(kept))
    return render_template("classroom/question.html", page=page)


@bp.get("/<key>/map/<letter>/<rule>", endpoint="cell")
def cell(key: str, letter: str, rule: str) -> str:
    """What stands behind a cell of the misread map: the hand, as it was misread and as it is right."""
    kept = class_to_lead(key)
    if rule not in NAMES:
        abort(404)
    page = CellPage(kept, _letter(kept, letter), sees_own(), rule)
    return render_template("classroom/cell.html", page=page)


def _letter(kept: KeptClass, typed: str) -> str:
    """The letter of a question of the set; 404 for any other."""
    if all(letter != typed for letter, _ in kept.session.questions.sheets[0].lettered):
        abort(404)
    return typed


def _sheet(kept: KeptClass) -> Sheet:
    """The sheet that the address names, or the first that was given out; 404 for one that was not."""
    variant = request.args.get("sheet", kept.session.variants[0])
    sheet = kept.session.questions.sheet(variant) if variant in kept.session.variants else None
    if sheet is None:
        abort(404)
    return sheet

"""What is projected large: a question with its worked steps, and a misread worked beside the right way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from flask import abort, render_template, request

from scorekeeper.classroom import ClassSession
from scorekeeper.classroom.misread_map import GivenAnswer, WorkedMisread, answers_given, worked_cell
from scorekeeper.quiz.practised import NAMES
from scorekeeper.quiz.question import Question
from scorekeeper.quiz.sets import Sheet
from scorekeeper.rules import Score
from scorekeeper.store.classes import KeptClass
from scorekeeper.store.seats import KeptSeat, seats_of
from scorekeeper.web.classroom import bp
from scorekeeper.web.classroom.views import class_to_lead, sees_own
from scorekeeper.web.db import store
from scorekeeper.web.questions_shown import scores_beside


@dataclass(frozen=True)
class QuestionPage:
    """A question of one of the sheets that were given out, with what was answered; ``own`` for the teacher alone.

    With ``rule`` it is a cell of the misread map instead.
    """

    kept: KeptClass
    letter: str
    sheet: Sheet
    own: bool
    rule: str = ""

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

    @property
    def names(self) -> Mapping[int, str]:
        """What pupils go by, by the numbers of their seats. For the teacher alone."""
        return {kept.seat.number: kept.seat.name for kept in self._seats} if self.own else {}

    @property
    def question(self) -> Question:
        return self.sheet.questions[self.place]

    @property
    def scores(self) -> tuple[Score | None, ...]:
        return scores_beside(self.question) if self.tells else ()

    @property
    def given(self) -> tuple[GivenAnswer, ...]:
        """What was answered on this sheet, commonest first."""
        return tuple(one for one in self._given if one.variant == self.sheet.variant)

    @property
    def rule_name(self) -> str:
        return NAMES[self.rule]

    @property
    def worked(self) -> tuple[WorkedMisread, ...]:
        """The answers, on any sheet, that fit a misread of the rule, worked both ways."""
        return worked_cell(self._given, self.rule)

    @cached_property
    def _given(self) -> tuple[GivenAnswer, ...]:
        every = answers_given(self.session, [kept.seat for kept in self._seats], self.own)
        return tuple(one for one in every if one.letter == self.letter)

    @cached_property
    def _seats(self) -> tuple[KeptSeat, ...]:
        return seats_of(store(), self.kept)

    @property
    def _letters(self) -> tuple[str, ...]:
        return tuple(letter for letter, _ in self.sheet.lettered)


@bp.get("/<key>/question/<letter>", endpoint="question")
def question(key: str, letter: str) -> str:
    """A question for everybody to see: its hands, and once it may be told its worked steps and what was answered."""
    return render_template("classroom/question.html", page=_page(key, letter))


@bp.get("/<key>/map/<letter>/<rule>", endpoint="cell")
def cell(key: str, letter: str, rule: str) -> str:
    """What stands behind a cell of the misread map: the hand, as it was misread and as it is right."""
    if rule not in NAMES:
        abort(404)
    return render_template("classroom/cell.html", page=_page(key, letter, rule))


def _page(key: str, letter: str, rule: str = "") -> QuestionPage:
    """The question of that letter, on the sheet that the address names or the first; 404 where there is no such one."""
    kept = class_to_lead(key)
    variant = request.args.get("sheet", kept.session.variants[0])
    sheet = kept.session.questions.sheet(variant) if variant in kept.session.variants else None
    if sheet is None or letter not in dict(sheet.lettered):
        abort(404)
    return QuestionPage(kept, letter, sheet, sees_own(), rule)

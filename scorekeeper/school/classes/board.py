"""Board of a class: answers per question, and the mistakes that they fit.

Class view has no names, and no results before students may see the answer. An ``own`` board is Teacher view.
"""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from scorekeeper.houses import freeze
from scorekeeper.rules import score
from scorekeeper.rules.wording import number
from scorekeeper.school.classes.answer_misreads import (
    Fit,
    Fitting,
    fitting,
    found_by,
    mistakes,
    perhaps_by,
    scored_in,
    told_by,
)
from scorekeeper.school.classes.class_session import ClassSession, Pace, Seat, attempts_of
from scorekeeper.school.diagnosis.misreads import Misread
from scorekeeper.school.exercises.attempt import Attempt, State
from scorekeeper.school.exercises.codes import letter_of
from scorekeeper.school.exercises.items import Hand
from scorekeeper.school.exercises.question import Question, Step, answer_in_words
from scorekeeper.school.exercises.questions.by_column import ColumnsQuestion
from scorekeeper.school.exercises.questions.score import ScoreQuestion, steps_of
from scorekeeper.school.practice.mastery import NAMES


@dataclass(frozen=True)
class Row:
    """A student with the state of each question and likely mistakes."""

    seat: Seat
    cells: tuple[State, ...]
    told: tuple[Misread, ...]
    perhaps: Misread | None = None


@dataclass(frozen=True)
class Column:
    """A question with its number of answers; ``right`` is None until students may see results.

    ``chosen`` tells whether each student has another hand there.
    """

    letter: str
    reached: bool
    answered: int
    right: int | None
    chosen: bool = False


@dataclass(frozen=True)
class GivenAnswer:
    """An answer to a question of one version, in words, with the seats that gave it."""

    letter: str
    variant: str
    answer: str
    fitting: Fitting
    seats: tuple[int, ...]
    chosen: bool = False  # from a hand of these students' own

    @property
    def count(self) -> int:
        return len(self.seats)

    @property
    def right(self) -> bool:
        return self.fitting.verdict.right

    @property
    def reading(self) -> bool:
        """Whether it is right under a reading that the house leaves open, so no mistake."""
        return not self.right and not self.fitting.mistaken

    @property
    def doing(self) -> tuple[str, ...]:
        """Misreads that lead to it, each to follow "If"."""
        return tuple(fit.doing for fit in self.fitting.fits if fit.doing)


@dataclass(frozen=True)
class MapRow:
    """A rule that students seem to get wrong; ``misreads`` says how, each to follow "If".

    ``cells`` has the seat numbers whose answers fit, question by question.
    """

    rule: str
    name: str
    misreads: tuple[str, ...]
    cells: tuple[frozenset[int], ...]


@dataclass(frozen=True)
class WorkedMisread:
    """A misread that an answer fits, next to the right solution.

    ``theirs`` are the score lines under the misread; an adding slip has none. ``text`` says why the answer is wrong
    where nothing is added up.
    """

    given: GivenAnswer
    fit: Fit
    right_answer: str
    right: tuple[Step, ...]
    theirs: tuple[Step, ...] = ()
    text: str = ""

    @property
    def question(self) -> Question:
        return self.given.fitting.question


@dataclass(frozen=True)
class Board:
    """Answers of a class for Class view or, if it is ``own``, for Teacher view."""

    session: ClassSession
    seats: tuple[Seat, ...]
    own: bool

    @cached_property
    def _attempts(self) -> tuple[tuple[Attempt, ...], ...]:
        return tuple(attempts_of(self.session, seat) for seat in self.seats)

    def _at(self, index: int) -> list[Attempt]:
        """Attempts at the question with that index, of students who have reached it."""
        return [done[index] for done in self._attempts if index < len(done)]

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """All questions, with the number right where it may be shown."""
        session = self.session
        return tuple(
            Column(
                letter_of(index),
                index < session.reached,
                sum(bool(done.given) for done in self._at(index)),
                sum(done.right for done in self._at(index)) if self.own or session.tells(index) else None,
                session.is_chosen(index),
            )
            for index in range(session.size)
        )

    @cached_property
    def together(self) -> int:
        """Right answers at the first try that the class may see, with those of its earlier lessons."""
        goal = self.session.goal
        told = (one for done in self._attempts for index, one in enumerate(done) if self.session.tells(index))
        return (goal.before if goal is not None else 0) + sum(one.state == "right" for one in told)

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """All students in order of joining; none in Class view."""
        return tuple(map(self._row, self.seats, self._attempts)) if self.own else ()

    def _row(self, seat: Seat, attempts: tuple[Attempt, ...]) -> Row:
        cells: list[State] = [one.state for one in attempts]
        cells += ["empty"] * (self.session.size - len(cells))
        frozen, scored = freeze(self.session.questions.house), scored_in(attempts)
        if self.session.finds:
            found = found_by(frozen, scored)
            sure = (found.misread,) if found.misread is not None and found.is_sure else ()
            return Row(seat, tuple(cells), sure, None if sure else found.misread)
        told = told_by(frozen, scored)
        guessed = not told and self.session.pace in (Pace.PAPER, Pace.TEST)
        return Row(seat, tuple(cells), told, perhaps_by(frozen, scored) if guessed else None)

    @cached_property
    def given(self) -> tuple[GivenAnswer, ...]:
        """Counted answers that may be shown, right or wrong; most common first."""
        session = self.session
        frozen = freeze(session.questions.house)
        found: dict[tuple[str, str, str, tuple[Hand, ...]], tuple[Fitting, list[int]]] = {}
        for seat, attempts in zip(self.seats, self._attempts, strict=True):
            for index, attempt in enumerate(attempts):
                fits = fitting(attempt, frozen) if self.own or session.tells(index) else None
                if fits is not None:
                    words = answer_in_words(fits.question, fits.answer)
                    key = letter_of(index), seat.variant, words, fits.question.hands
                    found.setdefault(key, (fits, []))[1].append(seat.number)
        chosen = {column.letter for column in self.columns if column.chosen}
        given = [
            GivenAnswer(*key[:3], fits, tuple(numbers), key[0] in chosen) for key, (fits, numbers) in found.items()
        ]
        return tuple(sorted(given, key=lambda one: (-one.count, len(one.letter), one.letter, one.variant, one.answer)))

    def answers(self, letter: str, variant: str = "") -> tuple[GivenAnswer, ...]:
        """Answers to one question, in one version or in all."""
        return tuple(one for one in self.given if one.letter == letter and variant in ("", one.variant))

    @cached_property
    def map(self) -> tuple[MapRow, ...]:
        """Rules by question. An answer counts once for each rule that it fits, however many misreads of it fit.

        Rules that most students fit at two or more questions come first: at a single question, many answers may have
        another cause.
        """
        rows = []
        for rule, name in NAMES.items():
            there = [one for one in self.given if rule in one.fitting.rules]
            if there:
                doing = dict.fromkeys(fit.doing for one in there for fit in one.fitting.fits if fit.rule == rule)
                cells = (
                    frozenset(seat for one in there if one.letter == column.letter for seat in one.seats)
                    for column in self.columns
                )
                rows.append(MapRow(rule, name, tuple(filter(None, doing)), tuple(cells)))
        return tuple(sorted(rows, key=_weight, reverse=True))

    @property
    def unexplained(self) -> tuple[GivenAnswer, ...]:
        """Wrong answers that fit no misread and point to no rule."""
        return tuple(one for one in self.given if one.fitting.mistaken and not one.fitting.fits)

    def worked(self, letter: str, rule: str) -> tuple[WorkedMisread, ...]:
        """Answers behind a cell, worked under each misread of the rule that they fit."""
        return tuple(_worked(one, fit) for one in self.answers(letter) for fit in one.fitting.fits if fit.rule == rule)


def _weight(row: MapRow) -> tuple[int, int]:
    """Number of students who fit a row at two or more questions, then number of answers."""
    times = Counter(seat for cell in row.cells for seat in cell)
    return sum(many > 1 for many in times.values()), times.total()


def _worked(given: GivenAnswer, fit: Fit) -> WorkedMisread:
    """A misread worked for the cards of an answer, or in words where nothing is added up."""
    question = given.fitting.question
    is_sum = isinstance(question, ScoreQuestion | ColumnsQuestion)
    counted = question.counted_as(given.fitting.answer) if is_sum else None
    belief = next((one for one in mistakes(freeze(question.house)) if one.key == fit.key), None)
    if counted is None or belief is None:
        right, text = answer_in_words(question, question.solution), given.fitting.verdict.text
        return WorkedMisread(given, fit, right, question.worked, text=text)
    by_rules = score(counted[0], question.house)
    theirs = () if belief.slip is not None else steps_of(score(counted[0], belief.house, any_gaps=True))
    return WorkedMisread(given, fit, number(by_rules.total), steps_of(by_rules), theirs)

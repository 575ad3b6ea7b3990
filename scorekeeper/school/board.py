"""The board of a class: how many have answered each question, which rules their answers fit a misread of, and where.

For the wall nothing is known of a question whose answer students may not see yet, nor any name. An ``own`` board is for
the teacher alone.
"""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from scorekeeper.houses import freeze
from scorekeeper.rules import score
from scorekeeper.rules.wording import number
from scorekeeper.school.answer_misreads import Fit, Fitting, fitting, found_by, mistakes, perhaps_by, scored_in, told_by
from scorekeeper.school.attempt import Attempt, State
from scorekeeper.school.codes import letter_of
from scorekeeper.school.items import Hand
from scorekeeper.school.mastery import NAMES
from scorekeeper.school.misreads import Misread
from scorekeeper.school.question import Question, Step, answer_in_words
from scorekeeper.school.questions.by_column import ColumnsQuestion
from scorekeeper.school.questions.score import ScoreQuestion, steps_of
from scorekeeper.school.session import ClassSession, Pace, Seat, attempts_of


@dataclass(frozen=True)
class Row:
    """A student with the state of each question and what the answers tell; in a test, only what may be told."""

    seat: Seat
    cells: tuple[State, ...]
    told: tuple[Misread, ...]
    perhaps: Misread | None = None


@dataclass(frozen=True)
class Column:
    """A question and how many students answered it; ``right`` is None until students may be told."""

    letter: str
    reached: bool
    answered: int
    right: int | None


@dataclass(frozen=True)
class GivenAnswer:
    """An answer to the question of a sheet, in words, and the numbers of those who gave it."""

    letter: str
    variant: str
    answer: str
    fitting: Fitting
    seats: tuple[int, ...]

    @property
    def count(self) -> int:
        return len(self.seats)

    @property
    def right(self) -> bool:
        return self.fitting.verdict.right

    @property
    def reading(self) -> bool:
        """Whether it is right by a reading that the house leaves open: no mistake."""
        return not self.right and not self.fitting.mistaken

    @property
    def doing(self) -> tuple[str, ...]:
        """The misreads that lead to it, each as `If {doing}` goes on."""
        return tuple(fit.doing for fit in self.fitting.fits if fit.doing)


@dataclass(frozen=True)
class MapRow:
    """A rule that somebody seems to misread; ``misreads`` says how, as `If {doing}` goes on.

    ``cells`` are the numbers of the students whose answers fit, question by question.
    """

    rule: str
    name: str
    misreads: tuple[str, ...]
    cells: tuple[frozenset[int], ...]


@dataclass(frozen=True)
class WorkedMisread:
    """A misread that an answer fits, worked beside the right way.

    ``theirs`` are the score lines of whoever reads it so, where they are those of a house; a slip in adding up has
    none. ``text`` says why it is not right where nothing is added up.
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
    """What a class answered, seen from the wall; or, if it is ``own``, by the teacher alone."""

    session: ClassSession
    seats: tuple[Seat, ...]
    own: bool

    @cached_property
    def _attempts(self) -> tuple[tuple[Attempt, ...], ...]:
        return tuple(attempts_of(self.session, seat) for seat in self.seats)

    def _at(self, place: int) -> list[Attempt]:
        """The attempts at that place, of those who have come to it."""
        return [done[place] for done in self._attempts if place < len(done)]

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """Every question, with how many are right where that may be seen."""
        session = self.session
        return tuple(
            Column(
                letter_of(place),
                place < session.reached,
                sum(bool(done.given) for done in self._at(place)),
                sum(done.right for done in self._at(place)) if self.own or session.tells(place) else None,
            )
            for place in range(session.size)
        )

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """Every student in the order of joining; nobody on the wall."""
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
        """Every counted answer that may be seen, right or wrong; commonest first."""
        session = self.session
        frozen = freeze(session.questions.house)
        found: dict[tuple[str, str, str, tuple[Hand, ...]], tuple[Fitting, list[int]]] = {}
        for seat, attempts in zip(self.seats, self._attempts, strict=True):
            for place, attempt in enumerate(attempts):
                fits = fitting(attempt, frozen) if self.own or session.tells(place) else None
                if fits is not None:
                    words = answer_in_words(fits.question, fits.answer)
                    key = letter_of(place), seat.variant, words, fits.question.hands
                    found.setdefault(key, (fits, []))[1].append(seat.number)
        given = [GivenAnswer(*key[:3], fits, tuple(numbers)) for key, (fits, numbers) in found.items()]
        return tuple(sorted(given, key=lambda one: (-one.count, len(one.letter), one.letter, one.variant, one.answer)))

    def answers(self, letter: str, variant: str = "") -> tuple[GivenAnswer, ...]:
        """What was answered to one question, on one sheet or on any."""
        return tuple(one for one in self.given if one.letter == letter and variant in ("", one.variant))

    @cached_property
    def map(self) -> tuple[MapRow, ...]:
        """Rules by questions. An answer that fits several misreads of one rule counts once for it, and one that fits
        misreads of several rules counts for each.

        First come the rules that most students fit at two questions or more: many at one question may all have come
        there by another way.
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
        """The wrong answers that no misread leads to and that point at no rule."""
        return tuple(one for one in self.given if one.fitting.mistaken and not one.fitting.fits)

    def worked(self, letter: str, rule: str) -> tuple[WorkedMisread, ...]:
        """What stands behind a cell: each answer that fits a misread of the rule, worked by each such misread."""
        return tuple(_worked(one, fit) for one in self.answers(letter) for fit in one.fitting.fits if fit.rule == rule)


def _weight(row: MapRow) -> tuple[int, int]:
    """How many students fit a row at two questions or more, and how many answers do."""
    times = Counter(seat for cell in row.cells for seat in cell)
    return sum(many > 1 for many in times.values()), times.total()


def _worked(given: GivenAnswer, fit: Fit) -> WorkedMisread:
    """A misread worked for the cards of an answer; by words where there are none to be added up."""
    question = given.fitting.question
    is_sum = isinstance(question, ScoreQuestion | ColumnsQuestion)
    counted = question.counted_as(given.fitting.answer) if is_sum else None
    belief = next((one for one in mistakes(freeze(question.house)) if one.key == fit.key), None)
    if counted is None or belief is None:
        right, text = answer_in_words(question, question.solution), given.fitting.verdict.text
        return WorkedMisread(given, fit, right, question.worked, text=text)
    by_rules = score(counted[0], question.house)
    theirs = () if belief.slip is not None else steps_of(score(counted[0], belief.house))
    return WorkedMisread(given, fit, number(by_rules.total), steps_of(by_rules), theirs)

"""The misreads that lead to an answer, and the diagnosis of all answers of a student.

An answer that fits a misread does not prove that the student believes it: one number often has several causes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from scorekeeper.houses import thaw
from scorekeeper.rules import House, Layout, score
from scorekeeper.rules.bonuses import FOUR_OF_A_KIND
from scorekeeper.school.diagnosis.beliefs import Belief, beliefs, readings, singles, totals_of
from scorekeeper.school.diagnosis.diagnosis import Diagnosis, worth_telling
from scorekeeper.school.diagnosis.hole_misreads import HoleMisread, hole_misreads
from scorekeeper.school.diagnosis.misreads import Misread
from scorekeeper.school.diagnosis.score_cards import tallies_of
from scorekeeper.school.diagnosis.slips import adding_slip
from scorekeeper.school.exercises.attempt import Attempt
from scorekeeper.school.exercises.question import Answer, Question, Value, Verdict
from scorekeeper.school.exercises.questions.by_column import ColumnsQuestion
from scorekeeper.school.practice import find_my_mistake

MOST_REMEMBERED = 2_048
"""Answers cached with the misreads they fit, so that a board redraws at once."""

ENOUGH = 5
"""Answers from which one wrong one may show a misread: the right ones rule out all others."""


@dataclass(frozen=True)
class Fit:
    """A misread that leads to an answer. ``key`` and ``doing`` are empty if the answer points only at a rule."""

    rule: str
    key: str = ""
    doing: str = ""


@dataclass(frozen=True)
class Fitting:
    """The misreads behind one counted answer. It is ``mistaken`` unless right under the rules or an open reading."""

    question: Question
    answer: Answer
    verdict: Verdict
    mistaken: bool
    fits: tuple[Fit, ...] = ()

    @property
    def rules(self) -> tuple[str, ...]:
        """Rules of all misreads that lead to this answer, without repeats."""
        return tuple(dict.fromkeys(fit.rule for fit in self.fits))


def fitting(attempt: Attempt, frozen: str) -> Fitting | None:
    """The misreads of the counted answer; None if there is none. ``frozen`` is the set's house, by `freeze`."""
    return None if attempt.counted is None else fitting_of(attempt, attempt.counted, frozen)


def fitting_of(attempt: Attempt, answer: Answer, frozen: str) -> Fitting:
    """The misreads of any answer to the question, such as a replaced one."""
    question = attempt.question
    verdict = attempt.judge(answer)
    counted = question.counted_as(answer)
    if verdict.right or verdict.reading or (counted is not None and _read_so(frozen, *counted)):
        return Fitting(question, answer, verdict, mistaken=False)
    fits = () if counted is None else _of_layout(frozen, *counted)
    if isinstance(question, ColumnsQuestion):
        fits = _of_columns(frozen, question.layout, question.entries, tuple(answer.values()))
    return Fitting(question, answer, verdict, True, fits or _of_verdict(verdict, frozen))


def scored_in(attempts: Sequence[Attempt]) -> tuple[tuple[Layout, int], ...]:
    """The counted answers of a student about scoring: layouts and numbers."""
    counted = [one.question.counted_as(one.counted) for one in attempts if one.counted is not None]
    return tuple(one for one in counted if one is not None)


@lru_cache(maxsize=MOST_REMEMBERED)
def told_by(frozen: str, answers: tuple[tuple[Layout, int], ...]) -> tuple[Misread, ...]:
    """The misreads worth telling for these answers, each a layout and a number."""
    diagnosis = Diagnosis.of(thaw(frozen))
    for layout, answer in answers:
        diagnosis = diagnosis.after(layout, answer)
    return worth_telling(diagnosis, answers)


@lru_cache(maxsize=MOST_REMEMBERED)
def perhaps_by(frozen: str, answers: tuple[tuple[Layout, int], ...]) -> Misread | None:
    """The only misread that explains all these answers, some of them wrong; None if several do, or with too few.

    A single wrong answer may be its only sign, so pages show it as a guess, and to teachers only. Nothing is guessed
    from one that is off by one, two or ten, has its digits turned or lacks a minus, unless it is about the house's own
    bonus: five hands show that once, so any such answer counts; more hands, only one that lacks the whole bonus.
    """
    house = thaw(frozen)
    wrong = [(right, answer) for layout, answer in answers if (right := score(layout, house).total) != answer]
    if len(answers) < ENOUGH or not wrong:
        return None
    found = [
        belief.misreads[0]
        for belief in mistakes(frozen)
        if all(belief.total(layout) == answer for layout, answer in answers)
    ]
    if len(found) != 1:
        return None
    right, answer = wrong[0]
    four = house.four_of_a_kind if found[0].rule == FOUR_OF_A_KIND else None
    is_bonus = four is not None and four.points != 0 and (len(answers) == ENOUGH or answer == right - four.points)
    is_slip = len(wrong) == 1 and adding_slip(right, answer) != ""
    return None if is_slip and not is_bonus else found[0]


@lru_cache(maxsize=MOST_REMEMBERED)
def found_by(frozen: str, answers: tuple[tuple[Layout, int], ...]) -> find_my_mistake.MistakeFound:
    """The result of answers to chosen hands."""
    return find_my_mistake.found(thaw(frozen), answers)


@lru_cache(maxsize=MOST_REMEMBERED)
def _read_so(frozen: str, layout: Layout, answer: int) -> bool:
    """Whether the answer is right under an open reading of the house."""
    return answer in totals_of(readings(thaw(frozen)), layout)


@lru_cache(maxsize=MOST_REMEMBERED)
def _of_layout(frozen: str, layout: Layout, answer: int) -> tuple[Fit, ...]:
    learners = beliefs(thaw(frozen))  # judging the answer has cached their totals
    totals = dict(zip(learners, totals_of(learners, layout), strict=True))
    return tuple(_fit(belief) for belief in mistakes(frozen) if totals[belief] == answer)


@lru_cache(maxsize=MOST_REMEMBERED)
def _of_columns(frozen: str, layout: Layout, entries: tuple[str, ...], written: tuple[Value, ...]) -> tuple[Fit, ...]:
    found = mistakes(frozen)
    return tuple(
        _fit(belief)
        for belief, theirs in zip(found, tallies_of(found, layout), strict=True)
        if theirs is not None and tuple(theirs[entry] for entry in entries) == written
    )


def _of_verdict(verdict: Verdict, frozen: str) -> tuple[Fit, ...]:
    """The misreads that the verdict names, or only its rule. Two misreads at once fit neither alone."""
    known = named(frozen)
    found = tuple(Fit(known[key].rule, key, known[key].doing) for key in verdict.misreads if key in known)
    return found or ((Fit(verdict.rule),) if verdict.rule else ())


def _fit(belief: Belief) -> Fit:
    misread = belief.misreads[0]
    return Fit(misread.rule, misread.key, misread.doing)


@lru_cache(maxsize=64)
def mistakes(frozen: str) -> tuple[Belief, ...]:
    """Every single misread of scoring a layout, without open readings."""
    return tuple(belief for belief in singles(thaw(frozen)) if not belief.is_reading)


@lru_cache(maxsize=64)
def named(frozen: str) -> dict[str, Misread | HoleMisread]:
    """All misreads that a verdict in this house can name, by key."""
    house: House = thaw(frozen)
    of_holes = {misread.key: misread for misread in hole_misreads(house) if misread.reading is None}
    return {**of_holes, **{belief.key: belief.misreads[0] for belief in mistakes(frozen)}}

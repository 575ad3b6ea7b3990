"""Misreads that an answer fits, which lead to exactly this wrong number, and what all answers of a student tell.

That an answer fits a misread never says that its student believes it: one number often has several causes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from scorekeeper.houses import thaw
from scorekeeper.rules import House, Layout, score
from scorekeeper.school import finding
from scorekeeper.school.attempt import Attempt
from scorekeeper.school.beliefs import Belief, beliefs, readings, singles, totals_of
from scorekeeper.school.diagnosis import Diagnosis, worth_telling
from scorekeeper.school.hole_misreads import HoleMisread, hole_misreads
from scorekeeper.school.misreads import Misread
from scorekeeper.school.question import Answer, Question, Value, Verdict
from scorekeeper.school.questions.by_column import ColumnsQuestion
from scorekeeper.school.tallying import tallies_of

MOST_REMEMBERED = 2_048
"""So many answers are remembered with what they fit, so that a board is redrawn at once."""

ENOUGH = 5
"""So many answers may tell a misread even where only one of them shows it: the others speak against all others."""


@dataclass(frozen=True)
class Fit:
    """A misread that leads to an answer. ``key`` and ``doing`` are empty where the answer points at a rule only."""

    rule: str
    key: str = ""
    doing: str = ""


@dataclass(frozen=True)
class Fitting:
    """What is to be said of one counted answer. It is ``mistaken`` unless right, by whatever reading is open."""

    question: Question
    answer: Answer
    verdict: Verdict
    mistaken: bool
    fits: tuple[Fit, ...] = ()

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that some misread is of which leads to it, each once."""
        return tuple(dict.fromkeys(fit.rule for fit in self.fits))


def fitting(attempt: Attempt, frozen: str) -> Fitting | None:
    """What the counted answer fits; None where there is none. ``frozen`` is the house of the set, by `freeze`."""
    return None if attempt.counted is None else fitting_of(attempt, attempt.counted, frozen)


def fitting_of(attempt: Attempt, answer: Answer, frozen: str) -> Fitting:
    """What any answer to that question fits, such as one in whose place another came."""
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
    """The counted answers of a student that tell how scoring is understood: each a layout and its number."""
    counted = [one.question.counted_as(one.counted) for one in attempts if one.counted is not None]
    return tuple(one for one in counted if one is not None)


@lru_cache(maxsize=MOST_REMEMBERED)
def told_by(frozen: str, answers: tuple[tuple[Layout, int], ...]) -> tuple[Misread, ...]:
    """The misreads that two answers agree with and that leave little doubt; each is a layout and its number."""
    diagnosis = Diagnosis.of(thaw(frozen))
    for layout, answer in answers:
        diagnosis = diagnosis.after(layout, answer)
    return worth_telling(diagnosis, answers)


@lru_cache(maxsize=MOST_REMEMBERED)
def perhaps_by(frozen: str, answers: tuple[tuple[Layout, int], ...]) -> Misread | None:
    """The one misread that leads to all these answers, some of them wrong; None where several do, or too few are given.

    A single wrong answer may be all that shows it, so this is told as a guess, and to teachers only.
    """
    house = thaw(frozen)
    if len(answers) < ENOUGH or all(score(layout, house).total == answer for layout, answer in answers):
        return None
    found = [
        belief.misreads[0]
        for belief in mistakes(frozen)
        if all(belief.total(layout) == answer for layout, answer in answers)
    ]
    return found[0] if len(found) == 1 else None


@lru_cache(maxsize=MOST_REMEMBERED)
def found_by(frozen: str, answers: tuple[tuple[Layout, int], ...]) -> finding.Found:
    """What the answers to chosen hands tell."""
    return finding.found(thaw(frozen), answers)


@lru_cache(maxsize=MOST_REMEMBERED)
def _read_so(frozen: str, layout: Layout, answer: int) -> bool:
    """Whether it is right by some reading that the house leaves open."""
    return answer in totals_of(readings(thaw(frozen)), layout)


@lru_cache(maxsize=MOST_REMEMBERED)
def _of_layout(frozen: str, layout: Layout, answer: int) -> tuple[Fit, ...]:
    everybody = beliefs(thaw(frozen))  # whose totals are known already, once the answer is judged
    totals = dict(zip(everybody, totals_of(everybody, layout), strict=True))
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
    """What the verdict names: misreads, or else only the rule. Two misreads at once fit neither of them alone."""
    known = named(frozen)
    found = tuple(Fit(known[key].rule, key, known[key].doing) for key in verdict.misreads if key in known)
    return found or ((Fit(verdict.rule),) if verdict.rule else ())


def _fit(belief: Belief) -> Fit:
    misread = belief.misreads[0]
    return Fit(misread.rule, misread.key, misread.doing)


@lru_cache(maxsize=64)
def mistakes(frozen: str) -> tuple[Belief, ...]:
    """Every misread by itself of scoring a layout, without the readings that the house leaves open."""
    return tuple(belief for belief in singles(thaw(frozen)) if not belief.is_reading)


@lru_cache(maxsize=64)
def named(frozen: str) -> dict[str, Misread | HoleMisread]:
    """The misreads that a verdict in that house can name, by their keys."""
    house: House = thaw(frozen)
    of_holes = {misread.key: misread for misread in hole_misreads(house) if misread.reading is None}
    return {**of_holes, **{belief.key: belief.misreads[0] for belief in mistakes(frozen)}}

"""What one pupil did, and what follows from it: how far each question is, and which answer tells what is believed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, TypeAlias

from scorekeeper.school.practising import Said
from scorekeeper.school.question import Answer, AnswersRefused, Question, Verdict, written
from scorekeeper.school.session import ClassSession, Pace
from scorekeeper.school.sets import Sheet
from scorekeeper.school.sitting import TRIES

Did: TypeAlias = Literal["answer", "hint", "show"]
State: TypeAlias = Literal["empty", "trying", "given", "right", "later", "wrong"]


@dataclass(frozen=True)
class Done:
    """One thing that a pupil did at the question of that place, from 0, as it is kept.

    ``typed`` is what stood in the fields, by their names. ``took`` is how many milliseconds the question had been on
    show, as far as the pupil's device told.
    """

    place: int
    did: Did
    typed: Mapping[str, str] = field(default_factory=dict)
    took: int | None = None


@dataclass(frozen=True)
class Seat:
    """A pupil of a session, under a made-up name, with everything done in the order in which it came."""

    number: int  # from 1, in the order in which they joined
    name: str
    variant: str
    done: tuple[Done, ...] = ()


@dataclass(frozen=True)
class Given:
    """An answer that counted as one. ``hints`` says how many hints were on show by then."""

    answer: Answer
    typed: Mapping[str, str]
    hints: int
    took: int | None


@dataclass(frozen=True)
class Work:
    """What one pupil did at one question.

    Two tries where the reason is told at once, and the same wrong answer again is none; else an answer may be changed
    until answers are closed, and the last one counts.
    """

    sheet: Sheet
    place: int
    pace: Pace
    given: tuple[Given, ...] = ()
    hinted: int = 0
    shown: bool = False  # the worked steps were asked for
    repeated: bool = False  # the last thing given was a wrong answer that had been given before

    @property
    def question(self) -> Question:
        return self.sheet.questions[self.place]

    @property
    def practised(self) -> bool:
        """Whether the reason is told at once, with hints and a second try."""
        return self.pace is Pace.PRACTICE

    @property
    def last(self) -> Given | None:
        return self.given[-1] if self.given else None

    @property
    def counted(self) -> Answer | None:
        """The answer that tells what is believed: the first of those that practise, if without a hint; else the last.

        None where there is none.
        """
        if self.practised:
            return self.given[0].answer if self.given and not self.given[0].hints else None
        return self.given[-1].answer if self.given else None

    @cached_property
    def verdict(self) -> Verdict | None:
        """What is to be said to the last answer. Only for who may see what is right."""
        return None if self.last is None else self.sheet.judge(self.place, self.last.answer)

    @property
    def right(self) -> bool:
        return self.verdict is not None and self.verdict.right

    @property
    def over(self) -> bool:
        """Whether a question that is practised takes no more answers."""
        if not self.practised:
            return False
        return (
            self.shown or self.right or len(self.given) >= TRIES or (self.verdict is not None and self.verdict.reading)
        )

    @property
    def meaning(self) -> Said | None:
        """What is said to the last answer, for those that practise; None where nothing was done that asks for it."""
        if self.right:
            return "right"
        if self.over:
            return "shown"
        if self.last is None:
            return None
        return "same" if self.repeated else "again"

    @property
    def hints(self) -> tuple[str, ...]:
        """The hints on show."""
        return self.question.hints[: self.hinted]

    @property
    def state(self) -> State:
        """How far it is, for those who may see what is right.

        "right": at the first try, without a hint. "given" where an answer is right by a reading that the house leaves
        open, which is neither; and for any answer where what is right must not be seen (`seen`).
        """
        if self.verdict is not None and self.verdict.reading:
            return "given"
        if self.right:
            at_once = len(self.given) == 1 and not self.given[0].hints
            return "right" if at_once or not self.practised else "later"
        if not self.given and not self.shown:
            return "trying" if self.hinted else "empty"
        return "wrong" if self.over or not self.practised else "trying"

    def seen(self, told: bool) -> State:
        """The state as it may be shown where it can be told what is right, or not."""
        if told:
            return self.state
        return "given" if self.given else "empty"


def work_of(session: ClassSession, seat: Seat) -> tuple[Work, ...]:
    """Every question of a pupil's sheet, in order."""
    by_place: dict[int, list[Done]] = {}
    for done in seat.done:
        by_place.setdefault(done.place, []).append(done)
    sheet = _sheet(session, seat)
    return tuple(_folded(sheet, session.pace, place, by_place.get(place, ())) for place in range(len(sheet.questions)))


def work_at(session: ClassSession, seat: Seat, place: int) -> Work:
    """One question of a pupil's sheet."""
    return _folded(_sheet(session, seat), session.pace, place, [done for done in seat.done if done.place == place])


def _sheet(session: ClassSession, seat: Seat) -> Sheet:
    sheet = session.questions.sheet(seat.variant)
    assert sheet is not None, f"the set has no sheet {seat.variant}"
    return sheet


def _folded(sheet: Sheet, pace: Pace, place: int, all_done: Sequence[Done]) -> Work:
    work = Work(sheet, place, pace)
    for done in all_done:
        if work.over:  # such as from another device, where it was not known yet
            break
        match done.did:
            case "hint":
                hinted = min(work.hinted + 1, len(work.question.hints))
                work = Work(sheet, place, pace, work.given, hinted)
            case "show":
                work = Work(sheet, place, pace, work.given, work.hinted, shown=True)
            case "answer":
                work = _after_answer(work, done)
    return work


def _after_answer(work: Work, done: Done) -> Work:
    is_corrected = work.pace is Pace.PAPER  # what stood there before was misread by the teacher, and no answer
    if is_corrected and not done.typed:
        return Work(work.sheet, work.place, work.pace)
    try:
        answer = work.question.read(done.typed)
    except AnswersRefused:  # was no answer when it came either, unless a later release reads less
        return work
    if work.practised and written(answer) in [written(given.answer) for given in work.given]:
        return Work(work.sheet, work.place, work.pace, work.given, work.hinted, repeated=True)
    before = () if is_corrected else work.given
    given = (*before, Given(answer, done.typed, work.hinted, done.took))
    return Work(work.sheet, work.place, work.pace, given, work.hinted)

"""Session of a class: who may answer what at the moment, what the teacher can do next, and what students did."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache, partial
from typing import Literal, TypeAlias, get_args

from scorekeeper.houses import freeze, thaw
from scorekeeper.rules import Layout, RuleError, parse_layout
from scorekeeper.school.attempt import Attempt, Done, folded
from scorekeeper.school.dice import Dice
from scorekeeper.school.finding import HANDS, Answers, next_hand
from scorekeeper.school.question import read_answer
from scorekeeper.school.questions.score import POINTS, ScoreQuestion
from scorekeeper.school.sets import QuestionSet, Sheet

HAND = "hand"
"""The field of an answer that keeps the hand, in card notation, where hands are chosen for each student."""

MOST_REMEMBERED = 2_048
"""So many hands that were chosen are remembered, and so many with what is said to answers."""


class Pace(StrEnum):
    """How a set is gone through."""

    PRACTICE = "practice"  # everybody at their own pace, with two tries, hints and the reason at once
    TEST = "test"  # everybody at their own pace; nothing is said of any answer before the end
    LIVE = "live"  # the teacher leads from question to question; answers are closed when theirs is revealed
    PAPER = "paper"  # answered on paper and typed in by the teacher
    FIND = "find"  # at their own pace; each hand is chosen by the answers before, and all is told after the last


Phase: TypeAlias = Literal["lobby", "open", "paused", "ended"]
Action: TypeAlias = Literal["begin", "pause", "resume", "reveal", "next", "back", "lock", "unlock", "end"]
ACTIONS: tuple[Action, ...] = get_args(Action)


class NotNow(RuleError):
    """What the teacher wanted to do cannot be done now: it was done already, or its time is over."""

    code = "class.not_now"


class Closed(RuleError):
    """No answer to that question is taken at the moment. ``again`` tells whether it may be later."""

    code = "class.closed"

    def __init__(self, reason: str, *, again: bool) -> None:
        super().__init__(reason)
        self.again = again


@dataclass(frozen=True)
class ClassSession:
    """One set, gone through by one class.

    ``variants`` are the versions given out to one student after another, so that neighbors get different ones.
    ``at`` is the place of the question that the class is at, from 0, and ``revealed`` whether its answer was shown.
    Both mean something only where the teacher leads.
    """

    questions: QuestionSet
    pace: Pace
    variants: tuple[str, ...]
    phase: Phase = "lobby"
    at: int = 0
    revealed: bool = False
    locked: bool = False

    @property
    def is_led(self) -> bool:
        """Whether the teacher leads from question to question."""
        return self.pace is Pace.LIVE

    @property
    def finds(self) -> bool:
        """Whether it finds the misread of each student: of the set only the house counts then."""
        return self.pace is Pace.FIND

    @property
    def size(self) -> int:
        """How many questions everybody is asked."""
        return HANDS if self.finds else self.questions.size

    @property
    def is_asked(self) -> bool:
        """Whether the class is at a question that the teacher leads to."""
        return self.is_led and self.phase in ("open", "paused")

    @property
    def is_last(self) -> bool:
        return self.at == self.size - 1

    @property
    def reached(self) -> int:
        """How many questions can be seen: all of them, unless the teacher leads."""
        if self.phase == "lobby":
            return 0
        return self.at + 1 if self.is_led and self.phase != "ended" else self.size

    def variant_for(self, seat: int) -> str:
        """The sheet of the seat with that number, from 1."""
        return self.variants[(seat - 1) % len(self.variants)]

    def sheet(self, variant: str) -> Sheet:
        """A sheet that was given out."""
        sheet = self.questions.sheet(variant)
        assert sheet is not None, f"the set has no sheet {variant}"
        return sheet

    def tells(self, place: int) -> bool:
        """Whether the class may be told what is right at that place, and students once they have answered there."""
        if self.phase == "ended" or self.pace is Pace.PRACTICE:
            return True
        return self.is_led and (place < self.at or (place == self.at and self.revealed))


_MAY: Mapping[Action, Callable[[ClassSession], bool]] = {
    "begin": lambda one: one.phase == "lobby",
    "pause": lambda one: one.phase == "open",
    "resume": lambda one: one.phase == "paused",
    "reveal": lambda one: one.is_asked and not one.revealed,
    "next": lambda one: one.is_asked and not one.is_last,
    "back": lambda one: one.is_asked and one.at > 0 and not one.revealed,
    "lock": lambda one: one.phase != "ended" and not one.locked,
    "unlock": lambda one: one.phase != "ended" and one.locked,
    "end": lambda one: one.phase != "ended",
}


def may_lead(session: ClassSession, action: Action) -> bool:
    """Whether the teacher can do that now. Nobody goes back from a question whose answer was shown."""
    return _MAY[action](session)


def lead(session: ClassSession, action: Action) -> ClassSession:
    """The session after the teacher did that. Raises NotNow.

    The next question shows the answer to the one before, and so does going back to that one.
    """
    if not may_lead(session, action):
        raise NotNow("that cannot be done now, or it was done already")
    match action:
        case "pause":
            return replace(session, phase="paused")
        case "reveal":
            return replace(session, phase="open", revealed=True)
        case "next" | "back":
            step = 1 if action == "next" else -1
            return replace(session, phase="open", at=session.at + step, revealed=action == "back")
        case "lock" | "unlock":
            return replace(session, locked=action == "lock")
        case "end":
            return replace(session, phase="ended", revealed=True)
    return replace(session, phase="open")


def closed(session: ClassSession, place: int, is_answered: bool = False) -> Closed | None:
    """Why no answer of a student, who has answered there or not, is taken at that place now; None where it is."""
    if session.finds and is_answered:
        return Closed("this hand has an answer already", again=False)
    if session.phase == "ended":
        return Closed("the teacher has ended this; the answer was not counted", again=False)
    if session.phase == "lobby":
        return Closed("it has not begun yet", again=True)
    if session.is_led and (place < session.at or (place == session.at and session.revealed)):
        return Closed("the answer to this question has been shown; yours was not counted", again=False)
    if session.is_led and place > session.at:
        return Closed("this question has not come yet", again=True)
    if session.phase == "paused":
        return Closed("the teacher has paused this; your answer waits", again=True)
    return None


# --- students ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Seat:
    """A student of a session, under a made-up name, with everything done in the order in which it came."""

    number: int  # from 1, in the order in which they joined
    name: str
    variant: str
    done: tuple[Done, ...] = ()
    return_code: str = ""  # by which the student goes on at another device; "" for a paper


def attempts_of(session: ClassSession, seat: Seat) -> tuple[Attempt, ...]:
    """What a student did, question by question; where hands are chosen for each, at those that were answered."""
    return tuple(attempt_at(session, seat, place) for place in range(len(seat.done) if session.finds else session.size))


def places_shown(session: ClassSession, seat: Seat) -> range:
    """The places of the questions that a student sees: chosen hands one by one, and all once they are answered."""
    if not session.finds or session.phase == "lobby":
        return range(session.reached)
    done = len(seat.done)
    is_over = session.phase == "ended" or done == session.size
    return range(0 if is_over else done, min(done + 1, session.size))


def attempt_at(session: ClassSession, seat: Seat, place: int) -> Attempt:
    """What a student did at the question of that place, from 0."""
    sheet, at = session.sheet(seat.variant), place
    if session.finds:
        sheet, at = _sheet_of(freeze(session.questions.house), _hand_at(session, seat, place)), 0
    attempt = Attempt(sheet.questions[at], session.pace is Pace.PRACTICE, partial(sheet.judge, at))
    done = [done for done in seat.done if done.place == place]
    # Of a paper what stood there before was misread by who typed it in, and is no answer.
    return folded(attempt, done[-1:] if session.pace is Pace.PAPER else done)


# --- hands that are chosen for each student ---------------------------------------------------------------------------


def _hand_at(session: ClassSession, seat: Seat, place: int) -> Layout:
    """A hand that was answered, as it is kept; or else the one under way."""
    house = session.questions.house
    answered = [(parse_layout(done.typed[HAND], house), read_answer(done.typed[POINTS])) for done in seat.done]
    if place < len(answered):
        return answered[place][0]
    # Neighbors begin with different hands; those with one sheet who answer alike have the same ones, chosen once.
    return _chosen(freeze(house), tuple(answered), f"{session.questions.code} {seat.variant} {place}")


@lru_cache(maxsize=MOST_REMEMBERED)
def _chosen(frozen: str, answers: Answers, seed: str) -> Layout:
    return next_hand(thaw(frozen), answers, Dice(seed))


@lru_cache(maxsize=MOST_REMEMBERED)
def _sheet_of(frozen: str, hand: Layout) -> Sheet:
    """That hand alone."""
    return Sheet("", (ScoreQuestion(thaw(frozen), hand),), hand)

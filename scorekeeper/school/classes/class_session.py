"""Class session: which questions are open, what the teacher can do next, and the students' work."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache, partial
from typing import Literal, TypeAlias, get_args

from scorekeeper.houses import freeze, thaw
from scorekeeper.rules import Layout, RuleError, parse_layout
from scorekeeper.school.exercises.attempt import Attempt, Done, folded
from scorekeeper.school.exercises.dice import Dice
from scorekeeper.school.exercises.question import read_answer
from scorekeeper.school.exercises.questions.score import POINTS, ScoreQuestion
from scorekeeper.school.exercises.sets import QuestionSet, Sheet
from scorekeeper.school.practice.find_my_mistake import HANDS, Answers, next_hand

HAND = "hand"
"""Field of an answer with its hand, in card notation, where each student gets chosen hands."""

MOST_REMEMBERED = 2_048
"""Chosen hands in the cache, and as many with their verdicts."""

GOALS = (25, 50, 100, 200)
"""Right answers that a class can set out to reach together."""


class Pace(StrEnum):
    """Mode in which a class works on a worksheet."""

    PRACTICE = "practice"  # own pace, two tries, hints and immediate feedback
    TEST = "test"  # own pace, no feedback before the end
    LIVE = "live"  # the teacher moves everyone through the questions; showing an answer closes the question
    PAPER = "paper"  # students write on paper, the teacher types it in
    FIND = "find"  # own pace; earlier answers choose each hand, and the result comes after the last


Phase: TypeAlias = Literal["lobby", "open", "paused", "ended"]
Action: TypeAlias = Literal["begin", "pause", "resume", "reveal", "next", "back", "lock", "unlock", "end"]
ACTIONS: tuple[Action, ...] = get_args(Action)


class NotNow(RuleError):
    """The teacher's action isn't possible now: it is already done, or too late."""

    code = "class.not_now"


class Closed(RuleError):
    """The question takes no answer now; ``again`` tells whether it may later."""

    code = "class.closed"

    def __init__(self, reason: str, *, again: bool) -> None:
        super().__init__(reason)
        self.again = again


@dataclass(frozen=True)
class Goal:
    """Right answers that a class wants to reach together. It has ``before`` from its earlier lessons."""

    wanted: int
    before: int = 0


@dataclass(frozen=True)
class OwnHands:
    """Hands that a lesson begins with: of students of the last lesson by made-up name, and of others in turn."""

    by_name: Mapping[str, tuple[Layout, ...]]
    others: tuple[tuple[Layout, ...], ...]

    @property
    def size(self) -> int:
        """Number of hands for each student."""
        return len(self.others[0])

    def of(self, seat: Seat) -> tuple[Layout, ...]:
        return self.by_name.get(seat.name) or self.others[(seat.number - 1) % len(self.others)]


@dataclass(frozen=True)
class ClassSession:
    """One class working on one worksheet, after each student's ``own`` hands if it had a lesson before.

    Students get ``variants`` in turn, so that neighbors have different ones. In a live class, ``at`` is the index of
    the current question, from 0, and ``revealed`` tells whether its answer was shown.
    """

    questions: QuestionSet
    pace: Pace
    variants: tuple[str, ...]
    phase: Phase = "lobby"
    at: int = 0
    revealed: bool = False
    locked: bool = False
    goal: Goal | None = None
    own: OwnHands | None = None

    @property
    def is_led(self) -> bool:
        """Whether the teacher moves everyone through the questions."""
        return self.pace is Pace.LIVE

    @property
    def finds(self) -> bool:
        """Whether it finds each student's mistake, with only the worksheet's house and none of its questions."""
        return self.pace is Pace.FIND

    @property
    def size(self) -> int:
        """Number of questions for each student."""
        return HANDS if self.finds else self.own_size + self.questions.size

    @property
    def own_size(self) -> int:
        """Number of hands that each student begins with."""
        return self.own.size if self.own is not None else 0

    @property
    def last_names(self) -> Collection[str]:
        """Made-up names of the students of the last lesson."""
        return self.own.by_name if self.own is not None else ()

    def is_chosen(self, index: int) -> bool:
        """Whether each student has another hand at that question."""
        return self.finds or index < self.own_size

    @property
    def is_asked(self) -> bool:
        """Whether a live class is at a question."""
        return self.is_led and self.phase in ("open", "paused")

    @property
    def is_last(self) -> bool:
        return self.at == self.size - 1

    @property
    def reached(self) -> int:
        """Number of visible questions: all, except in a live class."""
        if self.phase == "lobby":
            return 0
        return self.at + 1 if self.is_led and self.phase != "ended" else self.size

    def variant_for(self, seat: int) -> str:
        """Variant of the seat with that number, from 1."""
        return self.variants[(seat - 1) % len(self.variants)]

    def sheet(self, variant: str) -> Sheet:
        """A version that the class uses."""
        sheet = self.questions.sheet(variant)
        assert sheet is not None, f"the set has no sheet {variant}"
        return sheet

    def tells(self, index: int) -> bool:
        """Whether the class may see what is right at that question, and a student after answering it."""
        if self.phase == "ended" or self.pace is Pace.PRACTICE:
            return True
        return self.is_led and (index < self.at or (index == self.at and self.revealed))


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
    """Whether the action is possible now. There is no way back from a question whose answer was shown."""
    return _MAY[action](session)


def lead(session: ClassSession, action: Action) -> ClassSession:
    """The session after an action of the teacher. Raises NotNow.

    Moving on shows the previous answer, and it stays shown after moving back.
    """
    if not may_lead(session, action):
        raise NotNow("You can’t do that now, or it’s already done.")
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


def with_goal(session: ClassSession, wanted: int) -> ClassSession:
    """The session with another goal, or none for 0; what was right in earlier lessons counts for it too."""
    before = session.goal.before if session.goal is not None else 0
    return replace(session, goal=Goal(wanted, before) if wanted else None)


def closed(session: ClassSession, index: int, is_answered: bool = False) -> Closed | None:
    """Why a question takes no answer from a student now, or None where it takes one."""
    if session.finds and is_answered:
        return Closed("You already answered this hand.", again=False)
    if session.phase == "ended":
        return Closed("Your teacher ended the class, so your answer didn’t count.", again=False)
    if session.phase == "lobby":
        return Closed("The class hasn’t started yet.", again=True)
    if session.is_led and (index < session.at or (index == session.at and session.revealed)):
        return Closed("The answer was already shown, so yours didn’t count.", again=False)
    if session.is_led and index > session.at:
        return Closed("This question isn’t open yet.", again=True)
    if session.phase == "paused":
        return Closed("Your teacher paused the class. Your answer will be sent.", again=True)
    return None


# --- students ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Seat:
    """A student of a session: made-up name and work, in order."""

    number: int  # from 1, in order of joining
    name: str
    variant: str
    done: tuple[Done, ...] = ()
    return_code: str = ""  # to continue on another device; "" for a paper


def attempts_of(session: ClassSession, seat: Seat) -> tuple[Attempt, ...]:
    """A student's attempts, question by question; with chosen hands, only answered ones."""
    return tuple(attempt_at(session, seat, index) for index in range(len(seat.done) if session.finds else session.size))


def indices_shown(session: ClassSession, seat: Seat) -> range:
    """Indexes of the questions that a student sees; chosen hands come one by one, then all together."""
    if not session.finds or session.phase == "lobby":
        return range(session.reached)
    done = len(seat.done)
    is_over = session.phase == "ended" or done == session.size
    return range(0 if is_over else done, min(done + 1, session.size))


def attempt_at(session: ClassSession, seat: Seat, index: int) -> Attempt:
    """A student's attempt at the question with that index, from 0."""
    sheet, at = session.sheet(seat.variant), index - session.own_size
    if session.is_chosen(index):
        sheet, at = _sheet_of(freeze(session.questions.house), _hand_at(session, seat, index)), 0
    attempt = Attempt(sheet.questions[at], session.pace is Pace.PRACTICE, partial(sheet.judge, at))
    done = [done for done in seat.done if done.index == index]
    # On paper only the last entry counts, because earlier ones were typing mistakes.
    return folded(attempt, done[-1:] if session.pace is Pace.PAPER else done)


# --- hands that are chosen for each student ---------------------------------------------------------------------------


def _hand_at(session: ClassSession, seat: Seat, index: int) -> Layout:
    """An own hand; or the saved hand of an answer, or the current hand."""
    if session.own is not None:
        return session.own.of(seat)[index]
    house = session.questions.house
    answered = [(parse_layout(done.typed[HAND], house), read_answer(done.typed[POINTS])) for done in seat.done]
    if index < len(answered):
        return answered[index][0]
    # Neighbors start with different hands. Students of one variant with equal answers share cached hands.
    return _chosen(freeze(house), tuple(answered), f"{session.questions.code} {seat.variant} {index}")


@lru_cache(maxsize=MOST_REMEMBERED)
def _chosen(frozen: str, answers: Answers, seed: str) -> Layout:
    return next_hand(thaw(frozen), answers, Dice(seed))


@lru_cache(maxsize=MOST_REMEMBERED)
def _sheet_of(frozen: str, hand: Layout) -> Sheet:
    """A version with only that hand."""
    return Sheet("", (ScoreQuestion(thaw(frozen), hand),), hand)

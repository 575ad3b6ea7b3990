"""Classes for tests: chosen hands, sessions, students with answers, and likely mistakes."""

from collections.abc import Sequence

from scorekeeper import houses
from scorekeeper.referee import Situation, parse_action, state_of
from scorekeeper.rules import House, parse_layout
from scorekeeper.school.classes.class_session import ClassSession, Pace, Phase, Seat
from scorekeeper.school.diagnosis.diagnosis import Diagnosis
from scorekeeper.school.exercises.attempt import Done
from scorekeeper.school.exercises.positions import Moment
from scorekeeper.school.exercises.question import Question
from scorekeeper.school.exercises.questions.score import POINTS, ScoreQuestion
from scorekeeper.school.exercises.questions.turn import TurnQuestion
from scorekeeper.school.exercises.sets import QuestionSet, Sheet

WORKSHEET, FOUR_CARD, PENALTY = map(houses.get, ("worksheet", "four-card", "penalty"))
CODE = "7K2Q-M4XP"

ACES = "A Q 2 / K 10 A"
"""20. A two of 2 gives 24, an ace of 11 gives 40; nothing gives 25 or 27."""

TWOS = "2 K 2 / 2 3 2"
"""3. −5 where nothing cancels, or only twos do not; 13 or 16 by what a king counts; nothing gives 4."""

FIVES = "9 5 9 / 10 8 3"
"""44. 26 where rows cancel, in three ways of one rule; 32 without the last column."""

TWO = "2 5 K / 3 9 4"
"""19. A two of 2 gives 23; 15 where a king cancels its column, or the last column is left out."""

COLUMN = "2 5 7 / 2 9 4"
"""25. 21 where nothing cancels, or only twos do not, or rows do instead."""

KING = "K 5 7 / 3 9 4"
"""28. 38 or 41 by what a king counts; 25 where it cancels its column."""

FIRST, SECOND = (ACES, TWOS, FIVES), (TWO, COLUMN, KING)


MOVE = TurnQuestion(
    WORKSHEET,
    Moment.of(state_of(Situation(house=WORKSHEET)), 0, parse_action("end turn")),
    ("turn.must_draw", "turn.not_yours", "look.never"),
)
"""Pass without drawing: one choice of four, which no misread leads to."""


def hand(layout: str, house: House = WORKSHEET) -> ScoreQuestion:
    return ScoreQuestion(house, parse_layout(layout, house))


def likely(house: House, *answers: tuple[str, int]) -> Diagnosis:
    """Likely mistakes after those answers to layouts."""
    diagnosis = Diagnosis.of(house)
    for layout, answer in answers:
        diagnosis = diagnosis.after(parse_layout(layout, house), answer)
    return diagnosis


def sheets(*asked: Sequence[str | Question], house: House = WORKSHEET) -> tuple[Sheet, ...]:
    """Versions A1, A2, ... with those questions; a layout is a hand to score."""
    own = parse_layout(" / ".join([" ".join("3" * house.grid.columns)] * house.grid.rows), house)
    questions = [[hand(one, house) if isinstance(one, str) else one for one in sheet] for sheet in asked]
    return tuple(Sheet(f"A{number}", tuple(sheet), own) for number, sheet in enumerate(questions, start=1))


def session(
    pace: Pace,
    *asked: Sequence[str | Question],
    phase: Phase = "open",
    at: int = 0,
    revealed: bool = False,
    house: House = WORKSHEET,
) -> ClassSession:
    """A session with those questions, or with the first three hands."""
    made = sheets(*(asked or (FIRST,)), house=house)
    kinds = tuple(dict.fromkeys(question.kind for sheet in made for question in sheet.questions))
    questions = QuestionSet(CODE, house, 7, kinds, made)
    return ClassSession(questions, pace, tuple(sheet.variant for sheet in made), phase, at, revealed)


def student(number: int, *answers: int | None, variant: str = "A1") -> Seat:
    """A student with answers to hands in order; None means not answered."""
    done = [Done(index, "answer", {POINTS: str(one)}) for index, one in enumerate(answers) if one is not None]
    return Seat(number, f"Brave Queen {number}", variant, tuple(done))


def students(*answers: Sequence[int | None], variant: str = "A1", first: int = 1) -> list[Seat]:
    """Several students, numbered from ``first``."""
    return [student(number, *given, variant=variant) for number, given in enumerate(answers, start=first)]

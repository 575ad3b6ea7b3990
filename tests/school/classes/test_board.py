"""Board: counts in Class view; students, answers and likely mistakes in Teacher view."""

from collections.abc import Sequence

import pytest

from scorekeeper.rules import House
from scorekeeper.school.classes.board import Board, Row
from scorekeeper.school.classes.class_session import Pace, Phase, Seat
from scorekeeper.school.diagnosis.misreads import Misread
from scorekeeper.school.exercises.attempt import Done
from tests.school.classes_at_work import COLUMN, FIVES, KING, PENALTY, WORKSHEET, session, student, students

RIGHT, KINGS, SLIPPED = (20, 3, 44), (30, 13, 44), (20, 4, 44)
CLASS = students(RIGHT, KINGS, SLIPPED, (20, None, None), ())


@pytest.mark.parametrize(
    ("pace", "phase", "at", "revealed", "right", "reached"),
    [
        pytest.param(Pace.PRACTICE, "open", 0, False, [3, 1, 3], 3, id="practice tells at once"),
        pytest.param(Pace.TEST, "open", 0, False, [None] * 3, 3, id="a test tells nothing"),
        pytest.param(Pace.TEST, "ended", 0, True, [3, 1, 3], 3, id="before it is over"),
        pytest.param(Pace.LIVE, "open", 0, True, [3, None, None], 1, id="live, first answer revealed"),
        pytest.param(Pace.LIVE, "open", 1, False, [3, None, None], 2, id="live, second question"),
    ],
)
def test_what_is_right_is_shown_only_where_students_may_be_told(
    pace: Pace, phase: Phase, at: int, revealed: bool, right: list[int | None], reached: int
) -> None:
    one = session(pace, phase=phase, at=at, revealed=revealed)
    shown, own = (Board(one, tuple(CLASS), own).columns for own in (False, True))
    assert [column.letter for column in shown] == ["A", "B", "C"]
    assert [column.answered for column in shown] == [4, 3, 3]
    assert [column.reached for column in shown] == [index < reached for index in range(3)]
    assert [column.right for column in shown] == right
    assert [column.right for column in own] == [3, 1, 3]
    told, known = ({given.letter for given in Board(one, tuple(CLASS), own).given} for own in (False, True))
    assert (told, known) == ({column.letter for column in shown if column.right is not None}, set("ABC"))


def doing(found: Sequence[Misread]) -> tuple[str, ...]:
    return tuple(misread.doing for misread in found)


def row_of(seat: Seat, pace: Pace = Pace.TEST, *asked: Sequence[str], house: House = WORKSHEET) -> Row:
    (row,) = Board(session(pace, *asked, house=house), (seat,), own=True).rows
    return row


def test_the_teacher_sees_everybody_in_the_order_of_joining() -> None:
    rows = Board(session(Pace.TEST), tuple(CLASS), own=True).rows
    assert [row.seat for row in rows] == CLASS
    assert ["".join(state[0] for state in row.cells) for row in rows] == ["rrr", "wwr", "rwr", "ree", "eee"]


@pytest.mark.parametrize(
    ("answers", "told"),
    [
        pytest.param((20, 3, 44), (), id="all right"),
        pytest.param((30, 3, 44), (), id="one answer may be a slip"),
        pytest.param((30, 13, 44), ("a king is worth 10",), id="two agree"),
        pytest.param((30, 4, 44), (), id="two that do not agree"),
        pytest.param((), (), id="nothing"),
    ],
)
def test_what_may_be_told_of_a_student(answers: Sequence[int], told: Sequence[str]) -> None:
    assert doing(row_of(student(1, *answers)).told) == tuple(told)


TWO, BONUS = "2 4 7 / 5 9 3", "8 8 4 / 8 8 9"
OTHERS = FIVES, COLUMN, "3 4 5 / 6 7 8", "9 8 7 / 6 5 4", "3 5 4 / 7 6 9"
PERHAPS: dict[str, tuple[Pace, House, str, tuple[int, ...], str | None]] = {
    "on paper": (Pace.PAPER, WORKSHEET, TWO, (30, 44, 25, 33, 39), "a two is worth 2"),
    "in a test": (Pace.TEST, WORKSHEET, TWO, (30, 44, 25, 33, 39), "a two is worth 2"),
    "not in a lesson": (Pace.LIVE, WORKSHEET, TWO, (30, 44, 25, 33, 39), None),
    "not beside another mistake": (Pace.PAPER, WORKSHEET, TWO, (30, 44, 25, 33, 38), None),
    "not off by ten, which may be a slip": (Pace.PAPER, WORKSHEET, KING, (38, 44, 25, 33, 39), None),
    "not with its digits turned": (Pace.PAPER, WORKSHEET, "JS 10C 9S / 5D QD 9D", (53, 44, 25, 33, 39), None),
    "the house's own bonus": (Pace.PAPER, PENALTY, BONUS, (-7, 44, 25, 33, 39), "four of a kind is worth −10 per pair"),
}


@pytest.mark.parametrize("case", PERHAPS)
def test_one_answer_of_five_on_paper_or_in_a_test_tells_perhaps(case: str) -> None:
    pace, house, hand, answers, told = PERHAPS[case]
    row = row_of(student(1, *answers), pace, (hand, *OTHERS), house=house)
    assert (row.told, row.perhaps and row.perhaps.doing) == ((), told)


@pytest.mark.parametrize(
    ("bonus", "told"),
    [
        pytest.param(-7, None, id="off by ten, which a mistake would show twice"),
        pytest.param(13, "four of a kind earns nothing", id="the whole bonus missing"),
    ],
)
def test_one_answer_of_six_on_paper_tells_only_of_a_missing_bonus(bonus: int, told: str | None) -> None:
    row = row_of(student(1, bonus, 44, 25, 33, 39, 34), Pace.PAPER, (BONUS, *OTHERS), house=PENALTY)
    assert (row.told, row.perhaps and row.perhaps.doing) == ((), told)


def test_only_counted_answers_tell_of_a_student() -> None:
    def told(*moves: Done) -> Sequence[str]:
        return doing(row_of(Seat(1, "Bold Ace", "A1", moves), Pace.PRACTICE).told)

    first, second = Done(0, "answer", {"points": "30"}), Done(1, "answer", {"points": "13"})
    assert told(first, second) == ("a king is worth 10",)
    assert told(first, Done(1, "hint"), second) == ()
    assert told(Done(0, "answer", {"points": "29"}), first, second) == ()


def test_an_open_reading_is_told_of_nobody_and_is_not_wrong() -> None:
    one = session(Pace.TEST, ["* 5 6 / * 5 7", "* 5 7 / * 5 9"], house=PENALTY)
    (row,) = Board(one, (student(1, 7, 10),), own=True).rows
    assert (row.cells, row.told) == (("given", "given"), ())

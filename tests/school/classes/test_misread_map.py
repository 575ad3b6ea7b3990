"""Mistake map: answers that fit each rule, and the answers behind a cell."""

from collections.abc import Mapping, Sequence

import pytest

from scorekeeper.school.classes.board import Board, GivenAnswer, MapRow, WorkedMisread
from scorekeeper.school.classes.class_session import ClassSession, Pace, Seat
from scorekeeper.school.exercises.attempt import Done
from scorekeeper.school.exercises.question import Question
from scorekeeper.school.exercises.questions import from_data, to_data
from scorekeeper.school.practice.mastery import NAMES
from tests.school.classes_at_work import FIRST, MOVE, SECOND, TWOS, WORKSHEET, session, students

TEST_OVER = session(Pace.TEST, phase="ended")

TWOS_KEPT, KINGS_TEN, ROWS_TOO, UNKNOWN, RIGHT = (20, -5, 44), (30, 13, 44), (20, 3, 26), (25, 4, 43), (20, 3, 44)


def own_board(one: ClassSession, seats: Sequence[Seat]) -> Board:
    return Board(one, tuple(seats), own=True)


def map_of(one: ClassSession, seats: Sequence[Seat]) -> tuple[MapRow, ...]:
    return own_board(one, seats).map


def counts(found: Sequence[MapRow]) -> dict[str, list[int]]:
    return {row.rule: [len(cell) for cell in row.cells] for row in found}


def whose(found: Sequence[MapRow]) -> dict[str, list[list[int]]]:
    return {row.rule: [sorted(cell) for cell in row.cells] for row in found}


def answers_to(letter: str, seats: Sequence[Seat], one: ClassSession = TEST_OVER) -> list[GivenAnswer]:
    return list(own_board(one, seats).answers(letter))


# --- what fits --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answers", "found"),
    [
        pytest.param(RIGHT, {}, id="right"),
        pytest.param((), {}, id="nothing"),
        pytest.param(UNKNOWN, {}, id="what no misread leads to"),
        pytest.param(KINGS_TEN, {"value-k": [1, 1, 0]}, id="one misread"),
        pytest.param(TWOS_KEPT, {"negative-pairs": [0, 1, 0], "cancelling": [0, 1, 0]}, id="misreads of two rules"),
        pytest.param(ROWS_TOO, {"where": [0, 0, 1]}, id="three misreads of one rule count once"),
        pytest.param((21, 3, 32), {"adding": [1, 0, 1]}, id="a slip in adding up"),
    ],
)
def test_which_rules_the_answers_of_a_student_fit(answers: Sequence[int], found: Mapping[str, list[int]]) -> None:
    assert counts(map_of(TEST_OVER, students(answers))) == found


def test_a_row_tells_what_those_do_whose_answers_fit_and_who_they_are() -> None:
    shown = map_of(TEST_OVER, students(KINGS_TEN, TWOS_KEPT, (33, 16, 44), RIGHT, KINGS_TEN))
    of_kings = ("a king is worth 10", "a king is worth 13", "face cards are worth 11, 12 and 13")
    assert [(row.rule, row.name, row.misreads) for row in shown] == [
        ("value-k", NAMES["value-k"], of_kings),
        ("cancelling", NAMES["cancelling"], ("matching cards don’t cancel",)),
        ("negative-pairs", NAMES["negative-pairs"], ("a pair of twos is worth −4",)),
    ]
    assert whose(shown) == {
        "value-k": [[1, 3, 5], [1, 3, 5], []],
        "cancelling": [[], [2], []],
        "negative-pairs": [[], [2], []],
    }


def test_the_rule_that_most_fit_at_two_questions_comes_first_and_then_the_one_with_most_answers() -> None:
    one_twice, rows_too = (30, 13, 44), (20, 3, 26)
    shown = map_of(TEST_OVER, students(one_twice, rows_too, rows_too, rows_too))
    assert [row.rule for row in shown] == ["value-k", "where"]
    shown = map_of(TEST_OVER, students((30, 3, 44), rows_too, rows_too))
    assert [row.rule for row in shown] == ["where", "value-k"]


def test_students_with_different_sheets_stand_in_the_same_cell() -> None:
    one = session(Pace.TEST, FIRST, SECOND, phase="ended")
    seats = students((24, 3, 44)) + students((23, 21, 28), variant="A2", first=2)
    assert whose(map_of(one, seats)) == {
        "value-2": [[1, 2], [], []],
        "cancelling": [[], [2], []],
        "where": [[], [2], []],
        "negative-pairs": [[], [2], []],
    }


# --- answers ----------------------------------------------------------------------------------------------------------


def test_the_commonest_wrong_answers_that_nothing_explains() -> None:
    seats = students(*[UNKNOWN] * 3, *[(25, 3, 44)] * 2, KINGS_TEN, (27, 3, 44))
    found = own_board(TEST_OVER, seats).unexplained
    assert [(one.letter, one.answer, one.count, one.seats) for one in found] == [
        ("A", "25", 5, (1, 2, 3, 4, 5)),
        ("B", "4", 3, (1, 2, 3)),
        ("C", "43", 3, (1, 2, 3)),
        ("A", "27", 1, (7,)),
    ]


def test_the_answers_to_one_question() -> None:
    found = answers_to("B", students(*[RIGHT] * 4, *[TWOS_KEPT] * 3, UNKNOWN))
    kept = ("matching cards don’t cancel", "a pair of twos is worth −4")
    assert [(one.answer, one.count, one.right, one.doing) for one in found] == [
        ("3", 4, True, ()),
        ("−5", 3, False, kept),
        ("4", 1, False, ()),
    ]


def test_the_same_number_on_two_sheets_is_two_answers() -> None:
    one = session(Pace.TEST, FIRST, SECOND, phase="ended")
    seats = students(*[(25,)] * 3) + students(*[(25,)] * 4, variant="A2", first=4)
    assert [(one.variant, one.answer, one.count) for one in answers_to("A", seats, one)] == [
        ("A2", "25", 4),
        ("A1", "25", 3),
    ]


# --- behind a cell ----------------------------------------------------------------------------------------------------


def lines(found: WorkedMisread) -> tuple[list[int | None], list[int | None]]:
    return [step.points for step in found.theirs], [step.points for step in found.right]


def test_a_misread_is_worked_beside_the_right_way() -> None:
    (found,) = own_board(TEST_OVER, students(*[TWOS_KEPT] * 3, RIGHT)).worked("B", "negative-pairs")
    assert (found.fit.key, found.fit.doing) == ("P2", "a pair of twos is worth −4")
    assert (found.given.letter, found.given.variant) == ("B", "A1")
    assert (found.given.answer, found.given.count, found.right_answer) == ("−5", 3, "3")
    theirs, right = lines(found)
    assert len(theirs) == len(right) == 3
    assert (sum(filter(None, theirs)), sum(filter(None, right))) == (-5, 3)
    assert found.question == TEST_OVER.questions.sheets[0].questions[1]


def test_a_slip_has_no_lines_of_its_own() -> None:
    (found,) = own_board(TEST_OVER, students((20, 3, 32))).worked("C", "adding")
    assert (found.theirs, found.given.answer, found.right_answer) == ((), "32", "44")
    assert sum(filter(None, lines(found)[1])) == 44


def test_a_cell_shows_what_was_really_answered_commonest_first() -> None:
    one = session(Pace.TEST, FIRST, SECOND, phase="ended")
    seats = students((30,), (33,), (33,)) + students((23,), variant="A2", first=4)
    found = own_board(one, seats).worked("A", "value-k")
    assert [(one.given.variant, one.given.answer, one.given.count, one.fit.key) for one in found] == [
        ("A1", "33", 2, "V4"),
        ("A1", "30", 1, "V3"),
    ]
    (other,) = own_board(one, seats).worked("A", "value-2")
    assert (other.given.variant, other.given.answer, other.right_answer) == ("A2", "23", "19")
    assert own_board(one, seats).worked("A", "no-such-rule") == ()


# --- other kinds ------------------------------------------------------------------------------------------------------


def answered(question: Question, typed: Mapping[str, str]) -> Board:
    one = session(Pace.TEST, [question], phase="ended", house=question.house)
    return own_board(one, [Seat(1, "Bold Ace", "A1", (Done(0, "answer", typed),))])


COLUMNS = {"kind": "columns", "layout": TWOS}
KING_OF_TEN = {"column-1": "0", "column-2": "13", "column-3": "0", "points": "13"}


@pytest.mark.parametrize(
    ("data", "typed", "rules"),
    [
        pytest.param(COLUMNS, KING_OF_TEN, {"value-k"}, id="columns: one misread"),
        pytest.param(COLUMNS, dict.fromkeys(KING_OF_TEN, "1"), set(), id="columns: nothing explains them"),
        pytest.param(to_data(MOVE), {"legal": "yes"}, {"turns"}, id="turn: a rule without misreads"),
    ],
)
def test_answers_of_other_kinds_fit_what_their_verdicts_say(
    data: Mapping[str, object], typed: Mapping[str, str], rules: set[str]
) -> None:
    found = answered(from_data(WORKSHEET, data), typed)
    assert {row.rule for row in found.map} == rules
    assert len(found.unexplained) == (0 if rules else 1)
    for rule in rules:
        assert found.worked("A", rule)


def test_columns_are_answered_in_words() -> None:
    (found,) = answered(from_data(WORKSHEET, COLUMNS), KING_OF_TEN).worked("A", "value-k")
    assert found.given.answer == "Column 1: 0, Column 2: 13, Column 3: 0, Total: 13"

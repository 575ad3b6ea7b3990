"""The board: what everybody in the room may see of it, and what only the teacher does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import pytest

from scorekeeper.classroom import Done, Pace, Phase, Seat
from scorekeeper.classroom.board import SMALLEST, Board, board
from tests.classroom.classes import COLUMN, FIRST, FIVES, FOUR_CARD, SECOND, TWOS, pupil, pupils, session

SALT = "the key of the teacher's link"

RIGHT, KINGS, SLIPPED = (20, 3, 44), (30, 13, 44), (20, 4, 44)
CLASS = pupils(RIGHT, KINGS, SLIPPED, (20, None, None), ())


def cells(shown: Board) -> list[str]:
    """Each row as one word of its states, by their first letters."""
    return ["".join(state[0] for state in row.cells) for row in shown.rows]


# --- what is shared ---------------------------------------------------------------------------------------------------


def test_nothing_in_a_shared_row_says_whose_it_is() -> None:
    for row in board(session(Pace.PRACTICE, FIRST, SECOND), CLASS, own=False, salt=SALT).rows:
        assert (row.name, row.seat, row.variant, row.told) == ("", 0, "", ())


def test_the_order_of_shared_rows_follows_from_neither_joining_nor_names() -> None:
    one = session(Pace.PRACTICE)
    shown = board(one, CLASS, own=False, salt=SALT)
    assert [row.number for row in shown.rows] == [1, 2, 3, 4, 5]
    assert board(one, CLASS[::-1], own=False, salt=SALT) == shown
    assert board(one, [replace(seat, name="Bold Ace") for seat in CLASS], own=False, salt=SALT) == shown
    joined = pupils(*[[20] * (number % 2) for number in range(30)])
    orders = {tuple(cells(board(one, joined, own=False, salt=f"{SALT} {number}"))) for number in range(10)}
    assert len(orders) == 10
    assert tuple(cells(board(one, joined, own=True))) not in orders


def test_who_joins_comes_between_and_the_others_stay_in_their_order() -> None:
    one = session(Pace.PRACTICE)
    every = pupils(*[[answer] for answer in range(20, 40)])
    late = [replace(seat, done=()) for seat in pupils(*[[]] * 10, first=21)]
    states = {seat.number: board(one, [seat], own=True).rows[0].cells for seat in every}
    assert len(set(states.values())) == 2
    before = [word for word in cells(board(one, every, own=False, salt=SALT)) if word != "eee"]
    after = [word for word in cells(board(one, every + late, own=False, salt=SALT)) if word != "eee"]
    assert after == before


@pytest.mark.parametrize(
    ("pace", "phase", "at", "revealed", "shared"),
    # Of pupils with a right, a wrong and no answer: e(mpty), g(iven), r(ight), w(rong), t(rying).
    [
        pytest.param(Pace.PRACTICE, "open", 0, False, "rte", id="practice tells at once"),
        pytest.param(Pace.TEST, "open", 0, False, "gge", id="a test tells nothing"),
        pytest.param(Pace.TEST, "paused", 0, False, "gge", id="nor while it is paused"),
        pytest.param(Pace.TEST, "ended", 0, True, "rwe", id="before it is over"),
        pytest.param(Pace.LIVE, "open", 0, False, "gge", id="live, first question"),
        pytest.param(Pace.LIVE, "open", 0, True, "rge", id="live, first answer revealed"),
        pytest.param(Pace.LIVE, "open", 1, False, "rge", id="live, second question"),
        pytest.param(Pace.LIVE, "open", 2, False, "rwe", id="live, third question"),
        pytest.param(Pace.PAPER, "ended", 0, True, "rwe", id="paper"),
    ],
)
def test_right_and_wrong_are_shared_only_where_pupils_may_be_told(
    pace: Pace, phase: Phase, at: int, revealed: bool, shared: str
) -> None:
    one = session(pace, phase=phase, at=at, revealed=revealed)
    seats = pupils(*[(20, 4, None)] * SMALLEST)
    assert cells(board(one, seats, own=False, salt=SALT)) == [shared] * SMALLEST
    own = "rte" if pace is Pace.PRACTICE else "rwe"
    assert cells(board(one, seats, own=True)) == [own] * SMALLEST


@pytest.mark.parametrize("joined", [1, 2])
def test_of_one_or_two_pupils_nobody_else_sees_what_is_right(joined: int) -> None:
    one = session(Pace.PRACTICE)
    seats = pupils(*[(20, 4, None)] * joined)
    shown = board(one, seats, own=False, salt=SALT)
    assert cells(shown) == ["gge"] * joined
    assert not any(column.tells for column in shown.columns)
    assert cells(board(one, seats, own=True)) == ["rte"] * joined


def test_a_wrong_and_a_right_answer_give_the_same_board_before_it_may_be_told() -> None:
    for pace in (Pace.TEST, Pace.LIVE):
        one = session(pace)
        boards = [
            board(one, pupils(*[(answer, answer, answer)] * SMALLEST), own=False, salt=SALT) for answer in (20, 3, 44)
        ]
        assert all(one == other for one, other in combinations(boards, 2))


# --- columns and counts -----------------------------------------------------------------------------------------------


def test_each_column_counts_its_cells() -> None:
    shown = board(session(Pace.TEST, phase="ended"), CLASS, own=False, salt=SALT)
    assert [(column.letter, dict(column.counts), column.answered) for column in shown.columns] == [
        ("A", {"right": 3, "wrong": 1, "empty": 1}, 4),
        ("B", {"right": 1, "wrong": 2, "empty": 2}, 3),
        ("C", {"right": 3, "empty": 2}, 3),
    ]
    assert (shown.joined, shown.answered) == (5, 3)


@pytest.mark.parametrize(
    ("at", "answered"), [pytest.param(0, 4, id="A"), pytest.param(1, 3, id="B"), pytest.param(2, 3, id="C")]
)
def test_where_the_teacher_leads_it_is_told_who_is_done_with_this_question(at: int, answered: int) -> None:
    shown = board(session(Pace.LIVE, at=at), CLASS, own=False, salt=SALT)
    assert shown.answered == answered
    assert [column.reached for column in shown.columns] == [place <= at for place in range(3)]


@pytest.mark.parametrize(
    ("moves", "answered"),
    [
        pytest.param([Done(0, "answer", {"points": "20"})], 1, id="right"),
        pytest.param([Done(0, "answer", {"points": "21"})], 0, id="wrong once: there is another try"),
        pytest.param([Done(0, "show")], 1, id="given up"),
        pytest.param([Done(0, "hint")], 0, id="a hint"),
        pytest.param([], 0, id="nothing"),
    ],
)
def test_in_practice_it_is_told_who_is_done_with_everything(moves: Sequence[Done], answered: int) -> None:
    shown = board(session(Pace.PRACTICE, FIRST[:1]), [Seat(1, "Bold Ace", "A1", tuple(moves))], own=True)
    assert shown.answered == answered


def test_an_empty_class_has_a_board() -> None:
    shown = board(session(Pace.LIVE, phase="lobby"), [], own=False, salt=SALT)
    assert (shown.rows, shown.joined, shown.answered) == ((), 0, 0)
    assert [column.letter for column in shown.columns] == ["A", "B", "C"]


# --- for the teacher alone --------------------------------------------------------------------------------------------


def test_the_teacher_sees_names_in_the_order_of_joining() -> None:
    rows = board(session(Pace.TEST), CLASS, own=True).rows
    assert [row.name for row in rows] == [seat.name for seat in CLASS]
    assert [(row.number, row.seat, row.variant) for row in rows] == [(number, number, "A1") for number in range(1, 6)]


@pytest.mark.parametrize(
    ("answers", "told"),
    [
        pytest.param((20, 3, 44), (), id="all right"),
        pytest.param((30, 3, 44), (), id="one answer may be a slip"),
        pytest.param((30, 13, 44), ("a king counts 10",), id="two agree"),
        pytest.param((30, 4, 44), (), id="two that do not agree"),
        pytest.param((), (), id="nothing"),
    ],
)
def test_what_may_be_told_of_a_pupil(answers: Sequence[int], told: Sequence[str]) -> None:
    (row,) = board(session(Pace.TEST), [pupil(1, *answers)], own=True).rows
    assert row.told == tuple(told)
    assert row.perhaps == (), "what leaves little doubt is told, and not only supposed"


def test_only_counted_answers_tell_of_a_pupil() -> None:
    def told(*moves: Done) -> Sequence[str]:
        return board(session(Pace.PRACTICE), [Seat(1, "Bold Ace", "A1", moves)], own=True).rows[0].told

    first, second = Done(0, "answer", {"points": "30"}), Done(1, "answer", {"points": "13"})
    assert told(first, second) == ("a king counts 10",)
    assert told(first, Done(1, "hint"), second) == ()
    assert told(Done(0, "answer", {"points": "29"}), first, second) == ()


@pytest.mark.parametrize(
    ("answers", "perhaps"),
    [
        pytest.param((-5, 21, 44), ("equal cards do not cancel", "a pair of twos counts −4"), id="two ways to both"),
        pytest.param((-5, 25, 44), (), id="one wrong answer may be a slip"),
        pytest.param((-5, 21, 43), (), id="nothing leads to all of them"),
        pytest.param((3, 25, 44), (), id="all right"),
    ],
)
def test_what_all_answers_of_a_pupil_fit_is_supposed_where_nothing_tells_it_apart(
    answers: Sequence[int | None], perhaps: Sequence[str]
) -> None:
    one = session(Pace.TEST, (TWOS, COLUMN, FIVES), phase="ended")
    (row,) = board(one, [pupil(1, *answers)], own=True).rows
    assert row.perhaps == tuple(perhaps)
    assert row.told == ()
    assert [shared.perhaps for shared in board(one, pupils(*[answers] * 4), own=False, salt=SALT).rows] == [()] * 4


def test_an_open_reading_is_told_of_nobody_and_is_not_wrong() -> None:
    one = session(Pace.TEST, ["2 5 / 7 9", "A 5 / 2 9"], house=FOUR_CARD)
    (row,) = board(one, [pupil(1, 19, 13)], own=True).rows
    assert (row.cells, row.told) == (("given", "given"), ())

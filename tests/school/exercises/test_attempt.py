"""Attempt at a question: tries, hints and what was repeated in practice; the last answer at any other pace."""

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from scorekeeper.school.classes.class_session import Pace, Phase, Seat, attempt_at, attempts_of
from scorekeeper.school.exercises.attempt import Attempt, Done, State
from scorekeeper.school.exercises.question import Value, written
from scorekeeper.school.exercises.questions import from_data
from scorekeeper.school.exercises.questions.score import POINTS
from tests.school.classes_at_work import ACES, FIRST, FIVES, PENALTY, SECOND, WORKSHEET, session

RIGHT = 44  # of FIVES, which has two hints

JOKERS = "* 5 6 / * 5 7"
"""13 in Penalty, which leaves open whether a pair of jokers counts 0 or −6: then it is 7."""


def done(move: int | str, index: int = 0) -> Done:
    """`hint`, `show`, or what was typed as an answer."""
    if move == "hint":
        return Done(index, "hint")
    if move == "show":
        return Done(index, "show")
    return Done(index, "answer", {POINTS: str(move)})


def attempt(pace: Pace, moves: Sequence[int | str], hand: str = FIVES, phase: Phase = "open") -> Attempt:
    house = PENALTY if hand == JOKERS else WORKSHEET
    one = session(pace, [hand], phase=phase, house=house)
    return attempt_at(one, Seat(1, "Calm Queen", "A1", tuple(done(move) for move in moves)), 0)


@dataclass(frozen=True)
class After:
    """How a question of practice stands: its state, the answers that were taken, and what is said to the last one."""

    state: State
    given: Sequence[Value]
    hints: int = 0
    over: bool = False
    counted: Value | None = None


@pytest.mark.parametrize(
    ("moves", "after"),
    [
        pytest.param((), After("empty", []), id="nothing"),
        pytest.param((44,), After("right", [44], over=True, counted=44), id="right at once"),
        pytest.param((43,), After("trying", [43], 1, counted=43), id="wrong once, which nothing explains: a hint"),
        pytest.param((43, 44), After("later", [43, 44], over=True, counted=43), id="right at the second try"),
        pytest.param((43, 42), After("wrong", [43, 42], over=True, counted=43), id="wrong twice"),
        pytest.param((43, 43), After("trying", [43], 1, counted=43), id="the same again is no try"),
        pytest.param((43, "43 "), After("trying", [43], 1, counted=43), id="the same, typed otherwise"),
        pytest.param(("hint",), After("trying", [], hints=1), id="a hint first"),
        pytest.param(("hint", 44), After("later", [44], over=True), id="right after a hint"),
        pytest.param(("hint", 43), After("trying", [43], 2), id="wrong after a hint tells no belief"),
        pytest.param(
            (43, "hint", 42), After("wrong", [43, 42], 0, True, 43), id="the first counts, the hint came later"
        ),
        pytest.param(("hint",) * 5, After("trying", [], hints=2), id="there are two hints"),
        pytest.param(("show",), After("wrong", [], over=True), id="given up at once"),
        pytest.param(("show", 44), After("wrong", [], over=True), id="right once it was shown is too late"),
        pytest.param((43, 42, 44), After("wrong", [43, 42], 0, True, 43), id="a third try is none"),
        pytest.param(("many", 44), After("right", [44], over=True, counted=44), id="what is no number is no try"),
    ],
)
def test_practice(moves: Sequence[int | str], after: After) -> None:
    found = attempt(Pace.PRACTICE, moves)
    counted = None if found.counted is None else found.counted[POINTS]
    given = [one.answer[POINTS] for one in found.given]
    assert After(found.state, given, len(found.hints), found.over, counted) == after


def test_what_a_misread_explains_brings_no_hint() -> None:
    found = attempt(Pace.PRACTICE, (24,), ACES)
    assert found.hints == ()
    assert found.verdict is not None
    assert found.verdict.misreads == ("V1",)


@pytest.mark.parametrize(
    ("moves", "state", "counted"),
    [
        pytest.param((7,), "given", 7, id="right by the other reading: over, and neither right nor wrong"),
        pytest.param((7, 13), "given", 7, id="and takes no more answers"),
        pytest.param((13,), "right", 13, id="right as it is printed"),
    ],
)
def test_an_answer_that_is_right_by_an_open_reading(moves: Sequence[int], state: State, counted: int) -> None:
    found = attempt(Pace.PRACTICE, moves, JOKERS)
    assert (found.state, found.over) == (state, True)
    assert found.counted == {POINTS: counted}


@pytest.mark.parametrize(
    ("moves", "state", "counted"),
    [
        pytest.param((), "empty", None, id="nothing"),
        pytest.param((44,), "right", 44, id="right"),
        pytest.param((43,), "wrong", 43, id="wrong"),
        pytest.param((43, 44), "right", 44, id="changed, and right"),
        pytest.param((44, 43), "wrong", 43, id="changed, and wrong"),
        pytest.param((44, "none"), "right", 44, id="what is no number changes nothing"),
    ],
)
def test_where_the_reason_is_told_later_the_last_answer_counts(
    moves: Sequence[int | str], state: State, counted: int | None
) -> None:
    found = attempt(Pace.TEST, moves)
    assert found.state == state
    assert found.counted == (None if counted is None else {POINTS: counted})
    assert not found.over
    assert found.seen(False) == ("given" if found.given else "empty")


def test_an_open_reading_is_no_mistake_in_a_test() -> None:
    assert [attempt(Pace.TEST, (answer,), JOKERS).state for answer in (7, 8)] == ["given", "wrong"]


def test_of_a_paper_only_the_last_correction_counts() -> None:
    assert attempt(Pace.PAPER, (44, 43)).state == "wrong"
    one = session(Pace.PAPER, [FIVES], phase="ended")
    assert attempt_at(one, Seat(1, "Paper 1", "A1", (done(44), Done(0, "answer", {}))), 0).state == "empty"


def test_each_question_has_its_own_work_and_each_student_their_own_sheet() -> None:
    one = session(Pace.PRACTICE, FIRST, SECOND)
    moves = (done(3, 1), done("hint", 0), done(25, 0), done(4, 2), done(25, 1))
    first, second = (
        attempts_of(one, Seat(number, "Calm Queen", variant, moves)) for number, variant in ((1, "A1"), (2, "A2"))
    )
    assert [found.state for found in first] == ["trying", "right", "trying"]
    assert [found.state for found in second] == ["trying", "later", "trying"]
    assert [written(given.answer) for given in second[1].given] == ["3", "25"]
    for index in range(3):
        assert attempt_at(one, Seat(1, "Calm Queen", "A1", moves), index) == first[index]


def test_a_question_with_several_boxes_is_answered_once_all_are_filled_in() -> None:
    columns = from_data(WORKSHEET, {"kind": "columns", "layout": FIVES})
    one = session(Pace.TEST, [columns])
    right = {name: str(value) for name, value in columns.solution.items()}
    partly = {**right, POINTS: ""}
    for typed, state in ((partly, "empty"), (right, "right"), ({**right, POINTS: "1"}, "wrong")):
        seat = Seat(1, "Calm Queen", "A1", (Done(0, "answer", typed),))
        assert attempt_at(one, seat, 0).state == state


def test_what_was_given_keeps_what_was_typed_and_how_long_it_took() -> None:
    one = session(Pace.PRACTICE, [FIVES])
    moves = (Done(0, "hint"), Done(0, "answer", {POINTS: " +44"}, took=8_000))
    (given,) = attempt_at(one, Seat(1, "Calm Queen", "A1", moves), 0).given
    assert (given.answer, given.typed, given.hints, given.took) == ({POINTS: RIGHT}, {POINTS: " +44"}, 1, 8_000)

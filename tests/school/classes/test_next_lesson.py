"""The same class next lesson: own mistakes, the hands for them, what has grown, and the goal of the class."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from scorekeeper.rules import Layout, parse_layout, score
from scorekeeper.school.classes.board import Board
from scorekeeper.school.classes.class_session import (
    ClassSession,
    Goal,
    OwnHands,
    Pace,
    Phase,
    Seat,
    attempts_of,
    indices_shown,
)
from scorekeeper.school.classes.next_lesson import NEWCOMERS, OWN, Grown, mistakes_behind, own_hands, seen
from scorekeeper.school.diagnosis.beliefs import singles
from scorekeeper.school.exercises.attempt import Done
from scorekeeper.school.exercises.layout_choice import ranks_of
from tests.school.classes_at_work import FIRST, WORKSHEET, session, student, students

RIGHT, KINGS, TWOS, BOTH = (20, 3, 44), (30, 13, 44), (24, 3, 44), (30, 3, 26)
"""Answers to the first three hands: right; a king is worth 10; an ace or a two of another value; two mistakes."""


def doing(seat: Seat, pace: Pace = Pace.TEST) -> list[str]:
    return [fit.doing for fit in mistakes_behind(session(pace), seat)]


@pytest.mark.parametrize(
    ("answers", "told"),
    [
        pytest.param(RIGHT, [], id="none where all is right"),
        pytest.param(KINGS, ["a king is worth 10"], id="one behind two answers, though each fits others too"),
        pytest.param((30, 3, 44), ["a king is worth 10"], id="the likeliest behind one answer"),
        pytest.param((27, 4, 44), [], id="none behind answers that fit nothing"),
        pytest.param((), [], id="none without answers"),
    ],
)
def test_own_mistakes(answers: Sequence[int], told: Sequence[str]) -> None:
    assert doing(student(1, *answers)) == list(told)


def test_every_wrong_answer_counts_for_one_mistake() -> None:
    behind = mistakes_behind(session(Pace.TEST), student(1, *BOTH))
    assert len(behind) == 2
    assert len({fit.rule for fit in behind}) == 2


def test_in_practice_only_first_tries_without_a_hint_tell() -> None:
    king = Done(0, "answer", {"points": "30"})
    assert doing(Seat(1, "Bold Ace", "A1", (king,)), Pace.PRACTICE) == ["a king is worth 10"]
    assert doing(Seat(1, "Bold Ace", "A1", (Done(0, "hint"), king)), Pace.PRACTICE) == []
    assert doing(Seat(1, "Bold Ace", "A1", (Done(0, "answer", {"points": "29"}), king)), Pace.PRACTICE) == []


# --- hands for own mistakes -------------------------------------------------------------------------------------------


def named(*names_and_answers: tuple[str, Sequence[int]]) -> tuple[Seat, ...]:
    return tuple(
        Seat(number, name, "A1", student(number, *answers).done)
        for number, (name, answers) in enumerate(names_and_answers, start=1)
    )


def test_every_student_gets_three_hands_that_show_the_own_mistake() -> None:
    lesson = session(Pace.TEST, phase="ended")
    hands = own_hands([(lesson, named(("Bold Ace", KINGS), ("Calm King", TWOS)))], "seed").by_name
    for name, answers in (("Bold Ace", KINGS), ("Calm King", TWOS)):
        (mistake,) = mistakes_behind(lesson, student(1, *answers))
        belief = next(one for one in singles(WORKSHEET) if one.key == mistake.key)
        assert len({ranks_of(layout) for layout in hands[name]}) == OWN
        for layout in hands[name]:
            assert belief.total(layout) != score(layout, WORKSHEET).total
            assert ranks_of(layout) not in {ranks_of(parse_layout(asked, WORKSHEET)) for asked in FIRST}


def test_two_mistakes_take_turns() -> None:
    lesson = session(Pace.TEST, phase="ended")
    keys = [fit.key for fit in mistakes_behind(lesson, student(1, *BOTH))]
    layouts = own_hands([(lesson, named(("Bold Ace", BOTH)))], "seed").by_name["Bold Ace"]
    for layout, key in zip(layouts, [keys[0], keys[1], keys[0]], strict=True):
        belief = next(one for one in singles(WORKSHEET) if one.key == key)
        assert belief.total(layout) != score(layout, WORKSHEET).total


def test_students_without_a_mistake_get_hands_for_those_of_the_class() -> None:
    lesson = session(Pace.TEST, phase="ended")
    found = own_hands([(lesson, named(("Bold Ace", KINGS), ("Calm King", RIGHT)))], "seed")
    king = next(one for one in singles(WORKSHEET) if one.misreads[0].doing == "a king is worth 10")
    for first, *_ in (found.by_name["Calm King"], *found.others):
        assert king.total(first) != score(first, WORKSHEET).total
    assert len(found.others) == NEWCOMERS
    assert len(set(found.others)) > 1


def test_a_student_without_answers_last_lesson_gets_hands_for_the_one_before() -> None:
    lesson = session(Pace.TEST, phase="ended")
    last = named(("Bold Ace", RIGHT), ("Fair Ten", ()))
    before = named(("Bold Ace", KINGS), ("Calm King", KINGS), ("Fair Ten", KINGS))
    hands = own_hands([(lesson, last), (lesson, before)], "seed").by_name
    assert set(hands) == {"Bold Ace", "Calm King", "Fair Ten"}
    king = next(one for one in singles(WORKSHEET) if one.misreads[0].doing == "a king is worth 10")
    for name in ("Calm King", "Fair Ten"):
        assert all(king.total(layout) != score(layout, WORKSHEET).total for layout in hands[name]), name
    assert hands["Bold Ace"] == own_hands([(lesson, last)], "seed").by_name["Bold Ace"], "all right by now"


def test_a_class_without_any_mistake_gets_hands_for_rules_that_are_often_forgotten() -> None:
    found = own_hands([(session(Pace.TEST, phase="ended"), named(("Bold Ace", RIGHT)))], "seed")
    first, second, third = found.by_name["Bold Ace"]
    assert len({ranks_of(first), ranks_of(second), ranks_of(third)}) == OWN


def test_a_paper_has_no_hands_but_its_mistakes_are_those_of_the_class() -> None:
    found = own_hands([(session(Pace.PAPER, phase="ended"), named(("Paper 1", KINGS)))], "seed")
    assert found.by_name == {}
    king = next(one for one in singles(WORKSHEET) if one.misreads[0].doing == "a king is worth 10")
    assert king.total(found.others[0][0]) != score(found.others[0][0], WORKSHEET).total


def layouts(*texts: str) -> tuple[Layout, ...]:
    return tuple(parse_layout(text, WORKSHEET) for text in texts)


ACE, NEW = Seat(1, "Bold Ace", "A1"), Seat(2, "Calm King", "A1")
HANDS = {"Bold Ace": layouts("K 5 6 / 5 7 8", "K 4 6 / 4 7 9", "K 3 6 / 3 8 9")}
OTHERS = (
    layouts("9 5 6 / 5 7 8", "9 4 6 / 4 7 9", "9 3 6 / 3 8 9"),
    layouts("8 5 6 / 5 7 8", "8 4 6 / 4 7 9", "8 3 6 / 3 8 9"),
)


def following() -> ClassSession:
    """A class that had a lesson before, in which Bold Ace was."""
    return replace(session(Pace.PRACTICE), own=OwnHands(HANDS, OTHERS))


@pytest.mark.parametrize(
    ("seat", "own"),
    [
        pytest.param(ACE, HANDS["Bold Ace"], id="of the last lesson"),
        pytest.param(NEW, OTHERS[1], id="new: those in turn"),
        pytest.param(replace(NEW, number=3), OTHERS[0], id="new: the next in turn"),
    ],
)
def test_own_hands_come_first_and_then_the_worksheet(seat: Seat, own: Sequence[Layout]) -> None:
    lesson = following()
    asked = [one.question.hands[0].layout for one in attempts_of(lesson, seat)]
    assert asked == [*own, *layouts(*FIRST)]
    assert lesson.size == len(asked)
    assert [lesson.is_chosen(index) for index in range(lesson.size)] == [True] * 3 + [False] * 3
    assert list(indices_shown(lesson, seat)) == list(range(lesson.size))


def test_the_board_shows_own_hands_as_such() -> None:
    board = Board(following(), (replace(ACE, done=(Done(0, "answer", {"points": "99"}),)),), own=True)
    assert [column.chosen for column in board.columns] == [True] * 3 + [False] * 3
    assert [(one.letter, one.chosen) for one in board.given] == [("A", True)]


# --- what has grown ---------------------------------------------------------------------------------------------------


def test_what_has_grown_is_counted_in_students_who_answered() -> None:
    lesson = session(Pace.TEST, phase="ended")
    last = seen(lesson, named(("Bold Ace", KINGS), ("Calm King", KINGS), ("Fair Ten", RIGHT), ("Glad Six", ())))
    today = seen(lesson, named(("Bold Ace", RIGHT), ("Calm King", KINGS)))
    assert (last.students, today.students) == (3, 2)
    (king,) = Grown(last, today).rules
    assert (king.name, king.doing, king.before, king.now) == ("Kings", ("a king is worth 10",), 2, 1)
    assert (last.share, today.share) == (round(100 * 5 / 9), round(100 * 4 / 6))
    assert [(one.name, one.words, one.again) for one in Grown(last, today).students] == [
        ("Bold Ace", "as if a king is worth 10", False),
        ("Calm King", "as if a king is worth 10", True),
    ]


def test_nothing_is_told_of_a_student_who_missed_a_lesson() -> None:
    lesson = session(Pace.TEST, phase="ended")
    last, today = seen(lesson, named(("Bold Ace", KINGS))), seen(lesson, named(("Calm King", KINGS)))
    assert Grown(last, today).students == ()
    assert (seen(lesson, ()).students, seen(lesson, ()).share) == (0, 0)


# --- the goal ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pace", "phase", "at", "revealed", "together"),
    [
        pytest.param(Pace.PRACTICE, "open", 0, False, 7, id="practice: at once"),
        pytest.param(Pace.TEST, "open", 0, False, 0, id="a test: nothing"),
        pytest.param(Pace.TEST, "ended", 0, True, 7, id="a test: all after the end"),
        pytest.param(Pace.LIVE, "open", 0, True, 3, id="live: what was shown"),
        pytest.param(Pace.PAPER, "ended", 0, False, 7, id="papers"),
    ],
)
@pytest.mark.parametrize("own", [True, False])
def test_a_goal_counts_only_what_the_class_may_see(
    pace: Pace, phase: Phase, at: int, revealed: bool, together: int, own: bool
) -> None:
    there = tuple(students(RIGHT, KINGS, (20, 4, 44), (20, None, None), ()))
    one = session(pace, phase=phase, at=at, revealed=revealed)
    assert Board(one, there, own).together == together
    assert Board(replace(one, goal=Goal(100, before=30)), there, own).together == 30 + together


def test_a_second_try_and_a_hint_count_for_no_goal() -> None:
    right = Done(0, "answer", {"points": "20"})
    late = Seat(1, "Bold Ace", "A1", (Done(0, "answer", {"points": "30"}), right))
    hinted = Seat(2, "Calm King", "A1", (Done(0, "hint"), right))
    assert Board(session(Pace.PRACTICE), (late, hinted), own=False).together == 0

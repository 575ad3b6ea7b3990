"""The misread map: which answers fit which rules, what of it is projected, and what stands behind a cell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from scorekeeper.classroom import ClassSession, Done, Pace, Seat
from scorekeeper.classroom.misread_map import (
    MisreadMap,
    WorkedMisread,
    answers_given,
    misread_map,
    unexplained,
    worked_cell,
)
from scorekeeper.quiz.practised import NAMES
from scorekeeper.quiz.question import ChoiceField, Question
from scorekeeper.quiz.questions import from_data, to_data
from scorekeeper.quiz.questions.score import POINTS
from tests.classroom.classes import COLUMN, FIRST, FIVES, MOVE, SECOND, TWOS, WORKSHEET, pupils, session
from tests.quiz.test_practising import open_reading

TEST_OVER = session(Pace.TEST, phase="ended")

TWOS_KEPT, KINGS_TEN, ROWS_TOO, UNKNOWN, RIGHT = (20, -5, 44), (30, 13, 44), (20, 3, 26), (25, 4, 43), (20, 3, 44)


def counts(found: MisreadMap) -> dict[str, list[int | None]]:
    return {row.rule: [cell.count for cell in row.cells] for row in found.rows}


def whose(found: MisreadMap) -> dict[str, list[Sequence[int]]]:
    return {row.rule: [list(cell.seats) for cell in row.cells] for row in found.rows}


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
        pytest.param((20, 16, 44), {"value-k": [0, 1, 0]}, id="two misreads of one rule count once"),
        pytest.param((21, 3, 32), {"adding": [1, 0, 1]}, id="a slip in adding up"),
    ],
)
def test_which_rules_the_answers_of_a_pupil_fit(answers: Sequence[int], found: Mapping[str, list[int | None]]) -> None:
    shown = misread_map(TEST_OVER, pupils(answers), own=True)
    assert shown.letters == ("A", "B", "C")
    assert counts(shown) == found


def test_a_row_tells_what_those_do_whose_answers_fit_and_who_they_are() -> None:
    shown = misread_map(TEST_OVER, pupils(KINGS_TEN, TWOS_KEPT, (33, 16, 44), RIGHT, KINGS_TEN), own=True)
    assert [(row.rule, row.name, row.misreads) for row in shown.rows] == [
        (
            "value-k",
            NAMES["value-k"],
            ("a king counts 10", "a king counts 13", "jack, queen and king count 11, 12 and 13"),
        ),
        ("cancelling", NAMES["cancelling"], ("equal cards do not cancel",)),
        ("negative-pairs", NAMES["negative-pairs"], ("a pair of twos counts −4",)),
    ]
    assert whose(shown) == {
        "value-k": [[1, 3, 5], [1, 3, 5], []],
        "cancelling": [[], [2], []],
        "negative-pairs": [[], [2], []],
    }


def test_the_rule_that_most_fit_at_two_questions_comes_first_and_then_the_one_with_most_answers() -> None:
    one_twice, rows_too = (30, 13, 44), (20, 3, 26)
    shown = misread_map(TEST_OVER, pupils(one_twice, rows_too, rows_too, rows_too), own=True)
    assert [row.rule for row in shown.rows] == ["value-k", "where"]
    shown = misread_map(TEST_OVER, pupils((30, 3, 44), rows_too, rows_too), own=True)
    assert [row.rule for row in shown.rows] == ["where", "value-k"]


PAIRS = (TWOS, COLUMN, FIVES)
TWOS_AT_TWO, CANCEL_IN_ROWS = (-5, 21, 44), (3, 25, 26)


def agreeing(found: MisreadMap) -> dict[str, list[tuple[str, int]]]:
    return {row.rule: [("".join(one.letters), one.count) for one in row.agreeing] for row in found.rows}


def test_what_others_answer_at_one_question_does_not_hide_what_the_same_pupils_answer_at_two() -> None:
    one = session(Pace.TEST, PAIRS, phase="ended")
    seats = pupils(*[TWOS_AT_TWO] * 5, *[CANCEL_IN_ROWS] * 6)
    for own in (True, False):
        shown = misread_map(one, seats, own=own)
        assert [row.rule for row in shown.rows] == ["cancelling", "negative-pairs", "where"]
        assert counts(shown)["where"] == [0 if own else None, 5, 6]
        assert agreeing(shown) == {"cancelling": [("AB", 5)], "negative-pairs": [("AB", 5)], "where": []}
        seats_told = [group.seats for row in shown.rows for group in row.agreeing]
        assert seats_told == [(1, 2, 3, 4, 5) if own else ()] * 2


def test_two_misreads_of_a_rule_do_not_agree() -> None:
    shown = misread_map(TEST_OVER, pupils((30, 16, 44), KINGS_TEN), own=True)
    assert agreeing(shown) == {"value-k": [("AB", 1)]}


@pytest.mark.parametrize(
    ("answers", "shared"),
    [
        pytest.param([KINGS_TEN] * 2, {}, id="two"),
        pytest.param([KINGS_TEN] * 3, {"value-k": [("AB", 3)]}, id="three"),
        pytest.param([KINGS_TEN] * 3 + [(30, 3, 44)], {"value-k": []}, id="one more at A would be told"),
        pytest.param([KINGS_TEN] * 3 + [(30, 3, 44)] * 2, {"value-k": []}, id="two more at A"),
        pytest.param([KINGS_TEN] * 3 + [(30, 3, 44)] * 3, {"value-k": [("AB", 3)]}, id="three more at A"),
        pytest.param([KINGS_TEN] * 3 + [(30, 13, 26)] * 2, {"value-k": [("AB", 5)]}, id="whatever they do at C"),
        pytest.param(
            [KINGS_TEN] * 4 + [(30, 3, 44)] * 3 + [(20, 13, 44)], {"value-k": []}, id="one more at B would be told"
        ),
        pytest.param([(30, 16, 44)] * 3, {"value-k": []}, id="not the same misread"),
    ],
)
def test_who_agrees_is_projected_only_where_nothing_can_be_subtracted(
    answers: Sequence[Sequence[int]], shared: Mapping[str, list[tuple[str, int]]]
) -> None:
    assert agreeing(misread_map(TEST_OVER, pupils(*answers), own=False)) == shared


def test_pupils_with_different_sheets_stand_in_the_same_cell() -> None:
    one = session(Pace.TEST, FIRST, SECOND, phase="ended")
    seats = pupils((24, 3, 44)) + pupils((23, 21, 28), variant="A2", first=2)
    assert whose(misread_map(one, seats, own=True)) == {
        "value-2": [[1, 2], [], []],
        "cancelling": [[], [2], []],
        "where": [[], [2], []],
        "negative-pairs": [[], [2], []],
    }


@pytest.mark.parametrize(
    ("moves", "fits"),
    [
        pytest.param(["30"], True, id="the first answer"),
        pytest.param(["30", "20"], True, id="the first, and right then"),
        pytest.param(["25", "30"], False, id="only the second"),
        pytest.param(["hint", "30"], False, id="after a hint"),
        pytest.param(["30", "hint", "31"], True, id="before a hint"),
    ],
)
def test_in_practice_the_first_answer_without_a_hint_is_the_one_that_fits(moves: Sequence[str], fits: bool) -> None:
    done = [Done(0, "hint") if move == "hint" else Done(0, "answer", {POINTS: move}) for move in moves]
    shown = misread_map(session(Pace.PRACTICE), [Seat(1, "Bold Ace", "A1", tuple(done))], own=True)
    assert counts(shown) == ({"value-k": [1, 0, 0]} if fits else {})


@pytest.mark.parametrize("kind", ["columns", "mistake", "another line", "winner", "decks", "write"])
def test_an_open_reading_is_no_mistake_in_any_kind(kind: str) -> None:
    question, given = open_reading(kind)
    typed = {name: value if isinstance(value, str) else str(value) for name, value in given.items()}
    one = session(Pace.TEST, [question], phase="ended", house=question.house)
    seats = [Seat(1, "Bold Ace", "A1", (Done(0, "answer", typed),))]
    (shown,) = answers_given(one, seats, "A", own=True)
    assert (shown.right, shown.reading) == (False, True)
    assert misread_map(one, seats, own=True).rows == ()
    assert unexplained(one, seats, own=True) == ()


# --- what is projected ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answers", "shared"),
    [
        pytest.param([KINGS_TEN] * 2, {}, id="two"),
        pytest.param([KINGS_TEN] * 3, {"value-k": [3, 3, None]}, id="three"),
        pytest.param([KINGS_TEN] * 2 + [(30, 16, 44)], {"value-k": [3, 3, None]}, id="three, with different misreads"),
        pytest.param([KINGS_TEN] * 3 + [ROWS_TOO] * 2, {"value-k": [3, 3, None]}, id="three beside two"),
        pytest.param(
            [TWOS_KEPT] * 3, {"cancelling": [None, 3, None], "negative-pairs": [None, 3, None]}, id="of two rules"
        ),
        pytest.param([RIGHT] * 9, {}, id="all right"),
    ],
)
def test_small_groups_are_not_projected(
    answers: Sequence[Sequence[int]], shared: Mapping[str, list[int | None]]
) -> None:
    shown = misread_map(TEST_OVER, pupils(*answers), own=False)
    assert counts(shown) == shared
    assert not any(cell.seats for row in shown.rows for cell in row.cells)


def test_none_and_too_few_look_the_same() -> None:
    three = [(30, 13, 44)] * 3
    none, two = (misread_map(TEST_OVER, pupils(*three, *more), own=False) for more in ([RIGHT] * 2, [(20, 3, 26)] * 2))
    assert none == two


def test_a_row_names_no_misread_that_only_one_or_two_seem_to_have() -> None:
    (row,) = misread_map(TEST_OVER, pupils(*[KINGS_TEN] * 3, *[(33, 3, 44)] * 3), own=False).rows
    assert row.misreads == ("a king counts 10", "a king counts 13")
    (row,) = misread_map(TEST_OVER, pupils(*[(30, 3, 44)] * 3, (33, 3, 44)), own=False).rows
    assert [cell.count for cell in row.cells] == [4, None, None]
    assert row.misreads == ()


@pytest.mark.parametrize("pace", [Pace.TEST, Pace.LIVE])
def test_nothing_is_projected_before_it_may_be_told(pace: Pace) -> None:
    seats = pupils(*[KINGS_TEN] * 5, *[UNKNOWN] * 5)
    one = session(pace)
    assert misread_map(one, seats, own=False).rows == ()
    assert unexplained(one, seats, own=False) == ()
    assert answers_given(one, seats, "A", own=False) == ()
    assert worked_cell(one, seats, "A", "value-k", own=False) == ()
    assert counts(misread_map(one, seats, own=True)) == {"value-k": [5, 5, 0]}


def test_where_the_teacher_leads_only_what_was_revealed_is_projected() -> None:
    seats = pupils(*[KINGS_TEN] * 5)
    for at, revealed, shown in ((0, True, {"value-k": [5, None, None]}), (1, True, {"value-k": [5, 5, None]})):
        assert counts(misread_map(session(Pace.LIVE, at=at, revealed=revealed), seats, own=False)) == shown


# --- answers ----------------------------------------------------------------------------------------------------------


def test_the_commonest_wrong_answers_that_nothing_explains() -> None:
    seats = pupils(*[UNKNOWN] * 3, *[(25, 3, 44)] * 2, KINGS_TEN, (27, 3, 44))
    own = [(one.letter, one.answer, one.count, one.seats) for one in unexplained(TEST_OVER, seats, own=True)]
    assert own == [
        ("A", "25", 5, (1, 2, 3, 4, 5)),
        ("B", "4", 3, (1, 2, 3)),
        ("C", "43", 3, (1, 2, 3)),
        ("A", "27", 1, (7,)),
    ]
    shared = [(one.letter, one.answer, one.count, one.seats) for one in unexplained(TEST_OVER, seats, own=False)]
    assert shared == [("A", "25", 5, ()), ("B", "4", 3, ()), ("C", "43", 3, ())]


def test_the_answers_to_one_question() -> None:
    seats = pupils(*[RIGHT] * 4, *[TWOS_KEPT] * 3, UNKNOWN)
    own = [(one.answer, one.count, one.right, one.doing) for one in answers_given(TEST_OVER, seats, "B", own=True)]
    kept = ("equal cards do not cancel", "a pair of twos counts −4")
    assert own == [("3", 4, True, ()), ("−5", 3, False, kept), ("4", 1, False, ())]
    shared = [(one.answer, one.count) for one in answers_given(TEST_OVER, seats, "B", own=False)]
    assert shared == [("3", 4), ("−5", 3)]
    assert answers_given(TEST_OVER, seats, "Z", own=True) == ()


def test_the_same_number_on_two_sheets_is_two_answers() -> None:
    one = session(Pace.TEST, FIRST, SECOND, phase="ended")
    seats = pupils(*[(25,)] * 3) + pupils(*[(25,)] * 4, variant="A2", first=4)
    shared = [(one.variant, one.answer, one.count) for one in answers_given(one, seats, "A", own=False)]
    assert shared == [("A2", "25", 4), ("A1", "25", 3)]


@pytest.mark.parametrize(
    ("wrong", "shared"),
    # How many chose each of the wrong answers, beside nine who were right.
    [
        pytest.param((), [9], id="nobody"),
        pytest.param((1,), [9], id="one"),
        pytest.param((3,), [9, 3], id="three"),
        pytest.param((3, 1), [9], id="three and one: the one would be left over"),
        pytest.param((4, 3, 2), [9, 4], id="four, three and two"),
        pytest.param((4, 3), [9, 4, 3], id="four and three"),
    ],
)
def test_of_answers_that_are_all_known_none_is_shown_by_which_the_others_could_be_told(
    wrong: Sequence[int], shared: Sequence[int]
) -> None:
    (field,) = MOVE.fields
    assert isinstance(field, ChoiceField)
    right = MOVE.solution[field.name]
    others = [choice.key for choice in field.choices if choice.key != right]
    chosen = [str(right)] * 9 + [key for key, times in zip(others, wrong, strict=False) for _ in range(times)]
    moves = [(Done(0, "answer", {field.name: key}),) for key in chosen]
    seats = [Seat(number, "Bold Ace", "A1", done) for number, done in enumerate(moves, start=1)]
    one = session(Pace.TEST, [MOVE], phase="ended")
    assert [given.count for given in answers_given(one, seats, "A", own=False)] == shared


# --- behind a cell ----------------------------------------------------------------------------------------------------


def lines(found: WorkedMisread) -> tuple[list[tuple[str, int | None]], list[tuple[str, int | None]]]:
    return [(step.text, step.points) for step in found.theirs], [(step.text, step.points) for step in found.right]


def test_a_misread_is_worked_beside_the_right_way() -> None:
    (found,) = worked_cell(TEST_OVER, pupils(*[TWOS_KEPT] * 3, RIGHT), "B", "negative-pairs", own=False)
    assert (found.letter, found.variant, found.key, found.doing) == ("B", "A1", "P2", "a pair of twos counts −4")
    assert (found.answer, found.total, found.right_answer, found.count) == ("−5", -5, "3", 3)
    theirs, right = lines(found)
    assert sum(points or 0 for _, points in theirs) == -5
    assert sum(points or 0 for _, points in right) == 3
    assert len(theirs) == len(right) == 3
    assert [place for place in range(3) if theirs[place] != right[place]] != []
    assert found.question == TEST_OVER.questions.sheets[0].questions[1]


def test_a_slip_has_its_total_and_no_lines() -> None:
    (found,) = worked_cell(TEST_OVER, pupils((20, 3, 32)), "C", "adding", own=True)
    assert (found.theirs, found.total, found.answer, found.right_answer) == ((), 32, "32", "44")
    assert sum(step.points or 0 for step in found.right) == 44
    assert (found.count, found.seats) == (1, (1,))


def test_every_misread_that_an_answer_fits_is_worked_commonest_first() -> None:
    found = worked_cell(TEST_OVER, pupils((20, 16, 44), KINGS_TEN, KINGS_TEN), "B", "value-k", own=True)
    assert [(one.key, one.total, one.seats) for one in found] == [
        ("V3", 13, (2, 3)),
        ("V4", 16, (1,)),
        ("V5b", 16, (1,)),
    ]


def test_each_sheet_has_its_own_hand() -> None:
    one = session(Pace.TEST, FIRST, SECOND, phase="ended")
    seats = pupils(*[(24, 3, 44)] * 3) + pupils(*[(23, 25, 28)] * 4, variant="A2", first=4)
    found = worked_cell(one, seats, "A", "value-2", own=False)
    assert [(one.variant, one.key, one.total, one.right_answer, one.count) for one in found] == [
        ("A2", "V1", 23, "19", 4),
        ("A1", "V1", 24, "20", 3),
    ]


def test_where_no_answer_may_be_told_by_itself_the_cell_shows_what_can_be_misread_there() -> None:
    mixed = pupils(*[(30, 3, 44)] * 2, *[(33, 3, 44)] * 2)
    found = worked_cell(TEST_OVER, mixed, "A", "value-k", own=False)
    assert [(one.key, one.total, one.count, one.seats) for one in found] == [
        ("V3", 30, None, ()),
        ("V4", 33, None, ()),
        ("V5b", 35, None, ()),
    ]
    other = pupils(*[(35, 3, 44)] * 2, *[(33, 3, 44)] * 2)
    assert worked_cell(TEST_OVER, other, "A", "value-k", own=False) == found


@pytest.mark.parametrize(
    ("letter", "rule"),
    [
        pytest.param("A", "value-k", id="too few"),
        pytest.param("C", "value-k", id="nobody"),
        pytest.param("A", "no-such-rule", id="no rule"),
        pytest.param("Z", "value-k", id="no question"),
        pytest.param("", "", id="nothing"),
    ],
)
def test_a_cell_that_is_not_shown_has_nothing_behind_it(letter: str, rule: str) -> None:
    assert worked_cell(TEST_OVER, pupils(*[KINGS_TEN] * 2), letter, rule, own=False) == ()


# --- other kinds ------------------------------------------------------------------------------------------------------


def answered(question: Question, typed: Mapping[str, str], times: int = 3) -> tuple[ClassSession, list[Seat]]:
    one = session(Pace.TEST, [question], phase="ended", house=question.house)
    return one, [Seat(number, "Bold Ace", "A1", (Done(0, "answer", typed),)) for number in range(1, times + 1)]


COLUMNS = {"column-1": "0", "column-2": "13", "column-3": "0", "points": "13"}
WINNER = {"kind": "winner", "players": [["Ann", FIVES], ["Ben", TWOS]], "ender": None}


@pytest.mark.parametrize(
    ("data", "typed", "rules"),
    [
        pytest.param(
            {"kind": "columns", "layout": TWOS}, {**COLUMNS, "points": "13"}, {"value-k"}, id="columns: one misread"
        ),
        pytest.param(
            {"kind": "columns", "layout": TWOS},
            {"column-1": "-4", "column-2": "3", "column-3": "-4", "points": "-5"},
            {"cancelling", "negative-pairs"},
            id="columns: misreads of two rules",
        ),
        pytest.param(
            {"kind": "columns", "layout": FIVES},
            {"column-1": "19", "column-2": "13", "column-3": "12", "points": "45"},
            {"adding"},
            id="columns: only the sum is wrong",
        ),
        pytest.param(
            {"kind": "columns", "layout": FIVES},
            {"column-1": "1", "column-2": "1", "column-3": "1", "points": "1"},
            set(),
            id="columns: nothing explains them",
        ),
        pytest.param(to_data(MOVE), {"legal": "yes"}, {"turns"}, id="turn: a rule without misreads"),
    ],
)
def test_answers_of_other_kinds_fit_what_their_verdicts_say(
    data: Mapping[str, object], typed: Mapping[str, str], rules: set[str]
) -> None:
    one, seats = answered(from_data(WORKSHEET, data), typed)
    for own in (False, True):
        found = misread_map(one, seats, own)
        assert {row.rule for row in found.rows} == rules
        assert [cell.count for row in found.rows for cell in row.cells] == [3] * len(rules)
        assert len(unexplained(one, seats, own)) == (0 if rules else 1)
        for rule in rules:
            assert worked_cell(one, seats, "A", rule, own)


def test_what_is_no_layout_is_told_by_its_verdict() -> None:
    one, seats = answered(MOVE, {"legal": "yes"})
    (found,) = worked_cell(one, seats, "A", "turns", own=False)
    assert (found.key, found.doing, found.theirs, found.total, found.count) == ("", "", (), None, 3)
    assert found.text
    assert found.right
    assert (found.answer, found.right_answer) == ("Yes", "No: nobody passes")


def test_columns_are_worked_line_by_line_and_answered_in_words() -> None:
    one, seats = answered(from_data(WORKSHEET, {"kind": "columns", "layout": TWOS}), COLUMNS)
    (found,) = worked_cell(one, seats, "A", "value-k", own=False)
    assert found.answer == "Column 1: 0; Column 2: 13; Column 3: 0; All together: 13"
    assert (found.key, found.total, found.right_answer) == ("V3", 13, "3")
    assert len(found.theirs) == len(found.right) == 3

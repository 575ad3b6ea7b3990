"""Board of a class: Class view, Teacher view and how open pages learn of changes."""

import re

import pytest
from flask import Flask

from scorekeeper.rules.wording import number
from scorekeeper.school.classes.class_session import Pace
from scorekeeper.school.exercises.kept_sets import KeptSet
from scorekeeper.school.exercises.questions.score import ScoreQuestion
from tests.conftest import Phone
from tests.web.classes import class_at_work, misread_answer
from tests.web.students import main_words, start

# --- views ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wrong", [1, 2])
def test_the_wall_counts_in_every_class_and_names_are_for_the_teacher_alone(
    app: Flask, client: Phone, sheets: KeptSet, wrong: int
) -> None:
    room, students = class_at_work(app, sheets, Pace.PRACTICE, wrong, right=1)
    answer, told = number(int(misread_answer(students[0]))), f"{wrong} student{'s' if wrong > 1 else ''}"
    sums = re.compile(r'board-grid__who">(Answered|Right)</th>\s*<td>(.*?)</td>')
    cells = re.compile(rf'href="(/class/{room.key}/map/A/[^"]+)">(\d+)<')
    for view in ("", "?view=own"):
        board = client.get(f"/class/{room.key}{view}").text
        assert sums.findall(board) == [("Answered", str(wrong + 1)), ("Right", "1")]
        assert {count for _, count in cells.findall(board)} == {str(wrong)}
        assert f"{answer} ✕ wrong, {told}" in main_words(client.get(f"/class/{room.key}/question/A{view}").text)
        for address, _ in cells.findall(board):
            cell = client.get(address.replace("&amp;", "&")).text
            assert f"{told} answered this" in main_words(cell)
            assert all((one.kept.name in cell) is bool(view) for one in students[:wrong])
        assert all((text in board) is bool(view) for one in students for text in (one.kept.name, one.kept.return_code))
    assert "In a small class, counts can give away who answered what" in main_words(
        client.get(f"/class/{room.key}").text
    )


def test_after_the_end_nobody_is_trying(app: Flask, client: Phone, sheets: KeptSet) -> None:
    room, _ = class_at_work(app, sheets, Pace.PRACTICE, wrong=2, right=1)
    board = main_words(client.get(f"/class/{room.key}?view=own").text)
    assert ("trying" in board, "not finished" in board) == (True, False)
    room.lead("end")
    board = main_words(client.get(f"/class/{room.key}?view=own").text)
    assert ("trying" in board, "not finished" in board) == (False, True)


def test_a_cell_has_the_misread_worked_beside_the_right_way(app: Flask, client: Phone, sheets: KeptSet) -> None:
    room, students = class_at_work(app, sheets, Pace.PRACTICE, wrong=3, right=5)
    question = students[0].question("A")
    assert isinstance(question, ScoreQuestion)
    board = client.get(f"/class/{room.key}").text
    cell = re.search(rf'href="(/class/{room.key}/map/A/[^"]+)"', board)
    assert cell is not None
    page = main_words(client.get(cell[1]).text)
    assert question.prompt in page
    assert f"Total {number(int(misread_answer(students[0])))}" in page
    assert f"Total {number(question.score.total)}" in page
    for nothing in ("map/Z/adding", "map/A/juggling", "question/Z", "question/A?sheet=A9"):
        assert client.get(f"/class/{room.key}/{nothing}").status_code == 404


@pytest.mark.parametrize(("pace", "tells_first"), [(Pace.LIVE, False), (Pace.PRACTICE, True)])
def test_what_is_right_is_not_projected_before_students_may_be_told(
    app: Flask, client: Phone, sheets: KeptSet, pace: Pace, tells_first: bool
) -> None:
    room, _ = class_at_work(app, sheets, pace, wrong=4, right=5)

    def told() -> dict[str, bool]:
        board = client.get(f"/class/{room.key}").text
        question = client.get(f"/class/{room.key}/question/A").text
        return {
            "right": '"board-grid__who">Right</th>' in board,
            "map": f"/class/{room.key}/map/A/" in board,
            "worked": "score-line" in question,
            "answers": "board-answer__given" in question,
            "columns": "layout__points" in question,
        }

    own = client.get(f"/class/{room.key}/question/A?view=own").text
    assert "score-line" in own
    assert set(told().values()) == {tells_first}
    room.lead("reveal" if pace is Pace.LIVE else "end")
    assert set(told().values()) == {True}


def test_the_board_leads_to_all_that_comes_afterward(app: Flask, client: Phone, sheets: KeptSet) -> None:
    room = start(app, sheets, Pace.TEST).lead("begin", "end")
    wall, own = (client.get(f"/class/{room.key}{view}").text for view in ("", "?view=own"))
    shared, alone = (set(re.findall(r'<a class="menu__link" href="([^"]+)"', page)) for page in (wall, own))
    table = f"/class/{room.key}/results.csv"
    assert shared == {table, f"{table}?separator=semicolon"}, (
        "what has names, codes or answers on it is not for the wall"
    )
    assert shared | alone == {*shared, f"/class/{room.key}/roster", f"/sets/{sheets.key_code}"}
    for address in shared | alone:
        assert client.get(address).status_code == 200
    assert ["/elsewhere" in page for page in (wall, own)] == [False, True]


def test_a_student_is_removed_from_the_list_of_the_class(app: Flask, client: Phone, sheets: KeptSet) -> None:
    room, (ann, *others) = class_at_work(app, sheets, Pace.PRACTICE, wrong=1, right=2)
    name, code, own = ann.kept.name, ann.kept.return_code, f"/class/{room.key}?view=own"
    roster = f"/class/{room.key}/roster"
    assert code in client.get(own).text
    assert f"{name} {code}" in main_words(client.get(roster).text)
    done = client.send_form(f"/class/{room.key}/remove", number=str(ann.number))
    assert (done.status_code, done.location) == (302, roster)
    assert "Student removed." in main_words(client.get(roster).text)
    assert name not in client.get(own).text
    assert name not in client.get(f"/class/{room.key}/results.csv").text
    assert ann.phone.get(ann.path).status_code == 404
    assert [one.phone.get(one.path).status_code for one in others] == [200, 200]

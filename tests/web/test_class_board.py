"""The board of a class: what everybody may see of it, what only the teacher may, and how it learns of changes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask_openapi3.openapi import OpenAPI

from scorekeeper.classroom import Pace
from scorekeeper.quiz.questions.score import ScoreQuestion
from scorekeeper.rules.wording import number
from scorekeeper.store import KeptSet
from tests.conftest import Phone
from tests.web.classes import class_at_work, misread_answer
from tests.web.pupils import main_words, make_sheets, start, words


@pytest.fixture
def sheets(app: OpenAPI) -> KeptSet:
    """Four questions on two sheets, of three kinds."""
    return make_sheets(app)


# --- what is shown ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pace", [Pace.PRACTICE, Pace.TEST, Pace.LIVE])
def test_the_shared_view_has_no_names_and_the_own_one_has(
    app: OpenAPI, client: Phone, sheets: KeptSet, pace: Pace
) -> None:
    room, pupils = class_at_work(app, sheets, pace, wrong=4, right=4)
    for ended in (False, True):
        if ended:
            room.lead("end")
        own = client.get(f"/class/{room.key}?view=own").text
        for page in ("", "/question/A", "/map/A/adding"):
            shared = client.get(f"/class/{room.key}{page}").text
            for pupil in pupils:
                assert pupil.kept.seat.name not in shared
                assert pupil.kept.return_code not in shared
                assert pupil.kept.seat.name in own
                assert pupil.kept.return_code in own


@pytest.mark.parametrize(("wrong", "shown"), [(2, False), (6, True)])
def test_small_groups_are_for_the_teacher_alone(
    app: OpenAPI, client: Phone, sheets: KeptSet, wrong: int, shown: bool
) -> None:
    room, pupils = class_at_work(app, sheets, Pace.PRACTICE, wrong, right=5)
    answer = number(int(misread_answer(pupils[0])))
    link = re.compile(rf'href="(/class/{room.key}/map/A/[^"]+)"')
    found = {}
    for view in ("", "?view=own"):
        board = client.get(f"/class/{room.key}{view}").text
        found[view] = link.findall(board)
        question = main_words(client.get(f"/class/{room.key}/question/A{view}").text)
        expected = shown or view == "?view=own"
        assert bool(found[view]) is expected
        assert (f"{answer} ✕ not right, {wrong} pupils" in question) is expected
    # A cell that is not on the shared board does not open there either.
    for address in found["?view=own"]:
        path = address.replace("&amp;", "&")
        alone = client.get(path).text
        assert "By the rules" in alone
        assert all(pupil.kept.seat.name in alone for pupil in pupils[:wrong])
        if not shown:
            assert "By the rules" not in client.get(path.partition("?")[0]).text


def test_while_a_class_practises_the_wall_counts_three_wrong_answers_at_a_time(
    app: OpenAPI, client: Phone, sheets: KeptSet
) -> None:
    room, pupils = class_at_work(app, sheets, Pace.PRACTICE, wrong=5, right=2)
    answer = number(int(misread_answer(pupils[0])))

    def told(view: str) -> str:
        return main_words(client.get(f"/class/{room.key}/question/A{view}").text)

    assert f"{answer} ✕ not right, 3 pupils" in told("")
    assert f"{answer} ✕ not right, 5 pupils" in told("?view=own")
    assert "three wrong answers at a time" in main_words(client.get(f"/class/{room.key}").text)
    room.lead("end")
    assert f"{answer} ✕ not right, 5 pupils" in told("")
    assert "three wrong answers at a time" not in main_words(client.get(f"/class/{room.key}").text)


def test_a_cell_has_the_misread_worked_beside_the_right_way(app: OpenAPI, client: Phone, sheets: KeptSet) -> None:
    room, pupils = class_at_work(app, sheets, Pace.PRACTICE, wrong=3, right=5)
    question = pupils[0].question("A")
    assert isinstance(question, ScoreQuestion)
    board = client.get(f"/class/{room.key}").text
    cell = re.search(rf'href="(/class/{room.key}/map/A/[^"]+)"', board)
    assert cell is not None
    page = main_words(client.get(cell[1]).text)
    assert question.prompt in page
    assert f"Total {number(int(misread_answer(pupils[0])))}" in page
    assert f"Total {number(question.score.total)}" in page
    assert "3 pupils answered this." in page
    assert "If " in page
    assert client.get(f"/class/{room.key}/map/Z/adding").status_code == 404
    assert client.get(f"/class/{room.key}/map/A/juggling").status_code == 404
    assert client.get(f"/class/{room.key}/question/Z").status_code == 404
    assert client.get(f"/class/{room.key}/question/A?sheet=A9").status_code == 404


@pytest.mark.parametrize(
    ("pace", "tells_first"),
    [pytest.param(Pace.TEST, False, id="test"), pytest.param(Pace.LIVE, False, id="live"),
     pytest.param(Pace.PRACTICE, True, id="practice")],
)  # fmt: skip
def test_what_is_right_is_not_projected_before_pupils_may_be_told(
    app: OpenAPI, client: Phone, sheets: KeptSet, pace: Pace, tells_first: bool
) -> None:
    room, _ = class_at_work(app, sheets, pace, wrong=4, right=5)

    def told() -> dict[str, bool]:
        board = client.get(f"/class/{room.key}").text
        question = client.get(f"/class/{room.key}/question/A").text
        grid = board[board.index('id="grid"') :]
        return {
            "signs": "board-cell--right" in grid,
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


def test_the_question_on_show_goes_with_the_class(app: OpenAPI, client: Phone, sheets: KeptSet) -> None:
    room, _ = class_at_work(app, sheets, Pace.LIVE, wrong=1, right=3)

    def board() -> str:
        page = client.get(f"/class/{room.key}").text
        return main_words(page)

    assert "Question 1 of 4: answers are open" in board()
    assert "4 of 4 answered" in board()
    assert "How it is worked out" not in board()
    room.lead("reveal")
    assert "Question 1 of 4: the answer is shown" in board()
    assert "How it is worked out" in board()
    room.lead("next")
    assert "Question 2 of 4: answers are open" in board()
    assert "0 of 4 answered" in board()
    assert "How it is worked out" not in board()
    # What has not come yet is not for the wall either.
    assert "has not come to this question yet" in main_words(client.get(f"/class/{room.key}/question/C").text)
    alone = client.get(f"/class/{room.key}/question/C?view=own").text
    assert "score-line" in alone


def test_states_are_signs_with_words_and_a_legend(app: OpenAPI, client: Phone, sheets: KeptSet) -> None:
    room, pupils = class_at_work(app, sheets, Pace.PRACTICE, wrong=2, right=3)
    assert pupils[0].post("A", typed=pupils[0].right("A")).status_code == 200
    assert pupils[1].post("A", typed=pupils[1].wrong("A", by=77)).status_code == 200
    page = client.get(f"/class/{room.key}").text
    cells = re.findall(r'board-cell--(\w+)"><span aria-hidden="true">([^<]+)</span><span class="[^"]+">([^<]+)<', page)
    assert {(state, word) for state, _, word in cells} == {
        *{("empty", "nothing yet"), ("right", "right at once")},
        *{("later", "right later"), ("wrong", "not right")},
    }
    assert len({sign for _, sign, _ in cells}) == 4, "each has a sign of its own"
    legend = words(page[page.index("answers-heading") :])
    for _, sign, word in cells:
        assert f"{sign} {word}" in legend


@pytest.mark.parametrize("pace", list(Pace))
def test_the_board_leads_to_all_that_comes_afterwards(app: OpenAPI, client: Phone, sheets: KeptSet, pace: Pace) -> None:
    room = start(app, sheets, pace)
    if pace is not Pace.PAPER:
        room.lead("begin").lead("end")
    shared, own = (
        set(re.findall(r'<a class="menu__link" href="([^"]+)"', client.get(f"/class/{room.key}{view}").text))
        for view in ("", "?view=own")
    )
    assert shared == {f"/class/{room.key}/results.csv"}, "what has names, codes or answers on it is not for the wall"
    of_class = ["results.csv", "delete", "label"] + ([] if pace is Pace.PAPER else ["roster"])
    linked = shared | own
    assert linked == {f"/class/{room.key}/{end}" for end in of_class} | {f"/sets/{sheets.key_code}"}
    for address in linked:
        assert client.get(address).status_code == 200


def test_no_page_shows_half_of_a_placeholder(app: OpenAPI) -> None:
    environment = app.jinja_env
    for name in environment.list_templates():
        source = Path(environment.get_template(name).filename or "").read_text()
        words = "".join(text for _, kind, text in environment.lex(source) if kind == "data")
        assert not re.search(r"\{\{|\}\}|\{%|%\}|\bXX\b", words), name


def test_a_question_that_was_not_asked_yet_has_no_sums(app: OpenAPI, client: Phone, sheets: KeptSet) -> None:
    room, _ = class_at_work(app, sheets, Pace.LIVE, wrong=1, right=3)
    page = client.get(f"/class/{room.key}?view=own").text
    sums = re.search(r'scope="row" class="board-grid__who">Right</th>(.*?)</tr>', page, re.DOTALL)
    assert sums is not None
    assert re.findall(r"<td>(.*?)</td>", sums[1]) == ["3", "", "", ""]


def test_another_code_closes_the_device_and_keeps_the_answers(app: OpenAPI, client: Phone, sheets: KeptSet) -> None:
    room, pupils = class_at_work(app, sheets, Pace.PRACTICE, wrong=1, right=2)
    ann = pupils[0]
    before = ann.kept
    page = f"/class/{room.key}/seat/{ann.number}"
    assert f'href="{page}">{before.return_code}</a>' in client.get(f"/class/{room.key}?view=own").text
    told = client.get(page)
    assert told.headers["Cache-Control"] == "no-store"
    assert before.return_code in told.text
    assert client.send_form(page).location == page
    after = ann.kept
    assert after.seat == before.seat
    told_now = client.get(page).text
    assert after.return_code in told_now
    assert before.return_code not in told_now
    # The pupil's own device is asked for it as well.
    asked = ann.phone.get(ann.path)
    assert asked.status_code == 404
    assert "data-not-shown" in asked.text
    assert ann.post("A", typed=ann.right("A")).json["code"] == "class.seat_not_found"  # type: ignore[index]
    for code, status in ((before.return_code, 422), (after.return_code, 303)):
        assert ann.phone.send_form(f"/join/{room.code}/return", code=code).status_code == status
    assert ann.page()


def test_a_pupil_is_removed_from_the_own_view(app: OpenAPI, client: Phone, sheets: KeptSet) -> None:
    room, (ann, *others) = class_at_work(app, sheets, Pace.PRACTICE, wrong=1, right=2)
    name, own = ann.kept.seat.name, f"/class/{room.key}?view=own"
    done = client.send_form(f"/class/{room.key}/seat/{ann.number}/remove")
    assert (done.status_code, done.location) == (302, own)
    assert "The pupil was removed." in main_words(client.get(own).text)
    assert name not in client.get(own).text
    assert name not in client.get(f"/class/{room.key}/results.csv").text
    assert ann.phone.get(ann.path).status_code == 404
    assert [one.phone.get(one.path).status_code for one in others] == [200, 200]
    assert client.get(f"/class/{room.key}/seat/{ann.number}").status_code == 404

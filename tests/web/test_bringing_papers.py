"""What a class wrote on paper is typed in, or brought as a table: all of it is taken in, or none of it is lost."""

from __future__ import annotations

import re
from io import BytesIO
from typing import Any

import pytest
from flask_openapi3.openapi import OpenAPI

from scorekeeper import houses
from scorekeeper.classroom import Pace
from scorekeeper.rules import parse_layout
from scorekeeper.store import create_set, create_set_of_layouts
from scorekeeper.web.db import store
from tests.conftest import Phone
from tests.web.pupils import Room, main_words, make_sheets, start, write
from tests.web.tables import new_id


@pytest.fixture
def papers(app: OpenAPI) -> Room:
    """Three hands to score on two sheets, answered on paper."""
    with app.app_context():
        return start(app, make_sheets(app, size=4), Pace.PAPER, variants=("A1", "A2"))


def bring(client: Phone, room: Room, fields: dict[str, Any]) -> Any:
    fields = {"do": "typed", "rows": "8", "write_id": new_id(), **fields}
    return client.send_form(f"/class/{room.key}/papers", **fields)


def test_papers_are_typed_in(client: Phone, papers: Room) -> None:
    page = client.get(f"/class/{papers.key}/papers")
    assert page.text.count('name="1.sheet"') == 1
    typed = {"1.sheet": "A1", "1.A": "12", "2.sheet": "A2", "2.A": "−3", "5.sheet": "A2", "5.A": "-1", "6.sheet": "A1"}
    write_id = new_id()
    for _ in range(2):  # the same form again brings nothing more
        assert bring(client, papers, {**typed, "write_id": write_id}).status_code == 302
    assert papers.kept.pupils == 3
    assert [papers.seat(at).seat.variant for at in (1, 2, 5)] == ["A1", "A2", "A2"]
    assert [papers.seat(at).seat.done[0].typed for at in (1, 2, 5)] == [
        {"points": "12"},
        {"points": "−3"},
        {"points": "-1"},
    ]
    assert f'href="/class/{papers.key}/papers"' in client.get(f"/class/{papers.key}").text
    board = main_words(client.get(f"/class/{papers.key}?view=own").text)
    assert "Answered on paper" in board
    assert "Paper 5" in board


def test_on_the_wall_a_paper_has_no_number_that_the_pile_has_for_another(client: Phone, papers: Room) -> None:
    typed = {f"{row}.{box}": value for row in "123" for box, value in (("sheet", "A1"), ("A", row))}
    assert bring(client, papers, typed).status_code == 302
    grid = r'<table class="board-grid">.*?</table>'
    tables = [
        re.findall(grid, client.get(f"/class/{papers.key}{view}").text, re.DOTALL)[0] for view in ("", "?view=own")
    ]
    wall, own = (re.findall(r'<th scope="row"[^>]*>(.*?)</th>', one, re.DOTALL) for one in tables)
    assert [re.sub(r"<.*?>", "", head) for head in wall] == ["Answered", "Right", "A paper", "A paper", "A paper"]
    assert [" ".join(re.sub(r"<.*?>", "", head).split()[:2]) for head in own[2:]] == ["Paper 1", "Paper 2", "Paper 3"]


def test_only_the_teacher_sees_what_all_answers_of_a_paper_fit(app: OpenAPI, client: Phone) -> None:
    house = houses.get("worksheet")
    hands = [parse_layout(hand, house) for hand in ("2 K 2 / 2 3 2", "2 5 7 / 2 9 4")]  # 3 and 25
    with app.app_context():
        made = create_set_of_layouts(store(), house, write(), hands)
    room = start(app, made, Pace.PAPER)
    typed = {f"{row}.{box}": value for row in "12345" for box, value in (("A", "-5"), ("B", "21"))}
    assert bring(client, room, typed).status_code == 302
    own, shared = (main_words(client.get(f"/class/{room.key}{view}").text) for view in ("?view=own", ""))
    supposed = (
        "Paper 1, Paper 2, Paper 3, Paper 4, Paper 5: if equal cards do not cancel, "
        "or if a pair of twos counts −4, exactly these numbers come out. Another hand would tell which."
    )
    assert supposed in own
    assert "What it tells" not in own
    assert "exactly these numbers" not in shared
    assert "5 papers (Paper 1, Paper 2, Paper 3, Paper 4, Paper 5) fit at A and B" in own
    assert "5 papers fit at A and B" in shared


def test_a_form_that_was_sent_and_then_changed_loses_nothing(client: Phone, papers: Room) -> None:
    sent_before = {"1.sheet": "A1", "1.A": "12", "write_id": new_id()}
    assert bring(client, papers, sent_before).status_code == 302
    again = bring(client, papers, {**sent_before, "1.A": "13"})
    assert again.status_code == 422
    assert "sent before" in main_words(again.text)
    assert 'value="13"' in again.text
    assert papers.kept.pupils == 1


def test_what_cannot_be_read_names_row_and_column_and_loses_nothing(client: Phone, papers: Room) -> None:
    typed = {"1.sheet": "A1", "1.A": "12", "2.sheet": "A2", "2.A": "twelve", "3.sheet": "A2", "3.A": "7"}
    refused = bring(client, papers, typed)
    assert refused.status_code == 422
    words = main_words(refused.text)
    assert "Paper 2, A: a number has digits only" in words
    assert words.count("a number has digits only") == 1
    assert "points" not in words.partition("a number has")[0].rpartition("Paper 2")[2], "no name of a field"
    assert '<a href="#2.A">Paper 2, A</a>' in refused.text
    assert re.search(r'<tr [^>]*>\s*<td colspan="\d+">\s*<p [^>]*id="2.A-error"', refused.text), "as wide as the row"
    assert re.search(r'name="2.A"[^>]* aria-invalid="true" aria-describedby="2.A-error"', refused.text)
    for name, value in typed.items():
        if name.endswith(".A"):
            assert re.search(rf'name="{re.escape(name)}"[^>]* value="{value}"', refused.text)
    assert papers.kept.pupils == 0
    assert re.search(r'name="2.sheet".*?<option selected>A2', refused.text, re.DOTALL)


def test_of_several_boxes_the_one_that_cannot_be_read_goes_by_its_label(app: OpenAPI, client: Phone) -> None:
    with app.app_context():
        made = create_set(store(), houses.get("worksheet"), write(), level=4, size=2, variants=1, kinds=["columns"])
    room = start(app, made, Pace.PAPER)
    page = client.get(f"/class/{room.key}/papers")
    assert 'aria-label="Paper 3, A, Column 2"' in page.text
    assert "column-2" not in main_words(page.text)
    words = main_words(bring(client, room, {"3.A.column-2": "two", "3.B.points": "1.5"}).text)
    assert "Paper 3, A, Column 2: a number has digits only" in words
    assert "Paper 3, B, All together: points are whole numbers (1.5)" in words


def test_more_rows_keep_what_was_typed(client: Phone, papers: Room) -> None:
    page = bring(client, papers, {"do": "rows", "3.sheet": "A1", "3.A": "twelve"})
    assert page.status_code == 200
    assert 'value="twelve"' in page.text
    assert 'name="16.A"' in page.text
    assert 'name="17.A"' not in page.text
    assert papers.kept.pupils == 0
    most = bring(client, papers, {"do": "rows", "rows": "999"})
    assert 'value="rows"' not in most.text.partition("More rows")[0].rpartition("<button")[2]
    assert "More rows" not in most.text


def test_a_table_is_read_and_nobodys_name_in_it_is_kept(app: OpenAPI, client: Phone, papers: Room) -> None:
    empty = client.get(f"/class/{papers.key}/papers.csv")
    assert empty.mimetype == "text/csv"
    heading = empty.get_data(as_text=True).strip("\ufeff\r\n")
    assert heading.startswith("pupil,sheet,A,")
    text = f"{heading}\r\nZebedee,A1,12\r\nYolanda,A2,-3\r\n"
    sent = bring(client, papers, {"do": "table", "table": (io_of(text), "class.csv"), "1.A": "99"})
    assert sent.status_code == 302
    assert papers.kept.pupils == 2
    with app.app_context():
        kept = "\n".join(store().database.conn.iterdump())
    assert "Zebedee" not in kept
    assert "Yolanda" not in kept


@pytest.mark.parametrize(
    ("table", "told"),
    [
        pytest.param("", "choose a table", id="empty"),
        pytest.param("pupil,sheet,Q\nx,A1,3\n", "row 1, q", id="no such letter"),
        pytest.param("pupil,sheet,A\nx,A1,3\ny,A7,3\n", "row 3, sheet", id="no such sheet"),
        pytest.param("pupil,sheet,A\nx,A1,three\n", "row 2, a", id="no number"),
        pytest.param("pupil,sheet,A\nx,A1,=1+1\n", "row 2, a", id="a formula"),
        pytest.param(
            "PK\x03\x04\x14\x00 xl/workbook.xml",
            "this is a workbook, not a table of text: save it as csv and choose that file",
            id="a workbook",
        ),
    ],
)
def test_a_table_that_cannot_be_read_is_told_where(client: Phone, papers: Room, table: str, told: str) -> None:
    refused = bring(client, papers, {"do": "table", "table": (io_of(table), "class.csv"), "1.A": "99"})
    assert refused.status_code == 422
    assert told in main_words(refused.text).lower()
    assert 'value="99"' in refused.text, "what was typed beside it is still there"
    assert main_words(refused.text).lower().count(told) == 1, "it is told once"
    assert re.search(r'name="table"[^>]* aria-invalid="true" aria-describedby="errors"', refused.text)
    assert papers.kept.pupils == 0


def test_papers_belong_to_a_class_on_paper(app: OpenAPI, client: Phone) -> None:
    room = start(app, make_sheets(app, size=3), Pace.PRACTICE)
    assert client.get(f"/class/{room.key}/papers").status_code == 404
    assert bring(client, room, {"1.A": "3"}).status_code == 404


def io_of(text: str) -> BytesIO:
    return BytesIO(text.encode())

"""What a class wrote on paper is typed in, or brought as a table: all of it is taken in, or none of it is lost."""

from __future__ import annotations

import re
from io import BytesIO
from typing import Any

import pytest
from flask_openapi3.openapi import OpenAPI

from scorekeeper.classroom import Pace
from scorekeeper.web.db import store
from tests.conftest import Phone
from tests.web.pupils import Room, main_words, make_sheets, start
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
    assert [papers.seat(at).seat.variant for at in (1, 2, 3)] == ["A1", "A2", "A2"]
    assert [papers.seat(at).seat.done[0].typed for at in (1, 2, 3)] == [
        {"points": "12"},
        {"points": "−3"},
        {"points": "-1"},
    ]
    assert f'href="/class/{papers.key}/papers"' in client.get(f"/class/{papers.key}").text
    board = main_words(client.get(f"/class/{papers.key}?view=own").text)
    assert "Answered on paper" in board
    assert "Paper 3" in board


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
    assert "Row 2, A" in main_words(refused.text)
    assert 'href="#2.A"' in refused.text
    assert 'id="2.A-error"' in refused.text
    for name, value in typed.items():
        if name.endswith(".A"):
            assert re.search(rf'name="{re.escape(name)}"[^>]* value="{value}"', refused.text)
    assert papers.kept.pupils == 0
    assert re.search(r'name="2.sheet".*?<option selected>A2', refused.text, re.DOTALL)


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
        pytest.param("", "choose the table", id="empty"),
        pytest.param("pupil,sheet,Q\nx,A1,3\n", "row 1, q", id="no such letter"),
        pytest.param("pupil,sheet,A\nx,A1,3\ny,A7,3\n", "row 3, sheet", id="no such sheet"),
        pytest.param("pupil,sheet,A\nx,A1,three\n", "row 2, a", id="no number"),
        pytest.param("pupil,sheet,A\nx,A1,=1+1\n", "row 2, a", id="a formula"),
    ],
)
def test_a_table_that_cannot_be_read_is_told_where(client: Phone, papers: Room, table: str, told: str) -> None:
    refused = bring(client, papers, {"do": "table", "table": (io_of(table), "class.csv"), "1.A": "99"})
    assert refused.status_code == 422
    assert told in main_words(refused.text).lower()
    assert 'value="99"' in refused.text, "what was typed beside it is still there"
    assert papers.kept.pupils == 0


def test_papers_belong_to_a_class_on_paper(app: OpenAPI, client: Phone) -> None:
    room = start(app, make_sheets(app, size=3), Pace.PRACTICE)
    assert client.get(f"/class/{room.key}/papers").status_code == 404
    assert bring(client, room, {"1.A": "3"}).status_code == 404


def io_of(text: str) -> BytesIO:
    return BytesIO(text.encode())

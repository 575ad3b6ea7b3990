"""Papers that are saved can be corrected, removed and counted again; nothing is saved by a slip, and nothing twice."""

from __future__ import annotations

import csv
import io
import re
from html import unescape
from html.parser import HTMLParser
from typing import Any

import pytest
from flask_openapi3.openapi import OpenAPI

from scorekeeper import houses
from scorekeeper.classroom import Pace
from scorekeeper.quiz.question import ChoiceField
from scorekeeper.store import create_set, seats_of
from scorekeeper.web.db import store
from tests.conftest import Phone
from tests.web.pupils import Room, main_words, make_sheets, start, write
from tests.web.tables import new_id


@pytest.fixture
def papers(app: OpenAPI) -> Room:
    """Four questions on two sheets, answered on paper."""
    with app.app_context():
        return start(app, make_sheets(app, size=4), Pace.PAPER, variants=("A1", "A2"))


# On the first row and the third.
SAVED = {"1.sheet": "A1", "1.A": "12", "3.sheet": "A2", "3.A": "-3"}


def send(client: Phone, room: Room, fields: dict[str, Any], path: str = "") -> Any:
    fields = {"do": "typed", "rows": "8", "write_id": new_id(), **fields}
    return client.send_form(f"/class/{room.key}/papers{path}", **fields)


def numbers(room: Room) -> list[int]:
    with room.app.app_context():
        return [one.seat.number for one in seats_of(store(), room.kept)]


class Buttons(HTMLParser):
    """The first button of each form: the one that Enter presses in any of its boxes."""

    def __init__(self) -> None:
        super().__init__()
        self.first: list[str] = []
        self._waits = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "form":
            self._waits = True
        if tag == "button" and self._waits and dict(attrs).get("type") != "button":
            self.first.append(dict(attrs).get("value") or "")
            self._waits = False


def enter_presses(page: str) -> list[str]:
    found = Buttons()
    found.feed(page.partition("<main")[2].partition("</main>")[0])
    return found.first


def test_enter_in_a_box_saves_nothing(client: Phone, papers: Room) -> None:
    assert enter_presses(client.get(f"/class/{papers.key}/papers").text) == ["check"]
    assert send(client, papers, SAVED).status_code == 302
    page = client.get(f"/class/{papers.key}/papers/1").text
    assert enter_presses(page)[0] == "check"
    assert "js/papers.js" in page, "where there are scripts it goes on to the next box"
    for path, nothing in (("", {"1.A": "7"}), ("/1", {"1.A": "7"})):
        before = papers.kept
        answer = send(client, papers, {"1.sheet": "A1", **nothing, "do": "check"}, path)
        assert answer.status_code == 200
        assert "can be read. Nothing is saved yet." in main_words(answer.text)
        assert 'value="7"' in answer.text
        assert papers.kept == before
        wrong = send(client, papers, {"1.sheet": "A1", "1.A": "seven", "do": "check"}, path)
        assert wrong.status_code == 422
        assert "a number has digits only" in main_words(wrong.text)


def test_each_box_of_a_saved_paper_has_its_name_beside_it(client: Phone, papers: Room) -> None:
    assert send(client, papers, SAVED).status_code == 302
    address = f"/class/{papers.key}/papers/1"
    boxes = re.findall(r'<(?:input|select) class="input[^"]*" id="([^"]+)"', client.get(address).text)
    assert "1.A" in boxes
    wrong = send(client, papers, {"1.sheet": "A1", "1.A": "seven", "do": "check"}, "/1").text
    for page in (client.get(address).text, wrong):
        assert re.findall(r'<tr><th scope="row"><label for="([^"]+)"', page) == boxes
    assert re.search(r'id="1\.A"[^>]*aria-describedby="1\.A-error">\s*<p [^>]*id="1\.A-error"', wrong)


def test_a_form_that_names_no_button_saves_nothing(client: Phone, papers: Room) -> None:
    assert send(client, papers, {**SAVED, "do": ""}).status_code == 200
    assert papers.kept.pupils == 0


def test_numbers_keep_to_rows_and_the_next_form_goes_on(client: Phone, papers: Room) -> None:
    assert send(client, papers, {**SAVED, "first": "1"}).status_code == 302
    page = client.get(f"/class/{papers.key}/papers").text
    assert '<input type="hidden" name="first" value="4">' in page
    assert re.findall(r'<th scope="row">(\d+)</th>', page) == [str(number) for number in range(4, 12)]
    assert 'aria-label="Paper 4, A"' in page
    own = main_words(client.get(f"/class/{papers.key}?view=own").text)
    assert "Paper 1" in own
    assert "Paper 2" not in own
    assert "Paper 3" in own
    wrong = send(client, papers, {"first": "4", "2.sheet": "A1", "2.A": "x"})
    assert "Paper 5, A: a number has digits only" in main_words(wrong.text)
    assert send(client, papers, {"first": "4", "2.sheet": "A1", "2.A": "5"}).status_code == 302
    assert numbers(papers) == [1, 3, 5]
    results = client.get(f"/class/{papers.key}/results.csv").get_data(as_text=True).lstrip("\ufeff")
    assert [row["pseudonym"] for row in csv.DictReader(io.StringIO(results))] == ["Paper 1", "Paper 3", "Paper 5"]


def test_a_form_that_was_overtaken_tells_its_new_numbers_and_loses_nothing(client: Phone, papers: Room) -> None:
    assert send(client, papers, {**SAVED, "first": "1"}).status_code == 302
    late = send(client, papers, {"first": "1", "1.sheet": "A1", "1.A": "77"})
    assert late.status_code == 422
    assert "these begin with Paper 4 now" in main_words(late.text)
    assert 'value="77"' in late.text
    assert '<input type="hidden" name="first" value="4">' in late.text
    assert numbers(papers) == [1, 3]


def test_what_counts_as_not_answered_is_told_by_the_number_in_the_class(app: OpenAPI, client: Phone) -> None:
    with app.app_context():
        made = create_set(store(), houses.get("worksheet"), write(), level=4, size=2, variants=1, kinds=["columns"])
    room = start(app, made, Pace.PAPER)
    filled = {f"1.A.{box}": "1" for box in ("column-1", "column-2", "column-3", "points")}
    for sent, told in (
        ({**filled, "1.B.points": "1", "2.A.column-1": "1"}, "Paper 1, B; Paper 2, A."),
        ({**filled, "1.A.points": "2", "2.A.column-1": "1"}, "Paper 4, A."),
    ):
        checked = send(client, room, {**sent, "do": "check"})
        assert f"count as not answered: {told}" in main_words(checked.text)
        done = send(client, room, sent)
        assert f"count as not answered: {told}" in main_words(client.get(done.location).text)


@pytest.mark.parametrize("way", ["typed", "table"])
def test_the_very_same_papers_are_asked_about(client: Phone, papers: Room, way: str) -> None:
    table = "pupil,sheet,A\nAnn,A1,12\nBen,,\nCy,A2,-3\n"

    def bring(**more: str) -> Any:
        fields = dict(SAVED) if way == "typed" else {"table": (io.BytesIO(table.encode()), "class.csv")}
        return send(client, papers, {"do": way, **fields, **more})

    again = "again" if way == "typed" else "again_table"
    assert bring().status_code == 302
    asked = bring()
    assert asked.status_code == 422
    assert "The very same answers are here already, as Papers 1 to 3" in main_words(asked.text)
    assert f'name="{again}"' in asked.text
    assert numbers(papers) == [1, 3]
    assert bring(**{again: "1"}).status_code == 302
    assert numbers(papers) == [1, 3, 4, 6]


def test_papers_one_by_one_may_be_alike(client: Phone, papers: Room) -> None:
    for _ in range(2):
        assert send(client, papers, {"1.sheet": "A1", "1.A": "12"}).status_code == 302
    assert numbers(papers) == [1, 2]


def test_a_paper_is_corrected(client: Phone, papers: Room) -> None:
    assert send(client, papers, SAVED).status_code == 302
    form = client.get(f"/class/{papers.key}/papers/3").text
    assert re.search(r'name="1.A"[^>]* value="-3"', form)
    assert re.search(r'name="1.sheet".*?<option selected>A2', form, re.DOTALL)
    done = send(client, papers, {"do": "save", "1.sheet": "A2", "1.A": "14"}, "/3")
    assert (done.status_code, done.location) == (302, f"/class/{papers.key}/papers")
    assert "Paper 3 is saved." in main_words(client.get(done.location).text)
    results = client.get(f"/class/{papers.key}/results.csv").get_data(as_text=True).lstrip("\ufeff")
    rows = [row for row in csv.DictReader(io.StringIO(results)) if row["pseudonym"] == "Paper 3"]
    assert [(row["raw_input"], row["attempt_no"], row["counted"]) for row in rows] == [("14", "1", "1")]
    refused = send(client, papers, {"do": "save", "1.sheet": "A2", "1.A": "many"}, "/3")
    assert refused.status_code == 422
    assert 'value="many"' in refused.text
    assert "Paper 3, A: a number has digits only" in main_words(refused.text)


def test_a_paper_is_removed_and_counted_again(client: Phone, papers: Room) -> None:
    assert send(client, papers, SAVED).status_code == 302
    assert f'href="/class/{papers.key}/papers/1"' in client.get(f"/class/{papers.key}?view=own").text
    assert "/papers/1" not in client.get(f"/class/{papers.key}").text, "nothing of single papers is on the wall"
    done = send(client, papers, {"do": "remove"}, "/1")
    assert "Paper 1 removed" in main_words(client.get(done.location).text)
    assert numbers(papers) == [3]
    assert "Paper 1" not in client.get(f"/class/{papers.key}/results.csv").get_data(as_text=True)
    assert "Paper 1" not in main_words(client.get(f"/class/{papers.key}?view=own").text)
    assert "It was removed" in main_words(client.get(f"/class/{papers.key}/papers/1").text)
    assert send(client, papers, {"do": "count"}, "/1").status_code == 302
    assert numbers(papers) == [1, 3]
    for number in (2, 4, 10**9):
        assert client.get(f"/class/{papers.key}/papers/{number}").status_code == 404
        assert send(client, papers, {"do": "remove"}, f"/{number}").status_code == 404


def test_what_was_saved_last_is_taken_back(client: Phone, papers: Room) -> None:
    assert send(client, papers, SAVED).status_code == 302
    assert send(client, papers, {"1.sheet": "A1", "1.A": "5"}).status_code == 302
    assert "Remove what was saved last: Paper 4" in main_words(client.get(f"/class/{papers.key}/papers").text)
    for _ in range(2):  # pressed twice
        assert send(client, papers, {"do": "undo", "pile": "4"}).status_code == 302
    assert numbers(papers) == [1, 3]
    assert "Remove what was saved last: Papers 1 to 3" in main_words(client.get(f"/class/{papers.key}/papers").text)


def test_choices_are_chosen_and_named_where_there_is_no_such(app: OpenAPI, client: Phone) -> None:
    with app.app_context():
        made = create_set(store(), houses.get("worksheet"), write(), level=4, size=1, variants=1, kinds=["turn"])
    room = start(app, made, Pace.PAPER)
    page = client.get(f"/class/{room.key}/papers").text
    select = re.search(r'<select [^>]*name="1.A".*?</select>', page, re.DOTALL)
    assert select is not None
    (field,) = made.questions.sheets[0].questions[0].fields
    assert isinstance(field, ChoiceField)
    second = field.choices[1]
    assert [unescape(text) for text in re.findall(r"<option>(.*?)</option>", select[0])][1] == second.text
    assert send(client, room, {"1.A": second.text, "2.A": ""}).status_code == 302
    assert room.seat(1).seat.done[0].typed == {field.name: second.key}
    assert f"<option selected>{second.text}" in unescape(client.get(f"/class/{room.key}/papers/1").text)
    refused = send(client, room, {"1.A": "seven"})
    assert "here is no choice 'seven': choose" in main_words(refused.text)
    assert re.search(r"<option selected>seven", refused.text), "and it is still there"


def test_columns_of_a_table_are_left_out_by_name(client: Phone, papers: Room) -> None:
    def bring(**more: str) -> Any:
        table = "first,last,sheet,A,class\nAnn,Zebra,A1,12,7b\nBen,Yak,A2,-,7b\nCy,Xenops,A2,5,7b\n"
        return send(client, papers, {"do": "table", "table": (io.BytesIO(table.encode()), "class.csv"), **more})

    refused = bring()
    assert refused.status_code == 422
    assert re.findall(r'name="leave_out" value="([^"]*)"', refused.text) == ["last", "class"]
    again = bring(leave_out="last")
    assert again.status_code == 422
    assert re.findall(r'name="leave_out" value="([^"]*)"( checked)?', again.text) == [
        ("last", " checked"),
        ("class", ""),
    ]
    form = {"do": "table", "write_id": new_id(), "rows": "8", "leave_out": ["last", "class"]}
    table = "first,last,sheet,A,class\nAnn,Zebra,A1,12,7b\nBen,Yak,A2,-,7b\nCy,Xenops,A2,5,7b\n"
    done = client.send_form(f"/class/{papers.key}/papers", **form, table=(io.BytesIO(table.encode()), "class.csv"))
    assert done.status_code == 302
    assert numbers(papers) == [1, 3]
    with papers.app.app_context():
        kept = "\n".join(store().database.conn.iterdump())
    assert "Zebra" not in kept
    assert "Xenops" not in kept

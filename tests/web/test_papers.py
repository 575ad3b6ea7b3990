"""Papers of a class: entered, changed and removed, each save complete and done once."""

import re
from typing import Any

import pytest
from flask import Flask

from scorekeeper.school.classes.class_session import Pace
from tests.conftest import Phone
from tests.web.students import Room, main_words, make_sheets, start
from tests.web.tables import new_id


@pytest.fixture
def papers(app: Flask) -> Room:
    """A paper class with four questions in two versions; A is a hand to score."""
    with app.app_context():
        return start(app, make_sheets(app, size=4), Pace.PAPER, variants=("A1", "A2"))


def save(client: Phone, room: Room, number: int, fields: dict[str, str], based_on: int = 0) -> Any:
    sent = {"sheet": "A1", "based_on": str(based_on), "write_id": new_id(), **fields}
    return client.send_form(f"/class/{room.key}/papers/{number}", **sent)


def test_papers_are_entered_one_after_the_other(client: Phone, papers: Room) -> None:
    address = f"/class/{papers.key}/papers"
    assert f'href="{address}"' in client.get(f"/class/{papers.key}").text
    for number, sheet, points in ((1, "A1", "12"), (2, "A2", "−3"), (3, "A1", "-1")):
        page = client.get(address).text
        assert f"Paper {number}" in main_words(page)
        assert f'name="sheet" value="{sheet}"' in page, "neighbors have different versions"
        sent = {"sheet": sheet, "A.points": points, "write_id": new_id()}
        for _ in range(2):  # the same form again saves nothing more
            done = save(client, papers, number, sent)
            assert (done.status_code, done.location) == (302, address)
    assert [papers.seat(at).done[0].typed["points"] for at in (1, 2, 3)] == ["12", "−3", "-1"]
    assert re.findall(r"Paper \d \d of \d right, version [AB]", main_words(client.get(address).text))
    own, wall = (main_words(client.get(f"/class/{papers.key}{view}").text) for view in ("?view=own", ""))
    assert "Paper 3" in own
    assert "Paper" not in wall.replace("Papers", ""), "nothing of single papers is on the wall"


def test_what_cannot_be_read_is_told_and_stays(client: Phone, papers: Room) -> None:
    for points, told in (("seven", "A: Points are whole numbers"), ("", "This paper has no answers.")):
        refused = save(client, papers, 1, {"A.points": points})
        assert refused.status_code == 422
        assert told in main_words(refused.text)
        assert re.findall(r'name="A.points"[^>]* value="([^"]*)"', refused.text) == [points]
    assert papers.kept.students == 0


def test_a_paper_is_corrected_and_says_what_it_tells(client: Phone, papers: Room) -> None:
    save(client, papers, 1, {"A.points": "12"})
    form = client.get(f"/class/{papers.key}/papers/1").text
    assert re.search(r'name="A.points"[^>]* value="12"', form)
    assert 'name="based_on" value="1"' in form
    assert re.search(r"[01] of 1 right .*A 12 : (right|wrong)", main_words(form))
    assert save(client, papers, 1, {"A.points": "14"}, based_on=1).status_code == 302
    assert [one.typed for one in papers.seat(1).done][-1:] == [{"points": "14"}]
    moved = client.get(f"/class/{papers.key}/papers/1?sheet=A2").text
    assert 'name="sheet" value="A2"' in moved
    assert re.search(r'name="A.points"[^>]* value="14"', moved), "what was typed goes along to the other sheet"

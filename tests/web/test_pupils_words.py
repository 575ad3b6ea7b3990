"""What a pupil's page says where there is little to say: no known reason, too much sent, closed and nothing came."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask

from scorekeeper.classroom.session import Pace
from scorekeeper.store.seats import MOST_WORK
from scorekeeper.store.sets import KeptSet
from tests.web.pupils import Pupil, make_sheets, new_app, pupil_in, said, section, words
from tests.web.tables import new_id


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    yield from new_app(tmp_path_factory.mktemp("words"))


@pytest.fixture(scope="module")
def sheets(app: Flask) -> KeptSet:
    return make_sheets(app)


@pytest.fixture
def learner(app: Flask, sheets: KeptSet) -> Pupil:
    return pupil_in(app, sheets, Pace.PRACTICE, "begin")


def test_a_wrong_answer_that_nothing_explains_is_told_where_to_look(learner: Pupil) -> None:
    first, second = learner.question("A").hints
    learner.send("A", typed={"points": "88"})
    read = said(learner)
    assert "Not yet. There is one more try." in read
    assert f"A hint {first}" in read
    assert second not in read
    assert [done.did for done in learner.kept.seat.done] == ["answer"], "nobody asked for it"
    learner.send("A", "hint")
    assert f"Hints {first} {second}" in said(learner), "whoever asks is told more"


def test_what_is_refused_is_said_at_its_question(app: Flask, sheets: KeptSet) -> None:
    pupil = pupil_in(app, sheets, Pace.TEST, "begin")
    write_id = new_id()
    pupil.send("A", typed={"points": "1"}, write_id=write_id)
    again = pupil.send("A", typed={"points": "2"}, write_id=write_id)
    assert again.status_code == 409
    assert "This was sent before with other content" in words(section(again.text, "A"))
    assert write_id not in again.text
    for number in range(MOST_WORK - 1):
        assert pupil.send("A", typed={"points": str(number)}).status_code == 303
    full = pupil.send("A", typed={"points": "2"})
    assert full.status_code == 409
    assert "Too much was sent for this question; what came before stays." in words(section(full.text, "A"))
    by_script = pupil.post("A", typed={"points": "2"})
    assert by_script.json is not None
    assert (by_script.json["code"], by_script.json["message"][0]) == ("class.too_much", "T")
    for page in (again.text, full.text):
        assert "Somebody was quicker" not in page

"""One pupil at two devices: an answer that comes late takes the place of nothing that it knows nothing of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask import Flask

from scorekeeper.classroom import Pace
from scorekeeper.store import KeptSet
from tests.web.pupils import Pupil, body_of, make_sheets, new_app, pupil_in, section, words
from tests.web.tables import new_id


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    yield from new_app(tmp_path_factory.mktemp("two"))


@pytest.fixture(scope="module")
def sheets(app: Flask) -> KeptSet:
    return make_sheets(app)


def another_device(pupil: Pupil) -> Pupil:
    """The same pupil, come back by the return code."""
    phone = pupil.room.phone()
    phone.get(f"/join/{pupil.room.code}")
    answer = phone.send_form(f"/join/{pupil.room.code}/return", code=pupil.kept.return_code)
    assert answer.location == pupil.path
    return replace(pupil, phone=phone)


@pytest.fixture(params=[Pace.TEST, Pace.LIVE, Pace.PRACTICE])
def two(app: Flask, sheets: KeptSet, request: pytest.FixtureRequest) -> tuple[Pupil, Pupil]:
    phone = pupil_in(app, sheets, request.param, "begin")
    return phone, another_device(phone)


def base_of(part: str) -> str:
    """What the form of a question tells of what its page knew."""
    found = re.search(r'name="based_on" value="(\d+)"', part)
    assert found is not None
    return found[1]


def answers_of(pupil: Pupil) -> list[str]:
    return [done.typed["points"] for done in pupil.kept.seat.done]


def test_a_script_is_told_both_answers_and_nothing_is_kept(two: tuple[Pupil, Pupil]) -> None:
    phone, tablet = two
    assert body_of(tablet.post("A", typed={"points": "123"}, based_on=0))["answers"] == 1
    late = phone.post("A", typed={"points": "-4"}, based_on=0)
    assert late.status_code == 409
    told = body_of(late)
    assert (told["code"], told["problems"]) == ("class.newer_answer", [])
    assert told["newer"] == {"answers": 1, "typed": {"points": "123"}, "there": "123", "here": "−4"}
    assert "Another device of yours answered 123 meanwhile" in told["message"]
    assert answers_of(phone) == ["123"]
    assert body_of(phone.post("A", typed={"points": "-4"}, based_on=1))["answers"] == 2
    assert answers_of(phone) == ["123", "-4"]


def test_what_is_sent_again_is_acknowledged_as_it_was(two: tuple[Pupil, Pupil]) -> None:
    phone, tablet = two
    write_id = new_id()
    first = phone.post("A", typed={"points": "123"}, write_id=write_id, based_on=0)
    assert tablet.post("A", typed={"points": "124"}, based_on=1).status_code == 200
    again = phone.post("A", typed={"points": "123"}, write_id=write_id, based_on=0)
    assert (again.status_code, body_of(again)["answers"]) == (200, body_of(first)["answers"])
    assert phone.post("A", typed={"points": "125"}, based_on=1).status_code == 409


def test_an_older_page_tells_nothing_and_is_taken_as_before(two: tuple[Pupil, Pupil]) -> None:
    phone, tablet = two
    tablet.post("A", typed={"points": "123"}, based_on=0)
    assert phone.post("A", typed={"points": "124"}).status_code == 200
    assert tablet.send("A", typed={"points": "125"}).status_code == 303


def test_a_form_comes_back_with_both_and_the_reason(two: tuple[Pupil, Pupil]) -> None:
    phone, tablet = two
    base = base_of(section(phone.page(), "A"))
    assert base == "0"
    assert tablet.send("A", typed={"points": "123"}, based_on="0").status_code == 303
    late = phone.send("A", typed={"points": "-4"}, based_on=base)
    assert late.status_code == 409
    part = section(late.text, "A")
    assert "Another device of yours answered 123 meanwhile, and that is what counts. Here is −4." in words(part)
    assert 'value="-4"' in part
    assert base_of(part) == "1"
    assert answers_of(phone) == ["123"]
    assert phone.send("A", typed={"points": "-4"}, based_on=base_of(part)).status_code == 303
    assert answers_of(phone) == ["123", "-4"]


def test_a_page_counts_what_was_sent_and_not_what_it_was_worth(app: Flask, sheets: KeptSet) -> None:
    pupil = pupil_in(app, sheets, Pace.PRACTICE, "begin")
    seen = []
    for _ in range(3):  # the same wrong answer over again is one try
        seen.append(base_of(section(pupil.page(), "A")))
        assert pupil.send("A", typed={"points": "123"}, based_on=seen[-1]).status_code == 303
    assert seen == ["0", "1", "2"]


@pytest.mark.parametrize("base", ["", "-1", "many", "9" * 30, "\N{SUPERSCRIPT TWO}"])
def test_a_base_that_is_none_is_as_if_it_were_not_there(app: Flask, sheets: KeptSet, base: str) -> None:
    phone = pupil_in(app, sheets, Pace.TEST, "begin")
    phone.post("A", typed={"points": "123"})
    assert phone.send("A", typed={"points": "124"}, based_on=base).status_code == 303

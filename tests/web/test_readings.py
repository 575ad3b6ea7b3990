"""The readings of a running game: a preview that changes nothing, a change that is recorded and can be taken back."""

import re
from html import unescape

import pytest

from scorekeeper import houses
from tests.conftest import Phone
from tests.web.students import main_words
from tests.web.tables import WebTable, sit_down

TWOS, PLAIN, NINES = "2 5 7 / 5 2 7", "3 4 5 / 6 7 8", "9 9 9 / 9 9 K"
MINUS = {"option.twos": "minus"}


@pytest.fixture
def table(client: Phone) -> WebTable:
    """Two holes confirmed and one open; twos lie on the first and on the open one."""
    table = sit_down(client, names="Ann Bo")
    assert table.enter(1, {"Ann": TWOS, "Bo": "10"}, do="confirm").status_code == 302
    assert table.enter(2, {"Ann": PLAIN, "Bo": PLAIN}, do="confirm").status_code == 302
    table.enter(3, {"Bo": TWOS}, do="save")
    return table


def preview(table: WebTable, key: str | None = None, **asked: str) -> tuple[int, str]:
    address = f"/g/{key or table.edit_key}/readings"
    answer = table.client.get(address, query_string={f"option.{name}": value for name, value in asked.items()})
    return answer.status_code, answer.text


def seen(page: str) -> str:
    found = re.search(r'name="seen" value="(\w+)"', page)
    assert found is not None, main_words(page)
    return found[1]


def test_every_question_is_there_with_the_answer_in_force(table: WebTable) -> None:
    status, page = preview(table)
    assert status == 200
    for option in table.kept().game.house.options:
        assert (f'id="option.{option.key}"' in page) == (option.asked != "explained")
        if option.asked == "explained":
            continue
        assert option.question in unescape(page)
        taken = option.default
        if taken is not None and len(option.readings) > 1:
            assert f'name="option.{option.key}" value="{taken.key}" checked' in page
    assert "What would change" not in page


def test_only_other_answers_than_the_usual_ones_are_counted_as_changed(client: Phone) -> None:
    """Which decks four players take is asked of every table."""
    house = houses.get("penalty")
    asked = {option.key: option.readings[0].key for option in house.options if option.must_ask}
    assert asked
    table = sit_down(client, houses.as_chosen(house, asked), "Ann Bo Cy Di")
    assert " changed" not in main_words(table.get("/readings").text)
    other = sit_down(client, houses.as_chosen(house, asked | {"joker-pair": "keep"}), "Ann Bo Cy Di")
    assert "1 changed" in main_words(other.get("/readings").text)


def test_other_numbers_than_were_seen_are_shown_before_anything_is_applied(table: WebTable) -> None:
    _, page = preview(table, twos="minus")
    table.put_hand(3, "Ann", cards="2 2 3 / 4 5 6")
    answer = table.post("/readings", {**MINUS, "seen": seen(page)})
    told = main_words(answer.text)
    assert answer.status_code == 409
    assert "Someone changed the game." in told
    assert "3 not final Ann" in told
    assert dict(table.kept().game.house.readings) == {}
    assert table.post("/readings", {**MINUS, "seen": seen(answer.text)}).status_code == 302
    assert dict(table.kept().game.house.readings) == {"twos": "minus"}


def test_who_may_only_look_sees_the_preview_and_applies_nothing(table: WebTable) -> None:
    status, page = preview(table, key=table.view_key, twos="minus")
    assert status == 200
    assert "1 Ann 14 6 −8" in main_words(page)
    assert 'name="seen"' not in page
    assert table.edit_key not in page
    answer = table.post("/readings", {**MINUS, "seen": "x"}, key=table.view_key)
    assert answer.status_code == 404
    assert dict(table.kept().game.house.readings) == {}

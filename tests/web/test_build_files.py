"""Houses as files: downloaded, loaded elsewhere, with the questions of the house they began with."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from io import BytesIO
from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from scorekeeper import houses
from scorekeeper.houses.loading import to_data
from scorekeeper.houses.writing import house_toml
from scorekeeper.rules import House, Rank
from scorekeeper.store import KeptHouse, find_shared_house
from scorekeeper.web.build.making import fresh_form, house_of, typed_of
from scorekeeper.web.db import store
from scorekeeper.web.house_finding import house_address
from tests.conftest import Phone
from tests.web.building import EVERY_HOUSE, OURS, controls, form_of, made, make, own, send
from tests.web.tables import new_id


def test_a_downloaded_house_is_loaded_elsewhere(client: Phone) -> None:
    for house in houses.built_in():
        file = client.get(f"/houses/{house.key}/house.toml")
        assert file.mimetype == "application/toml"
        assert houses.parse(file.text, f"{house.key}.toml") == house
        answer = client.send_form("/houses/load", text=file.text, write_id=new_id())
        assert answer.status_code == 303, house.key
        kept = own(client, answer.location.rsplit("/", 1)[1])
        assert kept.house == replace(house, key=kept.share_key, version=1)
        again = client.get(f"/houses/~{kept.share_key}.1/house.toml")
        name = re.search(r'filename="(.*)\.toml"', again.headers["Content-Disposition"])
        assert name is not None
        assert houses.parse(again.text, f"{name[1]}.toml") == replace(house, key=name[1])


def test_a_file_is_loaded_as_it_was_sent(client: Phone) -> None:
    data = {
        "csrf_token": client.token(),
        "write_id": new_id(),
        "file": (BytesIO(b"\xef\xbb\xbf" + house_toml(OURS).encode()), "<b>.toml"),
        "text": "",
    }
    first = client.post("/houses/load", data=data, content_type="multipart/form-data")
    assert first.status_code == 303
    again = {**data, "file": (BytesIO(house_toml(OURS).encode()), "other.toml")}
    assert client.post("/houses/load", data=again, content_type="multipart/form-data").location == first.location
    (kept,) = made(client)
    assert to_data(kept.house)["options"] == to_data(OURS)["options"]


def test_a_file_keeps_what_it_says_of_where_it_comes_from(client: Phone) -> None:
    first = make(client, houses.get("nine-card"), name="Everything", source__title="Begun from Nine cards")
    file = client.get(f"/houses/{house_address(first.house)}/house.toml").text
    client.send_form("/houses/load", text=file, write_id=new_id())
    brought = next(kept for kept in made(client) if kept.id != first.id)
    page = unescape(client.get(f"/houses/build/{brought.owner_key}").text)
    assert brought.house.source.title == "Begun from Nine cards"
    assert "Begun from Nine cards." in page
    assert "Begun from Everything" not in page
    assert "Nothing: these are its rules." in page


def test_decks_that_are_left_to_the_table_stay_so_in_a_loaded_house(client: Phone) -> None:
    printed = houses.get("penalty")
    client.send_form("/houses/load", text=house_toml(printed), write_id=new_id())
    (kept,) = made(client)
    path = f"/houses/build/{kept.owner_key}"
    send(client, path, **form_of(kept.house, values__K="7"), based_on="1")
    kept = own(client, kept.owner_key)
    assert (kept.version, kept.house.values[Rank.KING]) == (2, 7)
    assert kept.house.table.decks == printed.table.decks
    send(
        client, path, **form_of(kept.house), **{"table.decks.7.players": "4", "table.decks.7.decks": "2"}, based_on="2"
    )
    assert own(client, kept.owner_key).house.table.decks == {2: 1, 4: 2, 5: 2}


@pytest.mark.parametrize(("reading", "decks"), [("one", 1), ("two", 2)])
def test_an_answer_that_was_chosen_before_the_form_is_no_longer_asked(reading: str, decks: int, client: Phone) -> None:
    start = houses.get("penalty")
    option = start.option("decks-at-four")
    assert option is not None
    chosen = houses.with_readings(start, {option.key: reading})
    answer = send(client, "/houses/build", **fresh_form(chosen, start), **{"from": "penalty"})
    made = own(client, answer.location.rsplit("/", 1)[1]).house
    assert (made.decks(3), made.decks(4), made.decks(5)) == (1, decks, 2)
    assert made.option(option.key) is None
    # Without an answer the table is asked, as before, and nothing is left out.
    saved = send(client, "/houses/build", **fresh_form(start), **{"from": "penalty"})
    asked = own(client, saved.location.rsplit("/", 1)[1]).house
    assert asked.decks(4) is None
    assert asked.option(option.key) is not None


def test_a_loaded_house_keeps_the_questions_that_still_fit(client: Phone) -> None:
    client.send_form("/houses/load", text=house_toml(OURS), write_id=new_id())
    (kept,) = made(client)
    before = {option.key for option in kept.house.options}
    changed = send(client, f"/houses/build/{kept.owner_key}", **form_of(**{"values__*": "-7"}), based_on="1")
    assert changed.status_code == 303
    (kept,) = made(client)
    after = {option.key for option in kept.house.options}
    assert before - after == {"joker-value"}
    assert kept.house.examples == ()  # the one of the sheet has a joker, and counts something else now
    assert kept.house.source.sheet == OURS.source.sheet


@EVERY_HOUSE
def test_a_loaded_house_that_is_sent_as_it_was_shown_stays_as_it_is(house: House, client: Phone) -> None:
    client.send_form("/houses/load", text=house_toml(house), write_id=new_id())
    (kept,) = made(client)
    path = f"/houses/build/{kept.owner_key}"
    sent = MultiDict([(name, value) for name, value in controls(client.get(path).text) if name != "write_id"])
    fields: dict[str, Any] = {**sent.to_dict(flat=False), "do": "save"}
    answer = send(client, path, **fields)
    assert answer.status_code == 303
    assert "Nothing was changed" in client.get(path).text
    assert own(client, kept.owner_key) == kept
    assert house_of(typed_of(replace(house, name="Ours")), house)[0] == replace(
        house, name="Ours", key="ours", version=1
    )


def begun(client: Phone, house: House, **changed: str) -> KeptHouse:
    """A house made from the form that begins with another, as the page shows it."""
    sent = MultiDict(controls(client.get(f"/houses/build?from={house.key}").text)).to_dict(flat=False)
    fields: dict[str, Any] = {**sent, **{name.replace("__", "."): value for name, value in changed.items()}}
    answer = send(client, **fields)
    assert answer.status_code == 303, answer.text
    return own(client, answer.location.rsplit("/", 1)[1])


def test_a_new_house_keeps_the_questions_of_the_house_it_began_with(client: Phone) -> None:
    printed = houses.get("penalty")
    kept = begun(client, printed, values__K="3")
    assert kept.house.values[Rank.KING] == 3
    assert kept.house.options == printed.options
    assert kept.house.table == printed.table
    assert kept.house.source.sheet == ""


def test_questions_that_no_longer_fit_a_new_house_are_left_out(client: Phone) -> None:
    printed = houses.get("penalty")
    kept = begun(client, printed, **{"values__*": "-7"})
    gone = [option for option in printed.options if kept.house.option(option.key) is None]
    assert [option.key for option in gone] == ["joker-value"]
    assert houses.parse(house_toml(kept.house), "file") == kept.house  # no first reading that is not the house's


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "choose a file, or put its text below"),
        ("no = ", "no TOML"),
        ("x" * 300_001, "300001 characters are too many"),
        (house_toml(OURS).replace("rows = 2", "rows = 9"), "grid: 9 rows of 3 is no grid"),
        (house_toml(OURS).replace("total = ", "total = 9"), "examples.0.total: "),
        (house_toml(OURS).replace('name = "Two jokers"', 'name = "<b>\\u202e"'), "name: holds a sign"),
        ('"<script>" = 1\n' + house_toml(OURS), "<script>: there is no such key"),
    ],
)
def test_a_bad_file_says_everything_and_keeps_nothing(text: str, problem: str, client: Phone) -> None:
    answer = client.send_form("/houses/load", text=text, write_id=new_id())
    assert answer.status_code == 422
    assert problem in unescape(answer.text)
    assert "<script>:" not in answer.text
    assert made(client) == ()


def test_a_file_that_is_no_text(client: Phone) -> None:
    data = {"csrf_token": client.token(), "file": (BytesIO(b"\xff\xfe\x00"), "a.toml"), "text": ""}
    answer = client.post("/houses/load", data=data, content_type="multipart/form-data")
    assert answer.status_code == 422
    assert "this file is no text" in answer.text


def test_a_shared_house_is_told_in_every_version(client: Phone) -> None:
    kept = make(client, values__K="1")
    send(client, f"/houses/build/{kept.owner_key}", **form_of(values__K="2"), based_on="1")
    with client.application.app_context():
        values = [find_shared_house(store(), kept.share_key, number).house.values[Rank.KING] for number in (1, 2)]
    assert values == [1, 2]
    assert "K = 1\n" in client.get(f"/houses/~{kept.share_key}.1/house.toml").text
    assert "K = 2\n" in client.get(f"/houses/~{kept.share_key}/house.toml").text

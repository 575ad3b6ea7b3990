"""Houses as files: downloaded, loaded elsewhere, with the questions of the house they began with."""

import re
from dataclasses import replace
from html import unescape
from io import BytesIO
from typing import Any

from werkzeug.datastructures import MultiDict

from scorekeeper import houses
from scorekeeper.houses.loading import to_data
from scorekeeper.houses.writing import house_toml
from scorekeeper.web.build.form import fresh_form
from tests.conftest import Phone
from tests.web.building import OURS, controls, form_of, made, own, send
from tests.web.tables import new_id


def test_a_downloaded_house_is_loaded_elsewhere(client: Phone) -> None:
    for house in map(houses.get, ("penalty", "four-card", "suits-and-runs")):
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


def test_an_answer_that_was_chosen_before_the_form_is_no_longer_asked(client: Phone) -> None:
    start = houses.get("penalty")
    option = start.option("decks-at-four")
    assert option is not None
    chosen = houses.with_readings(start, {option.key: "two"})
    answer = send(client, "/houses/build", **fresh_form(chosen, start), **{"from": "penalty"})
    made = own(client, answer.location.rsplit("/", 1)[1]).house
    assert (made.decks(3), made.decks(4), made.decks(5)) == (1, 2, 2)
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


def test_a_loaded_house_that_is_sent_as_it_was_shown_stays_as_it_is(client: Phone) -> None:
    for key in ("penalty", "suits-and-runs"):
        loaded = client.send_form("/houses/load", text=house_toml(houses.get(key)), write_id=new_id())
        kept = own(client, loaded.location.rsplit("/", 1)[1])
        path = f"/houses/build/{kept.owner_key}"
        sent = MultiDict([(name, value) for name, value in controls(client.get(path).text) if name != "write_id"])
        fields: dict[str, Any] = {**sent.to_dict(flat=False), "do": "save"}
        assert send(client, path, **fields).status_code == 303, key
        assert "No changes to save." in client.get(path).text
        assert own(client, kept.owner_key) == kept


BAD = [
    ("no = ", "The file ends too early."),
    (house_toml(OURS).replace("rows = 2", "rows = 9"), "grid: A grid of 9 rows of 3 is too large"),
    (house_toml(OURS).replace("total = ", "total = 9"), "examples.0.total: "),
    (
        house_toml(OURS).replace('name = "Two-Joker Golf"', 'name = "<b>\\ue000"'),
        "name: This has an invisible character.",
    ),
    ('"<script>" = 1\n' + house_toml(OURS), "<script>: There’s no such key."),
]


def test_a_bad_file_says_everything_and_keeps_nothing(client: Phone) -> None:
    for text, problem in BAD:
        answer = client.send_form("/houses/load", text=text, write_id=new_id())
        assert answer.status_code == 422, problem
        assert problem in unescape(answer.text)
        assert "<script>:" not in answer.text
    data = {"csrf_token": client.token(), "file": (BytesIO(b"\xff\xfe\x00"), "a.toml"), "text": ""}
    answer = client.post("/houses/load", data=data, content_type="multipart/form-data")
    assert answer.status_code == 422
    assert "This file is empty." in answer.text
    assert made(client) == ()

"""The new game form: the games it starts, its errors at each field, and that no typed text is lost."""

import re
from collections.abc import Sequence
from html import unescape
from typing import Any

import pytest
from werkzeug.test import TestResponse

from scorekeeper.tally.sharing import games_of_device
from scorekeeper.tally.values import KeptGame
from scorekeeper.web.db import store
from tests.conftest import Phone
from tests.web.tables import device_of

WRITE_ID = "a-form-of-its-own"


def form(names: Sequence[str] = ("Ann", "Bo", "Cy"), **changed: Any) -> dict[str, Any]:
    """The form as the page sends it, with some changes."""
    seats = [str(number) for number in range(len(names))]
    sent = {"player": list(names), "seat": seats, "dealer": "0", "holes": "9", "holes_other": "", "title": ""}
    return {**sent, "write_id": WRITE_ID, "do": "create", **changed}


def begin(client: Phone, house: str = "worksheet", **sent: Any) -> TestResponse:
    return client.send_form(f"/new/{house}", **(sent or form()))


def games(client: Phone) -> tuple[KeptGame, ...]:
    """The games on the device's own list."""
    with client.application.app_context():
        return games_of_device(store(), device_of(client))


def fields(page: TestResponse, name: str) -> list[str]:
    """The values of all text fields of that name, in order."""
    found = re.findall(rf'<input class="input[^"]*"[^>]*name="{name}"[^>]*value="([^"]*)"', page.text)
    return [unescape(value) for value in found]


def messages(page: TestResponse) -> dict[str, str]:
    """The error messages by field."""
    found = re.findall(
        r'<div id="([^"]+)-error">\s*<p class="field__error">.*?</span>(.*?)</span></p>', page.text, re.S
    )
    return {name: unescape(text) for name, text in found}


def test_a_game_begins_at_its_first_hole(client: Phone) -> None:
    sent = form(("Ann", "Bo", "Cy"), dealer="2", holes="18", title="  At the   lake ")
    answer = begin(client, "two-joker", **sent)
    (game,) = games(client)
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/g/{game.key}/hole/1")
    assert (game.game.house.name, game.game.holes_planned, game.title) == ("Two-Joker Golf", 18, "At the lake")
    assert [player.name for player in game.game.players] == ["Ann", "Bo", "Cy"]
    dealer = game.game.dealer(1)
    assert dealer is not None
    assert dealer.name == "Cy"


def test_sent_again_with_other_people_is_not_taken_for_the_first(client: Phone) -> None:
    begin(client, **form(("Ann", "Bo")))
    again = begin(client, **form(("Ann", "Di")))
    assert again.status_code == 409
    assert fields(again, "player") == ["Ann", "Di"]
    new_id = re.search(r'name="write_id" value="([^"]+)"', again.text)
    assert new_id is not None
    assert begin(client, **form(("Ann", "Di"), write_id=new_id[1])).status_code == 303
    assert len(games(client)) == 2


def test_readings_are_kept_with_the_game(client: Phone) -> None:
    begin(client, "penalty", **form(**{"option.twos": "minus", "option.joker-pair": "zero"}))
    (game,) = games(client)
    house = game.game.house
    assert house.readings["twos"] == "minus"
    assert house.values["2"] == -2  # type: ignore[index]


def test_an_address_can_name_readings(client: Phone) -> None:
    page = client.get("/new/penalty?option.twos=minus&option.four-kings=no&option.twos=x&option.nothing=y").text
    for name, reading in (("twos", "minus"), ("four-kings", "no"), ("joker-pair", "zero")):
        assert re.search(rf'name="option\.{name}" value="{reading}" checked', page), name
    assert "2 changed" in page
    assert "1 changed" in page


def test_what_is_only_explained_cannot_be_chosen(client: Phone) -> None:
    answer = begin(client, "penalty", **form(**{"option.three-and-one": "yes"}))
    assert answer.status_code == 422
    assert "Penalty Golf has no question called" in unescape(answer.text)
    assert games(client) == ()


BAD: list[tuple[str, dict[str, Any], dict[str, str]]] = [
    ("worksheet", form(["Ann", "", "ann"]), {"player-2": "Two players are named ann."}),
    ("worksheet", form(["Ann", "Bo"], dealer="2"), {"dealer": "Choose who deals first."}),
    ("worksheet", form(holes="other", holes_other="37"), {"holes_other": "1 to 36 holes, not 37"}),
    ("penalty", form(**{"option.twos": "nonsense"}), {"option.twos": "no reading"}),
    ("penalty", form(["Ann", "Bo", "Cy", "Di"]), {"option.decks-at-four": "Choose two decks or one deck."}),
    (
        "worksheet",
        form(["An\x1b[1mn", *"BCDE"], holes="0", title="x" * 81, dealer="7"),
        {
            "player-0": "contains an invisible character.",
            "players": "The rules are for two to four.",
            "holes": "1 to 36 holes, not 0",
            "title": "up to 80 visible characters",
            "dealer": "Choose who deals first.",
        },
    ),
]


def test_bad_input_is_answered_at_its_field(client: Phone) -> None:
    for house, sent, said in BAD:
        answer = begin(client, house, **sent)
        assert answer.status_code == 422, said
        assert said.keys() == messages(answer).keys()
        assert all(words in messages(answer)[field] for field, words in said.items())
        assert fields(answer, "player") == sent["player"]
        assert fields(answer, "title") == [sent["title"]]
        assert 'role="alert"' in answer.text
    assert games(client) == ()


STAND_INS = {
    "all empty": (["", " "], ["Player 1", "Player 2"]),
    "by the place": (["Ann", "", "Cy"], ["Ann", "Player 2", "Cy"]),
    "a number that is taken": (["player  2", "", ""], ["player 2", "Player 3", "Player 4"]),
}


@pytest.mark.parametrize(("typed", "called"), STAND_INS.values(), ids=STAND_INS)
def test_an_empty_field_names_the_player_by_the_place(client: Phone, typed: list[str], called: list[str]) -> None:
    begin(client, **form(typed))
    (game,) = games(client)
    assert [player.name for player in game.game.players] == called


def test_a_name_that_the_app_gave_is_shown_in_an_empty_field(client: Phone) -> None:
    """In the next new game and on this game's players page, which keeps it; typed names are filled in."""
    begin(client, **form(["Ann", ""]))
    (game,) = games(client)
    page = client.get("/new/worksheet").text
    assert re.findall(r'name="player" type="text" value="(.*?)"', page) == ["Ann", ""]
    assert "Player 2" not in page[page.index("<datalist") :]
    table = f"/g/{game.key}/table"
    assert re.findall(r'name="name-\d" value="(.*?)"(?: placeholder="(.*?)")?', client.get(table).text) == [
        ("Ann", ""),
        ("", "Player 2"),
    ]
    assert client.send_form(table, **{"name-1": "Ann", "name-2": "", "title": "Lake"}).status_code == 302
    (game,) = games(client)
    assert [player.name for player in game.game.players] == ["Ann", "Player 2"]
    assert client.send_form(table, **{"name-1": "", "name-2": ""}).status_code == 422  # whose name was typed keeps one


REARRANGED = {
    "up-1": ["Bo", "Ann", "Cy"],
    "down-0": ["Bo", "Ann", "Cy"],
    "up-0": ["Ann", "Bo", "Cy"],
    "down-2": ["Ann", "Bo", "Cy"],
    "remove-1": ["Ann", "Cy"],
    "add": ["Ann", "Bo", "Cy", ""],
}


def test_rows_are_rearranged_without_scripts(client: Phone) -> None:
    for act, names in REARRANGED.items():
        answer = begin(client, **form(dealer="2", holes="18", title="Lake", do=act))
        assert answer.status_code == 200
        assert fields(answer, "player") == names
        assert fields(answer, "title") == ["Lake"]
        dealer = re.search(r'name="dealer" value="(\d+)" checked', answer.text)
        assert dealer is not None
        assert f'id="player-{dealer[1]}" name="player" type="text" value="Cy"' in answer.text
        assert re.search(r'name="holes" value="18" checked', answer.text)
    for act in ("up-9", "explode-1", "remove-x", "up-", ""):
        assert begin(client, **form(["Ann"], do=act)).status_code == 422
    assert games(client) == ()

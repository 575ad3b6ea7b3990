"""The form of a new game: what it begins, what it refuses and says at the field, and that nothing typed is lost."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from werkzeug.test import TestResponse

from scorekeeper import houses
from scorekeeper.rules import House
from scorekeeper.rules.game import LONGEST_NAME
from scorekeeper.store import GameSummary, find_game, games_of_device
from scorekeeper.web.db import store
from tests.conftest import Phone

WRITE_ID = "a-form-of-its-own"


def form(names: Sequence[str] = ("Ann", "Bo", "Cy"), **changed: Any) -> dict[str, Any]:
    """The form as the page sends it, with some of it changed."""
    seats = [str(number) for number in range(len(names))]
    sent = {"player": list(names), "seat": seats, "dealer": "0", "holes": "9", "holes_other": "", "title": ""}
    return {**sent, "write_id": WRITE_ID, "do": "create", **changed}


def begin(client: Phone, house: str = "worksheet", **sent: Any) -> TestResponse:
    return client.send_form(f"/new/{house}", **(sent or form()))


def games(client: Phone) -> tuple[GameSummary, ...]:
    """What the device's own list holds."""
    with client.session_transaction() as session:
        device = session.get("device", "")
    with client.application.app_context():
        return games_of_device(store(), device)


def fields(page: TestResponse, name: str) -> list[str]:
    """The values of all text fields of that name, in order."""
    found = re.findall(rf'<input class="input[^"]*"[^>]*name="{name}"[^>]*value="([^"]*)"', page.text)
    return [unescape(value) for value in found]


def messages(page: TestResponse) -> list[str]:
    """Every error sentence at a field."""
    found = re.findall(
        r'field__error"><span><span class="visually-hidden">Error: </span>(.*?)</span></p>', page.text, re.S
    )
    return [unescape(text) for text in found]


def test_a_game_begins_at_its_first_hole(client: Phone) -> None:
    sent = form(("Ann", "Bo", "Cy"), dealer="2", holes="18", title="  At the   lake ")
    answer = begin(client, "two-joker", **sent)
    (game,) = games(client)
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/g/{game.key}/hole/1")
    assert (game.house, game.players, game.length, game.title) == (
        "Two jokers",
        ("Ann", "Bo", "Cy"),
        "18 holes",
        "At the lake",
    )
    with client.application.app_context():
        dealer = find_game(store(), game.key).game.dealer(1)
    assert dealer is not None
    assert dealer.name == "Cy"


def test_empty_rows_are_nobody(client: Phone) -> None:
    begin(client, **form(["", "Ann", "  ", "Bo"], dealer="3"))
    (game,) = games(client)
    assert game.players == ("Ann", "Bo")


def test_sent_twice_begins_one_game(client: Phone) -> None:
    first, second = begin(client, **form()), begin(client, **form())
    assert first.headers["Location"] == second.headers["Location"]
    assert len(games(client)) == 1


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
    with client.application.app_context():
        house = find_game(store(), game.key).game.house
    assert house.readings["twos"] == "minus"
    assert house.values["2"] == -2  # type: ignore[index]


def house_of_the_game(client: Phone) -> House:
    (game,) = games(client)
    with client.application.app_context():
        return find_game(store(), game.key).game.house


def test_a_rare_reading_is_kept_and_one_left_as_printed_is_not(client: Phone) -> None:
    begin(client, **form(**{"option.pair-of-twos": "keep", "option.hidden": "counted", "option.twos": "minus"}))
    assert house_of_the_game(client).readings == {"pair-of-twos": "keep", "twos": "minus"}


def test_a_reading_that_sets_nothing_is_kept_as_what_the_table_agreed_on(client: Phone) -> None:
    begin(client, "rvers", **form(**{"option.drawn-shown": "private"}))
    house = house_of_the_game(client)
    assert house.readings == {"drawn-shown": "private"}
    assert replace(house, readings={}) == houses.get("rvers")


def test_more_may_play_where_a_reading_says_so(client: Phone) -> None:
    five = form(["Ann", "Bo", "Cy", "Di", "Ed"], **{"option.more-players": "more"})
    assert begin(client, **five).status_code == 303
    assert house_of_the_game(client).decks(5) == 2


def test_rare_questions_are_folded_and_explained_ones_are_not_asked(client: Phone) -> None:
    page = client.get("/new/penalty").text
    rare = page.index("Rare questions")
    assert page.index('name="option.twos"') < rare < page.index('name="option.four-kings"')
    for option in houses.get("penalty").options:
        assert (f'name="option.{option.key}"' in page) == (option.asked != "explained"), option.key
    assert not re.search(r"<details[^>]* open", page)


def test_every_question_leads_to_what_it_is_about(client: Phone) -> None:
    page = client.get("/new/penalty").text
    for option in houses.get("penalty").options:
        link = f'href="/houses/penalty/questions/{option.row}#{option.key}"'
        assert (link in page) == (option.asked != "explained"), option.key


def test_an_address_can_name_readings(client: Phone) -> None:
    page = client.get("/new/penalty?option.twos=minus&option.four-kings=no&option.twos=x&option.nothing=y").text
    for name, reading in (("twos", "minus"), ("four-kings", "no"), ("joker-pair", "zero")):
        assert re.search(rf'name="option\.{name}" value="{reading}" checked', page), name
    assert "2 changed" in page
    assert "1 changed" in page


@pytest.mark.parametrize("asked", ["option.three-and-one=yes", "option.twos=three", "option.=", "player=Eve", "=&?"])
def test_an_address_that_names_nothing_to_choose_is_a_blank_form(asked: str, client: Phone) -> None:
    page = client.get(f"/new/penalty?{asked}")
    assert page.status_code == 200
    assert "none changed" in page.text
    assert "Eve" not in page.text


def test_what_is_only_explained_cannot_be_chosen(client: Phone) -> None:
    answer = begin(client, "penalty", **form(**{"option.three-and-one": "yes"}))
    assert answer.status_code == 422
    assert "Penalty has no question called" in unescape(answer.text)
    assert games(client) == ()


BAD = [
    pytest.param("worksheet", form(["Ann"]), "at least 2 players", id="one player"),
    pytest.param("worksheet", form([]), "at least 2 players", id="nobody"),
    pytest.param(
        "worksheet",
        form([f"P{n}" for n in range(5)]),
        "its sheet is written for 2 to 4",
        id="more than the sheet seats",
    ),
    pytest.param("penalty", form([f"P{n}" for n in range(40)]), "too few cards", id="forty players"),
    pytest.param("worksheet", form(["Ann", "ann"]), "two players are called ann", id="the same name"),
    pytest.param("worksheet", form(["Ann", "  Ann "]), "two players are called Ann", id="the same name with blanks"),
    pytest.param("worksheet", form(["A" * 10_000, "Bo"]), f"at most {LONGEST_NAME} characters", id="10 000 characters"),
    pytest.param("worksheet", form(["An\u202en", "Bo"]), "nobody can see", id="a sign that turns the text round"),
    pytest.param("worksheet", form(dealer="7"), "choose who deals first", id="no such dealer"),
    pytest.param("worksheet", form(dealer="<b>"), "choose who deals first", id="dealer is markup"),
    pytest.param(
        "worksheet", form(["Ann", "Bo", ""], dealer="2"), "first dealer has no name", id="dealer is an empty row"
    ),
    pytest.param("worksheet", form(holes="0"), "1 to 36 holes, not 0", id="no holes"),
    pytest.param("worksheet", form(holes="-9"), "1 to 36 holes", id="fewer than none"),
    pytest.param("worksheet", form(holes="nine"), "1 to 36 holes, not nine", id="holes in words"),
    pytest.param("worksheet", form(holes="9e9"), "1 to 36 holes", id="holes as a float"),
    pytest.param("worksheet", form(holes="٩"), "1 to 36 holes", id="another script's digit"),
    pytest.param("worksheet", form(holes=""), "1 to 36 holes", id="holes not said"),
    pytest.param("worksheet", form(holes="other", holes_other="37"), "not 37", id="more holes than there are"),
    pytest.param("worksheet", form(holes="other", holes_other=""), "1 to 36 holes", id="another number, none given"),
    pytest.param("worksheet", form(holes="9" * 5_000), "1 to 36 holes", id="a number of 5 000 digits"),
    pytest.param("worksheet", form(title="x" * 81), "at most 80 characters, not 81", id="a long title"),
    pytest.param("penalty", form(**{"option.twos": "nonsense"}), "no reading", id="no such reading"),
    pytest.param(
        "penalty", form(["Ann", "Bo", "Cy", "Di"]), "One deck or two for four players?", id="the gap of the sheet"
    ),
    pytest.param(
        "penalty",
        form(["Ann", "Bo", "Cy", "Di"], **{"option.decks-at-four": ""}),
        "choose one deck or two decks",
        id="the gap left empty",
    ),
]


@pytest.mark.parametrize(("house", "sent", "said"), BAD)
def test_bad_input_is_answered_at_its_field(house: str, sent: dict[str, Any], said: str, client: Phone) -> None:
    answer = begin(client, house, **sent)
    assert answer.status_code == 422
    assert any(said in message for message in messages(answer)), messages(answer)
    assert fields(answer, "player") == sent["player"]
    assert fields(answer, "title") == [sent["title"]]
    assert 'role="alert"' in answer.text
    assert games(client) == ()


@pytest.mark.parametrize(("name", "value"), [("option.no-such", "x"), ("option.<script>", "x"), ("option.", "")])
def test_an_unknown_question_is_refused(name: str, value: str, client: Phone) -> None:
    answer = begin(client, **form(**{name: value}))
    assert answer.status_code == 422
    assert "has no question called" in answer.text
    assert "<script>'" not in answer.text
    assert games(client) == ()


def test_the_gap_of_the_sheet_is_on_the_page_from_the_start(client: Phone) -> None:
    page = client.get("/new/penalty").text
    question = page[page.index('id="option.decks-at-four"') :]
    question = question[: question.index("</fieldset>")]
    assert "Asked only when four play: then the table has to choose." in question
    assert question.count('type="radio"') == 2
    assert "hidden" not in question.replace("visually-hidden", "")


def test_the_gap_of_the_sheet_is_closed_by_the_table(client: Phone) -> None:
    answer = begin(client, "penalty", **form(["Ann", "Bo", "Cy", "Di"], **{"option.decks-at-four": "two"}))
    assert answer.status_code == 303
    (game,) = games(client)
    with client.application.app_context():
        assert find_game(store(), game.key).game.house.decks(4) == 2


def test_a_question_for_four_is_no_matter_for_three(client: Phone) -> None:
    assert begin(client, "penalty", **form(**{"option.decks-at-four": "two"})).status_code == 303
    (game,) = games(client)
    with client.application.app_context():
        assert "decks-at-four" not in find_game(store(), game.key).game.house.readings


def test_markup_in_a_name_is_text(client: Phone) -> None:
    nasty = '"><img src=x onerror=alert(1)>'
    answer = begin(client, **form([nasty, ""]))
    assert answer.status_code == 422
    assert "<img" not in answer.text
    assert fields(answer, "player") == [nasty, ""]
    begin(client, **form([nasty, "Bo"]))
    assert "<img" not in client.get("/").text
    assert "<img" not in client.get("/new/worksheet").text


REARRANGED = [
    pytest.param("up-1", ["Bo", "Ann", "Cy"], id="up"),
    pytest.param("down-0", ["Bo", "Ann", "Cy"], id="down"),
    pytest.param("up-0", ["Ann", "Bo", "Cy"], id="the first cannot go up"),
    pytest.param("down-2", ["Ann", "Bo", "Cy"], id="the last cannot go down"),
    pytest.param("remove-1", ["Ann", "Cy"], id="remove"),
    pytest.param("add", ["Ann", "Bo", "Cy", ""], id="add"),
]


@pytest.mark.parametrize(("act", "names"), REARRANGED)
def test_rows_are_rearranged_without_scripts(act: str, names: list[str], client: Phone) -> None:
    answer = begin(client, **form(dealer="2", holes="18", title="Lake", do=act))
    assert answer.status_code == 200
    assert fields(answer, "player") == names
    assert fields(answer, "title") == ["Lake"]
    dealer = re.search(r'name="dealer" value="(\d+)" checked', answer.text)
    assert dealer is not None
    assert f'id="player-{dealer[1]}" name="player" type="text" value="Cy"' in answer.text
    assert re.search(r'name="holes" value="18" checked', answer.text)
    assert games(client) == ()


@pytest.mark.parametrize("act", ["up-9", "explode-1", "remove-x", "up-", ""])
def test_an_unknown_button_begins_nothing_odd(act: str, client: Phone) -> None:
    assert begin(client, **form(["Ann"], do=act)).status_code == 422
    assert games(client) == ()


def test_people_of_the_last_game_are_seated_already(client: Phone) -> None:
    begin(client, **form(["Ann", "Bo", "Cy"]))
    assert fields(client.get("/new/penalty"), "player") == ["Ann", "Bo", "Cy"]
    assert '<option value="Bo">' in client.get("/new/penalty").text


def test_more_people_than_a_house_seats_are_not_proposed(client: Phone) -> None:
    begin(client, "rvers", **form([f"P{number}" for number in range(6)]))
    assert fields(client.get("/new/worksheet"), "player") == [""] * 4


@pytest.mark.parametrize("method", ["get", "post"])
def test_an_unknown_house_is_not_found(method: str, client: Phone) -> None:
    answer = client.get("/new/nowhere") if method == "get" else begin(client, "nowhere")
    assert answer.status_code == 404


def test_a_huge_form_is_refused_whole(client: Phone) -> None:
    answer = client.post("/new/worksheet", data={"csrf_token": client.token(), "title": "x" * 10_000_000})
    assert answer.status_code == 413
    assert games(client) == ()

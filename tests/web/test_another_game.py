"""Another game of the evening: a name, who wins, and when it ends; remembered on the phone like any rules."""

import re

import pytest

from scorekeeper import houses
from tests.conftest import Phone
from tests.web.students import main_words
from tests.web.tables import new_id

PAGE = "/new/another"


def send(client: Phone, **typed: str):  # type: ignore[no-untyped-def]
    fields = {"better": "higher", "ends": "open", "points": "500", "rounds": "10", "write_id": new_id()}
    return client.send_form(PAGE, **fields | typed)


def test_new_game_offers_it_and_it_offers_the_games_that_come_with_scorekeeper(client: Phone) -> None:
    assert f'href="{PAGE}"' in client.get("/new").text
    page = client.get(PAGE).text
    for house in houses.score_games():
        assert f'href="/new/{house.key}"' in page


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({}, ["Highest wins", "Phase 10"]),
        ({"better": "lower", "ends": "points", "points": "150"}, ["Lowest wins", "to 150 points"]),
        ({"ends": "rounds", "rounds": "12"}, ["Highest wins", "12 rounds"]),
        ({"ends": "points", "rounds": "no matter"}, ["to 500 points"]),
    ],
    ids=["a name alone", "lowest, to points", "so many rounds", "a number that does not count"],
)
def test_it_becomes_rules_of_this_phone(client: Phone, typed: dict[str, str], told: list[str]) -> None:
    answer = send(client, name=" Phase 10 ", **typed)
    assert answer.status_code == 303
    words = main_words(client.get(answer.location).text)
    assert all(one in words for one in told), words
    assert "Phase 10" in main_words(client.get("/new").text)  # one tap the next time
    assert client.get(answer.location.replace("/new/", "/houses/")).status_code == 200


@pytest.mark.parametrize(
    ("typed", "field", "told"),
    [
        ({"name": "  "}, "name", "Enter the name of the game"),
        ({"ends": "points", "points": "many"}, "points", "Enter a number from 1 to 99,999"),
        ({"ends": "points", "points": "1000000"}, "points", "Enter a number from 1 to 99,999"),
        ({"ends": "rounds", "rounds": "0"}, "rounds", "Enter a number from 1 to 36"),
        ({"ends": "rounds", "rounds": ""}, "rounds", "Enter a number from 1 to 36"),
    ],
)
def test_what_is_missing_is_said_and_nothing_typed_is_lost(
    client: Phone, typed: dict[str, str], field: str, told: str
) -> None:
    answer = send(client, **{"name": "Skip-Bo", "better": "lower"} | typed)
    assert answer.status_code == 422
    assert told in main_words(answer.text)
    assert re.search(rf'id="{field}"[^>]* aria-invalid="true"|aria-invalid="true"[^>]* id="{field}"', answer.text)
    assert re.search(r'name="better" value="lower" checked', answer.text)
    if field != "name":
        assert 'value="Skip-Bo"' in answer.text


def test_the_same_form_twice_makes_one_game(client: Phone) -> None:
    once = new_id()
    first, again = (send(client, name="Dominoes", write_id=once).location for _ in range(2))
    assert first == again

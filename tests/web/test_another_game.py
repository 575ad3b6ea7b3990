"""Another game of the evening: a name, who wins, and when it ends; remembered on the phone like any rules."""

import re

import pytest

from scorekeeper import houses
from scorekeeper.houses.writing import house_toml
from tests.conftest import Phone
from tests.web.students import main_words
from tests.web.tables import new_id

PAGE = "/new/another"


def send(client: Phone, page: str = PAGE, **typed: str):  # type: ignore[no-untyped-def]
    fields = {"better": "higher", "ends": "open", "points": "500", "rounds": "10", "write_id": new_id()}
    return client.send_form(page, **fields | typed)


def page_of(client: Phone, name: str) -> str:
    """The page that changes the game of that name, by the pen on the list of rules."""
    (pen,) = re.findall(rf'href="([^"]+)"\s+aria-label="Edit {name}"', client.get("/houses").text)
    return str(client.get(pen).location)


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


def test_it_can_be_changed_and_games_that_began_keep_theirs(client: Phone) -> None:
    begun = send(client, name="Phase 10", better="lower", ends="rounds", rounds="10").location
    page = page_of(client, "Phase 10")
    before = client.get(page).text
    assert re.search(r'name="better" value="lower" checked', before)
    assert 'value="Phase 10"' in before
    changed = send(client, page, name="Phase 10, ours", better="lower", ends="points", points="300", based_on="1")
    assert (changed.status_code, changed.location) == (303, page)
    words = main_words(client.get("/new").text)
    assert "Phase 10, ours" in words
    assert "to 300 points" in main_words(client.get(begun.replace(".1", ".2")).text)
    assert "10 rounds" in main_words(client.get(begun).text)
    late = send(client, page, name="Phase 10, theirs", based_on="1")
    assert late.status_code == 409
    assert "Someone changed this game while you did." in main_words(late.text)
    assert 'value="Phase 10, theirs"' in late.text
    assert 'name="based_on" value="2"' in late.text
    assert send(client, page, name=" ", based_on="2").status_code == 422


def test_it_can_be_deleted_and_restored(client: Phone) -> None:
    send(client, name="Phase 10")
    page = page_of(client, "Phase 10")
    (delete,) = re.findall(r'action="([^"]+/delete)"', client.get(page).text)
    assert client.send_form(delete, write_id=new_id()).status_code == 303
    assert 'aria-label="Edit Phase 10"' not in client.get("/houses").text
    assert client.get(page).status_code == 410
    restored = client.send_form(delete.replace("/delete", "/put-back"), write_id=new_id())
    assert client.get(str(restored.location)).location == page
    assert page_of(client, "Phase 10") == page


def test_rules_that_say_more_than_the_form_are_changed_as_a_file(client: Phone) -> None:
    text = house_toml(houses.get("rummikub")).replace('name = "Rummikub"', 'name = "Rummi at home"')
    assert client.send_form("/houses/load", text=text, write_id=new_id()).status_code == 303
    page = client.get(page_of(client, "Rummi at home")).text
    assert "download the file" in main_words(page)
    assert 'name="better"' not in page
    assert send(client, page_of(client, "Rummi at home"), name="Another", based_on="1").status_code == 422
    assert re.search(r'action="[^"]+/delete"', page)

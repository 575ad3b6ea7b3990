"""What does the sheet say: the pages of the questions, one for each row of the comparison of the sheets."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime
from html import escape, unescape

import pytest

from scorekeeper import houses
from scorekeeper.referee.questions import answers
from scorekeeper.rules import House, Option, Reading
from scorekeeper.rules.wording import number
from scorekeeper.store import KeptGame, Write, change_house, create_game, create_house
from scorekeeper.web.db import store
from scorekeeper.web.device import new_write
from tests.cases.part_b import EVERY_ROW, ROWS
from tests.conftest import Phone

HOUSES = houses.built_in()
KEY_OF_SHEET = {house.source.sheet: house.key for house in HOUSES if house.source.sheet}
EVERY_HOUSE = pytest.mark.parametrize("house", HOUSES, ids=lambda house: house.key)


def sit_down(client: Phone, house: House) -> KeptGame:
    with client.application.app_context():
        write = Write("begin-questions", "device-of-a-test", datetime(2026, 11, 1, 12, 0, tzinfo=UTC))
        return create_game(store(), house=house, players=("Ann", "Bo"), holes=9, first_dealer=0, write=write)


def words(text: str) -> str:
    """What a reader sees of a page, blanks made single."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", text)).split())


@pytest.mark.parametrize("sheet", ROWS)
def test_every_row_of_the_comparison_has_its_page(sheet: str, client: Phone) -> None:
    house = houses.get(KEY_OF_SHEET[sheet])
    for letter in ROWS[sheet]:
        row = f"{sheet}-{letter}"
        page = client.get(f"/houses/{house.key}/questions/{row}")
        assert page.status_code == 200, f"{row} has no page"
        read = words(page.text)
        asked = [option for option in house.options if option.row == row]
        assert asked, f"{row} is no question of {house.key}"
        for option in asked:
            assert option.question in read
            assert option.why in read
            assert option.elsewhere in read
            for one in answers(house, option):
                assert one.reading.text[:1].upper() + one.reading.text[1:] in read
                if one.total is not None:
                    assert f"the example counts {number(one.total)}" in read
                for name, points in one.totals:
                    assert re.search(rf"{name} (ended the hole )?{number(points)}", read), (row, name, points)
                assert one.text in read


@EVERY_HOUSE
def test_the_list_leads_to_every_question(house: House, client: Phone) -> None:
    page = client.get(f"/houses/{house.key}/questions")
    assert page.status_code == 200
    for option in house.options:
        assert f'href="/houses/{house.key}/questions/{option.row or option.key}#{option.key}"' in page.text
        assert option.question in words(page.text)
    for row in {option.row or option.key for option in house.options}:
        assert client.get(f"/houses/{house.key}/questions/{row}").status_code == 200


@pytest.mark.parametrize("house", [house for house in HOUSES if not house.source.sheet], ids=lambda house: house.key)
def test_every_question_of_a_published_house_has_a_page_of_its_own(house: House, client: Phone) -> None:
    for option in house.options:
        page = client.get(f"/houses/{house.key}/questions/{option.key}").text
        assert f"<h1>{escape(option.question)}</h1>" in page
        asked_there = [other.key for other in house.options if f'id="{other.key}-title"' in page]
        assert asked_there == [option.key]


def test_questions_of_one_row_stand_on_one_page(client: Phone) -> None:
    assert "Three questions that belong together" in words(client.get("/houses/penalty/questions/001-ab").text)
    assert "What tables play differently" in words(client.get("/houses/penalty/questions/B.x").text)
    page = client.get("/houses/penalty/questions/001-c").text
    assert re.search(r"<h1>What does a column of two jokers count\?</h1>", page)
    assert page.count('<h2 id="joker-pair-title" class="visually-hidden">') == 1


def test_one_question_leads_to_the_next(client: Phone) -> None:
    address, met = "/houses/four-card/questions/003-c", []
    while address:
        page = client.get(address).text
        met.append(address.rpartition("/")[2])
        found = re.search(r'rel="next" href="([^"]+)"', page)
        address = found[1] if found else ""
    assert set(met) >= {row for row in EVERY_ROW if row.startswith("003-")}
    assert len(met) == len(set(met))


def test_the_list_is_in_groups_that_can_be_jumped_to(client: Phone) -> None:
    page = client.get("/houses/penalty/questions").text
    for key in ("score", "play", "match"):
        assert f'href="#{key}"' in page
        assert f'id="{key}"' in page
    assert "Good to know" in client.get("/houses/worksheet/questions").text


def test_the_list_shows_what_an_example_counts(client: Phone) -> None:
    read = words(client.get("/houses/penalty/questions").text)
    assert "What does a column of two jokers count? 0, like any pair 13 / 7" in read


def test_a_reading_is_played_with_one_tap(client: Phone) -> None:
    page = client.get("/houses/penalty/questions/001-c").text
    link = "/new/penalty?option.joker-pair=keep"
    assert f'href="{link}"' in page
    form = client.get(link).text
    assert re.search(r'name="option\.joker-pair" value="keep"[^>]*checked', form)


def test_what_is_only_explained_is_chosen_with_the_questions_it_comes_from(client: Phone) -> None:
    page = unescape(client.get("/houses/penalty/questions/001-d").text)
    assert "/new/penalty?option.joker-pair=keep&option.four-jokers=no" in page
    read = words(client.get("/houses/penalty/questions/001-h").text)
    assert "There is nothing to choose here" not in read
    assert "There is nothing to choose here" in words(client.get("/houses/worksheet/questions/000-u").text)


def test_the_same_question_is_found_at_the_other_houses(client: Phone) -> None:
    page = client.get("/houses/penalty/questions/001-c").text
    assert 'href="/houses/two-joker/questions/004-a#joker-pair"' in page
    assert "Each joker keeps its own value: minus 4 in all" in words(page)


def test_a_game_marks_how_it_is_played_and_leads_back_to_its_readings(client: Phone) -> None:
    kept = sit_down(client, houses.with_readings(houses.get("penalty"), {"joker-pair": "keep"}))
    page = client.get(f"/houses/penalty/questions/001-c?game={kept.edit_key}", follow_redirects=True).text
    assert "this table plays so" in page
    marked = re.findall(r'reading-worked is-in-force" id="([^"]+)"', page)
    assert marked == ["joker-pair-keep"]
    assert f'href="/g/{kept.edit_key}/readings?option.joker-pair=zero"' in page
    assert f'href="/g/{kept.edit_key}/readings#option.joker-pair"' in page
    assert "/new/penalty" not in page
    led_on = client.get(f"/houses/penalty/questions?game={kept.edit_key}")
    assert led_on.location == f"/houses/penalty/questions?game={kept.view_key}", "people send this address around"
    listed = client.get(led_on.location).text
    assert "Here: each joker keeps its own value" in words(listed)
    assert f"/questions/001-c?game={kept.view_key}#joker-pair" in listed


def test_whoever_only_watches_is_given_no_key_to_change_the_game(client: Phone) -> None:
    kept = sit_down(client, houses.get("penalty"))
    for page in ("", "/001-c", "/001-d", "/001-z"):
        read = client.get(f"/houses/penalty/questions{page}?game={kept.view_key}").text
        assert kept.edit_key not in read
        assert kept.view_key in read


def test_the_numbers_in_a_game_are_those_of_its_own_rules(client: Phone) -> None:
    kept = sit_down(client, houses.with_readings(houses.get("rvers"), {"joker-value": "minus-two"}))
    address = "/houses/rvers/questions/002-c"
    assert "the example counts 17" in words(client.get(address).text)
    read = words(client.get(f"{address}?game={kept.view_key}").text)
    assert "the example counts 9 " in read


def test_a_question_of_a_house_that_somebody_made_needs_neither_row_nor_example(client: Phone) -> None:
    readings = (Reading(key="no", text="no"), Reading(key="yes", text="yes"))
    talk = Option(key="talk", row="", kind="note", question="May players talk?", why="<b>", readings=readings)
    odd = Option(key="odd", row="a/b?c#d", kind="play", question="Odd?", why="So.", readings=readings)
    house = houses.get("two-joker")
    kept = sit_down(client, replace(house, options=(*house.options, talk, odd), readings={"talk": "yes"}))
    listed = client.get(f"/houses/two-joker/questions?game={kept.view_key}").text
    for key, question in (("talk", "May players talk?"), ("odd", "Odd?")):
        found = re.search(rf'href="(/houses/two-joker/questions/[^"]+)#{key}"', listed)
        assert found is not None, key
        page = client.get(unescape(found[1]))
        assert page.status_code == 200
        assert question in page.text
        assert "<b>" not in page.text
    assert "Here: yes" in words(listed)


def test_a_version_of_a_house_is_shown_by_its_own_address_and_not_by_a_game_of_another(client: Phone) -> None:
    house = houses.get("two-joker")
    talk = replace(house.options[0], key="talk", row="", question="May players talk?")
    with client.application.test_request_context():
        made = create_house(store(), replace(house, options=(talk,)), new_write())
        kept = sit_down(client, made.house)
        asked = replace(made.house, options=(replace(talk, question="May players sing?"),))
        change_house(store(), made.owner_key, asked, new_write(), based_on=1)
    for version, question, other in ((1, "talk", "sing"), (2, "sing", "talk")):
        for path in ("", "/talk"):
            address = f"/houses/~{made.share_key}.{version}/questions{path}?game={kept.view_key}"
            page = client.get(address)
            assert page.status_code == 200
            assert f"May players {question}?" in page.text
            assert f"May players {other}?" not in page.text
    assert client.get(f"/houses/~x{made.share_key}.1/questions?game={kept.view_key}").status_code == 404


def test_a_house_that_is_no_longer_found_is_the_one_of_the_game_only_by_its_own_address(client: Phone) -> None:
    kept = sit_down(client, replace(houses.get("two-joker"), key="gone"))
    assert client.get(f"/houses/~gone.1/questions?game={kept.view_key}").status_code == 200
    for address in ("~gone.2", "~gone", "~begone.1", "agone"):
        assert client.get(f"/houses/{address}/questions?game={kept.view_key}").status_code == 404, address


@pytest.mark.parametrize(
    "address",
    [
        "/houses/nowhere/questions",
        "/houses/penalty/questions/001-zz",
        "/houses/penalty/questions/000-a",
        "/houses/penalty/questions/%3Cscript%3E",
        "/houses/~nothing/questions",
        "/houses/penalty/questions?game=nothing",
    ],
)
def test_what_there_is_not_is_not_found(address: str, client: Phone) -> None:
    assert client.get(address).status_code == 404

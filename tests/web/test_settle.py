"""Settling a score: question and answer in one address, bad layouts answered whole, the readings that matter."""

import re
from dataclasses import replace
from html import unescape

import pytest
from flask import Flask

from scorekeeper import houses
from scorekeeper.rules import Rank
from scorekeeper.tally.changing import change
from scorekeeper.tally.values import ChooseReadings
from scorekeeper.web.db import new_write, store
from tests.conftest import Phone, new_phone
from tests.web.tables import WebTable, sit_down


def ask(client: Phone, **asked: str) -> tuple[int, str]:
    answer = client.get("/score", query_string=asked)
    return answer.status_code, unescape(answer.text)


def shared(page: str) -> str:
    """The link that the page offers to send, without its host."""
    found = re.search(r'<a class="share__link" href="http://[^/]+([^"]+)"', page)
    assert found is not None
    return found[1]


def total(page: str) -> str:
    return page.split('settle__points points">', 1)[1].split("<", 1)[0]


def test_the_shared_link_gives_the_same_answer(client: Phone) -> None:
    _, page = ask(
        client, house="penalty", cards="* K 5 / * 3 5", **{"option.joker-pair": "keep", "option.tie": "shared"}
    )
    assert "option.tie" not in shared(page), "nothing about cards"
    again = client.get(shared(page))
    assert total(unescape(again.text)) == total(page) == "−3"
    assert shared(unescape(again.text)) == shared(page)


# --- from a game ------------------------------------------------------------------------------------------------------


@pytest.fixture
def table(client: Phone) -> WebTable:
    """Ann has a pair of jokers on a confirmed hole; Bo's score is a bare number."""
    table = sit_down(client, "penalty", names="Ann Bo")
    table.enter(1, {"Ann": "* K 5 / * 3 5", "Bo": "12"}, do="confirm", ender="nobody")
    return table


def dispute(table: WebTable, name: str = "Ann", **more: str) -> tuple[int, str]:
    return ask(table.client, game=table.view_key, hole="1", player=str(table.players[name]), **more)


def play_by(table: WebTable, **readings: str) -> None:
    with table.client.application.test_request_context():
        change(store(), table.edit_key, [ChooseReadings(readings)], new_write())


def test_who_came_by_the_view_link_is_never_shown_the_other_one(table: WebTable, app: Flask) -> None:
    visitor = new_phone(app)
    _, page = ask(visitor, game=table.view_key, hole="1", player=str(table.players["Ann"]))
    assert table.edit_key not in page
    assert f"/g/{table.view_key}/readings?option.joker-pair=keep#preview" in page
    _, own = ask(table.client, game=table.edit_key, hole="1", player=str(table.players["Ann"]))
    assert table.edit_key not in shared(own)
    assert table.view_key not in shared(own), "the house is one that everybody knows"


def test_the_answer_by_rules_of_a_game_alone_stays_as_it_was_sent(client: Phone) -> None:
    own = replace(houses.get("penalty"), values={**houses.get("penalty").values, Rank.KING: 13})
    table = sit_down(client, own, names="Ann Bo")
    table.enter(1, {"Ann": "* K 5 / * 3 5", "Bo": "12"}, do="confirm", ender="nobody")
    _, page = dispute(table)
    assert total(page) == "16"
    link = shared(page)
    assert table.view_key in link
    assert "can also watch the game" in page
    play_by(table, **{"joker-pair": "keep"})
    table.enter(1, {"Ann": "3 3 3 / 3 3 3", "Bo": "12"}, do="save")
    assert total(unescape(table.client.get(link).text)) == "16"


def test_a_bad_layout_is_answered_with_every_problem(client: Phone) -> None:
    cards = "5 X / <b> 3"
    answer = client.get("/score", query_string={"house": "worksheet", "cards": cards})
    page = unescape(answer.text)
    assert answer.status_code == 422
    for sentence in ("Row 1, column 2: “X” isn’t a card", "Row 2, column 1: ", "Row 1 has 2 cards. It needs 3."):
        assert sentence in page
    assert f'name="cards" type="text" value="{cards}"' in page
    assert "<b>" not in answer.text


def test_without_cards_the_page_asks_for_them(client: Phone) -> None:
    assert "Enter a player’s cards first." not in ask(client, house="worksheet", cards="")[1]
    assert (
        "Enter a player’s cards first." not in ask(client, house="worksheet", change="house", readings_of="penalty")[1]
    )
    status, page = ask(client, house="worksheet", cards="", readings_of="worksheet")
    assert status == 422
    assert "Enter a player’s cards first." in page


def test_hands_are_scored_by_golf_while_another_game_goes_on(client: Phone) -> None:
    """A game without cards has no hands to score, and no keys for them."""
    uno = sit_down(client, "uno", "Ann Bo")
    for asked in ({}, {"game": uno.edit_key}, {"game": uno.edit_key, "house": "game"}):
        status, page = ask(client, **asked)
        assert status == 200
        assert "This game" not in page
        assert 'data-rows="2"' in page

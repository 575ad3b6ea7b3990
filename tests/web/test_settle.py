"""Settling a score: question and answer in one address, bad layouts answered whole, the readings that matter."""

from __future__ import annotations

from html import unescape

import pytest

from scorekeeper import houses
from scorekeeper.rules import House
from tests.conftest import Phone


def ask(client: Phone, **asked: str) -> tuple[int, str]:
    answer = client.get("/score", query_string=asked)
    return answer.status_code, unescape(answer.text)


@pytest.mark.parametrize("house", houses.built_in(), ids=lambda house: house.key)
def test_every_worked_example_is_answered(house: House, client: Phone) -> None:
    for example in house.examples:
        status, page = ask(client, house=house.key, cards=example.layout)
        assert status == 200
        total = str(example.total).replace("-", "\N{MINUS SIGN}")
        assert f'<span class="settle__points points">{total}</span>' in page


def test_the_link_reproduces_the_reading(client: Phone) -> None:
    asked = {"house": "penalty", "cards": "* K 5 / * 3 5", "option.joker-pair": "keep"}
    status, page = ask(client, **asked)
    assert status == 200
    assert 'settle__points points">−3<' in page
    assert 'name="option.joker-pair" value="keep" checked' in page


def test_the_readings_that_matter_are_told(client: Phone) -> None:
    _, page = ask(client, house="penalty", cards="* K 5 / * 3 5")
    assert "It depends on how the sheet is read" in page
    assert "−3</span> if: each joker" in page
    assert "Are four jokers four of a kind?" not in page.split("It depends on", 1)[1]


def test_a_score_that_no_reading_changes_says_so(client: Phone) -> None:
    _, page = ask(client, house="worksheet", cards="3 5 K / 4 9 3")
    assert "No open reading of these rules changes this score" in page


def test_the_same_cards_under_the_other_houses(client: Phone) -> None:
    _, page = ask(client, house="two-joker", cards="5 * 7 / 5 Q K")
    elsewhere = page.split("The same cards elsewhere", 1)[1]
    assert "Worksheet has no value for a joker" in elsewhere
    assert '<span class="points">14</span>' in elsewhere
    assert "Four-card" not in elsewhere


BAD = [
    pytest.param(
        "5 X / Y 3",
        ["row 1, column 2: 'X' is no card", "row 2, column 1: 'Y' is no card", "row 1 has 2 cards, 1 missing"],
        id="several at once",
    ),
    pytest.param("5 * 7 / 5 Q K", ["Worksheet has no value for a joker"], id="no joker here"),
    pytest.param("5 6 7", ["1 row where this house has 2 rows of 3"], id="one row"),
    pytest.param("5 6 7 8 / 5 Q K", ["row 1 has 4 cards, 1 too many"], id="a card too many"),
    pytest.param("<script>alert(1)</script>", ["is no card"], id="markup"),
    pytest.param("5 " * 2_000, ["too many for a layout"], id="thousands of cards"),
    pytest.param("\N{GRINNING FACE}\N{RIGHT-TO-LEFT OVERRIDE}", ["is no card"], id="signs from elsewhere"),
]


@pytest.mark.parametrize(("cards", "said"), BAD)
def test_a_bad_layout_is_answered_with_every_problem(cards: str, said: list[str], client: Phone) -> None:
    answer = client.get("/score", query_string={"house": "worksheet", "cards": cards})
    page = unescape(answer.text)
    assert answer.status_code == 422
    for sentence in said:
        assert sentence in page
    assert f'name="cards" type="text" value="{cards}"' in page
    assert "<script>alert" not in answer.text
    assert "settle__points" not in page


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        pytest.param({"house": "nowhere"}, "there is no house 'nowhere'", id="house"),
        pytest.param({"house": "x" * 5_000}, "there is no house", id="a long house"),
        pytest.param({"house": "worksheet", "option.nothing": "x"}, "has no option 'nothing'", id="option"),
        pytest.param({"house": "penalty", "option.twos": "three"}, "has no reading 'three'", id="reading"),
    ],
)
def test_what_there_is_not_is_said(asked: dict[str, str], said: str, client: Phone) -> None:
    status, page = ask(client, cards="5 6 7 / 8 9 K", **asked)
    assert status == 422
    assert said in page
    assert 'value="5 6 7 / 8 9 K"' in page


def test_readings_of_the_house_before_do_not_follow_to_another(client: Phone) -> None:
    asked = {"house": "worksheet", "readings_of": "penalty", "option.joker-pair": "keep"}
    status, page = ask(client, cards="5 6 7 / 8 9 K", **asked)
    assert status == 200
    assert 'settle__points points">35<' in page


def test_an_empty_question_is_just_the_form(client: Phone) -> None:
    status, page = ask(client)
    assert status == 200
    assert "no card" in page
    assert "settle__points" not in page

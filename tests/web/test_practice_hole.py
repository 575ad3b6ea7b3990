"""The page of a practice hole: what its script starts from."""

import json
from typing import Any

import pytest
from lxml import html
from werkzeug.test import TestResponse

from scorekeeper import houses
from scorekeeper.referee import cite
from scorekeeper.referee.clauses import CODES
from scorekeeper.rules import House
from tests.conftest import Phone


def read(client: Phone, house: str) -> Any:
    (script,) = html.fromstring(client.get(f"/play/{house}").text).xpath("//script[@class='hole-data']")
    return json.loads(script.text)


@pytest.mark.parametrize("house", houses.built_in(), ids=lambda house: house.key)
def test_the_page_holds_the_house_and_the_rule_behind_every_refusal(client: Phone, house: House) -> None:
    data = read(client, house.key)
    told = data["rules"]["house"]
    assert told["key"] == house.key
    assert told["turn"]["placed"] == house.turn.placed
    assert told["opening"]["peek"] == house.opening.peek
    assert told["ending"]["trigger"] == house.ending.trigger
    assert {code: rule for code, (rule, _) in data["refusals"].items()} == {
        code: cite(house, code).rule for code in CODES
    }


def test_what_the_sheet_leaves_open_leads_to_its_question(client: Phone) -> None:
    refusals = read(client, "four-card")["refusals"]
    assert refusals["draw.once"][1] == ""
    question = refusals["look.never"][1]
    assert question.endswith("#look")
    assert client.get(question).status_code == 200


def test_why_a_count_is_wrong(client: Phone) -> None:
    """As practice says it; nothing where it is right, or several ways of counting lead there."""

    def why(cards: str, points: str, house: str = "worksheet") -> TestResponse:
        return client.get(f"/play/{house}/why", query_string={"cards": cards, "points": points})

    assert why("2 9 J / 2 9 A", "7").get_json()["why"].startswith("If a pair of twos is worth −4, you get 7. Here:")
    assert why("2 9 J / 2 9 A", "11").get_json() == {"why": ""}
    assert why("2 9 J / 2 9 A", "500").get_json() == {"why": ""}
    assert why("[2] 9 J / 2 9 A", "7").status_code == 200
    for cards, points in (("2 9 J / 2 9", "7"), ("2 9 J / 2 9 A", "seven"), ("", "")):
        refused = why(cards, points)
        assert refused.status_code == 400
        assert "Traceback" not in refused.text
    assert why("5 * 7 / 5 Q K", "0", "no-such-house").status_code == 404


def test_there_is_no_hole_of_an_unknown_house(client: Phone) -> None:
    assert client.get("/play/no-such-house").status_code == 404

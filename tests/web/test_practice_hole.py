"""The page of a practice hole: what its script starts from."""

import json
from typing import Any

import pytest
from lxml import html

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


def test_there_is_no_hole_of_an_unknown_house(client: Phone) -> None:
    assert client.get("/play/no-such-house").status_code == 404

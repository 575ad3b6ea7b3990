"""Exported worksheets, and the formats that pages offer."""

from dataclasses import replace

import pytest

from scorekeeper import houses
from scorekeeper.exports.formats import FORMATS
from scorekeeper.exports.set_items import SetToExport, rules_told
from scorekeeper.rules import parse_layout
from scorekeeper.school.exercises.questions.score import ScoreQuestion
from tests.exports.sets import set_of, telling_sets


@pytest.mark.parametrize("key", FORMATS)
def test_every_format_builds_telling_sets_and_the_same_twice(key: str) -> None:
    plain, hostile = (FORMATS[key].build(exported) for exported in telling_sets())
    assert plain == FORMATS[key].build(set_of("penalty"))
    assert min(len(plain), len(hostile)) > 500


def test_a_house_that_people_made_says_what_its_cards_count_in_every_file() -> None:
    ours = replace(houses.get("two-joker"), name="Ours", options=(), card_values={"QS": 40})
    (item,) = ScoreQuestion(ours, parse_layout("QS 2 [A] / 7 * K", ours)).items()
    made = SetToExport("OURS-7K2Q", "Scoring Ours", ours, (("A", item),))
    values, *others = rules_told(ours, item)
    assert values.startswith("Card values: Ace: 1. Two to ten: the number on the card.")
    assert "Queen of spades: 40." in values
    assert "Joker: −2." in values
    assert others[-1] == "Cards that were face down: They are turned up and scored."
    (up,) = ScoreQuestion(ours, parse_layout("QS 2 A / 7 * K", ours)).items()
    assert not any("face down" in line for line in rules_told(ours, up))
    told = FORMATS["moodle"].build(made).decode()
    assert "Queen of spades: 40." in told
    assert "face down" in told

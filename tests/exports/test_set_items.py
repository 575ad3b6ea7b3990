"""Exported worksheets, and the formats that pages offer."""

import io
import re
import zipfile
from dataclasses import replace
from html import unescape

import pytest

from scorekeeper import houses
from scorekeeper.exports.formats import FORMATS
from scorekeeper.exports.set_items import SetToExport, rule_lines, rules_told
from scorekeeper.rules import House, parse_layout
from scorekeeper.school.exercises.questions import KINDS
from scorekeeper.school.exercises.questions.score import ScoreQuestion
from tests.exports.sets import set_of, set_of_equals, telling_sets


@pytest.mark.parametrize("key", FORMATS)
def test_every_format_builds_telling_sets_and_the_same_twice(key: str) -> None:
    plain, *others = (FORMATS[key].build(exported) for exported in telling_sets())
    assert plain == FORMATS[key].build(set_of("penalty"))
    assert min(map(len, (plain, *others))) > 500


@pytest.mark.parametrize("key", FORMATS)
def test_lines_that_are_equal_all_stay_so_that_they_add_up(key: str) -> None:
    built = FORMATS[key].build(set_of_equals())
    if built.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(built)) as archive:
            built = b"".join(map(archive.read, archive.namelist()))
    told = re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", unescape(unescape(built.decode())).replace("\\", "")))
    eleven = "ace 1 + queen 10 = 11"
    assert f"two queens: the column is 0 {eleven} {eleven}" in told, "a hand of two equal columns"
    for column in (2, 3):
        assert f"Column {column}: {eleven}" in told


@pytest.mark.parametrize("house", houses.built_in(), ids=lambda house: house.key)
def test_the_rules_on_a_paper_do_not_say_where_they_come_from(house: House) -> None:
    lines = rule_lines(house, [kind.key for kind in KINDS], face_down=True)
    assert lines
    assert [text for line in lines for text in line if re.search("[°†‡]|our reading|not in the rules", text)] == []


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

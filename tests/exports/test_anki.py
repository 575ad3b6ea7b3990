"""Anki notes: how its text import reads the file, and both sides of each note."""

import csv
from typing import Any

import pytest
from lxml import html

from scorekeeper.exports.anki import anki
from scorekeeper.exports.set_items import Keyed, SetToExport, rules_told
from scorekeeper.rules.wording import MINUS
from tests.exports.sets import must_hold, set_of, table_as_notation, telling_sets, text_of, words


def notes(exported: SetToExport) -> list[tuple[Keyed, Any, Any, list[str]]]:
    """Items with both sides of their notes, and tags."""
    lines = anki(exported).decode().split("\n")
    head = dict(line[1:].split(":", 1) for line in lines if line.startswith("#"))
    assert (head["separator"], head["html"], head["notetype"]) == ("tab", "true", "Basic")
    assert (head["guid column"], head["tags column"]) == ("1", "4")
    assert head["deck"] == f"Golf scoring::Worksheet {exported.code}"
    rows = list(csv.reader(lines[len(head) : -1], delimiter="\t"))
    assert [row[0] for row in rows] == [f"golf-{keyed.key}" for keyed in exported.keyed()]
    return [
        (keyed, side(front), side(back), tags.split())
        for keyed, (_, front, back, tags) in zip(exported.keyed(), rows, strict=True)
    ]


def side(markup: str) -> Any:
    """A side as Anki shows it; Anki runs commands in brackets."""
    assert "[" not in markup
    return html.fragment_fromstring(markup, create_parent="div")


@pytest.mark.long
def test_the_question_is_in_front_and_the_answer_why_and_the_rules_on_the_back() -> None:
    for exported in telling_sets():
        for keyed, front, back, tags in notes(exported):
            item, shown, told = keyed.item, text_of(front), text_of(back)
            answer = (back.findtext("p/b") or "").replace(MINUS, "-" if not item.choices else MINUS)
            must_hold(keyed, exported.house, [table_as_notation(table) for table in front.iter("table")], answer)
            assert words(item.prompt) in shown
            assert [choice.text for choice in front.iter("li")] == [words(choice) for choice in item.choices]
            meant = [text_of(one) for one in back.iter("li")]
            assert len(meant) == len(item.wrong)
            assert all(words(wrong.text) in said for wrong, said in zip(item.wrong, meant, strict=True))
            for rule in rules_told(exported.house, item):
                assert words(rule) in told
                assert words(rule) not in shown
            assert len(tags) == len(item.rules)


@pytest.mark.long
def test_an_answer_of_zero_and_one_below_are_answers() -> None:
    answers = {text_of(back.find("p")) for _, _, back, _ in notes(set_of("penalty"))}
    assert "0" in answers
    assert any(answer.startswith(MINUS) for answer in answers)

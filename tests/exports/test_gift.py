"""GIFT: read by the parser that others use, and held to what Moodle's own importer does differently."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from lxml import html

from scorekeeper.exports import SetToExport
from scorekeeper.exports.gift import gift
from scorekeeper.exports.set_items import Keyed
from tests.exports.sets import (
    Marked,
    hostile_set,
    must_hold,
    must_mark,
    paragraphs_of,
    rules_in,
    set_of,
    telling_sets,
    text_of,
    words,
)
from tests.js.node import run

pytestmark = pytest.mark.xdist_group("sets of exercises")  # made once

PARSE = """
const { readFileSync } = require('node:fs');
const { parse } = require('./tests/js/node_modules/gift-pegjs');
try {
  console.log(JSON.stringify(parse(readFileSync(process.env.GIFT, 'utf8'))));
} catch (error) {
  console.error(error.message, JSON.stringify(error.location));
  process.exitCode = 1;
}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


def parsed(text: str, folder: Path) -> list[dict[str, Any]]:
    """What gift-pegjs makes of a file."""
    file = folder / "set.gift"
    file.write_text(text, encoding="utf-8")
    done = run("--eval", PARSE, GIFT=file)
    assert done.returncode == 0, done.stderr
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


def questions(exported: SetToExport, folder: Path) -> list[tuple[Keyed, dict[str, Any]]]:
    """Each item with its question in the file."""
    category, *found = parsed(gift(exported), folder)
    assert category == {"type": "Category", "title": f"$course$/top/Golf scoring/Set {exported.code}"}
    return list(zip(exported.keyed(), found, strict=True))


def shown(text: dict[str, str]) -> Any:
    """A text of the file as it is shown."""
    assert text["format"] == "html"
    return html.fragment_fromstring(text["text"], create_parent="div")


def mark(question: dict[str, Any], given: str) -> Marked:
    """The first answer that fits, by its weight: the parser calls even those right that are worth nothing."""
    for choice in question["choices"]:
        if question["type"] == "MC":
            fits = text_of(shown(choice["text"])) == words(given)
            weight = 100 if choice["isCorrect"] else choice["weight"]
        elif choice["text"].get("text") == "*":
            fits, weight = True, 0
        else:
            fits = abs(choice["text"]["number"] - float(given)) <= choice["text"]["range"]
            weight = choice["weight"]
        if fits:
            return Marked(weight == 100, text_of(shown(choice["feedback"])))
    raise AssertionError(f"no answer fits {given}")


def test_cards_and_answers_are_those_of_the_set_and_agree(folder: Path) -> None:
    exported = set_of("vanishing-columns")
    for keyed, question in questions(exported, folder):
        lines = [paragraph.text_content() for paragraph in shown(question["stem"]).iter("p")]
        told = 1 + len(keyed.item.told)
        hands = lines[told : told + len(keyed.item.hands)]
        cards = [line.removeprefix(f"{hand.name}: ") for line, hand in zip(hands, keyed.item.hands, strict=True)]
        if keyed.item.choices:
            (right,) = [text_of(shown(choice["text"])) for choice in question["choices"] if choice["isCorrect"]]
        else:
            (right,) = [str(choice["text"]["number"]) for choice in question["choices"] if choice["weight"] == 100]
        must_hold(keyed, exported.house, cards, right)


def test_every_wrong_answer_is_told_what_it_means_and_any_other_what_to_do(folder: Path) -> None:
    for exported in telling_sets():
        for keyed, question in questions(exported, folder):
            assert question["type"] == ("MC" if keyed.item.choices else "Numerical")
            hints = not keyed.item.choices
            must_mark(keyed, lambda given, question=question: mark(question, given), hints=hints)  # type: ignore[misc]


def test_texts_stay_texts(folder: Path) -> None:
    exported = hostile_set()
    for keyed, question in questions(exported, folder):
        item = keyed.item
        hands = "2 2 A / 2 3 K"
        hand = f"{item.hands[0].name}: {hands}" if item.hands[0].name else hands
        assert paragraphs_of(shown(question["stem"])) == words(
            " ".join((item.prompt, *item.told, hand, *rules_in(exported)))
        )
        assert paragraphs_of(shown(question["globalFeedback"])) == words(" ".join(item.worked))
        assert question["title"] == f"Golf {keyed.key}"
        assert question["id"] == f"golf-{keyed.key}"
        assert question["tags"] == ([f"rule-{rule}" for rule in item.rules] or None)

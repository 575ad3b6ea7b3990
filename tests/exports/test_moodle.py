"""Moodle XML: read and graded as Moodle does."""

import re
from copy import deepcopy
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from lxml import etree, html

from scorekeeper.exports.moodle import moodle_xml
from scorekeeper.exports.set_items import Keyed, SetToExport
from tests.exports.sets import (
    Marked,
    grammar,
    hostile_set,
    must_hold,
    must_mark,
    paragraphs_of,
    rules_in,
    set_of,
    table_as_notation,
    telling_sets,
    valid,
    words,
)

FEEDBACK = r"#(.*?)(?<!\\)(?=[~}])"
ALTERNATIVE = rf"(=?)((?:.+?)(?<!\\|&)(?=[~#}}])){FEEDBACK}"
BOX = re.compile(rf"\{{1:(NM|MCV):({ALTERNATIVE}(?:~{ALTERNATIVE})*)\}}", re.DOTALL)


def questions(exported: SetToExport) -> list[tuple[Keyed, Any]]:
    """Items with their questions in the file; an embedded box becomes its own question, as in Moodle."""
    root = valid(moodle_xml(exported), grammar("moodle"))
    found = []
    for question in root.xpath("question[@type!='category']"):
        text = question.findtext("questiontext/text")
        boxes = [box_of(question, kind, answers) for kind, answers, *_ in BOX.findall(text)]
        question.find("questiontext/text").text = BOX.sub("", text)
        found += boxes if question.get("type") == "cloze" else [question]
    return list(zip(exported.keyed(), found, strict=True))


def box_of(question: Any, kind: str, answers: str) -> Any:
    """An embedded box as Moodle's question, with the text around it."""
    alone = etree.Element("question", type={"NM": "numerical", "MCV": "multichoice"}[kind])
    alone.append(question.find("questiontext"))
    question.insert(0, deepcopy(alone[0]))
    for right, text, feedback in re.findall(rf"~?{ALTERNATIVE}", answers + "}", re.DOTALL):
        answer = etree.SubElement(alone, "answer", fraction="100" if right else "0")
        etree.SubElement(answer, "text").text = unescape(text)
        etree.SubElement(answer, "tolerance").text = "0"
        etree.SubElement(etree.SubElement(answer, "feedback"), "text").text = unescape(feedback)
    return alone


def shown(one: Any) -> Any:
    """Visible text of an element with HTML."""
    return html.fragment_fromstring(one.findtext("text") or "", create_parent="div")


def mark(question: Any, given: str) -> Marked:
    """Fraction and feedback of the first matching answer."""
    for answer in question.iter("answer"):
        written = answer.findtext("text")
        fits = (
            paragraphs_of(shown(answer)) == words(given)
            if question.get("type") == "multichoice"
            else written == "*" or abs(float(written) - float(given)) <= float(answer.findtext("tolerance"))
        )
        if fits:
            return Marked(answer.get("fraction") == "100", paragraphs_of(shown(answer.find("feedback"))))
    raise AssertionError(f"no answer fits {given}")


@pytest.mark.long
def test_cards_and_answers_are_those_of_the_set_and_agree() -> None:
    exported = set_of("vanishing-columns")
    for keyed, question in questions(exported):
        right, *also = question.xpath("answer[@fraction=100]")
        assert [paragraphs_of(shown(one)) for one in also] == list(keyed.item.also)
        answer = paragraphs_of(shown(right)) if keyed.item.choices else right.findtext("text")
        hands = [table_as_notation(table) for table in shown(question.find("questiontext")).iter("table")]
        must_hold(keyed, exported.house, hands, answer)


def test_every_wrong_answer_is_told_what_it_means_and_any_other_what_to_do() -> None:
    for exported in telling_sets():
        for keyed, question in questions(exported):
            must_mark(keyed, lambda given, question=question: mark(question, given), hints=False)  # type: ignore[misc]


def test_several_boxes_are_one_question_whatever_their_texts_are() -> None:
    hostile = hostile_set()
    one_letter = replace(hostile, items=tuple(("A", item) for _, item in hostile.items))
    found = questions(one_letter)
    for keyed, question in found:
        must_mark(keyed, lambda given, question=question: mark(question, given), hints=False)  # type: ignore[misc]
    assert moodle_xml(one_letter).count(b'type="cloze"') == 1


def test_texts_stay_texts() -> None:
    exported = hostile_set()
    for keyed, question in questions(exported):
        item = keyed.item
        body = shown(question.find("questiontext"))
        assert {one.tag for one in body.iter()} == {
            *("div", "p", "table", "caption", "thead", "tbody", "tr", "th", "td", "br")
        }
        assert paragraphs_of(body) == words(
            " ".join((item.prompt, *item.told, *rules_in(exported))),
        )
        assert [paragraphs_of(shown(hint)) for hint in question.iter("hint")] == [words(hint) for hint in item.hints]
        assert paragraphs_of(shown(question.find("generalfeedback"))) == words(" ".join(item.worked))


def test_names_are_unique_and_stay_the_same() -> None:
    exported = set_of("penalty")
    root = etree.fromstring(moodle_xml(exported))
    ids = [one.text for one in root.iter("idnumber")]
    assert len(ids) == len(set(ids)) == len({letter for letter, _ in exported.items})
    assert root.findtext("question/category/text") == "$course$/top/Golf scoring/Worksheet penalty-7K2Q"
    tags = {one.findtext("text") for one in root.iter("tag")}
    assert "rule:four-of-a-kind" in tags

"""GIFT: read and graded as Moodle does."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from lxml import html

from scorekeeper.exports.gift import gift
from scorekeeper.exports.set_items import Keyed, SetToExport
from tests.exports.sets import (
    Marked,
    hostile_set,
    must_hold,
    must_mark,
    paragraphs_of,
    rules_in,
    set_of,
    table_as_notation,
    telling_sets,
    words,
)

QUESTION = re.compile(
    r"// \[id:golf-(?P<id>[^]]+)\](?P<tags>(?: \[tag:rule-[^]]+\])*)\n"
    r"::Golf (?P<name>[^:]+)::\[html\](?P<asked>[^{}]+)\{(?P<answers>[^{}]+?)(?:####(?P<worked>[^{}]*))?\}"
)


class Answer(NamedTuple):
    """An answer: a number, a choice as HTML, or `*` for all others; whether it is right; its feedback."""

    given: str
    right: bool
    says: str


class Question(NamedTuple):
    """A block of the file as Moodle reads it."""

    asked: Any
    answers: list[Answer]
    worked: str
    tags: list[str]


def questions(exported: SetToExport) -> list[tuple[Keyed, Question]]:
    """Items with their questions; signs after a backslash are plain text."""
    text = gift(exported).decode()
    text = re.sub(r"\\([\\~=#{}:])", lambda found: chr(0xE000 + ord(found[1])), text)
    category, *blocks = re.split(r"\n\s*\n", text.rstrip("\n"))
    assert category == f"$CATEGORY: $course$/top/Golf scoring/Worksheet {exported.code}"
    found = [QUESTION.fullmatch(block) for block in blocks]
    keys = [keyed.key for keyed in exported.keyed()]
    assert [(one["id"], one["name"]) for one in found if one] == [(key, key) for key in keys]
    read = (
        Question(
            shown(one["asked"]),
            [*answers_of(one["answers"].strip())],
            paragraphs_of(shown(one["worked"] or "")),
            re.findall(r"rule-([^]]+)", one["tags"]),
        )
        for one in found
        if one
    )
    return list(zip(exported.keyed(), read, strict=True))


def answers_of(text: str) -> Iterator[Answer]:
    """Answers between the braces: numbers after a `#`, or choices."""
    numbers = text.startswith("#")
    for sign, weight, given, feedback in re.findall(r"([=~])(?:%(\d+)%)?([^#~=]*)#([^~=]*)", text):
        says = paragraphs_of(shown(feedback))
        if not numbers:
            yield Answer(paragraphs_of(shown(given)), sign == "=", says)
        elif sign == "~":
            yield Answer("*", False, says)
        else:
            assert given.endswith(":0")  # never a plain `0`, which Moodle ignores
            yield Answer(given.removesuffix(":0"), weight == "100", says)


def shown(text: str) -> Any:
    """HTML without the backslashes."""
    plain = "".join(chr(ord(sign) - 0xE000) if "\ue000" <= sign <= "\ue07f" else sign for sign in text)
    return html.fragment_fromstring(plain.strip(), create_parent="div")


def mark(question: Question, given: str) -> Marked:
    """The first matching answer."""
    answer = next(one for one in question.answers if one.given in {words(given), "*"})
    return Marked(answer.right, answer.says)


def test_cards_and_answers_are_those_of_the_set_and_agree() -> None:
    exported = set_of("penalty")
    rights = []
    for keyed, question in questions(exported):
        right, *also = [answer.given for answer in question.answers if answer.right]
        assert also == list(keyed.item.also)
        must_hold(keyed, exported.house, [table_as_notation(table) for table in question.asked.iter("table")], right)
        rights.append(right)
    assert "0" in rights
    assert any(right.startswith("-") for right in rights)


def test_every_wrong_answer_is_told_what_it_means_and_any_other_what_to_do() -> None:
    for exported in telling_sets():
        for keyed, question in questions(exported):
            hints = not keyed.item.choices  # for an unexplained number
            must_mark(keyed, lambda given, question=question: mark(question, given), hints=hints)  # type: ignore[misc]


def test_texts_stay_texts() -> None:
    exported = hostile_set()
    for keyed, question in questions(exported):
        item = keyed.item
        assert paragraphs_of(question.asked) == words(" ".join((item.prompt, *item.told, *rules_in(exported))))
        assert question.worked == words(" ".join(item.worked))
        assert question.tags == list(item.rules)


def test_an_item_without_words_is_read() -> None:
    bare = [replace(item, worked=(), hints=(), right="", otherwise="", told=()) for _, item in hostile_set().items]
    exported = replace(hostile_set(), items=tuple((f"B{place}", item) for place, item in enumerate(bare)))
    assert all(question.worked == "" for _, question in questions(exported))

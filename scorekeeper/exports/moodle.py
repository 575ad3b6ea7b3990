"""Moodle XML: a category of numerical and multiple choice questions, with feedback on each wrong answer.

Numerical answers have fractions: 100 for the right number, 0 for each wrong one with a cause, and last ``*`` for all
others. The cards are a table, which screen readers can read. Several boxes become one question with embedded answers
("cloze").
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, groupby, zip_longest
from typing import TypeVar
from xml.etree.ElementTree import Element

from scorekeeper.exports.elements import document, element, html, paragraphs
from scorekeeper.exports.set_items import SetToExport, question, told_of
from scorekeeper.school.exercises.items import Item, worked_once

Thing = TypeVar("Thing")

# 3 is "no unit": students needn't type "points" after the number.
_NUMERICAL = {"unitgradingtype": "0", "unitpenalty": "0.1000000", "showunits": "3", "unitsleft": "0"}
_MULTICHOICE = {"single": "true", "shuffleanswers": "false", "answernumbering": "abc"}


def moodle_xml(exported: SetToExport) -> bytes:
    """The worksheet as a category of Moodle's question bank."""
    category = element("category", element("text", f"$course$/top/Golf scoring/Worksheet {exported.code}"))
    by_letter = (
        [*run] for _, run in groupby(zip(exported.items, exported.keyed(), strict=True), lambda one: one[0][0])
    )
    questions = (
        _question(exported, *run[0][1])
        if len(run) == 1
        else _embedded(exported, f"{exported.code}-{run[0][0][0]}", [keyed.item for _, keyed in run])
        for run in by_letter
    )
    return document(element("quiz", element("question", category, type="category"), questions))


def _question(exported: SetToExport, key: str, item: Item) -> Element:
    answers, kind = (_choices(item), "multichoice") if item.choices else (_numbers(item), "numerical")
    return _written(key, item, html(question(exported, item)), answers, kind)


def _embedded(exported: SetToExport, key: str, items: Sequence[Item]) -> Element:
    """Several items of one letter as one question: their common text, then each with its box."""
    common = replace(
        items[0],
        prompt="",
        worked=worked_once(items),
        hints=tuple(
            " ".join(_each_once([filter(None, some)])) for some in zip_longest(*[item.hints for item in items])
        ),
        rules=_each_once(item.rules for item in items),
    )
    # A brace in our text would start a box.
    text = html(question(exported, common)).replace("{", "&#123;")
    boxes = (f"{html(paragraphs(item.prompt)).replace('{', '&#123;')}<p>{_box(item)}</p>" for item in items)
    return _written(key, common, text + "".join(boxes), (), "cloze")


def _each_once(many: Iterable[Iterable[Thing]]) -> tuple[Thing, ...]:
    return tuple(dict.fromkeys(chain.from_iterable(many)))


def _box(item: Item) -> str:
    """One box in Moodle's notation: `{1:NM:=12#right~-3#wrong~*#otherwise}`."""
    if item.choices:
        answers = [(html(paragraphs(choice)), told_of(choice, item), item.is_right(choice)) for choice in item.choices]
    else:
        wrong = [(str(one.answer), one.text, False) for one in item.wrong]
        answers = [(str(item.answer), item.right, True), *wrong, ("*", item.otherwise, False)]
    written = (
        f"{'=' if right else ''}{_in_box(text)}#{_in_box(html(paragraphs(told)))}" for text, told, right in answers
    )
    return f"{{1:{'MCV' if item.choices else 'NM'}:{'~'.join(written)}}}"


def _in_box(text: str) -> str:
    """Text in a box, where Moodle decodes entities twice, so no sign of it ends the box."""
    return "".join(f"&#{ord(sign)};" if sign in "&~#{}\\" else sign for sign in text)


def _written(key: str, item: Item, text: str, answers: Iterable[Element], kind: str) -> Element:
    return element(
        "question",
        element("name", element("text", f"Golf {key}")),
        element("questiontext", element("text", text), format="html"),
        _html("generalfeedback", paragraphs(*item.worked)),
        _texts({"defaultgrade": "1", "penalty": "0.3333333", "hidden": "0", "idnumber": f"golf-{key}"}),
        answers,
        (_html("hint", paragraphs(hint)) for hint in item.hints),
        element("tags", (element("tag", element("text", f"rule:{rule}")) for rule in item.rules)),
        type=kind,
    )


def _numbers(item: Item) -> Iterator[Element]:
    told = [(str(item.answer), item.right), *((str(wrong.answer), wrong.text) for wrong in item.wrong)]
    for text, feedback in (*told, ("*", item.otherwise)):
        answer = _answer(text, feedback, right=text == str(item.answer), format="moodle_auto_format")
        answer.append(element("tolerance", "0"))
        yield answer
    yield from _texts(_NUMERICAL)


def _choices(item: Item) -> Iterator[Element]:
    yield from _texts(_MULTICHOICE)
    for tag in ("correctfeedback", "partiallycorrectfeedback", "incorrectfeedback"):
        yield _html(tag, ())
    for choice in item.choices:
        yield _answer(html(paragraphs(choice)), told_of(choice, item), right=item.is_right(choice), format="html")


def _answer(text: str, feedback: str, *, right: bool, **attributes: str) -> Element:
    told = _html("feedback", paragraphs(feedback))
    return element("answer", element("text", text), told, fraction="100" if right else "0", **attributes)


def _html(tag: str, elements: Iterable[Element]) -> Element:
    return element(tag, element("text", html(elements)), format="html")


def _texts(texts: dict[str, str]) -> Iterator[Element]:
    return (element(tag, text) for tag, text in texts.items())

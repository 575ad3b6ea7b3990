"""Moodle XML: a category of numerical and multiple choice questions, with what each wrong answer means.

A numerical answer is marked by fractions: 100 for the right number, 0 for each that a misread leads to, and last ``*``
for all others. The cards are a table, which Moodle shows and screen readers read; a picture would need another library.
"""

from collections.abc import Iterable, Iterator
from xml.etree.ElementTree import Element

from scorekeeper.exports.elements import document, element, html, paragraphs
from scorekeeper.exports.set_items import Keyed, SetToExport, question, told_of
from scorekeeper.school.items import Item

# 3 is "no unit": nobody has to write "points" behind the number.
_NUMERICAL = {"unitgradingtype": "0", "unitpenalty": "0.1000000", "showunits": "3", "unitsleft": "0"}
_MULTICHOICE = {"single": "true", "shuffleanswers": "false", "answernumbering": "abc"}


def moodle_xml(exported: SetToExport) -> bytes:
    """The set as a category of Moodle's question bank."""
    category = element("category", element("text", f"$course$/top/Golf scoring/Set {exported.code}"))
    questions = (_question(exported, keyed) for keyed in exported.keyed())
    return document(element("quiz", element("question", category, type="category"), questions))


def _question(exported: SetToExport, keyed: Keyed) -> Element:
    item = keyed.item
    return element(
        "question",
        element("name", element("text", f"Golf {keyed.key}")),
        _html("questiontext", question(exported, item)),
        _html("generalfeedback", paragraphs(*item.worked)),
        _texts({"defaultgrade": "1", "penalty": "0.3333333", "hidden": "0", "idnumber": f"golf-{keyed.key}"}),
        _choices(item) if item.choices else _numbers(item),
        (_html("hint", paragraphs(hint)) for hint in item.hints),
        element("tags", (element("tag", element("text", f"rule:{rule}")) for rule in item.rules)),
        type="multichoice" if item.choices else "numerical",
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
        yield _answer(html(paragraphs(choice)), told_of(choice, item), right=choice == item.answer, format="html")


def _answer(text: str, feedback: str, *, right: bool, **attributes: str) -> Element:
    told = _html("feedback", paragraphs(feedback))
    return element("answer", element("text", text), told, fraction="100" if right else "0", **attributes)


def _html(tag: str, elements: Iterable[Element]) -> Element:
    return element(tag, element("text", html(elements)), format="html")


def _texts(texts: dict[str, str]) -> Iterator[Element]:
    return (element(tag, text) for tag, text in texts.items())

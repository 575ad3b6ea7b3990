"""Moodle XML: a category of numerical and multiple choice questions, with what each wrong answer means.

A numerical answer is marked by fractions: 100 for the right number, 0 for each that a misread leads to, and last ``*``
for all others. The cards are a table, which Moodle shows and screen readers read; a picture would need another library.
"""

from __future__ import annotations

from collections.abc import Iterable
from xml.etree.ElementTree import Element

from scorekeeper.exports.asking import question
from scorekeeper.exports.elements import add, document, element, html, paragraphs
from scorekeeper.exports.set_items import Keyed, SetToExport, told_of
from scorekeeper.school.items import Item


def moodle_xml(exported: SetToExport) -> bytes:
    """The set as a category of Moodle's question bank."""
    quiz = element("quiz")
    category = add(quiz, "question", attributes={"type": "category"})
    category.append(element("category", element("text", f"$course$/top/Golf scoring/Set {exported.code}")))
    for keyed in exported.keyed():
        quiz.append(_question(exported, keyed))
    return document(quiz)


def _question(exported: SetToExport, keyed: Keyed) -> Element:
    item = keyed.item
    made = element("question", attributes={"type": "multichoice" if item.choices else "numerical"})
    made.append(element("name", element("text", f"Golf {keyed.key}")))
    made.append(_html("questiontext", question(exported, item)))
    made.append(_html("generalfeedback", paragraphs(item.worked)))
    for tag, text in (("defaultgrade", "1"), ("penalty", "0.3333333"), ("hidden", "0")):
        add(made, tag, text)
    add(made, "idnumber", f"golf-{keyed.key}")
    if item.choices:
        _choices(made, item)
    else:
        _numbers(made, item)
    for hint in item.hints:
        made.append(_html("hint", paragraphs([hint])))
    made.append(element("tags", *(element("tag", element("text", tag)) for tag in _tags(item))))
    return made


def _numbers(made: Element, item: Item) -> None:
    made.append(_answer(100, str(item.answer), item.right, tolerance=True))
    for wrong in item.wrong:
        made.append(_answer(0, str(wrong.answer), wrong.text, tolerance=True))
    made.append(_answer(0, "*", item.otherwise, tolerance=True))
    # 3 is "no unit": nobody has to write "points" behind the number.
    for tag, text in (("unitgradingtype", "0"), ("unitpenalty", "0.1000000"), ("showunits", "3"), ("unitsleft", "0")):
        add(made, tag, text)


def _choices(made: Element, item: Item) -> None:
    for tag, text in (("single", "true"), ("shuffleanswers", "false"), ("answernumbering", "abc")):
        add(made, tag, text)
    for tag in ("correctfeedback", "partiallycorrectfeedback", "incorrectfeedback"):
        made.append(_html(tag, ()))
    for choice in item.choices:
        made.append(_answer(100 if choice == item.answer else 0, choice, told_of(choice, item), tolerance=False))


def _answer(fraction: int, text: str, feedback: str, *, tolerance: bool) -> Element:
    """A number is read as it stands; a choice is shown, and so is HTML."""
    shape = "moodle_auto_format" if tolerance else "html"
    shown = element("text", text if tolerance else html(paragraphs([text])))
    made = element("answer", shown, attributes={"fraction": str(fraction), "format": shape})
    made.append(_html("feedback", paragraphs([feedback])))
    if tolerance:
        add(made, "tolerance", "0")
    return made


def _html(tag: str, elements: Iterable[Element]) -> Element:
    return element(tag, element("text", html(elements)), attributes={"format": "html"})


def _tags(item: Item) -> list[str]:
    misreads = sorted({key for wrong in item.wrong for key in wrong.misreads})
    return [*(f"rule:{rule}" for rule in item.rules), *(f"misread:{key}" for key in misreads)]

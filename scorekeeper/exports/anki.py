"""Anki notes for its text import: the question on the front, the answer with reasons and rules on the back.

Each note is one line of HTML after its key, so importing the file again updates the notes.
https://docs.ankiweb.net/importing/text-files.html
"""

from collections.abc import Iterable
from xml.etree.ElementTree import Element

from scorekeeper.exports.elements import element, html, paragraphs
from scorekeeper.exports.set_items import SetToExport, asked, rules_told
from scorekeeper.rules.wording import number
from scorekeeper.school.exercises.items import Item


def anki(exported: SetToExport) -> bytes:
    """The worksheet as a deck of Anki's basic notes, tagged with their rules."""
    head = ["separator:tab", "html:true", "notetype:Basic", f"deck:Golf scoring::Worksheet {exported.code}"]
    head += ["guid column:1", "tags column:4"]
    notes = (
        (f"golf-{keyed.key}", _front(exported, keyed.item), _back(exported, keyed.item), _tags(keyed.item))
        for keyed in exported.keyed()
    )
    return "".join([*(f"#{line}\n" for line in head), *("\t".join(note) + "\n" for note in notes)]).encode()


def _front(exported: SetToExport, item: Item) -> str:
    return _html([*asked(exported, item), *_listed(item.choices)])


def _back(exported: SetToExport, item: Item) -> str:
    meant = (f"{_shown(wrong.answer)}: {wrong.text}" for wrong in item.wrong)
    rules = element("small", paragraphs(*rules_told(exported.house, item)))
    right = (element("p", element("b", _shown(answer))) for answer in (item.answer, *item.also))
    return _html([*right, *paragraphs(*item.worked), *_listed(meant), rules])


def _shown(answer: int | str) -> str:
    return number(answer) if isinstance(answer, int) else answer


def _listed(texts: Iterable[str]) -> list[Element]:
    points = [element("li", text) for text in texts]
    return [element("ul", points, style="display: inline-block; text-align: left")] if points else []


def _tags(item: Item) -> str:
    return " ".join(f"golf::{rule}" for rule in item.rules)


def _html(elements: Iterable[Element]) -> str:
    """HTML with brackets escaped, because Anki reads commands like ``[sound:...]`` or ``[latex]``."""
    return html(elements).replace("[", "&#91;")

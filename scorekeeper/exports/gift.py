"""GIFT, the plain text that Moodle and others read: numbers and choices with what each wrong answer means.

Texts are HTML, in which every sign that GIFT takes for its own has a backslash before it. A blank line would end a
question, so all texts are on one line. The right answer is written ``0:0`` even where it is 0: what is written ``0``
alone, Moodle takes for nothing. Exactly one ``~`` part, behind the numbers, speaks to all other answers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import escape

from scorekeeper.exports.asking import brackets_told, hand_lines, otherwise, rules_told
from scorekeeper.exports.set_items import Keyed, SetToExport, one_line, told_of
from scorekeeper.quiz.items import Item

_OWN = re.compile(r"[\\~=#{}:]")


def gift(exported: SetToExport) -> str:
    """The set as a text file, a blank line between its questions."""
    category = f"$CATEGORY: $course$/top/Golf scoring/Set {exported.code}"
    return "\n\n".join([category, *("\n".join(_question(exported, keyed)) for keyed in exported.keyed())]) + "\n"


def _question(exported: SetToExport, keyed: Keyed) -> Iterator[str]:
    item = keyed.item
    tags = "".join(f" [tag:rule-{rule}]" for rule in item.rules)
    yield f"// [id:golf-{keyed.key}]{tags}"
    asked = _paragraphs((item.prompt, *item.told, *hand_lines(item), brackets_told(item), *rules_told(exported, item)))
    yield f"::{_plain(f'Golf {keyed.key}')}::[html]{asked}{{{'' if item.choices else '#'}"
    yield from _choices(item) if item.choices else _numbers(item)
    if item.worked:
        yield f"\t####{_paragraphs(item.worked)}"
    yield "}"


def _numbers(item: Item) -> Iterator[str]:
    yield f"\t=%100%{item.answer}:0#{_text(item.right)}"
    for wrong in item.wrong:
        yield f"\t=%0%{wrong.answer}:0#{_text(wrong.text)}"
    yield f"\t~#{_text(otherwise(item))}"


def _choices(item: Item) -> Iterator[str]:
    for choice in item.choices:
        mark = "=" if choice == item.answer else "~%0%"
        yield f"\t{mark}{_text(choice)}#{_text(told_of(choice, item))}"


def _paragraphs(texts: Iterable[str]) -> str:
    return "".join(f"<p>{_text(text)}</p>" for text in texts if text)


def _text(text: str) -> str:
    """A text as HTML within GIFT. It begins with no sign of a format or a weight: ``[plain]``, ``%50%``."""
    written = escape(one_line(text), quote=False)
    if written.startswith(("[", "%")):
        written = f"&#{ord(written[0])};{written[1:]}"
    return _own_signs(written)


def _plain(text: str) -> str:
    """A title, which is no HTML."""
    return _own_signs(one_line(text))


def _own_signs(text: str) -> str:
    return _OWN.sub(lambda found: "\\" + found[0], text)

"""GIFT, the plain text that Moodle and others read: numbers and choices with what each wrong answer means.

A blank line ends a question, so every text is HTML on one line, in which each sign of GIFT has a backslash before it.
The hand is a table. https://docs.moodle.org/en/GIFT_format
"""

import re
from collections.abc import Iterator

from scorekeeper.exports.elements import html, paragraphs
from scorekeeper.exports.set_items import SetToExport, otherwise, question, told_of
from scorekeeper.school.items import Item

_OWN_SIGN = re.compile(r"[\\~=#{}:]")


def gift(exported: SetToExport) -> bytes:
    """The set as a category and its questions, a blank line between them."""
    category = f"$CATEGORY: $course$/top/Golf scoring/Set {exported.code}"
    questions = ("\n".join(_lines(exported, *keyed)) for keyed in exported.keyed())
    return ("\n\n".join([category, *questions]) + "\n").encode()


def _lines(exported: SetToExport, key: str, item: Item) -> Iterator[str]:
    yield f"// [id:golf-{key}]" + "".join(f" [tag:rule-{rule}]" for rule in item.rules)
    yield f"::Golf {key}::[html]{_escaped(html(question(exported, item)))}{{"
    yield from _choices(item) if item.choices else _numbers(item)
    if item.worked:
        yield f"\t####{_text(*item.worked)}"
    yield "}"


def _numbers(item: Item) -> Iterator[str]:
    """Each number and its tolerance, `0:0`: a 0 alone is nothing to Moodle. `~` speaks to all other numbers."""
    yield f"\t#=%100%{item.answer}:0#{_text(item.right)}"
    for wrong in item.wrong:
        yield f"\t=%0%{wrong.answer}:0#{_text(wrong.text)}"
    yield f"\t~#{_text(otherwise(item))}"


def _choices(item: Item) -> Iterator[str]:
    for choice in item.choices:
        yield f"\t{'=' if choice == item.answer else '~'}{_text(choice)}#{_text(told_of(choice, item))}"


def _text(*texts: str) -> str:
    return _escaped(html(paragraphs(*texts)))


def _escaped(written: str) -> str:
    return _OWN_SIGN.sub(r"\\\g<0>", written)

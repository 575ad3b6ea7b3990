"""GIFT, a plain text format of Moodle and others: numbers and choices with feedback on each wrong answer.

A blank line ends a question, so texts are HTML on one line, with a backslash before each GIFT sign. Hands are tables.
https://docs.moodle.org/en/GIFT_format
"""

import re
from collections.abc import Iterator

from scorekeeper.exports.elements import html, paragraphs
from scorekeeper.exports.set_items import SetToExport, otherwise, question, told_of
from scorekeeper.school.exercises.items import Item

_OWN_SIGN = re.compile(r"[\\~=#{}:]")


def gift(exported: SetToExport) -> bytes:
    """The worksheet as a category and questions, separated by blank lines."""
    category = f"$CATEGORY: $course$/top/Golf scoring/Worksheet {exported.code}"
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
    """Each number with its tolerance, `0:0`, because Moodle ignores a plain 0. `~` matches all other numbers."""
    yield f"\t#=%100%{item.answer}:0#{_text(item.right)}"
    for wrong in item.wrong:
        yield f"\t=%0%{wrong.answer}:0#{_text(wrong.text)}"
    yield f"\t~#{_text(otherwise(item))}"


def _choices(item: Item) -> Iterator[str]:
    for choice in item.choices:
        yield f"\t{'=' if item.is_right(choice) else '~'}{_text(choice)}#{_text(told_of(choice, item))}"


def _text(*texts: str) -> str:
    return _escaped(html(paragraphs(*texts)))


def _escaped(written: str) -> str:
    return _OWN_SIGN.sub(r"\\\g<0>", written)

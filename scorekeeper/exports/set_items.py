"""A set of exercises as other programs take it, and the formats that there are for it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import NamedTuple

from scorekeeper.rules import House
from scorekeeper.school.items import Item

# What XML 1.0 has no way to write, and what no file in UTF-8 can hold.
_UNWRITABLE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Keyed(NamedTuple):
    """An item with its name in every file, such as ``7K2Q-M4XP-A``, and again in every later one of the same set."""

    key: str
    item: Item


@dataclass(frozen=True)
class SetToExport:
    """Questions under one house, with the code that they are found by again.

    ``items`` are those of all questions, each with the letter of its question ("A"); several of one letter differ in
    their parts. Raises ValueError where two would have the same key.
    """

    code: str
    title: str
    house: House
    items: tuple[tuple[str, Item], ...]

    def __post_init__(self) -> None:
        keys = [keyed.key for keyed in self.keyed()]
        if len(keys) != len(set(keys)):
            raise ValueError(f"set {self.code} has two items of one key")

    def keyed(self) -> Iterator[Keyed]:
        """Every item with its key, in order."""
        for letter, item in self.items:
            yield Keyed("-".join(filter(None, (self.code, letter, item.part))), item)


def one_line(text: str) -> str:
    """A text as every format can hold it: on one line, without what no file can write.

    >>> one_line("two  twos\\n\\x00cancel")
    'two twos \N{REPLACEMENT CHARACTER}cancel'
    """
    return " ".join(_UNWRITABLE.sub("\N{REPLACEMENT CHARACTER}", text).split())


def told_of(answer: str, item: Item) -> str:
    """What is said to an answer: a choice, or a number as a form sends it."""
    if answer == str(item.answer):
        return item.right
    return next((wrong.text for wrong in item.wrong if str(wrong.answer) == answer), item.otherwise)


@dataclass(frozen=True)
class Format:
    """A kind of file that a set can be had as.

    ``key`` names it in addresses, ``name`` and ``says`` are for people: what it is, and where it goes.
    """

    key: str
    name: str
    says: str
    extension: str
    mimetype: str
    module: str
    function: str

    def build(self, exported: SetToExport) -> bytes:
        """The file. The same set gives the same bytes, today and in a year."""
        made: bytes | str = self._builder()(exported)
        return made if isinstance(made, bytes) else made.encode()

    def file_name(self, exported: SetToExport) -> str:
        """What the file is called when it is kept."""
        return f"golf-{exported.code}-{self.key}.{self.extension}"

    def _builder(self) -> Callable[[SetToExport], bytes | str]:
        # Only once a file is asked for: the libraries behind some of them take longer to load than a page to draw.
        builder: Callable[[SetToExport], bytes | str] = getattr(
            import_module(f"scorekeeper.exports.{self.module}"), self.function
        )
        return builder


_ALL = (
    Format(
        "moodle",
        "Moodle XML",
        "for the question bank of Moodle: hints, and feedback to each wrong answer that has a meaning",
        "xml",
        "application/xml",
        "moodle",
        "moodle_xml",
    ),
    Format(
        "canvas",
        "Canvas",
        "a quiz for Canvas (QTI 1.2); what wrong numbers mean is listed for whoever is wrong",
        "zip",
        "application/zip",
        "canvas",
        "canvas",
    ),
    Format(
        "qti21",
        "QTI 2.1",
        "for other learning platforms, with feedback to each wrong answer that has a meaning",
        "zip",
        "application/zip",
        "qti",
        "qti21",
    ),
    Format(
        "table",
        "CSV",
        "a table for spreadsheets, a row for each question, with what each wrong answer means",
        "csv",
        "text/csv; charset=utf-8",
        "set_csv",
        "set_csv",
    ),
)

FORMATS: Mapping[str, Format] = {format_.key: format_ for format_ in _ALL}
"""By their keys, in the order in which they are offered."""

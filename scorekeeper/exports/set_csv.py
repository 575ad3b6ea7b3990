"""A set of exercises as a table for spreadsheets: a row for each item, with what every wrong answer means."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.exports.asking import brackets_told, rules_told
from scorekeeper.exports.cells import Value, csv_file
from scorekeeper.exports.set_items import Keyed, SetToExport, one_line

COLUMNS = ("Item", "House", "House rules", "Question", "Told", "Cards", "Choices", "Answer", "Worked", "Hints", "Rules")
OF_WRONG = ("Wrong answer", "Means", "Misreads")
"""For each wrong answer that is to be expected, with its number behind: ``Means 2``."""


def set_csv(exported: SetToExport) -> bytes:
    """The whole set.

    Answers that are numbers are plain numbers with an ASCII minus. Several texts in one cell are parted by ``|``.
    Cards are written as people read them, with a true minus sign; with the house they are read back. A text that a
    spreadsheet would take for a formula gets an apostrophe before it.
    """
    most = max((len(item.wrong) for _, item in exported.items), default=0)
    head: list[Value] = [*COLUMNS, *(f"{what} {place}" for place in range(1, most + 1) for what in OF_WRONG)]
    rows = [[*_row(exported, keyed)] for keyed in exported.keyed()]
    full: list[list[Value]] = [head, *(row + [None] * (len(head) - len(row)) for row in rows)]
    return csv_file([one_line(value) if isinstance(value, str) else value for value in row] for row in full)


def _row(exported: SetToExport, keyed: Keyed) -> Iterator[Value]:
    item = keyed.item
    yield keyed.key
    yield exported.house.name
    yield _several([*rules_told(exported, item)[1:], *filter(None, [brackets_told(item)])])
    yield item.prompt
    yield _several(item.told)
    yield _several([f"{hand.name}: {hand.layout.shown}" if hand.name else hand.layout.shown for hand in item.hands])
    yield _several(item.choices)
    yield item.answer
    yield _several(item.worked)
    yield _several(item.hints)
    yield _several(item.rules)
    for wrong in item.wrong:
        yield wrong.answer
        yield wrong.text
        yield _several(wrong.misreads)


def _several(texts: tuple[str, ...] | list[str]) -> str:
    return " | ".join(texts)

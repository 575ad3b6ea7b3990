"""What the fields of the builder's form are called in messages that do not stand beside them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from scorekeeper.web.build.fields import EVERY_CARD, Field
from scorekeeper.web.build.reading import FIELDS, ROWS, Errors, Typed, cell_of, first, row_numbers
from scorekeeper.web.build.sections import SECTIONS, every_field

_SECTION = {one.name: section for section in SECTIONS for one in section.fields}
_LABELS = Counter(one.label for one in every_field())
_IN_SECTION = Counter((section.key, one.label) for section in SECTIONS for one in section.fields)
_CARDS = {rank.value: rank for rank in EVERY_CARD}


def with_names(errors: Errors, typed: Typed) -> Errors:
    """The same problems, each beginning with the name of its field, for a list that stands elsewhere."""
    return {name: [_said(name_of(name, typed), message) for message in found] for name, found in errors.items()}


def name_of(name: str, typed: Typed) -> str:
    """What the page calls a field; its section or the question that it depends on besides, where labels repeat.

    Empty for what no field is about.
    """
    top, _, last = name.rpartition(".")
    if top in ("values", "table.deck") and last in _CARDS:
        card = _CARDS[last].word
        return f"{card[:1].upper()}{card[1:]}, {'points' if top == 'values' else 'in a deck'}"
    if (cell := cell_of(name)) is not None:
        one = ROWS[cell.field]
        label = next(column.label for column in one.columns if column.name == cell.column)
        return f"{_label(one)}, line {_line(one, cell.number, typed)}, {label}"
    if name in FIELDS:
        return _label(FIELDS[name])
    return f"{_label(FIELDS[top])}, points" if top in FIELDS else ""


def lines_in_use(one: Field, typed: Typed) -> Sequence[int]:
    """The lines of a field of rows in which anything was filled in."""
    return [number for number in row_numbers(one.name, typed) if _says_anything(one, number, typed)]


def _said(name: str, message: str) -> str:
    if not name:
        return message
    return f"{name} {message[:1].upper()}{message[1:]}" if name.endswith("?") else f"{name}: {message}"


def _label(one: Field) -> str:
    if _LABELS[one.label] == 1:
        return one.label
    section = _SECTION[one.name]
    if _IN_SECTION[section.key, one.label] == 1:
        return f"{section.title}, {one.label}"
    return f"{FIELDS[one.when.partition('=')[0]].label}, {one.label}"


def _line(one: Field, number: int, typed: Typed) -> int:
    """Which line of the page that is, from 1: those that say nothing are not shown."""
    return 1 + sum(used < number for used in lines_in_use(one, typed))


def _says_anything(one: Field, number: int, typed: Typed) -> bool:
    here = {column.name: first(typed, f"{one.name}.{number}.{column.name}") for column in one.columns}
    typed_in = [here[column.name] for column in one.columns if column.kind != "choice"]
    lead = one.columns[0]
    return any(text.strip() and text != "0" for text in typed_in) or bool(lead.kind == "choice" and here[lead.name])

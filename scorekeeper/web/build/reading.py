"""What a form of the builder says that was filled in.

A form is kept as it was typed, right or wrong: texts by field name. Reading one gives the data of a house file, so that
the very same checks speak about both, and each finding is shown at the field of its key.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from werkzeug.datastructures import MultiDict

from scorekeeper.houses.writing import key_of_name
from scorekeeper.rules import Rank
from scorekeeper.rules.wording import short
from scorekeeper.web.build.fields import (
    EVERY_CARD,
    NUMBER_RANKS,
    POINTS,
    STANDARD_CARDS,
    SUITS_OF,
    YES,
    Field,
)
from scorekeeper.web.build.sections import every_field

Typed = dict[str, list[str]]
"""The form as it was filled in: every value by the name of its field."""

Errors = dict[str, list[str]]
"""What is wrong, in sentences, by the name of the field; under "" what no field is about."""

LONGEST_VALUE = 4_000
"""Characters of an answer that are looked at; what is as long is refused."""

_ROW = re.compile(r"([a-z_.]+)\.([0-9]{1,2})\.([a-z_]+)")
FIELDS = {one.name: one for one in every_field()}
ROWS = {name: one for name, one in FIELDS.items() if one.kind == "rows"}


@dataclass
class Rules:
    """What a form says: the data of a house file, and what could not be read."""

    data: dict[str, Any]
    errors: Errors
    fields: dict[str, str] = field(default_factory=dict)  # the field that a key of the file came from


def read_typed(sent: MultiDict[str, str]) -> Typed:
    """Take the form as it came, without what is no field of it."""
    return {name: [value[:LONGEST_VALUE] for value in values[:60]] for name, values in sent.lists() if is_field(name)}


def is_field(name: str) -> bool:
    """Whether the form has a field of that name."""
    top, _, last = name.rpartition(".")
    if name in FIELDS:
        return FIELDS[name].kind not in ("cards", "rows")
    if top in ("values", "table.deck"):
        return last in {rank.value for rank in EVERY_CARD}
    if last == "points" and top in FIELDS and FIELDS[top].kind == "counted":
        return True
    return cell_of(name) is not None


class Cell(NamedTuple):
    """One place in the lines of a field of rows."""

    field: str
    number: int
    column: str


def cell_of(name: str) -> Cell | None:
    """The place in a line that a field is; None for a field that stands alone."""
    row = _ROW.fullmatch(name)
    if row is None or row[1] not in ROWS or row[3] not in {column.name for column in ROWS[row[1]].columns}:
        return None
    return Cell(row[1], int(row[2]), row[3])


def row_numbers(name: str, typed: Typed) -> list[int]:
    """The lines of a field of rows that were sent, empty ones too."""
    found = (_ROW.fullmatch(sent) for sent in typed if sent.startswith(f"{name}."))
    return sorted({int(row[2]) for row in found if row is not None and row[1] == name})


def lines_in_use(one: Field, typed: Typed) -> list[int]:
    """The lines of a field of rows in which anything was filled in."""
    return [number for number in row_numbers(one.name, typed) if _says_anything(one, number, typed)]


def _says_anything(one: Field, number: int, typed: Typed) -> bool:
    here = {column.name: first(typed, f"{one.name}.{number}.{column.name}") for column in one.columns}
    typed_in = [here[column.name] for column in one.columns if column.kind != "choice"]
    lead = one.columns[0]
    return any(text.strip() and text != "0" for text in typed_in) or bool(lead.kind == "choice" and here[lead.name])


def label_of(name: str) -> str:
    """What the page calls a field; empty for what no field is about."""
    top, _, last = name.rpartition(".")
    if top in ("values", "table.deck"):
        return f"{Rank(last).word.capitalize()}, {'points' if top == 'values' else 'in a deck'}"
    if (cell := cell_of(name)) is not None:
        column = next(column for column in ROWS[cell.field].columns if column.name == cell.column)
        return f"{ROWS[cell.field].label}, {column.label}"
    found = FIELDS.get(name) or FIELDS.get(top)
    return found.label if found else ""


def asked(one: Field, typed: Typed) -> bool:
    """Whether the form asks for this, as the rest is filled in."""
    if not one.when:
        return True
    name, _, values = one.when.partition("=")
    return first(typed, name) in values.split(" ")


def first(typed: Typed, name: str) -> str:
    """What a field with one value says; empty for nothing."""
    return (typed.get(name) or [""])[0]


def read_rules(typed: Typed) -> Rules:
    """What the form says. Whatever cannot be read is left out and told, so that the rest can still be checked."""
    rules = Rules({"source": {"sheet": ""}}, {})
    for one in every_field():
        if not asked(one, typed) or one.name in ("table.cards",):
            continue
        try:
            _read_field(one, typed, rules)
        except _NotRead as wrong:
            rules.errors.setdefault(one.name, []).append(str(wrong))
    data = rules.data
    for table, kept in (("cancelling", YES), ("four_of_a_kind", YES)):
        if data.get(table, {}).pop("is", None) != kept:
            data.pop(table, None)
    for table in ("penalty", "reward"):
        if data.get(table, {}).get("kind") in (None, "none"):
            data.pop(table, None)
    if data.get("placing", {}).get("winner", {}).get("kind") in (None, "none"):
        data.get("placing", {}).pop("winner", None)
    data["key"] = key_of_name(data.get("name", ""))
    return rules


class _NotRead(Exception):
    """What was typed into a field means nothing there; the text is a sentence for a person."""


def _put(data: dict[str, Any], path: str, value: Any) -> None:
    *tables, last = path.split(".")
    for name in tables:
        data = data.setdefault(name, {})
    data[last] = value


def _read_field(one: Field, typed: Typed, rules: Rules) -> None:
    name, text = one.name, first(typed, one.name).strip()
    if one.kind == "cards":
        _read_cards(typed, rules)
    elif one.kind == "rows":
        _READ_ROWS.get(name, _read_pairs)(one, typed, rules)
    elif one.kind in ("words", "text"):
        if name not in typed:
            raise _NotRead("this field is missing")
        plain = " ".join(text.split()) if name != "source.notes" else text.replace("\r\n", "\n")
        _put(rules.data, name, plain)
    elif one.kind == "number":
        if text or not one.optional:
            _put(rules.data, name, _number(text))
    elif one.kind == "numbers":
        _put(rules.data, name, [_number(part.strip()) for part in text.split(",")] if text else [])
    elif one.kind == "tick":
        _put(rules.data, name, bool(text))
    elif one.kind == "ticks":
        known = [value for value, _ in one.choices]
        if any(value not in known for value in typed.get(name, [])):
            raise _NotRead("choose one of those that are offered")
        _put(rules.data, name, list(dict.fromkeys(typed.get(name, []))))
    else:
        value = _chosen(one, text)
        if one.kind == "counted" and value == POINTS:
            _put(rules.data, name, _number(first(typed, f"{name}.points").strip()))
        else:
            _put(rules.data, name, value)


def _number(text: str) -> int:
    plain = text.replace("\N{MINUS SIGN}", "-").replace("\N{EN DASH}", "-")
    if not plain:
        raise _NotRead("a number is needed here")
    if re.fullmatch(r"[+-]?[0-9]{7,}", plain, re.ASCII):
        raise _NotRead(f"{short(text, 20)} is too large a number")
    if not re.fullmatch(r"[+-]?[0-9]{1,6}", plain, re.ASCII):
        raise _NotRead(f"{text[:20]!r} is no whole number")
    return int(plain)


def _chosen(one: Field, text: str) -> str:
    if text not in [value for value, _ in one.choices]:
        raise _NotRead("choose one of what is offered" if text else "choose an answer")
    return text


def _read_cards(typed: Typed, rules: Rules) -> None:
    """The value of each card, and how many of each are in a deck of its own."""
    own = first(typed, "table.cards") == "own"
    if first(typed, "table.cards") not in ("own", "standard"):
        rules.errors.setdefault("table.cards", []).append("choose which cards are played with")
    counts: dict[str, int] = {}
    values: dict[str, int] = {}
    for rank in EVERY_CARD if own else STANDARD_CARDS:
        for name, kept in ((f"values.{rank.value}", values), (f"table.deck.{rank.value}", counts)):
            text = first(typed, name).strip()
            if text and (own or kept is values):
                try:
                    kept[rank.value] = _number(text)
                except _NotRead as wrong:
                    rules.errors.setdefault(name, []).append(str(wrong))
    counts = {rank: count for rank, count in counts.items() if count}
    if own:
        # Cards that the deck does not have keep what was typed for them, for whoever puts them back in.
        values = {rank: points for rank, points in values.items() if rank in counts}
        _put(rules.data, "table.deck", counts)
        _put(rules.data, "table.jokers_per_deck", counts.get(Rank.JOKER.value, 0))
    _put(rules.data, "values", values)


def _lines(one: Field, typed: Typed) -> Iterator[tuple[str, dict[str, str]]]:
    """The lines that say anything: the name of each, and its texts by column."""
    for number in row_numbers(one.name, typed):
        here = f"{one.name}.{number}"
        row = {column.name: first(typed, f"{here}.{column.name}").strip() for column in one.columns}
        if any(row[column.name] for column in one.columns if column.kind == "number" or "" in dict(column.choices)):
            yield here, row


def _cell(one: Field, here: str, row: Mapping[str, str], name: str, rules: Rules) -> Any:
    """What one place of a line says; None where that cannot be read, which is told."""
    column = next(column for column in one.columns if column.name == name)
    try:
        if column.kind == "number":
            return _number(row[name])
        if not row[name]:
            raise _NotRead("choose an answer")
        return _chosen(column, row[name])
    except _NotRead as wrong:
        rules.errors.setdefault(f"{here}.{name}", []).append(str(wrong))
        return None


def _keep(rules: Rules, one: Field, here: str, key: Any, value: Any) -> None:
    """Put one line's value under its key, once."""
    if key is None or value is None:
        return
    place = f"{one.name}.{key}"
    if place in rules.fields:
        rules.errors.setdefault(f"{here}.{one.columns[0].name}", []).append("this is there twice")
        return
    rules.fields[place] = f"{here}.{one.columns[-1].name}"
    *tables, last = one.name.split(".")
    table = rules.data
    for name in tables:
        table = table.setdefault(name, {})
    table.setdefault(last, {})[str(key)] = value


def _read_pairs(one: Field, typed: Typed, rules: Rules) -> None:
    left, right = (column.name for column in one.columns)
    _put(rules.data, one.name, {})
    for here, row in _lines(one, typed):
        key, value = (_cell(one, here, row, name, rules) for name in (left, right))
        _keep(rules, one, here, key, value)


def _read_single_cards(one: Field, typed: Typed, rules: Rules) -> None:
    for here, row in _lines(one, typed):
        rank, suits, points = (_cell(one, here, row, name, rules) for name in ("rank", "suits", "points"))
        if rank is not None and suits is not None:
            for suit in SUITS_OF.get(suits, (suits,)):
                _keep(rules, one, here, f"{rank}{suit}", points)


def _read_exceptions(one: Field, typed: Typed, rules: Rules) -> None:
    for here, row in _lines(one, typed):
        rank, what = (_cell(one, here, row, name, rules) for name in ("rank", "what"))
        if what == POINTS:
            what = _cell(one, here, row, "points", rules)
        _keep(rules, one, here, rank, what)


def _read_bonuses(one: Field, typed: Typed, rules: Rules) -> None:
    bonuses: list[dict[str, Any]] = []
    for number in row_numbers(one.name, typed):
        here = f"{one.name}.{number}"
        row = {column.name: first(typed, f"{here}.{column.name}").strip() for column in one.columns}
        if not row["pattern"]:
            continue
        bonus: dict[str, Any] = {}
        for column in one.columns:
            name, (of, _, patterns) = column.name, column.when.partition("=")
            if of and row["pattern"] not in patterns.split(" "):
                continue
            if column.kind == "number":
                bonus[name] = _cell(one, here, {**row, name: row[name] or "0"}, name, rules)
            elif column.kind == "choice":
                bonus[name] = _cell(one, here, row, name, rules)
            elif column.kind == "tick":
                bonus[name] = bool(row[name])
            else:
                bonus[name] = _ranks(here, row[name], rules)
        if bonus.get("pattern") is not None:
            rules.fields[f"bonuses.{len(bonuses)}"] = here
            bonuses.append({name: value for name, value in bonus.items() if value is not None})
    rules.data["bonuses"] = bonuses


def _ranks(here: str, text: str, rules: Rules) -> list[str] | None:
    try:
        return [_rank(word).value for word in re.split(r"[,\s]+", text) if word]
    except _NotRead as wrong:
        rules.errors.setdefault(f"{here}.ranks", []).append(str(wrong))
        return None


def _rank(word: str) -> Rank:
    plain = word.replace("\N{MINUS SIGN}", "-").upper()
    names = {rank.value: rank for rank in EVERY_CARD} | {rank.face: rank for rank in NUMBER_RANKS}
    names |= {"JOKER": Rank.JOKER, "JO": Rank.JOKER, "T": Rank.TEN}
    if plain not in names:
        raise _NotRead(f"{word[:20]!r} is no card")
    return names[plain]


_READ_ROWS = {
    "card_values": _read_single_cards,
    "cancelling.exceptions": _read_exceptions,
    "bonuses": _read_bonuses,
}

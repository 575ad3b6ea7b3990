"""The builder's form and a house: what is filled in for a house, and what a form that was filled in says.

A form is kept as it was typed, right or wrong: texts by field name. Reading one gives the data of a house file, so that
the very same checks speak about both, and each finding is shown at the field of its key.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from werkzeug.datastructures import MultiDict

from scorekeeper.houses import BadHouse, with_readings
from scorekeeper.houses.loading import from_data, to_data
from scorekeeper.houses.writing import key_of_name
from scorekeeper.rules import BadLayout, House, Rank, parse_layout, score
from scorekeeper.rules.house import Cancelling, Example, FourOfAKind, Option, Penalty, Placing, Reward
from scorekeeper.rules.sheet import in_short
from scorekeeper.web.build.fields import (
    EVERY_CARD,
    NUMBER_RANKS,
    POINTS,
    STANDARD_CARDS,
    SUITS_OF,
    YES,
    Field,
    every_field,
)

Typed = dict[str, list[str]]
"""The form as it was filled in: every value by the name of its field."""

Errors = dict[str, list[str]]
"""What is wrong, in sentences, by the name of the field; under "" what no field is about."""

LONGEST_VALUE = 4_000
MOST_ERRORS = 200
OWN_FIELDS = frozenset({"csrf_token", "write_id", "do", "from", "based_on", "try"})
"""What the form sends beside the rules."""

_ROW = re.compile(r"([a-z_.]+)\.([0-9]{1,2})\.([a-z_]+)")
_FIELDS = {one.name: one for one in every_field()}
_ROWS = {name: one for name, one in _FIELDS.items() if one.kind == "rows"}
# What belongs to a whole group is shown at the field that decides it.
_SHOWN_AT = {
    "grid": "grid.rows",
    "cancelling": "cancelling.is",
    "four_of_a_kind": "four_of_a_kind.is",
    "table.deck": "values",
    "penalty": "penalty.kind",
    "reward": "reward.kind",
    "placing.winner": "placing.winner.kind",
    "source": "source.title",
}


@dataclass
class Rules:
    """What a form says: the data of a house file, and what could not be read."""

    data: dict[str, Any]
    errors: Errors
    fields: dict[str, str] = field(default_factory=dict)  # the field that a key of the file came from


# --- what is filled in ------------------------------------------------------------------------------------------------


def typed_of(house: House) -> Typed:
    """The form filled in with a house."""
    data = to_data(
        replace(
            house,
            cancelling=house.cancelling or Cancelling(),
            four_of_a_kind=_plain(house).four_of_a_kind or FourOfAKind(points=-10),
            penalty=house.penalty or Penalty(kind="none"),
            reward=house.reward or Reward(kind="none"),
            placing=Placing(winner=house.placing.winner or Reward(kind="none"), equal=house.placing.equal),
        )
    )
    own = house.table.deck is not None
    typed: Typed = {
        "table.cards": ["own" if own else "standard"],
        "cancelling.is": [YES if house.cancelling else "no"],
        "four_of_a_kind.is": [YES if _plain(house).four_of_a_kind else "no"],
    }
    for rank, points in house.values.items():
        typed[f"values.{rank.value}"] = [str(points)]
    for rank, count in (house.table.deck or {}).items():
        typed[f"table.deck.{rank.value}"] = [str(count)]
    for one in every_field():
        if one.name in typed or one.kind == "cards":
            continue
        value = _at(data, one.name)
        if one.kind == "rows":
            for number, row in enumerate(_rows_of(one, value)):
                typed |= {f"{one.name}.{number}.{name}": [text] for name, text in row.items()}
        elif one.kind == "tick":
            typed |= {one.name: [YES]} if value else {}
        elif one.kind == "ticks":
            typed[one.name] = [str(each) for each in value]
        elif one.kind == "numbers":
            typed[one.name] = [", ".join(str(each) for each in value)]
        elif one.kind == "counted" and isinstance(value, int):
            typed |= {one.name: [POINTS], f"{one.name}.points": [str(value)]}
        else:
            typed[one.name] = ["" if value is None else str(value)]
    return typed


def _at(data: Mapping[str, Any], path: str) -> Any:
    value: Any = data
    for name in path.split("."):
        value = value[name]
    return value


def _rows_of(one: Field, value: Any) -> Iterator[dict[str, str]]:
    """The lines of a field of rows, each a text by column."""
    first, second = (column.name for column in one.columns[:2])
    if one.name == "bonuses":
        for bonus in value:
            ranks = ", ".join(Rank(rank).face for rank in bonus["ranks"])
            row = {column.name: str(bonus[column.name]) for column in one.columns if column.kind != "tick"}
            yield {**row, "ranks": ranks, **({"jokers_wild": YES} if bonus["jokers_wild"] else {})}
    elif one.name == "card_values":
        left = dict(value)
        for card, points in value.items():
            if card not in left:
                continue
            rank = card[:-1]
            for word, suits in SUITS_OF.items():
                pair = [f"{rank}{suit.value}" for suit in suits]
                if card in pair and all(left.get(each) == points for each in pair):
                    for each in pair:
                        del left[each]
                    yield {"rank": rank, "suits": word, "points": str(points)}
                    break
            else:
                del left[card]
                yield {"rank": rank, "suits": card[-1], "points": str(points)}
    elif one.name == "cancelling.exceptions":
        for rank, what in value.items():
            points = isinstance(what, int)
            yield {"rank": rank, "what": POINTS if points else what, "points": str(what) if points else ""}
    else:
        for left_value, right in value.items():
            if right != "ask":  # whoever makes a house answers for its table
                yield {first: str(left_value), second: str(right)}


# --- what was filled in -----------------------------------------------------------------------------------------------


def read_typed(sent: MultiDict[str, str]) -> tuple[Typed, Errors]:
    """Take the form as it came; whatever is no field of it is named once."""
    typed: Typed = {}
    strangers = []
    for name, values in sent.lists():
        if name in OWN_FIELDS:
            continue
        if not _is_field(name):
            strangers.append(name)
            continue
        typed[name] = [value[:LONGEST_VALUE] for value in values[:60]]
    if not strangers:
        return typed, {}
    more = f" and {len(strangers) - 3} more" if len(strangers) > 3 else ""
    named = ", ".join(repr(name[:40]) for name in strangers[:3])
    return typed, {"": [f"this form has no field {named}{more}"]}


def _is_field(name: str) -> bool:
    top, _, last = name.rpartition(".")
    if name in _FIELDS:
        return _FIELDS[name].kind not in ("cards", "rows")
    if top in ("values", "table.deck"):
        return last in {rank.value for rank in EVERY_CARD}
    if last == "points" and top in _FIELDS and _FIELDS[top].kind == "counted":
        return True
    row = _ROW.fullmatch(name)
    return row is not None and row[1] in _ROWS and row[3] in {column.name for column in _ROWS[row[1]].columns}


def row_numbers(name: str, typed: Typed) -> list[int]:
    """The lines of a field of rows that were sent, empty ones too."""
    found = (_ROW.fullmatch(sent) for sent in typed if sent.startswith(f"{name}."))
    return sorted({int(row[2]) for row in found if row is not None and row[1] == name})


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
            raise _NotRead("choose of what is offered")
        _put(rules.data, name, [value for value in known if value in typed.get(name, [])])
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


# --- the house --------------------------------------------------------------------------------------------------------


def house_of(typed: Typed, base: House | None = None) -> tuple[House | None, Errors]:
    """The house that the form says, or None and everything that is wrong, at its fields.

    ``base`` is the house that is changed: its questions and examples stay as far as they still fit.
    """
    rules = read_rules(typed)
    errors, data = dict(rules.errors), rules.data
    if not data.get("summary"):
        data["summary"] = "-"
    house = None
    try:
        house = from_data(data, "house")
    except BadHouse as bad:
        for problem in bad.found:
            at = _field_of(problem.key, rules.fields)
            # What could not be read was said already, and is not missing besides; nor is it in its group.
            if at not in rules.errors and not any(name.startswith(f"{at}.") for name in rules.errors):
                errors.setdefault(at, []).append(problem.cause)
    if errors:
        return None, dict(list(errors.items())[:MOST_ERRORS])
    assert house is not None
    if house.summary == "-":
        house = replace(house, summary=(", ".join(in_short(house)) or house.name)[:299] + ".")
    return house if base is None else _with_what_fits(house, base), {}


def _field_of(key: str, fields: Mapping[str, str]) -> str:
    """The field where a finding about that key is shown; "" for none."""
    rest = ""
    while key:
        if key in fields:
            return f"{fields[key]}{rest}" if rest in _BONUS_CELLS else fields[key]
        if key in _SHOWN_AT:
            return _SHOWN_AT[key]
        if key in _FIELDS or (key.startswith(("values.", "table.deck.")) and _is_field(key)):
            return key
        key, _, last = key.rpartition(".")
        rest = f".{last}{rest}"
    return ""


_BONUS_CELLS = frozenset(f".{column.name}" for column in _ROWS["bonuses"].columns)


def _with_what_fits(house: House, base: House) -> House:
    """The house with the questions of another that it can still be asked, and its examples as they count now."""
    options = tuple(option for option in base.options if _fits(option, house))
    examples = tuple(again for example in base.examples if (again := _counted_anew(example, house)) is not None)
    sheet = replace(house.source, sheet=base.source.sheet)
    try:
        return from_data(to_data(replace(house, options=options, examples=examples, source=sheet)), "house")
    except BadHouse:
        return house


def _counted_anew(example: Example, house: House) -> Example | None:
    try:
        total = score(parse_layout(example.layout, house), house).total
    except BadLayout:
        return None
    return example if total == example.total else Example(layout=example.layout, total=total)


def _fits(option: Option, house: House) -> bool:
    asked_house = replace(house, options=(option,))
    try:
        chosen = [with_readings(asked_house, {option.key: reading.key}) for reading in option.readings]
    except (BadHouse, TypeError, AttributeError):
        return False
    return option.must_ask or _plain(replace(chosen[0], readings={})) == _plain(asked_house)


def _plain(house: House) -> House:
    """The house without what says that there is nothing, as a form says it."""
    four = house.four_of_a_kind
    return replace(
        house,
        four_of_a_kind=four if four and (four.points or four.by_rank or four.by_columns) else None,
        penalty=house.penalty if house.penalty and house.penalty.kind != "none" else None,
        reward=house.reward if house.reward and house.reward.kind != "none" else None,
    )


def wrong_fields(errors: Errors) -> Sequence[str]:
    """The fields that something is wrong with, in the order of the form."""
    return [name for name in errors if name]

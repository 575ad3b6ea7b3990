"""The builder's form: a house as form fields, and form fields as the data of a house file.

A form keeps all typed texts by field name, right or wrong. A field is named after the key that it sets, and the
vocabulary has its kind, so that files and forms share their checks.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from werkzeug.datastructures import MultiDict

from scorekeeper.houses.loading import to_data
from scorekeeper.houses.vocabulary import (
    EVERY_CARD,
    NUMBER_RANKS,
    PARAMETERS,
    POINTS,
    STANDARD_CARDS,
    SUITS_OF,
    YES,
    Parameter,
)
from scorekeeper.houses.writing import key_of_name
from scorekeeper.rules import Card, House, Rank, parse_card
from scorekeeper.rules.names import cleaned, cleaned_lines
from scorekeeper.rules.parameters import Cancelling, FourOfAKind, Penalty, Reward
from scorekeeper.rules.problems import BadCards
from scorekeeper.rules.signs import plain_signs
from scorekeeper.rules.wording import short
from scorekeeper.web.forms import Errors, Form, TextField, WholeNumberField

Typed = dict[str, list[str]]
"""The form as filled in: every value by the name of its field."""

LONGEST_VALUE = 4_000
"""Characters of an answer that are read; longer ones are refused."""

LONGEST_TRIAL = 300
"""Characters of the visitor's own hand."""

_ROW = re.compile(r"([a-z_.]+)\.([0-9]{1,2})\.([a-z_]+)")
_CARDS = ("values", "table.deck")


class RulesForm(Form):
    """What the builder's form has beside the rules."""

    begun_from = TextField(name="from")
    based_on = WholeNumberField()
    write_id = TextField()
    trial = TextField("Your hand", LONGEST_TRIAL, name="try")
    do = TextField()


def first(typed: Typed, name: str) -> str:
    """The value of a field with one value; empty for none."""
    return (typed.get(name) or [""])[0]


# --- the names of fields ----------------------------------------------------------------------------------------------


def read_typed(sent: MultiDict[str, str]) -> Typed:
    """The form as sent, without unknown fields."""
    return {name: [value[:LONGEST_VALUE] for value in values[:60]] for name, values in sent.lists() if label_of(name)}


def with_labels(errors: Errors) -> Errors:
    """The same errors, each starting with the label of its field, for a list."""
    return {name: [_said(label_of(name), message) for message in found] for name, found in errors.items()}


def _said(label: str, message: str) -> str:
    if label.endswith("?"):
        return f"{label} {message}"
    return f"{label}: {message}" if label else message


def label_of(name: str) -> str:
    """The label of a field; empty for an unknown name."""
    top, _, last = name.rpartition(".")
    if name in PARAMETERS:
        return PARAMETERS[name].label
    if top in _CARDS and last in {rank.value for rank in EVERY_CARD}:
        return f"{Rank(last).word.capitalize()}, {'points' if top == 'values' else 'in a deck'}"
    if last == POINTS and top in PARAMETERS and PARAMETERS[top].kind == "counted":
        return PARAMETERS[top].label
    row = _ROW.fullmatch(name)
    labels = {column.key: column.label for column in PARAMETERS[row[1]].columns} if row and row[1] in PARAMETERS else {}
    return f"{PARAMETERS[row[1]].label.rstrip('?')}, {labels[row[3]]}" if row and row[3] in labels else ""


def filled_lines(one: Parameter, typed: Typed) -> Iterator[tuple[int, dict[str, str]]]:
    """The filled lines of a field of rows: their numbers, and their texts by column."""
    found = (_ROW.fullmatch(sent) for sent in typed if sent.startswith(f"{one.key}."))
    for number in sorted({int(row[2]) for row in found if row is not None and row[1] == one.key}):
        texts = {column.key: first(typed, f"{one.key}.{number}.{column.key}").strip() for column in one.columns}
        row = {column.key: texts[column.key] for column in one.columns if _asked(column, texts.get)}
        if any(row.get(column.key) for column in one.columns if column.kind != "choice" or "" in column.choices):
            yield number, row


def _asked(one: Parameter, said: Callable[[str], str | None]) -> bool:
    """Whether the form asks for this, given its other answers."""
    return one.condition is None or said(one.condition[0]) in one.condition[1]


# --- the form of a house ----------------------------------------------------------------------------------------------


def typed_of(house: House) -> Typed:
    """A house as form fields."""
    data = _data_with_every_table(house)
    typed = {
        f"{name}.{rank.value}": [str(number)]
        for name, cards in zip(_CARDS, (house.values, house.table.deck or {}), strict=True)
        for rank, number in cards.items()
    }
    for one in PARAMETERS.values():
        value: Any = data
        for name in one.key.split("."):
            value = value[name]
        typed |= _fields_of(one, value)
    return typed


def _data_with_every_table(house: House) -> dict[str, Any]:
    """The data of the house's file, with usual answers where it has no rule, and the switches of the form."""
    bare = without_empty_rules(house)
    data = to_data(
        replace(
            house,
            cancelling=house.cancelling or Cancelling(),
            four_of_a_kind=bare.four_of_a_kind or FourOfAKind(points=-10),
            penalty=house.penalty or Penalty(kind="none"),
            reward=house.reward or Reward(kind="none"),
            placing=replace(house.placing, winner=house.placing.winner or Reward(kind="none")),
        )
    )
    data["table"]["cards"] = "standard" if house.table.deck is None else "own"
    data["cancelling"]["is"] = YES if house.cancelling else "no"
    data["four_of_a_kind"]["is"] = YES if bare.four_of_a_kind else "no"
    return data


def _fields_of(one: Parameter, value: Any) -> Typed:
    """The fields of one parameter; none for cards, whose fields have other names, and a box without its tick."""
    if one.kind == "rows":
        rows = enumerate(_rows_of(one, value))
        return {f"{one.key}.{number}.{name}": [text] for number, row in rows for name, text in row.items()}
    if one.kind == "ticks":
        return {one.key: [str(each) for each in value]}
    if one.kind == "counted" and isinstance(value, int):
        return {one.key: [POINTS], f"{one.key}.{POINTS}": [str(value)]}
    if one.kind == "cards" or (one.kind == "tick" and not value):
        return {}
    return {one.key: [_text(one, value)]}


def _text(one: Parameter, value: Any) -> str:
    if one.kind == "tick":
        return YES if value else ""
    if one.kind == "ranks":
        return ", ".join(Rank(rank).face for rank in value)
    return ", ".join(map(str, value)) if one.kind == "numbers" else "" if value is None else str(value)


def _rows_of(one: Parameter, value: Any) -> Iterator[dict[str, str]]:
    """The lines of a field of rows, each a text by column."""
    if one.key == "bonuses":
        for bonus in value:
            yield {column.key: _text(column, bonus[column.key]) for column in one.columns}
        return
    if one.key == "card_values":
        rows = _single_cards(value)
    elif one.key == "cancelling.exceptions":
        rows = _exceptions(value)
    else:
        rows = _pairs_of_texts(value)
    names = [column.key for column in one.columns]
    for texts in rows:
        yield dict(zip(names, texts, strict=True))


def _pairs_of_texts(value: Mapping[Any, Any]) -> Iterator[tuple[str, ...]]:
    for left, right in value.items():
        if right != "ask":  # a new house must not ask its table
            yield str(left), str(right)


def _single_cards(value: Mapping[str, int]) -> Iterator[tuple[str, ...]]:
    """Rank, suits and points; two suits of the same points share a line where they have a word, such as black."""
    alike: dict[tuple[str, int], list[str]] = {}
    for card, points in value.items():
        alike.setdefault((card[:-1], points), []).append(card[-1])
    for (rank, points), found in alike.items():
        pairs = [word for word, suits in SUITS_OF.items() if {suit.value for suit in suits} == set(found)]
        for suits in pairs or found:
            yield rank, suits, str(points)


def _exceptions(value: Mapping[str, str | int]) -> Iterator[tuple[str, ...]]:
    """Rank, what its group is worth, and the points if that is a number."""
    for rank, what in value.items():
        yield (rank, POINTS, str(what)) if isinstance(what, int) else (rank, what, "")


def fresh_form(house: House, start: House | None = None) -> Typed:
    """The form for a new house: the rules of another, under a new name.

    Answers for decks that ``start`` leaves to the table get lines of their own.
    """
    asked = [players for players, decks in start.table.decks.items() if decks == "ask"] if start else []
    answered = {players: decks for players in asked if (decks := house.decks(players)) is not None}
    lines = dict(sorted({**answered, **house.table.decks}.items()))
    return {
        **typed_of(replace(house, table=replace(house.table, decks=lines))),
        "name": [f"{house.name[:50]}, our way"],
        "summary": [""],
        "source.title": [f"Based on {house.name}"],
        "source.notes": [""],
    }


def without_empty_rules(house: House) -> House:
    """The house without rules that do nothing, which a form can't express."""
    four = house.four_of_a_kind
    return replace(
        house,
        four_of_a_kind=four if four and (four.points or four.by_rank or four.by_columns) else None,
        penalty=house.penalty if house.penalty and house.penalty.kind != "none" else None,
        reward=house.reward if house.reward and house.reward.kind != "none" else None,
    )


# --- reading a form -------------------------------------------------------------------------------------------------


@dataclass
class Rules:
    """A form that was read: the data of a house file, and the errors."""

    data: dict[str, Any]
    errors: Errors
    fields: dict[str, str] = field(default_factory=dict)  # the field of each key of the file

    def put(self, path: str, value: Any) -> None:
        """Set one key; missing tables are added."""
        *tables, last = path.split(".")
        table = self.data
        for name in tables:
            table = table.setdefault(name, {})
        table[last] = value

    def note(self, name: str, cause: str) -> None:
        """Add an error at that field."""
        self.errors.setdefault(name, []).append(cause)


class _NotRead(Exception):
    """A field's text can't be read. The message is a sentence for people."""


def read_rules(typed: Typed) -> Rules:
    """Read the form. Unreadable fields are reported and left out, so that the rest can still be checked."""
    rules = Rules({"source": {"sheet": ""}}, {})
    for one in PARAMETERS.values():
        if _asked(one, lambda name: first(typed, name)):
            try:
                _read(one, typed, rules)
            except _NotRead as wrong:
                rules.note(one.key, str(wrong))
    _drop_switches(rules.data)
    rules.data["key"] = key_of_name(rules.data.get("name", ""))
    return rules


def _read(one: Parameter, typed: Typed, rules: Rules) -> None:
    """Read the fields of one parameter."""
    if one.kind == "cards":
        _read_cards(typed, rules)
    elif one.kind == "rows":
        _read_rows(one, typed, rules)
    elif (value := _value(one, one.key, typed)) is not None:
        rules.put(one.key, value)


def _drop_switches(data: dict[str, Any]) -> None:
    """Leave out what only the form has, and the rules that it switches off."""
    data["table"].pop("cards", None)
    for name in ("cancelling", "four_of_a_kind"):
        if data.get(name, {}).pop("is", None) != YES:
            data.pop(name, None)
    for table, name in ((data, "penalty"), (data, "reward"), (data.get("placing", {}), "winner")):
        if table.get(name, {}).get("kind") in (None, "none"):
            table.pop(name, None)


def _value(one: Parameter, name: str, typed: Typed) -> Any:
    """The value of a field or of a column of a line; None for nothing, where optional."""
    text = first(typed, name).strip()
    match one.kind:
        case "words" | "text":
            if name not in typed:
                raise _NotRead("This field is missing.")
            return cleaned_lines(text) if one.key == "source.notes" else cleaned(text)
        case "number":
            return None if one.optional and not text else _number(text)
        case "numbers":
            return [_number(part.strip()) for part in text.split(",")] if text else []
        case "ranks":
            return [_rank(word).value for word in re.split(r"[,\s]+", text) if word]
        case "tick":
            return bool(text)
        case "ticks":
            return list(dict.fromkeys(_choice(one, each) for each in typed.get(name, [])))
    chosen = _choice(one, text)
    if not chosen:
        raise _NotRead("Choose an answer.")
    return _number(first(typed, f"{name}.{POINTS}").strip()) if one.kind == "counted" and chosen == POINTS else chosen


def _choice(one: Parameter, chosen: str) -> str:
    if chosen not in one.choices:
        raise _NotRead("Choose an answer.")
    return chosen


def _number(text: str) -> int:
    plain = plain_signs(text)
    if not plain:
        raise _NotRead("Enter a number.")
    if re.fullmatch(r"[+-]?[0-9]{7,}", plain, re.ASCII):
        raise _NotRead(f"{short(text, 20)} is too large.")
    if not re.fullmatch(r"[+-]?[0-9]{1,6}", plain, re.ASCII):
        raise _NotRead(f"“{text[:20]}” isn’t a whole number.")
    return int(plain)


def _rank(word: str) -> Rank:
    cards = {rank.face: Card(rank) for rank in NUMBER_RANKS}
    try:
        card = cards.get(plain_signs(word)) or parse_card(word)
    except BadCards:
        card = Card(Rank.GONE)
    if card.rank is Rank.GONE or card.suit:
        raise _NotRead(f"“{word[:20]}” isn’t a card.")
    return card.rank


def _read_cards(typed: Typed, rules: Rules) -> None:
    """The value of each card, and its count in a custom deck."""
    own = first(typed, "table.cards") == "own"
    read: dict[str, dict[str, int]] = {name: {} for name in _CARDS}
    for rank in EVERY_CARD if own else STANDARD_CARDS:
        for name in _CARDS if own else _CARDS[:1]:
            if text := first(typed, f"{name}.{rank.value}").strip():
                try:
                    read[name][rank.value] = _number(text)
                except _NotRead as wrong:
                    rules.note(f"{name}.{rank.value}", str(wrong))
    values, counts = read.values()
    if own:
        counts = {rank: count for rank, count in counts.items() if count}
        # Values of cards that the deck lacks stay in the form, in case they are added again.
        values = {rank: points for rank, points in values.items() if rank in counts}
        rules.put("table.deck", counts)
        rules.put("table.jokers_per_deck", counts.get(Rank.JOKER.value, 0))
    rules.put("values", values)


def _read_rows(one: Parameter, typed: Typed, rules: Rules) -> None:
    """The lines of a field: bonuses as tables in order, otherwise each line's last column under its first."""
    lines: list[dict[str, Any]] = []
    rules.put(one.key, lines if one.key == "bonuses" else {})
    for number, row in filled_lines(one, typed):
        here, read = f"{one.key}.{number}", {}
        for column in one.columns:
            if column.key in row:
                try:
                    read[column.key] = _value(column, f"{here}.{column.key}", typed)
                except _NotRead as wrong:
                    rules.note(f"{here}.{column.key}", str(wrong))
        if one.key == "bonuses":
            if "pattern" in read:
                rules.fields[f"bonuses.{len(lines)}"] = here
                lines.append({name: value for name, value in read.items() if value is not None})
        elif len(read) == len(row):
            _keep(one, here, read, rules)


def _keep(one: Parameter, here: str, read: dict[str, Any], rules: Rules) -> None:
    """Store one line's value under its key, once."""
    key, value = str(next(iter(read.values()))), list(read.values())[-1]
    suits = SUITS_OF.get(read["suits"], (read["suits"],)) if "suits" in read else ("",)
    for box in [f"{one.key}.{key}{suit}" for suit in suits]:
        if box in rules.fields:
            rules.note(f"{here}.{one.columns[0].key}", "Listed twice.")
        else:
            rules.fields[box] = f"{here}.{one.columns[-1].key}"
            rules.put(box, value)


def field_of(key: str, fields: Mapping[str, str]) -> str:
    """The field that shows a finding about that key; "" for none."""
    parts = key.split(".")
    tops = [".".join(parts[:length]) for length in range(len(parts), 0, -1)]
    for top in tops:
        if top in fields:
            cell = fields[top] + key.removeprefix(top)
            return cell if label_of(cell) else fields[top]
    for top in tops:
        if label_of(top):
            return top
        # Findings about a whole group go to its first field, which decides about it.
        group = "values" if top == "table.deck" else next((one for one in PARAMETERS if one.startswith(f"{top}.")), "")
        if group:
            return group
    return ""

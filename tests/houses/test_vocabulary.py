"""The vocabulary has words for every value that a house can say, and for no other."""

from __future__ import annotations

import typing

from scorekeeper.houses.vocabulary import PARAMETERS, POINTS, Parameter
from scorekeeper.rules import House


def possible(key: str) -> set[str]:
    """The values that the rules know for a key, where those are words."""
    data: typing.Any = House
    for name in key.split("."):
        tables = [kind for kind in (data, *typing.get_args(data)) if hasattr(kind, "__dataclass_fields__")]
        data = typing.get_type_hints(tables[0]).get(name) if tables else None
    return {word for word in words_of(data) if isinstance(word, str)}


def words_of(hint: typing.Any) -> typing.Iterator[typing.Any]:
    if typing.get_origin(hint) is typing.Literal:
        yield from typing.get_args(hint)
    else:
        for inner in typing.get_args(hint):
            yield from words_of(inner)


def own_words(one: Parameter) -> set[str]:
    return {value for value in one.choices if value != POINTS}


def test_every_value_has_its_words_and_every_word_its_value() -> None:
    for key, one in PARAMETERS.items():
        known = possible(key)
        if known and one.kind != "rows":
            assert own_words(one) == known, key
        for said in (one.sheet, one.referee, one.brief):
            assert set(said or {}) <= known, key


def test_what_a_parameter_waits_for_is_a_parameter_with_such_values() -> None:
    for one in PARAMETERS.values():
        if one.condition is not None:
            key, values = one.condition
            asked = PARAMETERS[key]
            assert asked.kind in ("tick", "number") or set(values) <= set(asked.choices), one.key

"""The vocabulary has words for every value that a house can say, and for no other."""

import typing

from scorekeeper.houses.sheet.facts import FACTS
from scorekeeper.houses.sheet.sentences import BRACES, LISTS, SENTENCES
from scorekeeper.houses.vocabulary import PARAMETERS, POINTS, Parameter
from scorekeeper.rules import House
from tests.houses.test_adding_a_house import keys_of


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


SPOKEN_OF = {"bonus", "bonus_counts", "counts", "group", "same_group", "points", "single", "read"}
"""What a sentence about one of several things is given besides the house."""


def test_every_key_in_a_sentence_means_something() -> None:
    keys = {key for rows in SENTENCES.values() for conditions, _ in rows for key, _, _ in conditions}
    for _, say in (row for rows in SENTENCES.values() for row in rows):
        for braces in BRACES.findall(say):
            note = braces.startswith("note ")
            keys |= set() if note else {braces.partition(":")[0]}
        assert not say.startswith(">") or say[1:] in {*SENTENCES, *LISTS}, say
    known = {*keys_of(House), *FACTS, *SENTENCES, *SPOKEN_OF, "grid.size"}
    unknown = {key for key in keys if key not in known and not hasattr(House, key) and not key.isdecimal()}
    assert {key for key in unknown if key.partition(".")[0] not in ("values", "a_rank", "bonus", "reward")} == set()

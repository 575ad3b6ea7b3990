"""Values of a house file as the types of its parameters: the whole house, or some keys of it that a round changes."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin

from scorekeeper.rules.cards import Rank


def made(kind: Any, value: Any) -> Any:
    """A value of a house file as this type of a field."""
    if isinstance(kind, type) and is_dataclass(kind):
        kinds = _kinds(kind)
        return kind(**{name: made(kinds[name], held) for name, held in value.items()})
    origin, inner = get_origin(kind), get_args(kind)
    if origin is tuple:
        return tuple(made(inner[0], held) for held in value)
    if origin is Mapping:
        return {made(inner[0], key): made(inner[1], held) for key, held in value.items()}
    if origin in (Union, UnionType):
        others = [one for one in inner if one is not NoneType]
        return made(others[0], value) if len(others) == 1 else value
    return kind(value) if kind in (int, Rank) else value  # keys of TOML are texts


def changed(data: Any, sets: Mapping[str, Any]) -> Any:
    """The house, or a table of it, with other values at these keys, written as `values.3`. "none" removes a table."""
    kind: Any = type(data)
    parts: dict[str, dict[str, Any]] = {}
    for path, value in sets.items():
        name, _, rest = path.partition(".")
        parts.setdefault(name, {})[rest] = value
    return replace(
        data, **{name: _changed(getattr(data, name), _kinds(kind)[name], part) for name, part in parts.items()}
    )


def _changed(held: Any, kind: Any, sets: Mapping[str, Any]) -> Any:
    if "" in sets:
        whole = sets[""]
        return None if whole == "none" and NoneType in get_args(kind) else made(kind, whole)
    if isinstance(held, Mapping):
        return {**held, **made(kind, sets)}
    return made(kind, sets) if held is None else changed(held, sets)


@cache
def _kinds(kind: Any) -> Mapping[str, Any]:
    """The types of a dataclass's fields."""
    return {field.name: field.type for field in fields(kind)}

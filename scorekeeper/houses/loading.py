"""Reading houses from TOML, keeping them as JSON, and saying exactly what is wrong with a bad one."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from importlib import resources
from typing import Any

from pydantic import TypeAdapter, ValidationError

from scorekeeper.houses.contradictions import contradictions
from scorekeeper.rules import House, Reading, RuleError
from scorekeeper.rules.errors import UnknownHouse

_HOUSE: TypeAdapter[House] = TypeAdapter(House)

# What the validator calls a keyword argument is a key to whoever writes the file.
_CAUSES = {"unexpected_keyword_argument": "there is no such key", "missing": "this key is needed"}


class HouseProblem(RuleError):
    """One thing that is wrong with a house: ``where`` it was read, the ``key`` (`cancelling.size`), and the cause."""

    code = "house.bad_key"

    def __init__(self, where: str, key: str, cause: str) -> None:
        super().__init__(f"{where}: {key}: {cause}" if key else f"{where}: {cause}")
        self.where = where
        self.key = key
        self.cause = cause


class BadHouse(RuleError):
    """A house that cannot be used, with every problem found."""

    code = "house.bad"

    def __init__(self, problems: list[HouseProblem]) -> None:
        self._problems = tuple(problems)
        super().__init__("; ".join(problem.message for problem in problems))

    @property
    def problems(self) -> tuple[RuleError, ...]:
        return self._problems


@cache
def built_in() -> tuple[House, ...]:
    """Every house that comes with Scorekeeper: those of the rule sheets by their numbers, then the others by name."""
    files = (file for file in resources.files(__package__).iterdir() if file.name.endswith(".toml"))
    houses = [parse(file.read_text(encoding="utf-8"), file.name) for file in files]
    return tuple(sorted(houses, key=lambda house: (house.source.sheet or "~", house.name)))


def get(key: str) -> House:
    """The built-in house of that key. Raises UnknownHouse, naming those there are."""
    for house in built_in():
        if house.key == key:
            return house
    raise UnknownHouse(f"there is no house {key!r}; there are {', '.join(house.key for house in built_in())}")


def parse(text: str, where: str) -> House:
    """Read a house file. ``where`` is its name, for messages; a file `x.toml` must hold the house `x`.

    Raises BadHouse with every problem: file, key and cause.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadHouse([HouseProblem(where, "", f"no TOML: {error}")]) from None
    house = from_data(data, where)
    problems = list(_unusable_readings(house, where))
    if where.endswith(".toml") and where != f"{house.key}.toml":
        problems.insert(0, HouseProblem(where, "key", f"{house.key!r} is not the name of the file"))
    if problems:
        raise BadHouse(problems)
    return house


def apply_reading(data: dict[str, Any], reading: Reading) -> None:
    """Set the parameters of a reading in the data of a house; a table that the house left out is begun."""
    for path, value in reading.sets.items():
        *tables, last = path.split(".")
        table = data
        for name in tables:
            if table.get(name) is None:
                table[name] = {}
            table = table[name]
        table[last] = value


def freeze(house: House) -> str:
    """A house as one line of JSON, complete with the readings chosen: the copy that a game keeps."""
    return json.dumps(to_data(house), ensure_ascii=False, separators=(",", ":"))


@lru_cache(maxsize=256)
def thaw(text: str) -> House:
    """The house that ``freeze`` wrote. Raises BadHouse.

    What a newer release would call a contradiction is left alone: an old game keeps the rules that it began with.
    """
    return _read(text, "kept house")


def to_data(house: House) -> dict[str, Any]:
    """A house as plain JSON values, under the keys of a house file."""
    data: dict[str, Any] = _HOUSE.dump_python(house, mode="json")
    return data


def from_data(data: Mapping[str, Any], where: str) -> House:
    """The house of plain values under the keys of a house file. Raises BadHouse."""
    house = _read(json.dumps(data, default=str), where)
    problems = [HouseProblem(where, key, cause) for key, cause in contradictions(house)]
    if problems:
        raise BadHouse(problems)
    return house


def _read(text: str, where: str) -> House:
    try:
        # Strict JSON: "3" is no number and true is no 1, but a list may stand for a tuple.
        return _HOUSE.validate_json(text, strict=True)
    except ValidationError as error:
        raise BadHouse(_said_once(error, where)) from None


def _said_once(error: ValidationError, where: str) -> list[HouseProblem]:
    """The problems that pydantic found, under the keys of the file: its names for the branches of a type left out."""
    causes: dict[str, list[str]] = {}
    for found in error.errors(include_url=False, include_context=False):
        loc = [str(part) for part in found["loc"]]
        if loc and (loc[-1] in ("int", "[key]") or loc[-1].startswith("literal[")):
            loc.pop()
        cause = _CAUSES.get(found["type"], found["msg"].replace("Input should be", "must be"))
        known = causes.setdefault(".".join(loc), [])
        known.append(cause.removeprefix("must be ") if known else cause)
    return [HouseProblem(where, key, " or ".join(dict.fromkeys(found))) for key, found in causes.items()]


def _unusable_readings(house: House, where: str) -> Iterator[HouseProblem]:
    """Readings that cannot be chosen, and first readings that are not what the house itself says."""
    for number, option in enumerate(house.options):
        for reading in option.readings:
            key = f"options.{number} ({option.key}).{reading.key}.sets"
            data = to_data(house)
            try:
                apply_reading(data, reading)
                chosen = from_data(data, where)
            except BadHouse as error:
                for problem in error.problems:
                    yield HouseProblem(where, key, problem.message.removeprefix(f"{where}: "))
                continue
            except (TypeError, AttributeError):
                yield HouseProblem(where, key, f"no parameters of a house: {', '.join(reading.sets)}")
                continue
            if reading is option.default and chosen != house:
                yield HouseProblem(where, key, "the first reading must be what the house itself says")

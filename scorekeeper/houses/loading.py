"""Read houses from TOML, store them as JSON, and report every fault of a bad one."""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any

from scorekeeper.houses.library import OF_CARDS
from scorekeeper.rules import House, Reading, RuleError, parse_layout, score
from scorekeeper.rules.names import cleaned_lines
from scorekeeper.rules.parameters import Source
from scorekeeper.rules.problems import SeveralProblems
from scorekeeper.rules.wording import short

if TYPE_CHECKING:
    from pydantic import TypeAdapter, ValidationError

    from scorekeeper.houses.lint_words import Finding

# Other imports are inside the functions: the reader and the judges of other people's files take longer to load than a
# hand by our own rules takes to score.

LONGEST_FILE = 100_000
"""Characters of a house file; more is refused before it is read."""

MOST_DOTS = 100
"""Dots in one key or line. Python's reader needs quadratic time for them."""

MOST_PROBLEMS = 100
"""Problems reported at once. A file with more was never meant as a house."""

# The validator's keyword arguments are keys to the writer of a file.
_CAUSES = {
    "unexpected_keyword_argument": "There’s no such key",
    "missing": "This key is missing",
    "enum": "There’s no such card",
}

# What a reading may set: rules, never the name or source of a house.
_RULES = frozenset(
    (
        *("grid", "table", "values", "card_values", "cancelling", "four_of_a_kind", "bonuses"),
        *("penalty", "reward", "placing", "opening", "turn", "ending", "match", "words", "entry", "settle", "sweep"),
    )
)


_OF_A_ROUND = _RULES - {"grid", "table", "opening", "turn", "ending", "match", "words"}
"""What a single round may set: how it is scored."""

LATER = ("words", "entry", "settle", "sweep", "rounds")
LATER_OF_MATCH = ("better", "open", "start_points", "after_until", "out_at", "out_when")
"""Keys for games without cards. Data leave them out where they are as usual: all other houses stay as they were."""

# Files and games of earlier releases.
_NEW_BASES = {"read so": "our reading", "not in the sheet": "not in the rules"}
_OLD_BASIS = re.compile(f'("basis": ?)"({"|".join(_NEW_BASES)})"')


class HouseProblem(RuleError):
    """One fault of a house: ``where`` it was read, the ``key`` (`cancelling.size`) and the cause."""

    code = "house.bad_key"

    def __init__(self, where: str, key: str, cause: str) -> None:
        super().__init__(f"{where}: {key}: {cause}" if key else f"{where}: {cause}")
        self.where = where
        self.key = key
        self.cause = cause


class BadHouse(SeveralProblems):
    """A house that can't be used, with every problem found."""

    code = "house.bad"

    def __init__(self, found: Sequence[HouseProblem]) -> None:
        super().__init__(found)
        self.found = found


def parse(text: str, where: str, *, any_name: bool = False) -> House:
    """Read a house file. ``where`` is its name, for messages.

    A file `x.toml` must hold the house `x`, unless ``any_name`` is set, as for a copy that a user saved.

    Raises BadHouse with every problem: file, key and cause.
    """
    house = with_plain_keys(lambda data: from_data(_cleaned(data), where), read_toml(text, where))
    problems = [*_unusable_readings(house, where), *_unusable_rounds(house, where)]
    if not any_name and where.endswith(".toml") and where != f"{house.key}.toml":
        problems.insert(0, HouseProblem(where, "key", f"The key “{house.key}” isn’t the file’s name."))
    if problems:
        raise BadHouse(problems)
    return house


def with_plain_keys(read: Callable[[dict[str, Any]], House], data: dict[str, Any]) -> House:
    """The house of that data, with long dashes in its keys made plain again where an editor changed them.

    Raises BadHouse.
    """
    try:
        return read(data)
    except BadHouse:
        from scorekeeper.houses.straightening import plain_keys

        mended: dict[str, Any] = plain_keys(data)
        if mended == data:
            raise
        return read(mended)


def check(text: str, where: str) -> House:
    """The house of a user's file, under any file name. ``where`` is as in `parse`.

    Raises BadHouse with every problem. Wrong totals of examples are reported if the rest is right.
    """
    house = parse(text, where, any_name=True)
    if problems := [HouseProblem(where, key, cause) for key, cause in _untrue_examples(house)]:
        raise BadHouse(problems)
    return house


def _untrue_examples(house: House) -> Iterator[Finding]:
    for number, example in enumerate(house.examples):
        try:
            total = score(parse_layout(example.layout, house), house).total
        except RuleError as bad:
            yield f"examples.{number}.layout", bad.problems[0].message
            continue
        if total != example.total:
            yield f"examples.{number}.total", f"{example.layout} is worth {total}, not {str(example.total)[:12]}."


def _cleaned(value: Any) -> Any:
    """The data of a file with every text cleaned as names are, line by line."""
    if isinstance(value, dict):
        return {key: _cleaned(held) for key, held in value.items()}
    if isinstance(value, list):
        return [_cleaned(held) for held in value]
    return cleaned_lines(value) if isinstance(value, str) else value


def read_toml(text: str, where: str) -> dict[str, Any]:
    """The tables of a TOML text. Raises BadHouse; a text that is too large is not even parsed.

    Quotes, blanks and dashes that an editor changed are mended.
    """
    if len(text) > LONGEST_FILE:
        cause = f"This file has {len(text)} characters. Rules can have up to {LONGEST_FILE}."
        raise BadHouse([HouseProblem(where, "", cause)])
    if text.lstrip().startswith(("{", "<")):
        raise BadHouse([HouseProblem(where, "", _NO_TOML)])
    if any(piece.count(".") > MOST_DOTS for piece in re.split(r"[=\n]", text)):
        raise BadHouse([HouseProblem(where, "", f"A key can have up to {MOST_DOTS} dots.")])
    try:
        try:
            return tomllib.loads(text)
        except ValueError:
            from scorekeeper.houses.straightening import TOML, straightened

            return tomllib.loads(straightened(text, TOML))
    except RecursionError:
        raise BadHouse([HouseProblem(where, "", _TOO_DEEP)]) from None
    except ValueError as error:
        raise BadHouse([HouseProblem(where, "", _unreadable(str(error), text))]) from None


def _unreadable(said: str, text: str) -> str:
    """The fault of a TOML text in our words, from the message of Python's reader."""
    if "int_max_str_digits" in said:  # Python's own limit, and its advice to programmers
        return _DIGITS
    found = re.search(r"at line (\d+)", said)
    lines = text.rstrip().split("\n")
    line = min(int(found[1]), len(lines)) if found else len(lines)
    shown = short(lines[line - 1].strip())
    if re.search("twice|overwrite|redefine|[Dd]uplicate|immutable", said):
        return f"Line {line} repeats something: {shown}. Remove one of the two."
    if found is None:
        return "The file ends too early. It was cut off, or a quote or bracket isn’t closed."
    return f'Line {line} can’t be read: {shown}. Write NAME = VALUE, with texts in "straight quotes".'


_NO_TOML = "These aren’t rules, which are a TOML file. To import a game, use the page Import a game."
_TOO_DEEP = "This is nested too deeply."
_DIGITS = "A number with thousands of digits is too large."


@lru_cache(maxsize=1024)
def freeze(house: House) -> str:
    """A house as one line of JSON with the chosen readings: the copy that a game stores.

    Cached. Equal houses give the same text, so caches can use it as a key.
    """
    return sys.intern(json.dumps(to_data(house), ensure_ascii=False, separators=(",", ":")))


@lru_cache(maxsize=256)
def thaw(text: str) -> House:
    """The house that ``freeze`` wrote. Raises BadHouse.

    Contradictions that only a newer release knows are ignored: an old game keeps its rules.
    """
    return _read_json(text, "kept house")


def to_data(house: House) -> dict[str, Any]:
    """A house as plain JSON values, under the keys of a house file."""
    data: dict[str, Any] = _adapter().dump_python(house, mode="json")
    usual = _usual()
    for key in LATER:
        if data[key] == usual[key]:
            del data[key]
    for key in LATER_OF_MATCH:
        if data["match"][key] == usual["match"][key]:
            del data["match"][key]
    return data


@cache
def _usual() -> dict[str, Any]:
    """The data of a house that says nothing."""
    nothing = House(key="", name="", summary="", source=Source(sheet="", title=""))
    data: dict[str, Any] = _adapter().dump_python(nothing, mode="json")
    return data


def _faults(house: House) -> Iterable[Finding]:
    from scorekeeper.houses.lint import faults

    return faults(house)


def from_data(data: Mapping[str, Any], where: str, *, judge: Callable[[House], Iterable[Finding]] = _faults) -> House:
    """The house of plain values under the keys of a house file.

    Raises BadHouse with every key that can't be read, or if there is none, with all findings of ``judge``. A house
    that was already played is judged by `unusable` only.
    """
    house = _read(data, where)
    problems = [HouseProblem(where, key, cause) for key, cause in judge(house)]
    if problems:
        raise BadHouse(problems)
    return house


def _read(data: Mapping[str, Any], where: str) -> House:
    try:
        text = json.dumps(data, default=str)
    except RecursionError:
        raise BadHouse([HouseProblem(where, "", _TOO_DEEP)]) from None
    except ValueError:  # Python's own limit; hexadecimal numbers get past it
        raise BadHouse([HouseProblem(where, "", _DIGITS)]) from None
    missing = [key for key in OF_CARDS if key not in data] if any(key in data for key in OF_CARDS) else []
    absent = [HouseProblem(where, key, f"{_CAUSES['missing']}.") for key in missing]
    try:
        house = _read_json(text, where)
    except BadHouse as bad:
        raise BadHouse([*absent, *bad.found][:MOST_PROBLEMS]) from None
    if absent:
        raise BadHouse(absent)
    return house


@cache
def _adapter() -> TypeAdapter[House]:
    from pydantic import TypeAdapter

    return TypeAdapter(House)


def _read_json(text: str, where: str) -> House:
    from pydantic import ValidationError

    try:
        # Strict JSON: "3" isn't a number and true isn't 1, but a list can be a tuple.
        return _adapter().validate_json(_OLD_BASIS.sub(_with_new_basis, text), strict=True)
    except ValidationError as error:
        raise BadHouse(_said_once(error, where)) from None


def _with_new_basis(found: re.Match[str]) -> str:
    return f'{found[1]}"{_NEW_BASES[found[2]]}"'


def _said_once(error: ValidationError, where: str) -> list[HouseProblem]:
    """Pydantic's problems under the keys of the file, without its names for branches of a type."""
    causes: dict[str, list[str]] = {}
    for found in error.errors(include_url=False, include_context=False):
        loc = [str(part) for part in found["loc"]]
        if loc and (loc[-1] in ("int", "[key]") or loc[-1].startswith("literal[")):
            loc.pop()
        cause = _CAUSES.get(found["type"], found["msg"].replace("Input should be", "This must be"))
        known = causes.setdefault(".".join(loc), [])
        known.append(cause.removeprefix("This must be ") if known else cause)
    return [
        HouseProblem(where, short(key), f"{short(' or '.join(dict.fromkeys(found)), 300)}.")
        for key, found in islice(causes.items(), MOST_PROBLEMS)
    ]


def _unusable_readings(house: House, where: str) -> Iterator[HouseProblem]:
    """Readings that can't be chosen, and first readings that differ from the house itself."""
    from scorekeeper.houses.lint import contradictions

    bare = without_words(house)
    frozen = freeze(bare)
    for number, option in enumerate(house.options):
        for reading in option.readings:
            if not reading.sets:
                continue
            key = f"options.{number} ({option.key}).{reading.key}.sets"
            foreign = [path for path in reading.sets if path.partition(".")[0] not in _RULES]
            if foreign:
                yield HouseProblem(where, key, f"A reading can’t set {short(', '.join(foreign))}.")
                continue
            data = json.loads(frozen)
            try:
                apply_reading(data, reading)
                chosen = from_data(data, where, judge=contradictions)
            except BadHouse as error:
                for problem in error.problems:
                    yield HouseProblem(where, key, problem.message.removeprefix(f"{where}: "))
                continue
            except (TypeError, AttributeError):
                yield HouseProblem(where, key, f"There are no such parameters: {', '.join(reading.sets)}.")
                continue
            if reading is option.default and chosen != bare:
                yield HouseProblem(where, key, "The first reading must match the rules themselves.")


def _unusable_rounds(house: House, where: str) -> Iterator[HouseProblem]:
    """Rounds that set what a round can't, or to what it can't be."""
    bare = to_data(without_words(house))
    for number, one in enumerate(house.rounds):
        key = f"rounds.{number}.sets"
        foreign = [path for path in one.sets if path.partition(".")[0] not in _OF_A_ROUND]
        if foreign:
            yield HouseProblem(where, key, f"A round can’t set {short(', '.join(foreign))}.")
            continue
        data = json.loads(json.dumps(bare))
        try:
            apply_sets(data, one.sets)
            _read(data, where)
            chosen = house.in_round(number + 1, is_last=True)
        except BadHouse as error:
            for problem in error.problems:
                yield HouseProblem(where, key, problem.message.removeprefix(f"{where}: "))
        except (TypeError, AttributeError, KeyError, ValueError):
            yield HouseProblem(where, key, f"There are no such parameters: {', '.join(one.sets)}.")
        else:
            from scorekeeper.houses.lint import contradictions

            known = set(contradictions(house))
            yield from (
                HouseProblem(where, key, cause) for _, cause in contradictions(chosen) if (_, cause) not in known
            )


def apply_reading(data: dict[str, Any], reading: Reading) -> None:
    """Set the parameters of a reading in the data of a house."""
    apply_sets(data, reading.sets)


def apply_sets(data: dict[str, Any], sets: Mapping[str, Any]) -> None:
    """Set these parameters in the data of a house; missing tables are added.

    A whole table, such as `cancelling`, can be set too: to its keys, or to "none" for a house without it.
    """
    for path, value in sets.items():
        *tables, last = path.split(".")
        table = data
        for name in tables:
            if table.get(name) is None:
                table[name] = {}
            table = table[name]
        table[last] = None if not tables and value == "none" else value


def without_words(house: House) -> House:
    """The house without its questions, except those a table must answer, to try out parameters."""
    return replace(house, options=tuple(option for option in house.options if option.must_ask), readings={})

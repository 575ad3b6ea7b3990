"""Reading houses from TOML, keeping them as JSON, and saying exactly what is wrong with a bad one."""

import json
import re
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib import resources
from itertools import islice
from typing import Any, Final

from pydantic import TypeAdapter, ValidationError

from scorekeeper.houses.lint import contradictions, faults
from scorekeeper.houses.lint_words import Finding
from scorekeeper.houses.straightening import TOML, plain_keys, straightened
from scorekeeper.houses.vocabulary import FILE as VOCABULARY
from scorekeeper.houses.writing import key_of_name
from scorekeeper.rules import House, Reading, RuleError, parse_layout, score
from scorekeeper.rules.names import cleaned_lines
from scorekeeper.rules.problems import SeveralProblems, UnknownHouse
from scorekeeper.rules.wording import short

_HOUSE: TypeAdapter[House] = TypeAdapter(House)

_FROZEN = "_frozen"
"""What the text of a house is kept under, in the house itself."""

LONGEST_FILE = 100_000
"""Characters of a house file; more is refused before it is read."""

MOST_DOTS = 100
"""Dots of one key, which take Python's reader their square in time; or of one line of a text."""

FORMER_NAMES: Final = {
    "eight-card": "Eight cards",
    "extras": "All the extras",
    "five-a-rival": "Five a rival",
    "four-cancelling": "Four cards, cancelling",
    "nine-card": "Nine cards",
    "one-above-other": "One above the other",
    "queens-nothing": "Queens are nothing",
    "six-card": "Six cards",
    "six-card-turning": "Six cards, turn one up",
    "spade-queen": "Spade queen",
    "ten-card": "Ten cards",
    "turtle": "Two nearest up",
    "two-joker": "Two jokers",
}
"""Names of earlier releases by key: still found, no longer shown."""

MOST_PROBLEMS = 100
"""What is told of a file at once. Whoever has more to mend did not mean a house."""

# What the validator calls a keyword argument is a key to whoever writes the file.
_CAUSES = {
    "unexpected_keyword_argument": "there is no such key",
    "missing": "this key is needed",
    "enum": "no such card",
}

# What a reading may set: rules, and never what tells one house from another.
_RULES = frozenset(
    (
        *("grid", "table", "values", "card_values", "cancelling", "four_of_a_kind", "bonuses"),
        *("penalty", "reward", "placing", "opening", "turn", "ending", "match"),
    )
)


# Files and games of earlier releases.
_NEW_BASES = {"read so": "our reading", "not in the sheet": "not in the rules"}
_OLD_BASIS = re.compile(f'("basis": ?)"({"|".join(_NEW_BASES)})"')


class HouseProblem(RuleError):
    """One thing that is wrong with a house: ``where`` it was read, the ``key`` (`cancelling.size`), and the cause."""

    code = "house.bad_key"

    def __init__(self, where: str, key: str, cause: str) -> None:
        super().__init__(f"{where}: {key}: {cause}" if key else f"{where}: {cause}")
        self.where = where
        self.key = key
        self.cause = cause


class BadHouse(SeveralProblems):
    """A house that cannot be used, with every problem found."""

    code = "house.bad"

    def __init__(self, found: Sequence[HouseProblem]) -> None:
        super().__init__(found)
        self.found = found


@dataclass(frozen=True)
class HouseGroup:
    """Houses under one heading. ``key`` is made for addresses and stays when the title is improved."""

    key: str
    title: str
    houses: tuple[House, ...]


# Read at once, as all of a release is: the files of the next one may come while a server runs.
_TEXTS: Final = {
    file.name: file.read_text(encoding="utf-8")
    for file in resources.files(__package__).iterdir()
    if file.name.endswith(".toml") and file.name != VOCABULARY
}


@cache
def built_in() -> tuple[House, ...]:
    """Every house that comes with Scorekeeper: those of the rule sheets by their numbers, then the others.

    Of these, those that say where they are listed come first, then the rest by name.
    """
    houses = [parse(text, name) for name, text in _TEXTS.items()]
    return tuple(sorted(houses, key=lambda house: (house.source.sheet or "~", house.listed or len(houses), house.name)))


def groups() -> tuple[HouseGroup, ...]:
    """Every built-in house in one group each: the rule sheets, and what others publish."""
    sheets = tuple(house for house in built_in() if house.source.sheet)
    published = tuple(house for house in built_in() if not house.source.sheet)
    return (
        HouseGroup("sheets", "The five rule sheets", sheets),
        HouseGroup("published", "Other published rules", published),
    )


def get(key: str) -> House:
    """The built-in house of that key, or of one of its names written like one: `polish-poker`.

    Raises UnknownHouse, naming those there are.
    """
    for house in named(key):
        return house
    raise UnknownHouse(f"there is no house {key!r}; there are {', '.join(house.key for house in built_in())}")


def named(name: str) -> tuple[House, ...]:
    """Every built-in house that goes by this: a key, which is one house's alone, then names, then other names."""
    return _by_name().get(name, ())


@cache
def _by_name() -> Mapping[str, tuple[House, ...]]:
    found: dict[str, dict[str, House]] = {}
    called: tuple[Callable[[House], Iterable[str]], ...] = (
        lambda house: [house.key],
        lambda house: [house.name.lower().replace(" ", "-"), key_of_name(house.name)],
        lambda house: map(key_of_name, house.also),
        lambda house: [key_of_name(FORMER_NAMES.get(house.key, house.key))],
    )
    for names in called:
        for house in built_in():
            for name in names(house):
                found.setdefault(name, {})[house.key] = house
    return {name: tuple(houses.values()) for name, houses in found.items()}


def parse(text: str, where: str, *, any_name: bool = False) -> House:
    """Read a house file. ``where`` is its name, for messages.

    A file `x.toml` must hold the house `x`, unless it may have any name: a copy that somebody saved is called as they
    like.

    Raises BadHouse with every problem: file, key and cause.
    """
    house = with_plain_keys(lambda data: from_data(_cleaned(data), where), read_toml(text, where))
    problems = list(_unusable_readings(house, where))
    if not any_name and where.endswith(".toml") and where != f"{house.key}.toml":
        problems.insert(0, HouseProblem(where, "key", f"{house.key!r} is not the name of the file"))
    if problems:
        raise BadHouse(problems)
    return house


def with_plain_keys(read: Callable[[dict[str, Any]], House], data: dict[str, Any]) -> House:
    """The house that is read of that data, or where an editor made long dashes of those in its keys, of what it was.

    Raises BadHouse.
    """
    try:
        return read(data)
    except BadHouse:
        mended: dict[str, Any] = plain_keys(data)
        if mended == data:
            raise
        return read(mended)


def check(text: str, where: str) -> House:
    """The house of a file that somebody wrote, whatever they called the file. ``where`` is as in `parse`.

    Raises BadHouse with every problem, worked examples that do not come true too where the rest is right.
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
            yield f"examples.{number}.total", f"{example.layout} counts {total}, not {str(example.total)[:12]}"


def _cleaned(value: Any) -> Any:
    """The data of a file with every text as names are kept, line by line."""
    if isinstance(value, dict):
        return {key: _cleaned(held) for key, held in value.items()}
    if isinstance(value, list):
        return [_cleaned(held) for held in value]
    return cleaned_lines(value) if isinstance(value, str) else value


def read_toml(text: str, where: str) -> dict[str, Any]:
    """The tables of a TOML text, of whatever they are. Raises BadHouse, before reading for one that is too large.

    What an editor did to its quotes, blanks and dashes is taken back.
    """
    if len(text) > LONGEST_FILE:
        cause = f"{len(text)} characters are too many; a house has at most {LONGEST_FILE}"
        raise BadHouse([HouseProblem(where, "", cause)])
    if text.lstrip().startswith(("{", "<")):
        raise BadHouse([HouseProblem(where, "", _NO_TOML)])
    if any(piece.count(".") > MOST_DOTS for piece in re.split(r"[=\n]", text)):
        raise BadHouse([HouseProblem(where, "", f"more than {MOST_DOTS} dots in one key are too many")])
    try:
        try:
            return tomllib.loads(text)
        except ValueError:
            return tomllib.loads(straightened(text, TOML))
    except RecursionError:
        raise BadHouse([HouseProblem(where, "", _TOO_DEEP)]) from None
    except ValueError as error:
        raise BadHouse([HouseProblem(where, "", _unreadable(str(error), text))]) from None


def _unreadable(said: str, text: str) -> str:
    """What is wrong with a TOML text, in our words, by what Python's reader said of it."""
    if "int_max_str_digits" in said:  # Python's own limit, and its advice to programmers
        return _DIGITS
    found = re.search(r"at line (\d+)", said)
    lines = text.rstrip().split("\n")
    line = min(int(found[1]), len(lines)) if found else len(lines)
    shown = short(lines[line - 1].strip())
    if re.search("twice|overwrite|redefine|[Dd]uplicate|immutable", said):
        return f"line {line}: {shown} stands there for the second time; leave one of them out"
    if found is None:
        return "the file ends too early: it was cut off, or a quote or bracket is not closed"
    return f'line {line} cannot be read: {shown} - write NAME = VALUE, and texts in "straight quotes"'


_NO_TOML = "these are no rules (a TOML file); a game is brought in on the page Import a game"
_TOO_DEEP = "too deep for a house"
_DIGITS = "a number of thousands of digits is too large for a house"


def freeze(house: House) -> str:
    """A house as one line of JSON, complete with the readings chosen: the copy that a game keeps.

    It is written once for each house and is the very same text for equal ones, so that much can be remembered by it.
    """
    kept: str | None = vars(house).get(_FROZEN)
    if kept is None:
        kept = sys.intern(json.dumps(to_data(house), ensure_ascii=False, separators=(",", ":")))
        vars(house)[_FROZEN] = kept  # beside what a house works out once itself
    return kept


@lru_cache(maxsize=256)
def thaw(text: str) -> House:
    """The house that ``freeze`` wrote. Raises BadHouse.

    What a newer release would call a contradiction is left alone: an old game keeps the rules that it began with.
    """
    return _read_json(text, "kept house")


def to_data(house: House) -> dict[str, Any]:
    """A house as plain JSON values, under the keys of a house file."""
    data: dict[str, Any] = _HOUSE.dump_python(house, mode="json")
    return data


def from_data(data: Mapping[str, Any], where: str, *, judge: Callable[[House], Iterable[Finding]] = faults) -> House:
    """The house of plain values under the keys of a house file.

    Raises BadHouse with every key that cannot be read, or else with everything that ``judge`` finds. Of a house that
    was played already only `unusable` is asked.
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
    except ValueError:  # Python's own limit: written by sixteens, such a number could be read
        raise BadHouse([HouseProblem(where, "", _DIGITS)]) from None
    return _read_json(text, where)


def _read_json(text: str, where: str) -> House:
    try:
        # Strict JSON: "3" is no number and true is no 1, but a list may stand for a tuple.
        return _HOUSE.validate_json(_OLD_BASIS.sub(_with_new_basis, text), strict=True)
    except ValidationError as error:
        raise BadHouse(_said_once(error, where)) from None


def _with_new_basis(found: re.Match[str]) -> str:
    return f'{found[1]}"{_NEW_BASES[found[2]]}"'


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
    return [
        HouseProblem(where, short(key), short(" or ".join(dict.fromkeys(found)), 300))
        for key, found in islice(causes.items(), MOST_PROBLEMS)
    ]


def _unusable_readings(house: House, where: str) -> Iterator[HouseProblem]:
    """Readings that cannot be chosen, and first readings that are not what the house itself says."""
    bare = without_words(house)
    frozen = freeze(bare)
    for number, option in enumerate(house.options):
        for reading in option.readings:
            if not reading.sets:
                continue
            key = f"options.{number} ({option.key}).{reading.key}.sets"
            foreign = [path for path in reading.sets if path.partition(".")[0] not in _RULES]
            if foreign:
                yield HouseProblem(where, key, f"no rules of a house: {short(', '.join(foreign))}")
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
                yield HouseProblem(where, key, f"no parameters of a house: {', '.join(reading.sets)}")
                continue
            if reading is option.default and chosen != bare:
                yield HouseProblem(where, key, "the first reading must be what the house itself says")


def apply_reading(data: dict[str, Any], reading: Reading) -> None:
    """Set the parameters of a reading in the data of a house; a table that the house left out is begun.

    A whole table, such as `cancelling`, may be set as well: to its keys, or to "none" for a house without it.
    """
    for path, value in reading.sets.items():
        *tables, last = path.split(".")
        table = data
        for name in tables:
            if table.get(name) is None:
                table[name] = {}
            table = table[name]
        table[last] = None if not tables and value == "none" else value


def without_words(house: House) -> House:
    """The house for trying its parameters out: without its many questions, but for those that a table must answer."""
    return replace(house, options=tuple(option for option in house.options if option.must_ask), readings={})

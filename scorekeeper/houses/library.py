"""The houses that come with Scorekeeper, each read once, when it is first asked for.

Only tests/houses/ checks their files in full. Unchecked they take a fifth of the time, and a hand needs no Pydantic.
"""

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import RLock
from typing import Final

from scorekeeper.rules import House
from scorekeeper.rules.making import made
from scorekeeper.rules.problems import UnknownHouse
from scorekeeper.rules.wording import short

VOCABULARY = "vocabulary.toml"
"""The file beside the houses that is no house."""


OF_CARDS = ("grid", "values", "ending")
"""The tables that a house with cards needs. One without any of them has no cards."""


@dataclass(frozen=True)
class HouseGroup:
    """Houses under one heading. ``key`` goes into addresses and stays when the title changes."""

    key: str
    title: str
    houses: tuple[House, ...]


def _texts(folder: Path) -> dict[str, str]:
    return {file.name: file.read_text(encoding="utf-8") for file in folder.glob("*.toml") if file.name != VOCABULARY}


# Read at import: the files of the next release may arrive while a server runs.
_CARD_GAMES: Final = _texts(Path(__file__).parent)
_SCORE_GAMES: Final = _texts(Path(__file__).parent / "score_games")
_TEXTS: Final = _CARD_GAMES | _SCORE_GAMES


_READING: Final = RLock()


def _house_of(file: str) -> House:
    """The house of a file, read once: threads that ask at the same time wait for the first."""
    with _READING:
        return _read_once(file)


@cache
def _read_once(file: str) -> House:
    try:
        house: House = made(House, tomllib.loads(_TEXTS[file]))
    except (AttributeError, TypeError, ValueError, KeyError):
        from scorekeeper.houses.loading import parse  # says everything that is wrong with the file

        house = parse(_TEXTS[file], file)
    return house


@cache
def built_in() -> tuple[House, ...]:
    """All houses with cards that come with Scorekeeper: rule sheets by number, then the others.

    Of the others, those with a fixed position come first, then the rest by name.
    """
    houses = list(map(_house_of, _CARD_GAMES))
    return tuple(sorted(houses, key=lambda house: (house.source.sheet or "~", house.listed or len(houses), house.name)))


@cache
def score_games() -> tuple[House, ...]:
    """The games without cards that come with Scorekeeper, by name: their players type points."""
    return tuple(sorted(map(_house_of, _SCORE_GAMES), key=lambda house: (house.listed or 1000, house.name)))


def groups() -> tuple[HouseGroup, ...]:
    """The built-in houses in two groups: the rule sheets, and other published rules."""
    sheets = tuple(house for house in built_in() if house.source.sheet)
    published = tuple(house for house in built_in() if not house.source.sheet)
    return (
        HouseGroup("sheets", "The five rule sheets", sheets),
        HouseGroup("published", "Other published rules", published),
    )


def get(key: str) -> House:
    """The built-in house of that key, or of a name written like one: `polish-poker`.

    Raises UnknownHouse, with all known keys.
    """
    if (file := f"{key}.toml") in _TEXTS:  # without reading all others
        return _house_of(file)
    for house in named(key):
        return house
    raise UnknownHouse(
        f"There are no rules called “{short(key)}”. Choose from {', '.join(house.key for house in built_in())}."
    )


def named(name: str) -> tuple[House, ...]:
    """The built-in houses of that name: by key, which is unique, then by name, then by other names."""
    return _by_name().get(name, ())


@cache
def _by_name() -> Mapping[str, tuple[House, ...]]:
    from scorekeeper.houses.writing import key_of_name

    found: dict[str, dict[str, House]] = {}
    called: tuple[Callable[[House], Iterable[str]], ...] = (
        lambda house: [house.key],
        lambda house: [house.name.lower().replace(" ", "-"), key_of_name(house.name)],
        lambda house: map(key_of_name, house.also),
        lambda house: map(key_of_name, house.former),
    )
    for names in called:
        for house in (*built_in(), *score_games()):
            for name in names(house):
                found.setdefault(name, {})[house.key] = house
    return {name: tuple(houses.values()) for name, houses in found.items()}

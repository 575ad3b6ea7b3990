"""Both scorers under houses that dice made: whatever people build, a page counts as the server does."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

from scorekeeper.rules import House
from tests.js import parity_cases, parity_games
from tests.js.node import HERE, run_tests
from tests.random_houses import random_houses

COUNT = 300


@cache
def rolled() -> dict[str, House]:
    return random_houses(COUNT, seed=5)


def test_same_answers_under_random_houses(tmp_path: Path) -> None:
    cases = parity_cases.write_out(rolled(), lambda name: 40, texts=30, holes=12)
    file = tmp_path / "cases.json"
    file.write_text(json.dumps(cases), encoding="utf-8")
    run_tests([HERE / "parity" / "same_answers.test.js"], CASES=file)
    shown = {line["text"] for case in cases["scores"] for line in case["lines"]}
    for words in SHOWN:
        assert any(words in text for text in shown), f"no layout shows {words!r}"
    rules = {result["adjustment"]["rule"] for case in cases["holes"] for result in case["results"]}
    assert rules == {"", "penalty", "reward", "winner", "equal", "bonus-of-others"}


SHOWN = (
    "the other way round", "cancelled and gone", "in a square", "in a square at the edge", "in three columns",
    "are of one suit", "a run of all", "in the corners", "times two", "every card is cancelled", "exactly",
    "everybody else", " of spades ", "minus two", "face down", "two equal columns, ",
)  # fmt: skip
"""What no house could say before it could say far more; each is shown by some layout."""


def test_same_games_under_random_houses(tmp_path: Path) -> None:
    cases = parity_games.write_out(rolled(), {})
    file = tmp_path / "games.json"
    file.write_text(json.dumps(cases), encoding="utf-8")
    run_tests([HERE / "parity" / "same_games.test.js"], GAMES=file)


def test_the_dice_leave_nothing_out() -> None:
    """Every word that a parameter may be is one that some house says, and every other parameter differs as well."""
    said: dict[str, set[str]] = {}
    for house in rolled().values():
        for path, value in _parameters(house):
            said.setdefault(path, set()).add(repr(value))
    unsaid = {
        f"{path}: {word}"
        for path, hint in _hints(House)
        for word in _words(hint)
        if path.partition(".")[0] not in PROSE and not any(repr(word) in value for value in said[path])
    }
    assert unsaid == {"table.decks: ask"}  # which is nothing without a question that closes the gap
    tables = {path for path in said if any(other.startswith(f"{path}.") for other in said)}
    same = {path for path in said.keys() - tables if len(said[path]) == 1 and path.partition(".")[0] not in PROSE}
    assert same == {"table.players_max"}


PROSE = ("key", "name", "summary", "source", "options", "examples", "readings", "version")


def _parameters(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Each parameter by its path; those of a list's members under the name of the list."""
    members = value if isinstance(value, tuple) and value and is_dataclass(value[0]) else (value,)
    for member in members:
        if is_dataclass(member):
            for field in fields(member):
                yield from _parameters(getattr(member, field.name), f"{path}.{field.name}".lstrip("."))
        else:
            yield path, member


def _hints(kind: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """The type of each parameter, by the same paths."""
    inner = [part for part in (kind, *get_args(kind)) if isinstance(part, type) and is_dataclass(part)]
    if not inner:
        yield path, kind
        return
    for name, hint in get_type_hints(inner[0]).items():
        if not name.startswith("__"):
            yield from _hints(hint, f"{path}.{name}".lstrip("."))


def _words(hint: Any) -> Iterator[str]:
    if get_origin(hint) is Literal:
        yield from (word for word in get_args(hint) if isinstance(word, str))
    for part in get_args(hint):
        yield from _words(part)

"""Something went wrong: the mishaps of a house, the rule each one breaks, and what to do.

The table is `mishaps.toml`. A remedy says what it rests on; where the rules are silent, that is custom.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import resources
from types import SimpleNamespace
from typing import Any, Literal

from scorekeeper.houses.sheet.sentences import Condition, conditions, filled, is_so
from scorekeeper.referee.clauses import CODES
from scorekeeper.referee.refusals import cite
from scorekeeper.rules import House, Option
from scorekeeper.rules.options import BY_HOUSE, BY_TABLE

Rests = Literal["printed", "the-rules", "our-reading", "not-in-the-rules", "your-choice"]
"""What a ruling rests on; `printed` is for rule sheets alone. Pages have the values as `data-basis`."""

_RESTS: Mapping[str, Rests] = {
    "printed": "printed",
    BY_HOUSE: "the-rules",
    "our reading": "our-reading",
    BY_TABLE: "your-choice",
}
"""The same, by an answer's basis; any other basis means not in the rules."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """A rule or a remedy, and what it rests on. ``passage`` is its place on the rule sheet, such as `note 1`."""

    text: str
    rests: Rests
    passage: str = ""
    option: Option | None = None  # the open question that decides


@dataclass(frozen=True, slots=True)
class Mishap:
    """Something that went wrong. ``app`` holds keys of the app's help with it."""

    key: str
    title: str
    remedies: tuple[Ruling, ...]
    rule: Ruling | None = None  # the rule that it breaks; None if there is none
    app: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Row:
    """A row of the table: a rule, or a remedy."""

    say: str = ""
    when: tuple[Condition, ...] = ()
    code: str = ""
    allowed: bool = False
    at: Mapping[str, str] = field(default_factory=dict)
    reading: bool = False
    by: str = ""


@dataclass(frozen=True, slots=True)
class _Kind:
    """A mishap as the table has it, for any house."""

    key: str
    title: str
    when: tuple[Condition, ...]
    rules: tuple[_Row, ...]
    passages: Mapping[str, str]
    remedies: tuple[_Row, ...]
    app: tuple[str, ...]


def _rows(told: Sequence[Mapping[str, Any]]) -> tuple[_Row, ...]:
    return tuple(_Row(**{**row, "when": conditions(row.get("when", ""))}) for row in told)


def _kinds() -> Iterator[_Kind]:
    table = tomllib.loads((resources.files(__package__) / "mishaps.toml").read_text(encoding="utf-8"))
    for key, told in table.items():
        yield _Kind(
            key=key,
            title=told["title"],
            when=conditions(told.get("when", "")),
            rules=_rows(told.get("rules", ())),
            passages=told.get("passages", {}),
            remedies=_rows(told["remedies"]),
            app=tuple(told.get("app", ())),
        )


_KINDS = tuple(_kinds())

MISHAPS: Mapping[str, str] = {kind.key: kind.title for kind in _KINDS}
"""Titles of all mishaps, by stable key, in the order of a hole."""


def mishaps(house: House) -> tuple[Mishap, ...]:
    """Mishaps that can happen in this house, in the order of a hole."""
    told = _told(house)
    return tuple(_mishap(kind, house, told) for kind in _KINDS if is_so(kind.when, house, told))


def _told(house: House) -> Mapping[str, Any]:
    """What conditions may use beyond the house itself."""
    taken = {option.key.replace("-", "_"): house.taken(option) for option in house.options}
    answers = {key: "" if reading is None else reading.key for key, reading in taken.items()}
    return {"cells": house.grid.size, "taken": SimpleNamespace(**answers)}


def _mishap(kind: _Kind, house: House, told: Mapping[str, Any]) -> Mishap:
    row = next((row for row in kind.rules if is_so(row.when, house, told)), None)
    passage = kind.passages.get(house.source.sheet, "")
    rule = None if row is None else _rule(row, passage, house, told)
    remedies = (
        _remedy(row, rule, house, told)
        for row in kind.remedies
        if is_so(row.when, house, told) and (not row.at or house.source.sheet in row.at)
    )
    return Mishap(kind.key, kind.title, tuple(remedies), rule, kind.app)


def _rule(row: _Row, passage: str, house: House, told: Mapping[str, Any]) -> Ruling:
    """The rule that a mishap breaks: the referee's citation, or our own words."""
    if not row.code:
        return _read(row, _by(row.by, filled(row.say, house, told), passage, house))
    found = cite(house, row.code, allowed=row.allowed)
    option = next(house.options_about(*CODES[row.code].parameters), None)
    return _read(row, _stated(found.rule, found.basis, passage, house, option))


def _read(row: _Row, ruling: Ruling) -> Ruling:
    """The ruling, marked as our reading if the row says that no sheet spells it out."""
    return replace(ruling, rests="our-reading") if row.reading and ruling.passage else ruling


def _stated(text: str, basis: str, passage: str, house: House, option: Option | None = None) -> Ruling:
    """A ruling of the house, with its passage of the rule sheet; without a passage it is our reading."""
    rests = _RESTS.get(basis, "not-in-the-rules")
    if rests in ("printed", "the-rules"):
        printed: Rests = "printed" if passage else "our-reading"
        rests = printed if house.source.sheet else "the-rules"
    return Ruling(text, rests, passage if rests in ("printed", "our-reading") else "", option)


def _remedy(row: _Row, rule: Ruling | None, house: House, told: Mapping[str, Any]) -> Ruling:
    text = filled(row.say, house, told)
    if row.at:
        return _read(row, Ruling(text, "printed", row.at[house.source.sheet]))
    if row.by == "rule":
        assert rule is not None, f"{row.say!r} follows from no rule"
        return _read(row, replace(rule, text=text))
    if not row.by:
        return Ruling(text, "not-in-the-rules")
    return _read(row, _by(row.by, text, "", house))


def _by(by: str, text: str, passage: str, house: House) -> Ruling:
    """A ruling that rests on a code, a parameter or a question; with no question, on the house."""
    parameters = CODES[by].parameters if by in CODES else (by,)
    option = next(house.options_about(*parameters), None)
    basis = house.published(*parameters) if option is None else house.rests_on_now(option)
    return _stated(text, basis, passage, house, option)

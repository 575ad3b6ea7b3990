"""The question in the address of the page: a house, its readings and a layout, each as somebody typed it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from werkzeug.datastructures import MultiDict

from scorekeeper import houses
from scorekeeper.rules import BadLayout, House, Layout, RuleError, parse_layout
from scorekeeper.rules.errors import UnknownHouse, UnknownOption, UnknownReading
from scorekeeper.rules.notation import LONGEST_TEXT
from scorekeeper.web.house_finding import find_house

OPTION = "option."


@dataclass(frozen=True)
class Question:
    """What is asked, and what is wrong with it: sentences by field name. ``layout`` is None while there is none."""

    house: House
    cards: str
    layout: Layout | None
    errors: Mapping[str, list[str]] = field(default_factory=dict)


def read_question(asked: MultiDict[str, str]) -> Question:
    """Read the address. Whatever cannot be used is answered with a sentence, and the rest still stands.

    `readings_of` names the house whose readings the form showed: whoever has just chosen another house there has not
    chosen readings of that one.
    """
    errors: dict[str, list[str]] = {}
    house = houses.built_in()[0]
    asked_house = asked.get("house", "")
    if asked_house:
        try:
            house = find_house(asked_house)
        except UnknownHouse as unknown:
            errors["house"] = [_short(unknown.message)]
    if "house" not in errors and asked.get("readings_of", house.key) == house.key:
        house = _with_readings(house, asked, errors)
    cards = asked.get("cards", "")
    layout = None
    if cards.strip() and "house" not in errors:
        try:
            layout = parse_layout(cards, house)
        except BadLayout as bad:
            errors["cards"] = [problem.message for problem in bad.problems]
    return Question(house, cards[: LONGEST_TEXT * 2], layout, errors)


def _with_readings(house: House, asked: MultiDict[str, str], errors: dict[str, list[str]]) -> House:
    for name, reading in asked.items():
        if not name.startswith(OPTION):
            continue
        key = name.removeprefix(OPTION)
        try:
            house = houses.with_readings(house, {key: reading})
        except (UnknownOption, UnknownReading) as unknown:
            # An option that the form shows answers at its place, any other on top of the page.
            errors.setdefault(name if house.option(key) else "", []).append(_short(unknown.message))
        except RuleError as impossible:
            errors.setdefault(name, []).append(_short(impossible.message))
    return house


def _short(message: str) -> str:
    return message if len(message) <= 300 else message[:299] + "…"

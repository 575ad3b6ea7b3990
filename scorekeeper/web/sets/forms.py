"""What is filled in for a new set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from werkzeug.datastructures import MultiDict

from scorekeeper.houses import built_in
from scorekeeper.quiz.levels import HIGHEST, LEVELS
from scorekeeper.quiz.sets import HANDS, MOST_QUESTIONS, MOST_VARIANTS, SCORE, USUAL_SIZE, unfit
from scorekeeper.rules import BadLayout, House, Layout, parse_layout
from scorekeeper.rules.errors import UnknownHouse
from scorekeeper.rules.wording import short
from scorekeeper.web.house_finding import find_house
from scorekeeper.web.whole_numbers import whole_number

USUAL_VARIANTS = 2

MOST_TOLD = 3
"""Problems of one line that are told: whoever forgot the slashes need not read of every card."""


@dataclass(frozen=True)
class Wanted:
    """A set as it is asked for; ``typed`` is what stands in the boxes.

    With ``layouts``, which somebody picked, nothing else but the house is asked for.
    """

    house: House | None
    level: int
    size: int
    variants: int
    kinds: tuple[str, ...]
    typed: Mapping[str, str]
    errors: Mapping[str, list[str]] = field(default_factory=dict)
    layouts: tuple[Layout, ...] = ()


def usual(house: str = "") -> Wanted:
    """What a new form shows: five hands of everything, on two different sheets."""
    typed = {
        "house": house or built_in()[0].key,
        "level": str(HIGHEST),
        "size": str(USUAL_SIZE),
        "variants": str(USUAL_VARIANTS),
        HANDS: "",
    }
    return Wanted(None, HIGHEST, USUAL_SIZE, USUAL_VARIANTS, (SCORE,), typed)


def read_wanted(sent: MultiDict[str, str]) -> Wanted:
    """What a form asks for, with a reason for each box that cannot be read.

    Where hands stand in it, the boxes that say how others are to be made are not read.
    """
    errors: dict[str, list[str]] = {}
    typed = {name: sent.get(name, "")[:80] for name in ("house", "level", "size", "variants")}
    house = None
    try:
        house = find_house(typed["house"])
    except UnknownHouse:
        errors["house"] = ["choose a house: there is none at this address"]
    typed[HANDS] = sent.get(HANDS, "")
    kinds = tuple(sent.getlist("kinds"))
    if typed[HANDS].strip():
        layouts, reasons = read_hands(typed[HANDS], house)
        if reasons:
            errors[HANDS] = reasons
        return Wanted(house, HIGHEST, USUAL_SIZE, USUAL_VARIANTS, kinds, typed, errors, layouts)
    level = _number(typed["level"], "level", "choose a level", 1, len(LEVELS), errors)
    size = _number(
        typed["size"], "size", f"questions: a whole number from 1 to {MOST_QUESTIONS}", 1, MOST_QUESTIONS, errors
    )
    variants = _number(
        typed["variants"],
        "variants",
        f"different sheets: a whole number from 1 to {MOST_VARIANTS}",
        1,
        MOST_VARIANTS,
        errors,
    )
    return Wanted(house, level, size, variants, kinds, typed, errors)


def read_hands(text: str, house: House | None) -> tuple[tuple[Layout, ...], list[str]]:
    """The layouts of a text, one a line, and everything that is wrong with it, by the numbers of the lines.

    Empty lines are none. Without a house, which is asked for then, nothing can be told of them.
    """
    lines = [(number, line.strip()) for number, line in enumerate(_lines(text), start=1) if line.strip()]
    if house is None:
        return (), []
    found: list[tuple[int, Layout]] = []
    reasons: list[tuple[int, str]] = []
    for number, line in lines[:MOST_QUESTIONS]:
        try:
            found.append((number, parse_layout(line, house)))
        except BadLayout as bad:
            problems = "; ".join(problem.message for problem in bad.problems[:MOST_TOLD])
            reasons.append((number, f"line {number}, {short(line, 40)!r}: {short(problems, 300)}"))
    layouts = tuple(layout for _, layout in found)
    numbers = [number for number, _ in found]
    names = [f"line {number}" for number in numbers]
    reasons += [(numbers[place], reason) for place, reason in unfit(house, layouts, names)]
    told = [reason for _, reason in sorted(reasons, key=lambda one: one[0])]
    if len(lines) > MOST_QUESTIONS:
        told.insert(0, f"a sheet has 1 to {MOST_QUESTIONS} questions, and here are {len(lines)} hands")
    return layouts, told


def _lines(text: str) -> list[str]:
    """The lines as a text box shows them: what else is a line to Python is none there."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _number(text: str, name: str, asks: str, least: int, most: int, errors: dict[str, list[str]]) -> int:
    text = text.strip()
    found = whole_number(text)
    if found is not None and least <= found <= most:
        return found
    errors[name] = [f"{asks}, not {short(text, 20)!r}" if text else asks]
    return least

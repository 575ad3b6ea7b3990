"""What is filled in for a new set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from werkzeug.datastructures import MultiDict

from scorekeeper.houses import built_in
from scorekeeper.quiz.levels import HIGHEST, LEVELS
from scorekeeper.quiz.sets import MOST_QUESTIONS, MOST_VARIANTS, SCORE, USUAL_SIZE
from scorekeeper.rules import House
from scorekeeper.rules.errors import UnknownHouse
from scorekeeper.rules.wording import short
from scorekeeper.web.house_finding import find_house

USUAL_VARIANTS = 2


@dataclass(frozen=True)
class Wanted:
    """A set as it is asked for; ``typed`` is what stands in the boxes."""

    house: House | None
    level: int
    size: int
    variants: int
    kinds: tuple[str, ...]
    typed: Mapping[str, str]
    errors: Mapping[str, list[str]] = field(default_factory=dict)


def usual(house: str = "") -> Wanted:
    """What a new form shows: five hands of everything, on two different sheets."""
    typed = {
        "house": house or built_in()[0].key,
        "level": str(HIGHEST),
        "size": str(USUAL_SIZE),
        "variants": str(USUAL_VARIANTS),
    }
    return Wanted(None, HIGHEST, USUAL_SIZE, USUAL_VARIANTS, (SCORE,), typed)


def read_wanted(sent: MultiDict[str, str]) -> Wanted:
    """What a form asks for, with a reason for each box that cannot be read."""
    errors: dict[str, list[str]] = {}
    typed = {name: sent.get(name, "")[:80] for name in ("house", "level", "size", "variants")}
    house = None
    try:
        house = find_house(typed["house"])
    except UnknownHouse:
        errors["house"] = ["choose a house: there is none at this address"]
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
    return Wanted(house, level, size, variants, tuple(sent.getlist("kinds")), typed, errors)


def _number(text: str, name: str, asks: str, least: int, most: int, errors: dict[str, list[str]]) -> int:
    text = text.strip()
    # Digits of other scripts are digits to Python, and thousands of them would be a number to be worked out.
    if text.isascii() and text.isdigit() and len(text) <= 4 and least <= int(text) <= most:
        return int(text)
    errors[name] = [f"{asks}, not {short(text, 20)!r}" if text else asks]
    return least

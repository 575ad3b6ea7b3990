"""The question in the address of the page: a house, its readings and a layout, each as somebody typed it.

From a game the address names that game, a hole and a player instead; house, readings and cards are then the game's,
unless the address says others.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from werkzeug.datastructures import MultiDict

from scorekeeper import houses
from scorekeeper.rules import BadLayout, House, Layout, Player, RuleError, parse_layout
from scorekeeper.rules.errors import UnknownHouse, UnknownOption, UnknownReading
from scorekeeper.rules.notation import LONGEST_TEXT
from scorekeeper.rules.wording import short
from scorekeeper.store import KeptGame
from scorekeeper.web.house_finding import find_house, house_address
from scorekeeper.web.option_fields import OPTION, chosen_in

GAMES_OWN = "game"
"""Stands in the place of a house's address for the house that the game of the question is played by."""


@dataclass(frozen=True)
class Dispute:
    """The game that a question comes from. ``player`` is None where none was named, or nobody of that game."""

    kept: KeptGame  # as whoever may only look sees it
    hole: int | None = None
    player: Player | None = None

    @property
    def cards(self) -> str:
        """What is entered for that player on that hole; empty for nothing, and for a bare number."""
        hole = None if self.hole is None else self.kept.game.hole(self.hole)
        entry = None if hole is None or self.player is None else hole.entries.get(self.player.id)
        return "" if entry is None or entry.layout is None else entry.layout.shown


@dataclass(frozen=True)
class Question:
    """What is asked, and what is wrong with it: sentences by field name. ``layout`` is None while there is none."""

    house: House  # with the readings that are asked for
    address: str  # of that house, as `?house=` has it
    cards: str
    layout: Layout | None
    errors: Mapping[str, list[str]] = field(default_factory=dict)
    dispute: Dispute | None = None

    @property
    def by_game(self) -> bool:
        """Whether the house is the one that the game is played by."""
        return self.address == GAMES_OWN


def read_question(asked: MultiDict[str, str], dispute: Dispute | None = None) -> Question:
    """Read the address. Whatever cannot be used is answered with a sentence, and the rest still stands.

    `readings_of` names the house whose readings the form showed: whoever has just chosen another house there has not
    chosen readings of that one.
    """
    errors: dict[str, list[str]] = {}
    address = asked.get("house", "") or ("" if dispute is None else GAMES_OWN)
    readings = chosen_in(asked)
    house = houses.built_in()[0]
    if dispute is not None and address == GAMES_OWN:
        house = dispute.kept.game.house
    elif address:
        try:
            house = find_house(address)
        except UnknownHouse as unknown:
            errors["house"] = [short(unknown.message, 300)]
    if not (dispute is not None and address == GAMES_OWN):
        address = house_address(house)
    if "house" not in errors and asked.get("readings_of", address) == address:
        house = _with_readings(house, readings, errors, dispute if address == GAMES_OWN else None)
    cards = asked.get("cards", dispute.cards if dispute is not None else "")
    layout = None
    if cards.strip() and "house" not in errors:
        try:
            layout = parse_layout(cards, house)
        except BadLayout as bad:
            errors["cards"] = [problem.message for problem in bad.problems]
    return Question(house, address, cards[: LONGEST_TEXT * 2], layout, errors, dispute)


def _with_readings(
    house: House, readings: Mapping[str, str], errors: dict[str, list[str]], dispute: Dispute | None
) -> House:
    chosen: dict[str, str] = {}
    found = house
    for key, reading in readings.items():
        name = f"{OPTION}{key}"
        try:
            tried = {**chosen, key: reading}
            found = houses.with_readings(house, tried) if dispute is None else dispute.kept.house_with(tried)
        except (UnknownOption, UnknownReading) as unknown:
            # An option that the form shows answers at its place, any other on top of the page.
            errors.setdefault(name if house.option(key) else "", []).append(short(unknown.message, 300))
        except RuleError as impossible:
            errors.setdefault(name, []).append(short(impossible.message, 300))
        else:
            chosen = tried
    return found

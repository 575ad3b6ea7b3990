"""Whose rules are asked about: a house by its key, or a running game, which has its own with the table's readings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from flask import url_for

from scorekeeper import houses
from scorekeeper.houses import HouseGroup
from scorekeeper.rules import House, Option
from scorekeeper.rules.errors import UnknownHouse
from scorekeeper.rules.wording import short
from scorekeeper.store.errors import GameNotFound, LinkRenewed
from scorekeeper.store.houses import houses_of_device
from scorekeeper.store.values import KeptGame
from scorekeeper.web.db import store
from scorekeeper.web.device import device_id
from scorekeeper.web.finding import best_key, game_to_see
from scorekeeper.web.house_finding import find_house, house_address, question_row


@dataclass(frozen=True)
class Rules:
    """The house that answers; ``errors`` are sentences by field name, and then it is the first house there is."""

    house: House
    kept: KeptGame | None = None  # the game whose house it is
    scorecard: str = ""  # the key of the best link to that game that this device has
    errors: Mapping[str, list[str]] = field(default_factory=dict)

    @property
    def address(self) -> dict[str, str]:
        """The parameters that lead to these rules again. A game is named by the link that changes nothing."""
        return {"game": self.kept.view_key} if self.kept is not None else {"house": house_address(self.house)}

    @property
    def may_enter(self) -> bool:
        """Whether this device may enter cards in the game, though the address lets nobody."""
        return self.kept is not None and self.scorecard != self.kept.view_key

    @property
    def players(self) -> tuple[str, ...]:
        """Who plays the hole under way in the game, by name in seating order; empty without a game."""
        if self.kept is None:
            return ()
        hole = self.kept.game.current_hole or self.kept.game.holes_planned
        return tuple(player.name for player in self.kept.game.at_table(hole))


def source_of(house: House) -> str:
    """Whose word it is: the rule sheet by its number, any other house by its name and where that comes from."""
    if house.source.sheet:
        return f"Sheet {house.source.sheet}"
    title = house.source.title.rstrip(".")
    return f"The rules of {house.name} ({title})" if title else f"The rules of {house.name}"


def read_rules(asked: Mapping[str, str]) -> Rules:
    """Read `game` or `house` from an address. A game goes before a house."""
    first = houses.built_in()[0]
    if key := asked.get("game", ""):
        try:
            kept = game_to_see(key)
        except LinkRenewed:
            return Rules(first, errors={"game": ["game: this link was renewed; ask the table for the new one"]})
        except GameNotFound:
            return Rules(first, errors={"game": [f"game: there is no game with the link {short(key)!r}"]})
        return Rules(kept.game.house, kept, best_key(kept))
    if key := asked.get("house", ""):
        try:
            return Rules(find_house(key))
        except UnknownHouse as unknown:
            return Rules(first, errors={"house": [f"house: {short(unknown.message, 300)}"]})
    return Rules(first)


def house_groups() -> tuple[HouseGroup, ...]:
    """Every house that can be asked from here: those that come with Scorekeeper, and those that this device made."""
    made = tuple(kept.house for kept in houses_of_device(store(), device_id()))
    return (*houses.groups(), *([HouseGroup("made", "Houses of your own", made)] if made else []))


def question_address(rules: Rules, option: Option) -> str:
    """Where the open question is told that an answer depends on, with the answer of the game where there is one."""
    return url_for(
        "questions.row",
        key=house_address(rules.house),
        row=question_row(option),
        _anchor=option.key,
        game=_view_key(rules),
    )


def questions_address(rules: Rules) -> str:
    """Where everything is told that the rules leave open."""
    return url_for("questions.index", key=house_address(rules.house), game=_view_key(rules))


def rules_address(rules: Rules) -> str:
    """The whole rules of the house, as the game plays them where there is one."""
    if rules.kept is not None:
        return url_for("houses.of_game", key=rules.scorecard)
    return url_for("houses.sheet", key=house_address(rules.house))


def _view_key(rules: Rules) -> str | None:
    return None if rules.kept is None else rules.kept.view_key

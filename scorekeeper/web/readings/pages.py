"""What the page of a table's readings shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from scorekeeper.rules import Game, House, Option
from scorekeeper.rules.rereading import Rereading, in_words
from scorekeeper.store import KeptGame
from scorekeeper.web.option_fields import OPTION
from scorekeeper.web.readings.wishing import Wish

_KINDS = {
    "score": ("score", "What cards and layouts count"),
    "play": ("play", "How it is played"),
    "match": ("match", "The game as a whole"),
    "note": ("note", "How the sheet is understood"),
}
_RARE = {"usual": False, "rare": True}


@dataclass(frozen=True, slots=True)
class Group:
    """Questions of one kind: those put to every table, and those for whoever looks for them."""

    key: str
    title: str
    usual: tuple[Option, ...]
    rare: tuple[Option, ...]
    answered: int  # how many of them the table answered itself


@dataclass(frozen=True)
class ReadingsPage:
    """Every question of the game's house with the answer in force, and what the chosen ones would change."""

    wish: Wish
    write_id: str
    overtaken: bool = False  # the game was changed after the numbers were shown that somebody agreed to

    @property
    def kept(self) -> KeptGame:
        return self.wish.kept

    @property
    def game(self) -> Game:
        return self.kept.game

    @property
    def house(self) -> House:
        return self.game.house

    @property
    def rereading(self) -> Rereading | None:
        return self.wish.rereading

    @property
    def errors(self) -> Mapping[str, list[str]]:
        return self.wish.errors

    @property
    def summary(self) -> str:
        return "" if self.rereading is None else in_words(self.rereading)

    @property
    def was_played(self) -> bool:
        """Whether there is anything to count anew."""
        return any(hole.entries for hole in self.game.holes)

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        groups = []
        for kind, (key, title) in _KINDS.items():
            # What is only explained is answered with other questions; it has its page, but nothing to choose.
            options = [option for option in self.house.options if option.kind == kind and option.asked != "explained"]
            if options:
                groups.append(
                    Group(
                        key,
                        title,
                        tuple(option for option in options if not _RARE[option.asked]),
                        tuple(option for option in options if _RARE[option.asked]),
                        sum(self.is_chosen(option) for option in options),
                    )
                )
        return tuple(groups)

    def in_force(self, option: Option) -> str:
        """The key of the answer that the game is played by; empty where the table has yet to say."""
        reading = self.house.taken(option)
        return "" if reading is None else reading.key

    def chosen(self, option: Option) -> str:
        """The key of the answer that the form shows as chosen."""
        return self.wish.readings.get(option.key) or self.in_force(option)

    def is_chosen(self, option: Option) -> bool:
        """Whether the table plays by another answer than the printed one."""
        return self.in_force(option) != ("" if option.default is None else option.default.key)

    def is_open(self, options: tuple[Option, ...]) -> bool:
        """Whether a folded part holds something that somebody is just now busy with."""
        return any(option.key in self.wish.readings or f"{OPTION}{option.key}" in self.errors for option in options)

"""A table that plays on a store: short words for what every test here does."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count

import psycopg

from scorekeeper import houses
from scorekeeper.rules import Entry, Game, House, Player, parse_layout
from scorekeeper.store.connection import LostRace, Store
from scorekeeper.store.sqlite import SqliteStore
from scorekeeper.store.writes import Write
from scorekeeper.tally.changing import change, undo
from scorekeeper.tally.game_row import find_game
from scorekeeper.tally.games import import_game
from scorekeeper.tally.values import Change, Changed, Edit, EnterHand, KeptGame, SeatPlayers, Undone

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
PENALTY = houses.get("penalty")

REFUSALS = (sqlite3.IntegrityError, psycopg.IntegrityError, LostRace)
"""What a store answers a statement that its tables do not allow."""

_ids = count(1)


def file_of(store: Store) -> SqliteStore:
    """The store of a file, for what only that has."""
    assert isinstance(store, SqliteStore)
    return store


def new_write(device: str = "phone", write_id: str | None = None) -> Write:
    """A write of its own, a second after the one before."""
    number = next(_ids)
    return Write(write_id or f"new-write-{number}", device, NOON + timedelta(seconds=number))


def cards(text: str) -> Entry:
    return Entry(layout=parse_layout(text))


def points(number: int) -> Entry:
    return Entry(points=number)


FIVES = cards("5 * 7 / 5 Q K")
KINGS = cards("K K K / K K Q")


def create_game(
    store: Store,
    *,
    house: House,
    players: Sequence[str],
    holes: int,
    first_dealer: int,
    write: Write,
    title: str = "",
    teams: Sequence[int | None] = (),
) -> KeptGame:
    """A new game of these people; ``first_dealer`` is a place among them, from 0."""
    named = enumerate(zip(players, teams or [None] * len(players), strict=True), start=1)
    people = tuple(Player(number, name, team=team) for number, (name, team) in named)
    return import_game(store, Game(house, people, holes, first_dealer + 1), title, write)


def begin(store: Store, *names: str, holes: int = 9, device: str = "phone") -> Table:
    """A new game under the house with an ender's penalty."""
    players = names or ("Ann", "Bo", "Cy")
    write = new_write(device)
    kept = create_game(store, house=PENALTY, players=players, holes=holes, first_dealer=0, write=write)
    return Table(store, kept.edit_key, device)


@dataclass
class Table:
    """One game, written to by one device. Players are called by name."""

    store: Store
    key: str
    device: str = "phone"
    write: Write = field(default_factory=new_write)  # the last one

    @property
    def file(self) -> SqliteStore:
        return file_of(self.store)

    @property
    def kept(self) -> KeptGame:
        return find_game(self.store, self.key)

    def id(self, name: str) -> int:
        return next(player.id for player in self.kept.game.players if player.name == name)

    def change(self, *edits: Edit) -> Changed:
        self.write = new_write(self.device)
        return change(self.store, self.key, edits, self.write)

    def hand(self, hole: int, name: str, entry: Entry | None, based_on: int | None = None) -> EnterHand:
        """An edit based on what is there now, unless said otherwise."""
        player = self.id(name)
        seen = self.kept.hand_versions.get((hole, player), 0)
        return EnterHand(hole, player, entry, seen if based_on is None else based_on)

    def enter(self, hole: int, name: str, entry: Entry | None, based_on: int | None = None) -> Changed:
        return self.change(self.hand(hole, name, entry, based_on))

    def entry(self, hole: int, name: str) -> Entry | None:
        begun = self.kept.game.hole(hole)
        return None if begun is None else begun.entries.get(self.id(name))

    def seat(self, *players: Player | str) -> Changed:
        """All players in order; a name stands for a present player or a new one."""
        known = {player.name: player for player in self.kept.game.players}
        return self.change(
            SeatPlayers(
                tuple(
                    player if isinstance(player, Player) else known[player] if player in known else Player(0, player)
                    for player in players
                )
            )
        )

    def undo(self, change: Change | None = None) -> Undone:
        self.write = new_write(self.device)
        return undo(self.store, self.key, self.write, change.id if change else None)

    @property
    def names(self) -> Sequence[str]:
        return [player.name for player in self.kept.game.players]

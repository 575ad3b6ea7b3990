"""A store of before the baseline is brought over by the first step, with everything in it as it was.

`before_baseline.sql` was made by the last Scorekeeper that knew the fifteen steps before.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scorekeeper import houses
from scorekeeper.quiz.sets import to_facts
from scorekeeper.store import (
    LinkRenewed,
    OtherRelease,
    Store,
    change,
    find_class,
    find_game,
    find_own_house,
    find_set,
    games_around,
    history,
    practice_of,
    seat_of,
    seats_of,
)
from scorekeeper.store.migrations import migrations
from tests.store.backups import before_baseline
from tests.store.playing import FIVES, Table, new_write, points

MIGRATIONS = [one.name for one in migrations._migrations]


@pytest.fixture
def old(tmp_path: Path) -> Path:
    return before_baseline(tmp_path / "old.sqlite3")


@pytest.fixture
def upgraded(old: Path) -> Iterator[Store]:
    with closing(Store.open(old)) as store:
        yield store


def schema(connection: sqlite3.Connection) -> dict[str, str]:
    """Every table, index, trigger and view, however its text is laid out."""
    rows = connection.execute("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'")
    return {name: "".join(sql.replace('"', "").split()) for name, sql in rows}


def contents(connection: sqlite3.Connection) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table but the list of steps."""
    tables = connection.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> '_sqlite_migrations' ORDER BY 1"
    )
    return {
        name: sorted(connection.execute(f'SELECT * FROM "{name}"').fetchall(), key=repr)
        for (name,) in tables.fetchall()
    }


def test_only_the_list_of_steps_is_another_one(old: Path, store: Store) -> None:
    with closing(sqlite3.connect(old)) as before:
        assert schema(before) == schema(store.database.conn), "the first step makes the very tables"
        rows = contents(before)
    assert rows["history"]
    with closing(Store.open(old)) as upgraded:
        assert [one.name for one in migrations.applied(upgraded.database)] == MIGRATIONS
        assert schema(upgraded.database.conn) == schema(store.database.conn)
        assert contents(upgraded.database.conn) == rows
    (copy,) = (old.parent / "backups").glob("*.sqlite3")
    assert copy.name.startswith(f"old-before-{MIGRATIONS[0]}-")


def test_one_that_lacks_some_of_the_earlier_steps_is_refused_and_left_alone(old: Path) -> None:
    with closing(sqlite3.connect(old)) as connection:
        connection.execute("DELETE FROM _sqlite_migrations WHERE name = 'm0015_numbers'")
        connection.commit()
    before = old.read_bytes()
    with pytest.raises(OtherRelease, match=r"last step is m0014_mending.*Open it once with"):
        Store.open(old)
    assert old.read_bytes() == before


# What every hand of the games counts, and the totals, worked out on paper from the rows of the dump by the rules of
# these houses, and written down before any program was asked. A pair in a column is 0, a joker takes 3 off, the pair of
# jokers is 0, a king 0, jack and queen 10; two equal columns are minus 10 in place of their cards, six equal cards that
# just once; an ender whom somebody beats pays 10. Totals are those of the holes that are confirmed.
#   5 * 7 / 5 Q K: 0, -3 + 10, 7 + 0 = 14          K K K / K K Q: -10, 0 + 10 = 0
#   A 2 3 / 4 5 6: 21, and 10 for ending beaten     9 9 9 / 9 9 9: -10
#   * 4 8 / * 4 J: 0, 0, 18                          2 K K / 3 Q A: 5, 10, 1 = 16
#   8 3 K / 8 3 6: 0, 0, 6                           K 7 2 / K 7 3: 0, 0, 5
SCORES: dict[str, dict[int, dict[str, int]]] = {
    "old": {1: {"Ann": 14, "Bo": -3}},
    "other": {1: {"Ann": 14}},
    "cabin": {
        1: {"Ann": 14, "Bo": 0, "Cy": 12},
        2: {"Ann": 31, "Bo": -10, "Cy": 18},
        3: {"Ann": 7, "Bo": 3, "Cy": -2},
        4: {"Ann": 20, "Bo": 16, "Cy": 6},
        5: {"Di": 5},
    },
    "rematch": {},
    "teams": {1: {"Ann": 4, "Bo": 9, "Cy": -1, "Di": 12}, 2: {"Ann": 10, "Bo": 0, "Cy": 3, "Di": 5}},
}
TOTALS: dict[str, dict[tuple[str, ...], int]] = {
    "old": {("Ann",): 0, ("Bo",): 0, ("Cy",): 0},
    "other": {("Ann",): 0, ("Bob",): 0, ("Cy",): 0},
    "cabin": {("Ann",): 72, ("Bo",): 9, ("Cy",): 34, ("Di",): 0},
    "rematch": {("Ann",): 0, ("Bo",): 0, ("Cy",): 0, ("Di",): 0},
    "teams": {("Ann", "Cy"): 16, ("Bo", "Di"): 26},
}


@pytest.mark.parametrize("name", SCORES)
def test_every_game_has_its_totals_and_its_history(upgraded: Store, name: str) -> None:
    kept = find_game(upgraded, f"edit-key-of-{name}-game")
    game = kept.game
    assert {
        hole.number: {
            player.name: result.score
            for player in game.players
            if (result := game.player_result(hole.number, player)) is not None
        }
        for hole in game.holes
    } == SCORES[name]
    assert {tuple(player.name for player in place.side.players): place.total for place in game.places} == TOTALS[name]
    changes = history(upgraded, kept.edit_key)
    done = [one for one in changes if one.kind not in ("declined", "renewed", "rematch")]
    assert done[-1].kind == "created"
    if len(done) > 1:  # before the first change there is no game
        _, now = games_around(kept, changes, done[0])
        assert replace(now, house=game.house) == game


def test_a_game_goes_on(upgraded: Store) -> None:
    table = Table(upgraded, "edit-key-of-old-game")
    assert (table.entry(1, "Ann"), table.entry(1, "Bo")) == (FIVES, points(-3))
    table.undo()
    assert table.entry(1, "Bo") is None
    change(upgraded, table.key, [table.hand(1, "Bo", FIVES)], new_write())
    assert table.entry(1, "Bo") == FIVES
    with pytest.raises(LinkRenewed):
        find_game(upgraded, "old-view-key-of-cabin-game")


def test_houses_practice_sets_and_classes_are_read(upgraded: Store) -> None:
    own = find_own_house(upgraded, "owner-key-of-kitchen-table")
    assert (own.house.name, own.version, own.begun_from) == ("Kitchen table", 2, "worksheet")
    ((sheets,),) = upgraded.database.execute("SELECT sheets FROM sets").fetchall()
    assert practice_of(upgraded, "phone", houses.get("four-card")).rules["value-k"].in_a_row == 1
    assert to_facts(find_set(upgraded, "7k2q m4xp 9trw").questions) == json.loads(sheets)
    ann, bo = seats_of(upgraded, find_class(upgraded, "teacher-key-of-the-class-1"))
    assert [dict(one.typed) for one in (*ann.seat.done, *bo.seat.done)] == [{"points": "12"}, {}, {"points": "8"}]
    assert seat_of(upgraded, "ACDEFG", 1, "token-of-ann-" + "x" * 19)[1] == ann

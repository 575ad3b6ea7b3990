"""Files of every earlier release: opened, brought up to date, and everything in them as it was.

`old/` has a file for each schema that there ever was, made by the release of that time, or (m0002 to m0004, which were
released together with m0005, and m0012 to m0014) from the one before by the released steps.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from sqlite_utils import Database

from scorekeeper import houses
from scorekeeper.classroom import Pace
from scorekeeper.quiz.progress import to_data
from scorekeeper.quiz.sets import to_facts
from scorekeeper.store import (
    LinkRenewed,
    SeatPlayers,
    Store,
    change,
    find_class,
    find_class_by_code,
    find_game,
    find_own_house,
    find_set,
    find_shared_house,
    games_around,
    games_of_device,
    history,
    next_paper,
    practice_of,
    remember_game,
    renew_link,
    seat_of,
    seat_of_device,
    seats_of,
    take_over,
)
from scorekeeper.store.migrations import migrations
from tests.store.playing import FIVES, NOON, Table, new_write, points, seated

OLD = Path(__file__).parent / "old"
MIGRATIONS = [
    "m0001_games",
    "m0002_devices",
    "m0003_reading_aids",
    "m0004_hole_versions",
    "m0005_readings",
    "m0006_sharing",
    "m0007_houses",
    "m0008_teams",
    "m0009_practice",
    "m0010_sets",
    "m0011_classes",
    "m0012_links",
    "m0013_deleted_classes",
    "m0014_mending",
    "m0015_numbers",
]
RELEASES = sorted(dump.stem for dump in OLD.glob("*.sql"))


def schema(connection: sqlite3.Connection) -> set[tuple[str, str]]:
    """Every table, index, trigger and view, however its text is laid out."""
    rows = connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'")
    return {(name, " ".join(sql.replace('"', "").split())) for name, sql in rows}


def contents(connection: sqlite3.Connection, columns: Mapping[str, list[str]]) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of these tables, in these columns."""
    return {
        table: sorted(connection.execute(f'SELECT {", ".join(names)} FROM "{table}"').fetchall(), key=repr)
        for table, names in columns.items()
    }


def columns_of(connection: sqlite3.Connection) -> dict[str, list[str]]:
    tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '%sqlite%'")
    return {
        table: [f'"{row[1]}"' for row in connection.execute(f'PRAGMA table_info("{table}")')]
        for (table,) in tables.fetchall()
    }


def restored(release: str, folder: Path) -> Path:
    path = folder / f"{release}.sqlite3"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((OLD / f"{release}.sql").read_text(encoding="utf-8"))
    return path


@pytest.fixture(params=RELEASES)
def old_file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A store as an older release left it. Named by its last migration."""
    return restored(request.param, tmp_path)


@pytest.fixture
def upgraded(old_file: Path) -> Iterator[Store]:
    store = Store.open(old_file)
    yield store
    store.close()


@pytest.fixture
def classes(tmp_path: Path) -> Iterator[Store]:
    """The file that has everything in it."""
    store = Store.open(restored("m0011_classes", tmp_path))
    yield store
    store.close()


def test_there_is_a_file_of_every_release_before() -> None:
    assert RELEASES == MIGRATIONS[:-1] == [one.name for one in migrations._migrations][:-1]


def test_a_migration_that_was_released_never_changes(old_file: Path) -> None:
    following = MIGRATIONS[MIGRATIONS.index(old_file.stem) + 1]
    with closing(sqlite3.connect(":memory:")) as new, closing(sqlite3.connect(old_file)) as old:
        migrations.apply(Database(new), stop_before=following)
        assert schema(new) == schema(old)


def test_an_older_file_is_brought_up_to_date(upgraded: Store, store: Store) -> None:
    assert [one.name for one in migrations.applied(upgraded.database)] == MIGRATIONS
    assert schema(upgraded.database.conn) == schema(store.database.conn)
    assert not upgraded.database.execute("PRAGMA foreign_key_check").fetchall()
    table = Table(upgraded, "edit-key-of-old-game")
    assert (table.entry(1, "Ann"), table.entry(1, "Bo")) == (FIVES, points(-3))
    assert table.kept.hole_version(1) == table.kept.version
    assert [one.kind for one in history(upgraded, table.key)] == ["undo", "hand", "hand", "hand", "created"]
    table.undo()
    assert table.entry(1, "Bo") is None
    remember_game(upgraded, "phone", table.key)
    assert table.key in {one.key for one in games_of_device(upgraded, "phone")}
    renew_link(upgraded, table.key, "view", new_write())
    with pytest.raises(LinkRenewed):
        find_game(upgraded, "view-key-of-old-game")


def test_every_row_stays_as_it_was(old_file: Path) -> None:
    with closing(sqlite3.connect(old_file)) as old:
        columns = columns_of(old)
        before = contents(old, columns)
    assert before["history"]
    Store.open(old_file).close()
    with closing(sqlite3.connect(old_file)) as new:
        assert contents(new, columns) == before


# What every hand of the games counts, and the totals, worked out on paper from the rows of the dumps by the rules of
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


def games_in(release: str) -> list[str]:
    """The names of the games of a file."""
    count = 1 if release < "m0007" else 2 if release < "m0011" else 5
    return list(SCORES)[:count]


def test_every_game_has_the_same_totals(upgraded: Store) -> None:
    names = games_in(upgraded.path.stem)
    assert upgraded.database.execute("SELECT count(*) FROM games").fetchone() == (len(names),)
    for name in names:
        game = find_game(upgraded, f"edit-key-of-{name}-game").game
        assert {
            hole.number: {
                player.name: result.score
                for player in game.players
                if (result := game.player_result(hole.number, player)) is not None
            }
            for hole in game.holes
        } == SCORES[name], name
        totals = {tuple(player.name for player in place.side.players): place.total for place in game.places}
        assert totals == TOTALS[name], name


def test_every_history_tells_how_the_game_came_to_be(upgraded: Store) -> None:
    for name in games_in(upgraded.path.stem):
        kept = find_game(upgraded, f"edit-key-of-{name}-game")
        changes = history(upgraded, kept.edit_key)
        done = [one for one in changes if one.kind not in ("declined", "renewed", "rematch")]
        assert done[-1].kind == "created"
        if len(done) > 1:  # before the first change there is no game
            _, now = games_around(kept, changes, done[0])
            assert replace(now, house=kept.game.house) == kept.game, name


def test_every_link_has_the_digest_of_its_key(upgraded: Store) -> None:
    links = 0
    for table, key, digest in (
        ("games", "edit_key", "edit_digest"),
        ("games", "view_key", "view_digest"),
        ("retired_keys", "key", "digest"),
        ("houses", "owner_key", "owner_digest"),
        ("houses", "share_key", "share_digest"),
        ("classes", "key", "digest"),
    ):
        for text, kept in upgraded.database.execute(f'SELECT "{key}", {digest} FROM {table}').fetchall():
            assert sha256(text.encode()).digest() == kept
            links += 1
    assert links >= 2


def test_people_of_before_there_were_teams_can_be_told_and_seated_anew(tmp_path: Path) -> None:
    table = Table(Store.open(restored("m0007_houses", tmp_path)), "edit-key-of-other-game", "laptop")
    assert table.names == ["Cy", "Ann", "Bob"]
    assert {player.team for player in table.kept.game.players} == {None}
    # The very write of then, sent again by a phone that never got its answer.
    seats = SeatPlayers(tuple(map(seated, table.kept.game.players)))
    assert change(table.store, table.key, [seats], new_write("laptop", "write-102")).repeated
    before, after = games_around(table.kept, history(table.store, table.key), history(table.store, table.key)[1])
    assert [player.name for player in before.players] == ["Ann", "Bo", "Cy"]
    assert [player.name for player in after.players] == ["Cy", "Ann", "Bob"]
    table.undo()
    table.undo()
    assert table.names == ["Ann", "Bo", "Cy"]
    table.seat(*(replace(seated(player), team=place) for place, player in enumerate(table.kept.game.players, 1)))
    assert [player.team for player in table.kept.game.players] == [1, 2, 3]
    table.store.close()


# --- what the later releases kept besides games -----------------------------------------------------------------------


def test_links_and_phones_of_a_game_are_as_they_were(classes: Store) -> None:
    kept = find_game(classes, "view-key-of-cabin-game")
    assert not kept.may_edit
    assert kept.rematch is not None
    with pytest.raises(LinkRenewed):
        find_game(classes, "old-view-key-of-cabin-game")
    sits = seat_of_device(classes, "tablet", "edit-key-of-cabin-game")
    assert next(player.name for player in kept.game.players if player.id == sits) == "Cy"
    assert find_game(classes, "edit-key-of-rematch-game").rematch_of == kept.id


def test_houses_that_people_made_are_found_in_every_version(classes: Store) -> None:
    own = find_own_house(classes, "owner-key-of-kitchen-table")
    assert (own.house.name, own.version, own.begun_from) == ("Kitchen table", 2, "worksheet")
    assert len(own.share_key) == 20, "as long as they were then"
    values = [
        {
            str(rank.value): worth
            for rank, worth in find_shared_house(classes, own.share_key, version).house.values.items()
        }
        for version in (1, 2)
    ]
    assert [one["K"] for one in values] == [0, 13]


@pytest.mark.parametrize("release", [one for one in RELEASES if one >= "m0010"])
def test_a_code_gives_the_sheets_that_it_gave(release: str, tmp_path: Path) -> None:
    store = Store.open(restored(release, tmp_path))
    ((facts,),) = store.database.execute("SELECT sheets FROM sets").fetchall()
    found = find_set(store, "7k2q m4xp 9trw")
    assert to_facts(found.questions) == json.loads(facts)
    layouts = [str(question["layout"]) for question in to_facts(found.questions)[0]["questions"]]
    assert layouts == ["JS 2H JD / 2C 2S AD", "KS 10H 4C / KD 9S 5H"]
    assert not find_set(store, "7K2Q-M4XP").may_see_key
    store.close()


def test_practice_goes_on_and_along(classes: Store) -> None:
    four_card = houses.get("four-card")
    ((kept,),) = classes.database.execute("SELECT progress FROM practice").fetchall()
    practice = practice_of(classes, "phone", four_card)
    assert to_data(practice) == json.loads(kept)
    assert practice.rules["value-k"].in_a_row == 1
    assert take_over(classes, "7k2q-m4xp", "tablet", new_write()) == 1
    assert practice_of(classes, "tablet", four_card).rules == practice.rules


def test_classes_are_read_by_every_way_there_is_to_them(classes: Store) -> None:
    lesson = find_class(classes, "teacher-key-of-the-class-1")
    assert (lesson.session.pace, lesson.pupils, lesson.made_at) == (
        Pace.PRACTICE,
        2,
        NOON + timedelta(hours=1, minutes=40, seconds=23),
    )
    assert find_class_by_code(classes, "acd efg").id == lesson.id
    ann, bo = seats_of(classes, lesson)
    assert [(one.did, dict(one.typed), one.took) for one in ann.seat.done] == [
        ("answer", {"points": "12"}, 4000),
        ("hint", {}, None),
    ]
    assert [dict(one.typed) for one in bo.seat.done] == [{"points": "8"}]
    assert (ann.return_code, bo.return_code) == ("A2C3D", "E4F5G")
    assert seat_of(classes, "ACDEFG", 1, "token-of-ann-" + "x" * 19)[1] == ann
    papers = find_class(classes, "teacher-key-of-the-class-2")
    assert [dict(one.seat.done[0].typed) for one in seats_of(classes, papers)] == [{"points": "12"}, {"points": "20"}]


def test_numbers_that_were_given_and_devices_that_open_a_seat_are_counted_from_what_there_is(tmp_path: Path) -> None:
    store = Store.open(restored("m0014_mending", tmp_path))
    assert store.database.execute("SELECT id, seated FROM classes ORDER BY id").fetchall() == [(1, 2), (2, 2)]
    lesson = find_class(store, "teacher-key-of-the-class-1")
    assert [(one.seat.number, one.devices) for one in seats_of(store, lesson)] == [(1, 2), (2, 1)]
    papers = find_class(store, "teacher-key-of-the-class-2")
    assert [(one.seat.number, one.devices) for one in seats_of(store, papers)] == [(1, 0)]
    assert next_paper(store, papers) == 3, "the second was set aside"
    store.close()

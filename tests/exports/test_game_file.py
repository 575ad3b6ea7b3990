"""A game written as JSON comes back as the same game; anything else is refused with every reason."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from scorekeeper import houses
from scorekeeper.exports.game_file import LONGEST_FILE, BadGameFile, export_game, game_json, read_game, read_game_file
from scorekeeper.houses import BadHouse
from scorekeeper.houses.loading import from_data, to_data
from scorekeeper.rules import Entry, Game, Hole, Player, RuleError
from scorekeeper.store.connection import Store
from scorekeeper.store.writes import Write
from scorekeeper.tally.games import import_game
from tests.exports.games import as_read, full_game, games, team_game, tied_game


def problems(data: object) -> list[tuple[str, str]]:
    """The code and path of everything that is wrong."""
    with pytest.raises(BadGameFile) as caught:
        read_game(data)
    for problem in caught.value.problems:
        assert problem.message.startswith(problem.path)
        assert len(problem.message) < 400
    return [(problem.code, problem.path) for problem in caught.value.problems]


@given(games())
@settings(max_examples=12)
def test_any_game_comes_back_equal(game: Game) -> None:
    assert read_game_file(game_json(game)) == as_read(game)


@pytest.mark.parametrize("game", [full_game(), tied_game(), team_game()])
def test_a_game_read_into_a_store_is_the_same_game_to_export_again(game: Game, tmp_path: Path) -> None:
    store = Store.open(tmp_path / "other.sqlite3")
    write = Write("import", "device", datetime(2026, 11, 21, tzinfo=UTC))
    kept = import_game(store, *read_game_file(game_json(game, "Sunday")), write)
    assert export_game(kept.game, kept.title) == export_game(game, "Sunday")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("penalty", {"kind": "add", "points": 0}),
        ("match.deal", "highest-opening-starts"),
    ],
    ids=["penalty", "deal"],
)
def test_rules_that_were_played_are_read_although_nobody_may_write_them_now(key: str, value: object) -> None:
    rules = to_data(houses.get("penalty"))
    table, _, last = key.rpartition(".")
    (rules[table] if table else rules)[last] = value
    if key == "match.deal":
        rules["opening"]["face_up"] = 0
    with pytest.raises(BadHouse):
        from_data(rules, "house")
    house = houses.thaw(json.dumps(rules))
    players = (Player(1, "Ann"), Player(2, "Bo"))
    game = Game(house, players, 9, 1, (Hole(1, 1, {1: Entry(points=3)}),))
    assert read_game_file(game_json(game)) == as_read(game)


def test_results_are_there_for_other_programs_and_are_not_read() -> None:
    data = export_game(full_game())
    assert data["holes"][0]["results"][0] == {"player": 0, "raw": 14, "penalty": 10, "score": 24, "wins": False}
    assert data["standings"] == [
        {"player": 2, "total": 0, "holes": 1, "rank": 1},
        {"player": 0, "total": 8, "holes": 2, "rank": 2},
        {"player": 1, "total": 31, "holes": 2, "rank": 3},
        {"player": 3, "total": 11, "holes": 1, "rank": None},
    ]
    data["holes"][0]["results"] = "nonsense"
    assert data["places"] == [
        {"players": [2], "total": 0, "holes": 1, "rank": 1},
        {"players": [0], "total": 8, "holes": 2, "rank": 2},
        {"players": [1], "total": 31, "holes": 2, "rank": 3},
        {"players": [3], "total": 11, "holes": 1, "rank": None},
    ]
    data["standings"] = None
    data["places"] = {"players": "nonsense"}
    assert read_game(data) == as_read(full_game())


# --- bad files -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "game_file.no_json"),
        (b"not json", "game_file.no_json"),
        (b"\xff\xfe", "game_file.no_json"),
        (b"[" * 200_000, "game_file.no_json"),
        (b'{"a":' * 100_000, "game_file.no_json"),
        (b"9" * 10_000, "game_file.no_json"),
        (b" " * (LONGEST_FILE + 1), "game_file.too_long"),
        (b"null", "game_file.not_a_game"),
        (b"[]", "game_file.not_a_game"),
        (b'{"format": "something.else"}', "game_file.not_a_game"),
        (b'{"format": "scorekeeper.game", "version": 2}', "game_file.newer"),
    ],
    ids=range(11),
)
def test_what_is_no_game_file(content: bytes, code: str) -> None:
    with pytest.raises(BadGameFile) as caught:
        read_game_file(content)
    assert [problem.code for problem in caught.value.problems] == [code]


CHANGES: list[tuple[str, Any, str, str]] = [
    # key, value, code, path of the problem
    ("title", 5, "game_file.wrong_type", "title"),
    ("title", "x" * 81, "game_file.out_of_range", "title"),
    ("house", None, "game_file.wrong_type", "house"),
    ("house.grid.rows", 9, "house.bad_key", "house.grid"),
    ("house.values.A", "1", "house.bad_key", "house.values.A"),
    ("house.values.A", 10**9, "game_file.out_of_range", "house.values.A"),
    ("house.colour", "red", "house.bad_key", "house.colour"),
    ("players", {}, "game_file.wrong_type", "players"),
    ("players.0.name", "", "player.name", "players[0].name"),
    ("players.0.name", "=bO", "game_file.name_twice", "players[1].name"),
    ("players.0.joined", 1.0, "game_file.wrong_type", "players[0].joined"),
    ("players.0.team", 0, "game_file.out_of_range", "players[0].team"),
    ("players.0.age", 3, "game_file.unknown_key", "players[0].age"),
    ("holes_planned", 37, "game_file.out_of_range", "holes_planned"),
    ("first_dealer", 4, "game_file.out_of_range", "first_dealer"),
    ("holes", [None] * 73, "game_file.out_of_range", "holes"),
    ("holes.0", [], "game_file.wrong_type", "holes[0]"),
    ("holes.0.number", 2, "game_file.twice", "holes"),
    ("holes.0.dealer", None, "game_file.wrong_type", "holes[0].dealer"),
    ("holes.0.ender", 9, "game_file.out_of_range", "holes[0].ender"),
    ("holes.0.confirmed", 1, "game_file.wrong_type", "holes[0].confirmed"),
    ("holes.0.playoff", [1, 1], "game_file.out_of_range", "holes[0].playoff"),
    ("holes.0.entries.0.cards", "5 5 5 / 5 5", "layout.missing_cards", "holes[0].entries[0].cards"),
    ("holes.0.entries.0.cards", "X 5 5 / 5 5 5", "card.unknown", "holes[0].entries[0].cards"),
    ("holes.0.entries.0.cards", ["5"], "game_file.wrong_type", "holes[0].entries[0].cards"),
    ("holes.0.entries.0.player", 1, "game_file.twice", "holes[0].entries[1].player"),
    ("holes.0.entries.0.points", 3, "game_file.unknown_key", "holes[0].entries[0].points"),
    ("holes.0.entries.1.points", 1000, "game_file.out_of_range", "holes[0].entries[1].points"),
    ("surprise", 1, "game_file.unknown_key", "surprise"),
]


def place_of(data: Any, path: str) -> tuple[Any, Any]:
    """The container and the key in it that a dotted path leads to."""
    *steps, last = path.split(".")
    for step in steps:
        data = data[int(step) if isinstance(data, list) else step]
    return data, int(last) if isinstance(data, list) else last


@pytest.mark.parametrize(
    ("path", "value", "code", "where"), CHANGES, ids=[f"{row[0]}-{row[2]}-{n}" for n, row in enumerate(CHANGES)]
)
def test_each_wrong_value_is_named(path: str, value: object, code: str, where: str) -> None:
    data = export_game(full_game())
    container, key = place_of(data, path)
    container[key] = value
    assert (code, where) in problems(data)


def test_every_problem_is_named_at_once() -> None:
    data = export_game(full_game())
    changes = [
        row
        for row in CHANGES
        if row[0] in ("title", "holes_planned", "first_dealer", "holes.0.ender", "holes.0.confirmed")
    ]
    for path, value, _, _ in changes:
        container, key = place_of(data, path)
        container[key] = value
    del data["holes"][1]["playoff"]
    assert set(problems(data)) == {
        ("game_file.out_of_range", "title"),
        ("game_file.out_of_range", "holes_planned"),
        ("game_file.out_of_range", "first_dealer"),
        ("game_file.out_of_range", "holes[0].ender"),
        ("game_file.wrong_type", "holes[0].confirmed"),
        ("game_file.missing", "holes[1].playoff"),
    }


def test_a_game_that_cannot_have_been_played_is_refused_by_the_store(tmp_path: Path) -> None:
    data = export_game(full_game())
    data["holes"][0]["entries"].append({"player": 2, "points": 1})  # who joined on hole 2
    store = Store.open(tmp_path / "store.sqlite3")
    write = Write("import", "device", datetime(2026, 11, 21, tzinfo=UTC))
    with pytest.raises(RuleError, match="must be at the table"):
        import_game(store, *read_game(data), write)

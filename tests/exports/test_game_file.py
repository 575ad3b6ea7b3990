"""A game written as JSON is read back as the same game; any other file is refused with all reasons."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from scorekeeper import houses
from scorekeeper.exports.game_file import LONGEST_FILE, export_game, game_json, read_game_file
from scorekeeper.exports.tables import Separator, game_csv
from scorekeeper.houses import BadHouse
from scorekeeper.houses.loading import from_data, to_data
from scorekeeper.rules import Entry, Game, Hole, Player, RuleError
from scorekeeper.store.writes import Write
from scorekeeper.tally.games import checked_game, import_game
from scorekeeper.tally.values import Origin
from tests.exports.games import as_read, full_game, games, team_game, tied_game
from tests.store.empty import new_store


def file_of(data: object) -> bytes:
    return json.dumps(data).encode()


def problems(content: bytes) -> list[str]:
    """The messages for everything wrong with a file."""
    with pytest.raises(RuleError) as caught:
        checked_game(*read_game_file(content)[:2])
    assert all(len(problem.message) < 400 for problem in caught.value.problems)
    return [problem.message for problem in caught.value.problems]


@given(games())
@settings(max_examples=12)
def test_any_game_comes_back_equal(game: Game) -> None:
    assert read_game_file(game_json(game))[:2] == as_read(game)


@pytest.mark.parametrize("game", [full_game(), tied_game(), team_game()])
def test_a_game_read_into_a_store_is_the_same_game_to_export_again(game: Game, tmp_path: Path) -> None:
    store = new_store(tmp_path / "other.sqlite3")
    write = Write("import", "device", datetime(2026, 11, 21, tzinfo=UTC))
    kept = import_game(store, *read_game_file(game_json(game, "Sunday"))[:2], write)
    assert export_game(kept.game, kept.title) == export_game(game, "Sunday")


@pytest.mark.parametrize(
    "changes",
    [{"penalty": {"kind": "add", "points": 0}}, {"match.deal": "highest-opening-starts", "opening.face_up": 0}],
    ids=["penalty", "deal"],
)
def test_rules_that_were_played_are_read_although_nobody_may_write_them_now(changes: dict[str, object]) -> None:
    rules = to_data(houses.get("penalty"))
    for path, value in changes.items():
        change(rules, path, value)
    with pytest.raises(BadHouse):
        from_data(rules, "house")
    players = (Player(1, "Ann"), Player(2, "Bo"))
    game = Game(houses.thaw(json.dumps(rules)), players, 9, 1, (Hole(1, 1, {1: Entry(points=3)}),))
    assert read_game_file(game_json(game))[:2] == as_read(game)


def test_results_are_there_for_other_programs_and_are_not_read() -> None:
    data = export_game(full_game())
    assert data["holes"][0]["results"][0] == {"player": 0, "raw": 14, "penalty": 10, "score": 24, "wins": False}
    data["holes"][0]["results"] = "nonsense"
    assert data["places"] == [
        {"players": [2], "total": 0, "holes": 1, "rank": 1},
        {"players": [0], "total": 8, "holes": 2, "rank": 2},
        {"players": [1], "total": 31, "holes": 2, "rank": 3},
        {"players": [3], "total": 11, "holes": 1, "rank": None},
    ]
    data["standings"] = None
    data["places"] = {"players": "nonsense"}
    assert read_game_file(file_of(data))[:2] == as_read(full_game())


def test_long_dashes_for_every_one_change_no_game() -> None:
    text = game_json(full_game(), "Sunday", Origin("a" * 24, datetime(2025, 3, 14, tzinfo=UTC))).decode()
    read = read_game_file(text.replace("-", "–").encode())
    plain = read_game_file(text.encode())
    assert (read.origin, read.game.holes, read.game.house.values) == (
        plain.origin,
        plain.game.holes,
        plain.game.house.values,
    )


# --- bad files -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "This file is empty."),
        (b"\xff\xfe", "This file is empty."),
        (b"[" * 200_000, "nested too deeply"),
        (b"9" * 10_000, "A number in this file has thousands of digits"),
        (b" " * (LONGEST_FILE + 1), "The file is too large: 1,000,001 bytes. The limit is 1,000,000."),
        (b"[]", "This isn’t a Scorekeeper game"),
        (game_csv(full_game()), "This is the CSV file"),
        (game_csv(full_game(), separator=Separator.SEMICOLON), "This is the CSV file"),
        (b'key = "ours"\nname = "Ours"\n', "These are rules, not a game"),
        (b"Dear Bo, here is our game", "This isn’t a Scorekeeper game. It starts with “Dear Bo"),
        (b"{'format': 'scorekeeper.game'}", "Line 1 can’t be read, near “{'format'"),
        (b'{\n  "format": "scorekeeper.game"\n  "version": 1\n}', 'Line 3 can’t be read, near “"version": 1'),
        (b'{"format": "scorekeeper.game", "title": "Fri', "The file ends too early"),
        (b"%PDF-1.7", "This file is a PDF"),
        (b'{"format": "something.else"}', "This isn’t a Scorekeeper game"),
        (b'{"format": "scorekeeper.game", "version": 2}', "newer version of Scorekeeper"),
    ],
    ids=range(16),
)
def test_what_is_no_game_file(content: bytes, said: str) -> None:
    assert said in problems(content)[0]


CHANGES: list[tuple[str, Any, str]] = [
    # key, value, the start of the message
    ("title", 5, "title must be a valid string."),
    ("title", "x" * 81, "A game name can have up to 80 visible characters."),
    ("house", None, "house must be an object with keys."),
    ("players", [], "players has no entries."),
    ("players.0", 5, "players[0] must be an object with keys."),
    ("holes.0.winner", 5, "holes[0].winner isn’t a known key."),
    ("uid", "no/name", "uid must be 12 to 24 characters, all digits or letters"),
    ("begun_at", "in March", "begun_at must be a date like 2026-11-21"),
    ("changed_at", 5, "changed_at must be a valid string."),
    ("holes.0.confirmed_at", "25:00", "holes[0].confirmed_at must be a date like"),
    ("house.grid.rows", 9, "house: grid: A grid of 9 rows"),
    ("house.values.A", 10**9, "house.values.A must be from −10000 to 10000."),
    ("players.0.name", "", "Every player needs a name."),
    ("players.0.name", "=bO", "Two players are named"),
    ("players.0.joined", 1.0, "players[0].joined must be a valid integer"),
    ("players.0.left", -5, "Ann joined at hole 1"),
    ("players.0.age", 3, "players[0].age isn’t a known key."),
    ("holes_planned", 37, "A game can have 1 to 36 holes"),
    ("holes_planned", 10**9, "holes_planned must be less than"),
    ("first_dealer", 4, "first_dealer: There’s no player 4."),
    ("holes", [None] * 73, "holes has more entries than any game."),
    ("holes.0.number", 2, "The same hole appears twice."),
    ("holes.0.dealer", None, "holes[0].dealer must be a valid integer"),
    ("holes.0.entries.0.cards", "X 5 5 / 5 5 5", "holes[0].entries[0].cards: Row 1, column 1: “X” isn’t a card"),
    ("holes.0.entries.0.player", 1, "holes[0].entries[1]: This player has two entries"),
    ("holes.0.entries.0.points", 3, "holes[0].entries[0]: Give either cards or points."),
    ("holes.0.entries.1.points", 1000, "holes[0].entries[1].points must be less than"),
    ("holes.0.by_hand", [{"player": 0, "points": 0, "reason": "so"}], "holes[0].by_hand[0].points: An adjustment"),
    ("holes.0.by_hand", [{"player": 0, "points": 5, "reason": " "}], "holes[0].by_hand[0].reason: Say what"),
    ("holes.0.by_hand", [{"player": 0, "points": 5, "reason": "so"}] * 2, "holes[0].by_hand[1]: This player has"),
    ("holes.0.by_hand", [{"player": 2, "points": 5, "reason": "so"}], "Zoë & <Cy> has a score on hole 1"),
]


def change(data: Any, path: str, value: object) -> None:
    *steps, last = path.split(".")
    for step in steps:
        data = data[int(step) if isinstance(data, list) else step]
    data[int(last) if isinstance(data, list) else last] = value


@pytest.mark.parametrize(("path", "value", "said"), CHANGES, ids=[f"{row[0]}-{n}" for n, row in enumerate(CHANGES)])
def test_each_wrong_value_is_named(path: str, value: object, said: str) -> None:
    data = export_game(full_game())
    change(data, path, value)
    found = problems(file_of(data))
    assert any(problem.startswith(said) for problem in found), found


def test_every_problem_of_the_shape_is_named_at_once() -> None:
    data = export_game(full_game())
    del data["holes"][1]["playoff"]
    for path in ("title", "first_dealer", "holes.0.confirmed"):
        change(data, path, [])
    paths = [problem.partition(" ")[0] for problem in problems(file_of(data))]
    assert paths == ["title", "first_dealer", "holes[0].confirmed", "holes[1].playoff"]


def test_a_game_that_cannot_have_been_played_is_no_game() -> None:
    data = export_game(full_game())
    data["holes"][0]["entries"].append({"player": 2, "points": 1})  # who joined on hole 2
    assert problems(file_of(data)) == [
        "Zoë & <Cy> has a score on hole 1, so they have to be in the game for that hole."
    ]

"""Whole games in the pages: they stand as they do on the server, and become what the server will make of them."""

import json
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from scorekeeper import houses
from scorekeeper.rules import Entry, Game, House
from scorekeeper.rules.parameters import Match
from scorekeeper.tally.game_row import find_game
from scorekeeper.tally.games import import_game
from scorekeeper.tally.values import KeptGame
from scorekeeper.web.db import new_write, store
from scorekeeper.web.game_json import page_rules
from tests.conftest import Phone
from tests.exports.games import as_read
from tests.js.node import HERE, run_tests
from tests.js.parity_games import PHENOMENA, WAYS, answers, phenomena, some_entry, some_game, write_out
from tests.js.parity_houses import all_houses
from tests.web.tables import new_id


@pytest.mark.long
def test_same_games(tmp_path: Path) -> None:
    cases = write_out(all_houses(), {house.key: 28 for house in houses.built_in()})
    assert phenomena(cases["games"]) == PHENOMENA
    for three in combinations(WAYS, 3):
        compared = {tuple(game["match"].get(key) for key in three) for game in cases["games"]}
        assert compared >= set(product(*(WAYS[key] for key in three))), three
    file = tmp_path / "games.json"
    file.write_text(json.dumps(cases), encoding="utf-8")
    run_tests([HERE / "parity" / "same_games.test.js"], GAMES=file)


@pytest.mark.long
def test_same_edits(app: Flask, client: Phone, tmp_path: Path) -> None:
    cases = [case for house in some_houses() for case in entered_games(app, client, house, games=4)]
    happened = {(write["kind"], write["status"]) for case in cases for write in case["waiting"]}
    refusable = {(kind, status) for kind in ("hand", "ender", "confirm", "table", "playoff") for status in (200, 422)}
    assert happened == refusable | {("hand", 404)}
    file = tmp_path / "edits.json"
    file.write_text(json.dumps(cases), encoding="utf-8")
    run_tests([HERE / "parity" / "same_edits.test.js"], EDITS=file)


def some_houses() -> Iterator[House]:
    """Every house of ours, and one under which hole after hole is won."""
    yield from houses.built_in()
    yield replace(houses.get("penalty"), match=Match(winner="most-holes", tie="extra-hole"))


def entered_games(app: Flask, client: Phone, house: House, games: int) -> Iterator[dict[str, Any]]:
    """Games under this house: the server's JSON before, what a phone enters, and the JSON and answers after it."""
    dice = random.Random(house.key + house.match.winner)
    token = client.token()
    for number in range(games):
        key = keep(app, some_kept_game(house, dice))
        before = client.get(f"/api/games/{key}").get_json()
        waiting = [enter(app, client, key, token, dice) for _ in range(1 + number // 2)]
        yield {
            "rules": page_rules(house),
            "before": before,
            "waiting": waiting,
            "after": client.get(f"/api/games/{key}").get_json(),
            "answers": answers(kept(app, key).game),
        }


def some_kept_game(house: House, dice: random.Random) -> Game:
    """A game that the store takes: what was played was played, but a new one needs as many as the house seats."""
    while True:
        game = some_game(house, dice)
        seated = sum(player.left is None for player in game.players)
        if game.holes or house.table.players_min <= seated <= house.most_players:
            return game


def keep(app: Flask, game: Game) -> str:
    """A game as if its table had played it here; the key of its link."""
    with app.test_request_context():
        return import_game(store(), *as_read(game), new_write()).edit_key


def kept(app: Flask, key: str) -> KeptGame:
    with app.app_context():
        return find_game(store(), key)


def enter(app: Flask, client: Phone, key: str, token: str, dice: random.Random) -> dict[str, Any]:
    """Send one entry as a phone does, whether or not the server takes it; the entry as it waits on the phone."""
    now = kept(app, key)
    game = now.game
    hole = dice.choice([number for number in (game.current_hole, *(hole.number for hole in game.holes)) if number])
    address = f"/api/games/{key}/holes/{hole}"
    headers = {"X-CSRFToken": token}
    entry: dict[str, Any]
    body: dict[str, Any]
    if (game.is_over and dice.random() < 0.5) or dice.random() < 0.2:
        kind, hole, body = table_wish(game, dice)
        address = f"/api/games/{key}/{kind}"
        answer = client.post(address, json={"write_id": new_id(), **body}, headers=headers)
        entry = {"kind": kind, "player": None, "cards": None, "points": None, "confirm": None, "body": body}
    elif dice.random() < 0.2:
        kind, body = "ender", ender_wish(game, hole, dice)
        answer = client.post(f"{address}/ender", json={"write_id": new_id(), **body}, headers=headers)
        entry = {"kind": kind, "player": None, "cards": None, "points": None, "confirm": None, "body": body}
    elif dice.random() < 0.4:
        wish: dict[str, Any] = {
            "ender": dice.choice([None, *game.seats]),
            "enderKnown": dice.random() < 0.6,
            "acceptWarnings": dice.random() < 0.7,
            "acceptMissing": dice.random() < 0.7,
        }
        body = {re.sub("[A-Z]", lambda sign: f"_{sign[0].lower()}", name): said for name, said in wish.items()}
        answer = client.post(f"{address}/confirm", json={"write_id": new_id(), **body}, headers=headers)
        entry = {"kind": "confirm", "player": None, "cards": None, "points": None, "confirm": {**wish, "seen": {}}}
    else:
        player = dice.choice([*game.at_table(hole) * 2, *game.players]).id
        typed = dice.choice([some_entry(game.house, dice)] * 6 + [None, "5 X 7 / 5 Q K"])
        points = typed.points if isinstance(typed, Entry) else None
        cards = None if typed is None or points is not None else str(typed)
        body = {"based_on": now.hand_versions.get((hole, player), 0), "cards": cards, "points": points}
        address = f"{address}/hands/{player}"
        answer = client.put(address, json={"write_id": new_id(), **body}, headers=headers)
        entry = {"kind": "hand", "player": player, "cards": cards, "points": points, "confirm": None}
    return {"hole": hole, "state": "waiting", "status": answer.status_code, **entry}


def ender_wish(game: Game, hole: int, dice: random.Random) -> dict[str, Any]:
    """Who ended a hole, said by a phone that knows what the server has."""
    found = game.hole(hole)
    seen = {"ender": found.ender if found else None, "ender_known": found is not None and found.ender_known}
    return {"ender": dice.choice([None, *game.seats]), "ender_known": dice.random() < 0.8, "based_on": seen}


def table_wish(game: Game, dice: random.Random) -> tuple[str, int, dict[str, Any]]:
    """Who joins and leaves, or that a tie is to be broken; possible or not."""
    last = max([game.holes_planned, *(hole.number for hole in game.holes)])
    if game.is_over and dice.random() < 0.7:
        tied = [player.id for place in game.tied for player in place.side.players if player.left is None]
        players = [player for player in game.seats if player in (tied or game.seats[:2])]
        return "playoff", last + 1, {"hole": last + 1, "players": players}
    hole = game.current_hole or last
    leaving = {str(one.id): dice.randint(0, hole) for one in game.players if dice.random() < 0.3}
    names = dice.sample(["Zoe", "Yan", "Xu", game.players[0].name.upper()], dice.randint(0, 2))
    joining = [{"id": dice.randint(10**6, 2**31 - 1), "name": name} for name in names]
    return "table", hole, {"hole": hole, "joining": joining, "leaving": leaving}

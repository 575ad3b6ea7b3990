"""Games without cards in the pages: they stand as they do on the server, and as a model of its own counts them."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from scorekeeper.web.game_json import page_rules
from tests.conftest import Phone
from tests.js.node import HERE, run_tests
from tests.js.parity_games import answers
from tests.js.parity_score_games import write_out
from tests.rules.score_games import NAMES, order, some_rounds, some_rules, totals
from tests.rules.score_model import model
from tests.web.tables import sit_down


@pytest.mark.long
def test_same_score_games(tmp_path: Path) -> None:
    cases = write_out(400)
    found = {one["adjustment"]["rule"] for game in cases["games"] for one in results(game)}
    assert found >= {"", "settle", "sweep", "penalty", "reward", "winner", "equal"}
    file = tmp_path / "games.json"
    file.write_text(json.dumps(cases), encoding="utf-8")
    run_tests([HERE / "parity" / "same_games.test.js"], GAMES=file)


def results(game: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for hole in game["answers"]["holes"]:
        yield from hole["result"] or []


@pytest.mark.long
def test_random_games_over_the_api_and_on_a_phone_are_as_the_model_counts_them(
    app: Flask, client: Phone, tmp_path: Path
) -> None:
    dice = random.Random("phones")
    file = tmp_path / "edits.json"
    file.write_text(json.dumps([typed_in(client, dice) for _ in range(100)]), encoding="utf-8")
    run_tests([HERE / "parity" / "same_edits.test.js"], EDITS=file)


def typed_in(client: Phone, dice: random.Random) -> dict[str, Any]:
    """A game whose last round waits on the phone to be finished, and what the server makes of it."""
    house, rules = some_rules(dice)
    rounds, out = some_rounds(rules, dice)
    over = (length for length in range(1, len(rounds)) if model(rules, rounds[:length], out[:length])[2])
    length = next(over, len(rounds))
    rounds, out = rounds[:length], out[:length]
    table = sit_down(client, house, " ".join(NAMES[: len(rounds[0])]), holes=99)
    key = f"/api/games/{table.edit_key}"
    before: dict[str, Any] = {}
    for number, (held, seat) in enumerate(zip(rounds, out, strict=True), start=1):
        for name, count in zip(NAMES, held, strict=False):
            if seat is None or rules.settle == "own" or name != NAMES[seat - 1]:
                table.put_hand(number, name, points=count)
        before = client.get(key).get_json()
        ender = None if seat is None else table.players[NAMES[seat - 1]]
        assert table.confirm(number, ender=ender).status_code == 200
    game = table.kept().game
    assert (totals(game), order(game), game.reached) == model(rules, rounds, out), (rules, rounds, out)
    confirm = {"enderKnown": True, "acceptWarnings": False, "acceptMissing": False, "seen": {}}
    last = {"kind": "confirm", "hole": length, "player": None, "cards": None, "points": None}
    return {
        "rules": page_rules(house),
        "before": before,
        "waiting": [{"state": "waiting", "status": 200, **last, "confirm": {"ender": ender, **confirm}}],
        "after": client.get(key).get_json(),
        "answers": answers(game),
    }

"""Both scorers under houses that dice made: for any rules, a page scores as the server does."""

import json
from functools import cache
from itertools import islice
from pathlib import Path

import pytest

from scorekeeper.rules import House
from tests.js import parity_cases, parity_games
from tests.js.node import HERE, run_tests
from tests.random_houses import random_houses

COUNT = 180


@cache
def rolled() -> dict[str, House]:
    return random_houses(COUNT, seed=5)


@pytest.mark.long
def test_same_answers_under_random_houses(tmp_path: Path) -> None:
    cases = parity_cases.write_out(rolled(), lambda name: 14, holes=4)
    file = tmp_path / "cases.json"
    file.write_text(json.dumps(cases), encoding="utf-8")
    run_tests([HERE / "parity" / "same_answers.test.js"], CASES=file)
    shown = {line["text"] for case in cases["scores"] for line in case["lines"]}
    for words in SHOWN:
        assert any(words in text for text in shown), f"no layout shows {words!r}"
    rules = {result["adjustment"]["rule"] for case in cases["holes"] for result in case["results"]}
    assert rules == {"", "penalty", "reward", "winner", "equal", "bonus-of-others"}


SHOWN = (
    "are subtracted", "matched and removed", "in a square", "in a square at the edge", "in three columns",
    " in one suit", "a run of all", "in the corners", "sets of two", "every card cancels", "exactly",
    "everyone else", " of spades ", "minus two", "face down", "two matching columns, ",
)  # fmt: skip
"""What no house could say before it could say far more; each is shown by some layout."""


@pytest.mark.long
def test_same_games_under_random_houses(tmp_path: Path) -> None:
    cases = parity_games.write_out(dict(islice(rolled().items(), COUNT // 2)), {})
    file = tmp_path / "games.json"
    file.write_text(json.dumps(cases), encoding="utf-8")
    run_tests([HERE / "parity" / "same_games.test.js"], GAMES=file)

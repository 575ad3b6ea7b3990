"""Games without cards in the pages: they stand as they do on the server."""

import json
from pathlib import Path

from tests.js.node import HERE, run_tests
from tests.js.parity_score_games import write_out


def test_same_score_games(tmp_path: Path) -> None:
    file = tmp_path / "games.json"
    file.write_text(json.dumps(write_out(400)), encoding="utf-8")
    run_tests([HERE / "parity" / "same_games.test.js"], GAMES=file)

"""The app as it is served, with addresses that fail or take long: `python -m tests.server.awkward_app PORT`."""

import logging
import sys
from pathlib import Path

from flask import request

from scorekeeper.server import serving
from scorekeeper.server.rsgi import RsgiApp
from scorekeeper.server.worker import serve_app
from scorekeeper.tally.game_row import find_game
from scorekeeper.web import logs
from scorekeeper.web.app import create_app
from scorekeeper.web.db import store
from scorekeeper.web.live import listens_to
from scorekeeper.web.security import csrf
from tests.serving import await_that

MAY_END = "slow-may-end"
"""The file in the instance folder that a slow answer waits for."""
SLOW_BEGUN = "a slow answer has begun"


def awkward_app() -> RsgiApp:
    logs.begin()
    app = create_app()

    def fail(key: str) -> str:
        players = find_game(store(), key).game.players
        raise LookupError(f"{players[0].name} of {request.full_path} from {request.remote_addr}")

    def slow() -> str:
        listens_to("slow")
        logging.getLogger(logs.LOGGER).info(SLOW_BEGUN)
        await_that((Path(app.instance_path) / MAY_END).exists)
        return "slow but sure"

    def echo(text: str) -> dict[str, str]:
        told = {name: value for name, value in request.environ.items() if isinstance(value, str)}
        return {**told, "body": request.get_data(as_text=True)}

    app.add_url_rule("/echo/<text>", "echo", csrf.exempt(echo), methods=["POST"])
    app.add_url_rule("/g/<key>/fail", "fail", fail)
    app.add_url_rule("/slow", "slow", slow)
    return serve_app(app)


if __name__ == "__main__":
    serving.serve(serving.Address("127.0.0.1", int(sys.argv[1])), target="tests.server.awkward_app:awkward_app")

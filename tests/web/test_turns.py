"""One request is worked on at a time, and one that only waits is not worked on."""

from __future__ import annotations

import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

from werkzeug.test import EnvironBuilder, run_wsgi_app

from scorekeeper.web import create_app
from scorekeeper.web.bodies import OneAtATime
from scorekeeper.web.db import store

PATIENCE = 20.0


def test_requests_go_on_while_others_wait_for_another_process(tmp_path: Path) -> None:
    app = create_app(instance_path=str(tmp_path))
    begun = threading.Semaphore(0)

    def writes() -> str:
        begun.release()
        with store().write():
            return "written"

    app.add_url_rule("/writes", "writes", writes)
    served = OneAtATime(app, 1000)

    def ask(path: str) -> str:
        return run_wsgi_app(served, EnvironBuilder(path).get_environ())[1]

    file = tmp_path / "scorekeeper.sqlite3"
    with closing(sqlite3.connect(file, isolation_level=None)) as elsewhere, ThreadPoolExecutor(8) as phones:
        elsewhere.execute("BEGIN IMMEDIATE")
        writers = [phones.submit(ask, "/writes") for _ in range(4)]
        assert all(begun.acquire(timeout=PATIENCE) for _ in writers)  # each came in while those before it wait
        assert [phones.submit(ask, "/learn").result(PATIENCE) for _ in range(4)] == ["200 OK"] * 4
        assert not any(writer.done() for writer in writers)
        elsewhere.execute("COMMIT")
        assert [writer.result(PATIENCE) for writer in writers] == ["200 OK"] * 4

"""A game at the table goes on while the server draws a large PDF."""

from __future__ import annotations

import http.client
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import pytest

from scorekeeper import houses
from scorekeeper.store import KeptSet, Store, Write, create_set
from tests.serving import PATIENCE, RunningServer

LEAST_PAGES = 20
"""Asked for one after the other while one PDF is drawn: none of them waits for it."""


@pytest.fixture
def large(tmp_path: Path) -> KeptSet:
    """A set of which the key has many pages, in the store of the server that is started next."""
    (tmp_path / "games").mkdir()
    store = Store.open(tmp_path / "games" / "scorekeeper.sqlite3")
    write = Write("a-large-set", "a desk", datetime(2026, 11, 21, tzinfo=UTC))
    kept = create_set(store, houses.get("worksheet"), write, level=7, size=12, variants=3, kinds=["score"])
    store.close()
    return kept


def fetched(server: RunningServer, path: str) -> tuple[int, bytes, float]:
    """Status, body, and the seconds that it took."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=4 * PATIENCE)
    began = time.perf_counter()
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read(), time.perf_counter() - began
    finally:
        connection.close()


@pytest.mark.nightly
def test_pages_are_answered_while_a_large_pdf_is_drawn(large: KeptSet, server: RunningServer) -> None:
    fetched(server, "/")
    beside = 0
    with ThreadPoolExecutor(1) as teacher:
        key = teacher.submit(fetched, server, f"/sets/{large.key_code}/key.pdf")
        while not key.done():
            assert fetched(server, "/")[0] == 200
            beside += 1
    status, pdf, drawing = key.result()
    assert (status, pdf[:4]) == (200, b"%PDF")
    assert beside >= LEAST_PAGES
    again = [fetched(server, f"/sets/{large.key_code}/key.pdf") for _ in range(3)]
    assert {one[:2] for one in again} == {(200, pdf)}
    assert min(seconds for _, _, seconds in again) < drawing / 3, "a file is drawn once"

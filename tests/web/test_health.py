"""`/health`, by which a proxy, a container or a monitor learns that something is wrong."""

from pathlib import Path

from flask import Flask

from scorekeeper.web.db import store
from tests.conftest import Phone
from tests.store.playing import file_of


def test_all_is_well(client: Phone) -> None:
    answer = client.get("/health")
    assert (answer.status_code, answer.json) == (200, {"status": "ok"})
    assert answer.headers["Cache-Control"] == "no-store"
    assert "Set-Cookie" not in answer.headers


def test_a_store_that_cannot_be_used_is_told_without_its_place(app: Flask, client: Phone) -> None:
    with app.app_context():
        file_of(store()).path.rename(file_of(store()).path.with_name("elsewhere"))
    answer = client.get("/health")
    assert answer.status_code == 503
    assert answer.json is not None
    assert (answer.json["status"], answer.json["code"]) == ("failing", "store.gone")
    assert str(Path(app.instance_path).parent) not in answer.text
    assert answer.headers["Cache-Control"] == "no-store"

"""The app's store: opened once with the app, shared by all requests."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from flask import Flask, current_app, has_request_context, request

from scorekeeper.store import Store, refuse_lost
from scorekeeper.web.bodies import BODIES_AT_ONCE, others_go_on
from scorekeeper.web.places import store_path

WRITERS_WAITING = BODIES_AT_ONCE // 2
"""Requests that wait for another one to write, each in a thread; the other threads are for whoever only reads."""


def init_app(app: Flask) -> None:
    """Open the store in the instance folder, or at the path of the setting STORE."""
    path = store_path(Path(app.instance_path), app.config)
    refuse_lost(path)
    kept = app.extensions["scorekeeper_store"] = Store.open(path)
    kept.while_waiting = _others_go_on
    kept.most_waiting = WRITERS_WAITING


def _others_go_on() -> AbstractContextManager[None]:
    """Whoever waits for the store lets other requests go on; a thread beside the requests stands in nobody's way."""
    return others_go_on(request.environ) if has_request_context() else nullcontext()


def store() -> Store:
    """The store of the running app."""
    kept: Store = current_app.extensions["scorekeeper_store"]
    return kept

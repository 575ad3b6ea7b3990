"""The app's store: opened once with the app, shared by all requests."""

from __future__ import annotations

from pathlib import Path

from flask import Flask, current_app

from scorekeeper.store.connection import Store
from scorekeeper.store.restoring import refuse_lost
from scorekeeper.web.places import store_path


def init_app(app: Flask) -> None:
    """Open the store in the instance folder, or at the path of the setting STORE."""
    path = store_path(Path(app.instance_path), app.config)
    refuse_lost(path)
    app.extensions["scorekeeper_store"] = Store.open(path)


def store() -> Store:
    """The store of the running app."""
    kept: Store = current_app.extensions["scorekeeper_store"]
    return kept

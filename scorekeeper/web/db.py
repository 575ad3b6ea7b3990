"""The app's store: opened once with the app, shared by all requests."""

from __future__ import annotations

from pathlib import Path

from flask import Flask, current_app

from scorekeeper.store import Store


def init_app(app: Flask) -> None:
    """Open the store in the instance folder, or at the path of the setting STORE."""
    path = app.config.get("STORE") or Path(app.instance_path) / "scorekeeper.sqlite3"
    app.extensions["scorekeeper_store"] = Store.open(Path(path))


def store() -> Store:
    """The store of the running app."""
    kept: Store = current_app.extensions["scorekeeper_store"]
    return kept

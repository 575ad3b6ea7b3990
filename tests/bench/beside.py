"""The product and answers that nobody works for, on one server: `python -m tests.bench.beside PORT`.

What is compared has the same process, the same connections and the same moment. The bare answers lie under /bare/:

    GET, POST /bare/flask/SIZE   as many bytes, made by Flask
    POST /bare/written/SIZE      the same after one durable commit to a SQLite file
    GET /bare/unchanged          the smallest answer that says "nothing changed", made by Flask
    GET /bare/wsgi/...           the same of no bytes at all, made without Flask: what server and phones can do at most
"""

from __future__ import annotations

import sqlite3
import sys
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from flask import Flask, Response, request

from scorekeeper import paths
from scorekeeper.web import create_app, logs, serving
from scorekeeper.web.rsgi import RsgiApp
from scorekeeper.web.unchanged import CACHE_CONTROL, VARY

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

_UNCHANGED = {
    "ETag": 'W/"1-e-2026-11-21T19:30:00.000000Z-000000000000"',
    "Cache-Control": CACHE_CONTROL,
    "Vary": VARY,
}
_LARGEST = 1_000_000


def product_and_bare() -> RsgiApp:
    """What the product's own server runs, and beside it the bare answers."""
    logs.begin()
    app = create_app()
    product, bare = app.wsgi_app, bare_app(paths.instance_path() or ".")

    def either(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        path = environ["PATH_INFO"]
        if not path.startswith("/bare/"):
            return product(environ, start_response)
        return (_without_flask if path.startswith("/bare/wsgi") else bare)(environ, start_response)

    app.wsgi_app = either  # type: ignore[method-assign]
    return serving.serve_app(app)


def bare_alone() -> RsgiApp:
    """The bare answers without the product, to see what the product adds to a start and to the memory."""
    app = bare_app(paths.instance_path() or ".")
    app.add_url_rule("/openapi.json", "ready", lambda: "{}")
    return RsgiApp(app, _LARGEST)


def bare_app(instance: str | Path) -> Flask:
    """Flask with nothing to do."""
    app = Flask("bare")
    file = Path(instance) / "bare.sqlite3"
    of_thread = threading.local()

    def connection() -> sqlite3.Connection:
        if not hasattr(of_thread, "connection"):
            of_thread.connection = sqlite3.connect(file, isolation_level=None)
            of_thread.connection.execute("PRAGMA journal_mode = WAL")
            of_thread.connection.execute("PRAGMA synchronous = FULL")
            of_thread.connection.execute("CREATE TABLE IF NOT EXISTS said (body BLOB)")
        kept: sqlite3.Connection = of_thread.connection
        return kept

    def page(size: int) -> str:
        if request.method == "POST":
            request.get_json()
        return "x" * size

    def written(size: int) -> str:
        database = connection()
        database.execute("BEGIN IMMEDIATE")
        database.execute("INSERT INTO said VALUES (?)", (request.get_data(),))
        database.execute("COMMIT")
        return "x" * size

    app.add_url_rule("/bare/flask/<int:size>", "page", page, methods=["GET", "POST"])
    app.add_url_rule("/bare/written/<int:size>", "written", written, methods=["POST"])
    app.add_url_rule("/bare/unchanged", "unchanged", lambda: Response(status=304, headers=_UNCHANGED))
    return app


def _without_flask(_environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    start_response("304 NOT MODIFIED", list(_UNCHANGED.items()))
    return ()


if __name__ == "__main__":
    wanted = "bare_alone" if "alone" in sys.argv[2:] else "product_and_bare"
    serving.serve(serving.Address("127.0.0.1", int(sys.argv[1])), target=f"tests.bench.beside:{wanted}")

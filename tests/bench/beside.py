"""The product beside answers that cost nothing, on one server: `python -m tests.bench.beside PORT`.

What is compared has the same process, the same connections and the same moment. The bare answers lie under /bare/:

    GET /bare/flask/SIZE         as many bytes, made by Flask
    GET /bare/unchanged          the smallest answer that says "nothing changed", made by Flask
    GET /bare/wsgi/...           the same of no bytes at all, made without Flask: what server and phones can do at most
"""

import sys
from collections.abc import Iterable
from wsgiref.types import StartResponse, WSGIEnvironment

from flask import Flask, Response

from scorekeeper.server import serving
from scorekeeper.server.rsgi import RsgiApp
from scorekeeper.server.worker import serve_app
from scorekeeper.web import logs
from scorekeeper.web.app import create_app
from scorekeeper.web.poll_not_modified import CACHE_CONTROL, VARY

_UNCHANGED = {
    "ETag": 'W/"1-e-2026-11-21T19:30:00.000000Z-000000000000"',
    "Cache-Control": CACHE_CONTROL,
    "Vary": VARY,
}


def product_and_bare() -> RsgiApp:
    """What the product's own server runs, and beside it the bare answers."""
    logs.begin()
    app = create_app()
    product, bare = app.wsgi_app, bare_app()

    def either(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        path = environ["PATH_INFO"]
        if not path.startswith("/bare/"):
            return product(environ, start_response)
        return (_without_flask if path.startswith("/bare/wsgi") else bare)(environ, start_response)

    app.wsgi_app = either  # type: ignore[method-assign]
    return serve_app(app)


def bare_app() -> Flask:
    """Flask with nothing to do."""
    app = Flask("bare")
    app.add_url_rule("/bare/flask/<int:size>", "page", lambda size: "x" * size)
    app.add_url_rule("/bare/unchanged", "unchanged", lambda: Response(status=304, headers=_UNCHANGED))
    return app


def _without_flask(_environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    start_response("304 NOT MODIFIED", list(_UNCHANGED.items()))
    return ()


if __name__ == "__main__":
    serving.serve(serving.Address("127.0.0.1", int(sys.argv[1])), target="tests.bench.beside:product_and_bare")

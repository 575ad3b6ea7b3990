"""A page that Flask makes without asking anybody, on the product's own server: `python -m tests.bench.bare PORT`."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from flask import Flask

from scorekeeper.web import serving
from scorekeeper.web.bodies import OneAtATime

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication


def bare_app() -> WSGIApplication:
    """The page, and the address by which the server is known to be ready."""
    app = Flask("bare")
    page = "x" * int(os.environ["BARE_PAGE_SIZE"])
    app.add_url_rule("/", "page", lambda: page)
    app.add_url_rule("/openapi.json", "ready", lambda: "{}")
    return OneAtATime(app, 1_000_000)


if __name__ == "__main__":
    serving.serve(serving.Address("127.0.0.1", int(sys.argv[1])), target="tests.bench.bare:bare_app")

"""The smallest answer that says "nothing changed", on the product's own server: `python -m tests.bench.unchanged PORT`.

Nobody is asked and nothing is read: whatever an answer costs more than this is the product's doing.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

from scorekeeper.web import serving
from scorekeeper.web.unchanged import CACHE_CONTROL, VARY

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

_HEADERS = [
    ("ETag", 'W/"1-e-2026-11-21T19:30:00.000000Z-000000000000"'),
    ("Cache-Control", CACHE_CONTROL),
    ("Vary", VARY),
]


def bare_app() -> WSGIApplication:
    """An answer of the same size to everything but the question whether the server is ready."""

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        start_response("304 NOT MODIFIED", list(_HEADERS))
        return ()

    return answer


if __name__ == "__main__":
    serving.serve(serving.Address("127.0.0.1", int(sys.argv[1])), target="tests.bench.unchanged:bare_app")

"""What requests add to the server's log: each internal error with its route, and why requests can't be answered."""

import logging
import secrets
from time import perf_counter
from typing import Any, Final

from flask import Flask, Response, current_app, g, has_request_context, request

from scorekeeper.web.logs import LOGGER, Seldom, trail

_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"})


def init_app(app: Flask) -> None:
    """Log every internal error of the app."""
    app.extensions["scorekeeper_seldom"] = Seldom()
    app.before_request(_note_begin)
    app.after_request(_tell)


def reference() -> str:
    """Eight random characters that identify this request in the log."""
    if "reference" not in g:
        g.reference = secrets.token_hex(4)
    told: str = g.reference
    return told


def _note_begin() -> None:
    g.begun = perf_counter()


def note_mistake(exc_info: Any) -> None:
    """Note the exception's trail; Flask would log its address and text."""
    if has_request_context():
        g.mistake = trail(exc_info[1])


def _tell(response: Response) -> Response:
    # Handlers that answer 503, for the store or for PDFs, log the reason themselves.
    if response.status_code >= 500 and response.status_code != 503:
        method = request.method if request.method in _METHODS else "another method"
        route = request.url_rule.rule if request.url_rule else "no route"
        took = (perf_counter() - g.begun) * 1000 if "begun" in g else 0
        told = f"{method} {route} answered {response.status_code} in {took:.0f} ms"
        logging.getLogger(LOGGER).error("%s, id %s: %s", told, reference(), g.get("mistake", "no exception"))
    return response


def tell_trouble(error: Exception) -> None:
    """Log for the operator why requests can't be answered."""
    seldom: Seldom = current_app.extensions["scorekeeper_seldom"]
    if text := seldom.due(str(error)):
        logging.getLogger(LOGGER).error("%s", text)

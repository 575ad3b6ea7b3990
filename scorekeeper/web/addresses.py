"""Addresses on pages, each built once: a scorecard alone has more than forty, and most are the same the next time."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any, Final

from flask import Flask, current_app, request

MOST_KEPT: Final = 2048
"""Addresses of some hundred bytes. The pages of one game have thirty."""


def init_app(app: Flask) -> None:
    """Give templates a ``url_for`` that remembers. What it built is of one host, for some addresses name it."""

    @lru_cache(maxsize=MOST_KEPT)
    def built(_root: tuple[str, ...], endpoint: str, /, **values: Any) -> str:
        return app.url_for(endpoint, **values)

    app.extensions["scorekeeper_addresses"] = built
    app.context_processor(lambda: {"url_for": addresses()})


def addresses() -> Callable[..., str]:
    """What builds addresses for the request under way, as `flask.url_for` does."""
    built: Callable[..., str] = current_app.extensions["scorekeeper_addresses"]
    return partial(built, (request.scheme, request.host, request.script_root))

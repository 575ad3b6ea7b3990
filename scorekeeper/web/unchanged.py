"""Telling an open page that nothing has changed, for next to nothing.

Every page of a game asks every second or two, and almost always the answer is no. That answer is given here, from one
indexed read, before Flask makes a request, a session and a response of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from werkzeug.http import parse_etags

from scorekeeper.store import GameNotFound, GameState, Store, StoreUnusable, state_of

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

PREFIX = "/api/games/"
CACHE_CONTROL = "private, no-cache"
VARY = "Accept-Encoding, Cookie"


def etag_of(state: GameState, release: str) -> str:
    """The ETag of a game. It differs for the two links, and after an update of the app."""
    return f'W/"{state.version}-{"e" if state.may_edit else "v"}-{state.changed_at}-{release}"'


class Unchanged:
    """An app in front of which conditional questions for a game are answered while nothing has changed.

    Whatever is not certain (another address, a link that is unknown or was renewed, a busy store) goes on to the app.
    """

    def __init__(self, app: WSGIApplication, store: Store, release: str) -> None:
        self._app = app
        self._store = store
        self._release = release

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        known = environ.get("HTTP_IF_NONE_MATCH")
        if known and environ["REQUEST_METHOD"] == "GET" and environ["PATH_INFO"].startswith(PREFIX):
            tag = self._tag(environ["PATH_INFO"].removeprefix(PREFIX))
            if tag is not None and (known == tag or parse_etags(known).contains_raw(tag)):
                start_response("304 NOT MODIFIED", [("ETag", tag), ("Cache-Control", CACHE_CONTROL), ("Vary", VARY)])
                return ()
        return self._app(environ, start_response)

    def _tag(self, key: str) -> str | None:
        if "/" in key:
            return None
        try:
            return etag_of(state_of(self._store, key), self._release)
        except (GameNotFound, StoreUnusable):
            return None

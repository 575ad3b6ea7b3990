"""An early 304 for the live poll of a game's page: one indexed read, before Flask builds a request.

Every open page of a game polls every second or two, and almost always nothing has changed.
"""

from collections.abc import Iterable
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from werkzeug.http import parse_etags

from scorekeeper.store.connection import Store
from scorekeeper.store.errors import StoreUnusable
from scorekeeper.tally.game_errors import GameNotFound
from scorekeeper.tally.game_row import state_of
from scorekeeper.tally.values import GameState

OF_GAMES = "/api/games/"
CACHE_CONTROL = "private, no-cache"
VARY = "Accept-Encoding, Cookie"


def etag_of(state: GameState, release: str) -> str:
    """The ETag of a game. It differs for the two links, and after an update of the app."""
    return f'W/"{state.version}-{"e" if state.may_edit else "v"}-{state.changed_at}-{release}"'


class PollNotModified:
    """An app with the early 304. Uncertain cases go to the app: an unknown link, a busy store, another address."""

    def __init__(self, app: WSGIApplication, store: Store, release: str) -> None:
        self._app = app
        self._store = store
        self._release = release

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        known, path = environ.get("HTTP_IF_NONE_MATCH"), environ["PATH_INFO"]
        if known and path.startswith(OF_GAMES) and environ["REQUEST_METHOD"] == "GET":
            try:
                tag = etag_of(state_of(self._store, path.removeprefix(OF_GAMES)), self._release)
            except (GameNotFound, StoreUnusable):
                return self._app(environ, start_response)
            if known == tag or parse_etags(known).contains_raw(tag):
                start_response("304 NOT MODIFIED", [("ETag", tag), ("Cache-Control", CACHE_CONTROL), ("Vary", VARY)])
                return ()
        return self._app(environ, start_response)

"""Telling an open page that nothing has changed, for next to nothing.

Every page of a game or of a class asks every second or two, and almost always the answer is no. That answer is given
here, from one indexed read, before Flask makes a request, a session and a response of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from hashlib import blake2b
from secrets import token_bytes
from typing import TYPE_CHECKING

from werkzeug.http import parse_etags

from scorekeeper.store import GameNotFound, GameState, Store, StoreUnusable, class_tag, state_of

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

OF_GAMES, OF_BOARDS, OF_CLASSES = "/api/games/", "/api/class/boards/", "/api/class/"
CACHE_CONTROL = "private, no-cache"
VARY = "Accept-Encoding, Cookie"
_SECRET = token_bytes(16)
"""Ends with this process; then each open page asks once more."""


def etag_of(state: GameState, release: str) -> str:
    """The ETag of a game. It differs for the two links, and after an update of the app."""
    return f'W/"{state.version}-{"e" if state.may_edit else "v"}-{state.changed_at}-{release}"'


def board_etag(tag: tuple[int, int, int], release: str) -> str:
    """The ETag of a class as the board sees it, from ``store.class_tag``: whatever teacher or pupils do changes it."""
    number, version, work = tag
    return f'W/"b{number}-{version}-{work}-{release}"'


def class_etag(tag: tuple[int, int, int], release: str) -> str:
    """The ETag of a class as pupils see it, from ``store.class_tag`` by the code: what the teacher does changes it.

    Who else joins and what others answer does not: else each who joins would cost every phone a whole answer.

    Nobody can make one up: whoever guesses codes would learn from the 304, which nobody counts, that there is a class.
    """
    number, led, _ = tag
    sealed = blake2b(b"%d" % number, digest_size=8, key=_SECRET).hexdigest()
    return f'W/"c{sealed}-{led}-{release}"'


class Unchanged:
    """An app in front of which conditional questions for a game or a class are answered while nothing has changed.

    Whatever is not certain (another address, a link that is unknown or was renewed, a busy store) goes on to the app.
    """

    def __init__(self, app: WSGIApplication, store: Store, release: str) -> None:
        self._app = app
        self._store = store
        self._release = release
        # The first that an address begins with counts.
        self._tags: tuple[tuple[str, Callable[[str], str | None]], ...] = (
            (OF_GAMES, self._of_game),
            (OF_BOARDS, self._of_board),
            (OF_CLASSES, self._of_class),
        )

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        known = environ.get("HTTP_IF_NONE_MATCH")
        if known and environ["REQUEST_METHOD"] == "GET":
            path = environ["PATH_INFO"]
            # A star fits every tag: of a class, who sends one may only want to know whether it is there.
            tag = None if "*" in known and path.startswith(OF_CLASSES) else self._tag(path)
            if tag is not None and (known == tag or parse_etags(known).contains_raw(tag)):
                start_response("304 NOT MODIFIED", [("ETag", tag), ("Cache-Control", CACHE_CONTROL), ("Vary", VARY)])
                return ()
        return self._app(environ, start_response)

    def _tag(self, path: str) -> str | None:
        for prefix, tag_of in self._tags:
            if path.startswith(prefix):
                key = path.removeprefix(prefix)
                try:
                    return None if "/" in key else tag_of(key)
                except StoreUnusable:
                    return None
        return None

    def _of_game(self, key: str) -> str | None:
        try:
            return etag_of(state_of(self._store, key), self._release)
        except GameNotFound:
            return None

    def _of_board(self, key: str) -> str | None:
        tag = class_tag(self._store, key, True)
        return None if tag is None else board_etag(tag, self._release)

    def _of_class(self, code: str) -> str | None:
        tag = class_tag(self._store, code, False)
        return None if tag is None else class_etag(tag, self._release)

"""Pages of games that are made once and then remembered, for a table's phones load the same few again and again.

A view that ends in `remembered_page` or `remembered_answer` promises that it shows nothing but

- the game, in the state that the store's version and time of change name,
- whether the link lets it be changed, whose phone asks, and whether that phone began the game (`store.Onlooker`),
- the address by which it was asked for, and this release of the app,

and besides, in the places that are left blank, the asking phone's own token against forged forms and a new id for its
forms. All of that but the blanks is asked of the store anew for every answer, in one read, so a page is remembered for
exactly as long as it is true, whoever changes the game. Whatever is not certain goes the ordinary way: a phone that was
not answered by that way before, a game that is not on the phone's list yet, a busy store. So does every answer that
changes the cookie, such as one with a message to show, for that is another cookie before and after.

What a phone is known by is its cookie as it sent it; what stands in it was read and checked by Flask, and its token
was made by Flask-WTF, when that very cookie came the first time. Neither is done again here.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from secrets import token_urlsafe
from threading import Lock
from time import time
from typing import TYPE_CHECKING, Any, NamedTuple

from flask import render_template, request
from flask_wtf.csrf import generate_csrf

from scorekeeper.store import GameNotFound, Sight, Store, StoreUnusable, sight_of
from scorekeeper.web.blanks import Blanked, blanked
from scorekeeper.web.delivery import SMALLEST, takes_gzip
from scorekeeper.web.device import device_id, new_write_id
from scorekeeper.web.unchanged import OF_GAMES

if TYPE_CHECKING:
    from _typeshed import OptExcInfo
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

REMEMBERED = 16_000_000
"""Bytes of pages. One takes some 25,000."""
PHONES_KNOWN = 4096
LONGEST = 2000
"""Characters of what a phone is known by. Our cookie has a few hundred; with more it is answered the ordinary way."""

_NOTE = "scorekeeper.remembered"
OF_PAGES = "/g/"
_OF_ONE_ANSWER = {"content-length", "content-encoding"}
_ZIPPED = (("Content-Encoding", "gzip"),)


# --- for views --------------------------------------------------------------------------------------------------------


def remembered_page(template: str, write_id: str | None = None, **shown: Any) -> str:
    """The page, which may be remembered: see above what it promises.

    ``write_id`` is the new id for its forms, by which the template calls it or something of ``shown``.
    """
    note: _Note | None = request.environ.get(_NOTE)
    if note is None:
        return render_template(template, write_id=write_id, **shown)
    # Nobody can have put into a game what is made up just now, as they could their own token.
    mark = token_urlsafe(24)
    made = render_template(template, write_id=write_id, **{**shown, "csrf_token": lambda: mark})
    token = generate_csrf()
    note.page = blanked(made, mark, write_id or "")
    note.phone = Phone(device_id(), token.encode(), _end_of_month())
    return made.replace(mark, token)


def remembered_answer(body: bytes) -> None:
    """Let the JSON that is answered be remembered, which has no blanks: see above what it promises."""
    note: _Note | None = request.environ.get(_NOTE)
    if note is not None:
        note.page = blanked(body.decode())


# --- before Flask -----------------------------------------------------------------------------------------------------


class Phone(NamedTuple):
    """What stands in a phone's cookie, as far as pages of games show or ask it."""

    device: str
    token: bytes
    until: float  # then the cookie is renewed (security.py), which is not done here


@dataclass
class _Note:
    """What the ordinary way says of its answer to one request."""

    page: Blanked | None = None
    phone: Phone | None = None


class _Kept(NamedTuple):
    """A page as it is true of one state of its game, with the headers of its answer."""

    version: int
    changed_at: str
    headers: list[tuple[str, str]]
    page: Blanked

    @property
    def size(self) -> int:
        return self.page.size * 3 // 2  # compressed too, to less than a third, and the rest


class Remembered:
    """An app in front of which pages of games are answered that it made before and that are still true."""

    def __init__(
        self, app: WSGIApplication, store: Store, *, most: int = REMEMBERED, clock: Callable[[], float] = time
    ) -> None:
        self._app = app
        self._store = store
        self._most = most
        self._clock = clock
        self._lock = Lock()  # over what follows
        self._phones: OrderedDict[tuple[str, ...], Phone] = OrderedDict()
        self._pages: OrderedDict[tuple[Any, ...], _Kept] = OrderedDict()
        self.size = 0
        """Bytes of what is remembered, about."""

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        path = environ["PATH_INFO"]
        if not path.startswith((OF_PAGES, OF_GAMES)) or not _is_plain(environ):
            return self._app(environ, start_response)
        place = (environ["wsgi.url_scheme"], environ.get("HTTP_HOST", ""), environ.get("SCRIPT_NAME", ""))
        asking = (environ.get("HTTP_COOKIE", ""), *place)
        with self._lock:
            phone = self._phones.get(asking)
        if phone is None or phone.until <= self._clock():
            return self._ordinary(environ, start_response, asking)
        sight = self._sight(path, phone)
        if sight is None:
            return self._app(environ, start_response)
        # What scripts are told is the same for every phone with that link.
        name = (path, place, sight.onlooker if path.startswith(OF_PAGES) else sight.onlooker.may_edit)
        with self._lock:
            kept = self._pages.get(name)
        if kept is None or not sight.listed or (kept.version, kept.changed_at) != (sight.version, sight.changed_at):
            # Asked for once more, so that nothing can be written between the two without being seen.
            before = self._seen_change()
            again = self._sight(path, phone)
            is_same = again is not None and again.onlooker == sight.onlooker
            return self._ordinary(environ, start_response, asking, name if is_same else None, again, before)
        zipped = kept.page.size >= SMALLEST and takes_gzip(environ.get("HTTP_ACCEPT_ENCODING", ""))
        body = (kept.page.zipped if zipped else kept.page.filled)(phone.token, new_write_id().encode())
        length = ("Content-Length", str(len(body)))
        start_response("200 OK", [*kept.headers, length, *(_ZIPPED if zipped else ())])
        return (body,)

    def _sight(self, path: str, phone: Phone) -> Sight | None:
        """What the phone sees of the game of an address; None where that is not certain."""
        prefix = OF_PAGES if path.startswith(OF_PAGES) else OF_GAMES
        try:
            return sight_of(self._store, path.removeprefix(prefix).partition("/")[0], phone.device)
        except (GameNotFound, StoreUnusable):
            return None

    def _ordinary(
        self,
        environ: WSGIEnvironment,
        start_response: StartResponse,
        asking: tuple[str, ...],
        name: tuple[Any, ...] | None = None,
        sight: Sight | None = None,
        before: tuple[int, int] | None = None,
    ) -> Iterable[bytes]:
        """Let Flask answer, and remember what it says: who asked, and the page if that is still true at the end.

        ``before`` is what `_seen_change` said before the ``sight`` was asked for.
        """
        note = environ[_NOTE] = _Note()
        heads: list[tuple[str, list[tuple[str, str]]]] = []

        def listening(status: str, headers: list[tuple[str, str]], trouble: OptExcInfo | None = None) -> Any:
            heads.append((status, headers))
            # Only where there is any: the server's own function takes it by its place alone.
            return start_response(status, headers, *(() if trouble is None else (trouble,)))

        answer = self._app(environ, listening)
        status, headers = heads[-1]
        if status == "200 OK" and not any(header.lower() == "set-cookie" for header, _ in headers):
            if note.phone is not None and sum(map(len, asking)) <= LONGEST:
                self._know(asking, note.phone)
            # Nobody wrote meanwhile: the page cannot be older or newer than what was asked before it was made.
            if note.page is not None and name and sight and sight.listed and before == self._seen_change() is not None:
                shared = [header for header in headers if header[0].lower() not in _OF_ONE_ANSWER]
                self._keep(name, _Kept(sight.version, sight.changed_at, shared, note.page))
        return answer

    def _seen_change(self) -> tuple[int, int] | None:
        try:
            return self._store.seen_change()
        except StoreUnusable:
            return None

    def _know(self, asking: tuple[str, ...], phone: Phone) -> None:
        with self._lock:
            self._phones[asking] = phone
            if len(self._phones) > PHONES_KNOWN:
                self._phones.popitem(last=False)

    def _keep(self, name: tuple[Any, ...], kept: _Kept) -> None:
        with self._lock:
            older = self._pages.pop(name, None)
            self._pages[name] = kept
            self.size += kept.size - (older.size if older else 0)
            while self.size > self._most:
                self.size -= self._pages.popitem(last=False)[1].size


def _is_plain(environ: WSGIEnvironment) -> bool:
    """Whether it is a page that is asked for, and nothing besides."""
    return (
        environ["REQUEST_METHOD"] == "GET"
        and not environ.get("QUERY_STRING")
        and environ.get("CONTENT_LENGTH") in (None, "", "0")
        and "HTTP_TRANSFER_ENCODING" not in environ
    )


def _end_of_month() -> float:
    """When security.py next gives a phone its cookie anew."""
    first = datetime.now(UTC).replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    return (first + timedelta(days=32)).replace(day=1).timestamp()

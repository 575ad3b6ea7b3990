"""Security headers of every answer, and the check that changes come from our own pages.

docs/threat-model.md lists what they promise.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import inf
from typing import TYPE_CHECKING, Any

from flask import Flask, Request, Response, abort, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from flask_wtf.csrf import CSRFProtect, generate_csrf
from itsdangerous import BadSignature
from werkzeug.exceptions import SecurityError

from scorekeeper.web.config import PLAIN_COOKIE
from scorekeeper.web.db import this_month
from scorekeeper.web.delivery import page_files

if TYPE_CHECKING:
    from _typeshed import OptExcInfo
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

COOKIES_KNOWN = 2048
"""Most cached cookies with a good signature, of half a kilobyte each; a full hall has fewer."""

SEATS = "seats"
"""Session key of this device's seats in classes, each with class, number and token."""


class Sessions(SecureCookieSessionInterface):
    """Flask's sessions, but cookies are valid at any time, even one in the future.

    A cookie set over https, also behind a proxy, is never sent over plain http.
    """

    def __init__(self, app: Flask) -> None:
        signing = self.get_signing_serializer(app)
        self._said = lru_cache(COOKIES_KNOWN)(lambda cookie: self.serializer.dumps(signing and signing.loads(cookie)))

    def get_cookie_secure(self, app: Flask) -> bool:
        return super().get_cookie_secure(app) or request.is_secure

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """Read the cookie. A phone sends the same one all evening, so its signature is checked once."""
        # Our own https has a separate cookie: over plain http browsers never replace a secure one, and the phone would
        # stay unknown there. A phone that is new over https continues with its plain cookie.
        cookie = request.cookies.get(self.get_cookie_name(app)) or request.cookies.get(PLAIN_COOKIE)
        try:
            return self.session_class(self.serializer.loads(self._said(cookie)) if cookie else None)
        except BadSignature:
            return self.session_class()


SOURCES = ("script", "style", "img", "connect", "manifest", "worker")
"""What our pages use, and only from here: no fonts, frames, plug-ins, media or other hosts."""


def content_security_policy(**in_page: Iterable[str]) -> str:
    """The policy of a page that carries the `script` and `style` with these hashes itself."""
    return "; ".join(
        (
            "default-src 'none'",
            *(" ".join((f"{kind}-src 'self'", *in_page.get(kind, ()))) for kind in SOURCES),
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
            # Only one module, static/js/shell/app.js, turns text into markup.
            "require-trusted-types-for 'script'",
            "trusted-types scorekeeper worker",
        )
    )


POLICY = "Content-Security-Policy"

HEADERS = (
    (POLICY, content_security_policy()),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    # None of these is needed at a card table.
    (
        "Permissions-Policy",
        "browsing-topics=(), camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    ),
    # Hides a game's secret address from other hosts. "no-referrer" would break every form over https.
    ("Referrer-Policy", "same-origin"),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),  # for browsers without frame-ancestors
    # Pages contain links that can change a game: no shared cache may keep them, and Back reloads.
    ("Cache-Control", "private, no-cache"),
)
FILE_HEADERS = (("X-Content-Type-Options", "nosniff"),)
"""For scripts, styles and pictures, which have no private data and follow their page's policy."""
UNCHANGED_HEADERS = HEADERS[-1:]  # the browser keeps the other headers of its copy
SECURE_HEADERS = (*HEADERS, ("Cross-Origin-Opener-Policy", "same-origin"))
"""Over https. Over plain http browsers warn about the last one."""

SECRET_PLACES = (
    "/g/",
    "/api/games/",
    "/class/",
    "/api/class/",
    "/join/",
    "/houses/build/",
    "/new/another/",
    "/h/",
    "/houses/~",
    "/sets/",
)
"""Prefixes of secret addresses, so that search engines don't index published ones."""

MOST_FIELDS = 5_000
"""Most fields of a form or address; a megabyte of empty ones would block the server. Ours have up to a thousand."""

UNLISTED = ("X-Robots-Tag", "noindex, nofollow, noarchive")

csrf = CSRFProtect()


class Guarded:
    """An app that adds the headers to every answer, unless the answer has its own."""

    def __init__(self, app: WSGIApplication) -> None:
        self._app = app

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        wanted = SECURE_HEADERS if environ["wsgi.url_scheme"] == "https" else HEADERS
        if environ["PATH_INFO"].startswith(SECRET_PLACES):
            wanted = (*wanted, UNLISTED)

        def guarded(status: str, headers: list[tuple[str, str]], trouble: OptExcInfo | None = None) -> Any:
            is_file = environ["PATH_INFO"].startswith("/static/") and status.startswith("200")
            guards = UNCHANGED_HEADERS if status.startswith("304") else FILE_HEADERS if is_file else wanted
            said = {name.lower() for name, _ in headers}
            added = [header for header in guards if header[0].lower() not in said]
            # Only if present: the server's function takes it by position.
            more = () if trouble is None else (trouble,)
            return start_response(status, [*headers, *added], *more)

        return self._app(environ, guarded)


def init_app(app: Flask) -> None:
    """Guard every request of the app, and its cookie. `Guarded` does the same for answers."""
    app.session_interface = Sessions(app)
    app.before_request(_refuse_no_host)
    app.before_request(_refuse_much)
    csrf.init_app(app)
    app.context_processor(lambda: {"csrf_token": csrf_token})
    app.jinja_env.globals["csrf_token"] = csrf_token  # imported macros see only globals
    app.before_request(_keep_device_known)
    app.after_request(_allow_parts_in_page)


def csrf_token() -> str:
    """The token of this visitor's forms, valid as long as the cookie and signed only once."""
    said = session.get("csrf_token")
    return _signed_token(said) if isinstance(said, str) else str(generate_csrf())


@lru_cache(maxsize=COOKIES_KNOWN)
def _signed_token(said: str) -> str:
    return str(generate_csrf())


def _refuse_no_host() -> None:
    """Refuse a missing, invalid or double host name, because links need one. Monitors need none."""
    if not request.host and request.endpoint != "health.health":
        raise SecurityError("no host")


def _refuse_much() -> None:
    """Refuse too many fields before a form is parsed. Forms with files have their own limit of a thousand parts."""
    if (request.content_length or 0) > (request.max_content_length or inf):
        abort(413)
    fields = request.query_string.count(b"&")
    if request.mimetype == "application/x-www-form-urlencoded":
        fields = max(fields, request.get_data().count(b"&"))
    if fields >= MOST_FIELDS:
        abort(413, "That form has too many fields. Nothing changed.")


def _allow_parts_in_page(response: Response) -> Response:
    if in_page := page_files.hashes():
        response.headers[POLICY] = content_security_policy(**in_page)
    return response


def _keep_device_known() -> None:
    """Renew the cookie once a month, so that a phone in use never loses its list of games."""
    if request.endpoint != "static" and session.permanent and session.get("seen") != (month := this_month()):
        session["seen"] = month


def leave_no_copy(response: Response) -> Response:
    """Keep the browser from caching pages with students and private lists, so that Back reloads."""
    response.headers["Cache-Control"] = "no-store"
    return response

"""What every answer forbids a browser to do, and what every change must prove: that it comes from our own pages.

docs/threat-model.md tells what they promise.
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

if TYPE_CHECKING:
    from _typeshed import OptExcInfo
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

COOKIES_KNOWN = 2048
"""Cookies of half a kilobyte whose signature was good; a hall full of phones has fewer."""

SEATS = "seats"
"""In the session: the seats of classes that this device opens, each as its class, its number and a token."""


class Sessions(SecureCookieSessionInterface):
    """Flask's own sessions, but a cookie of any hour is good, also of one that has not come yet.

    One that was given by https, also where a proxy says so, is never sent in the clear.
    """

    def __init__(self, app: Flask) -> None:
        signing = self.get_signing_serializer(app)
        self._said = lru_cache(COOKIES_KNOWN)(lambda cookie: self.serializer.dumps(signing and signing.loads(cookie)))

    def get_cookie_secure(self, app: Flask) -> bool:
        return super().get_cookie_secure(app) or request.is_secure

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """What the cookie says. A phone sends the same one all evening: its signature is checked once."""
        # Https has a cookie of its own where this server itself speaks it: browsers let plain http replace none that is
        # secure, and the phone would be a stranger there for good. Whoever is new by https goes on as by plain http.
        cookie = request.cookies.get(self.get_cookie_name(app)) or request.cookies.get(PLAIN_COOKIE)
        try:
            return self.session_class(self.serializer.loads(self._said(cookie)) if cookie else None)
        except BadSignature:
            return self.session_class()


CONTENT_SECURITY_POLICY = "; ".join(
    (
        # Nothing but what our pages use, and that from here: no fonts, frames, plug-ins, media or other hosts.
        "default-src 'none'",
        *(f"{kind}-src 'self'" for kind in ("script", "style", "img", "connect", "manifest", "worker")),
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        # Text becomes markup in one module of ours, static/js/shell/app.js, or not at all.
        "require-trusted-types-for 'script'",
        "trusted-types scorekeeper worker",
    )
)

HEADERS = (
    ("Content-Security-Policy", CONTENT_SECURITY_POLICY),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    # Nothing of these is ever needed at a card table.
    (
        "Permissions-Policy",
        "browsing-topics=(), camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    ),
    # Keeps the secret part of a game's address from other hosts. "no-referrer" would break every form over https.
    ("Referrer-Policy", "same-origin"),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),  # for browsers that are too old for frame-ancestors
    # Pages hold links that let a game be changed: no shared cache may keep one, and going back asks anew.
    ("Cache-Control", "private, no-cache"),
)
FILE_HEADERS = (("X-Content-Type-Options", "nosniff"),)
"""Of scripts, styles and pictures, which hold nobody's data and obey the policy of the page that asks for them."""
UNCHANGED_HEADERS = HEADERS[-1:]  # a browser keeps the others of the answer that it has
SECURE_HEADERS = (*HEADERS, ("Cross-Origin-Opener-Policy", "same-origin"))
"""Over https. Browsers complain of the last one on a page that came over plain http."""

SECRET_PLACES = (
    "/g/",
    "/api/games/",
    "/class/",
    "/api/class/",
    "/join/",
    "/houses/build/",
    "/h/",
    "/houses/~",
    "/sets/",
)
"""What addresses with links begin with: where one was made public, no search engine may go on with it."""

MOST_FIELDS = 5_000
"""Fields of one form or address: a megabyte of empty ones would keep everybody waiting. Our largest have a thousand."""

UNLISTED = ("X-Robots-Tag", "noindex, nofollow, noarchive")

csrf = CSRFProtect()


class Guarded:
    """An app whose every answer has the headers, but for those that it says itself."""

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
            # Only where there is any: the servers' own function takes it by its place alone.
            more = () if trouble is None else (trouble,)
            return start_response(status, [*headers, *added], *more)

        return self._app(environ, guarded)


def init_app(app: Flask) -> None:
    """Guard every request of the app, and its cookie. Its answers are guarded by `Guarded`."""
    app.session_interface = Sessions(app)
    app.before_request(_refuse_no_host)
    app.before_request(_refuse_much)
    csrf.init_app(app)
    app.context_processor(lambda: {"csrf_token": csrf_token})
    app.jinja_env.globals["csrf_token"] = csrf_token  # all that an imported macro sees
    app.before_request(_keep_device_known)


def csrf_token() -> str:
    """The token of this visitor's forms, which holds as long as the cookie: signed once, not on each page."""
    said = session.get("csrf_token")
    return _signed_token(said) if isinstance(said, str) else str(generate_csrf())


@lru_cache(maxsize=COOKIES_KNOWN)
def _signed_token(said: str) -> str:
    return str(generate_csrf())


def _refuse_no_host() -> None:
    """What cannot be a host, or is two at once, is none that a link could lead to. Monitors may name none."""
    if not request.host and request.endpoint != "health.health":
        raise SecurityError("no host")


def _refuse_much() -> None:
    """Before anything takes the form apart. Forms with files are taken in parts, a thousand at most by themselves."""
    if (request.content_length or 0) > (request.max_content_length or inf):
        abort(413)
    fields = request.query_string.count(b"&")
    if request.mimetype == "application/x-www-form-urlencoded":
        fields = max(fields, request.get_data().count(b"&"))
    if fields >= MOST_FIELDS:
        abort(413, "No form of ours has that many fields. Nothing was changed.")


def _keep_device_known() -> None:
    """Send the cookie anew once a month, so that a phone that is used never loses its list of games."""
    if request.endpoint != "static" and session.permanent and session.get("seen") != (month := this_month()):
        session["seen"] = month


def leave_no_copy(response: Response) -> Response:
    """For pages with students, and lists that may be forgotten: whoever goes back in the browser is asked anew."""
    response.headers["Cache-Control"] = "no-store"
    return response

"""What every answer forbids a browser to do, and what every change must prove: that it comes from our own pages.

docs/threat-model.md tells what they promise.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING, Any

from flask import Flask, abort, request, session
from flask.json.provider import DefaultJSONProvider
from flask.sessions import SecureCookieSessionInterface
from flask_wtf.csrf import CSRFProtect
from itsdangerous import SignatureExpired, TimestampSigner, URLSafeTimedSerializer
from werkzeug.exceptions import SecurityError

from scorekeeper.web.db import this_month

if TYPE_CHECKING:
    from _typeshed import OptExcInfo
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

SEATS = "seats"
"""In the session: the seats of classes that this device opens, each as its class, its number and a token."""


class _Signer(TimestampSigner):
    """Takes what it signed itself when the clock was ahead, which is no reason to forget a device and its games."""

    def unsign(
        self, signed_value: str | bytes, max_age: int | None = None, return_timestamp: bool = False
    ) -> Any:  # as above it: bytes, with the moment or without
        value, at = super().unsign(signed_value, return_timestamp=True)
        if max_age is not None and self.get_timestamp() - at.timestamp() > max_age:
            raise SignatureExpired("too old", payload=value, date_signed=at)
        told: tuple[bytes, datetime] | bytes = (value, at) if return_timestamp else value
        return told


class Sessions(SecureCookieSessionInterface):
    """Flask's own sessions, but a cookie from an hour that has not come yet is good.

    One that was given by https, also where a proxy says so, is never sent in the clear.
    """

    def __init__(self) -> None:
        self._serializer: URLSafeTimedSerializer | None = None

    def get_cookie_secure(self, app: Flask) -> bool:
        return super().get_cookie_secure(app) or request.is_secure

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """Made once: Flask would make one for each request, which takes as long as to check a cookie."""
        if self._serializer is None:
            self._serializer = super().get_signing_serializer(app)
            if self._serializer is not None:
                self._serializer.signer = _Signer
        return self._serializer


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
"""Fields of one form, or of one address: to take apart a megabyte of empty ones would keep everybody waiting for a
second. Our largest forms, of houses, have a thousand."""

UNLISTED = ("X-Robots-Tag", "noindex, nofollow, noarchive")

csrf = CSRFProtect()


class ShallowJSON(DefaultJSONProvider):
    """JSON as nobody means it, a hundred thousand brackets deep, is bad JSON and not our mistake."""

    def loads(self, s: str | bytes, **kwargs: Any) -> Any:
        try:
            return super().loads(s, **kwargs)
        except RecursionError:
            raise ValueError("nested too deeply") from None


class Guarded:
    """An app whose every answer has the headers, whoever gives it: a view, an error, or what stands before Flask.

    What an answer says itself goes before.
    """

    def __init__(self, app: WSGIApplication) -> None:
        self._app = app

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        wanted = SECURE_HEADERS if environ["wsgi.url_scheme"] == "https" else HEADERS
        if environ["PATH_INFO"].startswith(SECRET_PLACES):
            wanted = (*wanted, UNLISTED)

        def guarded(status: str, headers: list[tuple[str, str]], trouble: OptExcInfo | None = None) -> Any:
            is_file = environ["PATH_INFO"].startswith("/static/") and status.startswith("200")
            said = {name.lower() for name, _ in headers}
            added = [header for header in (FILE_HEADERS if is_file else wanted) if header[0].lower() not in said]
            # Only where there is any: the servers' own function takes it by its place alone.
            more = () if trouble is None else (trouble,)
            return start_response(status, [*headers, *added], *more)

        return self._app(environ, guarded)


def init_app(app: Flask) -> None:
    """Guard every request of the app, and its cookie. Its answers are guarded by `Guarded`."""
    app.json = ShallowJSON(app)
    app.session_interface = Sessions()
    app.before_request(_refuse_no_host)
    app.before_request(_refuse_large_bodies)
    app.before_request(_refuse_many_fields)
    csrf.init_app(app)
    app.before_request(_keep_device_known)


def _refuse_no_host() -> None:
    """What cannot be a host, or is two at once, is none that a link could lead to. Monitors may name none."""
    if not request.host and request.endpoint != "health.health":
        raise SecurityError("no host")


def _refuse_large_bodies() -> None:
    """Before anything else looks at the body, so that a large one is called large and not a forgery."""
    limit = request.max_content_length
    if limit is not None and request.content_length is not None and request.content_length > limit:
        abort(413)


def _refuse_many_fields() -> None:
    """Before anything takes the form apart. Forms with files are taken in parts, a thousand at most by themselves."""
    fields = request.query_string.count(b"&")
    if request.mimetype == "application/x-www-form-urlencoded":
        fields = max(fields, request.get_data().count(b"&"))
    if fields >= MOST_FIELDS:
        abort(413, "No form of ours has that many fields. Nothing was changed.")


def _keep_device_known() -> None:
    """Send the cookie anew once a month, so that a phone that is used never loses its list of games."""
    if request.endpoint != "static" and session.permanent:
        month = this_month()
        if session.get("seen") != month:
            session["seen"] = month

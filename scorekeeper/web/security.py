"""What every answer forbids a browser to do, and what every change must prove: that it comes from our own pages."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from flask import Flask, Response, abort, request, session
from flask.json.provider import DefaultJSONProvider
from flask_wtf.csrf import CSRFProtect

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'self'",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)

HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "Cross-Origin-Resource-Policy": "same-origin",
    # Nothing of these is ever needed at a card table.
    "Permissions-Policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    # Keeps the secret part of a game's address from other hosts. "no-referrer" would break every form over HTTPS.
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}

csrf = CSRFProtect()


class ShallowJSON(DefaultJSONProvider):
    """JSON as nobody means it, a hundred thousand brackets deep, is bad JSON and not our mistake."""

    def loads(self, s: str | bytes, **kwargs: Any) -> Any:
        try:
            return super().loads(s, **kwargs)
        except RecursionError:
            raise ValueError("nested too deeply") from None


def init_app(app: Flask) -> None:
    """Guard every request and every answer of the app."""
    app.json = ShallowJSON(app)
    app.before_request(_refuse_large_bodies)
    csrf.init_app(app)
    app.before_request(_keep_device_known)
    app.after_request(_add_headers)


def _refuse_large_bodies() -> None:
    """Before anything else looks at the body, so that a large one is called large and not a forgery."""
    limit = request.max_content_length
    if limit is not None and request.content_length is not None and request.content_length > limit:
        abort(413)


def _keep_device_known() -> None:
    """Send the cookie anew once a month, so that a phone that is used never loses its list of games."""
    if request.endpoint != "static" and session.permanent:
        month = f"{datetime.now(UTC):%Y-%m}"
        if session.get("seen") != month:
            session["seen"] = month


def _add_headers(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if request.is_secure:  # browsers complain of it on a page that came over plain http
        response.headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
    # Pages hold links that let a game be changed: no shared cache may keep one, and going back asks anew.
    response.headers.setdefault("Cache-Control", "private, no-cache")
    return response

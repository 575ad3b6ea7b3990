"""Devices for endpoints that are asked by a program: they have been here before, and come from many places."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count
from typing import TYPE_CHECKING

from flask_openapi3.openapi import OpenAPI
from werkzeug.wrappers import Request

from tests.conftest import Phone

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment


class FromDevices:
    """The app, asked by whoever knows nothing of cookies: a request without one comes from a phone that has one.

    Each comes from an address of its own. Otherwise the limits on guessing would answer most of them.
    """

    def __init__(self, app: OpenAPI, phone: Phone) -> None:
        self.app = app
        self.names: dict[str, str] = {}
        """What keys and codes, which are new each time, are called in paths: so that a run can be repeated."""
        self._address = count(1)
        self._token = phone.token()
        cookies = phone._cookies or {}
        self._cookie = "; ".join(f"{cookie.key}={cookie.value}" for cookie in cookies.values())

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        path = environ["PATH_INFO"].split("/")
        environ["PATH_INFO"] = "/".join(self.names.get(part, part) for part in path)
        number = next(self._address)
        environ["REMOTE_ADDR"] = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
        environ.pop("HTTP_ACCEPT_ENCODING", None)
        if not Request(environ).cookies:
            environ["HTTP_COOKIE"] = self._cookie
            environ.setdefault("HTTP_X_CSRFTOKEN", self._token)
        return self.app.wsgi_app(environ, start_response)

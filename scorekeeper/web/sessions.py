"""The session cookie of a machine whose clock may be wrong."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from flask import Flask
from flask.sessions import SecureCookieSessionInterface
from itsdangerous import SignatureExpired, TimestampSigner, URLSafeTimedSerializer

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
    """Flask's own sessions, but a cookie from an hour that has not come yet is good."""

    def __init__(self) -> None:
        self._serializer: URLSafeTimedSerializer | None = None

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """Made once: Flask would make one for each request, which takes as long as to check a cookie."""
        if self._serializer is None:
            self._serializer = super().get_signing_serializer(app)
            if self._serializer is not None:
                self._serializer.signer = _Signer
        return self._serializer

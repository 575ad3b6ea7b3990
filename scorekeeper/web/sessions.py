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

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        serializer = super().get_signing_serializer(app)
        if serializer is not None:
            serializer.signer = _Signer
        return serializer

"""Compression: Brotli over https and on this machine, where browsers take it, and gzip over plain http."""

import gzip
from functools import lru_cache
from typing import Literal

import brotli
import deflate
from flask import Flask, Response, request
from werkzeug.http import parse_accept_header

COMPRESSIBLE = {
    "application/javascript",
    "application/json",
    "application/manifest+json",
    "image/svg+xml",
    "text/css",
    "text/csv",
    "text/html",
    "text/javascript",
    "text/plain",
}
SMALLEST = 600
"""Bytes. A smaller answer fits into one packet."""

LARGE = 100_000
"""Bytes of a page that carries its scripts: a harder level of gzip is worth 3 ms then."""


def init_app(app: Flask) -> None:
    """Compress what the app makes."""
    app.after_request(_compress)


@lru_cache(maxsize=64)
def wanted(header: str | None) -> Literal["br", "gzip"] | None:
    """The supported encoding that the request prefers."""
    accepted = parse_accept_header(header)
    if accepted["br"] > 0 and accepted["br"] >= accepted["gzip"]:
        return "br"
    return "gzip" if accepted["gzip"] > 0 else None


@lru_cache(maxsize=1024)
def smallest(plain: bytes, encoding: Literal["br", "gzip"]) -> bytes:
    """The smallest compression; it takes milliseconds, so it runs once, at the first request."""
    return bytes(brotli.compress(plain, quality=11)) if encoding == "br" else bytes(deflate.gzip_compress(plain, 12))


def compress_file(response: Response) -> None:
    """Compress a file that is the same for everyone."""
    plain = response.get_data()
    if response.mimetype in COMPRESSIBLE and len(plain) >= SMALLEST:
        response.vary.add("Accept-Encoding")
        if encoding := wanted(request.headers.get("Accept-Encoding")):
            response.set_data(smallest(plain, encoding))
            response.content_encoding = encoding


def _compress(response: Response) -> Response:
    return response if request.endpoint == "static" else compress_quickly(response)


def compress_quickly(response: Response) -> Response:
    """Compress an answer that is made for this request."""
    if response.mimetype not in COMPRESSIBLE or response.content_encoding:
        return response
    response.vary.add("Accept-Encoding")
    encoding = wanted(request.headers.get("Accept-Encoding"))
    if encoding is None or response.is_streamed or response.status_code in (204, 206, 304):
        return response
    plain = response.get_data()
    if len(plain) >= SMALLEST:
        # Quick levels: a scorecard takes 0.05 ms as gzip, 0.15 ms as Brotli, whose quicker levels are larger than gzip.
        level = 3 if len(plain) < LARGE else 6
        small = brotli.compress(plain, quality=5) if encoding == "br" else gzip.compress(plain, level, mtime=0)
        response.set_data(small)
        response.content_encoding = encoding
        tag, weak = response.get_etag()
        if tag and not weak:
            response.set_etag(tag, weak=True)  # the same answer, but other bytes
    return response

"""The trust page: plain http for phones that don't trust the server's own certificate yet.

It has one page and that page's files, made in advance. No game, form or cookie goes through it.
"""

import asyncio
import re
import socket
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from cryptography.hazmat.primitives.serialization import Encoding
from flask import Flask, render_template, url_for

from scorekeeper.server.home_certificate import fingerprint, root
from scorekeeper.web.security import HEADERS

DEADLINE: Final = 10.0
"""Seconds for a request and its answer."""
MOST: Final = 64
"""Most connections at once; each takes a moment, and the games need the other files."""

CERTIFICATE: Final = "/scorekeeper.crt"
FILES: Final = ("css/app.css", "css/pages.css", "js/pages/trust.js", "icons/favicon.svg")


DEVICES: Final = {"iphone": ("iPhone", "iPad"), "android": ("Android",)}
"""Words by which browsers say what they run on; the page unfolds the steps for it. All others are computers."""


def device_of(head: bytes) -> str:
    """What a request comes from: a key of DEVICES, or `computer`.

    >>> device_of(b"GET / HTTP/1.1\\r\\nUser-Agent: Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)")
    'iphone'
    """
    found = re.search(r"^user-agent:(.*)$", head.decode("latin-1"), re.IGNORECASE | re.MULTILINE)
    told = found[1] if found else ""
    return next((device for device, words in DEVICES.items() if any(word in told for word in words)), "computer")


def answers(app: Flask, secure: str) -> tuple[Mapping[str, bytes], Mapping[bytes, bytes]]:
    """The page for each device, and its files by path.

    ``secure`` is the address for phones that trust the certificate.
    """
    instance = Path(app.instance_path)
    trusted = root(instance)
    by = (app.config["TRUSTED_HOSTS"] or ["localhost"])[0].removeprefix(".")
    with app.test_request_context(base_url=f"http://{by}"):
        paths = {name: url_for("static", filename=name) for name in FILES}
        pages = {
            device: render_template(
                "trust/index.html",
                device=device,
                secure=secure,
                certificate=CERTIFICATE,
                until=trusted.not_valid_after_utc,
                fingerprint=fingerprint(instance),
            )
            for device in (*DEVICES, "computer")
        }
        files = {path: app.extensions["scorekeeper_static"].answer(name) for name, path in paths.items()}
    # The page checks whether its phone trusts the other address.
    headers = [(name, value.replace("connect-src 'self'", f"connect-src {secure}")) for name, value in HEADERS]
    made = {path.encode(): _answer(file.content_type, file.get_data()) for path, file in files.items()}
    made[CERTIFICATE.encode()] = _answer("application/x-x509-ca-cert", trusted.public_bytes(Encoding.DER))
    html = "text/html; charset=utf-8"
    return {device: _answer(html, page.encode(), headers) for device, page in pages.items()}, made


def _answer(content_type: str, body: bytes, headers: list[tuple[str, str]] | None = None) -> bytes:
    said = [("Content-Type", content_type), ("Content-Length", str(len(body))), ("Connection", "close")]
    lines = ["HTTP/1.1 200 OK", *(f"{name}: {value}" for name, value in [*said, *(headers or [])]), "", ""]
    return "\r\n".join(lines).encode("latin-1") + body


class TrustPageServer:
    """The trust page at an address, opened by the server's loop. Any other path shows it for the device that asks."""

    def __init__(self, host: str, port: int, pages: Mapping[str, bytes], files: Mapping[bytes, bytes]) -> None:
        self._address, self._family = (host, port), socket.AF_INET6 if ":" in host else socket.AF_INET
        self._pages = pages
        self._files = files
        self._here = 0

    def open(self, loop: asyncio.AbstractEventLoop) -> None:
        """Listen from now on, even before the loop starts."""
        listening = socket.create_server(self._address, family=self._family)
        self._opening = loop.create_task(asyncio.start_server(self._answered, sock=listening))

    async def _answered(self, asked: asyncio.StreamReader, told: asyncio.StreamWriter) -> None:
        self._here += 1
        try:
            with suppress(OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
                async with asyncio.timeout(DEADLINE):
                    if self._here <= MOST:
                        head = await asked.readuntil(b"\r\n\r\n")
                        path = b"".join(head.split(b" ", 2)[1:2]).partition(b"?")[0]
                        told.write(self._files.get(path) or self._pages[device_of(head)])
                        await told.drain()
        finally:
            self._here -= 1
            told.close()

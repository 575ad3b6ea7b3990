"""`scorekeeper serve`: the process that starts the worker, and the address for phones. It never loads the app."""

from __future__ import annotations

import errno
import io
import logging
import os
import socket
import ssl
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from granian.constants import HTTPModes, Interfaces, SSLProtocols
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server.mp import MPServer

from scorekeeper import __version__
from scorekeeper.server.cannot_serve import CannotServe
from scorekeeper.store.connection import name_of
from scorekeeper.store.restoring import open_to_serve
from scorekeeper.store.sqlite import SqliteStore
from scorekeeper.web import logs
from scorekeeper.web.config import Places, from_environment, kept_secret_key, places
from scorekeeper.web.network import network_host

ENDING: Final = 10
"""Seconds that answers may take after the server is told to stop. Only PDFs and lost phones take longer."""

FIRST_PORT = 8000
FIRST_SECURE_PORT = 8443
PORTS_TRIED = 100
QUEUE = 4096
"""Connections that the system keeps waiting. Granian's default of 1,024 is too few for a large hall."""

MOST_CONNECTIONS = 16_384
"""Most open connections, if the system allows as many files; others wait in the queue."""
OTHER_FILES = 256
"""Files other than connections: the store's for each thread, and those of PDFs and backups."""

HEADER_DEADLINE = 10.0
"""Seconds for the head of a request to arrive, also on an idle connection."""
LARGEST_HEAD = 65_536
"""Most bytes of that head. Our longest addresses, with answers to a worksheet, are far shorter."""


TRUST_PAGE = "SCOREKEEPER_TRUST_PAGE"
"""Variable that gives the worker process the trust page's host and port, and the address behind it."""


@dataclass(frozen=True)
class Certificate:
    """PEM files that let browsers trust this server: a certificate chain and its private key."""

    certificate: Path
    key: Path

    def check(self) -> None:
        """Load the files, because bad ones would kill the server's worker without a message.

        :raises CannotServe: with the files and the problem.
        """
        try:  # or the terminal would ask for the password of a locked key
            ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(self.certificate, self.key, password="")
        except OSError as error:
            why = getattr(error, "reason", None) or error.strerror or error
            raise CannotServe(
                f"{self.certificate} and {self.key} can't be used: {why}. Both must be PEM files. "
                "The key must belong to the certificate, have no password and be readable only by you."
            ) from error


@dataclass(frozen=True)
class Address:
    host: str
    port: int
    evaded: bool = False
    """Whether the usual port was taken."""
    secure: bool = False
    """Whether it uses https."""

    @property
    def open_to_network(self) -> bool:
        """Whether other machines can reach it."""
        return self.host in ("0.0.0.0", "::")

    def seen_at(self) -> str | None:
        """Its host name in the network, if any."""
        return network_host() if self.open_to_network else self.host

    def url(self, host: str | None = None) -> str:
        shown = host or ("127.0.0.1" if self.open_to_network else self.host)
        scheme = "https" if self.secure else "http"
        return f"{scheme}://[{shown}]:{self.port}/" if ":" in shown else f"{scheme}://{shown}:{self.port}/"


def choose_address(host: str, port: int | None, first: int | None = None) -> Address:
    """The requested port, or the first free one from 8000, or from ``first``.

    :raises CannotServe: if the port is taken, or the host isn't this machine.
    """
    if port is not None:
        problem = _cannot_listen(host, port)
        if problem is not None:
            raise CannotServe(f"Can't listen on {host} port {port}: {problem}.", passes=problem is _TAKEN)
        return Address(host, port)
    first = first or FIRST_PORT
    for candidate in range(first, first + PORTS_TRIED):
        problem = _cannot_listen(host, candidate)
        if problem is None:
            return Address(host, candidate, evaded=candidate != first)
        if problem is not _TAKEN:
            raise CannotServe(f"Can't listen on {host}: {problem}.")
    raise CannotServe(f"Ports {first} to {first + PORTS_TRIED - 1} are all taken. Choose another with --port.")


_TAKEN = "the port is in use. Leave out --port to use the next free one"


def _cannot_listen(host: str, port: int) -> str | None:
    """The reason why that port can't be used, or None. Granian itself would share a taken port."""
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as trial:
            if os.name == "posix":  # as servers do: the port of a connection that just ended is free
                trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(address)
    except OSError as error:
        return _TAKEN if error.errno == errno.EADDRINUSE else (error.strerror or str(error))
    return None


def greeting(address: Address, trust_page: Address | None = None, fingerprint: str = "") -> Iterator[str]:
    """Lines for the terminal. Phones use the trust page, if there is one, to get the certificate."""
    way_in = trust_page or address
    if way_in.evaded:
        yield f"Port {FIRST_PORT} is taken. Using {way_in.port}."
    yield f"Scorekeeper on this machine:  {address.url()}"
    if address.open_to_network or trust_page:
        there = address.seen_at()
        if there is None:
            yield "No network found. Phones can't connect."
        else:
            yield f"For phones on this network:   {way_in.url(there)}"
            if trust_page is not None:
                yield f"On each phone, trust this computer there once, then open {address.url(there)}"
                yield f"The certificate's SHA-256 fingerprint starts with {fingerprint}"
            elif not address.secure:
                yield "Keep the page open on each phone. With --https, games also work offline (docs/https.md)."
            yield ""
            yield qr_code(way_in.url(there))
    yield "Press Ctrl-C to stop. Saved entries stay."


def qr_code(text: str) -> str:
    import segno  # a tenth of what this process loads, and only for phones

    drawing = io.StringIO()
    segno.make(text, micro=False).terminal(out=drawing, compact=True)
    return drawing.getvalue().rstrip("\n")


def rehearse(here: Places) -> None:
    """Do what can keep the app from starting, so that bad settings fail here and not in the worker.

    :raises scorekeeper.web.config.BadSetting: and every StoreUnusable.
    """
    here.instance.mkdir(parents=True, exist_ok=True)
    if not from_environment()["SECRET_KEY"]:
        kept_secret_key(here.instance)
    open_to_serve(here.store).close()


def most_connections() -> int:
    """Raise this process's limit of open files, and return how many connections fit."""
    if os.name != "posix":
        return QUEUE
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS + OTHER_FILES
    wanted = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    with suppress(OSError, ValueError):  # some systems allow fewer than they report
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return max(files - OTHER_FILES, files // 2)


def serve(
    address: Address,
    certificate: Certificate | None = None,
    target: str | None = None,
    trust_page: Address | None = None,
) -> None:
    """Serve until the process is told to stop.

    ``target`` names another function that makes the app in the worker process. The app opens the trust page.
    """
    logs.begin()
    log = logging.getLogger(logs.LOGGER)
    own = "served_app" if certificate is None else "served_securely"
    if trust_page is not None:
        own = "served_at_home"
        os.environ[TRUST_PAGE] = f"{trust_page.host} {trust_page.port} {address.url(address.seen_at())}"
    server = MPServer(
        target or f"scorekeeper.server.worker:{own}",
        factory=True,
        address=address.host,
        port=address.port,
        interface=Interfaces.RSGI,
        workers=1,
        workers_kill_timeout=ENDING,
        backlog=QUEUE,
        backpressure=most_connections(),
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(header_read_timeout=int(HEADER_DEADLINE * 1000), max_buffer_size=LARGEST_HEAD),
        websockets=False,
        ssl_cert=certificate.certificate if certificate else None,
        ssl_key=certificate.key if certificate else None,
        ssl_protocol_min=SSLProtocols.tls12,  # some older phones support no newer one
        log_level=LogLevels.error,
        log_dictconfig=logs.OF_GRANIAN,
    )

    @server.on_startup
    def begun() -> None:
        kept = places().store
        engine = SqliteStore.engine if isinstance(kept, Path) else "PostgreSQL"
        log.info("started: version %s, %s, %s, games in %s", __version__, engine, address.url(), name_of(kept))

    try:
        server.serve()
    finally:
        log.info("stopped")

"""`scorekeeper serve`: the app on a production server, and how the phones at the table find it."""

from __future__ import annotations

import errno
import io
import logging
import multiprocessing
import os
import socket
import ssl
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any, Final

import segno
from flask import Flask
from granian.constants import HTTPModes, Interfaces, SSLProtocols
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server.mp import MPServer

from scorekeeper import __version__
from scorekeeper.store.connection import name_of
from scorekeeper.store.sqlite import SqliteStore
from scorekeeper.web import create_app, logs
from scorekeeper.web.background_jobs import begin_background_jobs
from scorekeeper.web.config import places
from scorekeeper.web.db import store
from scorekeeper.web.network import network_host
from scorekeeper.web.rsgi import RsgiApp

if TYPE_CHECKING:
    from scorekeeper.web.door import Door

ENDING: Final = 10
"""Seconds that answers may still take once the server is told to end. Beyond it only a drawing does, and a phone that
has lost its network."""

FIRST_PORT = 8000
FIRST_SECURE_PORT = 8443
PORTS_TRIED = 100
QUEUE = 4096
"""Connections that the system keeps waiting. Granian's own 1,024 would leave a large hall's phones without a word."""

MOST_CONNECTIONS = 16_384
"""Connections that are looked at, as far as the system allows files; those beyond wait in the queue."""
OTHER_FILES = 256
"""Files beside the connections: the store's, for each thread, and what a drawing or a backup opens."""

HEADER_DEADLINE = 10.0
"""Seconds within which the head of a request has to arrive, on a connection that waits for the next one too."""
LARGEST_HEAD = 65_536
"""Bytes of that head: the longest address of ours is a game's or a set's answers, and far shorter."""


DOOR = "SCOREKEEPER_DOOR"
"""How the worker, a process of its own, hears of the door: its host and port, and the address that it leads to."""

SECURE: Final[Mapping[str, Any]] = {"SESSION_COOKIE_SECURE": True, "SESSION_COOKIE_NAME": "__Host-scorekeeper"}
"""A cookie that is never sent in the clear, beside the one that plain http goes on with; see `security.Sessions`."""


class CannotServe(Exception):
    """The address cannot be served; its text says why and what to do, and ``passes`` whether it may be later."""

    def __init__(self, text: str, *, passes: bool = False) -> None:
        super().__init__(text)
        self.passes = passes


@dataclass(frozen=True)
class Certificate:
    """The files that let browsers trust this server: a certificate with those above it, and its private key, in PEM."""

    certificate: Path
    key: Path

    def check(self) -> None:
        """Try the files, because the server's worker would only die of bad ones.

        :raises CannotServe: naming the file and what is wrong with it.
        """
        try:  # an empty password, or a locked key would be asked for in the terminal
            ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(self.certificate, self.key, password="")
        except OSError as error:
            why = getattr(error, "reason", None) or error.strerror or error
            raise CannotServe(
                f"{self.certificate} and {self.key} cannot be used: {why}. Both are files in PEM; "
                "the key is that of the certificate, has no password, and can be read by you alone"
            ) from error


@dataclass(frozen=True)
class Address:
    host: str
    port: int
    evaded: bool = False
    """Whether the usual port was taken."""
    secure: bool = False
    """Whether it is reached by https."""

    @property
    def open_to_network(self) -> bool:
        """Whether other machines can reach it."""
        return self.host in ("0.0.0.0", "::")

    def seen_at(self) -> str | None:
        """By which host the network sees it, if at all."""
        return network_host() if self.open_to_network else self.host

    def url(self, host: str | None = None) -> str:
        shown = host or ("127.0.0.1" if self.open_to_network else self.host)
        scheme = "https" if self.secure else "http"
        return f"{scheme}://[{shown}]:{self.port}/" if ":" in shown else f"{scheme}://{shown}:{self.port}/"


def choose_address(host: str, port: int | None, first: int | None = None) -> Address:
    """The port asked for, or the first free one from 8000 upwards, or from ``first``.

    :raises CannotServe: when the port is taken, or the host is not this machine.
    """
    if port is not None:
        problem = _cannot_listen(host, port)
        if problem is not None:
            raise CannotServe(f"cannot listen on {host} port {port}: {problem}", passes=problem is _TAKEN)
        return Address(host, port)
    first = first or FIRST_PORT
    for candidate in range(first, first + PORTS_TRIED):
        problem = _cannot_listen(host, candidate)
        if problem is None:
            return Address(host, candidate, evaded=candidate != first)
        if problem is not _TAKEN:
            raise CannotServe(f"cannot listen on {host}: {problem}")
    raise CannotServe(f"ports {first} to {first + PORTS_TRIED - 1} are all taken; name another with --port")


_TAKEN = "somebody else listens there; leave --port out for the next free one"


def _cannot_listen(host: str, port: int) -> str | None:
    """Why nobody can listen there, or nothing. Asked before Granian, which would share a taken port."""
    try:
        family, kind, _, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as trial:
            if os.name == "posix":  # as every server does: a port of a connection that has just ended is free
                trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(place)
    except OSError as error:
        return _TAKEN if error.errno == errno.EADDRINUSE else (error.strerror or str(error))
    return None


def greeting(address: Address, door: Address | None = None, fingerprint: str = "") -> Iterator[str]:
    """What the terminal says, line by line. Phones come by the door, where there is one, to what they are to trust."""
    way_in = door or address
    if way_in.evaded:
        yield f"Port {FIRST_PORT} is taken; this is port {way_in.port}."
    yield f"Scorekeeper on this machine:  {address.url()}"
    if address.open_to_network or door:
        there = address.seen_at()
        if there is None:
            yield "No network here: phones cannot reach it."
        else:
            yield f"For phones on this network:   {way_in.url(there)}"
            if door is not None:
                yield f"There each learns once to trust this computer, and goes on to {address.url(there)}"
                yield f"The fingerprint (SHA-256) of what it is to trust begins {fingerprint}"
            elif not address.secure:
                yield "Keep the game open on each phone; the screen may sleep. What --https adds: see docs/https.md."
            yield ""
            yield qr_code(way_in.url(there))
    yield "Stop with Ctrl-C. Every acknowledged entry is kept."


def qr_code(text: str) -> str:
    drawing = io.StringIO()
    segno.make(text, micro=False).terminal(out=drawing, compact=True)
    return drawing.getvalue().rstrip("\n")


def rehearse() -> None:
    """Make the app once and drop it, so that a bad setting or a foreign store is told here and not by a dead worker.

    :raises scorekeeper.web.config.BadSetting: and every StoreUnusable.
    """
    with create_app().app_context():
        store().close()


def served_app() -> RsgiApp:
    """The app as the server's worker runs it."""
    logs.begin()
    return serve_app(create_app())


def served_securely() -> RsgiApp:
    """The app of a server that is reached by https alone: its cookie is never sent in the clear."""
    logs.begin()
    return serve_app(create_app(SECURE))


def served_at_home() -> RsgiApp:
    """The same with a certificate of its own, and the door by which phones come that do not trust it yet."""
    from scorekeeper.web.door import Door, answers  # what makes certificates takes 10 MB, which nobody else needs

    logs.begin()
    host, port, secure = os.environ[DOOR].split()
    app = create_app({**SECURE, "DOOR": int(port)})
    return serve_app(app, Door(host, int(port), *answers(app, secure)))


def serve_app(app: Flask, door: Door | None = None) -> RsgiApp:
    """That app with everything that the running server does beside its requests; for the worker's main thread."""
    _end_with_parent()
    jobs = begin_background_jobs(app)
    with app.app_context():
        kept = store()
    if kept.waits_for:
        log = logging.getLogger(logs.LOGGER)
        log.warning("started all the same, and tried again whenever somebody asks: %s", kept.waits_for)

    def clear() -> None:
        jobs.stop()
        kept.close()

    return RsgiApp(app, app.config["MAX_CONTENT_LENGTH"], clear, door)


def _raised_connections() -> int:
    """How many connections this process may have open, after its limit of files was raised as far as it may be."""
    if os.name != "posix":
        return QUEUE
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS + OTHER_FILES
    wanted = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    with suppress(OSError, ValueError):  # some systems allow fewer than they say
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return max(files - OTHER_FILES, files // 2)


def _end_with_parent() -> None:
    """End this worker at once when the process that started it is gone, by kill -9 say.

    That one holds the lock of the instance folder: a worker that went on alone would serve beside the next server.
    What it was in the middle of is undone, as in a power cut.
    """
    parent = multiprocessing.parent_process()
    if parent is None:  # some other server runs the app
        return

    def end() -> None:
        parent.join()
        os._exit(1)

    Thread(target=end, name="ends with its parent", daemon=True).start()


def serve(
    address: Address, certificate: Certificate | None = None, target: str | None = None, door: Address | None = None
) -> None:
    """Serve until the process is told to stop.

    ``target`` names another function that makes an app, in the worker's own process. The door is opened by the app.
    """
    logs.begin()
    log = logging.getLogger(logs.LOGGER)
    own = "served_app" if certificate is None else "served_securely"
    if door is not None:
        own = "served_at_home"
        os.environ[DOOR] = f"{door.host} {door.port} {address.url(address.seen_at())}"
    server = MPServer(
        target or f"scorekeeper.web.serving:{own}",
        factory=True,
        address=address.host,
        port=address.port,
        interface=Interfaces.RSGI,
        workers=1,
        workers_kill_timeout=ENDING,
        backlog=QUEUE,
        backpressure=_raised_connections(),
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(header_read_timeout=int(HEADER_DEADLINE * 1000), max_buffer_size=LARGEST_HEAD),
        websockets=False,
        ssl_cert=certificate.certificate if certificate else None,
        ssl_key=certificate.key if certificate else None,
        ssl_protocol_min=SSLProtocols.tls12,  # some phones that still do for a game know no newer one
        log_level=LogLevels.error,
        log_dictconfig=logs.OF_GRANIAN,
    )

    @server.on_startup
    def begun() -> None:
        kept = places().store
        engine = SqliteStore.engine if isinstance(kept, Path) else "PostgreSQL"
        log.info("started: release %s, %s, %s, games in %s", __version__, engine, address.url(), name_of(kept))

    try:
        server.serve()
    finally:
        log.info("stopped")

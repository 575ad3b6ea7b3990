"""`scorekeeper serve`: the app on a production server, how the phones at the table find it, and how it ends.

Told to end, Granian refuses new connections by itself and waits for those that are open. It would wait for ever for a
phone that has lost its network; therefore the worker ends itself here, in bounded time.
"""

from __future__ import annotations

import errno
import io
import logging
import multiprocessing
import os
import signal
import socket
import ssl
from asyncio import AbstractEventLoop
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread
from types import FrameType
from typing import TYPE_CHECKING, Final

import segno
from granian import _signals
from granian._granian import WorkerSignal
from granian.constants import HTTPModes, Interfaces, SSLProtocols
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server.mp import MPServer

from scorekeeper import __version__
from scorekeeper.store.connection import Store
from scorekeeper.web import create_app, logs
from scorekeeper.web.background_jobs import begin_backing_up, begin_forgetting
from scorekeeper.web.config import places
from scorekeeper.web.db import store
from scorekeeper.web.logs import LOGGER
from scorekeeper.web.network import network_host
from scorekeeper.web.rsgi import RsgiApp

if TYPE_CHECKING:
    from flask import Flask

ARRIVING: Final = 3.0
"""Seconds that a body may still take to arrive."""
ANSWERING: Final = 20.0
"""Seconds that an answer may still take; beyond it only a drawing does, which can be asked for again."""
LEAVING: Final = 1.0
"""Seconds for the connections to close by themselves."""
TOLD_AGAIN: Final = 0.5
"""Seconds after which a worker that still lives is told once more."""
_TELLING: Final = (signal.SIGTERM, signal.SIGINT)


def end_when_told(served: RsgiApp, clear: Callable[[], None]) -> None:
    """End this process in good order after a signal. ``clear`` stops what goes on beside requests and closes the store.

    Called in a worker before Granian says what signals do. Only the first counts: told twice, as by Ctrl-C, which goes
    to all processes of a terminal, and then by the process that started it, Granian's worker stands still for ever.
    """

    def signals_of(loop: AbstractEventLoop) -> WorkerSignal:
        granians = WorkerSignal()
        heeded = Event()

        def hear() -> None:
            if not heeded.is_set():
                heeded.set()
                granians.set()
                # No daemon: though Granian be done at once, the process waits for it.
                Thread(target=_end, args=(served, clear), name="ends in good order").start()

        for one in _TELLING:
            try:
                loop.add_signal_handler(one, hear)
            except NotImplementedError:  # on Windows
                signal.signal(one, lambda *_: hear())
        return granians

    vars(_signals)["set_loop_signals"] = signals_of


def _end(served: RsgiApp, clear: Callable[[], None]) -> None:
    left = served.finish(ARRIVING, ANSWERING)
    clear()
    if left:
        logging.getLogger(LOGGER).warning("%d requests were not waited for", left)
    # Granian ends by itself as soon as the last answer is sent, unless somebody stalls.
    Thread(target=_exit_after, args=(LEAVING,), daemon=True).start()


def _exit_after(seconds: float) -> None:
    Event().wait(seconds)
    os._exit(0)


class StoppableServer(MPServer):
    """Granian, but a worker that has not come up yet when it is told to end does end."""

    def _stop_workers(self) -> None:
        done = Event()

        def repeat() -> None:
            # A signal that meets a process in the middle of being forked is lost.
            while not done.wait(TOLD_AGAIN):
                for worker in self.wrks:
                    if worker.is_alive():  # type: ignore[no-untyped-call]
                        worker.terminate()  # type: ignore[no-untyped-call]

        Thread(target=repeat, name="tells it again", daemon=True).start()
        try:
            super()._stop_workers()  # type: ignore[no-untyped-call]
        finally:
            done.set()


def end_at_once_when_told_twice(server: StoppableServer) -> None:
    """Called in the process that starts the worker, after Granian has said what signals do."""
    here = os.getpid()

    def told(number: int, frame: FrameType | None) -> None:
        if os.getpid() != here:
            # The worker, as it was forked: nobody waits for it yet, and it serves nobody.
            os._exit(0)
        if server.interrupt_signal:
            for worker in server.wrks:
                worker.kill()  # type: ignore[no-untyped-call]
            os._exit(128 + number)
        server.signal_handler_interrupt(number, frame)  # type: ignore[no-untyped-call]

    for one in _TELLING:
        signal.signal(one, told)


FIRST_PORT = 8000
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


class CannotServe(Exception):
    """The address cannot be served; its text says why and what to do."""


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
    """Where the server listens."""

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

    def url(self, host: str | None = None) -> str:
        """The address for a browser."""
        shown = host or ("127.0.0.1" if self.open_to_network else self.host)
        scheme = "https" if self.secure else "http"
        return f"{scheme}://[{shown}]:{self.port}/" if ":" in shown else f"{scheme}://{shown}:{self.port}/"


def choose_address(host: str, port: int | None) -> Address:
    """The port asked for, or the first free one from 8000 upwards.

    :raises CannotServe: when the port is taken, or the host is not this machine.
    """
    if port is not None:
        problem = _cannot_listen(host, port)
        if problem is not None:
            raise CannotServe(f"cannot listen on {host} port {port}: {problem}")
        return Address(host, port)
    for candidate in range(FIRST_PORT, FIRST_PORT + PORTS_TRIED):
        problem = _cannot_listen(host, candidate)
        if problem is None:
            return Address(host, candidate, evaded=candidate != FIRST_PORT)
        if problem is not _TAKEN:
            raise CannotServe(f"cannot listen on {host}: {problem}")
    raise CannotServe(f"ports {FIRST_PORT} to {FIRST_PORT + PORTS_TRIED - 1} are all taken; name another with --port")


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


def greeting(address: Address) -> Iterator[str]:
    """What the terminal says, line by line."""
    if address.evaded:
        yield f"Port {FIRST_PORT} is taken; this is port {address.port}."
    yield f"Scorekeeper on this machine:  {address.url()}"
    if address.open_to_network:
        there = network_host()
        if there is None:
            yield "No network here: phones cannot reach it."
        else:
            yield f"For phones on this network:   {address.url(there)}"
            if not address.secure:
                yield "Over plain http phones can neither work offline nor keep the screen awake: see docs/https.md."
            yield ""
            yield qr_code(address.url(there))
    yield "Stop with Ctrl-C. Every acknowledged entry is kept."


def qr_code(text: str) -> str:
    """The text as a QR code for a terminal."""
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
    return serve_app(create_app({"SESSION_COOKIE_SECURE": True}))


def serve_app(app: Flask) -> RsgiApp:
    """That app with everything that the running server does beside its requests; for the worker's main thread."""
    _end_with_parent()
    beside = (begin_forgetting(app), begin_backing_up(app))
    with app.app_context():
        kept = store()

    def clear() -> None:
        for one in beside:
            one.stop()
        kept.close()

    served = RsgiApp(app, app.config["MAX_CONTENT_LENGTH"])
    end_when_told(served, clear)
    return served


def _raised_connections() -> int:
    """How many connections this process may have open, after its limit of files was raised as far as it may be."""
    if os.name != "posix":
        return QUEUE
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS + OTHER_FILES
    with suppress(OSError, ValueError):  # some systems allow fewer than they say
        resource.setrlimit(
            resource.RLIMIT_NOFILE, (wanted if hard == resource.RLIM_INFINITY else min(wanted, hard), hard)
        )
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


def serve(address: Address, certificate: Certificate | None = None, target: str | None = None) -> None:
    """Serve until the process is told to stop.

    ``target`` names another function that makes an app, in the worker's own process.
    """
    logs.begin()
    log = logging.getLogger(logs.LOGGER)
    own = "served_app" if certificate is None else "served_securely"
    server = StoppableServer(
        target or f"scorekeeper.web.serving:{own}",
        factory=True,
        address=address.host,
        port=address.port,
        interface=Interfaces.RSGI,
        workers=1,
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
        end_at_once_when_told_twice(server)
        log.info("started: release %s, %s, %s, games in %s", __version__, Store.engine, address.url(), places().store)

    try:
        server.serve()
    finally:
        log.info("stopped")

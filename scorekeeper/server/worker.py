"""The worker: the process that answers. It alone loads the app."""

from __future__ import annotations

import gc
import logging
import multiprocessing
import os
from collections.abc import Mapping
from threading import Thread
from typing import TYPE_CHECKING, Any, Final

from scorekeeper.server.serving import TRUST_PAGE, most_connections
from scorekeeper.web import logs

if TYPE_CHECKING:
    from flask import Flask

    from scorekeeper.server.rsgi import RsgiApp
    from scorekeeper.server.trust_page_server import TrustPageServer

SECURE: Final[Mapping[str, Any]] = {"SESSION_COOKIE_SECURE": True, "SESSION_COOKIE_NAME": "__Host-scorekeeper"}
"""Settings for a secure cookie, separate from the one for plain http; see `security.Sessions`."""


def served_app() -> RsgiApp:
    """The app for the server's worker."""
    return serve_app(_app({}))


def served_securely() -> RsgiApp:
    """The app of an https server, whose cookie never goes over plain http."""
    return serve_app(_app(SECURE))


def served_at_home() -> RsgiApp:
    """The same with its own certificate, and the trust page for phones that don't trust it yet."""
    host, port, secure = os.environ[TRUST_PAGE].split()
    app = _app({**SECURE, "TRUST_PAGE_PORT": int(port)})
    from scorekeeper.server.trust_page_server import TrustPageServer, answers  # the code for certificates takes 10 MB

    return serve_app(app, TrustPageServer(host, int(port), *answers(app, secure)))


def _app(config: Mapping[str, Any]) -> Flask:
    """Load and make the app without looking for garbage: all of it stays. Looking took an eighth of the time."""
    logs.begin()
    gc.disable()
    from scorekeeper.web.app import create_app

    app = create_app(config)
    gc.freeze()
    gc.enable()
    return app


def serve_app(app: Flask, trust_page: TrustPageServer | None = None) -> RsgiApp:
    """That app with the server's background work; for the worker's main thread."""
    from scorekeeper.server.background_jobs import begin_background_jobs
    from scorekeeper.server.rsgi import RsgiApp
    from scorekeeper.server.streams import Streams
    from scorekeeper.web.db import store

    _end_with_parent()
    jobs = begin_background_jobs(app)
    with app.app_context():
        kept = store()
    if kept.waits_for:
        log = logging.getLogger(logs.LOGGER)
        log.warning("started anyway; each request tries again: %s", kept.waits_for)

    def clear() -> None:
        jobs.stop()
        kept.close()

    kept.hear_others()
    streams = Streams(kept.bell, most=most_connections() // 2)
    return RsgiApp(app, app.config["MAX_CONTENT_LENGTH"], clear, trust_page, streams)


def _end_with_parent() -> None:
    """End this worker at once when its parent process is gone, for example after kill -9.

    The parent holds the lock of the instance folder. A worker without it would serve next to a new server. Unfinished
    writes are undone, as after a power cut.
    """
    parent = multiprocessing.parent_process()
    if parent is None:  # another server runs the app
        return

    def end() -> None:
        parent.join()
        os._exit(1)

    Thread(target=end, name="ends with its parent", daemon=True).start()

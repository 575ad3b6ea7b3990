"""Ending the server when it is told to: answers are given, who stalls is not waited for, and nothing is left open.

Granian refuses new connections by itself and waits for those that are open. It would wait for ever for a phone that has
lost its network; therefore the worker ends itself here, in bounded time.
"""

from __future__ import annotations

import logging
import os
import signal
from asyncio import AbstractEventLoop
from collections.abc import Callable
from threading import Event, Thread
from types import FrameType
from typing import Final

from granian import _signals
from granian._granian import WorkerSignal
from granian.server.mp import MPServer

from scorekeeper.web.logs import LOGGER
from scorekeeper.web.rsgi import RsgiApp

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

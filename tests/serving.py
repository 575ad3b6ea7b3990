"""The real server as a process of its own, that tests can close, kill and open again on the same games."""

import contextlib
import http.client
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, AnyStr, Self

from tests.certificates import ServerCertificate

TREE = Path(__file__).resolve().parents[1]
PATIENCE = 30.0
"""Seconds. Long, because two cores may be busy with browsers; nothing waits longer than it must."""


def await_that(so: Callable[[], object], complaint: str = "it was never so", patience: float = PATIENCE) -> None:
    """Wait until it is so."""
    until = time.monotonic() + patience
    while not so():
        assert time.monotonic() < until, complaint
        time.sleep(0.01)


def end_all(process: subprocess.Popen[Any]) -> None:
    """End it, and if it leads a group of processes all that it began."""
    with contextlib.suppress(ProcessLookupError):
        if os.getpgid(process.pid) == process.pid:
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


def heard(process: subprocess.Popen[AnyStr]) -> AnyStr:
    """The next line that it says. One that says nothing for too long is ended."""
    assert process.stdout is not None
    too_long = threading.Timer(PATIENCE, end_all, [process])
    too_long.start()
    try:
        line = process.stdout.readline()
    finally:
        too_long.cancel()
    assert line, "it ended, or said nothing for too long"
    return line


def free_port() -> int:
    """A free port."""
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        port: int = trial.getsockname()[1]
        return port


class RunningServer:
    """`scorekeeper serve` on a port and an instance folder that stay the same over restarts."""

    def __init__(
        self,
        instance: Path,
        *,
        python: str | Path = sys.executable,
        cwd: Path = TREE,
        program: Callable[[int], list[str]] | None = None,
        certificate: ServerCertificate | None = None,
        **environment: str,
    ) -> None:
        """``program`` gives other arguments for Python than those of the product, for comparisons.

        With a ``certificate`` it serves https.
        """
        self.instance = instance
        self.port = free_port()
        self.url = f"{'https' if certificate else 'http'}://127.0.0.1:{self.port}"
        self._certificate = certificate
        self._log = instance.parent / f"{instance.name}.log"
        arguments = program(self.port) if program else ["-m", "scorekeeper", "serve", "--port", str(self.port)]
        if certificate:
            arguments += ["--certificate", str(certificate.file), "--key", str(certificate.key)]
        self._command = [str(python), *arguments]
        self._cwd = cwd
        self._environment = {**os.environ, "SCOREKEEPER_INSTANCE": str(instance), **environment}
        self._environment.pop("PYTHONPATH", None)
        self._process: subprocess.Popen[bytes] | None = None

    def connection(self) -> http.client.HTTPConnection:
        """A connection to it, not opened yet; one that trusts its certificate where it has one."""
        if self._certificate:
            trusting = self._certificate.trust()
            return http.client.HTTPSConnection("127.0.0.1", self.port, timeout=PATIENCE, context=trusting)
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)

    @property
    def output(self) -> str:
        """Everything that it has said so far, over all restarts."""
        return self._log.read_text(encoding="utf-8", errors="replace") if self._log.exists() else ""

    def start(self) -> Self:
        """Start it and wait until it answers."""
        assert self._process is None, "the server runs already"
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command,
                cwd=self._cwd,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,  # so that kill reaches its worker too
            )
        self._await(self._answers, "it did not answer")
        return self

    def stop(self, with_signal: signal.Signals = signal.SIGTERM) -> int:
        """Ask it to end, wait until it has, and return its exit status."""
        self.tell(with_signal)
        return self.ended()

    def ended(self) -> int:
        """Wait until it has ended, as it was told to, and return its exit status."""
        process = self._taken()
        try:
            status = process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._kill_group(process)
            raise AssertionError(f"the server did not stop\n{self.output}") from None
        self._kill_group(process)  # no worker may be left behind to answer in its place
        return status

    def tell(self, with_signal: signal.Signals) -> None:
        """Send it a signal, and wait for nothing."""
        assert self._process is not None, "the server does not run"
        self._process.send_signal(with_signal)

    def accepts(self) -> bool:
        """Whether it listens on its port: no longer, once it was told to end."""
        try:
            socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE).close()
        except OSError:
            return False
        return True

    def kill(self) -> None:
        """Kill it and its worker at any moment, like a power cut."""
        self._kill_group(self._taken())

    def kill_first_process(self) -> None:
        """Kill the started process at any moment, but not its worker."""
        process = self._taken()
        process.kill()
        process.wait(PATIENCE)

    def restart(self) -> None:
        """Stop it and start it again."""
        self.stop()
        self.start()

    def processor_time(self) -> float:
        """Seconds of processor time that it and its worker have used so far. Only where the system has /proc."""
        # User and system time.
        return sum(int(stat[11]) + int(stat[12]) for _, stat in self._stats()) / os.sysconf("SC_CLK_TCK")

    def processes(self) -> list[int]:
        """The ids of its own process and of its worker. Only where the system has /proc."""
        return [process for process, _ in self._stats()]

    def _stats(self) -> Iterator[tuple[int, list[str]]]:
        """Of each of its processes the id, and what /proc tells of it after its name: state, parent, group..."""
        assert self._process is not None, "the server does not run"
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):
                # The name may hold anything.
                fields = stat.read_text("utf-8", "replace").rpartition(")")[2].split()
                if int(fields[2]) == self._process.pid:
                    yield int(stat.parent.name), fields

    @property
    def runs(self) -> bool:
        """Whether it was started and has not ended."""
        return self._process is not None and self._process.poll() is None

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process is not None:
            self.stop()

    def _taken(self) -> subprocess.Popen[bytes]:
        process, self._process = self._process, None
        assert process is not None, "the server does not run"
        return process

    def _kill_group(self, process: subprocess.Popen[bytes]) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(PATIENCE)

    def _answers(self) -> bool:
        connection = self.connection()
        try:
            connection.request("HEAD", "/manifest.webmanifest")
            connection.getresponse().read()
        except OSError:
            return False
        finally:
            connection.close()
        return True

    def _await(self, condition: Callable[[], bool], complaint: str) -> None:
        process = self._process
        assert process is not None
        until = time.monotonic() + PATIENCE
        while not condition():
            if process.poll() is not None or time.monotonic() > until:
                self._kill_group(process)
                self._process = None
                raise AssertionError(f"{complaint}\n{self.output}")
            time.sleep(0.02)

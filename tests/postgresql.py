"""A PostgreSQL and a Redis of the tests' own, on free ports. `python -m tests.postgresql` installs what is missing.

They are Debian's; as root PostgreSQL runs under another user, since it refuses to be root.
"""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import Any, Self

import psycopg

from scorekeeper.store.connection import Store
from scorekeeper.store.errors import OtherRelease
from scorekeeper.store.opening import open_store
from tests.serving import await_that, free_port

DEBIANS = Path("/usr/lib/postgresql")
USER = "postgres"


def programs() -> Path | None:
    """The folder of the newest server's programs; None where none is installed."""
    named = shutil.which("initdb")
    found = [Path(named).parent] if named else []
    found += sorted(DEBIANS.glob("*/bin"), key=lambda one: int(one.parent.name), reverse=True)
    return next((folder for folder in found if (folder / "initdb").exists()), None)


IN_USE = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
EMPTIED = """
SELECT 'DELETE FROM ' || tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'schema_steps'
UNION ALL SELECT 'ALTER SEQUENCE ' || sequencename || ' RESTART' FROM pg_sequences
"""


class Cluster:
    """One server with databases for many tests. ``fsync`` is off unless a test is about losing nothing."""

    def __init__(self, *settings: str) -> None:
        folder = programs()
        assert folder is not None, "no PostgreSQL: python -m tests.postgresql installs one"
        self._programs, self._settings = folder, settings
        self.port = free_port()
        self._home = Path(tempfile.mkdtemp(prefix="scorekeeper-postgresql-"))
        self._as: dict[str, Any] = {}
        if os.geteuid() == 0:
            user = pwd.getpwnam(USER)
            os.chown(self._home, user.pw_uid, user.pw_gid)
            self._as = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        self._databases = count(1)
        self._emptied: str | None = None
        self._process: subprocess.Popen[bytes] | None = None
        data = ["-D", str(self.data), "-U", USER, "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"]
        self._run("initdb", data)

    @property
    def data(self) -> Path:
        return self._home / "data"

    @property
    def runs(self) -> bool:
        return self._process is not None

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def _run(self, program: str, arguments: Sequence[str]) -> None:
        subprocess.run([self._programs / program, *arguments], check=True, capture_output=True, cwd="/", **self._as)

    def start(self) -> Self:
        """Start it and wait until it answers."""
        self._launch()
        await_that(self._answers, "PostgreSQL did not answer")
        return self

    def _launch(self) -> None:
        settings = [f"-c{one}" for one in ("max_connections=200", *self._settings)]
        where = ["-D", str(self.data), "-h", "127.0.0.1", "-p", str(self.port), "-k", ""]
        with (self._home / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [self._programs / "postgres", *where, *settings],
                **{"stdin": subprocess.DEVNULL, "stdout": log, "stderr": log, "cwd": "/", **self._as},
            )

    def _answers(self) -> bool:
        if self._process is not None and self._process.poll() is not None:
            self._launch()  # it does not start while a process of one that was killed still ends
        try:
            psycopg.connect(self.address("postgres"), connect_timeout=1).close()
        except psycopg.OperationalError:
            return False
        return True

    def stop(self, signal_number: int = signal.SIGINT) -> None:
        """End it, by default at once and cleanly; SIGKILL as a machine dies."""
        assert self._process is not None
        self._process.send_signal(signal_number)
        self._process.wait()
        self._process = None

    def _all(self) -> list[int]:
        """The ids of its first process and of those that this began."""
        found = [self.pid]
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with suppress(FileNotFoundError, ProcessLookupError):
                fields = stat.read_text("utf-8", "replace").rpartition(")")[2].split()
                if int(fields[1]) == self.pid:
                    found.append(int(stat.parent.name))
        return found

    @contextmanager
    def silent(self) -> Iterator[None]:
        """Stopped in the middle of what it does, as a machine that hangs: it takes connections and says nothing."""
        os.kill(self.pid, signal.SIGSTOP)  # first, so that it begins no more
        stopped = self._all()
        for process in stopped:
            os.kill(process, signal.SIGSTOP)
        try:
            yield
        finally:
            for process in stopped:
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGCONT)

    def remove(self) -> None:
        if self._process is not None:
            self.stop()
        shutil.rmtree(self._home)

    def address(self, database: str, user: str = USER) -> str:
        return f"postgresql://{user}@127.0.0.1:{self.port}/{database}"

    def run(self, sql: str, database: str = "postgres") -> None:
        """One statement by the owner of all databases."""
        with psycopg.connect(self.address(database), autocommit=True) as connection:
            connection.execute(sql.encode())

    def new_database(self, template: str = "template0") -> str:
        """The address of a new database; its name ends it."""
        name = f"games_{next(self._databases)}"
        self.run(f"CREATE DATABASE {name} TEMPLATE {template}")
        return self.address(name)

    def new_store(self) -> Store:
        """A store in a database of its own; its tables are made once for all of them."""
        return open_store(self.new_database(self._with_tables))

    def emptied_store(self) -> Store:
        """An empty store in the database of the last one, which is closed; much quicker than a database of its own."""
        if self._emptied is not None and self._empties(self._emptied):
            with suppress(OtherRelease):  # what the last test tried on it
                return open_store(self._emptied)
        self._emptied = self.new_database(self._with_tables)
        return open_store(self._emptied)

    def _empties(self, address: str) -> bool:
        """Empty a store, unless it is open: a process that was killed may still write a last time."""
        with psycopg.connect(address, autocommit=True) as connection:
            is_closed = connection.execute(IN_USE).fetchone() is None
            if is_closed:
                connection.execute(self._emptying)
        return is_closed

    @cached_property
    def _emptying(self) -> bytes:
        """The statements that empty all tables, also those of which the store's triggers let nothing go."""
        with psycopg.connect(self.address(self._with_tables)) as connection:
            found = [str(row[0]) for row in connection.execute(EMPTIED)]
        return ";".join(("SET session_replication_role = replica", *found)).encode()

    @cached_property
    def _with_tables(self) -> str:
        """The name of a database with the tables of an empty store."""
        self.run("CREATE DATABASE empty TEMPLATE template0")
        open_store(self.address("empty")).close()
        return "empty"


@contextmanager
def redis() -> Iterator[str]:
    """The address of a Redis that keeps nothing."""
    port = free_port()
    command = ["redis-server", "--bind", "127.0.0.1", "--port", str(port), "--save", "", "--daemonize", "no"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd="/") as process:
        try:
            await_that(lambda: _listens(port), "Redis did not answer")
            yield f"redis://127.0.0.1:{port}/0"
        finally:
            process.terminate()


def _listens(port: int) -> bool:
    with socket.socket() as trial:
        return trial.connect_ex(("127.0.0.1", port)) == 0


def main() -> int:
    """Install Debian's packages of those that are not there."""
    missing = ["postgresql"] * (programs() is None) + ["redis-server"] * (shutil.which("redis-server") is None)
    if missing and not (shutil.which("apt-get") and os.geteuid() == 0):
        sys.stderr.write(f"the tests need {' and '.join(missing)}: install it, then run them again\n")
        return 1
    if missing:
        calm = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(["apt-get", "update", "-qq"], check=False, env=calm)
        subprocess.run(["apt-get", "install", "-y", "-qq", "--no-install-recommends", *missing], check=True, env=calm)
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""What the two processes of a server load: the first one little, the worker everything of ours at once."""

import json
import pkgutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import scorekeeper
from tests.cli.running import environment
from tests.serving import free_port

FIRST = """
import json, sys
from granian.server.mp import MPServer
from scorekeeper.cli import main
MPServer.serve = lambda server: print(json.dumps([*sys.modules]))
main(["serve", "--port", sys.argv[1]], standalone_mode=False)
"""
"""The command up to where it would start its worker."""

WORKER = """
import gc, json, sys
from scorekeeper.server import worker
app = worker.served_app()
loaded = [*sys.modules]
print(json.dumps([loaded, gc.isenabled(), gc.get_freeze_count()]))
app.__rsgi_del__(None)
"""

OF_COMMANDS = {"copying", "findings", "examination", "class_examination"}
OTHER_SERVERS = {"home_certificate", "trust_page_server", "postgresql", "postgresql_connection"}
"""Modules of ours that only a server with other settings needs; then it loads them at its start, too."""


def printed(program: str, instance: Path, *arguments: str) -> Any:
    """What a program prints last, as JSON."""
    run = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        env={**environment(), "SCOREKEEPER_INSTANCE": str(instance)},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(run.stdout.splitlines()[-1])


def test_the_process_that_starts_the_worker_loads_no_page(tmp_path: Path) -> None:
    loaded = printed(FIRST, tmp_path / "games", str(free_port()))
    libraries = {name.partition(".")[0] for name in loaded}
    assert {"click", "granian", "sqlite_utils"} <= libraries
    assert libraries.isdisjoint({"flask", "jinja2", "limits", "pydantic", "segno", "werkzeug", "wtforms"})
    assert {name for name in loaded if name.startswith("scorekeeper.web.")} == {
        "scorekeeper.web.config",
        "scorekeeper.web.logs",
        "scorekeeper.web.network",
    }
    parts = {name.split(".")[1] for name in loaded if name.startswith("scorekeeper.")}
    assert parts == {"cli", "houses", "paths", "rules", "server", "store", "web"}
    assert (tmp_path / "games" / "secret_key").exists()


def test_the_worker_loads_all_that_is_ours_before_it_answers(tmp_path: Path) -> None:
    """Or a part of the next release could come in between, when an upgrade replaces the files."""
    loaded, collects, kept = printed(WORKER, tmp_path / "games")
    ours = {module.name for module in pkgutil.walk_packages(scorekeeper.__path__, "scorekeeper.")}
    left = {name for name in ours - set(loaded) if not name.startswith(("scorekeeper.cli", "scorekeeper.__main__"))}
    assert {name.rpartition(".")[2] for name in left} == OF_COMMANDS | OTHER_SERVERS
    assert collects
    assert kept > 10_000, "what a start makes is not looked at again"

"""The wheel, built from the source distribution and installed alone, is the whole product."""

from __future__ import annotations

import http.client
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import url_for
from flask_openapi3.openapi import OpenAPI

from scorekeeper.web import create_app
from scorekeeper.web.db import store
from tests.serving import PATIENCE, TREE, RunningServer

# Kept together, so that one worker builds and installs once.
pytestmark = [pytest.mark.xdist_group("wheel"), pytest.mark.nightly]

BEGIN_WHAT_IS_KEPT = """
from scorekeeper import houses
from scorekeeper.classroom import Pace
from scorekeeper.classroom.papers import Paper
from scorekeeper.store import add_papers, create_game, create_house, create_set, start_class
from scorekeeper.web import create_app
from scorekeeper.web.db import store
from scorekeeper.web.device import new_write

with create_app().test_request_context():
    kept = create_game(
        store(), house=houses.get("two-joker"), players=["Ann", "Bo"], holes=9, first_dealer=0, write=new_write()
    )
    made = create_house(store(), houses.get("two-joker"), new_write())
    sheets = create_set(
        store(), houses.get("four-card"), new_write(), level=7, size=2, variants=1, kinds=["score"]
    )
    papers = start_class(store(), sheets, new_write(), pace=Pace.PAPER)
    add_papers(store(), papers.key, [Paper(sheets.questions.sheets[0].variant)], new_write())
    print(kept.edit_key, made.owner_key, made.share_key, sheets.key_code, papers.key, papers.code)
    store().close()
"""


def run(*command: str | Path, cwd: Path, **variables: str) -> str:
    """Run a command that must succeed, with nothing of this checkout on Python's path; give what it printed."""
    unwanted = ("PYTHONPATH", "VIRTUAL_ENV")
    environment = {name: value for name, value in os.environ.items() if name not in unwanted} | variables
    done = subprocess.run(
        command, cwd=cwd, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, by way of the source distribution, which holds back what git ignores."""
    out = tmp_path_factory.mktemp("dist")
    # Both steps use this environment's build backend; nothing is fetched.
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", out, TREE, cwd=out)
    (built,) = out.glob("*.whl")
    return built


def test_the_wheel_holds_the_pages_and_nothing_stray(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if ".dist-info/" not in name}
    listed = run("git", "ls-files", "scorekeeper", "templates", "static", cwd=TREE).splitlines()
    expected = {name if name.startswith("scorekeeper/") else f"scorekeeper/{name}" for name in listed}
    assert expected - held == set()
    assert [name for name in held if name.endswith(("~", ".swp", ".pyc", ".sqlite3"))] == []
    assert [name for name in held if not name.startswith("scorekeeper/")] == []


@pytest.fixture(scope="module")
def alone(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The python of an environment that holds the wheel and what it asks for, and nothing of the checkout."""
    place = tmp_path_factory.mktemp("alone")
    run(sys.executable, "-m", "venv", "venv", cwd=place)
    python = place / "venv/bin/python"
    pip = (python, "-I", "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    run(*pip, "--require-hashes", "-r", TREE / ".ci/locks/run.txt", cwd=place)
    run(*pip, "--no-deps", wheel, cwd=place)
    run(python, "-I", "-m", "pip", "check", cwd=place)
    return python


@pytest.fixture(scope="module")
def served(alone: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """The wheel's own server, started in a folder that knows nothing of the checkout."""
    place = tmp_path_factory.mktemp("served")
    with RunningServer(place / "games", python=alone, cwd=place) as server:
        yield server


@pytest.fixture(scope="module")
def keys(alone: Path, served: RunningServer) -> dict[str, str]:
    """The edit key of a game that has just begun, both keys of a house that was made, the code of a set's key, and both
    of a class."""
    told = run(alone, "-I", "-c", BEGIN_WHAT_IS_KEPT, cwd=served.instance, SCOREKEEPER_INSTANCE=str(served.instance))
    return dict(zip(("key", "owner_key", "share_key", "code", "class_key", "join_code"), told.split(), strict=True))


def get(server: RunningServer, path: str) -> tuple[int, bytes]:
    """The answer at that address, or where it leads: the big screen never stands under the edit link."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        body = answer.read()
        elsewhere = answer.headers["Location"]
    finally:
        connection.close()
    return (answer.status, body) if elsewhere is None else get(server, elsewhere)


def test_every_page_is_served(served: RunningServer, keys: dict[str, str], tmp_path: Path) -> None:
    """All that the checkout's own app answers to GET, with a house or a game where the address asks for one."""
    app = create_app(instance_path=str(tmp_path / "instance"))
    with app.app_context():
        store().close()
    refused = {}
    pages = [rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ()) and rule.endpoint != "static"]
    assert len(pages) > 15
    for rule in pages:
        named = "two-joker" if rule.rule.startswith("/houses/") else keys["key"]
        if rule.endpoint == "houses.forget":
            named = f"~{keys['share_key']}"  # only a house that somebody made leaves a list
        given = keys | {"key": named, "house": "two-joker", "hole": "1", "row": "004-a", "screen": "1", "name": "anki"}
        if rule.rule.startswith(("/class/", "/api/class/", "/join/")):
            given |= {
                "key": keys["class_key"],
                "code": keys["join_code"],
                "letter": "A",
                "rule": "adding",
                "number": "1",
            }
        path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule).format(**given)
        status, body = get(served, path)
        # A pupil's page opens only at the device that took the seat, and papers are no seats that could be empty.
        if status != (404 if rule.endpoint in ("pupils.seat", "classroom.seat", "classroom.clear_seats") else 200):
            refused[path] = (status, body[:300])
    assert refused == {}
    assert "Traceback" not in served.output


def test_every_static_file_is_served_as_the_checkout_does(served: RunningServer, app: OpenAPI) -> None:
    with app.test_request_context():
        folder = url_for("static", filename="")
    files = [path for path in (TREE / "static").rglob("*") if path.is_file()]
    assert files
    for path in files:
        address = folder + path.relative_to(TREE / "static").as_posix()
        assert get(served, address) == (200, app.test_client().get(address).data), address


def test_the_command_line_works_from_anywhere(alone: Path, tmp_path: Path) -> None:
    command = alone.parent / "scorekeeper"
    told = run(command, "score", "--house", "two-joker", "5 * 7 / 5 Q K", cwd=tmp_path)
    assert "15" in told

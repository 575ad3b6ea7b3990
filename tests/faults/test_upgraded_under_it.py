"""Files of another release arrive while a server runs: it keeps its own until it ends."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.devices import Answer, Device
from tests.faults.phones import Hall, Phone, compare, games
from tests.serving import TREE, RunningServer
from tests.store.schooling import KEY_CODE
from tests.web.world import World, new_world

PARTS = ("scorekeeper", "templates", "static")
OF_ANOTHER_RELEASE = "{% this is no file of the release that runs %}"


@pytest.fixture
def release(tmp_path: Path) -> Path:
    """A copy of this tree, as pip puts one somewhere."""
    folder = tmp_path / "release"
    for part in PARTS:
        shutil.copytree(TREE / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(TREE / "pyproject.toml", folder)
    return folder


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    (tmp_path / "games").mkdir()
    yield from new_world(tmp_path / "games")


def replace_all(release: Path) -> None:
    """Every file has other contents, and some of them are not there any more."""
    for part in PARTS:
        for number, file in enumerate(sorted(file for file in (release / part).rglob("*") if file.is_file())):
            if number % 5:
                file.write_text(OF_ANOTHER_RELEASE)
            else:
                file.unlink()


def asked(world: World, device: Device) -> Iterator[tuple[str, Answer]]:
    """Every route by every method that has one, the one that deletes last: what it is, and what it answers."""
    bodies = dict(world.bodies)
    routes = [
        (rule, method) for rule in world.rules() for method in ("GET", "POST", "PUT") if method in (rule.methods or ())
    ]
    for rule, method in sorted(routes, key=lambda one: (one[1] != "GET", "delete" in one[0].endpoint)):
        body = {"write_id": "sent-to-every-route", **bodies.get(rule.endpoint, {})}
        path, token = world.address(rule), {"x_csrftoken": device.token}
        if method == "GET":
            answer = device.ask("GET", path, None)
        elif rule.endpoint.startswith("api."):
            answer = device.ask(method, path, json.dumps(body).encode(), content_type="application/json", **token)
        else:
            form = urlencode({**body, "csrf_token": device.token}).encode()
            answer = device.ask(method, path, form, content_type="application/x-www-form-urlencoded")
        yield f"{method} {rule.rule}", answer


def test_no_page_fails_and_readers_and_writers_go_on(tmp_path: Path, world: World, release: Path) -> None:
    file = tmp_path / "games" / "scorekeeper.sqlite3"
    begun = games(file, 2)
    cookie = world.phone.get_cookie("scorekeeper")
    assert cookie is not None
    with RunningServer(tmp_path / "games", cwd=release, SCOREKEEPER_LIMITS="no") as server:
        device = Device(server, {cookie.key: cookie.value})
        hall = Hall(server)
        phones = [Phone(hall, game) for game in begun]
        with hall.playing(phones):
            hall.await_that(lambda: hall.acknowledged >= 4)
            replace_all(release)
            before = hall.acknowledged
            device.token = device.ask("GET", "/api/token").json["token"]
            answers = list(asked(world, device))
            pdf = device.ask("GET", f"/sets/{KEY_CODE}/sheet.pdf")
            hall.await_that(lambda: hall.acknowledged > before or hall.acknowledged == 40)
        device.hang_up()
        assert {name: answer.status for name, answer in answers if answer.status >= 500} == {}
        refused = {name for name, answer in answers if name.startswith("GET") and answer.status >= 400}
        assert refused == {"GET /join/<code>/<int:number>", "GET /play/<house>/why"}, (
            "a seat's, and one that asks for more"
        )
        assert pdf.body.startswith(b"%PDF")
        assert "Traceback" not in server.output
    compare(file, phones, ended=True)

"""What a phone asks for by itself once it has the app: the shell, the worker, the manifest, the icons."""

import json
import re
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper import houses
from scorekeeper.web.delivery import StaticFiles, release_of
from tests.browser.icons import ICONS
from tests.conftest import Phone


def told_to_worker(client: Phone) -> dict[str, object]:
    """What the worker's own lines hand to its module."""
    lines = client.get("/sw.js").text.splitlines()
    assert re.fullmatch(r'import \{ work \} from "/static/[0-9a-f]{12}/js/shell/worker\.js";', lines[0])
    assert lines[1].startswith("work({")
    assert lines[1].endswith("});")
    told: dict[str, object] = json.loads(lines[1].removeprefix("work(").removesuffix(");"))
    return told


def test_the_shell_is_the_same_for_everybody(app: Flask, client: Phone) -> None:
    stranger = app.test_client().get("/offline")
    client.get("/")
    with client.session_transaction() as session:
        session["_flashes"] = [("message", "Only for you.")]
    known = client.get("/offline")
    assert known.data == stranger.data
    assert "csrf" not in known.text
    assert "Set-Cookie" not in stranger.headers
    assert known.headers["Cache-Control"] == "public, no-cache"
    with client.session_transaction() as session:
        assert session["_flashes"], "the message waits for a page that is really shown"


@pytest.mark.parametrize("address", ["/", "/offline", "/sw.js", "/houses", "/nothing", "/api/games/none", "base"])
def test_a_phone_can_tell_our_answers_from_those_of_a_network(address: str, client: Phone) -> None:
    where = str(told_to_worker(client)["base"]) + "js/shell/app.js" if address == "base" else address
    assert client.get(where).headers["Scorekeeper-Release"] == told_to_worker(client)["release"]
    assert client.post("/new/two-joker").headers["Scorekeeper-Release"], "a form that is refused, too"


def test_a_release_keeps_every_file_and_what_is_wanted_of_every_house(app: Flask, client: Phone) -> None:
    told = told_to_worker(client)
    files: StaticFiles = app.extensions["scorekeeper_static"]
    kept = told["files"]
    assert isinstance(kept, list)
    assert {name for name in files.names if name not in kept} == {f"icons/{name}" for name in ICONS}
    pages = told["pages"]
    keys = [house.key for house in houses.built_in()]
    kept_of_houses = [f"/houses/{key}" for key in keys] + [f"/referee/{key}/wrong" for key in keys]
    assert pages == ["/houses", *kept_of_houses, "/api/houses"]
    for address in [told["shell"], *pages, *(f"{told['base']}{name}" for name in kept)]:
        assert client.get(str(address)).status_code == 200, address


CHANGES = {"a page": "templates/base.html", "a new page": "templates/new.html", "the program": "scorekeeper/answers.py"}


def test_whatever_a_visitor_may_see_makes_another_release(tmp_path: Path) -> None:
    def release(digest: str = "0123456789ab") -> str:
        return release_of(digest, ["js/shell/app.js"], tmp_path / "templates", tmp_path / "scorekeeper").name

    for name in ("templates/base.html", "scorekeeper/answers.py"):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text("# as it was", encoding="utf-8")
    before = release()
    assert re.fullmatch("[0-9a-f]{12}", before)
    assert release() == before
    assert release("ba9876543210") != before, "a file"
    for what, name in CHANGES.items():
        old = release()
        (tmp_path / name).write_text("# more is told", encoding="utf-8")
        assert release() != old, what

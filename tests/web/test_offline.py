"""What a phone asks for by itself once it has the app: the shell, the worker, the manifest, the icons."""

import json
import re
import struct
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper import houses
from scorekeeper.web.delivery.releases import release_of
from scorekeeper.web.delivery.static_files import StaticFiles
from tests.browser.icons import ICONS
from tests.browser.pictures import SHOWN_BY_PHONES
from tests.conftest import Phone
from tests.web.tables import sit_down


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


@pytest.mark.long
def test_a_release_keeps_every_file_and_what_is_wanted_of_every_house(app: Flask, client: Phone) -> None:
    told = told_to_worker(client)
    files: StaticFiles = app.extensions["scorekeeper_static"]
    kept = told["files"]
    assert isinstance(kept, list)
    assert {name for name in files.names if name not in kept} == {
        *(f"icons/{name}" for name in ICONS),
        *(f"icons/{name}.png" for name in SHOWN_BY_PHONES),
    }
    pages = told["pages"]
    keys = [house.key for house in houses.built_in()]
    kept_of_houses = [f"/houses/{key}" for key in keys] + [f"/referee/{key}/wrong" for key in keys]
    played = [f"/{page}/{key}" for page in ("play", "learn") for key in keys]
    assert pages == ["/houses", *kept_of_houses, "/play", *played, "/api/houses"]
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


def manifest_of(client: Phone) -> dict[str, list[dict[str, str]]]:
    told: dict[str, list[dict[str, str]]] = json.loads(client.get("/manifest.webmanifest").text)
    return told


@pytest.mark.parametrize(("form", "is_wide"), [("narrow", False), ("wide", True)])
def test_the_manifest_shows_the_app_on_a_small_and_on_a_large_screen(client: Phone, form: str, is_wide: bool) -> None:
    (shown,) = [one for one in manifest_of(client)["screenshots"] if one["form_factor"] == form]
    answer = client.get(shown["src"])
    width, height = struct.unpack(">II", answer.data[16:24])
    assert f"{width}x{height}" == shown["sizes"]
    assert (width > height) is is_wide
    assert min(width, height) >= 320
    assert max(width, height) <= 2.3 * min(width, height), "browsers show no longer ones"
    assert len(answer.data) < 150_000
    assert shown["label"]


def test_a_long_press_on_the_icon_leads_on(client: Phone) -> None:
    shortcuts = {one["name"]: one["url"] for one in manifest_of(client)["shortcuts"]}
    assert list(shortcuts) == ["Go on", "New game", "Referee"]
    assert client.get(shortcuts["Go on"]).location == "/"
    table = sit_down(client, holes=1)
    assert table.get().status_code == 200
    assert client.get(shortcuts["Go on"]).location == f"/g/{table.edit_key}"
    table.enter(1, {"Ann": "1", "Bo": "2", "Cy": "3"}, do="confirm", ender="nobody")
    assert client.get(shortcuts["Go on"]).location == "/"
    assert [client.get(shortcuts[name]).status_code for name in ("New game", "Referee")] == [200, 200]

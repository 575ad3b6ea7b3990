"""The first page that a browser opens brings its scripts and styles along; later ones link the files."""

import gzip
import re
from base64 import b64encode
from hashlib import sha256

import brotli
import pytest
from flask import Flask

from scorekeeper.web.delivery.modules import Modules
from scorekeeper.web.delivery.static_files import StaticFiles
from tests.conftest import Phone
from tests.web.test_headers import directives
from tests.web.world import World

BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
UNPACK = {"identity": bytes, "gzip": gzip.decompress, "br": brotli.decompress}
IN_PAGE = re.compile(r"<(script|style)(?: type=\"module\")?>(.*?)</\1>", re.DOTALL)
LINKED = re.compile(r'<(?:script[^>]* src|link rel="(?:stylesheet|modulepreload)"[^>]* href)="([^"]+)"')


@pytest.fixture
def files(app: Flask) -> StaticFiles:
    found: StaticFiles = app.extensions["scorekeeper_static"]
    return found


def has_files(client: Phone, digest: str) -> None:
    client.set_cookie("files", digest)


@pytest.mark.parametrize("encoding", UNPACK)
def test_a_first_visit_is_one_answer_whose_policy_allows_just_its_own_scripts_and_styles(
    world: World, encoding: str
) -> None:
    for path in (
        "/",
        "/new",
        "/houses/penalty",
        f"/g/{world.game.edit_key}",
        f"/g/{world.game.edit_key}/hole/1",
        "/nothing",
    ):
        answer = world.stranger().get(path, headers={**BROWSER, "Accept-Encoding": encoding})
        page = UNPACK[encoding](answer.data).decode()
        assert page.endswith("</html>"), path
        parts = IN_PAGE.findall(page)
        assert LINKED.findall(page.partition("<noscript>")[0]) == [], path
        for kind in ("script", "style"):
            hashes = [
                f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" for tag, text in parts if tag == kind
            ]
            assert hashes, path
            assert directives(answer.headers)[f"{kind}-src"].split() == ["'self'", *hashes], path
        assert "unsafe" not in answer.headers["Content-Security-Policy"], path


@pytest.mark.parametrize(("page", "heaviest"), [("", 49), ("/hole/1", 57)])
def test_a_first_visit_is_light(world: World, page: str, heaviest: int) -> None:
    path = f"/g/{world.game.edit_key}{page}"
    answer = world.stranger().get(path, headers={**BROWSER, "Accept-Encoding": "gzip"})
    assert len(answer.data) <= heaviest * 1024


@pytest.mark.parametrize(
    ("cookie", "accept", "in_page"),
    [
        pytest.param("", BROWSER["Accept"], True, id="a browser that has nothing"),
        pytest.param("000000000000", BROWSER["Accept"], True, id="a browser with another release"),
        pytest.param("{digest}", BROWSER["Accept"], False, id="a browser with this release"),
        pytest.param("", "text/html", False, id="a script that reads the page"),
        pytest.param("", "*/*", False, id="the worker, which keeps the page"),
    ],
)
def test_a_page_brings_its_files_to_who_lacks_them(
    client: Phone, files: StaticFiles, cookie: str, accept: str, *, in_page: bool
) -> None:
    has_files(client, cookie.format(digest=files.digest))
    page = client.get("/", headers={"Accept": accept}).text
    assert bool(LINKED.findall(page)) is not in_page
    assert ("<style" in page) is in_page


def test_the_page_for_offline_use_has_links_because_phones_keep_it(client: Phone) -> None:
    page = client.get("/offline", headers=BROWSER)
    assert "<style" not in page.text
    assert directives(page.headers)["script-src"] == "'self'"


def test_links_and_first_visits_name_the_same_scripts_and_styles(client: Phone, files: StaticFiles) -> None:
    first = client.get("/new/penalty", headers=BROWSER).text
    has_files(client, files.digest)
    folder = f"/static/{files.digest}/"
    linked = [name.removeprefix(folder) for name in LINKED.findall(client.get("/new/penalty", headers=BROWSER).text)]
    styles = [text for tag, text in IN_PAGE.findall(first) if tag == "style"]
    assert styles == [files.text(name) for name in linked if name.endswith(".css")]
    modules = {f"js/{name}" for name in re.findall(r'\$modules\["([^"]+)"\]\?\?=', first)}
    # The shell's own import comes without a link of its own, and the theme is no module.
    assert modules == {name for name in linked if name.endswith(".js")} ^ {
        "js/phone/device-storage.js",
        "js/shell/theme.js",
    }


def test_nothing_in_a_script_or_style_ends_it_early(files: StaticFiles) -> None:
    for name in files.names:
        if name.endswith((".js", ".css")):
            assert not re.search(r"</(script|style)|<!--", files.text(name), re.IGNORECASE), name


def test_a_module_for_later_comes_without_those_that_the_page_has(client: Phone, files: StaticFiles) -> None:
    late = f"/static/{files.digest}/js/late/phone/table.js"
    whole, rest = (client.get(f"{late}?had={had}") for had in ("shell/app.js", "shell/app.js,entry/hole-entry.js"))
    assert whole.status_code == rest.status_code == 200
    assert (rest.content_type, rest.headers["Cache-Control"]) == ("text/javascript", "max-age=31536000, immutable")
    assert '$modules["phone/game-on-phone.js"]??=' in whole.text
    assert client.get(f"{late}?had=shell/app.js", headers={"Accept-Encoding": "br"}).content_encoding == "br"
    assert re.findall(r'\$modules\["([^"]+)"\]\?\?=', rest.text) == ["phone/table.js"]


@pytest.mark.parametrize(
    "address", ["phone/table.js", "phone/table.js?had=nothing.js", "shell/app.js?had=shell/app.js", "../x?had="]
)
def test_only_what_some_page_loads_late_can_be_asked_for(client: Phone, files: StaticFiles, address: str) -> None:
    assert client.get(f"/static/{files.digest}/js/late/{address}").status_code == 404


def test_every_module_comes_after_those_that_it_imports(files: StaticFiles) -> None:
    modules = Modules(files)
    names = [name.removeprefix("js/") for name in files.names if name.endswith(".js")]
    order = modules.needed(names)
    assert sorted(order) == sorted(names)
    for at, name in enumerate(order):
        assert {*modules.module(name).imports} <= {*order[:at]}, name
    assert modules.late() >= {"phone/table.js", "pages/open-page.js", "shell/what-waits.js"}

"""https at home with one flag: a phone comes by plain http, learns to trust the computer, and has the app from then."""

import http.client
import re
import socket
import ssl
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.serialization import Encoding
from playwright.sync_api import Browser, expect

from scorekeeper.server.home_certificate import certificate_for, fingerprint, root
from tests.browser import chromium
from tests.browser.conftest import PHONE, CheckAxe, OpenBrowser
from tests.browser.offline import wait_until_installed
from tests.browser.phones import TROUBLE
from tests.browser.playing import Table
from tests.certificates import fingerprint_of
from tests.journeys.conftest import reads
from tests.serving import PATIENCE, RunningServer, free_port

pytestmark = pytest.mark.browser


class HomeServer(RunningServer):
    """`scorekeeper serve --https`, but on this machine alone."""

    def __init__(self, instance: Path) -> None:
        instance.mkdir()
        self.file = certificate_for(instance, "127.0.0.1")  # the server finds it and goes on with it
        self.root = root(instance)
        # The door takes the first free port from 8000, where other tests try whether they could listen.
        first = f"from scorekeeper.server import serving; serving.FIRST_PORT = {free_port()}"
        program = f"{first}; from scorekeeper.cli import main; main()"
        arguments = ["-c", program, "serve", "--https", "--host", "127.0.0.1", "--port"]
        super().__init__(instance, program=lambda port: [*arguments, str(port)])
        self.url = f"https://127.0.0.1:{self.port}"

    def connection(self) -> http.client.HTTPConnection:
        trusting = ssl.create_default_context(cadata=self.root.public_bytes(Encoding.PEM).decode())
        return http.client.HTTPSConnection("127.0.0.1", self.port, timeout=PATIENCE, context=trusting)

    @property
    def door(self) -> str:
        """Where phones come in."""
        *_, found = re.findall(r"For phones on this network: +(http:\S+)/\n", self.output)
        return str(found)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HomeServer]:
    with HomeServer(tmp_path_factory.mktemp("home") / "games") as running:
        yield running


def test_a_phone_without_trust_is_walked_through_it(open_browser: OpenBrowser, home: HomeServer, axe: CheckAxe) -> None:
    watched = open_browser(home=home.door, **PHONE)
    watched.expected += ["net::ERR_CERT_AUTHORITY_INVALID", "request to another host: https://127.0.0.1"]
    page = watched.page()
    page.goto("/g/some-link")
    reads(page, "Set up this phone once")
    for place in (page.inner_text("main"), home.output):
        assert f"starts with {fingerprint(home.instance)}" in place
    axe(page)
    with page.expect_download() as got:
        page.get_by_role("link", name="Download").tap()
    assert Path(got.value.path()).read_bytes() == home.root.public_bytes(Encoding.DER)
    expect(page.get_by_role("link", name="Open Scorekeeper")).to_have_attribute("href", f"{home.url}/")


AGENTS = {
    "iPhone, iPad": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1",
    "Android": "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36",
    "Computer": "Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0",
}


@pytest.mark.parametrize(("device", "agent"), AGENTS.items(), ids=AGENTS)
def test_the_steps_for_the_device_that_asks_are_unfolded(home: HomeServer, device: str, agent: str) -> None:
    door = http.client.HTTPConnection("127.0.0.1", int(home.door.rpartition(":")[2]), timeout=PATIENCE)
    door.request("GET", "/", headers={"User-Agent": agent})
    page = door.getresponse().read().decode()
    door.close()
    folds = re.findall(r"<details[^>]*?( open)?>\s*<summary>([^<]*?) *</summary>", page)
    assert [name for _, name in folds] == list(AGENTS)
    assert [name for is_open, name in folds if is_open] == [device]


def test_once_it_trusts_the_phone_goes_on_to_the_app(
    browser: Browser, open_browser: OpenBrowser, home: HomeServer, tmp_path: Path, axe: CheckAxe
) -> None:
    options: Any = {"base_url": home.url, **PHONE}
    flags = [*chromium.FLAGS, f"--ignore-certificate-errors-spki-list={fingerprint_of(home.file)}"]
    trusting = browser.browser_type.launch_persistent_context(
        tmp_path, executable_path=chromium.find(), args=flags, **options
    )
    watched = open_browser(home=home.url, context=trusting)
    watched.expected += [*TROUBLE, f"another host: {home.door}"]
    page = watched.page()
    page.goto(f"{home.door}/new/penalty")
    page.wait_for_url(f"{home.url}/new/penalty")
    expect(page.locator("body")).not_to_contain_text("The screen may turn off")
    table = Table(page, home.url)
    table.begin("penalty", names=("Ann", "Bo"), holes=2)
    page.goto(f"{table.game}/invite")
    page.get_by_text("First time on this phone?").tap()
    reads(page, f"{home.door}/")
    axe(page)
    page.goto(table.game)
    wait_until_installed(page)
    home.stop()
    page.get_by_role("link", name="Enter hole 1").tap()
    table.wait_for_entry()
    home.start()


def test_nobody_at_the_door_keeps_the_games_waiting_or_reaches_them(home: HomeServer) -> None:
    port = int(home.door.rpartition(":")[2])
    with ExitStack() as silent:
        for _ in range(200):
            silent.enter_context(socket.create_connection(("127.0.0.1", port)))
        assert home._answers()
    door = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    door.request("POST", "/api/games/none/holes/1/confirm", b"{}")
    answer = door.getresponse()
    assert answer.headers["Set-Cookie"] is None
    assert b"Set up this phone once" in answer.read()
    door.close()

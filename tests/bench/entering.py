"""A four-player hole entered on a phone in a real browser: how many taps, and how much is loaded for it."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import sync_playwright

from scorekeeper import houses
from tests.bench.load import AS_A_PHONE
from tests.bench.rows import Effort, Row
from tests.browser import chromium
from tests.browser.conftest import PHONE
from tests.browser.playing import NAMES, Table, deal
from tests.browser.weighing import FirstLoad, first_load_of_hole
from tests.devices import Device
from tests.serving import RunningServer

PLAIN, WITH_ENDER = "two-joker", "penalty"
"""A house that needs no ender, and one that does."""
ASKED = {"penalty": {"decks-at-four": "one"}}
"""What has to be said before four can begin."""


def measures(_effort: Effort = Effort.USUAL) -> Iterator[Row]:
    """Counted as tests/browser does."""
    try:
        browser_file = chromium.find()
    except chromium.NoBrowser as error:
        yield Row("taps to enter a four-player hole", None, "taps", "25", design=True, remark=str(error))
        yield Row("first load of the entry page", None, "KiB", "at most 60", design=True, remark=str(error))
        return
    with (
        tempfile.TemporaryDirectory() as folder,
        RunningServer(Path(folder) / "games") as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=browser_file, args=list(chromium.FLAGS))
        taps = {}
        for key, ender in ((PLAIN, None), (WITH_ENDER, NAMES[0])):
            phone = browser.new_context(**PHONE, service_workers="block")  # type: ignore[arg-type]
            table = Table(phone.new_page(), server.url)
            table.begin(key, readings=ASKED.get(key))
            load = first_load_of_hole(browser, table, table.page.url)
            taps[key] = table.play_hole(1, deal(houses.get(key), 4, random.Random(25)), ender)
        browser.close()
        yield Row("taps to enter a four-player hole", taps[PLAIN], "taps", "25", design=True)
        yield Row(
            "taps to enter a four-player hole, and to say who ended it", taps[WITH_ENDER], "taps", "26", design=True
        )
        total = load.total / 1024
        yield Row("first load of the entry page, all assets, as Brotli", total, "KiB", "at most 60", design=True)
        yield Row("requests to other hosts in the first load", len(load.others), "", "0", design=True)
        yield Row(
            "first load of the entry page as gzip, which is what phones get by plain http",
            _as_gzip(server, load) / 1024,
            "KiB",
        )
        yield Row("answers that the first load takes", len(load.sizes), "")


def _as_gzip(server: RunningServer, load: FirstLoad) -> int:
    device = Device(server)
    paths = [urlsplit(address).path for address, size in load.sizes.items() if size]
    size = sum(len(device.ask("GET", path, Accept_Encoding=AS_A_PHONE["Accept-Encoding"]).body) for path in paths)
    device.hang_up()
    return size

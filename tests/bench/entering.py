"""A four-player hole entered on a phone in a real browser: how many taps, how much is loaded for it, and how soon."""

import random
import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from scorekeeper import houses
from tests.bench.rows import Effort, Row
from tests.browser import chromium
from tests.browser.conftest import PHONE
from tests.browser.playing import NAMES, Table, deal
from tests.browser.weighing import first_load, usable_after
from tests.certificates import ServerCertificate, fingerprint_of
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
        yield Row("first visit of the entry page", None, "KiB", "at most 45", design=True, remark=str(error))
        return
    with (
        tempfile.TemporaryDirectory() as folder,
        RunningServer(Path(folder) / "games") as server,
        RunningServer(Path(folder) / "games over https", certificate=ServerCertificate.make(Path(folder))) as secure,
        sync_playwright() as playwright,
    ):
        # Chromium keeps no file of a server that it doesn't trust.
        trusting = f"--ignore-certificate-errors-spki-list={fingerprint_of(Path(folder) / 'table.pem')}"
        browser = playwright.chromium.launch(executable_path=browser_file, args=[*chromium.FLAGS, trusting])
        taps = {}
        for key, ender in ((PLAIN, None), (WITH_ENDER, NAMES[0])):
            phone = browser.new_context(**PHONE, service_workers="block")  # type: ignore[arg-type]
            table = Table(phone.new_page(), server.url)
            table.begin(key, readings=ASKED.get(key))
            addresses = _addresses(table)
            loads = {name: first_load(browser, *address) for name, address in addresses.items()}
            taps[key] = table.play_hole(1, deal(houses.get(key), 4, random.Random(25)), ender)
        waits = {
            f"{name} by {how}": usable_after(browser, address, ready, come_from)
            for how, pages in (("plain http", addresses), ("https", _addresses_of(browser, secure)))
            for (name, (address, ready)), (come_from, _) in zip(pages.items(), reversed(pages.values()), strict=True)
        }
        browser.close()
        yield Row("taps to enter a four-player hole", taps[PLAIN], "taps", "25", design=True)
        yield Row(
            "taps to enter a four-player hole, and to say who ended it", taps[WITH_ENDER], "taps", "26", design=True
        )
        for name, load in loads.items():
            what = f"first visit of the {name} by plain http"
            yield Row(f"{what}, all that travels with headers", load.total / 1024, "KiB", "at most 45", design=True)
            yield Row(f"{what}, requests", len(load.sizes), "", "at most 5", design=True)
            yield Row(f"{what}, requests to other hosts", len(load.others), "", "0", design=True)
        for name, wait in waits.items():
            soon = "at most 0.95" if "plain" in name else "at most 1.2"
            yield Row(f"first visit of the {name}, on a slow phone until it can be used", wait.first, "s", soon)
            yield Row(f"a move in the game to the {name}, until it can be used", wait.again, "s", "at most 0.6")


def _addresses(table: Table) -> dict[str, tuple[str, str]]:
    """The pages that are opened, each with the element that makes it ready."""
    return {"entry page": (table.page.url, "hole-entry"), "scorecard": (table.game, "score-card")}


def _addresses_of(browser: Browser, server: RunningServer) -> dict[str, tuple[str, str]]:
    phone = browser.new_context(**PHONE, service_workers="block")  # type: ignore[arg-type]
    table = Table(phone.new_page(), server.url)
    table.begin(PLAIN)
    phone.close()
    return _addresses(table)

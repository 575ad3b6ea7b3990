"""Importing in a real browser: a chosen file is told apart before it is imported, with scripts and without."""

import json
from typing import Any

import pytest
from playwright.sync_api import FilePayload, expect

from scorekeeper import houses
from scorekeeper.exports.game_file import export_game
from scorekeeper.rules import Game, Player
from tests.browser.conftest import PHONE, CheckAxe, OpenBrowser

pytestmark = pytest.mark.browser

GAME = Game(houses.get("penalty"), (Player(1, "Ann"), Player(2, "Bo")), 9, 1)
FILE: FilePayload = {
    "name": "golf.json",
    "mimeType": "application/json",
    "buffer": json.dumps(export_game(GAME)).encode(),
}


@pytest.mark.parametrize("options", [{}, {"java_script_enabled": False}], ids=["with scripts", "without"])
def test_a_file_is_chosen_seen_and_imported(open_browser: OpenBrowser, axe: CheckAxe, options: dict[str, Any]) -> None:
    page = open_browser(**PHONE, **options).page()
    page.goto("/import")
    page.get_by_label("Choose a file").set_input_files(FILE)
    if options:
        page.get_by_role("button", name="Continue").first.tap()
    expect(page.get_by_role("heading", name="Ann and Bo")).to_be_visible()
    if not options:
        axe(page)
    page.get_by_role("button", name="Import game").tap()
    expect(page.get_by_text("Game imported.")).to_be_visible()

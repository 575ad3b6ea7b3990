"""Importing in a real browser: a chosen file is told apart before it is imported, with scripts and without."""

import json
from typing import Any

import pytest
from playwright.sync_api import FilePayload, Page, expect

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


TABLE = "Runde;Ann;Bo\n1;3;5\n2;7;6\n3;8;6\n4;10;9\n"


@pytest.mark.parametrize("options", [{}, {"java_script_enabled": False}], ids=["with scripts", "without"])
def test_a_table_is_mended_looked_at_and_imported(
    open_browser: OpenBrowser, axe: CheckAxe, options: dict[str, Any]
) -> None:
    browser = open_browser(**PHONE, **options)
    browser.expected.append("status of 422")
    page = browser.page()
    page.goto("/import")
    page.get_by_text("Paste text instead").tap()
    box = page.get_by_label("Text of the file")
    box.fill(TABLE.replace("8", "eight"))
    page.get_by_role("button", name="Continue").last.tap()
    expect(page.get_by_text("Change row 4, column B.")).to_be_visible()
    expect(box).to_have_value(TABLE.replace("8", "eight"))
    box.fill(TABLE)
    page.get_by_role("button", name="Continue").last.tap()
    expect(page.get_by_role("heading", name="Bo wins with 9, 1 ahead of Ann.")).to_be_visible()
    if not options:
        axe(page)
    page.get_by_label("Points per hole").check()
    page.get_by_label("Rules of this game").select_option("penalty")
    page.get_by_role("button", name="Update result").tap()
    expect(page.get_by_role("heading", name="Bo wins with 26, 2 ahead of Ann.")).to_be_visible()
    page.get_by_role("button", name="Import scores").tap()
    expect(page.get_by_text("Game imported.")).to_be_visible()


def test_a_file_too_large_to_send_is_told_without_losing_the_text(phone: Page) -> None:
    phone.goto("/import")
    phone.get_by_text("Paste text instead").tap()
    phone.get_by_label("Text of the file").fill("Hole,Ann")
    large: FilePayload = {"name": "golf.csv", "mimeType": "text/csv", "buffer": b"1,3\n" * 2_500_000}
    phone.get_by_label("Choose a file").set_input_files(large)
    expect(phone.get_by_text("That’s too large to import. Choose a smaller file.")).to_be_visible()
    expect(phone.get_by_label("Text of the file")).to_have_value("Hole,Ann")
    phone.get_by_label("Choose a file").set_input_files(FILE)
    expect(phone.get_by_role("heading", name="Ann and Bo")).to_be_visible()

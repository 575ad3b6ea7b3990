"""What if ...?: an answer shows at once, under itself, what it would change; gold comes only with something to use."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, CheckAxe, OpenBrowser
from tests.browser.seeding import begin_game, confirm_hole

pytestmark = pytest.mark.browser

TWOS = ("2 5 7 / 5 2 7", "3 4 5 / 6 7 8")
"""14 for Ann and 6 if a two is worth −2; the same for Bo."""


def ask_about_twos(page: Page) -> None:
    game = begin_game(page, "penalty", ("Ann", "Bo"))
    confirm_hole(page, game, 1, TWOS)
    page.goto(f"{game}/readings")
    page.locator("details", has_text="More questions").locator("> summary").last.click()
    page.locator("summary", has_text="What is a two worth?").click()


def test_another_answer_shows_under_it_what_changes(phone: Page, axe: CheckAxe) -> None:
    ask_about_twos(phone)
    expect(phone.locator("what-if[data-ready]")).to_be_attached()
    gold = phone.locator("main .button--primary:visible")
    expect(gold).to_have_count(0)
    expect(phone.locator(".pin")).to_be_hidden()

    minus = phone.get_by_role("group", name="What is a two worth?").get_by_role("radio", name="−2")
    minus.check()
    change = phone.locator("fieldset:has(:focus) + #preview")
    expect(change).to_contain_text("What would change")
    expect(change.get_by_role("listitem").filter(has_text="Ann")).to_have_text("Ann 14 1st → 6 1st")
    expect(phone.get_by_role("status").filter(has_text="hole 1")).to_be_attached()
    expect(gold).to_have_text("Use this rule")
    expect(minus).to_be_focused()
    axe(phone)

    phone.get_by_role("group", name="What is a two worth?").get_by_role("radio", name="2 now").check()
    expect(phone.locator("#preview")).to_have_count(0)
    expect(gold).to_have_count(0)

    minus.check()
    gold.tap()
    expect(phone.get_by_text("Rule changed for the whole game.")).to_be_visible()


def test_without_scripts_a_button_asks_for_it(open_browser: OpenBrowser) -> None:
    page = open_browser(**PHONE, java_script_enabled=False).page()
    ask_about_twos(page)
    expect(page.locator("main .button--primary")).to_have_count(0)
    page.get_by_role("group", name="What is a two worth?").get_by_role("radio", name="−2").check()
    page.get_by_role("button", name="See what changes").click()
    expect(page.locator("fieldset:has(:checked[value=minus]) + #preview")).to_be_visible()
    page.get_by_role("button", name="Use this rule").click()
    expect(page.get_by_text("Rule changed for the whole game.")).to_be_visible()

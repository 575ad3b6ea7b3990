"""Questions of practice on a phone."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.fitting import WHOLE
from tests.serving import RunningServer

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("rule", ["When the hole ends", "Your turn"])
def test_a_question_is_in_sight_though_its_first_choice_has_the_focus(
    phone: Page, server: RunningServer, rule: str
) -> None:
    phone.goto(f"{server.url}/practice/penalty")
    chosen = phone.locator("button[name=rule]", has_text=rule)
    phone.locator("details", has=chosen).locator("summary").tap()
    chosen.tap()
    expect(phone.locator("input[type=radio]:focus")).to_have_count(1)
    expect(phone.locator("#prompt")).to_be_in_viewport(ratio=WHOLE)
    assert phone.evaluate("scrollY") == 0

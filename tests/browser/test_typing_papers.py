"""Papers of a class are typed in with a keyboard: Enter goes from box to box, and then to the button."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.lessons import three_hands
from tests.serving import RunningServer


def test_a_paper_is_typed_in_without_the_mouse(desktop: Page, server: RunningServer) -> None:
    desktop.goto(f"{server.url}/class?set={three_hands(server)}")
    desktop.get_by_role("radio", name="Paper").check()
    desktop.get_by_role("button", name="Begin").click()
    desktop.get_by_role("link", name="Enter papers").click()
    expect(desktop.get_by_label("Points in A")).to_be_focused()
    for answer in ("24", "-3", ""):
        desktop.keyboard.type(answer)
        desktop.keyboard.press("Enter")
    expect(desktop.get_by_role("button", name="Save this paper")).to_be_focused()
    desktop.keyboard.press("Enter")
    expect(desktop.get_by_role("heading", name="Paper 2")).to_be_visible()
    expect(desktop.get_by_role("link", name="Paper 1")).to_contain_text("1 of 2 questions right")
    desktop.get_by_role("link", name="Paper 1").click()
    expect(desktop.get_by_label("Points in B")).to_have_value("-3")

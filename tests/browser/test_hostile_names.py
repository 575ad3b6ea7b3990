"""Names that would be markup, drawn by the pages' own scripts: they are text there too, and nothing of them runs.

That the server's own pages hold them as text is tried without a browser, in tests/web/test_hostile_texts.py.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Dialog, Page, expect

from tests.browser.conftest import PHONE, OpenBrowser
from tests.browser.seeding import bring_in
from tests.hostile import HOSTILE, visible

pytestmark = pytest.mark.browser

NAMES = tuple(HOSTILE[name] for name in ("image", "end of a script", "attribute", "template"))
FOREIGN = "img[src=x], script:not([src]):not([type='application/json']), [onfocus], [onerror], [x]"
SLIPS = {
    "markup": "document.body.innerHTML = '<img src=x onerror=alert(1)>'",
    "a page": "new DOMParser().parseFromString('<b>x</b>', 'text/html')",
    "another policy": "trustedTypes.createPolicy('mine', { createHTML: (text) => text })",
}


def assert_only_text(page: Page) -> None:
    expect(page.locator(FOREIGN)).to_have_count(0)
    shown = visible(page.locator("body").inner_text() + " " + page.locator("body").inner_html())
    assert any(visible(name) in shown for name in NAMES), page.url


def test_what_scripts_draw_of_names_is_text_and_a_slip_would_show_nothing(open_browser: OpenBrowser) -> None:
    watched = open_browser(**PHONE)
    page = watched.page()
    asked: list[str] = []

    def dismiss(dialog: Dialog) -> None:
        asked.append(dialog.message)
        dialog.dismiss()

    page.on("dialog", dismiss)
    address = bring_in(page, dict.fromkeys(NAMES, 5), planned=2, house="penalty")
    assert_only_text(page)
    page.goto(f"{address}/hole/2")
    expect(page.locator("hole-entry[data-ready]")).to_be_visible()
    for tab in page.locator("[role=tab]").all():
        tab.click()
        assert_only_text(page)
    for where in ("/hole/1/worked", "/end", "/screen"):
        page.goto(f"{address}{where}")
        assert_only_text(page)
    assert not asked

    # What a script of ours would make markup of is refused by the browser.
    watched.expected += ["requires 'Trusted", "Trusted Types", "Content Security Policy", "violates the following"]
    for what, slip in SLIPS.items():
        refused = page.evaluate(f"() => {{ try {{ {slip}; return '' }} catch (error) {{ return error.name }} }}")
        assert refused == "TypeError", what
    inline = "const made = document.createElement('script'); made.textContent = 'window.ran = 1'"
    page.evaluate(f"() => {{ try {{ {inline}; document.body.append(made) }} catch {{}} }}")
    assert page.evaluate("() => window.ran === undefined")

"""Names that would be markup, drawn by the pages' own scripts: they are text there too, and nothing of them runs.

That the server's own pages hold them as text is tried without a browser, in tests/web/test_hostile_texts.py.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Dialog, Page, expect

from tests.browser.conftest import PHONE, OpenBrowser
from tests.browser.seeding import bring_in
from tests.hostile import HOSTILE, visible

pytestmark = [pytest.mark.browser, pytest.mark.nightly]

NAMES = tuple(HOSTILE[name] for name in ("image", "end of a script", "attribute", "template"))
FOREIGN = "img[src=x], script:not([src]):not([type='application/json']), [onfocus], [onerror], [x]"


def assert_only_text(page: Page) -> None:
    expect(page.locator(FOREIGN)).to_have_count(0)
    shown = visible(page.locator("body").inner_text() + " " + page.locator("body").inner_html())
    assert any(visible(name) in shown for name in NAMES), page.url


def test_what_scripts_draw_of_names_is_text(open_browser: OpenBrowser) -> None:
    """The scorecard as it keeps up, the entry of a hole, the end, and pages that the server draws anew."""
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
    for where in ("/hole/1/worked", "/end", "/history", "/screen", "/table"):
        page.goto(f"{address}{where}")
        page.wait_for_load_state("networkidle" if where == "/end" else "load")
        assert_only_text(page)
    assert not asked


def test_text_that_a_script_would_make_markup_of_is_refused_by_the_browser(open_browser: OpenBrowser) -> None:
    """What a slip in a script of ours would come to: nothing is shown rather than run."""
    watched = open_browser(**PHONE)
    watched.expected += ["requires 'Trusted", "Trusted Types", "Content Security Policy", "violates the following"]
    page = watched.page()
    page.goto("/")
    slips = {
        "markup": "document.body.innerHTML = '<img src=x onerror=alert(1)>'",
        "a page": "new DOMParser().parseFromString('<b>x</b>', 'text/html')",
        "another policy": "trustedTypes.createPolicy('mine', { createHTML: (text) => text })",
    }
    for what, slip in slips.items():
        refused = page.evaluate(f"() => {{ try {{ {slip}; return '' }} catch (error) {{ return error.name }} }}")
        assert refused == "TypeError", what
    inline = "const made = document.createElement('script'); made.textContent = 'window.ran = 1'"
    page.evaluate(f"() => {{ try {{ {inline}; document.body.append(made) }} catch {{}} }}")
    assert page.evaluate("() => window.ran === undefined")

"""Style sheets as they are sent mean what those that people edit do, to the browser that reads both."""

import re

import pytest
from playwright.sync_api import Page

from scorekeeper.web.delivery.minifying import sent
from tests.serving import TREE

pytestmark = pytest.mark.browser

RULES = r"""async (text) => {
    const sheet = new CSSStyleSheet();
    await sheet.replace(text);
    return [...sheet.cssRules].map((rule) => rule.cssText);
}"""


def rules_of(page: Page, text: str) -> list[str]:
    """The rules as the browser writes them. In conditions and variables it keeps the blanks that were typed."""
    return [re.sub(r"\s*(,)\s*|(:) |(\()\s+|\s+(\))|\s+", whole_or_blank, rule) for rule in page.evaluate(RULES, text)]


def whole_or_blank(found: re.Match[str]) -> str:
    return "".join(sign or "" for sign in found.groups()) or " "


def test_every_style_is_sent_as_it_is(phone: Page) -> None:
    for path in sorted((TREE / "static").rglob("*.css")):
        assert rules_of(phone, sent(path).decode()) == rules_of(phone, path.read_text("utf-8")), path.name
    assert rules_of(phone, "@layer a { td :is(a, b) { margin: 0 } }") != rules_of(
        phone, "@layer a { td:is(a, b) { margin: 0 } }"
    )

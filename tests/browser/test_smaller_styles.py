"""Styles as they are sent mean what the files say: the browser reads both and writes down what it understood."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page

from scorekeeper import paths
from scorekeeper.web.smaller import smaller

pytestmark = pytest.mark.browser

STYLES = sorted((paths.asset_root() / "static" / "css").glob("*.css"))

CASES = {
    "comments": ("/* a */ b { /* c */ color: red; /* d */ }", "b{color:red}\n"),
    "a text that looks like a comment": (
        'a::after { content: "/* ; } */ , x" }',
        'a::after{content:"/* ; } */ , x"}\n',
    ),
    "an address": ("a { background: url( data:,/*;{} ) }", "a{background:url( data:,/*;{} )}\n"),
    "any child and the element itself": ("a :hover, a:hover { top: 0 }", "a :hover,a:hover{top:0}\n"),
    "neighbours": ("a > b + c ~ d { top: 0 }", "a > b + c ~ d{top:0}\n"),
    "sums": ("a { top: calc(1px + 2px - var(--x, 3px)) }", "a{top:calc(1px + 2px - var(--x,3px))}\n"),
    "a comment between words": ("a { margin: 1px/**/2px }", "a{margin:1px 2px}\n"),
    "media": (
        "@media (width >= 5px) and (hover) {\n  a { top: 0; }\n}\n",
        "@media (width >= 5px) and (hover){a{top:0}}\n",
    ),
    "layers": ("@layer a, b;\n\n@layer a { b { top: 0 } }", "@layer a,b;@layer a{b{top:0}}\n"),
    "important": ("a { top: 0 !important; }", "a{top:0 !important}\n"),
}


def understood(page: Page, text: str) -> list[str]:
    """Every rule as the browser keeps it."""
    rules: list[str] = page.evaluate(
        "(text) => { const sheet = new CSSStyleSheet(); sheet.replaceSync(text);"
        " return [...sheet.cssRules].map((rule) => rule.cssText); }",
        text,
    )
    # A value with a variable in it is kept as it was written; a blank beside a comma is all that may differ there.
    return [re.sub(r"\s*,\s*", ",", rule) for rule in rules]


@pytest.mark.parametrize("name", CASES)
def test_what_is_left_out_means_nothing(name: str, desktop: Page) -> None:
    before, after = CASES[name]
    assert smaller(".css", before) == after
    assert understood(desktop, before) == understood(desktop, after) != []


def test_every_style_is_sent_with_the_rules_that_it_has(desktop: Page) -> None:
    assert len(STYLES) > 5
    for path in STYLES:
        whole = understood(desktop, path.read_text("utf-8"))
        assert whole, path.name
        assert understood(desktop, smaller(".css", path.read_text("utf-8"))) == whole, path.name

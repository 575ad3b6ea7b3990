"""The house builder on a narrow phone."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser


def test_a_narrow_phone_shows_every_section_and_answer_whole(phone: Page, server: Any) -> None:
    phone.set_viewport_size({"width": 360, "height": 740})
    phone.goto(f"{server.url}/houses/build?from=two-joker")
    expect(phone.locator("house-builder[data-ready]")).to_be_attached()
    edges, cut = phone.evaluate(
        """() => {
          for (const part of document.querySelectorAll(".build details")) part.open = true;
          for (const asked of document.querySelectorAll(".build [data-when]")) asked.hidden = false;
          const outside = document.querySelector(".build").getBoundingClientRect().right + .5;
          const edges = [...document.querySelectorAll(".build .sheet, .build .input")]
            .filter((one) => one.getBoundingClientRect().right > outside)
            .map((one) => one.id || one.className);
          const ruler = document.createElement("canvas").getContext("2d");
          const cut = [...document.querySelectorAll(".build select")].flatMap((select) => {
            const style = getComputedStyle(select);
            ruler.font = `${style.fontSize} ${style.fontFamily}`;
            // The arrow and the padding inside that a browser adds.
            const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 26;
            const high = select.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
            const lines = style.whiteSpace === "normal" ? Math.floor(high / parseFloat(style.lineHeight)) : 1;
            const answers = [...select.options].map((one) => one.text);
            return answers.filter((text) => ruler.measureText(text).width > room * lines);
          });
          return [edges, cut];
        }"""
    )
    assert edges == []
    assert cut == []

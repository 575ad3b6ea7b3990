"""The house builder on a phone: rules change and the examples with them, at once; what is wrong stands at its field."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser


def open_section(phone: Page, title: str) -> None:
    section = phone.locator("details", has=phone.get_by_role("heading", name=title, exact=True))
    if section.get_attribute("open") is None:
        section.locator("summary").tap()


@pytest.mark.nightly
def test_a_house_is_built_while_its_examples_count(phone: Page, server: Any) -> None:
    phone.goto(f"{server.url}/houses/build?from=two-joker")
    expect(phone.locator("house-builder[data-ready]")).to_be_attached()
    panel, totals = phone.locator("[data-panel]"), phone.locator("[data-totals]")
    phone.get_by_label("What is it called?").fill("At the lake")
    phone.get_by_label("A layout of your own").fill("K 5 A / Q 5 2")
    expect(totals).to_contain_text("13")
    phone.locator('[name="values.K"]').fill("-1")
    expect(totals).to_contain_text("12")
    expect(panel).to_contain_text("Kings: −1 here, 0 there.")

    # A contradiction, at its field, in a section that opens for it; and gone again.
    open_section(phone, "Grid and opening")
    phone.get_by_label("Rows", exact=True).fill("1")
    wrong = phone.locator('[data-errors="cancelling.size"]')
    expect(wrong).to_contain_text("No column of one row of 3 holds 2 cards")
    expect(phone.locator('[name="cancelling.size"]')).to_have_attribute("aria-invalid", "true")
    phone.get_by_label("Rows", exact=True).fill("2")
    expect(wrong).to_be_empty()
    expect(totals).to_contain_text("12")

    # What the other answers make pointless is not asked.
    expect(phone.locator('[name="table.deck.#12"]')).to_be_hidden()
    open_section(phone, "End of the hole")
    expect(phone.get_by_label("First turn in which one may knock")).to_be_hidden()
    phone.get_by_label("A hole ends").select_option("knock")
    expect(phone.get_by_label("First turn in which one may knock")).to_be_visible()

    phone.get_by_role("button", name="Keep these rules").tap()
    expect(phone.get_by_role("heading", name="At the lake")).to_be_visible()
    expect(panel).to_contain_text("Kings: −1 here, 0 there.")
    phone.locator('[name="values.K"]').fill("-2")
    expect(panel).to_contain_text("Kings: −2 here")
    phone.get_by_role("button", name="Keep the changes").tap()
    expect(phone.locator(".flash")).to_contain_text("Kept as version 2")
    phone.get_by_role("link", name="The rule sheet").tap()
    expect(phone.get_by_role("heading", name="At the lake").first).to_be_visible()
    phone.get_by_role("link", name="Play by these rules").tap()
    expect(phone.get_by_role("heading", name="At the lake")).to_be_visible()


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

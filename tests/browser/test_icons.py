"""The app's icons are what their drawings give, to the eye."""

from __future__ import annotations

from base64 import b64encode

import pytest
from playwright.sync_api import Browser

from tests.browser.icons import FOLDER, ICONS, draw

COMPARE = """async ([one, other]) => {
    const pixels = async (source) => {
        const image = new Image();
        image.src = `data:image/png;base64,${source}`;
        await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height);
        const context = canvas.getContext("2d");
        context.drawImage(image, 0, 0);
        return context.getImageData(0, 0, image.width, image.height).data;
    };
    const [these, those] = [await pixels(one), await pixels(other)];
    let difference = 0;
    for (let at = 0; at < these.length; at += 1) difference += Math.abs(these[at] - those[at]);
    const colours = new Set();
    for (let at = 0; at < these.length; at += 4) colours.add(these.slice(at, at + 4).join());
    return { sizes: [these.length, those.length], difference: difference / these.length, colours: colours.size };
}"""


@pytest.mark.parametrize("name", ICONS)
def test_an_icon_is_its_drawing(name: str, browser: Browser) -> None:
    page = browser.new_page()
    kept, drawn = ((b64encode(image).decode()) for image in ((FOLDER / name).read_bytes(), draw(browser, name)))
    found = page.evaluate(COMPARE, [kept, drawn])
    page.close()
    assert found["sizes"][0] == found["sizes"][1]
    assert found["difference"] < 1, "other than `python -m tests.browser.icons` draws it now"
    assert found["colours"] > 4, "nothing is drawn on it"

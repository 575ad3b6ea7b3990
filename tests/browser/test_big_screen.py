"""The big screen in a real browser: it fits, is readable, and has a code large enough to scan from a sofa."""

import pytest
from playwright.sync_api import Route, expect

from scorekeeper.rules import Player
from tests.browser.conftest import CheckAxe, OpenBrowser
from tests.browser.seeding import bring_in

pytestmark = pytest.mark.browser

NAMES = ("Ann", "Bartholomew the Elder of Nether Wallop", "Cy", "Di", "Ed", "Flo", "Gus", "Wilhelmina-Josephine")


def as_from_a_network(route: Route) -> dict[str, str]:
    """The headers of a request by a name that other machines know."""
    return {**route.request.headers, "host": "table.example"}


HEIGHT = 720


def test_the_fullest_table_fits_and_can_be_read_across_a_room(open_browser: OpenBrowser, axe: CheckAxe) -> None:
    page = open_browser(viewport={"width": HEIGHT * 16 // 9, "height": HEIGHT}).page()
    scores = [{name: (place * 7 + hole * 5) % 31 - 6 for place, name in enumerate(NAMES)} for hole in range(18)]
    scores[0][NAMES[1]] = 108
    people = [Player(place, name) for place, name in enumerate(NAMES, start=1)]
    address = bring_in(page, *scores[:-1], people=people, planned=18)
    # The test's server is reached from this machine alone, and shows no code for phones that could not follow it.
    page.route("**/screen", lambda route: route.fulfill(response=route.fetch(headers=as_from_a_network(route))))
    page.goto(page.request.get(f"{address}/screen").url)
    expect(page.locator(".screen__table")).to_be_visible()
    sizes: list[int] = page.evaluate(
        "() => { const page = document.scrollingElement;"
        " return [page.scrollWidth - innerWidth, page.scrollHeight - innerHeight]; }"
    )
    assert sizes == [0, 0]
    # Nothing is cut off but names and sentences that end in three dots, and nothing lies over anything else.
    cut: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("td, th[data-hole], .screen__total, .screen__people")]
            .filter((cell) => cell.scrollWidth > cell.clientWidth + 1 || cell.scrollHeight > cell.clientHeight + 1)
            .map((cell) => cell.textContent)"""
    )
    assert cut == []
    # Nor is what goes below the line, of letters such as g and y, where a line is cut off.
    short: list[str] = page.evaluate(
        """() => [...document.querySelectorAll(".screen *")].filter((part) => {
              const { fontWeight, fontSize, fontFamily, lineHeight, overflowY, paddingBottom } = getComputedStyle(part);
              if (part.closest(".visually-hidden") || overflowY !== "hidden") return false;
              if (![...part.childNodes].some((child) => child.data?.trim())) return false;
              const pen = document.createElement("canvas").getContext("2d");
              pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
              const { fontBoundingBoxAscent: above, fontBoundingBoxDescent: below, actualBoundingBoxDescent: ink }
                = pen.measureText("gjpqy");
              return ink > below + (parseFloat(lineHeight) - above - below) / 2 + parseFloat(paddingBottom);
            }).map((part) => part.className)"""
    )
    assert short == []
    parts = [page.locator(part).bounding_box() for part in (".screen__head", ".screen__table", ".screen__foot")]
    edges = [edge for box in parts if box is not None for edge in (box["y"], box["y"] + box["height"])]
    assert len(edges) == 6
    assert [0, *edges, HEIGHT] == sorted([0, *edges, HEIGHT])
    code = page.locator(".screen__code svg").bounding_box()
    assert code is not None
    assert code["width"] >= HEIGHT / 6
    size = page.locator("tbody td").first.evaluate("(cell) => parseFloat(getComputedStyle(cell).fontSize)")
    assert size >= HEIGHT / 33
    axe(page)


LEADERS = {
    "one": {"Ann": 3, "Bo": 5},
    "a long name": {NAMES[1]: 3, "Wilhelmina-Josephine of Lower Saxony": 5},
    "eight tie": dict.fromkeys(["Maximiliane Christopher-Alexander", *NAMES[1:]], 4),
}


@pytest.mark.parametrize("scores", LEADERS.values(), ids=LEADERS)
def test_the_whole_headline_shows_and_gold_runs_through_the_leader_s_row(
    open_browser: OpenBrowser, scores: dict[str, int]
) -> None:
    page = open_browser(viewport={"width": HEIGHT * 16 // 9, "height": HEIGHT}).page()
    address = bring_in(page, scores, planned=9)
    page.goto(page.request.get(f"{address}/screen").url)
    lead = page.locator(".screen__lead")
    assert lead.evaluate("(lead) => lead.scrollHeight - lead.clientHeight") <= 0
    rows = page.locator("tr.is-leader")
    expect(rows.first).to_be_visible()
    colors: list[list[str]] = rows.evaluate_all(
        """(rows) => rows.map((row) => [...new Set([...row.cells].filter((cell) => !cell.matches(".is-current"))
            .map((cell) => getComputedStyle(cell).backgroundColor))])"""
    )
    gold = page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--brass').trim()")
    assert gold == "#f2b844"
    assert colors == [["rgb(242, 184, 68)"]] * rows.count()
    assert page.evaluate("document.scrollingElement.scrollHeight <= innerHeight")

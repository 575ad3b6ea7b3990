"""The big screen in a real browser: it fits, it can be read, and its code is large enough to scan from a sofa."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from playwright.sync_api import Page, Route, expect

from scorekeeper.rules import Player
from tests.browser.conftest import CheckAxe, OpenBrowser
from tests.browser.seeding import bring_in

pytestmark = [pytest.mark.browser, pytest.mark.nightly]

NAMES = ("Ann", "Bartholomew the Elder of Nether Wallop", "Cy", "Di", "Ed", "Flo", "Gus", "Wilhelmina-Josephine")


SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def as_from_a_network(route: Route) -> dict[str, str]:
    """The headers of a request to the server under a name that other machines know."""
    return {**route.request.headers, "host": "table.example"}


def television(open_browser: OpenBrowser, width: int, height: int) -> Page:
    """A browser of that size. No worker: it would ask the server by itself, past what a test puts between."""
    watched = open_browser(viewport={"width": width, "height": height}, service_workers="block")
    watched.expected.append("Service Worker registration blocked")
    return watched.page()


def big_screen(page: Page, players: int, holes: int) -> None:
    """A game with all but the last hole played, on the screen."""
    scores = [
        {name: (place * 7 + hole * 5) % 31 - 6 for place, name in enumerate(NAMES[:players])} for hole in range(holes)
    ]
    scores[0][NAMES[1]] = 108
    people = [Player(place, name) for place, name in enumerate(NAMES[:players], start=1)]
    address = bring_in(page, *scores[:-1], people=people, planned=holes)
    # The test's server is reached from this machine alone, and shows no code for phones that could not follow it.
    page.route("**/screen", lambda route: route.fulfill(response=route.fetch(headers=as_from_a_network(route))))
    page.goto(page.request.get(f"{address}/screen").url)
    expect(page.locator(".screen__table")).to_be_visible()


@pytest.mark.parametrize(
    ("players", "holes", "width", "height"),
    [
        (4, 9, 1920, 1080),  # the most room, and the least
        (8, 18, 1280, 720),
        pytest.param(4, 9, 1280, 720, marks=pytest.mark.nightly),
        pytest.param(8, 18, 1920, 1080, marks=pytest.mark.nightly),
    ],
)
def test_it_fits_and_can_be_read(
    players: int,
    holes: int,
    width: int,
    height: int,
    open_browser: OpenBrowser,
    axe: CheckAxe,
) -> None:
    page = television(open_browser, width, height)
    big_screen(page, players, holes)
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
    parts = [page.locator(part).bounding_box() for part in (".screen__head", ".screen__table", ".screen__foot")]
    edges = [(box["y"], box["y"] + box["height"]) for box in parts if box is not None]
    assert len(edges) == 3
    assert 0 <= edges[0][0] < edges[0][1] <= edges[1][0] < edges[1][1] <= edges[2][0] < edges[2][1] <= height
    code = page.locator(".screen__code svg").bounding_box()
    assert code is not None
    assert code["width"] >= height / 6
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        axe(page)


@pytest.mark.parametrize("height", [720, 1080])
def test_figures_can_be_read_across_a_room(height: int, open_browser: OpenBrowser) -> None:
    page = television(open_browser, height * 16 // 9, height)
    for players, holes, least in ((4, 9, 20), (8, 18, 33)):
        big_screen(page, players, holes)
        size = page.locator("tbody td").first.evaluate("(cell) => parseFloat(getComputedStyle(cell).fontSize)")
        assert size >= height / least


def test_a_game_without_scripts_comes_up_to_date_by_itself(open_browser: OpenBrowser, server: Any) -> None:
    table = open_browser().page()
    address = bring_in(table, {"Ann": 3, "Bo": 5}, planned=2)
    room = open_browser(java_script_enabled=False).page()
    room.goto(f"{address}/screen")
    expect(room.locator('[data-player][data-state="entered"]')).to_have_count(0)
    table.goto(f"{address}/hole/2")
    table.get_by_role("button", name="Enter a number").click()
    table.locator("input:visible").first.fill("4")
    table.keyboard.press("Enter")
    expect(room.locator('[data-player][data-state="entered"]')).to_have_count(1)


def test_a_dash_weighs_the_same_in_every_column(open_browser: OpenBrowser) -> None:
    page = television(open_browser, 1280, 720)
    big_screen(page, players=3, holes=1)
    dashes = page.locator(".screen__total.is-missing, .screen__rank.is-missing")
    expect(dashes).to_have_text(["–"] * 6)
    assert set(dashes.evaluate_all("all => all.map((one) => getComputedStyle(one).fontWeight)")) == {"400"}

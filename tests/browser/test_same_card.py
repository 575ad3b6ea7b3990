"""Two renderers, one card: what the server writes and what the page's script draws is the same, for people who look and
for people who listen.

Every game is shown by a page without scripts, and drawn afresh by a page with them; compared are the elements with
their classes, links and spoken names, the visible text, and what a screen reader makes of it.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scorekeeper import houses
from scorekeeper.exports import export_game
from scorekeeper.rules import Entry, Game, Hole, House, Player, parse_layout
from tests.browser.conftest import PHONE, OpenBrowser
from tests.js.parity_cases import some_layouts

pytestmark = pytest.mark.browser

SIX = {"a": "5 * 7 / 5 Q K", "b": "A 2 3 / 4 6 8", "c": "9 9 9 / 9 J 10", "d": "K K A / K 3 2"}
PENALTY = houses.with_readings(houses.get("penalty"), {"joker-pair": "keep", "tie": "extra-hole"})
ODD_NAMES = ("Zoë & <b>Cy</b>", "محمد", "2", "Eve Montgomery-Smith the Younger")


def six(letter: str, house: House = PENALTY) -> Entry:
    return Entry(parse_layout(SIX[letter], house))


def done(number: int, entries: Mapping[int, Entry], ender: int | None = None, **more: Any) -> Hole:
    return Hole(number, 1, entries, ender=ender, ender_known=True, confirmed=True, **more)


def games() -> Iterator[tuple[str, Game]]:
    """Games with everything that a card can show, under names that a failing test can say."""
    three = (Player(1, "Ann"), Player(2, "Bo"), Player(3, "Cy"))
    yield "not begun", Game(PENALTY, three, 9, 2)
    yield (
        "a penalty, an ender without one, a bare number, an open hole with one missing",
        Game(
            PENALTY,
            three,
            9,
            1,
            (
                done(1, {1: six("a"), 2: six("b"), 3: six("d")}, ender=2),
                done(2, {1: six("a"), 2: six("b"), 3: Entry(points=-4)}, ender=3),
                Hole(3, 3, {1: six("c"), 2: six("b")}, ender=1, ender_known=True),
            ),
        ),
    )
    joiners = (Player(1, "Ann"), Player(2, "Bo", left=1), Player(3, "Cy", joined=2), Player(4, "Didi"))
    yield (
        "somebody joined, somebody left, somebody sat out: averages",
        Game(
            PENALTY,
            joiners,
            4,
            1,
            (
                done(1, {1: six("a"), 2: six("b"), 4: six("c")}),
                done(2, {1: six("b"), 3: six("d"), 4: Entry(points=5)}),
                done(3, {1: six("b"), 3: six("a")}),
            ),
        ),
    )
    yield (
        "impossible cards, open and accepted",
        Game(
            PENALTY,
            three,
            3,
            1,
            (
                done(1, {1: six("c"), 2: six("c"), 3: six("b")}, warnings_accepted=True),
                done(2, {1: six("c"), 2: six("c"), 3: six("b")}),
                Hole(3, 3, {1: six("c"), 2: six("c"), 3: six("b")}),
            ),
        ),
    )
    level = {1: Entry(points=5), 2: Entry(points=5), 3: Entry(points=9)}
    yield "tied, and the house wants an extra hole", Game(PENALTY, three, 1, 1, (done(1, level),))
    extra = Hole(2, 2, {1: six("a")}, playoff=(1, 2))
    yield "an extra hole under way", Game(PENALTY, three, 1, 1, (done(1, level), extra))
    decided = done(2, {1: six("a"), 2: six("b")}, playoff=(1, 2))
    odd = tuple(Player(number, name) for number, name in enumerate(ODD_NAMES, start=1))
    yield (
        "odd names, and suits, and cards that lay face down",
        Game(
            PENALTY,
            odd,
            2,
            1,
            (
                done(
                    1,
                    {1: six("a"), 2: six("b"), 3: Entry(parse_layout("JS 10H [A] / QD KC [2]", PENALTY)), 4: six("d")},
                    ender=2,
                ),
            ),
        ),
    )
    yield "a team of two, a team of which one has left, and one alone; the highest cards start", team_game()
    yield "until somebody has that many points, with a deck of its own", until_a_total()
    yield "decided by an extra hole", Game(PENALTY, three, 1, 1, (done(1, level), decided))


def team_game() -> Game:
    """Partners sit opposite each other, so that the card has others side by side than the table."""
    rules = replace(PENALTY.match, teams="sum", tie="ender-loses", deal="highest-opening-starts")
    names = (("Ann", 1, None), ("Bo", 2, None), ("Cy", 1, None), ("Di", 2, 1), ("Eve", None, None))
    players = tuple(Player(number, name, 1, left, team) for number, (name, team, left) in enumerate(names, start=1))
    points = {number: Entry(points=10 * number) for number in (1, 2, 3, 5)}
    first = done(1, {**points, 4: six("d")}, ender=2)
    open_hole = Hole(3, 3, {1: six("c")})
    house = replace(PENALTY, match=rules, opening=replace(PENALTY.opening, when="before-play"))
    return Game(house, players, 4, 1, (first, done(2, points, ender=5), open_hole))


def until_a_total() -> Game:
    """A game by cards of its own that ends once somebody has a hundred points."""
    house = houses.get("vanishing-columns")
    entries = {1: Entry(next(some_layouts(house, 1, random.Random(1)))), 2: Entry(points=99), 3: Entry(points=101)}
    people = (Player(1, "Ann"), Player(2, "Bo"), Player(3, "Cy"))
    first = done(1, {**entries, 3: Entry(points=0)}, ender=1)
    return Game(house, people, 9, 1, (first, Hole(2, 2, {3: entries[3]})))


DRAW = """async (card) => {
    const app = document.querySelector('script[src$="js/shell/app.js"]').src;
    const load = (file) => import(new URL(`../${file}`, app));
    const { GameOnPhone } = await load('phone/game-on-phone.js');
    const { drawScorecard, drawHeading } = await load('pages/scorecard.js');
    const { ownPage } = await load('shell/app.js');
    const phone = await GameOnPhone.here();
    const page = ownPage(await (await fetch(card)).text());
    const differs = [];
    for (const [selector, draw] of [['.score-card__drawn', drawScorecard], ['h1', drawHeading]]) {
        const written = page.querySelector(selector);
        const before = written.outerHTML;
        if (draw(written, phone)) differs.push([before, written.outerHTML]);
    }
    const fresh = document.createElement('div');
    fresh.id = 'fresh';
    drawScorecard(fresh, phone);
    document.querySelector('main').replaceChildren(fresh);
    return differs;
}"""


def bring_in(page: Page, game: Game) -> str:
    """The game's address; the page stays where it is."""
    token = page.locator('meta[name="csrf-token"]').get_attribute("content") or ""
    text = json.dumps(export_game(game, "Friday"))
    fields: dict[str, str | float | bool] = {
        "csrf_token": token,
        "text": text,
        "do": "import",
        "write_id": f"{random.random()}",
    }
    answer = page.request.post("/import", form=fields, max_redirects=0)
    assert answer.status == 302, answer.text()
    return answer.headers["location"]


def seen(page: Page, selector: str) -> tuple[str, str]:
    """The visible text, and what a screen reader makes of it. How lines are filled says nothing."""
    part = page.locator(selector)
    text = " ".join(part.inner_text().split())
    return text, re.sub(r"/url: http://[^/]+", "/url: ", part.aria_snapshot())


EXPLAINED = {"impossible cards, open and accepted": True, "decided by an extra hole": False}


def test_server_and_script_show_the_same(open_browser: OpenBrowser) -> None:
    plain = open_browser(**PHONE, java_script_enabled=False).page()
    page = open_browser(**PHONE).page()
    page.goto("/")
    for name, game in games():
        card = bring_in(page, game)
        page.goto(card)
        expect(page.locator("score-card[data-ready]")).to_be_attached()
        assert page.evaluate(DRAW, card) == [], name
        plain.goto(card)
        written = seen(plain, ".score-card__drawn")
        assert seen(page, "#fresh") == written, name
        if name in EXPLAINED:
            assert ("! marks a hole with impossible cards" in written[0]) == EXPLAINED[name], name

    # And that the table plays again, by either link.
    plain.goto(f"{card}/end")
    watched = (plain.locator(".share__link").get_attribute("href") or "").removesuffix("/end")
    plain.get_by_role("button", name="Play again, same people").click()
    plain.wait_for_url("**/hole/1")
    new_game = plain.url.removesuffix("/hole/1")
    for shown in (card, watched):
        page.goto(shown)
        expect(page.locator("score-card[data-ready]")).to_be_attached()
        assert page.evaluate(DRAW, shown) == []
        plain.goto(shown)
        written = seen(plain, ".score-card__drawn")
        assert "The table plays again: go to the new game" in written[0]
        assert seen(page, "#fresh") == written
        plain.get_by_role("link", name="go to the new game").click()
        assert (plain.url == new_game) == (shown == card)

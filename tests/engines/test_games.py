"""A game of cards and one of Skyjo, played to its end in every engine: names, cards, the last hole, the winner.

tests/journeys/test_a_game.py plays each sheet in Chromium, and tests/js scores every house as the server does.
"""

import pytest

from scorekeeper import houses
from scorekeeper.rules import House, parse_layout, score_hole
from tests.engines.driving import Phone, comes_to, tap_in
from tests.serving import RunningServer, await_that

NAMES = ("Ann", "Bo")
SIX = (("9 8 Q / 7 5 4", "K K A / K 3 3"), ("A 2 3 / 4 5 6", "7 7 8 / J 9 10"))
TWELVE = (("12 11 10 9 / 11 10 9 8 / 10 9 8 7", "0 1 2 3 / 1 2 3 4 / 2 3 4 5"),)
"""Cards of two players, hole by hole. Those of Skyjo reach 100 points on the first."""

TO_THE_MIDDLE = "document.querySelector(arguments[0]).scrollIntoView({block: 'center', behavior: 'instant'})"
NAMED = "return [...document.querySelectorAll('[name=player]')].map((field) => field.value)"
ADDRESS = "return location.href"
IS_SAVED = "return document.querySelector('.player-tab.is-warned') === null"
READY = "return document.querySelector('hole-entry')?.dataset.ready ?? ''"

GAMES = {"penalty": SIX, "vanishing-columns": TWELVE}
"""One that asks who went out and plays as many holes as its table says, and one of numbers that ends by its points."""


def totals(house: House, holes: tuple[tuple[str, str], ...]) -> list[int]:
    """What each player has in the end, where Ann ended every hole."""
    sums = [0, 0]
    for hands in holes:
        layouts = {name: parse_layout(hand, house) for name, hand in zip(NAMES, hands, strict=True)}
        for seat, player in enumerate(score_hole(layouts, house, "Ann").players):
            sums[seat] += player.score
    return sums


def keys(hand: str, house: House) -> str:
    """The keys of those cards: a number of a deck of its own has another name than its face."""
    return " ".join(house.faces[card].value if card in house.faces else card for card in hand.split())


def begin(phone: Phone, url: str, house: House, holes: int) -> None:
    """Two sit down: their names are typed into empty fields, or over the names of the last game."""
    phone.goto(f"{url}/new/{house.key}")
    phone.seen("button[data-add]")
    while (seats := len(phone.run(NAMED))) > len(NAMES):
        remove = f".seat:nth-child({seats}) [data-remove]"
        phone.run(TO_THE_MIDDLE, remove)
        phone.tap(remove)
        await_that(lambda seats=seats: len(phone.run(NAMED)) < seats, "the seat stays")  # type: ignore[misc]
    for place, name in enumerate(NAMES):
        phone.tap(f".seat:nth-child({place + 1}) [name=player]")
        phone.type(f".seat:nth-child({place + 1}) [name=player]", name)
    assert phone.run(NAMED) == [*NAMES]
    if house.match.until is None:
        other = "[name=holes][value=other]"
        phone.run(TO_THE_MIDDLE, other)
        phone.tap(other)
        phone.tap("#holes_other")
        phone.type("#holes_other", str(holes))
    phone.tap(".pin button")


def play(phone: Phone, url: str, key: str) -> None:
    house, holes = houses.get(key), GAMES[key]
    begin(phone, url, house, len(holes))
    for number, hands in enumerate(holes, 1):
        await_that(lambda number=number: phone.run(READY) == str(number), f"hole {number} did not open")  # type: ignore[misc]
        tap_in(phone, *(keys(hand, house) for hand in hands))
        if house.needs_ender:
            phone.tap(".confirm label", "Ann")
        await_that(lambda: phone.run(IS_SAVED), "the cards were never saved")
        phone.tap(".confirm button[type=submit]")
        if number < len(holes):
            comes_to(phone, *totals(house, holes[:number]))
            phone.tap("a.button--primary")
    points = totals(house, holes)
    await_that(lambda: str(phone.run(ADDRESS)).endswith("/end"), "the result did not open")
    phone.seen("h1", NAMES[points.index(min(points))])
    phone.goto(phone.run(ADDRESS).removesuffix("/end"))
    comes_to(phone, *points)


@pytest.mark.parametrize("key", GAMES)
def test_a_game_is_played_to_its_end(key: str, phone: Phone, server: RunningServer) -> None:
    play(phone, server.url, key)


@pytest.mark.browser
@pytest.mark.parametrize("key", GAMES)
def test_a_game_is_played_to_its_end_in_chromium(key: str, chromium_phone: Phone, server: RunningServer) -> None:
    play(chromium_phone, server.url, key)

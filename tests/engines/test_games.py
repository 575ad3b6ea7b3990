"""A game of each sheet and one of Skyjo, played to its end in every engine: names, cards, the last hole, the winner."""

import pytest

from scorekeeper import houses
from scorekeeper.rules import House, parse_layout, score_hole
from tests.engines.driving import Phone, comes_to, tap_in
from tests.serving import RunningServer, await_that

NAMES = ("Ann", "Bo")
SIX = (("9 8 Q / 7 5 4", "K K A / K 3 3"), ("A 2 3 / 4 5 6", "7 7 8 / J 9 10"))
FOUR = (("9 8 / 7 5", "K A / K 3"), ("A 2 / 3 4", "7 8 / J 9"))
TWELVE = (("12 11 10 9 / 11 10 9 8 / 10 9 8 7", "0 1 2 3 / 1 2 3 4 / 2 3 4 5"),)
"""Cards of two players, hole by hole. Those of Skyjo reach 100 points on the first."""

GAMES = {
    **dict.fromkeys(("worksheet", "penalty", "rvers", "two-joker"), SIX),
    "four-card": FOUR,
    "vanishing-columns": TWELVE,
}


def totals(house: House, holes: tuple[tuple[str, str], ...]) -> list[int]:
    """What each player has in the end, where Ann ended every hole."""
    sums = [0, 0]
    for hands in holes:
        layouts = {name: parse_layout(hand, house) for name, hand in zip(NAMES, hands, strict=True)}
        for seat, player in enumerate(score_hole(layouts, house, "Ann").players):
            sums[seat] += player.score
    return sums


def begin(phone: Phone, url: str, house: House, holes: int) -> None:
    """Two of the four seats are taken away; the names are typed into empty fields."""
    phone.goto(f"{url}/new/{house.key}")
    phone.seen("button[data-add]")
    for seats in (3, 2):
        phone.tap(f".seat:nth-child({seats + 1}) [data-remove]")
        await_that(lambda seats=seats: phone.run("return document.querySelectorAll('.seat').length") == seats)  # type: ignore[misc]
    for place, name in enumerate(NAMES):
        phone.tap(f"#player-{place}")
        phone.type(f"#player-{place}", name)
    if house.match.until is None:
        phone.tap("#holes_other")
        phone.type("#holes_other", str(holes))
    phone.tap(".submit-bar button")


def play(phone: Phone, url: str, key: str) -> None:
    house, holes = houses.get(key), GAMES[key]
    begin(phone, url, house, len(holes))
    for number, hands in enumerate(holes, 1):
        phone.seen(f"hole-entry[data-ready='{number}']")
        tap_in(phone, *hands)
        if house.needs_ender:
            phone.tap(".confirm label", "Ann")
        phone.tap(".confirm button[type=submit]")
        comes_to(phone, *totals(house, holes[:number]))
        if number < len(holes):
            phone.tap("a.button--primary")
    phone.tap("a.button--primary")
    winner = NAMES[totals(house, holes).index(min(totals(house, holes)))]
    phone.seen("h1", winner)


@pytest.mark.parametrize("key", GAMES)
def test_a_game_is_played_to_its_end(key: str, phone: Phone, standing_server: RunningServer) -> None:
    play(phone, standing_server.url, key)


@pytest.mark.browser
@pytest.mark.parametrize("key", GAMES)
def test_a_game_is_played_to_its_end_in_chromium(
    key: str, chromium_phone: Phone, standing_server: RunningServer
) -> None:
    play(chromium_phone, standing_server.url, key)

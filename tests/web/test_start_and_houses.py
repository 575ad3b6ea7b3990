"""The first page and the rule sheets."""

import re
from datetime import UTC, datetime
from html import unescape

from scorekeeper import houses
from scorekeeper.houses.sheet import rule_sheet
from scorekeeper.houses.sheet.sections import left_open
from scorekeeper.rules import Entry, House, parse_layout
from scorekeeper.store.writes import Write
from scorekeeper.tally.changing import change
from scorekeeper.tally.sharing import remember_game
from scorekeeper.tally.values import EnterHand, KeptGame, SettleHole
from scorekeeper.web.db import store
from tests.conftest import Phone
from tests.store.playing import create_game


def device(client: Phone) -> str:
    client.get("/")
    with client.session_transaction() as session:
        found: str = session["device"]
    return found


def new_game(client: Phone, *names: str, number: int = 0, house: House | None = None, title: str = "") -> KeptGame:
    """A game of one hole on this device; later numbers are changed later."""
    write = Write(f"begin-{number}", device(client), datetime(2026, 11, 1, 12, number, tzinfo=UTC))
    with client.application.app_context():
        return create_game(
            store(),
            house=house or houses.get("two-joker"),
            players=names,
            holes=1,
            first_dealer=0,
            write=write,
            title=title,
        )


def play(client: Phone, kept: KeptGame, *layouts: str, number: int = 0) -> None:
    """The only hole, to its end."""
    write = Write(f"play-{number}", device(client), datetime(2026, 11, 2, 12, number, tzinfo=UTC))
    house = kept.game.house
    hands = [
        EnterHand(1, player.id, Entry(layout=parse_layout(layout, house)), 0)
        for player, layout in zip(kept.game.players, layouts, strict=True)
    ]
    with client.application.app_context():
        change(store(), kept.edit_key, [*hands, SettleHole(1, confirmed=True)], write)


def test_the_first_visit_invites(client: Phone) -> None:
    page = client.get("/")
    assert page.status_code == 200
    for address in ("/new", "/referee", "/houses", "/import"):
        assert f'href="{address}"' in page.text
    assert "Past games" not in page.text


def test_the_newest_unfinished_game_comes_first(client: Phone) -> None:
    older = new_game(client, "Ann", "Bo", number=1)
    newer = new_game(client, "Cy", "Di", number=2)
    page = client.get("/").text
    assert f'class="button button--primary" href="/g/{newer.edit_key}/hole/1"' in page
    assert page.index("Not finished yet") < page.index(f"/g/{older.edit_key}/hole/1")


def test_a_past_game_tells_who_won_and_when(client: Phone) -> None:
    kept = new_game(client, "Ann", "Bo", title="Lake")
    play(client, kept, "5 * 7 / 5 Q K", "K K K / 3 4 5")
    page = unescape(client.get("/").text)
    assert "Bo won" in page
    assert "Lake, Ann and Bo, Two jokers" in page
    assert "2 November 2026" in page
    assert f'href="/g/{kept.edit_key}/end"' in page


def test_a_game_that_is_watched_is_not_offered_to_enter(client: Phone, app: object) -> None:
    other = client.application.test_client()
    assert isinstance(other, Phone)
    kept = new_game(other, "Ann", "Bo")
    with client.application.app_context():
        remember_game(store(), device(client), kept.view_key)
    page = client.get("/").text
    assert "You are watching" in page
    assert kept.edit_key not in page
    assert f'href="/g/{kept.view_key}"' in page


# --- rule sheets ------------------------------------------------------------------------------------------------------


def test_the_list_leads_to_the_whole_sheet_of_every_house(client: Phone) -> None:
    listed = unescape(client.get("/houses").text)
    for house in houses.built_in():
        assert f'href="/houses/{house.key}"' in listed
        assert house.summary in listed
        page = unescape(client.get(f"/houses/{house.key}").text)
        for section in rule_sheet(house):
            assert section.title in page
            for paragraph in section.paragraphs if section.key != "readings" else ():
                assert paragraph in page
        for option in house.options:
            link = f'href="/houses/{house.key}/questions/{option.row or option.key}#{option.key}">{option.question}'
            assert (link in page) == (option in left_open(house))
        assert page.count("is-taken") == sum(not option.must_ask for option in left_open(house))
        (examples,) = [section.examples for section in rule_sheet(house) if section.key == "examples"]
        assert page.count('class="layout ') == len(examples) >= len(house.examples)


def test_a_game_has_its_own_rules(client: Phone) -> None:
    house = houses.with_readings(houses.get("penalty"), {"twos": "minus"})
    kept = new_game(client, "Ann", "Bo", house=house)
    for key in (kept.edit_key, kept.view_key):
        page = unescape(client.get(f"/g/{key}/rules").text)
        assert "Rules of this game" in page
        found = re.search(r"What does a two count\?.*?is-taken\">(.*?) <span", page, re.S)
        assert found is not None
        assert found[1].strip() == "Minus 2"

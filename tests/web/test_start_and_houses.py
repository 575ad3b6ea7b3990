"""The first page and the rule sheets."""

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from html import unescape

from scorekeeper import houses
from scorekeeper.houses.sheet import rule_sheet
from scorekeeper.houses.sheet.phrases import SIGNS
from scorekeeper.houses.sheet.sections import OWN_WORDS, left_open
from scorekeeper.school.practice.mastery import RuleProgress
from scorekeeper.web.house_sheets import with_signs
from tests.conftest import Phone
from tests.web.practicing import keep, kept, start
from tests.web.tables import sit_down


def test_the_first_visit_invites(client: Phone) -> None:
    page = client.get("/")
    assert page.status_code == 200
    for address in ("/new", "/referee", "/houses", "/import"):
        assert f'href="{address}"' in page.text
    assert "Past games" not in page.text


def test_what_to_look_at_again_today_is_said_and_leads_there(client: Phone) -> None:
    start(client)
    assert "to look at again" not in client.get("/").text
    yesterday = datetime.now(UTC) - timedelta(days=2)
    for rules in (["value-k"], ["value-k", "value-2", "four-of-a-kind"]):  # the last is no rule of this house
        progress = {rule: RuleProgress(rule).counted(yesterday, mixed=False) for rule in rules}
        keep(client, replace(kept(client), rules=progress))
        count = len({"value-k", "value-2"} & set(rules))
        said = f"{count} rule{'s' if count > 1 else ''} to look at again"
        tile = rf'<a class="tile" href="/practice/worksheet">.*?Learn</span> <span[^>]*>{said}<'
        assert re.search(tile, client.get("/").text)
        assert f"{said} today." in client.get("/practice/worksheet").text


def test_the_unfinished_game_that_was_changed_last_comes_first(client: Phone) -> None:
    last, before = sit_down(client), sit_down(client)
    for table in (before, last):
        assert table.put_hand(1, "Ann", points=3).status_code == 200
    page = client.get("/").text
    assert f'class="button button--primary" href="/g/{last.edit_key}/hole/1"' in page
    assert page.index("Unfinished games") < page.index(f"/g/{before.edit_key}/hole/1")


def test_a_past_game_tells_who_won_and_when(client: Phone) -> None:
    table = sit_down(client, names="Ann Bo", holes=1)
    table.post("/table", {"title": "Lake"})
    table.enter(1, {"Ann": "15", "Bo": "12"}, do="confirm")
    page = unescape(client.get("/").text)
    assert "Bo won" in page
    assert "Lake, Ann and Bo, Two-Joker Golf" in page
    when = re.search(r'<time datetime="([^"]+)">([^<]+)', page)
    assert when is not None
    day = datetime.fromisoformat(when[1]).astimezone()
    assert when[2] == f"{day:%b}\N{NO-BREAK SPACE}{day.day}"
    assert f'href="/g/{table.edit_key}/end"' in page


def test_a_game_that_is_watched_is_not_offered_to_enter(client: Phone) -> None:
    kept = sit_down(client)
    assert client.get(f"/g/{kept.view_key}").status_code == 200
    page = client.get("/").text
    assert "You’re watching" in page
    assert kept.edit_key not in page
    assert f'href="/g/{kept.view_key}"' in page


def test_the_card_of_the_game_shows_who_leads_in_four_cells_at_most(client: Phone) -> None:
    for count, named, more in ((2, 2, 0), (4, 4, 0), (5, 3, 2), (8, 3, 5)):
        names = ("Ann", "Bo", "Cy", "Didi", "Eve", "Flo", "Gus", "Hal")[:count]
        table = sit_down(client, "rvers", names=" ".join(names), holes=9)
        for hole, points in ((1, 7), (2, 5)):
            hands = {name: str(points + place) for place, name in enumerate(names)}
            assert table.enter(hole, hands, do="confirm", ender="nobody").status_code == 302
        page = client.get("/").text
        cells = re.findall(r'class="leads__name">(\w+)</span> <strong class="points">(\d+)<', page)
        assert cells == [(name, str(12 + 2 * place)) for place, name in enumerate(names[:named])]
        assert re.findall(r'<strong class="points">\+(\d+)<', page) == ([str(more)] if more else [])
        assert page.count('<li class="is-first">') == 1
        assert "Hole 3 of 9" in page


def test_two_past_games_are_in_sight_and_the_others_folded(client: Phone) -> None:
    for names in ("Ann Bo", "Cy Didi", "Eve Flo"):
        first, second = names.split()
        sit_down(client, names=names, holes=1).enter(1, {first: "1", second: "2"}, do="confirm", ender="nobody")
    page = client.get("/").text
    fold = page.index("All games")
    assert [page.index(f"{name} won") < fold for name in ("Eve", "Cy", "Ann")] == [True, True, False]


def test_stats_are_those_of_one_house_where_several_were_played(client: Phone) -> None:
    for names, house in (("Ann Bo", "two-joker"), ("Cy Didi", "penalty")):
        if house == "penalty":
            page = client.get("/people").text
            assert "chip--tap" not in page, "nothing to choose"
        first, second = names.split()
        sit_down(client, house, names=names, holes=1).enter(1, {first: "1", second: "2"}, do="confirm", ender="nobody")
    for address, seen in (
        ("/people", {"Ann", "Bo", "Cy", "Didi"}),
        ("/people?house=penalty", {"Cy", "Didi"}),
        ("/people?house=two-joker", {"Ann", "Bo"}),
        ("/people?house=unheard-of", {"Ann", "Bo", "Cy", "Didi"}),
    ):
        page = client.get(address).text
        assert set(re.findall(r"<h2>(\w+)</h2>", page)) == seen, address
        assert page.count('class="chip chip--tap" href="/people') == 3
        assert page.count('aria-current="page">') == 1


def test_without_games_the_stats_invite_to_one(client: Phone) -> None:
    page = client.get("/people").text
    assert "Play a game and it shows here." in page
    assert 'href="/new"' in page


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
                assert (paragraph if section.key == OWN_WORDS else with_signs(paragraph)) in page
        for option in house.options:
            link = f'href="/houses/{house.key}/questions/{option.row or option.key}#{option.key}">{option.question}'
            assert (link in page) == (option in left_open(house))
        assert page.count("is-taken") == sum(not option.must_ask for option in left_open(house))
        (examples,) = [section.examples for section in rule_sheet(house) if section.key == "examples"]
        assert page.count('class="layout ') == len(examples) >= len(house.examples)


def test_a_sheet_explains_just_the_signs_that_it_uses(client: Phone) -> None:
    for key, signs in (("penalty", "° our reading † not in the rules"), ("vanishing-columns", "† not in the rules")):
        page = client.get(f"/houses/{key}").text
        (legend,) = re.findall(r'<p class="soft rules__legend"[^>]*>(.*?)</p>', page, re.S)
        assert " ".join(re.sub("<[^>]+>", "", legend).split()) == signs
        used = {sign for sign in SIGNS.values() if f'<span aria-hidden="true">{sign}</span>' in page}
        assert used == {word for word in signs.split() if word in SIGNS.values()}


def test_a_game_has_its_own_rules(client: Phone) -> None:
    house = houses.with_readings(houses.get("penalty"), {"twos": "minus"})
    kept = sit_down(client, house)
    for key in (kept.edit_key, kept.view_key):
        page = unescape(client.get(f"/g/{key}/rules").text)
        assert "Rules of this game" in page
        found = re.search(r"What is a two worth\?.*?is-taken\">(.*?)<span", page, re.S)
        assert found is not None
        assert found[1].strip() == "−2"

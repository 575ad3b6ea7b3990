"""At the table: what is entered is there, once, and only those who may change it can."""

import pytest
from playwright.sync_api import Page

from tests.browser.playing import Table
from tests.promises.visitor import Visitor, new_id
from tests.serving import RunningServer

LOW, MID = "K K A / K 3 2", "A 2 3 / 4 5 6"
"""6 and 21 points by Penalty's rules, which have no twos below 0."""


def test_a_hole_that_was_entered_without_scripts_counts(visitor: Visitor) -> None:
    key = visitor.begin("penalty")
    visitor.enter(key, 1, [LOW, MID])
    (hole,) = visitor.game(key)["holes"]
    assert hole["confirmed"]
    assert [hand["raw"] for hand in hole["hands"]] == [6, 21]


def test_names_are_typed_into_empty_fields_and_an_empty_one_is_named_by_its_place(visitor: Visitor) -> None:
    fields = visitor.go("/new/penalty").page.xpath("//input[@name='player']")
    assert len(fields) >= 2
    assert {field.get("value") for field in fields} == {""}
    shown = [field.get("placeholder") for field in fields]
    assert len(set(shown)) == len(fields)
    visitor.submit("/new", {})
    names = [player["name"] for player in visitor.game(visitor.address.split("/")[4])["players"]]
    assert names == shown


def test_a_table_that_stopped_early_plays_again_as_many_holes_as_it_had_planned(visitor: Visitor) -> None:
    key = visitor.begin("penalty", holes="9")
    visitor.enter(key, 1, [LOW, MID])
    visitor.go(f"/g/{key}/end").submit("/finish", {})
    assert visitor.game(key)["holes_planned"] == 1
    start = visitor.go("/").page
    assert start.xpath("//*[@data-length]/@data-length") == ["9"]
    visitor.submit("/rematch", {})
    assert visitor.game(visitor.address.split("/")[4])["holes_planned"] == 9


def test_a_game_that_an_extra_hole_decided_is_not_told_as_won_by_the_total(visitor: Visitor) -> None:
    key = visitor.begin("penalty", holes="1")
    visitor.enter(key, 1, [LOW, "5 A A / 5 2 2"])
    for path in (f"/g/{key}/end", f"/g/{key}", f"/g/{key}/screen"):
        assert "extra-hole" not in visitor.go(path).page.xpath("//@data-decided-by")
    visitor.go(f"/g/{key}/end").submit("/playoff", {})
    visitor.enter(key, 2, [MID, LOW])
    for path in (f"/g/{key}/end", f"/g/{key}", f"/g/{key}/screen", "/"):
        assert visitor.go(path).page.xpath("//@data-decided-by") == ["extra-hole"], path


def test_an_entry_that_is_sent_twice_with_one_id_is_there_once(visitor: Visitor) -> None:
    key = visitor.begin("penalty")
    player = visitor.game(key)["players"][0]["id"]
    sent = {"write_id": new_id(), "based_on": 0, "cards": LOW}
    for _ in range(2):
        visitor.ask(f"/api/games/{key}/holes/1/hands/{player}", sent, "PUT")
        assert visitor.status == 200
    assert visitor.game(key)["version"] == 2


def test_a_view_link_changes_nothing(visitor: Visitor, other_visitor: Visitor) -> None:
    key = visitor.begin("penalty")
    visitor.enter(key, 1, [LOW, MID])
    before = visitor.game(key)
    (link,) = visitor.go(f"/g/{key}/invite").page.xpath("//@data-view-link")
    view = link.split("/g/")[1].split("/")[0]
    assert other_visitor.game(view)["may_edit"] is False
    player, csrf = before["players"][0]["id"], ("csrf_token", other_visitor.ask("/api/token")["token"])
    other_visitor.put_hand(view, 1, player, cards=MID)
    assert other_visitor.status in (403, 404)
    other_visitor.confirm(view, 2)
    assert other_visitor.status in (403, 404)
    for address in ("hole/1", "undo", "finish", "rematch", "readings", "table", "delete", "invite/renew", "playoff"):
        other_visitor.post(
            f"/g/{view}/{address}", [csrf, ("write_id", new_id()), ("link", "edit"), (f"hand-{player}", MID)]
        )
        assert other_visitor.status in (403, 404), address
    assert visitor.game(key) == before


@pytest.mark.browser
def test_a_hole_of_four_is_twenty_five_taps_and_one_more_where_the_ender_counts(
    phone: Page, server: RunningServer
) -> None:
    table = Table(phone, server.url)
    for house, ender, taps in (("two-joker", None, 25), ("penalty", "Ann", 26)):
        table.begin(house, readings={"decks-at-four": "two"} if house == "penalty" else None)
        assert table.play_hole(1, [LOW, MID, "9 8 Q / 7 5 4", "J 3 8 / 10 Q 2"], ender) == taps

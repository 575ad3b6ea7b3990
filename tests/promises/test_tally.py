"""At the table: what is entered is there, once, and only those who may change it can."""

import json
import re
import secrets
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.playing import Table
from tests.cli.running import by_click
from tests.promises.command import hole
from tests.promises.visitor import Visitor, new_id
from tests.serving import RunningServer

LOW, MID = "K K A / K 3 2", "A 2 3 / 4 5 6"
"""6 and 21 points by Penalty's rules, which have no twos below 0."""

HIGH = "9 8 Q / 7 5 4"
"""43 points."""


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


def test_other_rules_keep_what_was_typed_and_begin_one_game(visitor: Visitor) -> None:
    told = {"player": ["Ann", "", "Cy"], "dealer": ["2"], "holes": ["18"], "title": ["Lake"]}
    address, fields = (visitor.go("/new/penalty")).form("/new")
    kept = [(name, value) for name, value in fields if name not in {*told, "seat", "do"}]
    seats = [("seat", str(seat)) for seat in range(3)]
    typed = [(name, value) for name, values in told.items() for value in values]
    visitor.post(address, [*kept, *seats, *typed, ("do", "rules")])
    button = visitor.page.xpath("//button[contains(@formaction, '/new/worksheet')]")[0]
    _, hidden = visitor.form("/new")
    visitor.post(button.get("formaction"), [*hidden, (button.get("name"), button.get("value"))])
    address, fields = visitor.form("/new/worksheet")
    assert {name: [value for field, value in fields if field == name] for name in told} == told
    begun = {visitor.post(address, [*fields, ("do", "create")]).address for _ in range(2)}
    assert len(begun) == 1
    game = visitor.game(begun.pop().split("/")[4])
    assert (game["title"], game["holes_planned"], game["first_dealer"]) == ("Lake", 18, 3)


def test_a_knocker_who_ties_for_the_lowest_is_told_that_being_equal_costs_the_reward(visitor: Visitor) -> None:
    told: dict[str, list[str]] = {}
    for other in ("3 2 / 4 A", "3 2 / 4 5"):
        key = visitor.begin("four-card", readings={"reward": "zero"})
        visitor.enter(key, 1, ["A 2 / 3 4", other], ender="1")
        ender = visitor.go(f"/g/{key}/hole/1/worked").page.xpath("//*[@id='player-1']//@data-adjusted-by")
        told[other] = [*ender, *(str(hand["raw"]) for hand in visitor.game(key)["holes"][0]["hands"])]
    assert told == {"3 2 / 4 A": ["reward", "10", "10"], "3 2 / 4 5": ["reward", "10", "14"]}


def test_a_change_of_rules_says_that_played_holes_count_by_it_and_so_they_do(visitor: Visitor) -> None:
    key = visitor.begin("penalty")
    assert not visitor.go(f"/g/{key}/readings?option.twos=minus").page.xpath("//*[@data-counts]")
    visitor.enter(key, 1, [LOW, MID])
    page = visitor.go(f"/g/{key}/readings?option.twos=minus").page
    assert page.xpath("//form//button/@data-counts") == ["played-holes"]
    visitor.submit("/readings", {})
    assert [hand["raw"] for hand in visitor.game(key)["holes"][0]["hands"]] == [2, 17]


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


# --- points by hand ---------------------------------------------------------------------------------------------------


def scores(visitor: Visitor, key: str, hole: int = 1) -> list[int]:
    """Everybody's hole score, as the file of the game tells it."""
    return [one["score"] for one in visitor.ask(f"/g/{key}/card.json")["holes"][hole - 1]["results"]]


def put_by_hand(visitor: Visitor, key: str, player: int, **body: Any) -> Any:
    sent = {"write_id": new_id(), "based_on": 0, **body}
    return visitor.ask(f"/api/games/{key}/holes/1/by-hand/{player}", sent, "PUT")


@pytest.mark.parametrize("hand", [LOW, "6"], ids=["beside cards", "beside a number"])
def test_points_by_hand_with_a_reason_count_in_the_hole_and_are_told_where_a_penalty_is(
    visitor: Visitor, hand: str
) -> None:
    key = visitor.begin("penalty")
    visitor.enter(key, 1, [hand, MID])
    ann, _bo = (player["id"] for player in visitor.game(key)["players"])
    said = {"player": str(ann), "points": "5", "reason": "looked at a card", "do": "add"}
    visitor.go(f"/g/{key}/hole/1/worked").submit("/worked", said)
    assert visitor.status == 200
    (worked,) = visitor.page.xpath(f"//*[@id='player-{ann}']//*[@data-by-hand]")
    assert (worked.get("data-by-hand"), "looked at a card" in worked.text_content()) == ("5", True)
    assert scores(visitor, key) == [11, 21]
    of_ann, of_bo = visitor.game(key)["holes"][0]["hands"]
    assert (of_ann["raw"], of_ann["by_hand"]["points"], of_ann["by_hand"]["reason"]) == (6, 5, "looked at a card")
    assert of_bo["by_hand"] is None
    (mark,) = visitor.go(f"/g/{key}").page.find_class("mark--by-hand")
    assert "looked at a card" in mark.text_content()
    assert "looked at a card" in visitor.go(f"/g/{key}/history").text


def test_points_by_hand_may_be_below_0_and_decide_who_wins_the_hole_but_never_who_pays_the_penalty(
    visitor: Visitor,
) -> None:
    key = visitor.begin("penalty")
    ann, bo = (player["id"] for player in visitor.game(key)["players"])
    visitor.enter(key, 1, [LOW, MID], ender=str(ann))
    put_by_hand(visitor, key, bo, points=-20, reason="a gift")
    of_ann, of_bo = visitor.ask(f"/g/{key}/card.json")["holes"][0]["results"]
    assert (of_ann["penalty"], of_ann["score"], of_ann["wins"]) == (0, 6, False)
    assert (of_bo["raw"], of_bo["score"], of_bo["wins"]) == (21, 1, True)


def test_points_by_hand_that_are_sent_twice_are_there_once_and_undo_takes_them_back(visitor: Visitor) -> None:
    key = visitor.begin("penalty")
    visitor.enter(key, 1, [LOW, MID])
    ann = visitor.game(key)["players"][0]["id"]
    version = visitor.game(key)["version"]
    for _ in range(2):
        put_by_hand(visitor, key, ann, write_id="promise-by-hand", points=5, reason="looked")
        assert visitor.status == 200
    assert visitor.game(key)["version"] == version + 1
    visitor.go(f"/g/{key}").submit("/undo", {})
    assert scores(visitor, key) == [6, 21]


def test_points_by_hand_that_another_phone_changed_are_not_overwritten_unseen(visitor: Visitor) -> None:
    key = visitor.begin("penalty")
    visitor.enter(key, 1, [LOW, MID])
    ann = visitor.game(key)["players"][0]["id"]
    put_by_hand(visitor, key, ann, points=5, reason="looked")
    put_by_hand(visitor, key, ann, points=10, reason="looked twice")
    assert visitor.status == 409
    assert scores(visitor, key) == [11, 21]
    seen = visitor.game(key)["holes"][0]["hands"][0]["by_hand"]["version"]
    put_by_hand(visitor, key, ann, based_on=seen, points=None)
    assert scores(visitor, key) == [6, 21]


def test_a_view_link_adds_no_points_by_hand(visitor: Visitor, other_visitor: Visitor) -> None:
    key = visitor.begin("penalty")
    visitor.enter(key, 1, [LOW, MID])
    ann = visitor.game(key)["players"][0]["id"]
    (link,) = visitor.go(f"/g/{key}/invite").page.xpath("//@data-view-link")
    view = link.rsplit("/g/", 1)[1]
    assert not other_visitor.go(f"/g/{view}/hole/1/worked").page.xpath("//*[@id='by-hand']")
    put_by_hand(other_visitor, view, ann, points=5, reason="looked")
    assert other_visitor.status == 404
    assert scores(visitor, key) == [6, 21]


def test_points_by_hand_without_a_reason_or_a_number_are_refused_and_what_was_typed_stays(visitor: Visitor) -> None:
    key = visitor.begin("penalty")
    visitor.enter(key, 1, [LOW, MID])
    ann = str(visitor.game(key)["players"][0]["id"])
    for wrong in (
        {"points": "many", "reason": "looked"},
        {"points": "5", "reason": " "},
        {"points": "0", "reason": "so"},
    ):
        visitor.go(f"/g/{key}/hole/1/worked").submit("/worked", {"player": ann, **wrong, "do": "add"})
        assert visitor.status == 422
        assert visitor.page.xpath("//form[@id='by-hand']//*[@aria-invalid='true']")
        assert {"points": wrong["points"], "reason": wrong["reason"]}.items() <= dict(
            visitor.form("/worked")[1]
        ).items()
    assert scores(visitor, key) == [6, 21]


# --- impossible numbers -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", ["150", "-60", "61", "-13"])
def test_a_number_that_no_cards_make_is_asked_about_before_the_hole_counts_and_never_refused(
    visitor: Visitor, number: str
) -> None:
    key = visitor.begin("two-joker")
    visitor.enter(key, 1, [number, "12"])
    assert (visitor.status, visitor.game(key)["holes"][0]["confirmed"]) == (422, False)
    visitor.go(f"/g/{key}/hole/1").submit("/hole/", {"accept_warnings": "on", "ender": "nobody", "do": "confirm"})
    (hole,) = visitor.game(key)["holes"]
    assert (hole["confirmed"], hole["hands"][0]["raw"]) == (True, int(number))


@pytest.mark.parametrize("number", ["60", "-12", "0"])
def test_a_number_that_some_cards_make_counts_without_a_question(visitor: Visitor, number: str) -> None:
    key = visitor.begin("two-joker")
    visitor.enter(key, 1, [number, "12"])
    assert visitor.game(key)["holes"][0]["confirmed"]


def test_a_script_is_told_of_an_impossible_number_and_knows_the_reach_without_a_network(visitor: Visitor) -> None:
    key = visitor.begin("two-joker")
    ann, bo = (player["id"] for player in visitor.game(key)["players"])
    visitor.put_hand(key, 1, ann, points=150)
    visitor.put_hand(key, 1, bo, points=12)
    refused = visitor.confirm(key, 1)
    assert (visitor.status, [problem["code"] for problem in refused["problems"]]) == (422, ["hole.impossible_cards"])
    visitor.confirm(key, 1, accept_warnings=True)
    assert visitor.status == 200
    assert visitor.ask(f"/api/games/{key}/house")["rules"]["house"]["reach"] == [-12, 60]


def test_a_number_that_was_accepted_as_it_is_is_asked_about_again_once_it_is_another_one(visitor: Visitor) -> None:
    key = visitor.begin("two-joker")
    ann, bo = (player["id"] for player in visitor.game(key)["players"])
    visitor.put_hand(key, 1, bo, points=12)
    visitor.put_hand(key, 1, ann, points=150)
    visitor.confirm(key, 1, accept_warnings=True)
    version = visitor.game(key)["holes"][0]["hands"][0]["version"]
    visitor.put_hand(key, 1, ann, points=160, based_on=version)
    assert not visitor.game(key)["holes"][0]["warnings_accepted"]


def test_the_command_line_remarks_on_an_impossible_number_and_scores_it_all_the_same() -> None:
    score = ("hole", "--house", "two-joker", "--json")
    remarked = by_click(*score, "Ann=150", "Bo=-60", "Cy=12")
    assert (remarked.exit_code, len(remarked.stderr.splitlines())) == (0, 2)
    assert [player["score"] for player in json.loads(remarked.stdout)["players"]] == [150, -60, 12]
    assert by_click(*score, "Ann=60", "Bo=-12").stderr == ""


# --- several phones ---------------------------------------------------------------------------------------------------


def name_ender(visitor: Visitor, key: str, hole: int, ender: int | None, seen: int | None = None) -> Any:
    """Say who ended a hole, as a page's script does whose phone has ``seen`` another one, or none."""
    based_on = {"ender": seen, "ender_known": seen is not None}
    sent = {"write_id": new_id(), "ender": ender, "ender_known": True, "based_on": based_on}
    return visitor.ask(f"/api/games/{key}/holes/{hole}/ender", sent)


def ids_of(visitor: Visitor, key: str) -> list[int]:
    return [player["id"] for player in visitor.game(key)["players"]]


def test_every_phone_is_told_who_ended_a_hole_before_it_is_confirmed(visitor: Visitor, other_visitor: Visitor) -> None:
    key = visitor.begin("penalty")
    ann, bo = ids_of(visitor, key)
    for player in (ann, bo):
        visitor.put_hand(key, 1, player, cards=MID)
    name_ender(visitor, key, 1, bo)
    assert visitor.status == 200
    (hole,) = other_visitor.game(key)["holes"]
    assert (hole["ender"], hole["ender_known"], hole["confirmed"]) == (bo, True, False)
    other_visitor.go(f"/g/{key}/hole/1")
    assert other_visitor.page.xpath("//input[@name='ender'][@checked]/@value") == [str(bo)]


def test_an_ender_that_another_phone_named_meanwhile_is_not_replaced_unseen(
    visitor: Visitor, other_visitor: Visitor
) -> None:
    key = visitor.begin("penalty")
    ann, bo = ids_of(visitor, key)
    name_ender(visitor, key, 1, ann)
    for seen, status, there in ((None, 409, ann), (ann, 200, bo)):
        answer = name_ender(other_visitor, key, 1, bo, seen)
        assert (other_visitor.status, visitor.game(key)["holes"][0]["ender"]) == (status, there)
        assert (answer.get("code") == "store.hole_conflict") == (status == 409)


def test_choosing_an_ender_again_and_again_is_one_entry_of_the_history(visitor: Visitor) -> None:
    key = visitor.begin("penalty")
    ann, bo = ids_of(visitor, key)
    for player in (ann, bo):
        visitor.put_hand(key, 1, player, cards=MID)
    entries = len(visitor.go(f"/g/{key}/history").page.xpath("//main//li"))
    for ender, seen in ((ann, None), (bo, ann), (ann, bo)):
        name_ender(visitor, key, 1, ender, seen)
        assert visitor.status == 200
    visitor.confirm(key, 1, ender=ann)
    assert len(visitor.go(f"/g/{key}/history").page.xpath("//main//li")) == entries + 1


def test_a_hand_that_is_changed_while_two_are_compared_is_asked_about_again(
    visitor: Visitor, other_visitor: Visitor
) -> None:
    key = visitor.begin("penalty")
    ann, _ = ids_of(visitor, key)
    other_visitor.put_hand(key, 1, ann, cards=MID)
    shown = visitor.put_hand(key, 1, ann, cards=LOW)
    assert (visitor.status, shown["theirs"]) == (409, MID)
    other_visitor.put_hand(key, 1, ann, cards=HIGH, based_on=shown["version"])
    for chosen in (MID, LOW):  # theirs as it was shown, or mine
        again = visitor.put_hand(key, 1, ann, cards=chosen, based_on=shown["version"])
        assert (visitor.status, again["theirs"]) == (409, HIGH)
    visitor.put_hand(key, 1, ann, cards=HIGH, based_on=again["version"])
    assert visitor.status == 200
    assert visitor.game(key)["holes"][0]["hands"][0]["cards"] == HIGH


def test_a_hole_after_one_that_is_open_again_says_so_and_leads_there(visitor: Visitor, other_visitor: Visitor) -> None:
    key = visitor.begin("penalty")
    ann, _ = ids_of(visitor, key)
    visitor.enter(key, 1, [LOW, MID])
    other_visitor.go(f"/g/{key}/hole/2")
    address, fields = other_visitor.form("/hole/")
    visitor.go(f"/g/{key}").submit("/undo", {})
    refused = other_visitor.put_hand(key, 2, ann, cards=LOW)
    assert (other_visitor.status, refused["code"]) == (422, "hole.not_yet")

    # Without scripts what was typed is still there.
    typed = [(name, LOW if name == f"hand-{ann}" else value) for name, value in fields if name != "do"]
    other_visitor.post(address, [*typed, ("do", "save")])
    assert other_visitor.status == 422
    assert other_visitor.page.xpath(f"//input[@name='hand-{ann}']/@value") == [LOW]
    assert other_visitor.page.xpath("//a[@data-first='1']/@href") == [f"/g/{key}/hole/1"]


def test_the_rules_of_a_game_bear_its_title(visitor: Visitor) -> None:
    visitor.go("/new/penalty").submit("/new", {"title": "Cabin cup", "do": "create"})
    key = visitor.address.split("/g/")[1].split("/")[0]
    assert visitor.game(key)["title"] == "Cabin cup"
    assert visitor.go(f"/g/{key}/rules").page.xpath("//header//*[contains(text(), 'Cabin cup')]")


NUMBERS = {"١٢": 12, "１２": 12, "१२": 12, "—4": -4, "−4": -4, "–4": -4, "-4": -4, "10+2": 12}
"""As keyboards and pasted texts have them."""


@pytest.mark.parametrize(("typed", "points"), NUMBERS.items())
def test_a_number_is_read_in_every_script_of_digits_and_with_every_minus(
    typed: str, points: int, visitor: Visitor
) -> None:
    assert hole("worksheet", Ann=typed, Bo="5")["players"][0]["raw"] == points
    key = visitor.begin("worksheet", holes="１８")
    assert visitor.game(key)["holes_planned"] == 18
    visitor.enter(key, 1, [typed, "5"])
    ann = str(visitor.game(key)["players"][0]["id"])
    by_hand = {"player": ann, "points": typed, "reason": "looked", "do": "add"}
    visitor.go(f"/g/{key}/hole/1/worked").submit("/worked", by_hand)
    hand = visitor.game(key)["holes"][0]["hands"][0]
    assert (hand["raw"], hand["by_hand"]["points"]) == (points, points)


# --- names ------------------------------------------------------------------------------------------------------------


def names_in(visitor: Visitor, key: str) -> list[str]:
    return [player["name"] for player in visitor.game(key)["players"]] if key else []


def by_the_form(visitor: Visitor, names: Sequence[str]) -> list[str]:
    return names_in(visitor, visitor.begin("penalty", names))


def by_renaming(visitor: Visitor, names: Sequence[str]) -> list[str]:
    key = visitor.begin("penalty", ["Before", "Beside"])
    fields = {f"name-{player}": name for player, name in zip(ids_of(visitor, key), names, strict=True)}
    visitor.go(f"/g/{key}/table").submit("/table", fields)
    return names_in(visitor, key) if visitor.status == 200 else []


def by_coming_late(visitor: Visitor, names: Sequence[str]) -> list[str]:
    key = visitor.begin("penalty", [names[1], "Before"])
    visitor.go(f"/g/{key}/table").submit("/table", {"newcomer": names[0]})
    return [names_in(visitor, key)[place] for place in (2, 0)] if len(ids_of(visitor, key)) == 3 else []


def by_a_phone_without_network(visitor: Visitor, names: Sequence[str]) -> list[str]:
    key, people = secrets.token_hex(11), [{"name": name} for name in names]
    begun = {"write_id": new_id(), "key": key, "uid": secrets.token_hex(12), "house": "penalty", "players": people}
    visitor.ask("/api/games", {**begun, "holes_planned": 9, "first_dealer": 1})
    return names_in(visitor, key) if visitor.status == 200 else []


def by_a_late_comer_without_network(visitor: Visitor, names: Sequence[str]) -> list[str]:
    key = visitor.begin("penalty", [names[1], "Before"])
    joins = {"write_id": new_id(), "hole": 1, "joining": [{"id": 1_000_001, "name": names[0]}], "leaving": {}}
    visitor.ask(f"/api/games/{key}/table", joins)
    return [names_in(visitor, key)[place] for place in (2, 0)] if visitor.status == 200 else []


def by_a_file(visitor: Visitor, names: Sequence[str]) -> list[str]:
    game = visitor.ask(f"/g/{visitor.begin('penalty')}/card.json")
    for player, name in zip(game["players"], names, strict=True):
        player["name"] = name
    visitor.go("/import").submit("/import", {"text": json.dumps(game), "copy": "yes", "file": None})
    return names_in(visitor, visitor.address.split("/g/")[1].split("/")[0] if "/g/" in visitor.address else "")


def by_the_command_line(_visitor: Visitor, names: Sequence[str]) -> list[str]:
    done = by_click("hole", "--house", "worksheet", "--json", *(f"{name}=1" for name in names))
    return [player["name"] for player in json.loads(done.stdout)["players"]] if done.exit_code == 0 else []


DOORS = [
    *(by_the_form, by_renaming, by_coming_late),
    *(by_a_phone_without_network, by_a_late_comer_without_network),
    *(by_a_file, by_the_command_line),
]
"""Each gives the names under which two people are kept, or nothing where they were refused."""

FAMILY = "\U0001f469\u200d\U0001f467"
PERSIAN = "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"


@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.__name__)
def test_a_pasted_name_is_kept_without_what_nobody_can_see(visitor: Visitor, door: Callable[..., list[str]]) -> None:
    pasted = "\u202a\u200bMa\u00adra\u3164\u00a0 Lee\ufeff\u2069"
    assert door(visitor, [pasted, f"{FAMILY}{PERSIAN}"]) == ["Mara Lee", f"{FAMILY}{PERSIAN}"]


@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.__name__)
def test_no_name_is_blank_or_an_order_or_there_twice(visitor: Visitor, door: Callable[..., list[str]]) -> None:
    for name in ("\u3164\u2800\u200b", "\u115f"):  # a form names by its place who has no name
        assert all(re.search(r"\w", kept) for kept in door(visitor, [name, "Bo"])), name
    for name in ("\x1b[31mEve", "Eve\x07", "B\u200bo\ufeff"):
        assert door(visitor, [name, "Bo"]) == [], name


def test_the_command_line_never_prints_an_escape_code_of_a_name() -> None:
    for name in ("\x1b[31mEve", "\x9b31mEve", "Eve\u202e\x08"):
        for options in ([], ["--ended-by", name]):
            done = by_click("hole", "--house", "penalty", *options, f"{name}=1", "Bo=2")
            assert not {"\x1b", "\x9b", "\u202e", "\x08"} & set(done.output), name
    assert FAMILY in by_click("hole", "--house", "penalty", f"{FAMILY}=1", "Bo=2").stdout


def test_titles_and_names_of_rules_are_cleaned_like_names_of_players(visitor: Visitor) -> None:
    visitor.go("/new/penalty").submit("/new", {"title": "\u200bCabin\u00a0\u3164cup\ufeff", "do": "create"})
    assert visitor.game(visitor.address.split("/g/")[1].split("/")[0])["title"] == "Cabin cup"
    file = visitor.go("/houses/penalty/house.toml").text.replace(
        'name = "Penalty Golf"', 'name = "\u202aOur\u00a0way\u200b"'
    )
    visitor.go("/houses/build").submit("/houses/load", {"text": file, "file": None})
    assert visitor.page.xpath("//input[@name='name']/@value") == ["Our way"]


# --- deleting ---------------------------------------------------------------------------------------------------------


def deleted_by(visitor: Visitor, key: str) -> Visitor:
    """The visitor, who has deleted that game by its button and stands on the page that came then."""
    return visitor.go(f"/g/{key}/end").submit("/delete", {})


def seen_by(visitor: Visitor, key: str) -> Visitor:
    return visitor.go(f"/g/{key}")


def test_a_game_that_one_phone_deleted_is_put_back_by_any_phone_that_had_it(
    visitor: Visitor, other_visitor: Visitor
) -> None:
    key = visitor.begin("penalty", ["Ann", "Bo"])
    visitor.put_hand(key, 1, visitor.game(key)["players"][0]["id"], cards=LOW)
    before = visitor.game(key)
    seen_by(visitor, key)
    seen_by(other_visitor, key)
    deleted_by(other_visitor, key)
    for phone in (visitor, other_visitor):
        assert seen_by(phone, key).status == 410
        assert phone.page.xpath("//*[@data-deleted='game']")
        start = phone.go("/").page
        assert start.xpath(f"//*[@data-deleted]//form[contains(@action, '/g/{key}/')]")
        assert not start.xpath(f"//a[starts-with(@href, '/g/{key}')]"), "it is on no other list"
    visitor.submit(f"/g/{key}/put-back", {})
    assert visitor.address.endswith(f"/g/{key}")
    for phone in (visitor, other_visitor):
        now = phone.game(key)
        assert {name: now[name] for name in ("players", "title", "holes_planned")} == {
            name: before[name] for name in ("players", "title", "holes_planned")
        }
        assert [hand["cards"] for hand in now["holes"][0]["hands"]] == [
            hand["cards"] for hand in before["holes"][0]["hands"]
        ]


def test_a_deleted_game_answers_410_in_pages_files_and_json_by_either_link(visitor: Visitor) -> None:
    key = visitor.begin("penalty")
    visitor.enter(key, 1, [LOW, MID])
    (view,) = set(re.findall(r"/g/([\w-]+)/end", visitor.go(f"/g/{key}/end").text)) - {key}
    deleted_by(visitor, key)
    for one in (key, view):
        for path in (
            "",
            "/end",
            "/hole/1",
            "/history",
            "/screen",
            "/card.csv",
            "/card.json",
            "/chart.svg",
            "/picture.svg",
        ):
            assert visitor.go(f"/g/{one}{path}").status == 410, path
        assert visitor.ask(f"/api/games/{one}")["code"] == "game.deleted"
        assert visitor.status == 410
    assert not visitor.go(f"/g/{view}").page.xpath("//form[contains(@action, 'put-back')]"), "who watches looks on"
    visitor.put_hand(key, 1, 1, cards=LOW)
    assert visitor.status == 410


def test_a_deleted_game_counts_in_no_statistics_until_it_is_back(visitor: Visitor) -> None:
    key = visitor.begin("penalty", ["Quirin", "Rosa"], holes="1")
    visitor.enter(key, 1, [LOW, MID])
    assert "Quirin" in visitor.go("/people").text
    deleted_by(visitor, key)
    assert "Quirin" not in visitor.go("/people").text
    visitor.go("/").submit(f"/g/{key}/put-back", {})
    assert "Quirin" in visitor.go("/people").text


def test_deleting_and_putting_back_are_each_done_once_and_stand_in_the_history(visitor: Visitor) -> None:
    key = visitor.begin("penalty")
    address, fields = visitor.go(f"/g/{key}/end").form("/delete")
    visitor.post(address, fields)
    visitor.go(f"/g/{key}").submit("/put-back", {})
    visitor.post(address, fields)  # the same form once more, as over a slow network
    assert visitor.go(f"/g/{key}").status == 200
    kinds = visitor.go(f"/g/{key}/history").page.xpath("//@data-kind")
    assert kinds[:3] == ["put-back", "deleted", "created"]


def test_a_game_goes_at_once_only_after_a_question_that_names_it_from_the_phone_that_began_it(
    visitor: Visitor, other_visitor: Visitor
) -> None:
    key = visitor.begin("penalty", ["Quirin", "Rosa"])
    seen_by(other_visitor, key)
    deleted_by(visitor, key)
    assert not seen_by(other_visitor, key).page.xpath("//a[contains(@href, 'delete-for-good')]")
    address = f"/g/{key}/delete-for-good"
    assert other_visitor.go(address).status == 403
    other_visitor.ask("/api/token")
    token = other_visitor.go("/").page.xpath("//meta[@name='csrf-token']/@content")[0]
    assert other_visitor.post(address, [("csrf_token", token)]).status == 403
    (question,) = set(seen_by(visitor, key).page.xpath("//a[contains(@href, 'delete-for-good')]/@href"))
    asked = visitor.go(question)
    assert "Quirin" in asked.page.xpath("string(//h1)")
    visitor.submit("/delete-for-good", {})
    for phone in (visitor, other_visitor):
        assert seen_by(phone, key).status == 410
        assert not phone.page.xpath("//form[contains(@action, 'put-back')]")
        assert key not in phone.go("/").text
    assert visitor.ask(f"/api/games/{key}")["code"] == "game.gone"

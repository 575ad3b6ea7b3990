"""Something went wrong: its pages by house and by game, who is offered what, and what is sent."""

import re
from html import unescape

import pytest
from lxml import html

from scorekeeper import houses
from scorekeeper.referee.mishaps import mishaps
from scorekeeper.rules import House
from tests.conftest import Phone
from tests.web.building import make
from tests.web.tables import sit_down

CARDS = {"Ann": "K K A / K 3 2", "Bo": "A 2 3 / 4 5 6", "Cy": "9 8 Q / 7 5 4"}


def help_of(page: str) -> dict[str, list[str]]:
    """The addresses that each mishap offers in a game."""
    parts = html.fromstring(page).xpath("//*[@data-mishap]")
    return {part.get("data-mishap"): part.xpath(".//*[@data-help]//a/@href") for part in parts}


@pytest.mark.parametrize("house", houses.built_in(), ids=lambda house: house.key)
def test_a_page_tells_every_remedy_with_what_it_rests_on(house: House, client: Phone) -> None:
    page = html.fromstring(client.get(f"/referee/{house.key}/wrong").text)
    for told in mishaps(house):
        (part,) = page.xpath(f"//*[@data-mishap='{told.key}']")
        shown = [(item.text_content(), item.get("data-basis")) for item in part.xpath(".//li")]
        assert shown == [(ruling.text, ruling.rests) for ruling in told.remedies]
        rule = [(item.get("data-basis"), item.text_content()) for item in part.xpath(".//*[@data-rule]")]
        assert len(rule) == (told.rule is not None)
        assert all(told.rule and (basis, told.rule.text in text) == (told.rule.rests, True) for basis, text in rule)
        assert not part.xpath(".//*[@data-help]//a"), "without a game there is nothing to do it in"


def test_a_house_that_is_not_there(client: Phone) -> None:
    for key in ("nowhere", "~nowhere", "~" + "A" * 22):
        assert client.get(f"/referee/{key}/wrong").status_code == 404


NAMED = [("turn", "turn", False), ("knock", None, True), ("nonsense", None, False), ("", None, False)]


@pytest.mark.parametrize(("about", "opened", "told"), NAMED, ids=["can happen", "cannot", "is none", "is not said"])
def test_the_address_names_a_mishap(about: str, opened: str | None, told: bool, client: Phone) -> None:
    answer = client.get("/referee/penalty/wrong", query_string={"about": about})
    page = html.fromstring(answer.text)
    assert answer.status_code == 200
    assert [part.get("data-mishap") for part in page.xpath("//details[@open]")] == ([opened] if opened else [])
    assert bool(page.xpath("//*[@role='status' and contains(@class, 'notice')]")) is told


def test_who_may_enter_cards_is_led_to_the_hole_in_question(client: Phone) -> None:
    table = sit_down(client, "penalty")
    first, later = f"/g/{table.edit_key}/hole/1", f"/g/{table.edit_key}/hole/2"
    assert help_of(table.get("/wrong").text)["looked"] == [f"{first}/worked#by-hand"]
    table.enter(1, CARDS, do="confirm", ender=str(table.players["Ann"]))
    assert help_of(table.get("/wrong").text)["out"] == [first]
    table.put_hand(2, "Bo", cards=CARDS["Bo"])
    found = help_of(table.get("/wrong").text)
    assert (found["out"], found["looked"], found["count"]) == ([later], [f"{later}/worked#by-hand"], [later])
    assert found["back"] == [f"/g/{table.edit_key}"]
    for link in {link for links in found.values() for link in links}:
        assert client.get(link).status_code == 200, link


def test_after_the_end_of_the_game_its_last_hole_is_offered(client: Phone) -> None:
    table = sit_down(client, "penalty", holes=1)
    table.enter(1, CARDS, do="confirm", ender=str(table.players["Ann"]))
    found = help_of(table.get("/wrong").text)
    assert found["out"] == [f"/g/{table.edit_key}/hole/1"]
    assert client.get(found["looked"][0]).status_code == 200


def test_who_may_only_watch_is_offered_nothing_that_changes_the_game(client: Phone) -> None:
    table = sit_down(client, "penalty")
    answer = client.get(f"/g/{table.view_key}/wrong")
    assert table.edit_key not in answer.text
    offered = {link for links in help_of(answer.text).values() for link in links}
    assert offered == {f"/g/{table.view_key}", f"/g/{table.view_key}/history"}


def test_who_ended_the_hole_is_offered_only_where_it_matters(client: Phone) -> None:
    assert help_of(sit_down(client, "penalty").get("/wrong").text)["out"]
    assert not help_of(sit_down(client, "two-joker").get("/wrong").text)["out"]


def test_what_is_sent_holds_the_remedies_and_a_link_that_opens_them(client: Phone) -> None:
    page = unescape(client.get("/referee/four-card/wrong?about=looked").text)
    (text,) = re.findall(r"<textarea[^>]*>(.*?)</textarea>", page, re.DOTALL)
    (looked,) = [told for told in mishaps(houses.get("four-card")) if told.key == "looked"]
    assert all(ruling.text in text for ruling in looked.remedies)
    again = client.get(text.strip().splitlines()[-1])
    assert html.fromstring(again.text).xpath("//details[@open]/@data-mishap") == ["looked"]


def test_a_game_keeps_its_own_rules_though_they_were_changed_since(client: Phone) -> None:
    made = make(client, houses.get("four-card"))
    table = sit_down(client, made.house)
    assert "peek" in help_of(table.get("/wrong").text)
    assert "peek" in help_of(client.get(f"/referee/~{made.share_key}/wrong").text)
    assert "the-rules" in client.get(f"/referee/~{made.share_key}.1/wrong").text


@pytest.mark.parametrize(
    "path", ["/referee?house=four-card", "/referee/turn?house=four-card&ask=look", "/houses/four-card"]
)
def test_the_referee_and_the_rules_lead_there(path: str, client: Phone) -> None:
    assert "/referee/four-card/wrong" in html.fromstring(client.get(path).text).xpath("//main//a/@href")


def test_a_game_leads_there(client: Phone) -> None:
    table = sit_down(client, "penalty")
    asked = f"game={table.view_key}"
    for path in (f"/g/{table.edit_key}/rules", f"/referee?{asked}", f"/referee/turn?{asked}&ask=look"):
        assert f"/g/{table.edit_key}/wrong" in html.fromstring(client.get(path).text).xpath("//main//a/@href")

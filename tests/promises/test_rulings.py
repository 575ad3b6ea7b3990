"""In a quarrel: scores are right, contradictions are refused at every door, and no question is hidden."""

import json
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest
from lxml import etree

from tests.promises.command import Refused, hole, score, told, total
from tests.promises.visitor import Visitor, new_id

EXCLUDING = {
    "a pattern in rows and columns that touch": ("penalty", {"two-and-two": "rows", "touching": "touching"}),
    "a pattern in rows and each block of six": ("penalty", {"two-and-two": "rows", "six-alike": "each-block"}),
    "a pattern in rows and each pair of six": ("penalty", {"two-and-two": "rows", "six-alike": "each-pair"}),
    "no bonus, and columns that touch": ("penalty", {"four-of-a-kind": "off", "touching": "touching"}),
    "no bonus, and a pattern": ("penalty", {"four-of-a-kind": "off", "two-and-two": "rows"}),
    "no bonus, and no jokers in it": ("penalty", {"four-of-a-kind": "off", "four-jokers": "no"}),
    "no bonus, and no kings in it": ("penalty", {"four-of-a-kind": "off", "four-kings": "no"}),
    "no bonus, and each block of six": ("penalty", {"four-of-a-kind": "off", "six-alike": "each-block"}),
    "no bonus, and each pair of six": ("penalty", {"four-of-a-kind": "off", "six-alike": "each-pair"}),
    "no penalty, and one for a tie": ("penalty", {"penalty": "none", "penalty-tie": "pays"}),
    "no jokers, and a value for them": ("penalty", {"jokers": "none", "joker-value": "minus-two"}),
    "cards that cancel anywhere, and a shape": ("worksheet", {"lines": "anywhere", "shape": "three-rows"}),
    "twos above 0, and the better of a pair": ("worksheet", {"twos": "plus", "pair-of-twos": "better"}),
    "points of a column, and no columns": ("rvers", {"joker-pair": "minus-four", "four-of-a-kind": "cancel"}),
}
"""Answers of which one excludes the other or leaves it without effect."""

CARDS = {"penalty": "9 3 9 / 9 3 9", "worksheet": "7 4 7 / K 9 4", "rvers": "5 * 7 / 6 8 *"}


@pytest.mark.parametrize(("house", "answers"), EXCLUDING.values(), ids=list(EXCLUDING))
def test_the_command_line_refuses_answers_that_exclude_each_other(house: str, answers: dict[str, str]) -> None:
    with pytest.raises(Refused):
        score(house, CARDS[house], **answers)
    for option, reading in answers.items():
        if option != "shape":  # which has no place for these cards
            score(house, CARDS[house], **{option: reading})


@pytest.mark.parametrize(("house", "answers"), EXCLUDING.values(), ids=list(EXCLUDING))
def test_every_page_and_program_refuses_answers_that_exclude_each_other(
    house: str, answers: dict[str, str], visitor: Visitor
) -> None:
    fields = "&".join(f"option.{option}={reading}" for option, reading in answers.items())
    assert visitor.go(f"/score?house={house}&cards=&{fields}").status == 422
    assert visitor.begin(house, readings=answers) == ""
    assert visitor.status == 422
    begun = {"write_id": new_id(), "key": f"{new_id():_<22}", "uid": "0123456789abcdef01234567"}
    seated = {"players": [{"name": "Ann"}, {"name": "Bo"}], "holes_planned": 9, "first_dealer": 1}
    visitor.ask("/api/games", {**begun, **seated, "house": house, "readings": answers})
    assert visitor.status == 422
    key = visitor.begin(house)
    assert visitor.go(f"/g/{key}/readings?{fields}").status == 422


HOUSE_FILE = """
key = "ours"
name = "Ours"
summary = "Six cards."
source = { sheet = "", title = "Ours" }
grid = { rows = 2, columns = 3 }
values = { A = 1, 2 = 2, 3 = 3, 4 = 4, 5 = 5, 6 = 6, 7 = 7, 8 = 8, 9 = 9, 10 = 10, J = 10, Q = 10, K = 0 }
table = { decks = { 2 = 1 } }
cancelling = { where = ["column"] }
four_of_a_kind = { points = -10, pattern = "two-and-two", touching = TOUCHING }
ending = { trigger = "all-face-up" }
"""


def test_a_house_file_is_refused_for_a_switch_that_has_no_effect(house_file: Path) -> None:
    house_file.write_text(HOUSE_FILE.replace("TOUCHING", "false"), encoding="utf-8")
    told("house", "check", str(house_file))
    house_file.write_text(HOUSE_FILE.replace("TOUCHING", "true"), encoding="utf-8")
    with pytest.raises(Refused, match=r"four_of_a_kind\.touching"):
        told("house", "check", str(house_file))


def test_a_house_built_in_the_app_has_no_switch_without_effect(visitor: Visitor) -> None:
    changed = {"four_of_a_kind.is": "yes", "four_of_a_kind.pattern": "two-and-two", "four_of_a_kind.touching": "yes"}
    visitor.go("/houses/build?from=worksheet").submit("/houses/build", {**changed, "name": "Ours", "do": "save"})
    (file,) = {link for link in visitor.page.xpath("//a/@href") if link.endswith("house.toml")}
    saved = tomllib.loads(visitor.go(file).text)["four_of_a_kind"]
    assert (saved["pattern"], saved.get("touching", False)) == ("two-and-two", False)


WORTH = {
    "jokers that keep their values keep them beside a bonus": ("penalty", "* * K / * K *", -22,
     {"joker-pair": "keep", "two-and-two": "rows"}),
    "and in two columns": ("penalty", "* * K / * * K", -22, {"joker-pair": "keep"}),
    "but not where a bonus stands in place of a pair": ("penalty", "* * K / * K *", -10, {"two-and-two": "rows"}),
    "four of a kind beside all answers about jokers": ("penalty", "8 8 Q / 8 8 J", 10,
     {"four-jokers-worth": "both"}),
    "two jokers that share no column": ("rvers", "5 * 7 / 6 8 *", 30, {"joker-pair": "minus-four"}),
    "two columns of jokers": ("rvers", "J * * / J * *", -8, {"joker-pair": "minus-four"}),
    "hidden cards count what they are": ("worksheet", "K 2 [Q] / 3 9 [8]", 28, {}),
    "hidden cards count nothing": ("worksheet", "K 2 [Q] / 3 9 [8]", 10, {"hidden": "zero"}),
}  # fmt: skip


@pytest.mark.parametrize(("house", "layout", "points", "answers"), WORTH.values(), ids=list(WORTH))
def test_a_layout_counts_what_its_rules_say(house: str, layout: str, points: int, answers: dict[str, str]) -> None:
    assert total(house, layout, **answers) == points


PRINTED = {
    "000, a pair of twos": ("worksheet", "2 5 K / 2 9 3", 17),
    "001, four of a kind": ("penalty", "5 5 K / 5 5 Q", 0),
    "002, a pair in a column": ("rvers", "4 3 9 / 4 K A", 13),
    "003, no pairs": ("four-card", "4 4 / K A", 9),
    "004, the sheet's own example": ("two-joker", "5 * 7 / 5 Q K", 15),
}


@pytest.mark.parametrize(("house", "layout", "points"), PRINTED.values(), ids=list(PRINTED))
def test_the_example_of_each_sheet_counts_as_printed(house: str, layout: str, points: int) -> None:
    found = score(house, layout)
    assert found["total"] == points == sum(line["points"] for line in found["lines"])


def test_an_ender_whom_another_player_beat_pays_ten_and_a_tie_is_free() -> None:
    beaten = hole("penalty", "Ann", Ann="9 8 Q / 7 5 4", Bo="K K A / K 3 2")["players"]
    assert [(player["raw"], player["penalty"], player["score"]) for player in beaten] == [(43, 10, 53), (6, 0, 6)]
    tied = hole("penalty", "Ann", Ann="A 2 3 / 4 5 6", Bo="A 2 3 / 4 5 6")["players"]
    assert [player["penalty"] for player in tied] == [0, 0]


def test_every_question_of_a_house_is_on_its_page_and_every_answer_can_be_chosen(visitor: Visitor) -> None:
    for house in json.loads(told("houses", "--json")):
        asked = {option["name"]: {value["value"] for value in option["values"]} for option in house["options"]}
        links = visitor.go(f"/houses/{house['key']}/questions").page.xpath("//main//a/@href")
        assert {link.partition("#")[2] for link in links} >= set(asked), house["key"]
        offered: dict[str, set[str]] = {}
        for field in visitor.go(f"/new/{house['key']}").page.xpath("//input[starts-with(@name, 'option.')]"):
            offered.setdefault(field.get("name").removeprefix("option."), set()).add(field.get("value"))
        to_choose = {name: values for name, values in asked.items() if name in offered}
        assert to_choose
        assert to_choose == {name: offered[name] for name in to_choose}, house["key"]


# --- something went wrong ---------------------------------------------------------------------------------------------

ALWAYS = {"dealt-up", "count", "misdeal", "looked", "turn", "two-drawn", "exposed", "back", "played-on", "total"}
"""What can go wrong in every house in which cards lie face down."""

ALSO: dict[str, set[str]] = {
    "worksheet": {"opening", "out"},
    "penalty": {"opening", "out", "no-flip"},
    "rvers": {"opening", "out", "put-back"},
    "four-card": {"peek", "knock", "put-back"},
    "two-joker": {"opening", "out"},
    "four-turns": {"peek", "put-back"},
    "nine-card": {"opening", "put-back"},
    "queens-nothing": {"peek", "knock", "put-back", "thrown-away"},
    "vanishing-columns": {"opening", "out", "put-back", "no-flip", "cleared"},
}
SOMETIMES = set.union(*ALSO.values())

BASES = {"printed", "the-rules", "our-reading", "not-in-the-rules", "your-choice"}


def houses_of(visitor: Visitor) -> list[str]:
    """Every built-in house, as the list of rules links them."""
    links = [urlsplit(link).path for link in visitor.go("/houses").page.xpath("//main//a/@href")]
    return sorted(
        {path.split("/")[2] for path in links if path.startswith("/houses/") and path.count("/") == 2} - {"build"}
    )


def mishaps(visitor: Visitor, address: str) -> dict[str, Any]:
    """What can go wrong by that page, by key."""
    page = visitor.go(address).page
    assert visitor.status == 200, address
    return {part.get("data-mishap"): part for part in page.xpath("//*[@data-mishap]")}


def remedies(mishap: Any) -> list[str]:
    """What each of its remedies rests on."""
    return [str(basis) for basis in mishap.xpath(".//li/@data-basis")]


def test_every_house_says_what_to_do_when_something_went_wrong(visitor: Visitor) -> None:
    keys = houses_of(visitor)
    assert len(keys) >= 23
    for key in keys:
        found = mishaps(visitor, f"/referee/{key}/wrong")
        assert set(found) >= ALWAYS, key
        assert found.keys() & {"opening", "peek"}, key


def test_only_what_can_happen_by_the_rules_is_told(visitor: Visitor) -> None:
    for key, also in ALSO.items():
        found = set(mishaps(visitor, f"/referee/{key}/wrong")) & SOMETIMES
        assert found - {"knock", "out"} == also - {"knock", "out"}, key
        assert found >= also, key


def test_each_remedy_carries_what_it_rests_on(visitor: Visitor) -> None:
    for key in houses_of(visitor):
        for name, mishap in mishaps(visitor, f"/referee/{key}/wrong").items():
            rests = remedies(mishap)
            assert rests, f"{key}, {name}: no remedy"
            assert set(rests) <= BASES, f"{key}, {name}"
            assert len(rests) == len(mishap.xpath(".//li")), f"{key}, {name}"


@pytest.mark.parametrize(("house", "printed"), [(house, house == "four-card") for house in list(ALSO)[:5]])
def test_only_the_sheet_that_names_a_price_for_a_look_is_cited_for_one(
    visitor: Visitor, house: str, printed: bool
) -> None:
    looked = mishaps(visitor, f"/referee/{house}/wrong")["looked"]
    assert ("printed" in remedies(looked)) is printed


def test_a_mishap_has_an_address_that_opens_it(visitor: Visitor) -> None:
    found = mishaps(visitor, "/referee/penalty/wrong?about=turn")
    assert [key for key, mishap in found.items() if mishap.get("open") is not None] == ["turn"]
    assert found["turn"].xpath(".//*[@id='turn']")


def test_the_referee_leads_there(visitor: Visitor) -> None:
    links = visitor.go("/referee?house=rvers").page.xpath("//main//a/@href")
    assert "/referee/rvers/wrong" in [urlsplit(link).path for link in links]


def test_a_game_answers_by_what_its_table_has_chosen(visitor: Visitor) -> None:
    key = visitor.begin("four-card", readings={"look": "commits", "looked-too-soon": "void"})
    assert "your-choice" in remedies(mishaps(visitor, f"/g/{key}/wrong")["looked"])


def test_what_the_app_can_do_about_a_mishap_leads_to_a_page_of_the_game(visitor: Visitor) -> None:
    key = visitor.begin("penalty")
    visitor.enter(key, 1, ["K K A / K 3 2", "A 2 3 / 4 5 6"])
    found = mishaps(visitor, f"/g/{key}/wrong")
    links = {name: mishap.xpath(".//*[@data-help]//a/@href") for name, mishap in found.items()}
    assert {"count", "misdeal", "looked", "back", "out", "total"} <= {name for name, there in links.items() if there}
    for link in {link for there in links.values() for link in there}:
        assert visitor.go(link).status == 200, link


def test_a_mishap_that_is_sent_from_a_game_lets_nobody_enter_cards(visitor: Visitor, other_visitor: Visitor) -> None:
    key = visitor.begin("penalty")
    (sent,) = mishaps(visitor, f"/g/{key}/wrong?about=looked")["looked"].xpath(".//textarea/text()")
    address = sent.split()[-1]
    assert key not in address
    found = mishaps(other_visitor, address)
    assert found["looked"].get("open") is not None
    assert key not in other_visitor.text


def test_rules_made_in_the_app_have_the_page_too(visitor: Visitor) -> None:
    visitor.go("/houses/build?from=four-card").submit("/houses/build", {"do": "save", "name": "Ours"})
    (shared, *_) = [link for link in visitor.page.xpath("//main//a/@href") if urlsplit(link).path.startswith("/h/")]
    links = [urlsplit(link).path for link in visitor.go(shared).page.xpath("//main//a/@href")]
    (address,) = [link for link in links if link.startswith("/referee/~")]
    assert set(mishaps(visitor, address)) >= ALWAYS | {"peek", "knock"}


def asked(visitor: Visitor, moment: str) -> tuple[str, str]:
    """What the referee answers, and by which rule; the page is left open."""
    visitor.go(f"/referee/turn?{moment}")
    assert visitor.status == 200, moment
    (answer,) = visitor.page.xpath("//*[@data-answer]")
    return answer.get("data-answer"), answer.get("data-code")


def facts(visitor: Visitor) -> set[str]:
    """What the open page asks about the moment."""
    return set(visitor.page.xpath("//*[@data-fact]/@data-fact"))


# --- the moment -------------------------------------------------------------------------------------------------------

RULINGS = {
    "house=penalty&ask=draw-stock&first=yes": ("no", "opening.first"),
    "house=penalty&ask=draw-stock&first=yes&opened=yes": ("yes", "draw.once"),
    "house=penalty&ask=turn-up&first=yes": ("yes", "opening.first"),
    "house=two-joker&ask=draw-stock&first=yes": ("yes", "draw.once"),
    "house=two-joker&ask=draw-stock&first=yes&opened=no": ("no", "opening.first"),
    "house=four-card&ask=look&first=yes&opened=no": ("yes", "peek.no_more"),
    "house=four-card&ask=throw-away&looked=yes": ("no", "look.must_replace"),
    "house=four-card&ask=throw-away": ("yes", "hand.must_play"),
    "house=penalty&ask=end-hole&drawn=placed&down=0": ("nothing-to-do", "end.replacing"),
    "house=two-joker&ask=play-after-end&last=before": ("yes", "turn.ender_is_done"),
    "house=two-joker&ask=play-after-end&last=yes": ("no", "hole.over"),
    "house=worksheet&ask=shuffle": ("yes", "shuffle.never"),
    "house=worksheet&ask=shuffle&stock=cards": ("no", "shuffle.not_yet"),
}


def test_the_referee_knows_the_moment(visitor: Visitor) -> None:
    assert {moment: asked(visitor, moment) for moment in RULINGS} == RULINGS


# By the question of the sheet: a moment in which its reading would change the answer.
READINGS = {
    "001-p last-card=goes-on": "house=penalty&ask=end-hole&drawn=placed&down=0",
    "001-q wait-for-all=all": "house=penalty&ask=end-hole&down=1&others=2",
    "001-r decline-again=once": "house=penalty&ask=refuse-turn-up&down=1&declined=yes",
    "001-x when-turned=before-play": "house=penalty&ask=opening-cards",
    "003-n looked-too-soon=void": "house=four-card&ask=end-hole&looked=yes",
    "003-n looked-too-soon=must-draw": "house=four-card&ask=end-hole&looked=yes",
    "004-l last-turns-for=rest": "house=two-joker&ask=play-after-end&last=before",
    "004-q flip-when=after": "house=two-joker&ask=opening-cards",
    "000-t stock-empty=reshuffle-once": "house=worksheet&ask=shuffle&shuffled=yes",
    "001-a decks-at-four=two": "house=penalty&ask=decks",
}


@pytest.mark.parametrize("row", READINGS)
def test_a_reading_that_would_change_the_answer_is_told_with_it(row: str, visitor: Visitor) -> None:
    answer, _ = asked(visitor, READINGS[row])
    told = visitor.page.xpath(f"//*[@data-reading='{row.split()[1]}']/@data-ruling")
    assert told, visitor.address
    assert told[0] != answer or answer == "told"


NOT_ASKED = {
    "house=two-joker&ask=draw-stock": {"first", "opened", "looked", "others", "declined", "last", "shuffled"},
    "house=penalty&ask=end-hole&down=1": {"others", "declined", "looked"},
    "house=penalty&ask=draw-stock&first=yes": {"drawn", "down", "ended", "stock"},
    "house=worksheet&ask=play-after-end": {"last"},
}


def test_a_fact_that_does_not_change_the_verdict_of_this_house_is_not_asked(visitor: Visitor) -> None:
    for moment, left_out in NOT_ASKED.items():
        asked(visitor, moment)
        assert not facts(visitor) & left_out, moment


def test_a_fact_is_asked_where_the_table_chose_a_reading_that_hangs_on_it(visitor: Visitor) -> None:
    key = visitor.begin("penalty", readings={"wait-for-all": "all", "decline-again": "once"})
    assert asked(visitor, f"game={key}&ask=end-hole&down=1") == ("yes", "end.replacing")
    assert "others" in facts(visitor)
    assert asked(visitor, f"game={key}&ask=refuse-turn-up&down=1&declined=yes") == ("no", "turn_up.left_once")


# --- what is shared, and what is asked first --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "moment", ["house=two-joker&ask=draw-stock&ended=me", "house=penalty&ask=end-hole&ended=other"]
)
def test_each_line_of_an_answer_to_send_begins_with_a_capital(moment: str, visitor: Visitor) -> None:
    asked(visitor, moment)
    (text,) = visitor.page.xpath("//share-result//textarea")
    *lines, link = text.text.strip().split("\n")
    assert moment in link
    assert all(sentence[0].isupper() for line in lines for sentence in line.split(". ")), lines


def test_whether_a_discard_may_go_back_is_among_the_first_five_questions(visitor: Visitor) -> None:
    visitor.go("/referee/turn")
    assert "put-back" in visitor.page.xpath("//*[@data-asks]/@data-asks")[:5]


# --- whose rules ------------------------------------------------------------------------------------------------------

ANSWERING = ("/referee", "/referee/turn", "/score", "/practice")


def first_rules(visitor: Visitor) -> Mapping[str, str]:
    """The house that each page begins with, by its address."""
    first = {address: visitor.go(address).page.xpath("string(//@data-house)") for address in ANSWERING}
    chosen = "string(//select[@name='house']//option[@selected]/@value)"
    for address in ("/new", "/play"):
        links = visitor.go(address).page.xpath(f"//main//a[contains(@href, '{address}/')]/@href")
        first[address] = links[0].rpartition("/")[2]
    begin = visitor.go("/class").page.xpath("//button[@name='house']/@value")
    return {**first, "/sets": visitor.go("/sets").page.xpath(chosen), "/class": begin[0]}


def test_every_page_begins_with_one_and_the_same_house_while_nothing_was_played(visitor: Visitor) -> None:
    first = set(first_rules(visitor).values())
    assert first == {house["rules"]["house"]["key"] for house in visitor.ask("/api/houses") if house["usual"]}


def test_the_rules_of_the_game_under_way_come_first_with_the_answers_of_its_table(visitor: Visitor) -> None:
    visitor.begin("rvers")
    key = visitor.begin("penalty", readings={"put-back": "forbidden"})
    assert set(first_rules(visitor).values()) == {"penalty"}
    assert asked(visitor, "ask=put-back") == ("no", "discard.must_use")
    (link,) = visitor.go("/score").page.xpath("//input[@name='game']/@value")
    assert key not in visitor.text.replace(f"/g/{key}", "")  # a page whose address is sent around names the other link
    assert f"game={link}" in visitor.go(f"/referee?game={key}").address


def test_the_rules_played_last_come_first_once_the_game_is_over(visitor: Visitor) -> None:
    visitor.begin("rvers")
    key = visitor.begin("four-card", holes="1")
    visitor.enter(key, 1, ["K 2 / 3 4", "5 6 / 7 8"])
    assert [hole["confirmed"] for hole in visitor.game(key)["holes"]] == [True]
    assert set(first_rules(visitor).values()) == {"four-card"}
    assert visitor.go("/score").page.xpath("//input[@name='game']") == []


# --- the houses after other published rules ---------------------------------------------------------------------------


def houses() -> list[dict[str, Any]]:
    """The JSON of `scorekeeper houses`."""
    found: list[dict[str, Any]] = json.loads(told("houses", "--json"))
    return found


def others() -> list[dict[str, Any]]:
    """Those of them without a numbered sheet."""
    return [house for house in houses() if not house["sheet"]]


def rests_on(house: dict[str, Any]) -> dict[str, str]:
    """What each answer rests on, by the question."""
    return {option["name"]: option["rests_on"] for option in house["options"]}


TELLS_OF_A_TIE = {"spade-queen"}
"""The one of the others whose rules say what comes of equal totals."""


def test_an_answer_that_published_rules_do_not_give_is_never_told_as_theirs() -> None:
    for house in others():
        signs = rests_on(house)
        assert signs.get("stock-empty", "not-in-the-rules") == "not-in-the-rules", house["key"]
        tie = "the-rules" if house["key"] in TELLS_OF_A_TIE else "not-in-the-rules"
        assert signs["tie"] == tie, house["key"]


def test_a_sheet_without_a_number_lists_the_empty_stock_and_the_tie_with_what_they_rest_on(visitor: Visitor) -> None:
    for house in others():
        page = visitor.go(f"/houses/{house['key']}").page
        signs = [basis for option, basis in rests_on(house).items() if option in ("stock-empty", "tie")]
        shown = page.xpath("//section[@aria-labelledby='readings']//@data-basis")
        assert shown.count("not-in-the-rules") >= signs.count("not-in-the-rules"), house["key"]


def test_what_a_table_chose_is_marked_as_its_own_choice(visitor: Visitor) -> None:
    key = visitor.begin("six-card", readings={"stock-empty": "hole-ends"})
    page = visitor.go(f"/g/{key}/rules").page
    assert "your-choice" in page.xpath("//section[@aria-labelledby='readings']//@data-basis")


def test_the_house_of_a_programs_extras_counts_as_that_program() -> None:
    assert total("extras", "2 7 K / 9 5 A") == 20
    first = hole("extras", "Ann", Ann="6", Bo="6", Cy="11")
    second = hole("extras", "Ann", Ann="9", Bo="19", Cy="4")
    scores = [[player["score"] for player in played["players"]] for played in (first, second)]
    assert scores == [[8, 8, 11], [24, 24, 1]]


def played_by(visitor: Visitor, house: str) -> Any:
    """What the practice hole of a house is played by."""
    (data,) = visitor.go(f"/play/{house}").page.xpath(
        "//script[@type='application/json'][contains(@class, 'hole')]/text()"
    )
    return json.loads(data)["rules"]["house"]


def test_the_two_nearest_of_four_cards_lie_open_before_the_discard_pile_is_begun(visitor: Visitor) -> None:
    opening = played_by(visitor, "turtle")["opening"]
    assert (opening["face_up"], opening["where"], opening["places"]) == (2, "fixed", [3, 4])
    assert opening["when"] == "before-first-discard"


def test_a_stock_card_can_only_be_swapped_in_where_the_rules_name_nothing_else(visitor: Visitor) -> None:
    assert not played_by(visitor, "queens-nothing")["turn"]["may_discard_stock"]
    verdicts = [
        visitor.go(f"/referee/turn?house={house}&ask=throw-away").page.xpath("//@data-answer")
        for house in ("queens-nothing", "four-cancelling")
    ]
    assert verdicts == [["no"], ["yes"]]


def test_nine_cards_begin_as_families_play_them() -> None:
    (nine,) = [house for house in houses() if house["key"] == "nine-card"]
    defaults = {option["name"]: option["default"] for option in nine["options"]}
    assert (defaults["lines"], defaults["square"], defaults["ending"]) == ("columns", "off", "all-up")
    assert total("nine-card", "9 4 K / 5 9 Q / A 3 9") == 50
    assert total("nine-card", "9 4 K / 5 9 Q / A 3 9", lines="all") == 23


def test_skyjo_and_play_nine_stand_first_among_the_others(visitor: Visitor) -> None:
    assert [house["key"] for house in others()][:2] == ["vanishing-columns", "play-nine"]
    links = visitor.go("/houses").page.xpath("//section[@aria-labelledby='published']//h3/a/@href")
    assert links[:2] == ["/houses/vanishing-columns", "/houses/play-nine"]


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("skyjo", "vanishing-columns"),
        ("play-nine", "play-nine"),
        ("polish-poker", "six-card"),
        ("polish-polka", "six-card"),
        ("hara-kiri", "six-card"),
        ("crazy-nines", "nine-card"),
        ("nines", "nine-card"),
        ("turtle", "turtle"),
    ],
)
def test_a_house_is_found_by_the_names_that_people_know(visitor: Visitor, name: str, key: str) -> None:
    layout = json.loads(told("houses", "--json"))
    (house,) = [one for one in layout if one["key"] == key]
    rows, columns = house["grid"]["rows"], house["grid"]["columns"]
    cards = " / ".join([" ".join(["5"] * columns)] * rows)
    assert score(name, cards)["house"] == key
    page = visitor.go(f"/houses/{name}").page
    assert visitor.status == 200
    assert f"/new/{key}" in page.xpath("//main//a/@href")


def test_who_looks_for_turtle_is_shown_the_common_games_of_four_cards(visitor: Visitor) -> None:
    assert {house["key"] for house in houses() if "Turtle" in house["also"]} == {"four-card", "four-cancelling"}
    links = visitor.go("/houses/turtle").page.xpath("//header//a/@href")
    assert {"/houses/four-card", "/houses/four-cancelling"} <= set(links)


def test_whether_three_minus_twos_must_leave_is_asked() -> None:
    layout = "-2 5 3 8 / -2 7 0 1 / -2 9 4 12"
    assert total("skyjo", layout, minus_twos="stay") == total("skyjo", layout) - 6


TYPED = {
    "our own sign for a joker": "5 ★ 7 / 5 Q K",
    "the picture of a joker": "5 🃏 7 / 5 Q K",
    "commas": "5, *, 7 / 5, Q, K",
    "semicolon": "5 * 7; 5 Q K",
    "bar": "5 * 7 | 5 Q K",
    "a row a line": "5 * 7\r\n5 Q K",
    "bracket after a letter": "A) 5 * 7 / 5 Q K",
    "colon after a letter": "A: 5 * 7 / 5 Q K",
    "dot after a number": "1. 5 * 7 / 5 Q K",
    "names of cards": "5 joker 7 / five queen King",
    "a suit before its rank": "♥5 * 7 / ♠5 dq K",
    "full width": "５　＊　７／５　Ｑ　Ｋ",
    "JK where a jack and a king are too many": "5 JK 7 / 5 Q K",
}
NO_CARDS = ["Jack / 5 5 5", "5 5 5 / Jacks", "Task / 5 5 5"]
"""Words, which are never three cards."""


def by_command(_visitor: Visitor, typed: str) -> int | None:
    try:
        return total("two-joker", typed)
    except Refused:
        return None


def by_referee(visitor: Visitor, typed: str) -> int | None:
    return _total_shown(visitor.go(f"/score?{urlencode({'house': 'two-joker', 'cards': typed})}"))


def by_trial(visitor: Visitor, typed: str) -> int | None:
    sent = {"name": "Ours", "try": typed, "do": "show"}
    return _total_shown(visitor.go("/houses/build?from=two-joker").submit("/houses/build", sent))


def by_hole(visitor: Visitor, typed: str) -> int | None:
    key = visitor.begin("two-joker")
    hole = f"/g/{key}/hole/1"
    visitor.go(hole).submit(hole, {"hand-1": typed, "do": "save"})
    raws = [hand["raw"] for hole in visitor.game(key)["holes"] for hand in hole["hands"]]
    return raws[0] if raws else None


def by_own_hands(visitor: Visitor, typed: str) -> int | None:
    visitor.go("/sets").submit("/sets", {"house": "two-joker", "hands": typed})
    if visitor.status == 422:
        return None
    code = visitor.address.rsplit("/", 1)[1]
    file = etree.fromstring(visitor.go(f"/sets/{code}/files/moodle").content)
    (right,) = file.xpath("//question[@type='numerical']/answer[@fraction='100']/text/text()")
    return int(right)


def _total_shown(visitor: Visitor) -> int | None:
    shown = visitor.page.xpath("//@data-total")
    return int(shown[0]) if shown else None


DOORS = [by_command, by_referee, by_trial, by_hole, by_own_hands]


@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.__name__)
def test_cards_are_read_at_every_door_as_people_write_them(
    door: Callable[[Visitor, str], int | None], visitor: Visitor
) -> None:
    assert {name: door(visitor, typed) for name, typed in TYPED.items()} == dict.fromkeys(TYPED, 15)
    assert [door(visitor, typed) for typed in NO_CARDS] == [None] * len(NO_CARDS)


# --- rules of one's own -----------------------------------------------------------------------------------------------


def test_deleted_rules_are_put_back_by_their_own_link_and_games_keep_them(
    visitor: Visitor, other_visitor: Visitor
) -> None:
    visitor.go("/houses/build?from=worksheet").submit("/houses/build", {"do": "save", "name": "Cabin rules"})
    own = urlsplit(visitor.address).path
    (shared,) = set(visitor.page.xpath("//a[starts-with(@href, '/h/')]/@href"))
    played = f"~{shared.removeprefix('/h/')}"
    game = visitor.begin(played)
    other_visitor.go(shared)
    visitor.go(own).submit(f"{own}/delete", {})
    for phone, address in ((visitor, own), (visitor, shared), (other_visitor, shared), (visitor, f"/houses/{played}")):
        assert phone.go(address).status == 410, address
        assert phone.page.xpath("//*[@data-deleted='rules']")
    assert not other_visitor.page.xpath("//form[contains(@action, 'put-back')]")
    for phone in (visitor, other_visitor):
        assert not phone.go("/houses").page.xpath(f"//a[@href='{shared}']")
        assert phone.go(f"/new/{played}").status == 410
    assert visitor.go(f"/g/{game}/rules").status == 200
    visitor.go("/houses").submit(f"{own}/put-back", {})
    assert visitor.go(own).status == visitor.go(shared).status == 200


def test_rules_go_at_once_only_after_a_question_that_names_them_on_the_device_that_made_them(
    visitor: Visitor, other_visitor: Visitor
) -> None:
    visitor.go("/houses/build?from=worksheet").submit("/houses/build", {"do": "save", "name": "Cabin rules"})
    own = urlsplit(visitor.address).path
    visitor.submit(f"{own}/delete", {})
    assert other_visitor.go(f"{own}/delete-for-good").status == 403
    assert "Cabin rules" in visitor.go(f"{own}/delete-for-good").page.xpath("string(//h1)")
    visitor.submit("/delete-for-good", {})
    assert visitor.go(own).status == 410
    assert not visitor.page.xpath("//form[contains(@action, 'put-back')]")

"""Another game of the evening: points by round, the highest or the lowest wins, beside Golf on the same phone."""

import csv
import io
from collections.abc import Sequence

import pytest

from tests.promises.test_tally import HIGH, LOW
from tests.promises.visitor import Visitor


def row(visitor: Visitor, key: str, name: str) -> list[str]:
    """A row of the scorecard's CSV."""
    rows = csv.reader(io.StringIO(visitor.go(f"/g/{key}/card.csv").text))
    return next([cell for cell in cells[1:] if cell] for cells in rows if cells and cells[0] == name)


@pytest.mark.parametrize(
    ("better", "rounds", "leader"),
    [
        ("higher", [["45", "80"], ["51-19", "−20"]], "Ann"),
        ("lower", [["45", "80"], ["51-19", "−20"]], "Bo"),
    ],
)
def test_a_table_names_a_game_and_types_its_points(
    better: str, rounds: Sequence[Sequence[str]], leader: str, visitor: Visitor
) -> None:
    visitor.go("/new/another").submit("/new/another", {"name": "Our rummy", "better": better, "ends": "open"})
    house = visitor.address.split("/new/")[1]
    key = visitor.begin(house)
    for number, typed in enumerate(rounds, 1):
        visitor.enter(key, number, typed)
    assert row(visitor, key, "Total") == ["77", "60"]
    assert ["Ann", "Bo"][row(visitor, key, "Rank").index("1")] == leader
    assert house in visitor.go("/new").text, "the next time it is one tap"


def test_rummy_to_500_is_won_by_the_highest_beyond_it(visitor: Visitor) -> None:
    key = visitor.begin("rummy-500")
    visitor.enter(key, 1, ["480", "495"])
    visitor.enter(key, 2, ["35", "60"])
    assert row(visitor, key, "Total") == ["515", "555"]
    assert row(visitor, key, "Rank") == ["2", "1"]
    assert visitor.go(f"/g/{key}/end").page.xpath("//@data-page") == ["over"]


def test_letters_in_points_are_refused_and_stay_typed(visitor: Visitor) -> None:
    key = visitor.begin("rummy-500")
    visitor.enter(key, 1, ["4x", "12345678901"])
    assert visitor.status == 422
    assert [str(one) for one in visitor.page.xpath("//input[starts-with(@name, 'hand-')]/@value")] == [
        "4x",
        "12345678901",
    ]
    assert not visitor.game(key)["holes"]


def test_an_evening_of_two_games_is_on_one_phone(visitor: Visitor) -> None:
    golf = visitor.begin("penalty", holes="2")
    for number in (1, 2):
        visitor.enter(golf, number, [LOW, HIGH])
    rummy = visitor.begin("rummy-500")
    visitor.enter(rummy, 1, ["500", "20"])
    start = visitor.go("/").text
    assert f"/g/{golf}/end" in start
    assert f"/g/{rummy}/end" in start
    for page in ("/people", f"/g/{rummy}/history", f"/g/{rummy}/screen", f"/g/{rummy}/invite"):
        assert visitor.go(page).status == 200, page


@pytest.mark.parametrize("page", ["/practice/rummy-500", "/play/rummy-500", "/learn/rummy-500"])
def test_what_needs_cards_says_so_for_a_game_without_any(page: str, visitor: Visitor) -> None:
    assert visitor.go(page).status == 422
    assert "Rummy to 500" in visitor.text


def test_mini_golf_of_six_with_a_tie_is_counted_back_from_the_last_hole(visitor: Visitor) -> None:
    names = ("Ann", "Bo", "Cy", "Di", "Eve", "Flo")
    key = visitor.begin("mini-golf", names=names, holes="9")
    for number in range(1, 10):
        strokes = ["2", "2", "3", "3", "4", "7"]
        if number in (8, 9):  # Ann and Bo swap a stroke, so both have 18
            strokes[:2] = ["1", "3"] if number == 8 else ["3", "1"]
        visitor.enter(key, number, strokes)
    assert row(visitor, key, "Total") == ["18", "18", "27", "27", "36", "63"]
    ranks = row(visitor, key, "Rank")
    assert ranks[:2] == ["2", "1"], "Bo's last hole was better"
    assert ranks[5] == "6"
    assert visitor.go(f"/g/{key}/end").page.xpath("//@data-page") == ["over"]


def test_eight_strokes_are_more_than_a_lane_allows(visitor: Visitor) -> None:
    key = visitor.begin("mini-golf", holes="9")
    visitor.enter(key, 1, ["8", "2"])
    assert visitor.status == 422
    assert not visitor.game(key)["holes"] or not visitor.game(key)["holes"][0]["confirmed"]


def test_who_goes_out_in_uno_takes_what_the_others_hold(visitor: Visitor) -> None:
    key = visitor.begin("uno", names=("Ann", "Bo", "Cy"))
    (ann, *_) = [one["id"] for one in visitor.game(key)["players"]]
    visitor.enter(key, 1, ["0", "17", "60"], ender=str(ann))
    assert row(visitor, key, "Total")[0] == "77"


def test_the_builder_of_card_rules_is_not_offered_for_a_game_of_points(visitor: Visitor) -> None:
    sheet = visitor.go("/houses/uno")
    assert not sheet.page.xpath("//a[contains(@href, '/houses/build')]")
    assert visitor.go("/houses/build?from=uno").status == 422


def test_a_table_of_scores_of_another_game_comes_in_with_its_points(visitor: Visitor) -> None:
    table = "Round,Ann,Bo\n1,1200,-5\n2,800,40\n"
    visitor.go("/import").submit("/import", {"text": table, "file": None, "house": "another-higher"})
    key = visitor.address.split("/g/")[1]
    assert row(visitor, key, "Total") == ["2000", "35"]
    assert row(visitor, key, "Rank") == ["1", "2"]


def test_a_game_that_was_named_here_can_be_named_anew_and_deleted(visitor: Visitor) -> None:
    visitor.go("/new/another").submit("/new/another", {"name": "Our rummy", "better": "higher", "ends": "open"})
    (own,) = visitor.go("/houses").page.xpath("//main//a[contains(@href, '/houses/build/')]/@href")
    page = visitor.go(own).address
    visitor.submit(page, {"name": "Sunday rummy"})
    assert "Sunday rummy" in visitor.go("/new").text
    visitor.go(page).submit(f"{own}/delete", {})
    assert "Sunday rummy" not in visitor.go("/new").text


def test_every_game_that_comes_with_scorekeeper_can_begin_without_a_network(visitor: Visitor) -> None:
    listed = {path.rpartition("/")[2] for path in visitor.go("/new/another").page.xpath("//main//a/@href")}
    kept = {house["rules"]["house"]["key"] for house in visitor.ask("/api/houses")}
    assert len(listed) >= 12
    assert listed <= kept


def test_a_first_visit_of_a_hole_of_cards_is_no_heavier_for_them(visitor: Visitor) -> None:
    key = visitor.begin("two-joker")
    newcomer = Visitor(visitor.url)
    newcomer.go(f"/g/{key}/hole/1", Accept="text/html,application/xhtml+xml", Accept_Encoding="gzip")
    assert newcomer.headers["Content-Encoding"] == "gzip"
    assert len(newcomer.content) + len(str(newcomer.headers)) <= 58.3 * 1024, "as it was before them"


def test_the_start_page_leads_to_the_referee_while_a_game_without_cards_goes_on(visitor: Visitor) -> None:
    visitor.begin("uno", names=("Ann", "Bo", "Cy"))
    (way,) = {link for link in visitor.go("/").page.xpath("//main//a/@href") if link.startswith("/referee")}
    assert visitor.go(way).status == 200

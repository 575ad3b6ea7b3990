"""Files: what a table and a teacher take away says what the pages say, and can be brought back."""

import csv
import io

from lxml import etree

from tests.promises.command import total
from tests.promises.visitor import Visitor, new_id

LOW, MID = "K K A / K 3 2", "A 2 3 / 4 5 6"


def played(visitor: Visitor) -> str:
    """A game of Penalty with two holes; Bo ends the second, is beaten and pays ten."""
    key = visitor.begin("penalty")
    bo = visitor.game(key)["players"][1]["id"]
    visitor.enter(key, 1, [LOW, MID])
    visitor.enter(key, 2, [LOW, MID], ender=str(bo))
    return key


def test_the_table_of_a_game_has_every_score_of_every_hole(visitor: Visitor) -> None:
    key = played(visitor)
    rows = list(csv.reader(io.StringIO(visitor.go(f"/g/{key}/card.csv").text)))
    numbers = [[cell.replace("\N{MINUS SIGN}", "-") for cell in row] for row in rows]
    assert any({"6", "21"} <= set(row) for row in numbers)
    assert any({"6", "31"} <= set(row) for row in numbers)


def test_a_game_that_is_brought_in_from_its_file_has_the_same_hands(visitor: Visitor, other_visitor: Visitor) -> None:
    key = played(visitor)
    text = visitor.go(f"/g/{key}/card.json").text
    other_visitor.go("/import").submit("/import", {"text": text})
    again = other_visitor.address.split("/g/")[1].split("/")[0]
    assert again != key
    hands = [[[hand["cards"] for hand in hole["hands"]] for hole in visitor.game(one)["holes"]] for one in (key, again)]
    assert hands[0] == hands[1] == [[LOW, MID], [LOW, MID]]


def test_hands_that_a_teacher_typed_go_to_moodle_with_the_right_number_of_each(visitor: Visitor) -> None:
    hands = ["2 5 K / 2 Q 9", "7 A 2 / 7 3 J", "4 4 8 / 10 6 8"]
    visitor.go("/sets").submit("/sets", {"house": "worksheet", "hands": "\n".join(hands)})
    code = visitor.address.rsplit("/", 1)[1]
    file = etree.fromstring(visitor.go(f"/sets/{code}/files/moodle").content)
    right = file.xpath("//question[@type='numerical']/answer[@fraction='100']/text/text()")
    assert [int(number) for number in right] == [total("worksheet", hand) for hand in hands] == [24, 12, 24]


def with_points_by_hand(visitor: Visitor) -> str:
    """A game of which Bo has 21 points on a hole, and 5 more by hand; its edit key."""
    key = visitor.begin("penalty")
    visitor.enter(key, 1, [LOW, MID])
    bo = visitor.game(key)["players"][1]["id"]
    sent = {"write_id": new_id(), "based_on": 0, "points": 5, "reason": "looked at a card"}
    visitor.ask(f"/api/games/{key}/holes/1/by-hand/{bo}", sent, "PUT")
    assert visitor.status == 200
    return key


def test_a_game_that_is_exported_and_imported_keeps_its_points_by_hand(visitor: Visitor) -> None:
    key = with_points_by_hand(visitor)
    file = visitor.go(f"/g/{key}/card.json").text
    visitor.go("/import").submit("/import", {"text": file, "file": None})
    again = visitor.address.split("/g/")[1].split("/")[0]
    assert again != key
    by_hand = visitor.game(again)["holes"][0]["hands"][1]["by_hand"]
    assert (by_hand["points"], by_hand["reason"]) == (5, "looked at a card")
    assert visitor.ask(f"/g/{again}/card.json")["holes"][0]["results"][1]["score"] == 26


def test_the_table_for_spreadsheets_tells_points_by_hand_and_why(visitor: Visitor) -> None:
    key = with_points_by_hand(visitor)
    text = visitor.go(f"/g/{key}/card.csv").content.decode("utf-8-sig")
    hole = next(csv.DictReader(io.StringIO(text, newline="")))
    told = [hole[f"Bo {what}"] for what in ("raw", "penalty", "points by hand", "reason", "score", "total")]
    assert told == ["21", "0", "5", "looked at a card", "26", "26"]

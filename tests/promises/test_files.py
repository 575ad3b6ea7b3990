"""Files: what a table and a teacher take away says what the pages say, and can be brought back."""

import csv
import io

from lxml import etree

from tests.promises.command import total
from tests.promises.visitor import Visitor

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
    visitor.go("/sets").submit("/sets", {"hands": "\n".join(hands)})
    code = visitor.address.rsplit("/", 1)[1]
    file = etree.fromstring(visitor.go(f"/sets/{code}/files/moodle").content)
    right = file.xpath("//question[@type='numerical']/answer[@fraction='100']/text/text()")
    assert [int(number) for number in right] == [total("worksheet", hand) for hand in hands] == [24, 12, 24]

"""Files: what a table and a teacher take away says what the pages say, and can be brought back."""

import csv
import io
import json
import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from lxml import etree

from tests.promises.command import Refused, told, total
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
    visitor.go("/import").submit("/import", {"text": file, "file": None, "copy": "yes"})
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


# --- files as editors and spreadsheets leave them ---------------------------------------------------------------------

SAVED: dict[str, Callable[[str], bytes]] = {
    "UTF-8 with a mark": lambda text: text.encode("utf-8-sig"),
    "UTF-16 of Notepad": lambda text: b"\xff\xfe" + text.encode("utf-16-le"),
    "UTF-16, the other way about": lambda text: b"\xfe\xff" + text.encode("utf-16-be"),
    "UTF-16 without a mark": lambda text: text.encode("utf-16-le"),
    "Windows-1252": lambda text: text.encode("cp1252"),
    "line ends of an old Mac": lambda text: text.replace("\n", "\r").encode(),
}


def typographic(text: str) -> bytes:
    """A text whose quotes open and close, as a word processor makes them."""
    return re.sub(r'"([^"\n]*)"', r"“\1”", text).encode()


def zipped(name: str) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr(name, "...")
    return packed.getvalue()


NO_TEXT = {
    "a Word document": zipped("word/document.xml"),
    "an Excel workbook": zipped("xl/workbook.xml"),
    "a zip archive": zipped("golf.json"),
    "a PDF": b"%PDF-1.7\n",
    "rich text": rb"{\rtf1 hello}",
    "a web page": b"<!DOCTYPE html><html></html>",
    "an empty file": b"",
    "zeros": b"\0" * 600,
    "a file that was cut off": b'{"format": "scorekeeper.game", "version": 1, "title": "Fri',
}

PARSERS = re.compile(
    r"Expecting|double quotes|delimiter|Extra data|char \d|column \d|Invalid (statement|value)|Unterminated|codec|"
    r"Traceback|JSONDecode|TOMLDecode|unexpected end|end of document|Input should"
)
"""Words of parsers, which say nothing to people."""


def words(visitor: Visitor) -> str:
    """What a page says, without what was typed."""
    return " ".join(visitor.page.xpath("//main//text()[not(ancestor::textarea)]"))


@pytest.fixture
def file(visitor: Visitor) -> str:
    """The file of a game with a name that is not plain letters."""
    key = visitor.begin("worksheet", ["Zoë", "Bo"])
    visitor.enter(key, 1, ["2 5 K / 2 Q 9", "7 A 2 / 7 3 J"])
    return visitor.go(f"/g/{key}/card.json").text


@pytest.mark.parametrize("save", [*SAVED.values(), typographic], ids=[*SAVED, "typographic quotes"])
def test_a_game_is_imported_from_a_file_as_an_editor_saved_it(
    save: Callable[[str], bytes], file: str, other_visitor: Visitor
) -> None:
    other_visitor.go("/import").upload("/import", save(file), "golf.json")
    game = other_visitor.game(other_visitor.game_key)
    assert [one["name"] for one in game["players"]] == ["Zoë", "Bo"]
    assert [hand["raw"] for hand in game["holes"][0]["hands"]] == [24, 12]


CHANGED: dict[str, Callable[[str], str]] = {
    "a comma too many": lambda text: text.replace("]\n}", "],\n}"),
    "blanks that do not break": lambda text: text.replace("  ", "\u00a0\u00a0"),
    "a long dash for a minus": lambda text: text.replace('"A": 1', '"A": –1'),
}


@pytest.mark.parametrize("change", CHANGED.values(), ids=list(CHANGED))
def test_a_game_is_imported_from_a_text_that_an_editor_changed(
    change: Callable[[str], str], file: str, other_visitor: Visitor
) -> None:
    assert change(file) != file
    other_visitor.go("/import").submit("/import", {"text": change(file), "file": None})
    assert other_visitor.game(other_visitor.game_key)["players"][0]["name"] == "Zoë"


@pytest.mark.parametrize("content", NO_TEXT.values(), ids=list(NO_TEXT))
@pytest.mark.parametrize(("page", "action"), [("/import", "/import"), ("/houses/build", "/houses/load")])
def test_a_file_that_cannot_be_read_is_refused_in_words_and_what_was_typed_stays(
    content: bytes, page: str, action: str, visitor: Visitor
) -> None:
    visitor.go(page).upload(action, content, "ours.toml", text="typed before")
    assert visitor.status == 422
    assert visitor.page.xpath("//*[@role='alert']//li")
    assert not PARSERS.search(words(visitor))
    assert visitor.page.xpath("string(//textarea[@name='text'])").strip() == "typed before"


@pytest.mark.parametrize("save", [*SAVED.values(), typographic], ids=[*SAVED, "typographic quotes"])
def test_rules_are_read_from_a_file_as_an_editor_saved_it(
    save: Callable[[str], bytes], visitor: Visitor, house_file: Path
) -> None:
    rules = visitor.go("/houses/worksheet/house.toml").text.replace('name = "Classroom Golf"', 'name = "Zoës"')
    house_file.write_bytes(save(rules))
    told("house", "check", str(house_file))
    assert told("score", "--house", str(house_file), "--stdin", given="2 5 K / 2 Q 9\n").strip() == "24"
    visitor.go("/houses/build").upload("/houses/load", save(rules), "ours.toml")
    assert visitor.status == 200
    assert visitor.page.xpath("//input[@value='Zoës']")


@pytest.mark.parametrize("content", NO_TEXT.values(), ids=list(NO_TEXT))
def test_the_command_line_refuses_what_is_no_text_in_words(content: bytes, house_file: Path) -> None:
    house_file.write_bytes(content)
    for command in (["house", "check", str(house_file)], ["score", "--house", str(house_file), "A A A / A A A"]):
        with pytest.raises(Refused) as refused:
            told(*command)
        assert not PARSERS.search(str(refused.value))
        assert house_file.name in str(refused.value)


# --- a spreadsheet with a decimal comma -------------------------------------------------------------------------------


def columns(text: str, separator: str) -> int:
    """Into how many columns a spreadsheet parts the first row."""
    (first, *_) = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    return len(first)


def test_a_spreadsheet_with_a_decimal_comma_opens_the_table_in_columns(visitor: Visitor) -> None:
    key = played(visitor)
    german = visitor.go(f"/g/{key}/card.csv", Accept_Language="de-DE,de;q=0.9,en;q=0.5").text
    assert columns(german, ";") == columns(visitor.go(f"/g/{key}/card.csv").text, ",") > 10
    asked = visitor.go(f"/g/{key}/card.csv?separator=semicolon", Accept_Language="en").text
    assert columns(asked, ";") > 10
    links = visitor.go(f"/g/{key}/end").page.xpath("//a[contains(@href, 'card.csv')]/@data-separator")
    assert sorted(links) == ["comma", "semicolon"]


# --- its day ----------------------------------------------------------------------------------------------------------


def file_of_march(visitor: Visitor) -> dict[str, Any]:
    """The file of a whole game of one hole, played in March 2025."""
    key = visitor.begin("penalty", holes="1")
    visitor.enter(key, 1, [LOW, MID])
    data: dict[str, Any] = visitor.ask(f"/g/{key}/card.json")
    assert data["begun_at"] <= data["holes"][0]["confirmed_at"] <= data["changed_at"]
    data["holes"][0]["confirmed_at"] = "2025-03-14T20:10:00Z"
    return {**data, "begun_at": "2025-03-14T20:00:00Z", "changed_at": "2025-03-14T20:20:00Z"}


def test_an_imported_game_lies_on_the_day_on_which_it_was_played(visitor: Visitor, other_visitor: Visitor) -> None:
    data = file_of_march(visitor)
    other_visitor.go("/import").submit("/import", {"text": json.dumps(data), "file": None})
    key = other_visitor.game_key
    assert [day[:10] for day in other_visitor.go("/").page.xpath("//time/@datetime")] == ["2025-03-14"]
    history = other_visitor.go(f"/g/{key}/history")
    assert {day[:10] for day in history.page.xpath("//time/@datetime")} == {"2025-03-14"}
    assert set(history.page.xpath("//@data-hole")) == {"1"}
    again = other_visitor.ask(f"/g/{key}/card.json")
    assert [moment[:16] for moment in (again["begun_at"], again["changed_at"])] == [
        "2025-03-14T20:00",
        "2025-03-14T20:20",
    ]
    assert again["holes"][0]["confirmed_at"].startswith("2025-03-14T20:10")


def test_a_file_of_a_release_without_days_is_imported(visitor: Visitor, other_visitor: Visitor) -> None:
    data = file_of_march(visitor)
    for key in ("uid", "begun_at", "changed_at"):
        del data[key]
    del data["holes"][0]["confirmed_at"]
    other_visitor.go("/import").submit("/import", {"text": json.dumps(data), "file": None})
    assert other_visitor.game(other_visitor.game_key)["holes"][0]["confirmed"]


def test_the_same_file_twice_offers_the_game_or_a_copy_and_loses_nothing(
    visitor: Visitor, other_visitor: Visitor
) -> None:
    file = json.dumps(file_of_march(visitor))
    other_visitor.go("/import").submit("/import", {"text": file, "file": None})
    first = other_visitor.game_key
    other_visitor.go("/import").upload("/import", file.encode("utf-16"), "golf.json")
    assert other_visitor.game_key == ""
    assert other_visitor.page.xpath("//a/@data-had-already") == [first]
    assert json.loads(other_visitor.page.xpath("string(//textarea[@name='text'])")) == json.loads(file)
    other_visitor.submit("/import", {})
    assert other_visitor.game_key not in ("", first)
    assert len(other_visitor.go("/").page.xpath("//time")) == 2


def test_a_game_that_was_downloaded_and_imported_on_the_same_phone_is_had_already(visitor: Visitor) -> None:
    key = played(visitor)
    file = visitor.go(f"/g/{key}/card.json").text
    visitor.go("/import").submit("/import", {"text": file, "file": None})
    assert visitor.page.xpath("//a/@data-had-already") == [key]


def test_ranks_in_the_table_agree_with_what_stands_above_them(visitor: Visitor) -> None:
    key = visitor.begin("two-joker", holes="1")
    visitor.enter(key, 1, ["5", "5"])
    visitor.go(f"/g/{key}/end").submit("/playoff", {})
    visitor.enter(key, 2, ["8", "-1"])
    visitor.go(f"/g/{key}/table").submit("/table", {"title": "Friday"})
    rows = list(csv.reader(io.StringIO(visitor.go(f"/g/{key}/card.csv").content.decode("utf-8-sig"), newline="")))
    below = {first: [cell for cell in rest if cell] for first, *rest in rows}
    assert (below["Total"], below["Extra hole"], below["Rank"]) == (["5", "5"], ["8", "-1"], ["2", "1"])
    assert below["Title"] == ["Friday"]
    assert below["Rules"] == ["Two-Joker Golf", "two-joker"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d", below["Begun"][0])


def test_points_per_hole_stand_in_the_table_where_ranks_go_by_them(visitor: Visitor) -> None:
    key = visitor.begin("worksheet", ["Ann", "Bo", "Cy"], holes="2")
    for hole, points in enumerate((["5", "6", "9"], ["4", "2", "7"]), start=1):
        visitor.enter(key, hole, points)
    data = visitor.ask(f"/g/{key}/card.json")
    data["players"][2]["joined"] = 2
    data["holes"][0]["entries"].pop()
    visitor.go("/import").submit("/import", {"text": json.dumps(data), "file": None, "copy": "yes"})
    rows = csv.reader(io.StringIO(visitor.go(f"/g/{visitor.game_key}/card.csv").text, newline=""))
    below = {first: [cell for cell in rest if cell] for first, *rest in rows}
    assert (below["Total"], below["Per hole"], below["Rank"]) == (["9", "8", "7"], ["4.5", "4", "7"], ["2", "1", "3"])

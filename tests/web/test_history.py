"""The pages of a history, which is as long as somebody makes it."""

import re
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from scorekeeper.web.play import pages
from tests.conftest import Phone, new_phone
from tests.web.tables import WebTable, sit_down

ANN = "5 * 7 / 5 Q K"
MINE = "5 6 7 / 5 Q K"
CARD = re.compile(r'<span class="card">(.*?)</span>')
ROW_WHEN = re.compile(r'<td class="history__when soft"><time [^>]*>[^<]*</time>(?: <span>(.*?)</span>)?</td>')
CHANGE = re.compile(r'<li class="history__change( is-undone)?">\s*<p class="history__what">(.*?)</p>', re.DOTALL)


def test_a_long_history_shows_the_newest_and_counts_the_rest(table: WebTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "MOST_CHANGES", 10)
    for number in range(10):
        assert table.put_hand(1, "Ann", points=number % 2).status_code == 200
    assert table.post("/undo", {}).status_code == 302
    for path, more in (("/history", 2), ("/hole/1/history", 1)):
        text = table.get(path).text
        undo, undone, *others = CHANGE.findall(text)
        assert undo[1].startswith("Undone: Ann")
        assert undone[0]
        assert "undone" in undone[1]
        assert len(others) == 8
        assert not any(mark for mark, _ in others)
        assert f"{more} earlier change{'s' if more > 1 else ''} not shown." in text


def test_the_history_tells_an_entry_that_was_not_taken(table: WebTable) -> None:
    other = new_phone(table.client.application)
    theirs = WebTable(other, table.edit_key, table.view_key, table.players)
    theirs.get()
    table.put_hand(1, "Ann", cards=ANN)
    assert theirs.put_hand(1, "Ann", based_on=0, cards=MINE).status_code == 409
    assert f"Another phone sent {MINE} for Ann on hole 1, but {ANN} stayed" in table.get("/history").text
    assert theirs.post("/seat", {"player": str(table.players["Bo"])}).status_code == 302
    assert theirs.put_hand(1, "Ann", based_on=0, points=-3).status_code == 409
    assert theirs.put_hand(1, "Ann", based_on=0).status_code == 409
    for address in ("/history", "/hole/1/history"):
        text = table.get(address).text
        assert f"Bo’s phone sent −3 for Ann on hole 1, but {ANN} stayed" in text
        assert f"Bo’s phone tried to remove Ann’s cards on hole 1, but {ANN} stayed" in text
    assert "This phone tried" in theirs.get("/history").text
    assert "Undo: hole 1 started, Ann’s cards" in table.get("/history").text


def test_a_row_names_the_phone_only_where_it_is_not_the_readers(table: WebTable) -> None:
    theirs = WebTable(new_phone(table.client.application), table.edit_key, table.view_key, table.players)
    theirs.get()
    table.put_hand(1, "Ann", cards=ANN)
    assert ROW_WHEN.findall(table.get("/history").text) == [""]
    assert ROW_WHEN.findall(theirs.get("/history").text) == ["Another phone"]


@pytest.mark.parametrize(
    "zone", ["Pacific/Kiritimati", "America/New_York", "Mars/Olympus", "../../etc/passwd", "America"]
)
def test_moments_are_told_by_the_clock_of_who_reads(table: WebTable, zone: str) -> None:
    table.client.set_cookie("zone", zone)
    page = table.get("/history").text
    at, shown = re.findall(r'<time datetime="([^"]+)">([^<]+)', page)[0]
    reader = ZoneInfo(zone) if zone in ("Pacific/Kiritimati", "America/New_York") else None
    moment = datetime.fromisoformat(at).astimezone(reader)
    assert shown == f"{moment:%I:%M %p}".removeprefix("0")
    assert f">{moment:%b}\N{NO-BREAK SPACE}{moment.day}</h2>" in page


def test_a_game_tells_its_own_length_in_its_rules_and_who_left_once(table: WebTable) -> None:
    stays = {f"stay-{number}": "leaves" if name == "Cy" else "stays" for name, number in table.players.items()}
    for name in table.players:
        table.put_hand(1, name, points=4)
    table.post("/table", {**stays, "holes_planned": "4"})
    assert "A game is 4 holes." in table.get("/rules").text
    history = table.get("/history").text
    assert "Cy left" in history
    assert "<dt>players</dt>" not in history, "the same names before and after"


def test_the_history_names_a_day_once_and_shows_cards_as_cards(table: WebTable) -> None:
    for cards in (ANN, MINE):
        table.put_hand(1, "Ann", cards=cards)
    page = table.get("/history").text
    days = re.findall('<h2 class="eyebrow">(.*?)</h2>', page)
    assert days
    assert len(days) == len(set(days))
    hands = re.findall("<(?:del|ins)>(.*?)</(?:del|ins)>", page, re.DOTALL)
    assert [re.sub("<.*?>", "", hand) for hand in hands] == [ANN, MINE, ANN]
    assert [hand.count('class="card') for hand in hands] == [6, 6, 6]


def test_number_cards_are_told_as_they_are_printed(client: Phone) -> None:
    table = sit_down(client, house="play-nine")
    assert table.put_hand(1, "Ann", cards="#0 #-5 #1 #11 / #0 2 3 4").status_code == 200
    text = table.get("/history").text
    assert [card for card in CARD.findall(text) if card] == ["0", "−5", "1", "11", "0", "2", "3", "4"]


HANDS = [
    ("cards", {"cards": ANN}, "Ann’s cards", "Ann’s cards removed on hole 1"),
    ("a number", {"points": -3}, "Ann’s score", "Ann’s score removed on hole 1"),
]


@pytest.mark.parametrize(("entered", "body", "told", "removed"), HANDS, ids=[name for name, *_ in HANDS])
def test_what_was_entered_is_called_what_it_is(
    table: WebTable, entered: str, body: dict[str, object], told: str, removed: str
) -> None:
    table.put_hand(1, "Ann", **body)
    assert f"Undo: hole 1 started, {told}" in table.get().text
    table.put_hand(1, "Ann")
    newest, before = CHANGE.findall(table.get("/history").text)[:2]
    assert newest[1] == removed, entered
    assert before[1].endswith(told)
    other = new_phone(table.client.application)
    late = WebTable(other, table.edit_key, table.view_key, table.players)
    late.get()
    table.put_hand(1, "Ann", **body)
    assert late.put_hand(1, "Ann", based_on=0).status_code == 409
    kind = "cards" if "cards" in body else "score"
    assert f"tried to remove Ann’s {kind} on hole 1" in table.get("/history").text


ROW = re.compile(r'<tr id="hole-(\d+)">(.*?)</tr>', re.DOTALL)
CELL = re.compile(r"<td>(.*?)</td>", re.DOTALL)


def rows(page: str) -> dict[str, list[str]]:
    """The words of each hole's cells, as a reader hears them, by the hole's number and in the order of the page."""
    return {
        hole: [" ".join(re.sub("<[^>]+>", " ", cell).split()) for cell in CELL.findall(row)]
        for hole, row in ROW.findall(page)
    }


def played(table: WebTable, hole: int, **points: int) -> None:
    for name, number in points.items():
        assert table.put_hand(hole, name, points=number).status_code == 200
    assert table.confirm(hole, ender=None).status_code == 200


def test_each_hole_is_one_row_with_its_points_newest_first(table: WebTable) -> None:
    played(table, 1, Ann=4, Bo=7, Cy=9)
    played(table, 2, Ann=12, Bo=7, Cy=-2)
    page = table.get("/history").text
    assert list(rows(page)) == ["2", "1"]
    assert [cell.removesuffix("lowest").split(" #")[0] for cell in rows(page)["2"]] == ["12", "7", "−2"]
    assert [cell.endswith("lowest") for hole in rows(page).values() for cell in hole] == [
        *(False, False, True),
        *(True, False, False),
    ]
    assert list(rows(table.get("/hole/1/history").text)) == ["1"]


CORRECTIONS = [
    ("a first entry", [ANN], False, ""),
    ("another card", [ANN, MINE], True, "Ann, 15 to 23"),
    ("a correction that was undone", [ANN, MINE, "Undo"], False, "Ann, 15 to 23"),
    ("one that was redone", [ANN, MINE, "Undo", "Redo"], True, "Ann, 15 to 23"),
]


@pytest.mark.parametrize(("what", "steps", "marked", "told"), CORRECTIONS, ids=[case[0] for case in CORRECTIONS])
def test_a_corrected_number_is_marked_and_its_cards_are_told_before_and_after(
    table: WebTable, what: str, steps: list[str], marked: bool, told: str
) -> None:
    for step in steps:
        if step in ("Undo", "Redo"):
            change = re.findall(rf'name="change" value="(\d+)">\s*<button [^>]*>{step}: ', table.get("/history").text)[
                0
            ]
            assert table.post("/undo", {"change": change}).status_code == 302
        else:
            assert table.put_hand(1, "Ann", cards=step).status_code == 200
    page = table.get("/history").text
    assert rows(page)["1"][0].endswith("corrected") == marked, what
    assert re.findall(r"<dt>(Ann, \S+ to \S+)</dt>", page)[-1:] == ([told] if told else [])
    changed = re.findall(r'class="card is-changed">(.*?)<|class="card card--joker is-changed">(.*?)<', page)
    assert {sign for pair in changed for sign in pair if sign} == ({"*", "6"} if told else set())


def test_an_undo_stands_beside_its_change(table: WebTable) -> None:
    played(table, 1, Ann=4, Bo=7, Cy=9)
    table.put_hand(2, "Ann", points=3)
    page = table.get("/history").text
    newest = re.findall(r'<li class="history__change.*?</li>', page, re.DOTALL)[0]
    assert "Undo: hole 2 started, Ann’s score" in newest
    assert page.count("Undo: ") == 1
    assert "Undo: " not in table.get("/history", key=table.view_key).text


def test_only_a_new_seating_order_is_told_with_the_whole_table(table: WebTable) -> None:
    hole = {"newcomer_hole": "1"}
    steps = [
        ({"newcomer": "Di"}, "Di joined", False),
        ({f"name-{table.players['Bo']}": "Bob"}, "Bo is now Bob", False),
        ({"order": ",".join(map(str, reversed(table.players.values())))}, "New seating order", True),
    ]
    for fields, words, lists in steps:
        assert table.post("/table", {**hole, **fields}).status_code == 302
        newest = re.findall(r'<li class="history__change.*?</li>', table.get("/history").text, re.DOTALL)[0]
        assert words in newest
        assert ("<dt>players</dt>" in newest) == lists


def test_who_ended_a_hole_is_told_with_its_end_however_often_it_was_chosen(table: WebTable) -> None:
    for name in table.players:
        table.put_hand(1, name, points=4)
    before = len(CHANGE.findall(table.get("/history").text))
    for name in ("Ann", "Bo", "Cy"):
        assert table.name_ender(1, table.players[name]).status_code == 200
    choices = CHANGE.findall(table.get("/history").text)
    assert [words for _, words in choices[: len(choices) - before]] == ["Who went out on hole 1"]
    assert "<ins>Cy</ins>" in table.get("/hole/1/history").text
    assert table.confirm(1, ender=table.players["Cy"]).status_code == 200
    text = table.get("/history").text
    assert [words for _, words in CHANGE.findall(text)[:-before]] == ["Hole 1 finished"]
    assert text.count("<dt>who went out, hole 1</dt>") == 1

    # What an undo leaves standing is told by itself.
    table.post("/undo", {})
    words = [said.split(" <span")[0] for _, said in CHANGE.findall(table.get("/history").text)[:-before]]
    assert words == ["Undone: hole 1 finished", "Hole 1 finished", "Who went out on hole 1"]

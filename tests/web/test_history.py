"""The pages of a history, which is as long as somebody makes it."""

import re

import pytest

from scorekeeper.web.play.pages import MOST_CHANGES
from tests.conftest import Phone
from tests.web.tables import WebTable, sit_down

ANN = "5 * 7 / 5 Q K"
MINE = "5 6 7 / 5 Q K"
CHANGE = re.compile(r'<li class="history__change( is-undone)?">\s*<p class="history__what">(.*?)</p>', re.DOTALL)
EARLIER = re.compile(r'href="([^"]*\?before=-?\d+)">Earlier changes<')


@pytest.fixture
def table(client: Phone) -> WebTable:
    return sit_down(client)


def pages_of(table: WebTable, path: str) -> list[list[tuple[str, str]]]:
    """Every page, from the newest to the oldest: whether each change is taken back, and what it did."""
    pages: list[list[tuple[str, str]]] = []
    address: str | None = f"/g/{table.edit_key}{path}"
    while address is not None:
        assert len(pages) < 20
        text = table.client.get(address).text
        assert ("Newest changes" in text) is bool(pages)
        assert ("Undo: " in text) is not bool(pages), "it takes back the newest, which stands here"
        pages.append(CHANGE.findall(text))
        found = EARLIER.search(text)
        address = found[1] if found else None
    return pages


def test_a_long_history_has_pages_and_misses_nothing(table: WebTable) -> None:
    count, undone = MOST_CHANGES + 10, MOST_CHANGES // 2 + 5
    table.put_hand(1, "Bo", points=3)
    for number in range(count):
        assert table.put_hand(1, "Ann", points=number % 2).status_code == 200
    for _ in range(undone):
        assert table.post("/undo", {}).status_code == 302
    for path, began in (("/history", 1), ("/hole/1/history", 0)):
        pages = pages_of(table, path)
        everything = [one for page in pages for one in page]
        assert [len(page) for page in pages] == [MOST_CHANGES, len(everything) - MOST_CHANGES]
        assert len(everything) == undone + count + 1 + began
        assert all(what.startswith("Taken back: Ann") for _, what in everything[:undone])
        taken = everything[undone : 2 * undone]
        assert all(mark and "taken back" in what for mark, what in taken), "also those on the page after their undo"
        assert len(pages[0]) < 2 * undone, "which some are"
        assert not any(mark for mark, _ in everything[2 * undone :])
        assert "Bo" in everything[-1 - began][1]
        assert len(table.get(path).text) < 200_000
    # What is changed meanwhile moves nothing from one page to another.
    earlier = EARLIER.search(table.get("/history").text)
    assert earlier
    before = CHANGE.findall(table.client.get(earlier[1]).text)
    table.put_hand(1, "Bo", points=4)
    assert CHANGE.findall(table.client.get(earlier[1]).text) == before


def test_the_history_tells_an_entry_that_was_not_taken(table: WebTable) -> None:
    other = table.client.application.test_client()
    assert isinstance(other, Phone)
    theirs = WebTable(other, table.edit_key, table.view_key, table.players)
    theirs.get()
    table.put_hand(1, "Ann", cards=ANN)
    assert theirs.put_hand(1, "Ann", based_on=0, cards=MINE).status_code == 409
    assert f"Another device sent {MINE} for Ann on hole 1; the table kept {ANN}" in table.get("/history").text
    assert theirs.post("/seat", {"player": str(table.players["Bo"])}).status_code == 302
    assert theirs.put_hand(1, "Ann", based_on=0, points=-3).status_code == 409
    assert theirs.put_hand(1, "Ann", based_on=0).status_code == 409
    for address in ("/history", "/hole/1/history"):
        text = table.get(address).text
        assert f"Bo&#39;s phone sent −3 for Ann on hole 1; the table kept {ANN}" in text
        assert f"Bo&#39;s phone wanted to remove Ann&#39;s cards on hole 1; the table kept {ANN}" in text
    assert "This device wanted" in theirs.get("/history").text
    assert "Undo: hole 1 begun; Ann&#39;s cards on hole 1" in table.get("/history").text

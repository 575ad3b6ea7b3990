"""The form of a new set takes hands of one's own: one a line, and every line that is none is named."""

from __future__ import annotations

import re
from html import unescape

import pytest
from werkzeug.test import TestResponse

from scorekeeper.store.sets import KeptSet, find_set
from scorekeeper.web.db import store
from tests.conftest import Phone
from tests.web.words import words

FORM = {"house": "worksheet", "level": "2", "size": "5", "variants": "2", "kinds": "score"}
HANDS = "3 4 5 / 6 7 8\r\n\r\n  2 2 A/2 3 K  \r\n"


def told(answer: TestResponse) -> list[str]:
    """The reasons beside the box."""
    (beside,) = re.findall(r'<div id="hands-error">(.*?)</div>', answer.text, re.DOTALL)
    found = re.findall(r"Error: </span>(.*?)</span></p>", beside, re.DOTALL)
    return [unescape(reason) for reason in found]


def typed(answer: TestResponse) -> str:
    """What stands in the box, as a browser reads it: a line feed after the tag is none of it."""
    (box,) = re.findall(r'<textarea[^>]* id="hands"[^>]*>\n?(.*?)</textarea>', answer.text, re.DOTALL)
    return unescape(box)


def kept(client: Phone, answer: TestResponse) -> KeptSet:
    assert answer.status_code == 302, words(answer)
    with client.application.app_context():
        return find_set(store(), answer.headers["Location"].rpartition("/")[2])


@pytest.mark.parametrize(
    "others",
    [
        {},
        {"level": "", "size": "0", "variants": "many", "kinds": []},  # none of them is used
        {"size": "30", "kinds": ["columns", "winner"]},
    ],
)
def test_hands_of_ones_own_are_the_sheet(client: Phone, others: dict[str, str]) -> None:
    made = kept(client, client.send_form("/sets", **{**FORM, **others, "hands": HANDS}))
    assert (made.questions.kinds, made.questions.level, len(made.questions.sheets)) == (("score",), 6, 1)
    shown = [question.hands[0].layout.shown for question in made.questions.sheets[0].questions]
    assert shown == ["3 4 5 / 6 7 8", "2 2 A / 2 3 K"]
    page = client.get(f"/sets/{made.key_code}")
    assert "2 questions" in words(page)
    assert client.get(f"/sets/{made.questions.code}/sheet.txt").status_code == 200
    assert "you get 15" in client.get(f"/sets/{made.key_code}/key.txt").text


def test_the_same_form_again_is_the_same_set(client: Phone) -> None:
    form = {**FORM, "hands": HANDS, "write_id": "a-form-of-sets"}
    assert kept(client, client.send_form("/sets", **form)) == kept(client, client.send_form("/sets", **form))


def test_a_box_of_blanks_is_empty(client: Phone) -> None:
    made = kept(client, client.send_form("/sets", **FORM, hands=" \r\n \t\r\n"))
    assert (made.questions.size, len(made.questions.sheets)) == (5, 2)


def test_every_bad_line_is_named_by_its_number_and_nothing_is_lost(client: Phone) -> None:
    hands = "3 4 5 / 6 7 8\r\n\r\n3 4 / 6 7 8\r\nhello\r\n* 4 5 / 6 7 8\r\n345/678\r\n2 2 2 / 2 2 K\r\n<b>"
    answer = client.send_form("/sets", **{**FORM, "hands": hands, "level": "3", "size": "7", "kinds": "columns"})
    assert answer.status_code == 422
    lines = told(answer)
    assert [line.split(":")[0].split(",")[0] for line in lines] == [
        *("Line 3", "Line 4", "Line 5", "Line 6 is the same as line 1", "Line 7", "Line 8")
    ]
    assert "row 1 has 2 cards, 1 missing" in lines[0]
    assert "'hello'" in lines[1]
    assert "Worksheet has no value for a joker" in lines[2]
    assert "five twos cannot lie there: the decks hold four" in lines[4]
    assert "'<b>'" in lines[5]
    assert "<b>" not in answer.text.replace("&lt;b&gt;", "")
    assert typed(answer).splitlines() == hands.splitlines()
    assert '<option value="3" selected>' in answer.text
    assert re.search(r'id="size"[^>]* value="7"', answer.text)
    assert re.search(r'value="columns"[^>]* checked', answer.text)
    assert client.get("/sets").text.count("Made on this device") == 0


def test_the_box_begins_with_the_line_that_was_typed_first(client: Phone) -> None:
    """Browsers take a line feed after the tag away, so an empty first line must be kept by one more."""
    answer = client.send_form("/sets", **FORM, hands="\r\nhello")
    assert typed(answer).splitlines() == ["", "hello"]
    assert told(answer)[0].startswith("Line 2")


@pytest.mark.parametrize(
    ("hands", "reason"),
    [
        ("\n".join(f"{one} 4 5 / 6 7 K" for one in ["3", "5", "9"] * 11), "1 to 30 questions, and here are 33 hands"),
        ("3 " * 5_000, "characters are too many"),
        ("x y z " * 40, "is no card"),
        ("3 4 5\u2028/ 6 7 x", "Line 1"),
        ("\x00", "is no card"),
    ],
)
def test_what_is_too_much_is_told_in_few_words(client: Phone, hands: str, reason: str) -> None:
    answer = client.send_form("/sets", **FORM, hands=hands)
    assert answer.status_code == 422
    assert reason in " ".join(told(answer))
    assert all(len(line) < 450 for line in told(answer))


def test_a_house_that_is_none_is_asked_for_first_and_the_hands_stay(client: Phone) -> None:
    answer = client.send_form("/sets", **{**FORM, "house": "nobody"}, hands=HANDS)
    assert answer.status_code == 422
    assert 'id="house-error"' in answer.text
    assert 'id="hands-error"' not in answer.text
    assert typed(answer).splitlines() == HANDS.splitlines()


@pytest.mark.parametrize(
    ("house", "hints"),
    [
        ("worksheet", ["how hands of Worksheet are typed", "Ranks are A 2 to 10 J Q K."]),
        ("two-joker", ["how hands of Two jokers are typed", "a joker is *"]),
        ("suits-and-runs", ["These rules ask for suits"]),
        ("vanishing-columns", ["Cards are −2 ", "A card that is gone is a dot or a dash"]),
        ("nobody", ["how hands of Worksheet are typed"]),
    ],
)
def test_the_hint_says_how_the_cards_of_the_house_are_typed(client: Phone, house: str, hints: list[str]) -> None:
    said = words(client.get("/sets", query_string={"house": house}))
    for hint in ("Or hands of your own, one a line", "are not used then", *hints):
        assert hint in said

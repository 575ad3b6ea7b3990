"""Typed hands in the form of a new worksheet: one per line, with an error for each bad line."""

import re
from html import unescape

import pytest
from werkzeug.test import TestResponse

from scorekeeper.school.exercises.kept_sets import KeptSet, find_set
from scorekeeper.web.db import store
from tests.conftest import Phone
from tests.web.students import words

FORM = {"house": "worksheet", "level": "2", "size": "5", "variants": "2", "kinds": "score"}
HANDS = "3 4 5 / 6 7 8\r\n\r\n  2 2 A/2 3 K  \r\n"


def told(answer: TestResponse) -> list[str]:
    """Errors next to the box."""
    (beside,) = re.findall(r'<div id="hands-error">(.*?)</div>', answer.text, re.DOTALL)
    found = re.findall(r"Error: </span>(.*?)</span></p>", beside, re.DOTALL)
    return [unescape(reason) for reason in found]


def typed(answer: TestResponse) -> str:
    """Text of the box as a browser reads it, without the line feed after the tag."""
    (box,) = re.findall(r'<textarea[^>]* id="hands"[^>]*>\n?(.*?)</textarea>', answer.text, re.DOTALL)
    return unescape(box)


def kept(client: Phone, answer: TestResponse) -> KeptSet:
    assert answer.status_code == 302, words(answer.text)
    with client.application.app_context():
        return find_set(store(), answer.headers["Location"].rpartition("/")[2])


@pytest.mark.parametrize(
    "typed",
    [
        pytest.param("3 4 5\r\n6 7 8\r\n\r\n2 2 A\r\n2 3 K", id="a row a line, with an empty line between hands"),
        pytest.param("3 4 5\n6 7 8\n2 2 A\n2 3 K", id="a row a line, one hand after the other"),
        pytest.param("A) 3 4 5\n6 7 8\nB) 2 2 A\n2 3 K", id="labels before a row"),
        pytest.param("1. 3, 4, 5; 6, 7, 8\n2. 2, 2, A; 2, 3, K", id="numbered lines with commas"),
        pytest.param(
            "Top row: three, four, five.\nBottom row: six, 7, 8.\n\nTop row: 2, 2, ace.\nBottom row: 2, 3, K.",
            id="as the plain text of a sheet has them",
        ),
        pytest.param("3 4 5 /\n6 7 8\n\nB)\n2 2 A;\n2 3 K;", id="strokes at the ends of lines, and a label alone"),
        pytest.param("3 4 5 | 6 7 8\n2 2 ace | 2 3 king", id="bars and names"),
    ],
)
def test_hands_are_typed_as_people_write_them(client: Phone, typed: str) -> None:
    others = {"level": "", "size": "", "variants": "", "kinds": "score"}
    made = kept(client, client.send_form("/sets", **{**FORM, **others, "hands": typed}))
    shown = [question.hands[0].layout.shown for question in made.questions.sheets[0].questions]
    assert shown == ["3 4 5 / 6 7 8", "2 2 A / 2 3 K"]


def test_a_row_that_lacks_a_card_is_named_by_the_line_where_its_hand_begins(client: Phone) -> None:
    answer = client.send_form("/sets", **{**FORM, "hands": "3 4 5\n6 7 8\n2 2\n2 3 K"})
    assert answer.status_code == 422
    (reason,) = told(answer)
    assert reason.startswith("Line 3, “2 2 / 2 3 K”: ")


def test_hands_of_ones_own_are_the_sheet(client: Phone) -> None:
    others = {"level": "", "size": "0", "variants": "many", "kinds": []}  # all ignored
    made = kept(client, client.send_form("/sets", **{**FORM, **others, "hands": HANDS}))
    assert (made.questions.kinds, made.questions.level, len(made.questions.sheets)) == (("score",), 6, 1)
    shown = [question.hands[0].layout.shown for question in made.questions.sheets[0].questions]
    assert shown == ["3 4 5 / 6 7 8", "2 2 A / 2 3 K"]
    page = client.get(f"/sets/{made.key_code}")
    assert "2 questions" in words(page.text)
    assert client.get(f"/sets/{made.questions.code}/sheet.txt").status_code == 200
    assert "you get 15" in client.get(f"/sets/{made.key_code}/key.txt").text


def test_every_bad_line_is_named_by_its_number_and_nothing_is_lost(client: Phone) -> None:
    hands = "3 4 5 / 6 7 8\r\n\r\n3 4 / 6 7 8\r\nhello\r\n* 4 5 / 6 7 8\r\n345/678\r\n<b>"
    answer = client.send_form("/sets", **{**FORM, "hands": hands, "level": "3", "size": "7", "kinds": "columns"})
    assert answer.status_code == 422
    lines = told(answer)
    assert [line.split(":")[0].split(",")[0] for line in lines] == [
        *("Line 3", "Line 4", "Line 5", "Line 6 is the same as line 1.", "Line 7")
    ]
    assert "Row 1 has 2 cards. It needs 3." in lines[0]
    assert "“hello”" in lines[1]
    assert "there are no jokers in Classroom Golf" in lines[2]
    assert "“<b>”" in lines[4]
    assert "<b>" not in answer.text.replace("&lt;b&gt;", "")
    assert typed(answer).splitlines() == hands.splitlines()
    assert '<option value="3" selected>' in answer.text
    assert re.search(r'id="size"[^>]* value="7"', answer.text)
    assert re.search(r'value="columns"[^>]* checked', answer.text)
    assert client.get("/sets").text.count("Made on this device") == 0

"""Worksheet pages: make one, open it with either code, print it and check a student's answers."""

import io
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from html import unescape

import pytest
from flask import Flask
from pypdf import PdfReader
from werkzeug.test import TestResponse

from scorekeeper import houses
from scorekeeper.exports.formats import FORMATS
from scorekeeper.rules import parse_layout
from scorekeeper.rules.wording import number
from scorekeeper.school.diagnosis.beliefs import Belief
from scorekeeper.school.diagnosis.misreads import misreads
from scorekeeper.school.exercises.kept_sets import KeptSet, create_set, create_set_of_layouts, find_set
from scorekeeper.school.exercises.question import ChoiceField
from scorekeeper.store.writes import Write
from scorekeeper.web.db import store
from tests.conftest import Phone
from tests.web.practicing import find_mistake
from tests.web.students import new_app, words

WORKSHEET = houses.get("worksheet")
MADE_AT = datetime(2026, 11, 21, tzinfo=UTC)
GOOD = {"house": "worksheet", "level": "7", "size": "5", "variants": "2", "kinds": "score"}


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """One app for all tests, because a worksheet takes a second to make and never changes."""
    yield from new_app(tmp_path_factory.mktemp("sets"))


def made(client: Phone, **changed: int) -> KeptSet:
    """A worksheet of five hands in two versions, made once."""
    wanted = {"level": 7, "size": 5, "variants": 2, **changed}
    with client.application.app_context():
        write = Write(f"set-of-a-test-{'-'.join(map(str, wanted.values()))}", "a desk", MADE_AT)
        return create_set(store(), WORKSHEET, write, kinds=["score"], **wanted)


def found(client: Phone, code: str) -> KeptSet:
    with client.application.app_context():
        return find_set(store(), code)


@pytest.mark.long
def test_a_set_is_made_and_opens_with_its_key(client: Phone) -> None:
    form = client.get("/sets")
    assert form.status_code == 200
    assert 'href="/sets"' in client.get("/").text
    sent = client.send_form("/sets", **GOOD, write_id="a-form-of-sets")
    assert sent.status_code == 302
    code = sent.headers["Location"].rpartition("/")[2]
    kept = found(client, code)
    assert kept.may_see_key
    assert (kept.questions.size, len(kept.questions.sheets), kept.questions.kinds) == (5, 2, ("score",))
    page = client.get(sent.headers["Location"])
    assert kept.questions.code in page.text
    assert kept.key_code in page.text
    # The same form again gives the same worksheet, listed on this device only.
    assert client.send_form("/sets", **GOOD, write_id="a-form-of-sets").headers["Location"].endswith(code)
    assert client.get("/sets").text.count(f'href="/sets/{code}"') == 1
    other = client.application.test_client()
    assert code not in other.get("/sets").text


@pytest.mark.parametrize(
    ("changed", "field", "told"),
    [
        ({"size": "31"}, "size", "choose 1 to 30 questions"),
        ({"kinds": ["score", "columns"], "size": "1"}, "size", "two question types need at least two questions"),
    ],
)
def test_what_cannot_be_made_is_told_beside_its_box(
    client: Phone, changed: dict[str, str], field: str, told: str
) -> None:
    answer = client.send_form("/sets", **{**GOOD, **changed})
    assert answer.status_code == 422
    assert told.lower() in words(answer.text).lower()
    assert f'id="{field}-error"' in answer.text
    assert "Made on this device" not in answer.text


def test_a_set_is_opened_by_its_code(client: Phone) -> None:
    kept = made(client)
    for code in (kept.questions.code, kept.key_code):
        for typed in (code, code.lower(), code.replace("-", " "), f" {code} "):
            answer = client.get("/sets", query_string={"code": typed})
            assert (answer.status_code, answer.location) == (302, f"/sets/{code}")


@pytest.mark.parametrize(
    ("typed", "told"), [("AAAA-AAAA", "no worksheet has this code"), ("<script>", "codes never contain")]
)
def test_a_code_that_opens_nothing_is_told_beside_its_box(client: Phone, typed: str, told: str) -> None:
    made(client)
    answer = client.get("/sets", query_string={"code": typed})
    assert answer.status_code == 422
    assert told.lower() in words(answer.text).lower()
    assert 'id="code-error"' in answer.text
    assert "<script>" not in answer.text


def test_whoever_has_the_code_of_the_sheet_sees_no_answer(client: Phone) -> None:
    kept = made(client)
    code = kept.questions.code
    page = client.get(f"/sets/{code}")
    assert page.status_code == 200
    assert kept.key_code not in page.text
    assert "key.pdf" not in page.text
    assert "/files/" not in page.text
    for sheet in kept.questions.sheets:
        for address in (f"/sets/{code}?variant={sheet.variant}", f"/sets/{code}/sheet.txt?variant={sheet.variant}"):
            answer = client.get(address)
            for _, item in sheet.items:
                assert not any(line in words(answer.text) for line in item.worked)
                assert not any(wrong.text in words(answer.text) for wrong in item.wrong)
    behind = ("key.pdf", "key.txt", "answers", *(f"files/{name}" for name in FORMATS))
    assert {client.get(f"/sets/{code}/{name}").status_code for name in behind} == {404}
    assert {client.get(f"/sets/{kept.key_code}/{name}").status_code for name in behind[1:]} == {200}


def test_the_code_on_a_sheet_leads_to_five_hands_that_find_a_mistake(client: Phone) -> None:
    kept = made(client)
    assert "Find my mistake" not in client.get(f"/sets/{kept.key_code}").text
    assert "1 of 5" in words(find_mistake(client, client.get(f"/sets/{kept.questions.code}").text))
    with client.application.app_context():  # a deleted house
        gone, write = replace(WORKSHEET, key="gone"), Write("set-of-no-house", "a desk", MADE_AT)
        orphan = create_set_of_layouts(store(), gone, write, [parse_layout("2 9 J / 2 9 A")])
    page = client.get(f"/sets/{orphan.questions.code}")
    assert page.status_code == 200
    assert "Find my mistake" not in page.text


@pytest.mark.parametrize("typed", ["A9", "<b>"])
def test_a_sheet_that_is_not_in_the_set_is_never_another(client: Phone, typed: str) -> None:
    kept = made(client)
    files = ("sheet.pdf", "sheet.txt", "key.pdf", "key.txt", *(f"files/{key}" for key in FORMATS))
    for name in ("", "/answers", *(f"/{file}" for file in files)):
        answer = client.get(f"/sets/{kept.key_code}{name}", query_string={"variant": typed})
        assert answer.status_code == 404, name
        assert "There’s no such version of this worksheet." in words(answer.text)
        assert "It has A and B." in words(answer.text)


# --- files ------------------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_a_pdf_is_a_file_that_a_browser_keeps(client: Phone) -> None:
    kept = made(client, size=1, variants=2)
    address = f"/sets/{kept.key_code}/sheet.pdf"
    answer = client.get(address)
    assert (answer.status_code, answer.mimetype) == (200, "application/pdf")
    assert answer.headers["Content-Disposition"] == f'inline; filename="golf-{kept.questions.code}-sheet.pdf"'
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert len(PdfReader(io.BytesIO(answer.data)).pages) == 2
    again = client.get(address, headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


@pytest.mark.parametrize("name", FORMATS)
def test_a_sheet_goes_to_other_programs(client: Phone, name: str) -> None:
    kept = made(client)
    page = client.get(f"/sets/{kept.key_code}?variant=A2")
    assert f"/sets/{kept.key_code}/files/{name}?variant=A2" in unescape(page.text)
    one, other = (client.get(f"/sets/{kept.key_code}/files/{name}?variant={variant}") for variant in ("A1", "A2"))
    assert one.status_code == 200
    assert one.data
    assert one.data != other.data
    assert one.content_type == FORMATS[name].mimetype
    assert f'filename="golf-{kept.questions.code}-A1-{name}.' in one.headers["Content-Disposition"]
    assert client.get(f"/sets/{kept.key_code}/files/nothing").status_code == 404


@pytest.mark.long
def test_a_hand_is_drawn_anew_in_a_set_of_its_own_and_the_answers_alone_are_printed(client: Phone) -> None:
    kept = made(client)
    answer = client.send_form(f"/sets/{kept.key_code}/redraw?variant=A2", place="1", write_id="another-hand")
    code = answer.headers["Location"].split("?")[0].rpartition("/")[2]
    one, other = kept.questions.sheets[1].questions, found(client, code).questions.sheets[1].questions
    assert [here == there for here, there in zip(one, other, strict=True)] == [True, False, True, True, True]
    assert found(client, kept.key_code) == kept
    for bad in ("", "9", "-1"):
        assert client.send_form(f"/sets/{kept.key_code}/redraw", place=bad).status_code == 400
    assert client.send_form(f"/sets/{kept.questions.code}/redraw", place="1").status_code == 404
    (page,) = PdfReader(io.BytesIO(client.get(f"/sets/{kept.key_code}/strip.pdf").data)).pages
    right = [number(int(str(one.solution["points"]))) for sheet in kept.questions.sheets for one in sheet.questions]
    assert re.findall(r"^[A-E] (\S+)", page.extract_text(), re.MULTILINE) == right


# --- a student's answers ----------------------------------------------------------------------------------------------


def asked(client: Phone, kept: KeptSet, typed: dict[str, str], variant: str = "A1") -> TestResponse:
    named = {f"{letter}.points": text for letter, text in typed.items()}
    return client.get(f"/sets/{kept.key_code}/answers", query_string={"variant": variant, **named})


def test_right_answers_are_right_and_empty_boxes_were_not_answered(client: Phone) -> None:
    kept = made(client)
    sheet = kept.questions.sheets[1]
    right = {letter: str(question.solution["points"]) for letter, question in sheet.lettered}
    said = words(asked(client, kept, right, "A2").text)
    assert "5 of 5 right" in said
    assert "All correct." in said
    said = words(asked(client, kept, {**right, "B": "", "D": "  "}, "A2").text)
    assert "3 of 3 right" in said
    assert "All answered questions are correct." in said
    assert said.count("not answered") >= 2
    blank = asked(client, kept, {})
    assert blank.status_code == 200
    assert "right" not in words(blank.text).lower()


@pytest.mark.long
def test_what_the_answers_have_in_common_is_said_about_the_task(client: Phone) -> None:
    kept = made(client, size=10)
    sheet = kept.questions.sheets[0]
    ignored = next(misread for misread in misreads(WORKSHEET) if misread.doing == "matching cards don’t cancel")
    counted = Belief((ignored,), ignored.house).total
    wrote = {letter: str(counted(question.hands[0].layout)) for letter, question in sheet.lettered}
    said = words(asked(client, kept, wrote).text)
    assert "matching cards don’t cancel" in said
    assert "Review:" in said
    assert "your mistake" not in said
    one = next(letter for letter, question in sheet.lettered if wrote[letter] != str(question.solution["points"]))
    said = words(asked(client, kept, {one: wrote[one]}).text)
    assert "0 of 1 right" in said
    assert "Review:" not in said, "one wrong number may be a slip"
    assert "Likely causes are next to the wrong answers." in said
    assert "Likely causes" not in words(asked(client, kept, {one: "99"}).text), "nothing leads to that number"


def test_what_is_there_of_a_question_with_several_boxes_is_marked(client: Phone) -> None:
    """The winner is right, one number is wrong, another isn't a number, and the rest is empty."""
    with client.application.app_context():
        write = Write("holes", "a desk", MADE_AT)
        kept = create_set(store(), WORKSHEET, write, level=7, size=1, variants=1, kinds=["winner"])
    (question,) = kept.questions.sheets[0].questions
    first, second, *_, wins = question.fields
    right = question.solution
    assert isinstance(wins, ChoiceField)
    winner = next(choice.text for choice in wins.choices if choice.key == right["wins"])
    wrong = int(str(right[first.name])) + 1
    both = {"A.wins": str(right["wins"]), f"A.{first.name}": str(wrong)}
    said = words(client.get(f"/sets/{kept.key_code}/answers", query_string=both).text)
    assert "1 of 2 right" in said
    assert f"{winner} , right" in said
    assert f"{first.label}: {number(wrong)} , wrong" in said
    assert "not answered" in said
    bad = client.get(f"/sets/{kept.key_code}/answers", query_string={**both, f"A.{second.name}": "2.5"})
    assert bad.status_code == 422
    assert "1 of 2 right" in words(bad.text)
    assert re.findall(r'id="A\.([\w-]+)-error"', bad.text) == [second.name]

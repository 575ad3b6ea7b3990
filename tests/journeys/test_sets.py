"""A printed worksheet: a teacher makes two versions, prints them with the answer key and checks a paper."""

import re
from io import BytesIO

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from scorekeeper import houses
from tests.browser.reckoning import hole_scores
from tests.journeys.conftest import reads
from tests.serving import RunningServer

pytestmark = pytest.mark.browser

SIGNS = dict(zip(("ace", "jack", "queen", "king"), "AJQK", strict=True)) | {
    word: str(number)
    for number, word in enumerate(("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"), start=2)
}


def hands(sheet: str) -> dict[str, int]:
    """Score of each hand of a version, computed from its words: `Top row: jack of diamonds, ...`."""
    found = {}
    for letter, *rows in re.findall(r"^([A-Z])\. .*\n +Top row: (.*)\.\n +Bottom row: (.*)\.$", sheet, re.MULTILINE):
        layout = " / ".join(" ".join(SIGNS[word] for word in re.findall(r"(\w+) of ", row)) for row in rows)
        found[letter] = hole_scores("worksheet", {"a student": layout}, None)["a student"]
    return found


def test_a_set_is_printed_with_its_key_and_the_papers_come_back(
    desktop: Page, phone: Page, server: RunningServer
) -> None:
    desktop.goto(server.url)
    desktop.goto(f"{server.url}/sets")
    desktop.get_by_label("Rules", exact=True).select_option(label=houses.get("worksheet").name)
    desktop.locator("#more > summary").click()
    desktop.get_by_label("Questions", exact=True).fill("3")
    desktop.get_by_label("Versions", exact=True).fill("2")
    desktop.get_by_role("button", name="Make worksheet").click()
    reads(desktop, "Version A")
    by_key = desktop.url
    code = re.search(r"Code (\S+)", desktop.get_by_role("list", name="Summary").inner_text())
    assert code is not None

    # Print and text ask the same, and only the answer key has the answers.
    sheets, key = (desktop.request.get(f"{by_key}/{what}.txt").text() for what in ("sheet", "key"))
    for text, answers in zip(
        re.split("(?=, version B)", sheets), re.split("(?=, answer key, version B)", key), strict=True
    ):
        assert len(hands(text)) == 3
        assert list(map(int, re.findall("Right: (.*)", answers.replace("−", "-")))) == list(hands(text).values())
    for what, has_answers in (("sheet", False), ("key", True)):
        printed = PdfReader(BytesIO(desktop.request.get(f"{by_key}/{what}.pdf", timeout=0).body()))
        words = " ".join(page.extract_text() for page in printed.pages)
        assert code[1] in words or has_answers
        assert (by_key.rpartition("/")[2] in words) == has_answers

    # With the printed code a student sees the hands, and no way to the answer key.
    phone.goto(f"{server.url}/sets")
    phone.get_by_label("Code from the worksheet").fill(code[1].lower())
    phone.get_by_role("button", name="Open").tap()
    reads(phone, "Version A")
    expect(phone.get_by_role("button", name="Answer key")).to_have_count(0)
    assert phone.request.get(f"{phone.url.partition('?')[0]}/key.pdf").status == 404

    # The teacher types a paper: two hands are right, and one is wrong.
    desktop.get_by_role("link", name="Check answers").click()
    right = hands(sheets.partition(", version B")[0])
    for letter, points in right.items():
        desktop.get_by_role("textbox", name=f"in {letter}").fill(str(points + 100 * (letter == "C")))
    desktop.get_by_role("button", name="Check", exact=True).click()
    expect(desktop.get_by_role("heading", name="2 of 3 right")).to_be_visible()
    reads(desktop, f"{right['C'] + 100}: wrong")

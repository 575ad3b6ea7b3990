"""The rule sheet as a PDF: one page for every house, tagged, with its fonts, and nothing fetched for it."""

from __future__ import annotations

import io
import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader
from pypdf.generic import DictionaryObject

from scorekeeper import houses
from scorekeeper.exports.rule_sheet import PAPERS, Paper, rule_sheet_pdf
from scorekeeper.rules import House, Rank
from scorekeeper.rules.parameters import FourOfAKind
from scorekeeper.rules.sheet import fewest_examples, rule_sheet, showing
from scorekeeper.store import Write, create_game
from scorekeeper.store.houses import create_house
from scorekeeper.web.db import store
from tests.by_night import BY_DAY
from tests.conftest import Phone
from tests.exports import libraries

HOUSES = houses.built_in()
each_house = pytest.mark.parametrize(
    "house",
    [pytest.param(house, id=house.key, marks=() if house.key in BY_DAY else pytest.mark.nightly) for house in HOUSES],
)
TWO_JOKER = houses.get("two-joker")
PAGE_SIZES = {"A4": (595, 842), "Letter": (612, 792)}


def read(house: House, paper: Paper = "A4") -> PdfReader:
    return PdfReader(io.BytesIO(rule_sheet_pdf(house, paper)))


def words(text: str) -> str:
    """Without blanks and hyphens: where a line ends is up to the paper."""
    return re.sub(r"[\s\u00ad\u2010-]", "", text)


def fonts(reader: PdfReader) -> Iterator[DictionaryObject]:
    resources: Any = reader.pages[0]["/Resources"]
    for font in resources["/Font"].get_object().values():
        for inner in font.get_object()["/DescendantFonts"]:
            yield inner.get_object()["/FontDescriptor"].get_object()


@each_house
def test_every_house_fits_on_one_page_that_a_screen_reader_can_read(house: House) -> None:
    reader = read(house)
    assert len(reader.pages) == 1
    assert reader.metadata is not None
    assert reader.metadata.title == f"{house.name}: the rules"
    root: Any = reader.trailer["/Root"]
    assert root["/Lang"] == "en"
    assert root["/MarkInfo"]["/Marked"]
    assert root["/StructTreeRoot"]["/K"]
    found = list(fonts(reader))
    assert found
    assert all(any(key in font for key in ("/FontFile", "/FontFile2", "/FontFile3")) for font in found)
    every_rule_is_told(house, words(reader.pages[0].extract_text()))


def every_rule_is_told(house: House, text: str) -> None:
    for section in rule_sheet(house):
        if section.key != "examples":
            assert words(section.title) in text
            for paragraph in section.paragraphs:
                assert words(paragraph) in text
    assert "Workedexamples" in text
    assert "intotal" in text


def test_the_page_shows_a_line_of_every_kind() -> None:
    """Columns, rows and diagonals of three cancel with nine cards, and a square counts besides."""
    nine = houses.get("nine-card")
    text = words(read(nine).pages[0].extract_text())
    shown = {kind for example in fewest_examples(nine) for kind in showing.shown(example.score, nine)}
    assert shown >= {("pair in", "column"), ("pair in", "row"), ("pair in", "diagonal"), ("four",)}
    for example in fewest_examples(nine):
        assert words("".join(line.text for line in example.score.lines[:1])) in text
    assert text.count("intotal") == len(fewest_examples(nine))


def test_many_examples_still_leave_one_page() -> None:
    ranks = {Rank(rank): -10 - points for points, rank in enumerate("5678JQK")}
    house = replace(houses.get("penalty"), four_of_a_kind=FourOfAKind(points=-10, by_rank=ranks))
    assert len(fewest_examples(house)) > 4
    reader = read(house)
    assert len(reader.pages) == 1
    text = words(reader.pages[0].extract_text())
    for example in fewest_examples(house):
        assert all(words(line.text) in text for line in example.score.lines)


@pytest.mark.parametrize("paper", PAPERS)
def test_both_sizes_of_paper(paper: Paper) -> None:
    for house in (houses.get("penalty"), houses.get("vanishing-columns")):
        reader = read(house, paper)
        assert len(reader.pages) == 1
        box = reader.pages[0].mediabox
        assert (round(box.width), round(box.height)) == PAGE_SIZES[paper]


def test_the_rules_of_a_table_say_what_the_table_decided() -> None:
    kept = houses.with_readings(houses.get("penalty"), {"twos": "minus", "decks-at-four": "two"})
    text = words(read(kept).pages[0].extract_text())
    assert words(kept.option("twos").question) in text  # type: ignore[union-attr]
    assert words("chosen by the table") in text
    assert words("chosen by the table") not in words(read(TWO_JOKER).pages[0].extract_text())


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("W" * 60, id="wide"),
        pytest.param("<script>alert(1)</script>", id="script"),
        pytest.param("</title><h1>Mine", id="closing tags", marks=pytest.mark.nightly),
        pytest.param("A & B \"quoted\" 'too'", id="signs", marks=pytest.mark.nightly),
        pytest.param("בית ספר", id="right to left", marks=pytest.mark.nightly),
        pytest.param("Ω≈ç√∫ 家 🂡", id="other scripts"),
        pytest.param("é" * 30, id="accents", marks=pytest.mark.nightly),
    ],
)
def test_names_that_somebody_may_give(name: str) -> None:
    reader = read(replace(TWO_JOKER, name=name))
    assert len(reader.pages) == 1
    assert reader.metadata is not None
    assert name in (reader.metadata.title or "")
    # What looks like markup is printed as it was typed.
    assert "<script>" not in name or "<script>" in reader.pages[0].extract_text()


def test_two_thousand_signs_of_notes_still_leave_one_page() -> None:
    notes = ("The club has played like this since the roof was mended, and nobody asks why any more. " * 30)[:2000]
    crowded = replace(houses.get("penalty"), source=replace(TWO_JOKER.source, notes=notes))
    assert len(read(crowded).pages) == 1


def test_nothing_is_fetched_whatever_the_words_say() -> None:
    with socket.create_server(("127.0.0.1", 0)) as trap:
        trap.settimeout(0.3)
        address = f"http://127.0.0.1:{trap.getsockname()[1]}/x.png"
        notes = f'<img src="{address}"> <link rel="stylesheet" href="{address}"> <style>@import url({address})</style>'
        reader = read(replace(TWO_JOKER, name=f"url({address})", source=replace(TWO_JOKER.source, notes=notes)))
        assert words("<img src=") in words(reader.pages[0].extract_text())
        with pytest.raises(TimeoutError):
            trap.accept()


def test_the_same_house_is_the_same_file() -> None:
    assert rule_sheet_pdf(TWO_JOKER) == rule_sheet_pdf(replace(TWO_JOKER))


# --- the pages -----------------------------------------------------------------------------------------------------


def test_the_page_of_a_house_links_to_its_pdf_and_a_browser_keeps_it(client: Phone) -> None:
    assert 'href="/houses/nine-card/sheet.pdf"' in client.get("/houses/nine-card").text
    answer = client.get("/houses/nine-card/sheet.pdf")
    assert (answer.status_code, answer.mimetype) == (200, "application/pdf")
    assert answer.headers["Content-Disposition"] == 'inline; filename="golf-rules-nine-card.pdf"'
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert len(PdfReader(io.BytesIO(answer.data)).pages) == 1
    again = client.get("/houses/nine-card/sheet.pdf", headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_the_paper_may_be_named(client: Phone) -> None:
    # In one test, because what has been drawn is kept.
    for paper, size in (("", "A4"), ("?paper=letter", "Letter"), ("?paper=A4", "A4"), ("?paper=napkin", "A4")):
        box = PdfReader(io.BytesIO(client.get(f"/houses/four-card/sheet.pdf{paper}").data)).pages[0].mediabox
        assert (round(box.width), round(box.height)) == PAGE_SIZES[size], paper


@pytest.mark.nightly
def test_a_house_that_somebody_made_and_a_game_have_theirs(client: Phone) -> None:
    write = Write("made", "a phone", datetime(2026, 11, 21, tzinfo=UTC))
    mine = replace(TWO_JOKER, name="Ours", options=(), card_values={"QS": 40})
    with client.application.app_context():
        made = create_house(store(), mine, write)
        players = {"players": ["Ann", "Bo"], "holes": 1, "first_dealer": 0}
        game = create_game(store(), house=mine, write=replace(write, id="game"), **players)  # type: ignore[arg-type]
    for address in (
        f"/houses/~{made.share_key}/sheet.pdf",
        f"/g/{game.edit_key}/rules.pdf",
        f"/g/{game.view_key}/rules.pdf",
    ):
        text = PdfReader(io.BytesIO(client.get(address).data)).pages[0].extract_text()
        assert text.startswith("Ours")
        assert "Queen of spades" in text


@pytest.mark.parametrize("key", ["nobody", "~nobody", "~", "..%2fpenalty"])
def test_a_house_that_is_not_there_has_no_sheet(client: Phone, key: str) -> None:
    assert client.get(f"/houses/{key}/sheet.pdf").status_code == 404


def test_the_libraries_are_installed_only_where_that_can_be_done() -> None:
    assert libraries.can_draw()
    assert libraries.commands(root=False, apt="/usr/bin/apt-get") == libraries.commands(root=True, apt=None) == ()
    update, install = libraries.commands(root=True, apt="/usr/bin/apt-get")
    assert update == ("/usr/bin/apt-get", "update", "-qq")
    assert install[-len(libraries.PACKAGES) :] == libraries.PACKAGES
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    assert f"apt install {' '.join(libraries.PACKAGES)}" in readme


WITHOUT = """
import sys
from scorekeeper.web import create_app
client = create_app({"TESTING": True}, sys.argv[1]).test_client()
answer = client.get("/houses/penalty/sheet.pdf")
print(answer.status_code, answer.mimetype)
print(answer.text)
print(client.get("/houses/penalty").status_code)
"""


def test_without_the_libraries_that_draw_the_link_leads_to_a_clear_page_and_the_app_runs(tmp_path: Path) -> None:
    broken = tmp_path / "broken"  # as on a machine where it cannot be loaded, by whatever process draws
    broken.mkdir()
    (broken / "weasyprint.py").write_text("raise OSError('cannot load library libpango-1.0-0')", encoding="utf-8")
    found = subprocess.run(
        [sys.executable, "-W", "error", "-c", WITHOUT, str(tmp_path)],
        capture_output=True, encoding="utf-8", check=True, cwd=Path(__file__).parents[2],
        env={**os.environ, "PYTHONPATH": str(broken)},
    )  # fmt: skip
    first, *page, last = found.stdout.splitlines()
    assert (first, last) == ("503 text/html", "200")
    text = "\n".join(page)
    assert "No PDF can be made here" in text
    assert "libpangoft2-1.0-0" in text
    assert 'href="/houses/penalty"' in text

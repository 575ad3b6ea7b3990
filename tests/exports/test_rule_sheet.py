"""The rule sheet as a PDF: one page for every house, tagged, with its fonts, and nothing fetched for it."""

import io
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pypdf import PdfReader
from pypdf.generic import DictionaryObject

from scorekeeper import houses
from scorekeeper.exports.drawing import draw
from scorekeeper.exports.rule_sheet import rule_sheet_drawing
from scorekeeper.houses.sheet import rule_sheet
from tests.conftest import Phone


def words(text: str) -> str:
    """Without blanks and hyphens: where a line ends is up to the paper."""
    return re.sub(r"[\s\u00ad\u2010-]", "", text)


def fonts(reader: PdfReader) -> Iterator[DictionaryObject]:
    resources: Any = reader.pages[0]["/Resources"]
    for font in resources["/Font"].get_object().values():
        for inner in font.get_object()["/DescendantFonts"]:
            yield inner.get_object()["/FontDescriptor"].get_object()


def test_the_fullest_house_fits_on_one_page_that_a_screen_reader_can_read() -> None:
    house = houses.get("play-nine")
    reader = PdfReader(io.BytesIO(draw(rule_sheet_drawing(house))))
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
    text = words(reader.pages[0].extract_text())
    for section in rule_sheet(house):
        if section.key != "examples":
            assert words(section.title) in text
            assert all(words(paragraph) in text for paragraph in section.paragraphs)
    assert "Workedexamples" in text
    assert "intotal" in text


# --- the pages -----------------------------------------------------------------------------------------------------


def test_the_page_of_a_house_links_to_its_pdf_and_a_browser_keeps_it(client: Phone) -> None:
    assert 'href="/houses/four-card/sheet.pdf"' in client.get("/houses/four-card").text
    answer = client.get("/houses/four-card/sheet.pdf")
    assert (answer.status_code, answer.mimetype) == (200, "application/pdf")
    assert answer.headers["Content-Disposition"] == 'inline; filename="golf-rules-four-card.pdf"'
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert len(PdfReader(io.BytesIO(answer.data)).pages) == 1
    letter = PdfReader(io.BytesIO(client.get("/houses/four-card/sheet.pdf?paper=letter").data))
    assert [page.mediabox.height for page in letter.pages] == [792]
    again = client.get("/houses/four-card/sheet.pdf", headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


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

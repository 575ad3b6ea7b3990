"""PDF queue: another process draws each file once, few at once and in bounded time; refused visitors get a page."""

import io
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from pypdf import PdfReader

from scorekeeper.exports.drawing import Drawing, DrawingFailed, draw, draw_elsewhere
from scorekeeper.web.pdf_queue import PdfQueue, TooMuchToDraw
from tests.conftest import Phone
from tests.exports.small_pages import SMALL, page


@pytest.mark.long
def test_documents_stand_one_after_the_other_and_count_for_themselves() -> None:
    long = page("a", parts=[{"kind": "rules", "heading": "b", "lines": [("c", "d")] * 100, "cancels": None}])
    read = PdfReader(io.BytesIO(draw(Drawing.of([long, page("e")]))))
    assert [page.extract_text().split()[0] for page in read.pages] == ["a", "c.", "e"]
    assert [" ".join(page.extract_text().split()[-4:]) for page in read.pages] == [
        "Page 1 of 2", "Page 2 of 2", "Page 1 of 1",
    ]  # fmt: skip


def test_what_takes_too_long_is_ended_and_what_cannot_be_drawn_told() -> None:
    with pytest.raises(DrawingFailed, match=r"took longer than 0\.01 seconds"):
        draw_elsewhere(SMALL, 0.01)
    with pytest.raises(DrawingFailed, match="exited with code 1"):
        draw_elsewhere(Drawing("[]"), 60)


@pytest.mark.long
def test_the_same_file_is_drawn_once_for_all_who_ask() -> None:
    queue = PdfQueue()
    with ThreadPoolExecutor(6) as class_:
        files = list(class_.map(queue.pdf, [SMALL] * 6))
    assert len(set(map(id, [*files, queue.pdf(SMALL)]))) == 1


def test_whoever_would_wait_for_too_long_or_behind_too_many_is_sent_away() -> None:
    queue = PdfQueue(patience=0.0, longest=0.01)
    with queue._free, pytest.raises(TooMuchToDraw):  # as while another file is drawn
        queue.pdf(SMALL)
    with pytest.raises(DrawingFailed):  # and the next drawing starts
        queue.pdf(SMALL)
    with pytest.raises(TooMuchToDraw):
        PdfQueue(most_waiting=0).pdf(SMALL)


@pytest.mark.parametrize(
    ("queue", "heading"),
    [
        pytest.param(PdfQueue(most_waiting=0), "One moment", id="too-many"),
        pytest.param(PdfQueue(longest=0.01), "No PDF this time", id="too-long"),
    ],
)
def test_a_page_says_when_to_come_back(client: Phone, queue: PdfQueue, heading: str) -> None:
    client.application.extensions["scorekeeper_pdf_queue"] = queue
    made = client.send_form("/sets", house="penalty", level="1", size="2", variants="1", kinds="score").location
    answer = client.get(f"{made}/sheet.pdf?paper=Letter")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "15")
    assert f"<h1>{heading}</h1>" in answer.text
    assert f'href="{made}/sheet.pdf?paper=Letter"' in answer.text
    assert f'href="{made}"' in answer.text
    assert "ETag" not in answer.headers


WITHOUT = """
import sys
from scorekeeper.web.pdf_queue import made_pdf
from scorekeeper.exports.drawing import Drawing
from scorekeeper.web.app import create_app
app = create_app({"TESTING": True}, sys.argv[1])
with app.test_request_context("/sets/x/sheet.pdf"):
    answer = made_pdf("x.pdf", "x", lambda: Drawing("[]"), "/sets/x")
print(answer.status_code, answer.mimetype)
print(answer.get_data(as_text=True))
print(app.test_client().get("/houses/penalty").status_code)
"""


@pytest.mark.long
def test_without_the_library_that_draws_the_link_leads_to_a_clear_page_and_the_app_runs(tmp_path: Path) -> None:
    broken = tmp_path / "broken"  # as on a machine without the library, in any drawing process
    broken.mkdir()
    (broken / "typst.py").write_text("raise ImportError('no module named typst')", encoding="utf-8")
    found = subprocess.run(
        [sys.executable, "-W", "error", "-c", WITHOUT, str(tmp_path)],
        capture_output=True, encoding="utf-8", check=True, cwd=Path(__file__).parents[2],
        env={**os.environ, "PYTHONPATH": str(broken)},
    )  # fmt: skip
    first, *page, last = found.stdout.splitlines()
    assert (first, last) == ("503 text/html", "200")
    text = "\n".join(page)
    assert "This server can’t make PDFs" in text
    assert "scorekeeper[pdf]" in text
    assert 'href="/sets/x"' in text

"""PDFs are drawn by another process: each once, few at once, in bounded time, and whoever is sent away is told."""

import io
from concurrent.futures import ThreadPoolExecutor

import pytest
from pypdf import PdfReader

from scorekeeper.exports.drawing import Drawing, DrawingFailed, draw, draw_elsewhere
from scorekeeper.web.studio import Studio, TooMuchToDraw
from tests.conftest import Phone

SMALL = Drawing((("<title>small</title><p>a page",),))
TALL = "<p style='height: 400mm'>"


def test_documents_stand_one_after_the_other_in_the_largest_size_of_one_page() -> None:
    sizes = (("a", "b", "c"), (TALL + "a" + TALL, "b", "c"), (TALL + "a" + TALL, TALL + "b" + TALL))
    read = PdfReader(io.BytesIO(draw(Drawing(sizes))))
    assert [page.extract_text().strip() for page in read.pages if page.extract_text().strip()] == ["a", "b", "b"]


def test_what_takes_too_long_is_ended_and_what_cannot_be_drawn_told() -> None:
    with pytest.raises(DrawingFailed, match=r"not drawn in 0\.01 seconds"):
        draw_elsewhere(SMALL, 0.01)
    with pytest.raises(DrawingFailed, match="ended with 1"):
        draw_elsewhere(Drawing(()), 60)


def test_the_same_file_is_drawn_once_for_all_who_ask() -> None:
    studio = Studio()
    with ThreadPoolExecutor(6) as class_:
        files = list(class_.map(studio.pdf, [SMALL] * 6))
    assert len(set(map(id, [*files, studio.pdf(SMALL)]))) == 1


def test_whoever_would_wait_for_too_long_or_behind_too_many_is_sent_away() -> None:
    studio = Studio(patience=0.0)
    with studio._free, pytest.raises(TooMuchToDraw):  # as while another file is drawn
        studio.pdf(SMALL)
    assert studio.pdf(SMALL).startswith(b"%PDF"), "the next is drawn again"
    with pytest.raises(TooMuchToDraw):
        Studio(most_waiting=0).pdf(SMALL)


@pytest.mark.parametrize(
    ("studio", "heading"),
    [
        pytest.param(Studio(most_waiting=0), "One moment", id="too-many"),
        pytest.param(Studio(longest=0.01), "No PDF this time", id="too-long"),
    ],
)
def test_a_page_says_when_to_come_back(client: Phone, studio: Studio, heading: str) -> None:
    client.application.extensions["scorekeeper_studio"] = studio
    answer = client.get("/houses/penalty/sheet.pdf?paper=Letter")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "15")
    assert f"<h1>{heading}</h1>" in answer.text
    assert 'href="/houses/penalty/sheet.pdf?paper=Letter"' in answer.text
    assert 'href="/houses/penalty"' in answer.text
    assert "ETag" not in answer.headers

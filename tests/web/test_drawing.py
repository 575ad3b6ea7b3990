"""PDFs are drawn by another process: each once, few at once, in bounded time, and whoever is sent away is told."""

from __future__ import annotations

import io
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from pypdf import PdfReader

from scorekeeper import houses
from scorekeeper.exports.drawing import Drawing, DrawingFailed, draw, draw_elsewhere
from scorekeeper.exports.rule_sheet import rule_sheet_drawing
from scorekeeper.web.drawing import Studio, TooMuchToDraw
from tests.conftest import Phone

SMALL = Drawing((("<title>small</title><p>a page",),))
TALL = "<p style='height: 400mm'>"


def slow() -> Drawing:
    """One that takes a while."""
    return Drawing((("<p>" + "many words " * 6_000,),))


def pages(pdf: bytes) -> int:
    return len(PdfReader(io.BytesIO(pdf)).pages)


@pytest.mark.nightly
def test_a_file_is_the_same_wherever_it_is_drawn() -> None:
    drawing = rule_sheet_drawing(houses.get("penalty"), "Letter")
    assert draw_elsewhere(drawing, 60) == draw(drawing)


@pytest.mark.parametrize(
    ("sizes", "size"),
    [(("a", "b", "c"), "a"), ((TALL + "a" + TALL, "b", "c"), "b"), ((TALL + "a" + TALL, TALL + "b" + TALL), "b")],
)
def test_the_largest_size_of_one_page_is_taken(sizes: tuple[str, ...], size: str) -> None:
    read = PdfReader(io.BytesIO(draw(Drawing((sizes,)))))
    assert size in "".join(page.extract_text() for page in read.pages)


def test_documents_stand_one_after_the_other() -> None:
    assert pages(draw(Drawing((("one",), ("two",), ("three",))))) == 3


def test_what_takes_too_long_is_ended() -> None:
    with pytest.raises(DrawingFailed, match=r"not drawn in 0\.01 seconds"):
        draw_elsewhere(SMALL, 0.01)


def test_what_cannot_be_drawn_at_all_is_told() -> None:
    with pytest.raises(DrawingFailed, match="ended with 1"):
        draw_elsewhere(Drawing(()), 60)


def test_the_same_file_is_drawn_once_for_all_who_ask() -> None:
    studio = Studio()
    drawing = slow()
    began = time.perf_counter()
    with ThreadPoolExecutor(6) as class_:
        files = list(class_.map(studio.pdf, [drawing] * 6))
    together = time.perf_counter() - began
    assert len(set(map(id, files))) == 1
    times = []
    for _ in range(5):
        began = time.perf_counter()
        assert studio.pdf(drawing) is files[0]
        times.append(time.perf_counter() - began)
    assert min(times) < together / 20


def test_whoever_would_wait_for_too_long_is_sent_away() -> None:
    studio = Studio(patience=0.0)
    with studio._free, pytest.raises(TooMuchToDraw):  # as while another file is drawn
        studio.pdf(SMALL)
    assert studio.pdf(SMALL).startswith(b"%PDF"), "the next is drawn again"


def test_no_more_than_some_may_wait() -> None:
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

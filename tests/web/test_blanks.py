"""Pages with blanks: what is put together from their parts is the page, plain and as gzip."""

from __future__ import annotations

import gzip
import random

import pytest

from scorekeeper.web.blanks import blanked

T, W = "TTTTTTTTTTTT", "wwwwwwww"
ROWS = "<td>Ann</td><td>−5</td>" * 200


@pytest.mark.parametrize(
    "page",
    [
        pytest.param("nothing to fill in", id="no blank"),
        pytest.param(T, id="nothing but a token"),
        pytest.param(f"{T}{W}{T}", id="blanks side by side"),
        pytest.param(f"{T} between {W}", id="blanks at both ends"),
        pytest.param(f"{ROWS}{T}{ROWS}{W}{ROWS}{T}{ROWS}", id="parts that repeat each other"),
        pytest.param(f"Zoë ⚑ {T} \N{GRINNING FACE}", id="letters of several bytes"),
        pytest.param("", id="empty"),
    ],
)
@pytest.mark.parametrize("token", ["abc", "a token that is longer than the one before " * 3, ROWS[:91], ""])
def test_a_page_is_put_together_for_each_phone(page: str, token: str) -> None:
    taken_apart = blanked(page, T, W)
    for write_id in ("an-id", "another-id"):
        wanted = page.replace(T, token).replace(W, write_id).encode()
        sent = token.encode(), write_id.encode()
        assert taken_apart.filled(*sent) == wanted
        assert gzip.decompress(taken_apart.zipped(*sent)) == wanted


def test_random_pages_are_unpacked_as_they_were() -> None:
    chance = random.Random(7)
    for _ in range(200):
        words = ["<td>", "</td>", "Ann", "Bo", "−", " ", "0123456789", T, W, "class", "⚑"]
        page = "".join(chance.choices(words, k=chance.randint(0, 400)))
        token, write_id = (chance.randbytes(chance.randint(0, 60)).hex() for _ in range(2))
        wanted = page.replace(T, token).replace(W, write_id).encode()
        assert gzip.decompress(blanked(page, T, W).zipped(token.encode(), write_id.encode())) == wanted


def test_a_page_that_is_nearly_the_same_twice_travels_small() -> None:
    page = f"{ROWS}{T}{ROWS}"
    zipped = blanked(page, T).zipped(b"x" * 91)
    assert len(zipped) < len(gzip.compress(page.encode(), 6)) + 130

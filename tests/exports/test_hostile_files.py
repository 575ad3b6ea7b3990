"""The texts of tests/hostile.py on paper and in a terminal: nothing is fetched, nothing is run, they stand as written.

Sets for other programs have those and more, with the signs that each format takes for its own: tests/exports/sets.py.
"""

import io
import socket
from dataclasses import replace
from pathlib import Path

import pypdf
import pytest
from click.testing import CliRunner

from scorekeeper import houses
from scorekeeper.cli import main
from scorekeeper.exports.draw_program import drawn
from scorekeeper.exports.drawing import Drawing, draw
from scorekeeper.exports.paper import printed
from scorekeeper.houses.writing import house_toml
from tests.exports.small_pages import page
from tests.hostile import HOSTILE, UNPRINTABLE

PENALTY = houses.get("penalty")


@pytest.mark.long
def test_no_markup_is_read_and_nothing_fetched(tmp_path: Path) -> None:
    """Text comes to the paper as data, so no sign of it is an order: nothing is read from a disk or a network."""
    listening = socket.create_server(("127.0.0.1", 0))
    listening.setblocking(False)
    here = f"127.0.0.1:{listening.getsockname()[1]}"
    secret = tmp_path / "secret.txt"
    secret.write_text("unmistakable", "utf-8")
    orders = (
        f'<img src="http://{here}/x.png">',
        f'#read("{secret}")',
        f'#include "{secret}"',
        '#import "@preview/x:1.0.0": *',
        "]#panic()[",
        "*bold* _slanted_ $x$ `code` @key <label> // hidden",
    )
    pdf = draw(Drawing.of([page(order) for order in orders]))
    told = ["".join(one.extract_text().split()) for one in pypdf.PdfReader(io.BytesIO(pdf)).pages]
    assert [text.removesuffix("Page1of1") for text in told] == ["".join(order.split()) for order in orders]
    assert not pypdf.PdfReader(io.BytesIO(pdf)).attachments
    with listening, pytest.raises(BlockingIOError):  # nobody knocked
        listening.accept()
    with pytest.raises(Exception, match="not found"):  # not even a program could read a file
        drawn(f'#read("{secret}")', "[]")


@pytest.mark.long
@pytest.mark.parametrize("how", HOSTILE)
def test_every_text_can_be_printed(how: str) -> None:
    """Also one with signs that no font has; and a long word goes over lines."""
    pdf = draw(Drawing.of([page(printed(HOSTILE[how] * 3))]))
    assert len(pypdf.PdfReader(io.BytesIO(pdf)).pages) >= 1


@pytest.mark.parametrize("how", UNPRINTABLE)
def test_a_terminal_is_told_no_order(tmp_path: Path, how: str) -> None:
    """Not by a name, not by a layout, not by a house's file that somebody sent: whatever is said of it."""
    text = UNPRINTABLE[how]
    orders = {sign for sign in text if not sign.isprintable() and sign != "\n"}
    file = tmp_path / "house.toml"
    written = house_toml(replace(PENALTY, key="ours")).replace(PENALTY.summary, text)
    file.write_bytes(written.encode("utf-8", "surrogatepass"))
    arguments = [
        ["hole", "--house", "two-joker", f"{text}=5 * 7 / 5 Q K", "Bo=1"],
        ["score", "--house", text, "5 * 7 / 5 Q K"],
        ["score", "--house", "two-joker", text],
        ["score", "--house", "two-joker", "--option", f"{text}=x", "5 * 7 / 5 Q K"],
        ["compare", text],
        ["house", str(file)],
        ["score", "--house", str(file), "5 * 7 / 5 Q K"],
        [text],
    ]
    for given in arguments:
        if "\x00" in "".join(given):
            continue  # no system hands that to a program
        told = CliRunner().invoke(main, given)
        assert told.exit_code in (0, 2), (given, told.output, told.exception)
        assert not orders & set(told.output), given
    lines = text.encode("utf-8", "surrogatepass")
    told = CliRunner().invoke(main, ["score", "--house", "two-joker", "--stdin"], input=lines)
    assert not orders & set(told.output)

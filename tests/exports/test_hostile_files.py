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
from scorekeeper.exports.draw_program import render
from scorekeeper.houses.writing import house_toml
from tests.hostile import UNPRINTABLE

PENALTY = houses.get("penalty")


def text_of(pdf: bytes) -> str:
    return " ".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(pdf)).pages)


@pytest.mark.long
def test_not_even_markup_would_fetch_anything(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Text is escaped before it comes here; and if it ever were not, nothing is read from a disk or a network."""
    listening = socket.create_server(("127.0.0.1", 0))
    listening.setblocking(False)
    here = f"127.0.0.1:{listening.getsockname()[1]}"
    secret = tmp_path / "secret.svg"
    secret.write_text('<svg xmlns="http://www.w3.org/2000/svg"><text y="20">unmistakable</text></svg>', "utf-8")
    local = secret.as_uri()
    page = f"""
    <link rel=stylesheet href=http://{here}/a.css><link rel=attachment href={local}>
    <style>@import url(http://{here}/b.css); @font-face{{font-family:x;src:url(http://{here}/c.woff)}}
      p{{background:url({local});font-family:x}} p::before{{content:url(http://{here}/d.png)}}</style>
    <p>paper</p><img src={local}><img src=http://{here}/e.png><object data={local}></object><embed src={local}>
    <svg><image href="{local}"/><use href="{local}#x"/></svg>
    """
    with caplog.at_level("CRITICAL", "weasyprint"):
        pdf = render(page).write_pdf()
    reader = pypdf.PdfReader(io.BytesIO(pdf))
    assert "paper" in text_of(pdf)
    assert "unmistakable" not in text_of(pdf)
    assert not reader.attachments
    assert b"unmistakable" not in pdf
    with listening, pytest.raises(BlockingIOError):  # nobody knocked
        listening.accept()


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

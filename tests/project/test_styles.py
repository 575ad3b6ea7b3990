"""Every class that a style sheet knows is written somewhere: by a template, a script or the program."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.serving import TREE

SHEETS = sorted((TREE / "static" / "css").glob("*.css"))
WRITERS = ("templates/**/*.html", "templates/**/*.svg", "static/js/**/*.js", "scorekeeper/**/*.py")

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_CLASS = re.compile(r"\.(-?[a-z][\w-]*)(?=[^{}]*\{)", re.IGNORECASE)
_WORD = re.compile(r"[a-z][\w-]*", re.IGNORECASE)
_FILLED_IN = re.compile(r"([a-z][\w-]*-)(?:\{\{|\$\{|[\"'`]\s*(?:~|\+)|\{(?=[a-z_]))", re.IGNORECASE)
"""The beginning of a class whose end is only known when the page is made: `chip--{{ kind }}`."""


@pytest.fixture(scope="module")
def written() -> tuple[set[str], set[str]]:
    """The words that writers hold, and the beginnings that are filled in."""
    text = "\n".join(file.read_text("utf-8") for pattern in WRITERS for file in sorted(TREE.glob(pattern)))
    return set(_WORD.findall(text)), set(_FILLED_IN.findall(text))


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_every_class_is_written_somewhere(sheet: Path, written: tuple[set[str], set[str]]) -> None:
    words, beginnings = written
    rules = _COMMENT.sub("", sheet.read_text("utf-8"))
    unused = {
        name
        for name in _CLASS.findall(rules)
        if name not in words and not any(name.startswith(beginning) for beginning in beginnings)
    }
    assert not unused

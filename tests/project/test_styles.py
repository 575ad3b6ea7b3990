"""Every class that a style sheet knows is written somewhere: by a template, a script or the program."""

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.serving import TREE

SHEETS = sorted((TREE / "static" / "css").glob("*.css"))
WRITERS = ("templates/**/*.html", "templates/**/*.svg", "static/js/**/*.js", "scorekeeper/**/*.py")

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
CLASS = re.compile(r"\.(-?[a-z][\w-]*)(?=[^{}]*\{)", re.IGNORECASE)
_WORD = re.compile(r"[a-z][\w-]*", re.IGNORECASE)
_FILLED_IN = re.compile(r"([a-z][\w-]*-)(?:\{\{|\$\{|[\"'`]\s*(?:~|\+)|\{(?=[a-z_]))", re.IGNORECASE)
"""The beginning of a class whose end is only known when the page is made: `chip--{{ kind }}`."""


@pytest.fixture(scope="module")
def written() -> tuple[set[str], set[str]]:
    """The words that writers hold, and the beginnings that are filled in; ids and fields have beginnings too."""
    text = "\n".join(file.read_text("utf-8") for pattern in WRITERS for file in sorted(TREE.glob(pattern)))
    return set(_WORD.findall(text)), {beginning for beginning in _FILLED_IN.findall(text) if "--" in beginning}


def unwritten(names: Iterable[str], written: tuple[set[str], set[str]]) -> set[str]:
    """Names that no file contains, neither whole nor as a prefix with a number or word added."""
    words, beginnings = written

    def is_filled_in(name: str) -> bool:
        ends = [name.removeprefix(one) for one in beginnings if name.startswith(one)]
        return any(end.isdecimal() or end in words for end in ends)

    return {name for name in names if name not in words and not is_filled_in(name)}


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_every_class_is_written_somewhere(sheet: Path, written: tuple[set[str], set[str]]) -> None:
    assert not unwritten(CLASS.findall(COMMENT.sub("", sheet.read_text("utf-8"))), written)

"""Compiled templates are kept beside the program's own compiled modules."""

from pathlib import Path

import pytest
from jinja2 import Environment

from scorekeeper.web.held_templates import HeldTemplates, compiled_templates


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    folder = tmp_path / "templates"
    folder.mkdir()
    (folder / "page.html").write_text("{% for one in players %}{{ one|upper }}, {% endfor %}")
    return folder


def shows(pages: Path, kept: Path, release: str = "1") -> str:
    """The page, compiled or read by a process of that release."""
    cache = compiled_templates(release, kept)
    environment = Environment(loader=HeldTemplates(pages), bytecode_cache=cache)
    return environment.get_template("page.html").render(players=["Ann", "Bo"])


def test_a_template_is_compiled_once_for_each_release(pages: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    assert shows(pages, kept) == "ANN, BO, "
    (file,) = kept.iterdir()
    written = file.stat().st_mtime_ns
    assert shows(pages, kept) == "ANN, BO, "
    assert [(one, one.stat().st_mtime_ns) for one in kept.iterdir()] == [(file, written)]
    assert shows(pages, kept, "2") == "ANN, BO, "
    (other,) = kept.iterdir()
    assert other != file


@pytest.mark.parametrize("left", [0, 3, 30, 60, 90, 300])
def test_a_file_that_a_crash_cut_short_is_compiled_again(pages: Path, tmp_path: Path, left: int) -> None:
    kept = tmp_path / "kept"
    shows(pages, kept)
    (file,) = kept.iterdir()
    whole = file.read_bytes()
    assert left < len(whole)
    file.write_bytes(whole[:left])
    assert shows(pages, kept) == "ANN, BO, "
    assert file.read_bytes() == whole


def test_where_nothing_can_be_written_templates_are_compiled_all_the_same(pages: Path, tmp_path: Path) -> None:
    (tmp_path / "no folder").write_text("")
    assert shows(pages, tmp_path / "no folder") == "ANN, BO, "

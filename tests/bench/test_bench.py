"""The bench itself: what it counts, what it calls met, and that none of it has rotted."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import pytest

from tests.bench.__main__ import BEGIN, END, main, measuring, rows_of
from tests.bench.comparing import FLASK, WSGI, beside
from tests.bench.load import load, request
from tests.bench.rows import Effort, Row, as_line, as_markdown, in_order, missed

BARS = {
    # bar: what meets it, and what does not
    "at most 1.2": (1.2, 1.21),
    "at least 0.6": (0.6, 0.59),
    "at most 1,000": (1000, 1001),
    "0": (0, 1),
    "25": (25, 24),
}


@pytest.mark.parametrize(("bar", "figures"), BARS.items(), ids=list(BARS))
def test_a_bar_is_met_or_missed(bar: str, figures: tuple[float, float]) -> None:
    good, bad = (Row("what", figure, "", bar) for figure in figures)
    assert (good.met, bad.met) == (True, False)
    assert missed([good, bad, Row("no bar", 1, "")]) == [bad]


def test_what_could_not_be_measured_is_not_met_and_says_why() -> None:
    row = Row("pages", None, "of 100", "100", remark="no browser")
    assert row.met is False
    assert "not measured (no browser)" in as_line(row)


def test_a_bar_that_nobody_understands_is_an_error() -> None:
    with pytest.raises(ValueError, match="no bar is written like 'about 3'"):
        _ = Row("what", 3, "", "about 3").met


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the command wrote about what is quick to measure."""
    file = tmp_path_factory.mktemp("bench") / "deep" / "bench.json"
    assert main(["scoring", "--effort", "quick", "--to", str(file)]) == 0
    return file


def test_the_file_says_what_was_measured_when_and_with_what(written: Path) -> None:
    data = json.loads(written.read_text("utf-8"))
    assert data["names"] == ["scoring"]
    assert set(data["versions"]) == {"Python", "SQLite", "Granian", "Flask"}
    assert {"date", "commit", "cores", "machine", "effort", "seconds"} <= set(data)
    assert len(data["rows"]) == 2
    for row in data["rows"]:
        assert set(row) == {*Row._fields, "met", "of", "module"}
        assert row["figure"] > 0


def test_it_is_told_as_a_table_for_the_docs(written: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--markdown", str(written)]) == 0
    head, _, *table = capsys.readouterr().out.strip().splitlines()
    assert head.startswith("Measured 20")
    assert table == list(as_markdown(json.loads(written.read_text("utf-8"))))[2:]
    assert len(table) == 2 + 2
    assert {line.count("|") for line in table} == {5}
    page = written.with_name("page.md")
    page.write_text(f"# Before\n\n{BEGIN}\nold\n{END}\n\nAfter\n", "utf-8")
    assert main(["--markdown", str(written), "--into", str(page)]) == 0
    told = page.read_text("utf-8")
    assert told.startswith(f"# Before\n\n{BEGIN}\n\n{head}\n")
    assert told.endswith(f"{table[-1]}\n\n{END}\n\nAfter\n")
    assert "old" not in told


def test_strict_ends_with_1_for_a_missed_bar(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        measuring()["scoring"], "measures", lambda _effort: iter([Row("too slow", 9, "us", "at most 3")])
    )
    asked = ["scoring", "--to", str(tmp_path / "bench.json")]
    assert main(asked) == 0
    assert main([*asked, "--strict"]) == 1


def test_one_that_breaks_off_is_a_row_and_the_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_effort: Effort) -> Iterator[Row]:
        yield Row("before", 1, "")
        raise OSError("the disk is gone")

    monkeypatch.setattr(measuring()["javascript"], "measures", broken)
    monkeypatch.setattr(measuring()["scoring"], "measures", lambda _effort: iter([Row("after", 1, "")]))
    rows = list(rows_of(["javascript", "scoring"], Effort.QUICK))
    assert [row.name for row in rows] == ["before", "all of javascript", "after"]
    assert "the disk is gone" in rows[1].remark
    assert missed(rows) == [rows[1]]


def test_the_design_comes_first_in_the_table() -> None:
    rows = [Row("one", 1, ""), Row("two", 2, "", "2", design=True), Row("three", 3, "")]
    assert [row.name for row in in_order(rows)] == ["two", "one", "three"]


@pytest.mark.parametrize(
    ("row", "told"),
    [
        pytest.param(Row("taps", 2, "taps", "2", design=True), "| **taps** |", id="of the design"),
        pytest.param(Row("  with more", 2, "taps", "2", design=True), "| &emsp;**with more** |", id="of it, indented"),
        pytest.param(Row("  with more", 2, "taps", "2"), "| &emsp;with more |", id="indented"),
    ],
)
def test_a_row_of_the_docs_is_bold_where_the_design_asks_for_it(row: Row, told: str) -> None:
    data = {"rows": [row.as_data()], "date": "", "commit": "", "cores": 2, "versions": {}}
    assert list(as_markdown(data))[-1].startswith(told)


def test_phones_count_what_they_were_answered(tmp_path: Path) -> None:
    """By answers with a body and without one; one of another status is an error that shows it."""
    asked = [cycle([request(FLASK.format(70_000))]), cycle([request(FLASK.format(3))])]
    with beside(tmp_path / "bare", alone=True) as server:
        answered = load(server.port, asked, 1.0)
        assert len(answered.waits) >= 2
        assert 0 < max(answered.waits) <= answered.seconds
        assert min(answered.waits) <= answered.tail <= max(answered.waits)
        assert answered.rate == len(answered.waits) / answered.seconds
        with pytest.raises(RuntimeError, match="404"):
            load(server.port, [cycle([request(WSGI)])], 0.1, 304)


@pytest.mark.nightly
@pytest.mark.parametrize("name", [name for name in measuring() if name != "scoring"])
def test_everything_that_is_measured_gives_rows(name: str) -> None:
    """In so short a time that the figures mean nothing."""
    rows = list(rows_of([name], Effort.QUICK))
    assert len(rows) > 0
    assert [row.remark for row in rows if row.name == f"all of {name}"] == []
    for row in rows:
        assert isinstance(row, Row)
        assert row.figure is None or row.figure == row.figure  # no NaN
        assert (row.figure is None) <= bool(row.remark)
        assert row.met in (None, True, False)
    assert len({row.name for row in rows if not row.name.startswith("  ")}) == sum(
        not row.name.startswith("  ") for row in rows
    )

"""The bench itself: what it counts, what it calls met, and that none of it has rotted."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bench.__main__ import main, measuring, rows_of
from tests.bench.rows import Effort, Row, as_line, missed

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


def test_what_was_measured_is_written(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "bench.json"
    assert main(["scoring", "--effort", "quick", "--to", str(file)]) == 0
    data = json.loads(file.read_text("utf-8"))
    assert data["names"] == ["scoring"]
    assert all(row["figure"] > 0 for row in data["rows"])


def test_one_that_breaks_off_is_a_row_and_the_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_effort: Effort) -> Iterator[Row]:
        yield Row("before", 1, "")
        raise OSError("the disk is gone")

    monkeypatch.setattr(measuring()["command_line"], "measures", broken)
    monkeypatch.setattr(measuring()["scoring"], "measures", lambda _effort: iter([Row("after", 1, "")]))
    rows = list(rows_of(["command_line", "scoring"], Effort.QUICK))
    assert [row.name for row in rows] == ["before", "all of command_line", "after"]
    assert "the disk is gone" in rows[1].remark
    assert missed(rows) == [rows[1]]

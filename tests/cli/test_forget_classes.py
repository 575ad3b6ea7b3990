"""`scorekeeper forget-classes`."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from scorekeeper.store import Store, Write, classes_of_device
from tests.cli.running import by_click
from tests.store.schooling import begin_lesson


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    """The store that the command finds, with classes of 31, 29 and 2 days ago and of this minute."""
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    kept = Store.open(tmp_path / "scorekeeper.sqlite3")
    now = datetime.now(UTC)
    for days in (31, 29, 2, 0):
        begin_lesson(kept, write=Write(f"days-{days}", "desk", now - timedelta(days=days)))
    yield kept
    kept.close()


@pytest.mark.parametrize(
    ("words", "said", "left"),
    [
        ((), "1 class of 30 days ago or more deleted", 3),
        (("--older-than", "7"), "2 classes of 7 days ago or more deleted", 2),
        (("--older-than", "0"), "4 classes of 0 days ago or more deleted", 0),
    ],
)
def test_it_deletes_the_old_ones_and_says_how_many(store: Store, words: tuple[str, ...], said: str, left: int) -> None:
    result = by_click("forget-classes", *words)
    assert result.output == f"{said} from {store.path}\n"
    assert result.exit_code == 0
    assert len(classes_of_device(store, "desk")) == left
    assert by_click("forget-classes", *words).output.startswith("0 classes")


@pytest.mark.parametrize("days", ["-1", "many", "36501"])
def test_what_is_no_age_deletes_nothing(store: Store, days: str) -> None:
    result = by_click("forget-classes", "--older-than", days)
    assert result.exit_code == 2
    assert "--older-than" in result.stderr
    assert len(classes_of_device(store, "desk")) == 4

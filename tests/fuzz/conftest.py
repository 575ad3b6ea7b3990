"""What is tried by night is another each night, and can be tried again: the dice are the day's date."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import core


@pytest.fixture(autouse=True)
def dice_of_the_day(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """By night, unless `--hypothesis-seed` says otherwise. By day every run is the same (`derandomize`)."""
    if request.node.get_closest_marker("nightly") and core.global_force_seed is None:
        seed = int(f"{datetime.now(UTC):%Y%m%d}")
        monkeypatch.setattr(core, "global_force_seed", seed)
        print(f"to try the same again: --hypothesis-seed={seed}")  # noqa: T201

"""What the service worker keeps and shows, without a browser (node's tests)."""

from __future__ import annotations

from tests.js.node import HERE, run_tests


def test_offline_alone() -> None:
    run_tests(sorted(HERE.glob("offline/*.test.js")))

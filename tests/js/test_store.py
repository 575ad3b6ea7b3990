"""What a phone keeps and asks for, without a phone: the cadence of questions, the games it knows (node's tests)."""

from __future__ import annotations

from tests.js.node import HERE, run_tests


def test_store_alone() -> None:
    run_tests(sorted(HERE.glob("store/*.test.js")))

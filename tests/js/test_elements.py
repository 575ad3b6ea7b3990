"""What the pages' elements do without a page: layouts being entered, drafts, hands on their way (node's tests)."""

from __future__ import annotations

from tests.js.node import HERE, run_tests


def test_elements_alone() -> None:
    run_tests(sorted(HERE.glob("elements/*.test.js")))

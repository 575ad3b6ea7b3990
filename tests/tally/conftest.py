"""The stores and the table for the tests of the tally."""

from tests.store.conftest import pytest_generate_tests, store, table

__all__ = ["pytest_generate_tests", "store", "table"]

"""The stores and the table of the tests of the store."""

from tests.store.conftest import pytest_generate_tests, store, table

__all__ = ["pytest_generate_tests", "store", "table"]

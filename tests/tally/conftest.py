"""The store and the table of the tests of the file."""

from tests.store.conftest import store, table

__all__ = ["store", "table"]

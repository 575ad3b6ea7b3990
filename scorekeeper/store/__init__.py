"""Storage of games, with every hand and every change.

Import each name from the module that defines it. SQL and SQLite's ways stay inside this package (docs/store.md).
"""

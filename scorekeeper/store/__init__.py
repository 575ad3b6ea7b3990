"""What is remembered: games, every hand that was entered, and everything that was ever changed.

Each name is imported from the module where it lives. SQL and SQLite's ways stay inside this package (docs/store.md).
"""

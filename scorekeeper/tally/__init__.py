"""Changing and keeping the games of a table."""

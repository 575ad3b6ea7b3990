"""Scorekeeper: the companion for the card game Golf."""

__version__ = "0.2.0"

"""Scorekeeper: the companion for the card game Golf."""

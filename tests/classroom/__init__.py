"""A class that answers one set: sessions, what pupils do in them, and what the board shows."""

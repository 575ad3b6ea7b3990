"""What a table does to a game, and how it is kept."""

"""A class that works on one worksheet: its students, its board and its papers."""

"""What a finding is, and how much is too much of anything."""

from __future__ import annotations

Finding = tuple[str, str]
"""The key of the house file, and the cause."""

MOST_POINTS = 999
"""No card, bonus or penalty is worth more, in either direction."""

MOST_DECKS = 12
MOST_JOKERS = 8
LONGEST_WORDS = {"name": 60, "summary": 300, "source.sheet": 20, "source.title": 200, "source.notes": 2_000}
"""Characters of what is written about a house."""

LONGEST_SENTENCES = 2_000
"""Characters of a text of a question or an example."""

MOST_OPTIONS = 80
MOST_EXAMPLES = 60
MOST_LENGTHS = 6

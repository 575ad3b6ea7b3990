"""Words that the product never says: bookish ones, and British spellings.

python -m tests.project.words    prints each with its file and line, and what to say instead
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

TREE = Path(__file__).resolve().parents[2]
SPEAKING = ("scorekeeper", "static", "templates", "docs", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "Makefile")
ENDINGS = {"", ".py", ".js", ".css", ".html", ".md", ".toml", ".txt"}

INSTEAD = {
    "whoever": "the player, you",
    "somebody": "someone, a player",
    "everybody": "everyone, each player",
    "anybody": "anyone",
    "meanwhile": "nothing: leave it out",
    "anew": "again",
    "all the same": "anyway",
    "so many": "the number of",
    "by whom": "who",
    "pupils?": "student",
    "practis(?:e|es|ed|ing)": "practice",
    "neighbour(?:s|ing)?": "neighbor",
    "colour(?:s|ed)?": "color",
    "centre[sd]?": "center",
    "grey": "gray",
    "behaviours?": "behavior",
    "favourites?": "favorite",
    "spelt|learnt": "spelled, learned",
    "travell(?:ed|ers?|ing)": "traveler",
    "afterwards|towards|whilst|amongst": "afterward, toward, while, among",
    "catalogues?": "catalog",
    "licence": "license",
    "(?:organ|recogn|real|summar|normal|memor|apolog|optim)is(?:e|es|ed|ing)": "-ize",
}


def said(line: str) -> Iterator[tuple[str, str]]:
    """Each of these words in a line, and what to say instead."""
    for word, instead in INSTEAD.items():
        for found in re.finditer(rf"\b(?:{word})\b", line, re.IGNORECASE):
            yield found[0], instead


def files() -> Iterator[Path]:
    """Every file that people read, or that speaks to them."""
    for name in SPEAKING:
        for file in sorted([TREE / name, *(TREE / name).rglob("*")]):
            if file.is_file() and file.suffix in ENDINGS:
                yield file


def main() -> int:
    """How many such words there are."""
    count = 0
    for file in files():
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            for word, instead in said(line):
                count += 1
                print(f"{file.relative_to(TREE)}:{number}: “{word}”: say {instead}", file=sys.stderr)
    return count


if __name__ == "__main__":
    sys.exit(1 if main() else 0)

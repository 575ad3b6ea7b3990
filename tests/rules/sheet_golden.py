"""The rule sheet of every house as text for review: a changed rule is a changed sentence.

python -m tests.rules.sheet_golden --update
"""

import sys
from pathlib import Path

from scorekeeper import houses
from scorekeeper.houses.sheet import differences, in_short, sheet_text
from scorekeeper.rules import House

KEPT = Path(__file__).resolve().parents[1] / "golden" / "sheets"


def reviewed_text(house: House) -> str:
    """The sheet, the house in short, and how it differs from each of the five printed sheets."""
    text = sheet_text(house) + "\nIN SHORT\n" + "; ".join(in_short(house)) + "\n"
    for other in houses.built_in():
        if other is not house and other.source.sheet:
            text += f"\nAGAINST {other.name.upper()}\n" + "".join(f"{line}\n" for line in differences(house, other))
    return text


def path_of(house: House) -> Path:
    """The file with the reviewed text of a house."""
    return KEPT / f"{house.key}.txt"


if __name__ == "__main__":
    if sys.argv[1:] != ["--update"]:
        sys.exit(__doc__)
    KEPT.mkdir(parents=True, exist_ok=True)
    for built_in in houses.built_in():
        path_of(built_in).write_text(reviewed_text(built_in), encoding="utf-8")

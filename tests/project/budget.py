"""The line budget: how many lines each area of the tree may have, `.ci/budget.toml`. It only falls.

python -m tests.project.budget            fails where an area has more lines than its budget
python -m tests.project.budget --lower    writes what there is where that is less
"""

import re
import sys
import tomllib
from pathlib import Path

TREE = Path(__file__).resolve().parents[2]
BUDGET = TREE / ".ci" / "budget.toml"
ENDINGS = {".py", ".js", ".cjs", ".css", ".html", ".md"}


def lines_of(area: str) -> int:
    """The lines of code, templates and docs in that folder; what tools fetched there is not ours."""
    files = (file for file in (TREE / area).rglob("*") if file.suffix in ENDINGS and "node_modules" not in file.parts)
    return sum(len(file.read_bytes().splitlines()) for file in files)


def main(*, lower: bool) -> int:
    """How many areas have more lines than they may."""
    text = BUDGET.read_text(encoding="utf-8")
    over = 0
    for area, most in tomllib.loads(text).items():
        lines = lines_of(area)
        if lines > most:
            over += 1
            print(f"{area}: {lines} lines, {lines - most} more than its budget; take some out", file=sys.stderr)
        elif lower:
            text = re.sub(rf'^("{re.escape(area)}" = )\d+', rf"\g<1>{lines}", text, flags=re.MULTILINE)
        elif lines < most:
            print(f"{area}: {lines} of {most} lines; lower the budget with --lower")
    if lower:
        BUDGET.write_text(text, encoding="utf-8")
    return over


if __name__ == "__main__":
    sys.exit(1 if main(lower="--lower" in sys.argv) else 0)

"""The ceilings of the tree: how many bytes of source each area may have, `.ci/ceilings.toml`.

python -m tests.project.ceilings    fails where an area has more bytes than its ceiling, and prints how full each is
"""

import sys
import tomllib
from pathlib import Path

TREE = Path(__file__).resolve().parents[2]
CEILINGS = TREE / ".ci" / "ceilings.toml"
ENDINGS = {".py", ".js", ".cjs", ".css", ".html", ".md", ".toml", ".typ", ".sql"}


def bytes_of(area: str) -> int:
    """Bytes of code, templates, docs and data in that folder, without what tools fetched there."""
    files = (file for file in (TREE / area).rglob("*") if file.suffix in ENDINGS and "node_modules" not in file.parts)
    return sum(file.stat().st_size for file in files)


def main() -> int:
    """How many areas are above their ceilings."""
    over = 0
    for area, most in tomllib.loads(CEILINGS.read_text(encoding="utf-8")).items():
        held = bytes_of(area)
        print(f"{area}: {held:,} of {most:,} bytes ({held / most:.0%})")
        if held > most:
            over += 1
            print(f"{area}: {held - most:,} bytes above its ceiling (CONTRIBUTING.md, Habits)", file=sys.stderr)
    return over


if __name__ == "__main__":
    sys.exit(1 if main() else 0)

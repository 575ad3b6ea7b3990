"""The complexity of functions of package and tests by radon, which counts branches, loops, conditions, comprehensions.

python -m tests.project.complexity    fails where a function has more than 20, and prints each
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from radon.complexity import cc_visit
from radon.visitors import Function

TREE = Path(__file__).resolve().parents[2]
MOST = 20


def too_complex(source: str) -> Iterator[tuple[int, str, int]]:
    """Line, name and complexity of each function above the limit."""
    for block in cc_visit(source):
        if isinstance(block, Function) and block.complexity > MOST:
            yield block.lineno, block.fullname, block.complexity


def main() -> int:
    """How many functions are above the limit."""
    over = 0
    for file in sorted((*(TREE / "scorekeeper").rglob("*.py"), *(TREE / "tests").rglob("*.py"))):
        for line, name, complexity in too_complex(file.read_text(encoding="utf-8")):
            over += 1
            place = f"{file.relative_to(TREE)}:{line}"
            print(f"{place}: {name} has a complexity of {complexity}, at most {MOST}. Take it apart.", file=sys.stderr)
    return over


if __name__ == "__main__":
    sys.exit(1 if main() else 0)

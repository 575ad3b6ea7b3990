"""`python -m tests.bench [NAME]...`: the numbers of the design that exist so far, with their bars.

What is measured is a module in this folder with ``measures()``, which gives rows of name, figure, unit and bar. Name
modules to see only theirs.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Iterable, Iterator, Sequence

from tests import bench
from tests.naming import parser_of_names

Row = tuple[str, float, str, str]


def modules() -> Iterator[str]:
    """The modules of this folder."""
    for found in pkgutil.iter_modules(bench.__path__):
        if not found.name.startswith("_"):
            yield found.name


def figure(amount: float) -> str:
    """Three figures that mean something."""
    return f"{amount:,.0f}" if abs(amount) >= 100 else f"{amount:.3g}"


def main(arguments: Sequence[str]) -> None:
    named = parser_of_names(__doc__, "name", modules()).parse_args(arguments).names
    print(f"{'what':66}{'measured':>12} {'unit':8}bar")
    for name in named or modules():
        measures = getattr(importlib.import_module(f"tests.bench.{name}"), "measures", None)
        rows: Iterable[Row] = measures() if measures else ()
        for what, amount, unit, bar in rows:
            print(f"{what:66}{figure(amount):>12} {unit:8}{bar}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])

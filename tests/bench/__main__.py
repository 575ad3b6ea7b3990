"""`python -m tests.bench [NAME]...`: the numbers that we hold ourselves to, and more of how it stands.

What is measured is a module in this folder with ``measures(effort)``, which gives rows. Name modules to see only
theirs. Rows are printed as they come, then all of them in one table, and written to build/bench.json.
docs/performance.md says what each means.
"""

import importlib
import json
import os
import pkgutil
import platform
import sqlite3
import subprocess
import sys
import traceback
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import version
from pathlib import Path
from time import perf_counter
from types import ModuleType
from typing import Any

from tests import bench
from tests.bench.rows import HEAD, Effort, Row, as_line, as_markdown, in_order, missed
from tests.naming import parser_of_names

TREE = Path(__file__).resolve().parents[2]
WRITTEN = TREE / "build" / "bench.json"
BEGIN, END = "<!-- table of make bench -->", "<!-- end of table -->"


@cache
def measuring() -> Mapping[str, ModuleType]:
    """The modules that measure something, by name, in the order in which they are asked."""
    names = (found.name for found in pkgutil.iter_modules(bench.__path__) if not found.name.startswith(("_", "test_")))
    modules = {name: importlib.import_module(f"tests.bench.{name}") for name in names}
    found = {name: module for name, module in modules.items() if hasattr(module, "measures")}
    return dict(sorted(found.items()))


def rows_of(names: Sequence[str], effort: Effort) -> Iterator[Row]:
    """What these modules measure. One that breaks off gives a row that says why, and the others go on."""
    for name in names:
        try:
            yield from measuring()[name].measures(effort)
        except Exception as error:
            traceback.print_exc()
            yield Row(f"all of {name}", None, "", "0", remark=f"{type(error).__name__}: {error}"[:200])


def circumstances() -> dict[str, Any]:
    """When, where and with what it was measured."""
    return {
        "date": f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC",
        "commit": commit(),
        "cores": os.cpu_count(),
        "machine": f"{platform.system()} {platform.machine()}",
        "versions": {
            "Python": platform.python_version(),
            "SQLite": sqlite3.sqlite_version,
            "Granian": version("granian"),
            "Flask": version("flask"),
        },
    }


def commit() -> str | None:
    """The commit that is measured, with a plus where files were changed since; None without git."""
    try:
        asked = subprocess.run(
            ["git", "describe", "--always", "--abbrev=12", "--exclude=*", "--dirty=+"],
            cwd=TREE,
            capture_output=True,
            text=True,
            check=False,
        )
    except OSError:
        return None
    return asked.stdout.strip() or None


def measure(names: Sequence[str], effort: Effort, to: Path) -> None:
    """Measure, print and write it all down."""
    begun, now = perf_counter(), circumstances()
    rows: list[Row] = []
    print(HEAD)
    for name in names:
        for row in rows_of([name], effort):
            rows.append(row)
            print(as_line(row), flush=True)
    seconds = perf_counter() - begun
    print(f"\nAll of it, after {seconds:.0f} s\n\n{HEAD}")
    for row in in_order(rows):
        print(as_line(row))
    to.parent.mkdir(parents=True, exist_ok=True)
    data = {**now, "effort": effort.value, "names": list(names), "rows": [row.as_data() for row in rows]}
    to.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    short = missed(rows)
    print(f"\n{len(rows)} figures in {to}; " + (f"{len(short)} bars missed:" if short else "every bar is met"))
    for row in short:
        print(f"  {as_line(row)}")


def put(table: str, page: Path) -> None:
    """Replace what stands between the marks of the page."""
    before, begin, rest = page.read_text(encoding="utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    if not end:
        raise SystemExit(f"{page} has no place for a table, between {BEGIN} and {END}")
    page.write_text(f"{before}{begin}\n\n{table}\n\n{end}{after}", encoding="utf-8")


def main(arguments: Sequence[str]) -> int:
    """No missed bar is a failure: a busy machine misses some that a quiet one meets."""
    parser = parser_of_names(__doc__, "name", measuring())
    parser.add_argument("--effort", choices=[one.value for one in Effort], default=Effort.USUAL.value)
    parser.add_argument("--to", type=Path, default=WRITTEN, metavar="FILE", help="where to write the JSON")
    parser.add_argument(
        "--markdown", type=Path, metavar="FILE", help="print such a file as a table, and measure nothing"
    )
    parser.add_argument("--into", type=Path, metavar="PAGE", help="put that table into such a page, between its marks")
    told = parser.parse_args(arguments)
    if told.markdown:
        table = "\n".join(as_markdown(json.loads(told.markdown.read_text(encoding="utf-8"))))
        if told.into:
            put(table, told.into)
        else:
            print(table)
        return 0
    measure(told.names or list(measuring()), Effort(told.effort), told.to)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""What is measured: rows of a name, a figure, its unit and the bar that it is held to; and how long it may take."""

import re
from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Any, NamedTuple, TypeVar

Amount = TypeVar("Amount")


class Effort(Enum):
    """How long a measurement may take."""

    QUICK = "quick"  # whether it works at all; its figures mean nothing
    USUAL = "usual"  # all of them together in a quarter of an hour, on two cores

    def choose(self, *, quick: Amount, usual: Amount) -> Amount:
        """How many, how large or how long, for this effort."""
        return quick if self is Effort.QUICK else usual


class Row(NamedTuple):
    """One figure. ``bar`` is empty, a number to be met exactly, or begins with "at most" or "at least"."""

    name: str
    figure: float | None  # None: it could not be measured, and ``remark`` says why
    unit: str
    bar: str = ""
    design: bool = False  # whether the bar is one that the design sets
    remark: str = ""

    @property
    def met(self) -> bool | None:
        """Whether the bar is met; None without one. What could not be measured meets none."""
        if not self.bar:
            return None
        read = _BAR.fullmatch(self.bar)
        if read is None:
            raise ValueError(f"{self.name}: no bar is written like {self.bar!r}")
        if self.figure is None:
            return False
        bound = float(read["bound"].replace(",", ""))
        if read["side"] == "at most ":
            return self.figure <= bound
        return self.figure >= bound if read["side"] else self.figure == bound

    @property
    def verdict(self) -> str:
        """The same in a word."""
        return {None: "", True: "met", False: "missed" if self.figure is not None else "not measured"}[self.met]

    @property
    def amount(self) -> str:
        """Three digits that mean something."""
        if self.figure is None:
            return "-"
        if self.figure != self.figure // 1 or abs(self.figure) >= 100:
            return f"{self.figure:,.0f}" if abs(self.figure) >= 100 else f"{self.figure:.3g}"
        return f"{self.figure:.0f}"

    def as_data(self) -> dict[str, Any]:
        """For the JSON file."""
        return {**self._asdict(), "met": self.met}


_BAR = re.compile(r"(?P<side>at most |at least |)(?P<bound>-?[\d.,]+)")
HEAD = f"{'what':82}{'measured':>10} {'unit':9}{'bar':14}"


def as_line(row: Row) -> str:
    """A row of the table in the terminal."""
    told = f"{row.name:82}{row.amount:>10} {row.unit:9}{row.bar:14}{row.verdict}"
    return told.rstrip() + (f" ({row.remark})" if row.remark else "")


def in_order(rows: Iterable[Row]) -> list[Row]:
    """What the design asks for comes first; the rest as it was measured."""
    return sorted(rows, key=lambda row: not row.design)


def missed(rows: Iterable[Row]) -> list[Row]:
    """The rows whose bar is not met."""
    return [row for row in rows if row.met is False]


def as_markdown(data: dict[str, Any]) -> Iterator[str]:
    """The rows with a bar of what `__main__` wrote as JSON, as the lines of a table for docs/performance.md."""
    rows = [Row(**{name: row[name] for name in Row._fields}) for row in data["rows"] if row["bar"]]
    yield f"Measured {data['date']}, release {data['commit'] or 'unknown'}, {data['cores']} cores; {_versions(data)}."
    yield ""
    yield "| what | measured | bar | |"
    yield "|---|---:|---|---|"
    for row in in_order(rows):
        name = f"**{row.name}**" if row.design else row.name
        verdict = "; ".join(filter(None, (row.verdict, row.remark)))
        yield f"| {name} | {row.amount} {row.unit} | {row.bar} | {verdict} |".replace("  ", " ")


def _versions(data: dict[str, Any]) -> str:
    return ", ".join(f"{name} {version}" for name, version in data["versions"].items())

"""What the layouts of every house count, in files that Python and JavaScript are both held to.

`tests/golden/<house>.json` holds, over layouts of the house as printed:

- `sample`: how many layouts, where they are drawn in the sequence of `sampling`; without it every possible layout of
  ranks is counted. That is done for the rule sheets without jokers; elsewhere there are too many
- `count`, `min`, `max`, `sum`: how many layouts, and their totals' lowest, highest and sum
- `histogram`: how many layouts have each total, by the total as text
- `hash`: start with 0; for each layout, hash = (hash * 31 + total + 1000) mod 2**32. All layouts come in the order of
  `every_total`: columns from left to right, each from top to bottom, ranks in the order A 2 3 4 5 6 7 8 9 10 J Q K *
  as far as the house gives them a value; the last card of the last column changes fastest
- `readings`: for each reading that changes what a layout counts, as `option=reading`, the same of a sample, without the
  histogram.
  A reading that is not listed changes no layout.

`python -m tests.golden` writes them anew, or those of the houses named after it; look at what changed before you keep
it.
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, product
from operator import mul
from pathlib import Path
from typing import Any

from scorekeeper import houses
from scorekeeper.rules import Card, Grid, House, Layout, Rank, score
from scorekeeper.rules.bonuses import earns
from tests.golden.sampling import sampled_layouts

FOLDER = Path(__file__).parent
MODULUS = 2**32
SAMPLE = 1_000
SAMPLE_OF_A_READING = 200
MOST = 5_000_000
"""Of the rule sheets that have no more layouts of ranks, all are counted."""

# Long enough that almost all the work is done inside built-in functions.
_BLOCK = 4096


def golden_file(house: House) -> Path:
    return FOLDER / f"{house.key}.json"


def kept(house: House) -> Any:
    """What the file of that house says."""
    return json.loads(golden_file(house).read_text(encoding="utf-8"))


def counts_every_layout(house: House) -> bool:
    """Whether all layouts of ranks are counted: where they are few, and quickly added up from their columns."""
    by_column = house.cancelling is None or house.cancelling.where == ("column",)
    plain = by_column and not (house.bonuses or house.needs_suits or earns(house.four_of_a_kind))
    return plain and bool(house.source.sheet) and len(house.ranks) ** house.grid.size <= MOST


def totals_of(house: House) -> Iterator[int]:
    """The totals that a golden file is about: of every layout, or of a sample."""
    if counts_every_layout(house):
        return every_total(house)
    return (score(layout, house).total for layout in sampled_layouts(house, SAMPLE))


def every_total(house: House) -> Iterator[int]:
    """The total of every possible layout of ranks, added up from its columns."""
    columns = list(product(house.ranks, repeat=house.grid.rows))
    alone = replace(house, grid=Grid(house.grid.rows, 1))
    points = [_scored(column, alone) for column in columns]
    for first in product(points, repeat=house.grid.columns - 1):
        before = sum(first)
        yield from [before + more for more in points]


def _scored(column: Sequence[Rank], house: House) -> int:
    return score(Layout(tuple((Card(rank),) for rank in column)), house).total


def measured(house: House) -> dict[str, Any]:
    """Count, extremes, sum, histogram and hash over every layout of this house, or over a sample."""
    histogram: Counter[int] = Counter()
    position_hash = 0
    weights = [pow(31, _BLOCK - 1 - place, MODULUS) for place in range(_BLOCK)]
    totals = totals_of(house)
    while block := list(islice(totals, _BLOCK)):
        histogram.update(block)
        # The same as one step for each layout, multiplied out.
        own_weights = weights[-len(block) :]
        own_hash = sum(map(mul, block, own_weights)) + 1000 * sum(own_weights)
        position_hash = (position_hash * pow(31, len(block), MODULUS) + own_hash) % MODULUS
    return ({} if counts_every_layout(house) else {"sample": SAMPLE}) | {
        "count": histogram.total(),
        "min": min(histogram),
        "max": max(histogram),
        "sum": sum(total * count for total, count in histogram.items()),
        "hash": position_hash,
        "histogram": {str(total): histogram[total] for total in sorted(histogram)},
    }


def measured_reading(house: House) -> dict[str, Any]:
    """Count, extremes, sum and hash over a sample of the layouts of a house with another reading."""
    totals = [score(layout, house).total for layout in sampled_layouts(house, SAMPLE_OF_A_READING)]
    position_hash = 0
    for total in totals:
        position_hash = (position_hash * 31 + total + 1000) % MODULUS
    return {
        "sample": SAMPLE_OF_A_READING,
        "count": SAMPLE_OF_A_READING,
        "min": min(totals),
        "max": max(totals),
        "sum": sum(totals),
        "hash": position_hash,
    }


def other_readings(house: House) -> Iterator[tuple[str, House]]:
    """The house with each reading that is not the printed one, as `option=reading`."""
    for option in house.options:
        for reading in option.readings if option.must_ask else option.readings[1:]:
            yield f"{option.key}={reading.key}", houses.with_readings(house, {option.key: reading.key})


def counts_layouts_alike(house: House, other: House) -> bool:
    """Whether nothing differs between the two that a layout's total is made of."""

    def parameters(of: House) -> tuple[object, ...]:
        return of.grid, of.values, of.card_values, of.cancelling, of.four_of_a_kind, of.bonuses, of.ending.hidden

    return parameters(house) == parameters(other)


def write(house: House) -> None:
    """Measure the house anew and write its file."""
    golden = measured(house)
    golden["readings"] = {
        name: measured_reading(other) for name, other in other_readings(house) if not counts_layouts_alike(house, other)
    }
    golden_file(house).write_text(json.dumps(golden, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")

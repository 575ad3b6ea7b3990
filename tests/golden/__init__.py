"""What every possible layout of every house counts, in files that Python and JavaScript are both held to.

`tests/golden/<house>.json` holds, over all rank layouts of the house as printed:

- `count`, `min`, `max`, `sum`: how many layouts, and their totals' lowest, highest and sum
- `histogram`: how many layouts have each total, by the total as text
- `hash`: start with 0; for each layout, hash = (hash * 31 + total + 1000) mod 2**32. The layouts come in the order of
  `Totals.every`: columns from left to right, each from top to bottom, ranks in the order A 2 3 4 5 6 7 8 9 10 J Q K *
  as far as the house gives them a value; the last card of the last column changes fastest
- `readings`: for each reading that changes what a layout counts, as `option=reading`, the same but the histogram.
  A reading that is not listed changes no layout.

`python -m tests.golden` writes them anew; look at what changed before you keep it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from operator import mul
from pathlib import Path
from typing import Any

from scorekeeper import houses
from scorekeeper.rules import House, Totals

FOLDER = Path(__file__).parent
MODULUS = 2**32
# Long enough that almost all the work is done inside built-in functions.
_BLOCK = 4096


def golden_file(house: House) -> Path:
    return FOLDER / f"{house.key}.json"


def kept(house: House) -> Any:
    """What the file of that house says."""
    return json.loads(golden_file(house).read_text(encoding="utf-8"))


def measured(house: House) -> dict[str, Any]:
    """Count, extremes, sum, histogram and hash over every layout of this house, one by one."""
    histogram: Counter[int] = Counter()
    position_hash = 0
    weights = [pow(31, _BLOCK - 1 - place, MODULUS) for place in range(_BLOCK)]
    totals = Totals(house).every()
    while block := list(islice(totals, _BLOCK)):
        histogram.update(block)
        # The same as one step for each layout, multiplied out.
        own_weights = weights[-len(block) :]
        own_hash = sum(map(mul, block, own_weights)) + 1000 * sum(own_weights)
        position_hash = (position_hash * pow(31, len(block), MODULUS) + own_hash) % MODULUS
    return {
        "count": histogram.total(),
        "min": min(histogram),
        "max": max(histogram),
        "sum": sum(total * count for total, count in histogram.items()),
        "hash": position_hash,
        "histogram": {str(total): histogram[total] for total in sorted(histogram)},
    }


def other_readings(house: House) -> Iterator[tuple[str, House]]:
    """The house with each reading that is not the printed one, as `option=reading`."""
    for option in house.options:
        for reading in option.readings if option.must_ask else option.readings[1:]:
            yield f"{option.key}={reading.key}", houses.with_readings(house, {option.key: reading.key})


def counts_layouts_alike(house: House, other: House) -> bool:
    """Whether nothing differs between the two that a layout's total is made of."""

    def parameters(of: House) -> tuple[object, ...]:
        return of.grid, of.values, of.cancelling, of.four_of_a_kind, of.ending.hidden

    return parameters(house) == parameters(other)


def write(house: House) -> None:
    """Measure the house anew and write its file."""
    golden = measured(house)
    golden["readings"] = {
        name: {key: value for key, value in measured(other).items() if key != "histogram"}
        for name, other in other_readings(house)
        if not counts_layouts_alike(house, other)
    }
    golden_file(house).write_text(json.dumps(golden, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")

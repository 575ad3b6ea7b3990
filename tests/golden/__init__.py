"""What the layouts of every house count, in files that a change of the scorer is held to.

`tests/golden/<house>.json` holds, over a sample of layouts of the house as printed:

- `sample`: how many layouts, where they are drawn in the sequence of `sampling`
- `count`, `min`, `max`, `sum`: how many layouts, and their totals' lowest, highest and sum
- `histogram`: how many layouts have each total, by the total as text
- `hash`: start with 0; for each layout, hash = (hash * 31 + total + 1000) mod 2**32
- `readings`: for each reading that changes what a layout counts, as `option=reading`, the same of a smaller sample,
  without the histogram. A reading that is not listed changes no layout.

`python -m tests.golden` writes them anew, or those of the houses named after it; look at what changed before you keep
it.
"""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scorekeeper import houses
from scorekeeper.rules import House, score
from tests.golden.sampling import sampled_layouts

FOLDER = Path(__file__).parent
SAMPLE = 1_000
SAMPLE_OF_A_READING = 200


def golden_file(house: House) -> Path:
    return FOLDER / f"{house.key}.json"


def kept(house: House) -> Any:
    """What the file of that house says."""
    return json.loads(golden_file(house).read_text(encoding="utf-8"))


def measured(house: House) -> dict[str, Any]:
    """Count, extremes, sum, hash and histogram over the sample of this house."""
    totals = _totals(house, SAMPLE)
    histogram = Counter(totals)
    return _figures(totals) | {"histogram": {str(total): histogram[total] for total in sorted(histogram)}}


def measured_reading(house: House) -> dict[str, Any]:
    """The same of a house with another reading."""
    return _figures(_totals(house, SAMPLE_OF_A_READING))


def _totals(house: House, count: int) -> list[int]:
    return [score(layout, house).total for layout in sampled_layouts(house, count)]


def _figures(totals: list[int]) -> dict[str, Any]:
    position_hash = 0
    for total in totals:
        position_hash = (position_hash * 31 + total + 1000) % 2**32
    return {
        "sample": len(totals),
        "count": len(totals),
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


def changing_readings(house: House) -> dict[str, Any]:
    """What each reading that changes a layout's total makes of the sample."""
    others = other_readings(house)
    return {name: measured_reading(other) for name, other in others if not counts_layouts_alike(house, other)}


def write(house: House) -> None:
    """Measure the house anew and write its file."""
    golden = measured(house) | {"readings": changing_readings(house)}
    golden_file(house).write_text(json.dumps(golden, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")

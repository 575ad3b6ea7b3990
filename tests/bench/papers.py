"""What a teacher is told of papers: five hands, learners with one misread each, and no slips."""

from collections.abc import Iterator

from scorekeeper.houses import groups
from tests.bench.rows import Effort, Row
from tests.school.papers import named


def measures(effort: Effort = Effort.USUAL) -> Iterator[Row]:
    """The five houses, with sets that nothing was chosen by."""
    for house in groups()[0].houses:
        counted = [named(house, f"bench {place}") for place in range(effort.choose(quick=1, usual=10))]
        right, wrong, whole = map(sum, zip(*counted, strict=True))
        name = f"papers of five hands: misreads named to the teacher, {house.name}"
        yield Row(name, 100 * right / whole, "%", "at least 85", remark=f"{wrong} of {whole} named otherwise")

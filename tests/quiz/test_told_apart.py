"""Which misreads any layouts at all can tell apart, counted out, against what five layouts of a sheet tell apart."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations, product

import pytest

from scorekeeper import houses
from scorekeeper.quiz import Belief, beliefs
from scorekeeper.quiz.levels import HIGHEST
from scorekeeper.quiz.questions.score import ScoreQuestion
from scorekeeper.quiz.sets import make_set
from scorekeeper.rules import Card, House, Layout, Rank

KEYS = [house.key for house in houses.built_in()]
RANKS_AT_ONCE = 3
"""With suits aside, what misreads are about shows among so few different cards."""


def layouts_of(house: House) -> Iterator[Layout]:
    """Every layout of at most so many different ranks; each with its first card hidden where hidden cards count."""
    cells, columns = house.grid.cells(), house.grid.columns
    for chosen in combinations([rank for rank in house.ranks if rank is not Rank.GONE], RANKS_AT_ONCE):
        for ranks in product(chosen, repeat=len(cells)):
            rows = tuple(
                tuple(Card(rank) for rank in ranks[start : start + columns]) for start in range(0, len(ranks), columns)
            )
            yield Layout(rows)
            if house.ending.hidden == "counted":
                yield Layout(rows, frozenset({cells[0]}))


def left_together(group: list[Belief], layouts: Iterable[Layout]) -> set[frozenset[str]]:
    """The groups of beliefs that answer alike on all of those layouts."""
    groups = [group]
    for layout in layouts:
        parted: list[list[Belief]] = []
        for group in groups:
            answers: defaultdict[int | None, list[Belief]] = defaultdict(list)
            for belief in group:
                answers[belief.total(layout)].append(belief)
            parted += answers.values()
        groups = [group for group in parted if len(group) > 1]
        if not groups:
            break
    return {frozenset(belief.key for belief in group) for group in groups}


@pytest.mark.nightly
@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("code", ["2345-6789", "WXTV-RQPN"])
def test_what_five_layouts_leave_together_no_layout_parts(key: str, code: str) -> None:
    house = houses.get(key)
    single = [belief for belief in beliefs(house) if len(belief.misreads) < 2]
    (sheet,) = make_set(house, HIGHEST, 5, 1, code=code).sheets
    layouts = [question.layout for question in sheet.questions if isinstance(question, ScoreQuestion)]
    assert len(layouts) == 5
    together = left_together(single, layouts)
    for keys in together:
        assert left_together([belief for belief in single if belief.key in keys], layouts_of(house)) == {keys}


@pytest.mark.nightly
def test_the_count_finds_what_four_cards_can_tell_apart() -> None:
    """Counted out over all layouts of three ranks: every misread shows, and each is told from each."""
    house = houses.get("four-card")
    single = [belief for belief in beliefs(house) if len(belief.misreads) < 2]
    shows: Counter[str] = Counter()
    for layout in layouts_of(house):
        knows, *others = [belief.total(layout) for belief in single]
        shows.update(belief.key for belief, total in zip(single[1:], others, strict=True) if total != knows)
    assert set(shows) == {belief.key for belief in single[1:]}
    assert left_together(single, layouts_of(house)) == set()

"""Cached columns: every layout has the same lines as without the cache."""

from collections.abc import Callable
from dataclasses import replace
from itertools import product

import pytest

from scorekeeper import houses
from scorekeeper.rules import (
    BadLayout,
    Card,
    Cell,
    Grid,
    House,
    Layout,
    Rank,
    parse_layout,
    score,
    scoring,
    totals_as_written,
)
from scorekeeper.rules.parameters import Cancelling, FourOfAKind
from tests.golden.sampling import sampled_layouts

WORKSHEET = houses.get("worksheet")
PENALTY = houses.get("penalty")
ALIKE = [
    WORKSHEET,
    replace(WORKSHEET, values={**WORKSHEET.values, Rank.KING: 10}),
    replace(WORKSHEET, cancelling=None),
    replace(WORKSHEET, cancelling=Cancelling(same="value")),
    replace(WORKSHEET, cancelling=Cancelling(exceptions={Rank.TWO: "keep"})),
    replace(WORKSHEET, four_of_a_kind=FourOfAKind(points=-10)),
]
"""Houses that differ only in their scoring."""


@pytest.mark.parametrize(
    "house",
    [
        *(house for house in houses.built_in() if house.source.sheet),
        houses.get("vanishing-columns"),
        replace(PENALTY, four_of_a_kind=FourOfAKind(points=-10, pattern="anywhere")),
        replace(PENALTY, four_of_a_kind=FourOfAKind(points=-10, pattern="any-pairs")),
        replace(PENALTY, cancelling=Cancelling(wild=(Rank.JOKER,))),
    ],
)
def test_a_layout_of_known_columns_has_the_lines_of_the_whole(house: House) -> None:
    for layout in sampled_layouts(house, 300):
        # With a card noted as face down, which counts all the same, the layout is counted as a whole.
        whole = replace(layout, hidden=frozenset({Cell(0, 0)}))
        assert score(layout, house).lines == score(whole, house).lines, str(layout)


def test_houses_that_count_otherwise_share_no_column() -> None:
    layouts = list(sampled_layouts(WORKSHEET, 50))
    for layout, house in product([*layouts, *reversed(layouts)], ALIKE):
        whole = replace(layout, hidden=frozenset({Cell(0, 0)}))
        assert score(layout, house).total == score(whole, house).total, str(layout)
    no_king = replace(WORKSHEET, values={rank: value for rank, value in WORKSHEET.values.items() if rank != "K"})
    with pytest.raises(BadLayout):
        score(parse_layout("K 3 4 / 5 6 7"), no_king)


def test_so_many_columns_are_known_and_others_counted_rightly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scoring, "MOST_KNOWN", 100)
    tall = replace(WORKSHEET, grid=Grid(3, 1), cancelling=None)
    for ranks in product(tall.ranks[:6], repeat=3):
        assert score(Layout(tuple((Card(rank),) for rank in ranks)), tall).total == sum(
            tall.values[rank] for rank in ranks
        )


# --- layouts as they are written --------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["worksheet", "penalty", "four-card", "eight-card", "vanishing-columns", "extras"])
def test_what_is_written_is_counted_as_the_parser_reads_it(key: str) -> None:
    house = houses.get(key)
    for written in [str(layout) for layout in sampled_layouts(house, 20)]:
        for text in spelled(written):
            read = told(lambda text: score(parse_layout(text, house), house).total, text)
            assert told(totals_as_written(house), text) == read, text


def told(read: Callable[[str], int], text: str) -> int | str:
    """The total of a layout, or its problems."""
    try:
        return read(text)
    except BadLayout as bad:
        return bad.message


def spelled(written: str) -> list[str]:
    """A layout in notation as people may write it, right or wrong."""
    top, _, rest = written.partition(" / ")
    return [
        written,
        written.lower(),
        written.replace(" ", ""),
        written.replace(" / ", "/"),
        written.replace(" / ", " // "),
        written.replace(" / ", " "),
        written.replace("10", "0"),
        written.replace("*", "joker"),
        written.replace("*", "*S"),
        written.replace("5", "5H"),
        written.replace("#", ""),
        written.replace("#-", "\N{MINUS SIGN}"),
        written.replace(" ", "\t") + "\r",
        written.replace(" ", " " * 400),
        f"[{written[0]}]{written[1:]}",
        f"/ {written}",
        f"{written} /",
        f"{written} 5",
        f"{written} / {top}",
        f"{top} {top} / {rest} {rest}",
        f"{written} / {written}",
        top,
        rest.rpartition(" ")[0],
        written.replace("/", ".", 1),
        f". {written[2:]}",
        f"{top[2:]} / / {rest}",
        "",
        "\x1c".join(written.split()),
    ]

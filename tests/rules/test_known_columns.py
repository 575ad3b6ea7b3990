"""Cached columns: every layout has the same lines as without the cache."""

from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import Any

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
from scorekeeper.rules.scoring import column_points, stay_apart
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


def four(**rule: Any) -> House:
    return replace(PENALTY, four_of_a_kind=FourOfAKind(points=-10, **rule))


# Whether each column scores by itself. Only speed depends on a yes, and a wrong one would lose a bonus.
APART: list[tuple[str, House, str, bool]] = [
    ("no two cards match", PENALTY, "5 6 7 / 8 9 10", True),
    ("one column of a rank", PENALTY, "5 6 7 / 5 9 10", True),
    ("two columns of a rank", PENALTY, "5 6 5 / 5 9 5", False),
    ("two equal columns of two ranks", PENALTY, "5 6 5 / 6 9 6", True),
    ("two equal columns of two ranks beside one of a rank", PENALTY, "5 6 5 / 6 6 6", True),
    ("four of a rank outside of columns", PENALTY, "5 5 6 / 7 5 5", True),
    ("four of a rank anywhere", four(pattern="anywhere"), "5 5 6 / 7 5 5", False),
    ("three of a rank anywhere", four(pattern="anywhere"), "5 5 6 / 7 5 8", True),
    ("two different columns of a rank each", four(pattern="any-pairs"), "5 6 7 / 5 6 8", False),
    ("one column of a rank where any two earn a bonus", four(pattern="any-pairs"), "5 6 7 / 5 8 9", True),
    ("a bonus worth 0", replace(PENALTY, four_of_a_kind=FourOfAKind(points=0)), "5 6 5 / 5 9 5", True),
    ("a bonus for kings alone", replace(PENALTY, four_of_a_kind=FourOfAKind(points=0, by_rank={Rank.KING: -5})),
     "K 6 K / K 9 K", False),
    ("a bonus for three columns alone", replace(PENALTY, four_of_a_kind=FourOfAKind(points=0, by_columns={3: -5})),
     "K K K / K K K", False),
    ("no bonus at all", WORKSHEET, "5 6 5 / 5 9 5", True),
    ("nothing cancels", replace(WORKSHEET, cancelling=None), "5 6 5 / 5 9 5", True),
    ("rows cancel too", replace(WORKSHEET, cancelling=Cancelling(where=("column", "row"))), "5 6 7 / 8 9 10", False),
    ("a bonus for the whole hand", houses.get("extras"), "5 6 7 / 8 9 10", False),
    ("suits matter", replace(WORKSHEET, cancelling=Cancelling(same="card")), "5S 6S 7S / 8S 9S 10S", False),
]  # fmt: skip


@pytest.mark.parametrize(("house", "text", "apart"), [case[1:] for case in APART], ids=[case[0] for case in APART])
def test_whether_columns_score_by_themselves(house: House, text: str, apart: bool) -> None:
    layout = parse_layout(text, house)
    columns = [tuple(card.rank for card in column) for column in layout.columns]
    assert stay_apart(columns, house) is apart
    if apart:
        assert sum(column_points(column, house) or 0 for column in columns) == score(layout, house).total


def test_a_column_with_a_card_of_other_rules_has_no_points() -> None:
    assert column_points(("5", "6"), WORKSHEET) == 11
    assert column_points(("5", "#12"), WORKSHEET) is None
    assert column_points(("5", "*"), WORKSHEET) is None


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


@pytest.mark.parametrize(
    ("key", "text", "total"),
    [
        ("worksheet", "2 5 K / 2 9 3", 17),
        ("penalty", "9 7 * / 6 5 3", 27),
        ("four-card", "2 7 / 5 9", 23),
        ("vanishing-columns", "#-2 5 3 8 / #-2 7 #0 #1 / #-2 9 4 #12", 49),
    ],
)
def test_a_plain_layout_is_counted_without_the_parser(
    key: str, text: str, total: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    count = totals_as_written(houses.get(key))
    monkeypatch.setattr(scoring, "parse_layout", None)
    assert count(text) == total


def test_a_known_column_is_not_scored_again(monkeypatch: pytest.MonkeyPatch) -> None:
    layout, again = parse_layout("2 5 K / 2 9 3"), parse_layout("5 2 K / 9 2 3")
    lines = score(layout, WORKSHEET).lines
    score(again, WORKSHEET)
    monkeypatch.setattr(scoring, "_lines", None)
    assert score(layout, WORKSHEET).lines == lines
    assert score(again, WORKSHEET).total == 17


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

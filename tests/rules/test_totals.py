"""The fast path counts what the plain scorer counts, and what a few lines of plain Python make of each sheet."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations_with_replacement, product

import pytest

from scorekeeper import houses
from scorekeeper.rules import BadLayout, Card, Cell, Columns, Grid, House, Layout, Rank, Totals, parse_layout, score
from scorekeeper.rules.parameters import Cancelling, FourOfAKind
from scorekeeper.rules.scoring import MOST_WORKED_OUT
from tests.golden import counts_layouts_alike, other_readings
from tests.golden.sampling import sampled_layouts

# Few enough to try every layout of them, and one of each kind that some rule speaks of.
TELLING = (Rank.TWO, Rank.TEN, Rank.JACK, Rank.JOKER)

PENALTY = houses.get("penalty")


VARIANTS = [
    *((house.key, house) for house in houses.built_in() if house.source.sheet),
    ("four-anywhere", replace(PENALTY, four_of_a_kind=FourOfAKind(points=-10, pattern="anywhere"))),
    ("any-two-pairs", replace(PENALTY, four_of_a_kind=FourOfAKind(points=-10, pattern="any-pairs"))),
    ("each-two-columns", replace(PENALTY, four_of_a_kind=FourOfAKind(points=-10, six_alike="each-pair"))),
    ("no-cancelling", replace(PENALTY, cancelling=None)),
    ("wild-jokers", replace(PENALTY, cancelling=Cancelling(wild=(Rank.JOKER,)))),
    ("equal-values", replace(PENALTY, cancelling=Cancelling(same="value"))),
    ("rows-too", replace(PENALTY, cancelling=Cancelling(where=("column", "row"), exceptions={Rank.JOKER: "keep"}))),
    ("diagonals-lower", replace(PENALTY, cancelling=Cancelling(where=("row", "diagonal"), counts="negative"))),
    ("anywhere", replace(PENALTY, cancelling=Cancelling(where=("anywhere",), leftover="cancels"))),
    ("anywhere-wild", replace(PENALTY, cancelling=Cancelling(where=("anywhere",), wild=(Rank.JOKER,)))),
]
every_variant = partial(
    pytest.mark.parametrize, "house", [house for _, house in VARIANTS], ids=[name for name, _ in VARIANTS]
)


def layout_of(columns: Sequence[Sequence[Rank]]) -> Layout:
    return Layout(tuple(tuple(Card(rank) for rank in row) for row in zip(*columns, strict=True)))


@every_variant()
def test_every_layout_of_a_few_telling_ranks(house: House) -> None:
    few = replace(house, values={rank: house.values[rank] for rank in TELLING if rank in house.values})
    columns = product(few.ranks, repeat=few.grid.rows)
    totals = Totals(few)
    # What is added up from columns does not ask for their order.
    for layout in map(layout_of, combinations_with_replacement(columns, few.grid.columns)):
        assert totals.total(layout) == score(layout, few).total, str(layout)


@pytest.mark.parametrize("printed", houses.built_in(), ids=lambda house: str(house.key))
def test_layouts_of_every_house_and_reading(printed: House) -> None:
    others = (other for _, other in other_readings(printed) if not counts_layouts_alike(printed, other))
    for house in (printed, *others):
        totals = Totals(house)
        for layout in sampled_layouts(house, 60):
            assert totals.total(layout) == totals.read(str(layout)) == score(layout, house).total, str(layout)


# --- layouts as they are written -------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["worksheet", "penalty", "four-card", "eight-card", "vanishing-columns", "extras"])
def test_what_is_written_otherwise_is_read_as_the_parser_reads_it(key: str) -> None:
    """Twice, for a text must not be remembered wrongly either."""
    house = houses.get(key)
    totals = Totals(house)
    for written in [str(layout) for layout in sampled_layouts(house, 20)] * 2:
        for text in spelt(written):
            assert told(totals.read, text) == told(lambda text: score(parse_layout(text, house), house).total, text), (
                text
            )


def told(read: Callable[[str], int], text: str) -> int | str:
    """The total of a layout, or what is wrong with it."""
    try:
        return read(text)
    except BadLayout as bad:
        return bad.message


def spelt(written: str) -> list[str]:
    """A layout in notation as somebody may write it, rightly or not."""
    top, _, rest = written.partition(" / ")
    return [
        written,
        written.lower(),
        written.replace(" ", ""),
        written.replace(" / ", "/"),
        written.replace(" / ", " // "),
        written.replace(" / ", " | "),
        written.replace(" / ", " "),
        written.replace("10", "T"),
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
        f"{written} {written}",
        f"{written} / {written}",
        top,
        rest,
        rest.rpartition(" ")[0],
        written.replace("/", ".", 1),
        f". {written[2:]}",
        f"{top[2:]} / / {rest}",
        "",
        "/",
        "\x1c".join(written.split()),
    ]


# --- what the fast path must not swallow ----------------------------------------------------------------------------


def test_cards_face_down_count_as_the_house_says() -> None:
    worksheet = houses.get("worksheet")
    uncounted = replace(worksheet, ending=replace(worksheet.ending, hidden=0))
    layout = parse_layout("K 2 [Q] / 3 9 [8]")
    assert layout.hidden == {Cell(0, 2), Cell(1, 2)}
    assert Totals(worksheet).total(layout) == 28
    assert Totals(uncounted).total(layout) == 10


# --- columns that several houses share -------------------------------------------------------------------------------


def ways_to_count() -> list[House]:
    """Houses that differ in nothing but what counts; of the last one a king is no card."""
    worksheet = houses.get("worksheet")
    values = dict(worksheet.values)
    return [
        worksheet,
        replace(worksheet, values={**values, Rank.KING: 10}),
        replace(worksheet, cancelling=None),
        replace(worksheet, four_of_a_kind=FourOfAKind(points=-10)),
        replace(worksheet, values={rank: value for rank, value in values.items() if rank is not Rank.KING}),
    ]


@pytest.mark.parametrize("most", [1, 3, None])
def test_houses_that_share_columns_each_count_by_their_own_rules(most: int | None) -> None:
    shared = Columns(most)
    alone = [(house, Totals(house, shared)) for house in ways_to_count()]
    for layout in sampled_layouts(houses.get("worksheet"), 50):
        for house, totals in alone:
            if all(card.rank in house.values for card in layout.cards()):
                assert totals.total(layout) == score(layout, house).total, (str(layout), house.values)
            else:
                with pytest.raises(BadLayout):
                    totals.total(layout)
        assert most is None or len(shared.rows) <= most


def test_a_house_remembers_so_many_columns_and_counts_on_rightly() -> None:
    tall = replace(houses.get("worksheet"), grid=Grid(4, 2))
    columns = list(product(tall.ranks, repeat=4))[: 2 * MOST_WORKED_OUT]
    for one in columns:
        assert score(layout_of([one, one]), tall).total == Totals(tall).total(layout_of([one, one]))
        assert len(tall.columns_worked_out) <= MOST_WORKED_OUT

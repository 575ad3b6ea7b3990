"""A game: the deal, missing hands, the leader and the winner."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import pytest

from scorekeeper import houses
from scorekeeper.rules import Entry, Game, Hole, Place, Player, parse_layout
from tests.rules import chosen

WORKSHEET = houses.get("worksheet")
PENALTY = houses.get("penalty")
TWO_JOKER = houses.get("two-joker")

ANN, BOB, CY, DI = (Player(number, name) for number, name in enumerate(("Ann", "Bob", "Cy", "Di"), start=1))


def played(number: int, points: dict[Player, int], *, dealer: Player | None = None, **more: object) -> Hole:
    """A confirmed hole with bare raw scores."""
    entries = {player.id: Entry(points=score) for player, score in points.items()}
    hole = Hole(number, (dealer or ANN).id, entries, confirmed=True)
    return replace(hole, **more)  # type: ignore[arg-type]


def game(*holes: Hole, players: Sequence[Player] = (ANN, BOB, CY), planned: int = 9, house=WORKSHEET) -> Game:  # type: ignore[no-untyped-def]
    return Game(house, tuple(players), planned, ANN.id, holes)


def ranks(of: Game) -> dict[str, int | None]:
    return {standing.player.name: standing.rank for standing in of.standings}


def names(places: Sequence[Place]) -> list[str]:
    return [player.name for place in places for player in place.side.players]


# --- dealer and starter ---------------------------------------------------------------------------------------------


def deals(of: Game, holes: range) -> str:
    """The dealers of those holes, by first letters."""
    return "".join(dealer.name[0] if (dealer := of.dealer(number)) else "-" for number in holes)


GONE_BOB = replace(BOB, left=1)
LATE_DI = replace(DI, joined=3)

DEALS = [
    ("nothing played: the deal goes round", game(), "ABCABCABC"),
    ("the first dealer is whom the table chose", replace(game(), first_dealer=CY.id), "CABCABCAB"),
    ("what was played stays, the rest follows", game(played(1, {}, dealer=BOB)), "BCABCABCA"),
    ("the table dealt out of turn", game(played(1, {}), played(2, {}, dealer=CY)), "ACABCABCA"),
    ("a player left", game(played(1, {}), players=(ANN, GONE_BOB, CY)), "ACACACACA"),
    ("the dealer of the last hole left", game(played(1, {}, dealer=BOB), players=(ANN, GONE_BOB, CY)), "BCACACACA"),
    ("a player joins at the third hole", game(played(1, {}), players=(ANN, BOB, LATE_DI)), "ABDABDABD"),
    ("a late joiner between two players", game(played(1, {}), players=(ANN, LATE_DI, BOB)), "ABADBADBA"),
    ("the first dealer never played", game(players=(replace(ANN, left=0), BOB, CY)), "BCBCBCBCB"),
    ("seats were changed", game(played(1, {}), players=(ANN, CY, BOB)), "ACBACBACB"),
    ("a gap in what was noted", game(played(1, {}), played(3, {}, dealer=CY)), "ABCABCABC"),
    ("an extra hole among two", game(played(1, {}), played(2, {}, dealer=CY, playoff=(2, 3))), "ACCABCABC"),
]


@pytest.mark.parametrize(("of", "expected"), [case[1:] for case in DEALS], ids=[case[0] for case in DEALS])
def test_dealers_of_nine_holes(of: Game, expected: str) -> None:
    assert deals(of, range(1, 10)) == expected


@pytest.mark.parametrize(
    ("players", "planned", "asked"),
    [
        pytest.param((ANN, BOB, CY), 9, [], id="three"),
        pytest.param((ANN, BOB, CY, DI), 9, ["decks-at-four"], id="four"),
        pytest.param((ANN, BOB, CY, replace(DI, joined=5)), 9, ["decks-at-four"], id="a fourth from the fifth hole"),
        pytest.param((ANN, BOB, CY, replace(DI, joined=5)), 4, [], id="a fourth after the last hole"),
        pytest.param((ANN, BOB, CY, replace(DI, left=0)), 9, [], id="a fourth who never played"),
        pytest.param((ANN, BOB, CY, replace(DI, left=2)), 9, ["decks-at-four"], id="a fourth who left"),
        pytest.param((ANN, BOB, CY, DI, Player(5, "Eve")), 9, [], id="five"),
        pytest.param((ANN, BOB, CY, DI, Player(5, "Eve", left=2)), 9, ["decks-at-four"], id="the fifth left"),
    ],
)
def test_the_sheet_asks_for_as_many_as_play_any_hole(players: Sequence[Player], planned: int, asked: list[str]) -> None:
    of = game(players=players, planned=planned, house=PENALTY)
    assert [option.key for option in of.open_options] == asked
    answered = houses.with_readings(PENALTY, {"decks-at-four": "two"})
    assert not replace(of, house=answered).open_options


def test_the_starter_sits_at_the_dealers_left() -> None:
    plain = game(players=(ANN, BOB, CY, DI))
    # Four players and nine holes: whoever sits left of the first dealer starts three times, the others twice.
    starts = [starter.name for number in range(1, 10) if (starter := plain.starter(number))]
    assert starts == ["Bob", "Cy", "Di", "Ann"] * 2 + ["Bob"]


def test_the_starter_is_somebody_who_plays() -> None:
    assert game(players=(ANN, GONE_BOB, CY)).starter(2) == ANN
    of = game(played(1, {}), players=(ANN, GONE_BOB, CY, LATE_DI))
    assert (of.dealer(2), of.starter(2)) == (CY, ANN)
    assert (of.dealer(3), of.starter(3)) == (LATE_DI, ANN)


# --- what is missing, and which hole is next ------------------------------------------------------------------------


def test_missing_is_never_nought() -> None:
    of = game(played(1, {ANN: 0, CY: 7}))
    assert of.missing(1) == (BOB,)
    assert of.missing(2) == (ANN, BOB, CY)
    assert of.player_result(1, BOB) is None
    result = of.player_result(1, ANN)
    assert result is not None
    assert result.score == 0
    assert ranks(of) == {"Ann": 1, "Cy": 2, "Bob": None}
    assert of.result(2) is None


@pytest.mark.parametrize(
    ("of", "current"),
    [
        pytest.param(game(planned=2), 1, id="nothing played"),
        pytest.param(game(played(1, {ANN: 1}), planned=2), 2, id="one played"),
        pytest.param(game(played(1, {}, confirmed=False), planned=2), 1, id="one begun"),
        pytest.param(game(played(1, {}), played(2, {}), planned=2), None, id="all played"),
        pytest.param(game(played(1, {}, confirmed=False), played(2, {}), planned=2), 1, id="an earlier one reopened"),
        pytest.param(game(played(1, {}), played(3, {}), planned=3), 2, id="one skipped"),
        pytest.param(game(played(1, {}), played(2, {}), planned=1), None, id="fewer planned than played"),
        pytest.param(
            game(played(1, {}), played(2, {}, playoff=(1, 2), confirmed=False), planned=1), 2, id="an extra hole begun"
        ),
        pytest.param(game(played(1, {}), played(2, {}, playoff=(1, 2)), planned=1), None, id="an extra hole played"),
        pytest.param(
            game(played(1, {ANN: 3, BOB: 4}), played(2, {}, playoff=(1, 2), confirmed=False), planned=1),
            None,
            id="an extra hole begun, and no tie since a correction",
        ),
        pytest.param(
            game(played(1, {ANN: 3, BOB: 3, CY: 3}), played(2, {}, playoff=(1, 2), confirmed=False), planned=1),
            None,
            id="an extra hole begun, and another level since",
        ),
    ],
)
def test_the_current_hole(of: Game, current: int | None) -> None:
    assert of.current_hole == current
    assert of.is_over is (current is None)


# --- scores ---------------------------------------------------------------------------------------------------------


def test_the_penalty_waits_for_everybody() -> None:
    half = game(played(1, {ANN: 9, BOB: 4}, ender=ANN.id, ender_known=True, confirmed=False), house=PENALTY)
    waiting = half.player_result(1, ANN)
    assert waiting is not None
    assert (waiting.raw, waiting.score) == (9, 9)
    full = game(played(1, {ANN: 9, BOB: 4, CY: 8}, ender=ANN.id), house=PENALTY)
    settled = full.player_result(1, ANN)
    assert settled is not None
    assert (settled.raw, settled.score) == (9, 19)
    without_cy = game(played(1, {ANN: 9, BOB: 4}, ender=ANN.id, ender_known=True), house=PENALTY)
    counted = without_cy.player_result(1, ANN)
    assert counted is not None
    assert (counted.raw, counted.score) == (9, 19), "once the hole is confirmed, who sat out is not waited for"


def test_cards_and_bare_points_count_alike() -> None:
    hole = played(1, {BOB: 15})
    cards = Entry(layout=parse_layout("5 * 7 / 5 Q K", TWO_JOKER))
    of = game(replace(hole, entries={**hole.entries, ANN.id: cards}), house=TWO_JOKER, players=(ANN, BOB))
    assert ranks(of) == {"Ann": 1, "Bob": 1}
    assert str(cards) == "5 * 7 / 5 Q K"
    assert str(Entry(points=-4)) == "-4"


def test_impossible_cards_are_counted_over_the_whole_hole() -> None:
    def hand(cards: str) -> Entry:
        return Entry(layout=parse_layout(cards))

    entries = {1: hand("K K K / A 2 3"), 2: hand("K K 4 / 5 6 7"), 3: Entry(points=4)}
    of = game(Hole(1, 1, entries))
    assert [warning.message for warning in of.warnings(1)] == [
        "Ann has three kings and Bob two, but one deck has only four."
    ]
    assert of.warnings(2) == ()
    five = game(Hole(1, 1, entries, playoff=(1, 2)), players=(ANN, BOB, CY, DI, Player(5, "Eve")), house=PENALTY)
    assert five.warnings(1) == ()  # an extra hole of two, with the two decks of five


@pytest.mark.parametrize(
    ("hole", "codes"),
    [
        pytest.param(Hole(1, 1, {}), ["hole.hands_missing", "hole.ender_missing"], id="nothing entered"),
        pytest.param(
            played(1, {ANN: 1, BOB: 2, CY: 3}),
            ["hole.ender_missing"],
            id="everybody's score, and who ended it not said",
        ),
        pytest.param(played(1, {ANN: 1, BOB: 2, CY: 3}, ender_known=True), [], id="nobody ended it"),
        pytest.param(
            Hole(1, 1, dict.fromkeys((1, 2, 3), Entry(layout=parse_layout("K K 3 / A 9 7"))), ender_known=True),
            ["hole.impossible_cards"],
            id="six kings",
        ),
    ],
)
def test_what_is_to_be_settled_before_a_hole_counts(hole: Hole, codes: list[str]) -> None:
    problems = game(hole, house=PENALTY).confirm_problems(1, ender_known=hole.ender_known)
    assert [problem.code for problem in problems] == codes


# --- standings --------------------------------------------------------------------------------------------------------


def test_lowest_total_leads_and_equal_totals_share_a_rank() -> None:
    of = game(
        played(1, {ANN: 10, BOB: 4, CY: 4, DI: 30}),
        played(2, {ANN: -2, BOB: 4, CY: 4, DI: 0}),
        players=(ANN, BOB, CY, DI),
    )
    assert [(standing.player.name, standing.total, standing.rank) for standing in of.standings] == [
        ("Ann", 8, 1),
        ("Bob", 8, 1),
        ("Cy", 8, 1),
        ("Di", 30, 4),
    ]
    assert names(of.ahead) == ["Ann", "Bob", "Cy"]


def test_a_hole_counts_once_it_is_confirmed() -> None:
    of = game(played(1, {ANN: 10, BOB: 4, CY: 5}), played(2, {ANN: 0, BOB: 40, CY: 5}, confirmed=False))
    assert {standing.player.name: standing.total for standing in of.standings} == {"Ann": 10, "Bob": 4, "Cy": 5}
    assert game(played(1, {ANN: 1}, confirmed=False)).ahead == ()


def test_a_late_joiner_is_compared_by_points_per_hole() -> None:
    late = replace(CY, joined=2)
    of = game(played(1, {ANN: 10, BOB: 20}), played(2, {ANN: 10, BOB: 2, late: 9}), players=(ANN, BOB, late))
    assert of.by_average
    assert [(standing.player.name, standing.average) for standing in of.standings] == [
        ("Cy", Fraction(9)),
        ("Ann", Fraction(10)),
        ("Bob", Fraction(11)),
    ]
    assert of.missing(1) == ()
    assert of.at_table(1) == (ANN, BOB)


def test_whoever_left_has_no_rank_and_keeps_the_points() -> None:
    gone = replace(BOB, left=1)
    of = game(played(1, {ANN: 10, gone: 1, CY: 11}), played(2, {ANN: 10, CY: 1}), players=(ANN, gone, CY))
    assert not of.by_average
    assert [(standing.player.name, standing.total, standing.rank) for standing in of.standings] == [
        ("Cy", 12, 1),
        ("Ann", 20, 2),
        ("Bob", 1, None),
    ]


def test_whoever_of_those_tied_does_not_play_the_extra_hole_comes_after_those_who_do() -> None:
    tied = played(1, {ANN: 5, BOB: 5, CY: 5, DI: 9})
    of = game(tied, played(2, {ANN: 30, BOB: 3}, playoff=(1, 2, 3)), planned=1, players=(ANN, BOB, CY, DI))
    assert ranks(of) == {"Bob": 1, "Ann": 2, "Cy": 3, "Di": 4}


def test_an_extra_hole_decides_nothing_once_a_correction_brings_somebody_level_who_did_not_play_it() -> None:
    level, ahead = played(1, {ANN: 3, BOB: 3, CY: 3}), played(1, {ANN: 3, BOB: 3, CY: 4})
    extra = played(2, {ANN: 9, BOB: 8}, playoff=(1, 2))
    assert ranks(game(ahead, extra, planned=1)) == {"Bob": 1, "Ann": 2, "Cy": 3}
    assert ranks(game(level, extra, planned=1)) == {"Ann": 1, "Bob": 1, "Cy": 1}
    for_all = played(3, {ANN: 5, BOB: 7, CY: 5}, playoff=(1, 2, 3))
    assert ranks(game(level, extra, for_all, planned=1)) == {"Ann": 1, "Cy": 1, "Bob": 3}
    assert ranks(game(level, extra, for_all, played(4, {ANN: 2, CY: 1}, playoff=(1, 3)), planned=1))["Cy"] == 1


def test_a_playoff_breaks_a_tie_and_does_not_count_toward_the_totals() -> None:
    tied = (played(1, {ANN: 5, BOB: 5, CY: 9}),)
    of = game(*tied, played(2, {ANN: 30, BOB: 3}, playoff=(1, 2)), planned=1)
    assert [(standing.player.name, standing.total, standing.rank) for standing in of.standings] == [
        ("Bob", 5, 1),
        ("Ann", 5, 2),
        ("Cy", 9, 3),
    ]
    assert of.at_table(2) == (ANN, BOB)
    assert of.standings[0].playoff == (3,)
    again = game(*tied, played(2, {ANN: 3, BOB: 3}, playoff=(1, 2)), planned=1)
    assert ranks(again) == {"Ann": 1, "Bob": 1, "Cy": 3}
    decided = game(
        *tied, played(2, {ANN: 3, BOB: 3}, playoff=(1, 2)), played(3, {ANN: 2, BOB: 8}, playoff=(1, 2)), planned=1
    )
    assert ranks(decided) == {"Ann": 1, "Bob": 2, "Cy": 3}


def test_most_holes_won_where_the_table_plays_so() -> None:
    holes = [played(number, {ANN: 3, BOB: 5}) for number in range(1, 6)]
    holes += [played(number, {ANN: 20, BOB: 0}) for number in range(6, 10)]
    by_total = game(*holes, players=(ANN, BOB), house=PENALTY)
    by_holes = replace(by_total, house=chosen("penalty", winner="most-holes"))
    assert names(by_total.ahead) == ["Bob"]
    assert names(by_holes.ahead) == ["Ann"]
    assert (by_holes.holes_won(ANN), by_holes.holes_won(BOB)) == (5, 4)


def test_running_totals() -> None:
    late, gone = replace(BOB, joined=2), replace(CY, left=2)
    of = game(
        played(1, {ANN: 10, gone: 4}),
        played(2, {ANN: -3, late: 7, gone: 1}),
        played(3, {late: 1}),
        played(4, {ANN: 99, late: 99}, confirmed=False),
        players=(ANN, late, gone),
    )
    assert of.running_totals(ANN) == (10, 7, 7)  # sat the third hole out
    assert of.running_totals(late) == (None, 7, 8)
    assert of.running_totals(gone) == (4, 5, None)


# --- what another state of the game has worked out ------------------------------------------------------------------


CARDS = [parse_layout(text) for text in ("5 * 7 / 5 Q K", "K K K / K K K", "K K 2 / 3 4 6")]
ENTERED = {player.id: Entry(layout=layout) for player, layout in zip((ANN, BOB, CY), CARDS, strict=True)}
BEFORE = game(Hole(1, ANN.id, ENTERED), Hole(2, BOB.id, ENTERED), house=TWO_JOKER)
SECOND = BEFORE.holes[1]

CHANGES = [
    ("nothing", BEFORE, {1, 2}),
    ("a hand", replace(BEFORE, holes=(BEFORE.holes[0], replace(SECOND, entries={1: Entry(points=7)}))), {1}),
    ("an ender", replace(BEFORE, holes=(BEFORE.holes[0], replace(SECOND, ender=1, confirmed=True))), {1}),
    ("an extra hole", replace(BEFORE, holes=(BEFORE.holes[0], replace(SECOND, playoff=(1, 2)))), {1}),
    ("a hole less", replace(BEFORE, holes=BEFORE.holes[:1]), {1}),
    ("a hole more", replace(BEFORE, holes=(*BEFORE.holes, replace(SECOND, number=3))), {1, 2}),
    ("a name", replace(BEFORE, players=(replace(ANN, name="Anna"), BOB, CY)), set()),
    ("somebody who left", replace(BEFORE, players=(ANN, BOB, replace(CY, left=1))), set()),
    ("the house", replace(BEFORE, house=PENALTY), set()),
    ("the number of holes", replace(BEFORE, holes_planned=18), {1, 2}),
]


@pytest.mark.parametrize(("after", "known"), [case[1:] for case in CHANGES], ids=[case[0] for case in CHANGES])
def test_only_what_is_the_same_is_not_worked_out_again(after: Game, known: set[int]) -> None:
    numbers = range(1, 4)
    worked_out = {number: BEFORE.result(number) for number in numbers}
    warned = {number: BEFORE.warnings(number) for number in numbers}
    assert warned[1], "five kings are more than there are"
    anew, learned = replace(after), replace(after)
    learned.learn_from(BEFORE)
    for number in numbers:
        assert learned.result(number) == anew.result(number)
        assert learned.warnings(number) == anew.warnings(number)
    assert {number for number in (1, 2) if learned.result(number) is worked_out[number]} == known

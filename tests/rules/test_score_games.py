"""Games without cards: points by round, the lowest or the highest."""

from typing import Any

import pytest

from scorekeeper import houses
from scorekeeper.houses.loading import LATER, LATER_OF_MATCH, BadHouse, freeze, parse, thaw, to_data
from scorekeeper.rules.leading import comparison_sentence, far_words, lead_sentence
from tests.rules.score_games import order, played, scores, totals

LEAST = """
key = "least"
name = "Least"
summary = "No cards."
source = { sheet = "", title = "A test" }
"""

HOUSE = parse(LEAST, "least.toml")
"""A house file that says as little as possible."""


def test_a_house_without_cards_says_nothing_about_them() -> None:
    assert not HOUSE.has_cards
    assert HOUSE.most_players == 24
    assert thaw(freeze(HOUSE)) == HOUSE
    assert all(house.has_cards for house in houses.built_in())
    for house in houses.score_games():
        assert not house.has_cards
        assert thaw(freeze(house)) == house
        assert houses.get(house.key) is house
        assert house in houses.named(house.key)


def test_the_data_of_a_house_with_cards_are_what_they_were() -> None:
    for house in houses.built_in():
        data = to_data(house)
        assert data.keys().isdisjoint(LATER), house.key
        assert data["match"].keys().isdisjoint(LATER_OF_MATCH), house.key


BAD: dict[str, tuple[str, list[str]]] = {
    "values without a grid": ("values = { A = 1 }", ["grid: This key is missing.", "ending: This key is missing."]),
    "cards that cancel": ("cancelling = {}", ["cancelling: This needs cards."]),
    "cards turned up first": ("opening = { face_up = 2 }", ["opening: This needs cards."]),
    "a deck with jokers": ("table = { jokers_per_deck = 2 }", ["table: This game has no cards"]),
    "a least above the most": ("entry = { min = 5, max = 1 }", ["entry.max: 1 isn’t more than the least, 5."]),
    "keys of nothing, and below it": (
        "entry = { keys = [5, 0, -5] }",
        ["entry.keys.1: 0 can’t be typed here.", "entry.keys.2: -5 can’t be typed here."],
    ),
    "a key that is too large": ("entry = { max = 50, keys = [51] }", ["entry.keys.0: 51 can’t be typed here."]),
    "a key between two steps": ("entry = { step = 5, keys = [12] }", ["entry.keys.0: 12 can’t be typed here."]),
    "a key twice": ("entry = { keys = [5, 5] }", ["entry.keys: List each number once."]),
    "six keys": ("entry = { keys = [1, 2, 3, 4, 5, 6] }", ["entry.keys: There are 6. Use at most 5."]),
    "six digits": ("entry = { max = 100000 }", ["entry.max: This isn’t between −99999 and 99999."]),
    "doubling where more is better": (
        'match = { better = "higher" }\npenalty = { kind = "double" }',
        ["penalty.kind: Where the highest score wins, doubling is no penalty."],
    ),
}


@pytest.mark.parametrize("case", BAD)
def test_a_bad_file_names_its_key_and_cause(case: str) -> None:
    added, causes = BAD[case]
    with pytest.raises(BadHouse) as found:
        parse(LEAST + added, "least.toml")
    said = [f"{problem.key}: {problem.cause}" for problem in found.value.found]
    assert len(said) == len(causes)
    assert all(one.startswith(cause) for one, cause in zip(said, causes, strict=True)), said


HIGHER: dict[str, Any] = {"match": {"better": "higher"}}


def test_the_highest_score_wins_where_it_is_better() -> None:
    game = played(HOUSE, [[5, 9, 7], [4, 1, 7]], planned=2, **HIGHER)
    assert totals(game) == [9, 10, 14]
    assert order(game) == "C>B>A"
    assert lead_sentence(game) == "Cy wins with 14, 4 ahead of Bo."
    assert comparison_sentence(game) == "Highest score wins."
    assert [result.wins for result in game.result(1).players] == [False, True, False]  # type: ignore[union-attr]
    assert [far_words(game, place.side) for place in game.places] == ["", "−4", "−5"]
    assert game.behind(game.sides[0]) == 5
    assert [list(game.course[side]) for side in game.sides] == [[4, 5], [0, 4], [2, 0]]


TURNED: dict[str, tuple[dict[str, Any], list[list[int | None]], str]] = {
    "the better total": ({}, [[1, 2, 3]], "C>B>A"),
    "equal ones share": ({}, [[3, 2, 3]], "A=C>B"),
    "the highest single round": ({"tie": "lowest-hole"}, [[5, 4, 0], [3, 4, 0]], "A>B>C"),
    "rounds won": ({"winner": "most-holes"}, [[5, 4, 0], [3, 4, 0], [0, 0, 9]], "A=B=C"),
    "points per round": ({}, [[5, 4, 9], [3, 4, None]], "C>A=B"),
}


@pytest.mark.parametrize("case", TURNED)
def test_every_comparison_turns_together(case: str) -> None:
    match, rounds, expected = TURNED[case]
    turned = [[None if points is None else -points for points in row] for row in rounds]
    assert order(played(HOUSE, rounds, match=match | {"better": "higher"}, planned=len(rounds))) == expected
    assert order(played(HOUSE, turned, match=match, planned=len(rounds))) == expected


def test_who_went_out_pays_where_somebody_did_better() -> None:
    pays = {"penalty": {"kind": "add", "points": -10}, "reward": {"kind": "add", "points": 5}}
    house = parse(
        LEAST
        + 'match = { better = "higher" }\n'
        + "\n".join(
            f"{name} = {{ {', '.join(f'{key} = {value!r}' for key, value in rule.items())} }}"
            for name, rule in pays.items()
        ),
        "least.toml",
    )
    assert scores(played(house, [[8, 9]], [1])) == [-2, 9]
    assert scores(played(house, [[9, 8]], [1])) == [14, 8]
    assert scores(played(house, [[9, 8]], [None])) == [9, 8]


WARNED: dict[str, tuple[dict[str, Any], list[int | None], list[str]]] = {
    "nothing unusual": ({}, [99_999, -99_999], []),
    "more than can be written": ({"max": 7}, [8, 7], ["Ann has 8, but a score is at most 7 here."]),
    "less": ({"min": 1}, [0, 7], ["Ann has 0, but a score is at least 1 here."]),
    "between two steps": ({"step": 5}, [-35, 12], ["Bo has 12, but scores go in steps of 5 here."]),
    "the sum of all": ({"sum": 26}, [13, 13], []),
    "another sum": ({"sum": 26}, [13, 14], ["These scores add up to 27, but each hole adds up to 26."]),
    "a sum while one is missing": ({"sum": 26}, [13, None], []),
}


@pytest.mark.parametrize("case", WARNED)
def test_a_number_that_cannot_be_is_a_warning(case: str) -> None:
    entry, points, expected = WARNED[case]
    assert [found.message for found in played(HOUSE, [points], entry=entry).warnings(1)] == expected


def test_rummy_is_won_by_the_most_points() -> None:
    game = played("rummy-500", [[480, 495], [35, 60]])
    assert totals(game) == [515, 555]
    assert lead_sentence(game) == "Bo wins with 555, 40 ahead of Ann."
    assert game.hole_words(2) == "Hand 2, to 500"


# --- settling ---------------------------------------------------------------------------------------------------------

TAKES: dict[str, Any] = {"settle": {"kind": "winner-takes"}}
PAID: dict[str, Any] = {"settle": {"kind": "winner-is-paid"}}


def settled(base: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"settle": base["settle"] | more}


SETTLED: dict[str, tuple[dict[str, Any], list[int | None], int | None, list[int | None]]] = {
    # what players still hold, who went out, and what each writes
    "Uno: numbers": (TAKES, [None, 12, 5], 1, [17, 0, 0]),
    "Uno: two Draw Two and a Reverse": (TAKES, [77, None], 2, [0, 77]),
    "Uno: two Wilds": (TAKES, [None, 177], 1, [177, 0]),
    "Rummikub: out": (PAID, [None, 24, 31, 17], 1, [72, -24, -31, -17]),
    "Rummikub: the pool is empty": (settled(PAID, own="off-each"), [15, 8, 22, 19], None, [-15, 32, -22, -19]),
    "Rummikub: simple": (TAKES, [None, 24, 31, 17], 1, [72, 0, 0, 0]),
    "Dominoes: out": (TAKES, [None, 12, 7], 1, [19, 0, 0]),
    "Dominoes: blocked, off once": (settled(TAKES, own="off-once"), [4, 9, 11], None, [16, 0, 0]),
    "Dominoes: blocked, off each": (settled(TAKES, own="off-each"), [4, 9, 11], None, [12, 0, 0]),
    "Dominoes: blocked and tied": (settled(TAKES, own="off-once"), [5, 5, 9], None, [0, 0, 0]),
    "a tie in which each wins": (settled(TAKES, tie="each"), [5, 5, 9], None, [9, 9, 0]),
    "a tie of all": (settled(PAID, tie="each"), [5, 5, 5], None, [0, 0, 0]),
    "Skip-Bo: 6 and 3 left": (settled(TAKES, bonus=25), [None, 30, 15], 1, [70, 0, 0]),
    "Skip-Bo: 12 and 1": (settled(TAKES, bonus=25), [None, 60, 5], 1, [90, 0, 0]),
    "Skip-Bo: one rival with 1": (settled(TAKES, bonus=25), [None, 5], 1, [30, 0]),
    "a player sat this round out": (PAID, [None, 8, None], 1, [8, -8, None]),
}


@pytest.mark.parametrize("case", SETTLED)
def test_what_players_write_for_what_is_left(case: str) -> None:
    rules, held, out, expected = SETTLED[case]
    assert scores(played(HOUSE, [held], [out], **rules)) == expected


def test_who_went_out_has_nothing_left_and_is_not_missing() -> None:
    game = played(HOUSE, [[None, 12]], [1], **TAKES)
    assert game.missing(1) == ()
    assert game.needs_ender(1)
    assert game.result(1)["Ann"].raw == 0  # type: ignore[index]
    assert [player.name for player in played(HOUSE, [[None, 12]], [None], **TAKES).missing(1)] == ["Ann"]


SAID: dict[str, tuple[dict[str, Any], list[int | None], int | None, list[str]]] = {
    "went out": (TAKES, [None, 12], 1, ["Ann went out and takes 12: 12", "Bo scores nothing for what’s left: 0"]),
    "the others pay": (PAID, [None, 12], 1, ["Ann went out and takes 12: 12", "Bo loses what’s left: −12"]),
    "the least, with a bonus": (
        settled(TAKES, own="off-once", bonus=25),
        [3, 12],
        None,
        ["Ann holds the least and takes 12, plus 25, minus 3: 34", "Bo scores nothing for what’s left: 0"],
    ),
}


@pytest.mark.parametrize("case", SAID)
def test_a_player_reads_how_the_round_was_settled(case: str) -> None:
    rules, held, out, said = SAID[case]
    result = played(HOUSE, [held], [out], **rules).result(1)
    assert result is not None
    assert [one.adjustment.text for one in result.players] == said


def test_no_one_deals_where_there_are_no_cards_to_deal() -> None:
    assert played(HOUSE, [[1, 2]]).deal_words(2) == "Bo deals, Ann starts"
    assert played(HOUSE, [[1, 2]], words={"round": "turn", "dealer": False}).deal_words(2) == ""
    deals = {house.key: house.words.dealer for house in houses.score_games()}
    without = {"dominoes", "farkle", "mini-golf", "qwirkle", "rummikub", "scrabble"}
    assert {key for key, dealer in deals.items() if not dealer} == without


def test_thousands_are_told_apart() -> None:
    game = played(HOUSE, [[1, 2]], match={"until": 10_000}, words={"round": "turn"})
    assert (game.length_words, game.hole_words(2)) == ("to 10,000 points", "Turn 2, to 10,000")


ENDS: dict[str, tuple[dict[str, Any], list[int | None], int | None, list[int], str]] = {
    "Scrabble: out": (PAID, [None, 8, 5], 1, [313, 282, 245], "A>B>C"),
    "Scrabble: no one out": (PAID, [4, 2, 0], None, [296, 288, 250], "A>B>C"),
    # The club rule takes twice what the other holds.
    "Scrabble: club rule": (TAKES, [None, 16, 0], 1, [316, 290, 250], "A>B>C"),
}


@pytest.mark.parametrize("case", ENDS)
def test_the_last_round_alone_is_settled_at_the_end(case: str) -> None:
    rules, held, out, expected, places = ENDS[case]
    at_end = settled(rules, when="end") | HIGHER
    game = played(HOUSE, [[300, 290, 250], held], [None, out], planned=2, **at_end)
    assert totals(game) == expected
    assert order(game) == places
    assert [game.needs_ender(number) for number in (1, 2)] == [False, True]


def test_a_tie_goes_to_the_better_total_before_settling() -> None:
    tie: dict[str, Any] = settled(PAID, when="end") | {"match": {"better": "higher", "tie": "before-settling"}}
    game = played(HOUSE, [[298, 300], [2, 4]], planned=2, **tie)
    assert totals(game) == [296, 296]
    assert lead_sentence(game) == "Bo wins with 296. Bo wins the tiebreaker, ahead before the last hole."


SWEPT: dict[str, tuple[list[int | None], list[int]]] = {
    "no sweep": ([0, 3, 10, 13], [0, 3, 10, 13]),
    "all of it": ([26, 0, 0, 0], [0, 26, 26, 26]),
    "all of it, and a mistake": ([26, 1, 0, 0], [26, 1, 0, 0]),
}


@pytest.mark.parametrize("case", SWEPT)
def test_a_player_with_the_whole_sum_gives_it_to_the_others(case: str) -> None:
    points, expected = SWEPT[case]
    house = parse(LEAST + "sweep = { total = 26, own = 0, others = 26 }", "least.toml")
    assert scores(played(house, [points])) == expected


# --- the end of a game ------------------------------------------------------------------------------------------------


def test_everyone_begins_with_some_points() -> None:
    down: dict[str, Any] = {"match": {"better": "higher", "start_points": 66, "until": 0}}
    game = played(HOUSE, [[-17, -2], [-40, -5]], **down)
    assert totals(game) == [9, 59]
    assert game.running_totals(game.players[0]) == (49, 9)
    assert not game.is_over
    over = played(HOUSE, [[-17, -2], [-49, -5]], **down)
    assert totals(over) == [0, 59]
    assert over.is_over
    assert order(over) == "B>A"
    late = played(HOUSE, [[-17, None], [-40, -30]], planned=2, match={"better": "higher", "start_points": 66})
    assert [place.average for place in late.places] == [-28.5, -30]
    assert order(late) == "A>B"


def test_an_open_game_goes_on_until_the_table_stops() -> None:
    game = played(HOUSE, [[1, 2]], planned=99, match={"open": True}, words={"round": "turn"})
    assert (game.current_hole, game.holes_shown, game.is_over) == (2, 2, False)
    assert (game.hole_words(2), game.length_words) == ("Turn 2", "any number of turns")
    assert (game.with_length("Qwirkle"), game.played_words(1)) == ("Qwirkle", "1 turn")
    stopped = played(HOUSE, [[1, 2]], planned=1, match={"open": True})
    assert (stopped.is_over, stopped.holes_shown) == (True, 1)


ONCE_MORE: dict[str, Any] = {"match": {"better": "higher", "until": 10_000, "after_until": "others-once-more"}}


def test_the_others_have_one_more_turn() -> None:
    game = played(HOUSE, [[9_800, 9_900, 100], [450, 0, 50]], **ONCE_MORE)
    assert not game.is_over
    assert [player.name for player in game.at_table(3)] == ["Bo", "Cy"]
    over = played(HOUSE, [[9_800, 9_900, 100], [450, 0, 50], [None, 400, 50]], **ONCE_MORE)
    assert over.is_over
    assert totals(over) == [10_250, 10_300, 200]
    assert order(over) == "B>A>C"


OUT: dict[str, Any] = {"match": {"out_at": 100}}


def test_who_has_too_many_points_is_out_and_the_last_one_in_wins() -> None:
    game = played(HOUSE, [[60, 70, 10], [60, 20, 10]], planned=9, **OUT)
    assert [player.name for player in game.at_table(3)] == ["Bo", "Cy"]
    assert (game.current_hole, order(game)) == (3, "C>B>A")
    assert not game.by_average
    over = played(HOUSE, [[60, 70, 10], [60, 20, 10], [None, 10, 89]], planned=9, **OUT)
    assert totals(over) == [120, 100, 109]
    assert over.is_over
    assert order(over) == "B>C>A"
    passed = played(HOUSE, [[60, 70, 10], [40, 31, 10]], planned=9, match={"out_at": 100, "out_when": "passed"})
    assert order(passed) == "C>A>B"
    assert passed.current_hole == 3


def test_a_tie_is_counted_back_from_the_last_round() -> None:
    game = played(HOUSE, [[5, 4, 3], [3, 3, 4], [2, 3, 3]], planned=3, match={"tie": "count-back"})
    assert totals(game) == [10, 10, 10]
    assert order(game) == "A>B>C"
    assert lead_sentence(game).endswith("Ann wins the tiebreaker, counting back from the last hole.")


def test_a_tie_is_broken_by_cutting_the_cards() -> None:
    tied = played(HOUSE, [[61, 61, 70]], planned=1, match={"tie": "cut"}, entry={"min": 1})
    assert lead_sentence(tied) == "Ann and Bo are tied at 61. Cut the cards for the win."
    cut = played(HOUSE, [[61, 61, 70]], planned=1, extra=[0, 1, None], match={"tie": "cut"}, entry={"min": 1})
    assert (cut.hole_words(2), cut.warnings(2)) == ("Cut", ())
    assert lead_sentence(cut) == "Bo wins on the cut after a tie at 61."
    assert order(cut) == "B>A>C"


# --- rounds that differ -----------------------------------------------------------------------------------------------

ROUNDS = """
entry = { min = 1, max = 7 }
words = { round = "round" }
match = { holes = [2] }
[[rounds]]
name = "Windmill"
par = 2
[[rounds]]
par = 3
sets = { "entry.max" = 9, "penalty" = { kind = "add", points = 4 } }
"""


def test_a_round_has_its_name_its_par_and_its_own_rules() -> None:
    house = parse(LEAST + ROUNDS, "least.toml")
    game = played(house, [[8, 2], [8, 2]], [1, 1])
    assert game.hole_words(1) == "Round 1: Windmill"
    assert [found.message for found in game.warnings(1)] == ["Ann has 8, but a score is at most 7 here."]
    assert game.warnings(2) == ()
    assert [scores(game, number) for number in (1, 2)] == [[8, 2], [12, 2]]
    assert [game.to_par(side) for side in game.sides] == [15, -1]
    assert [game.needs_ender(number) for number in (1, 2)] == [False, True]


ORDER = """
settle = { kind = "winner-takes" }
sweep = { total = 30, own = 10, others = 1 }
penalty = { kind = "add", points = 100 }
placing = { equal = 500 }
match = { exact = { 501 = 5 }, out_at = 100, until = 110 }
"""


def test_the_order_of_working_out() -> None:
    game = played(parse(LEAST + ORDER, "least.toml"), [[None, 10, 20]], [1])
    # Ann takes 30, so it is a sweep: 10 for her, 1 for the others. They did better and are equal.
    assert scores(game) == [110, 501, 501]
    # A total of 501 becomes 5 before anyone is out, or the game is.
    assert totals(game) == [110, 5, 5]
    assert [player.name for player in game.at_table(2)] == ["Bo", "Cy"]
    assert game.reached

"""Games without cards: points by round, the lowest or the highest."""

from typing import Any

import pytest

from scorekeeper import houses
from scorekeeper.houses.loading import BadHouse, freeze, parse, thaw
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


BAD: dict[str, tuple[str, list[str]]] = {
    "values without a grid": ("values = { A = 1 }", ["grid: This key is missing.", "ending: This key is missing."]),
    "cards that cancel": ("cancelling = {}", ["cancelling: This needs cards."]),
    "cards turned up first": ("opening = { face_up = 2 }", ["opening: This needs cards."]),
    "a deck with jokers": ("table = { jokers_per_deck = 2 }", ["table: This game has no cards"]),
    "a least above the most": ("entry = { min = 5, max = 1 }", ["entry.max: 1 isn’t more than the least, 5."]),
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

"""A game under another reading: holes, places and hands that cannot be scored; asking changes nothing."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from scorekeeper import houses
from scorekeeper.rules import Entry, Game, Hole, House, Player, parse_layout
from scorekeeper.rules.parameters import Bonus
from scorekeeper.rules.what_if import HandsNotPlayable, Rereading, changes_by, check_playable, in_words

ANN, BO = Player(1, "Ann"), Player(2, "Bo")


def hole(number: int, ann: str, bo: str, **said: object) -> Hole:
    """A hole of Ann and Bo, confirmed unless said otherwise; cards, or a number of points, or nothing."""
    entries = {player: entry(text) for player, text in ((1, ann), (2, bo)) if text}
    return Hole(number, 1, entries, **{"confirmed": True, **said})  # type: ignore[arg-type]


def entry(text: str) -> Entry:
    return Entry(points=int(text)) if text.isdecimal() else Entry(layout=parse_layout(text))


def game(*holes: Hole, house: str = "two-joker", planned: int = 9) -> Game:
    return Game(houses.get(house), (ANN, BO), planned, 1, holes)


def told(before: Game, readings: Mapping[str, str]) -> dict[tuple[int, str], tuple[int, int]]:
    """The changed scores, before and after, by hole and name."""
    found = changes_by(before, houses.with_readings(before.house, readings))
    return {
        (one.number, score.player.name): (score.before.score, score.after.score)
        for one in found.holes
        for score in one.scores
    }


def changes_nothing(found: Rereading) -> bool:
    """Whether every score, place and winner stays the same."""
    ties = [[place.side.players for place in game.undecided] for game in (found.before, found.after)]
    return not (found.holes or found.standings_change or found.ends_game is not None or ties[0] != ties[1])


TWOS = "2 5 7 / 5 2 7"  # twos of two columns
PLAIN = "3 4 5 / 6 7 8"


def test_only_the_holes_that_count_differently_are_told() -> None:
    played = game(hole(1, TWOS, PLAIN), hole(2, PLAIN, PLAIN), hole(3, PLAIN, TWOS))
    assert told(played, {"twos": "minus"}) == {(1, "Ann"): (14, 6), (3, "Bo"): (14, 6)}


def test_open_holes_are_told_too_and_do_not_count() -> None:
    found = changes_by(
        game(hole(1, TWOS, "", confirmed=False)), houses.with_readings(houses.get("two-joker"), {"twos": "minus"})
    )
    assert [(one.number, one.confirmed, len(one.scores)) for one in found.holes] == [(1, False, 1)]
    assert not found.standings_change
    assert not changes_nothing(found)


def test_places_before_and_after() -> None:
    found = changes_by(game(hole(1, TWOS, "10")), houses.with_readings(houses.get("two-joker"), {"twos": "minus"}))
    assert [
        (one.player.name, one.before.rank, one.before.total, one.after.rank, one.after.total) for one in found.standings
    ] == [("Ann", 2, 14, 1, 6), ("Bo", 1, 10, 2, 10)]
    assert in_words(found) == "The scores of hole 1 change."


def test_a_penalty_is_counted_anew() -> None:
    """Ann ended the hole with 10 and Bo had 14; with twos of −2 he has 6, and she pays."""
    played = game(hole(1, "10", TWOS, ender=1, ender_known=True), house="penalty")
    assert told(played, {"twos": "minus"}) == {(1, "Ann"): (10, 20), (1, "Bo"): (14, 6)}
    assert told(played, {"twos": "minus", "penalty": "none"}) == {(1, "Bo"): (14, 6)}


def test_holes_of_which_nobody_said_who_ended_them() -> None:
    printed = houses.get("penalty")
    free = houses.with_readings(printed, {"penalty": "none"})
    played = replace(game(hole(1, PLAIN, "7"), hole(2, "3", "4", ender_known=True)), house=free)
    assert changes_by(played, printed).enders_unknown == (1,)
    assert changes_by(replace(played, house=printed), free).enders_unknown == ()


def test_a_reading_about_the_match_changes_places_without_a_score() -> None:
    tied = game(hole(1, "4", "4"), planned=1)
    found = changes_by(tied, houses.with_readings(tied.house, {"tie": "extra-hole"}))
    assert found.holes == ()
    assert not changes_nothing(found), "the tie is to be broken now"


def suits_needed() -> House:
    return replace(houses.get("two-joker"), bonuses=(Bonus(pattern="one-suit", points=-20),))


REFUSED = [
    pytest.param(
        houses.get("worksheet"),
        ["Ann’s cards on hole 1 don’t fit these rules. Row 1, column 1: there are no jokers", "Bo’s cards on hole 2"],
        id="a joker without a value",
    ),
    pytest.param(
        houses.get("four-card"),
        ["Ann’s cards on hole 1", "Bo’s cards on hole 1", "Bo’s cards on hole 2"],
        id="another grid",
    ),
    pytest.param(
        suits_needed(),
        ["on hole 1 don’t fit these rules. Row 1, column 2", "Bo’s cards on hole 1", "add a suit to the three"],
        id="suits that nobody noted",
    ),
]


@pytest.mark.parametrize(("house", "said"), REFUSED)
def test_hands_that_could_not_be_counted_are_all_named(house: House, said: list[str]) -> None:
    played = game(hole(1, "* 4 5 / 6 7 8", PLAIN), hole(2, "12", "3 4 * / 6 7 8"))
    with pytest.raises(HandsNotPlayable) as refused:
        changes_by(played, house)
    hands = [problem.message for problem in refused.value.problems]
    for words in said:
        assert any(words in hand for hand in hands), words
    assert not any(hand.startswith("Ann’s cards on hole 2") for hand in hands), "a number has no cards"
    with pytest.raises(HandsNotPlayable):
        check_playable(played, house)

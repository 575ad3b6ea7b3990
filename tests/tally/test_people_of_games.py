"""Stats over many games."""

from fractions import Fraction

from scorekeeper import houses
from scorekeeper.rules import Entry, Game, Hole, Player, parse_layout
from scorekeeper.tally.people import people_of

RVERS = houses.get("rvers")


def played(*scores: str, planned: int = 2) -> Game:
    """A game of at most two holes: `Ann 3 4`."""
    people: list[Player] = []
    holes: tuple[dict[int, Entry], ...] = ({}, {})
    for number, (name, *points) in enumerate((text.split() for text in scores), 1):
        people.append(Player(number, name))
        for at, score in enumerate(points):
            holes[at][number] = Entry(points=int(score))
    done = tuple(Hole(at, 1, entries, confirmed=True) for at, entries in enumerate(holes, 1) if entries)
    return Game(RVERS, tuple(people), planned, 1, done)


def test_everybody_is_told_by_name_over_all_games_that_are_over() -> None:
    games = [
        played("Ann 3 4", "Bo 9 9"),
        played("ann -2 4", "Bo 9 9", "Cy 1 1"),  # won by both
        played("Bo 1", "Ann 2", planned=1),
        played("Ann 0 0", "Cy 5 5", "Di"),
        played("Ann 50", "Cy 0"),  # still goes on
    ]
    told = {one.name: (len(one.won), one.wins, one.series, one.average, min(one.scores)) for one in people_of(games)}
    assert told == {
        "Ann": (4, 3, 2, Fraction(11, 7), -2),
        "Cy": (2, 1, 1, Fraction(12, 4), 1),
        "Bo": (3, 1, 1, Fraction(37, 5), 1),
    }
    ann, *_ = people_of(games)
    assert dict(ann.ahead_of) == {"bo": 2, "cy": 1}
    assert list(told) == ["Ann", "Bo", "Cy"], "who won most, then who played most"
    assert people_of(()) == []


def test_the_games_of_a_person_and_whom_they_met() -> None:
    ann, bo, cy = people_of(
        [played("Ann 3 4", "Bo 9 9"), played("Ann 1 1", "Cy 1 2"), played("Ann 8", "Bo 8", planned=1)]
    )
    assert ann.games == [Fraction(7, 2), Fraction(1), Fraction(8)]
    assert (dict(ann.met), dict(bo.met), dict(cy.met)) == ({"bo": 2, "cy": 1}, {"ann": 2}, {"ann": 1})
    assert ann.best_hand is None, "only numbers were entered"


def test_the_best_hand_is_the_lowest_with_cards() -> None:
    games = []
    for cards in ("5 * 7 / 5 Q K", "2 2 3 / 2 2 3", "2 2 3 / 2 2 4"):
        hole = Hole(1, 1, {1: Entry(parse_layout(cards, RVERS)), 2: Entry(points=-30)}, confirmed=True)
        games.append(Game(RVERS, (Player(1, "Ann"), Player(2, "Bo")), 1, 1, (hole,)))
    best = {one.name: one.best_hand for one in people_of(games)}
    assert best["Bo"] is None
    assert best["Ann"] is not None
    points, worked = best["Ann"]
    assert (str(worked.layout), points) == ("2 2 3 / 2 2 3", worked.total)

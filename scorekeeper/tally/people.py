"""Stats of players over many games."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from scorekeeper.rules import Game, Player, Score, Standing
from scorekeeper.rules.hole import is_better
from scorekeeper.rules.names import name_key


@dataclass
class Person:
    """A player's finished games, under one name."""

    key: str  # the same for all spellings
    name: str = ""  # as last written
    won: list[bool] = field(default_factory=list)  # for each game, oldest first; a shared win is a win
    scores: list[int] = field(default_factory=list)  # for each hole that counts
    games: list[Fraction] = field(default_factory=list)  # points per hole in each game
    best_hand: tuple[int, Score] | None = None  # the best hole of those with cards; the first of several
    ahead_of: Counter[str] = field(default_factory=Counter)  # by key: the number of games with a better rank
    met: Counter[str] = field(default_factory=Counter)  # by key: the number of games played with that person

    @property
    def wins(self) -> int:
        return sum(self.won)

    @property
    def average(self) -> Fraction:
        """Points per hole."""
        return Fraction(sum(self.scores), len(self.scores))

    @property
    def series(self) -> int:
        """The longest streak of wins."""
        longest = now = 0
        for won in self.won:
            now = now + 1 if won else 0
            longest = max(longest, now)
        return longest


def people_of(games: Iterable[Game]) -> Sequence[Person]:
    """The players of these games, those with the most wins first. Games come oldest first.

    Only finished games count, and in them players with at least one hole.
    """
    people: dict[str, Person] = {}
    for game in games:
        if not game.is_over or game.undecided:
            continue
        played = {name_key(standing.player.name): standing for standing in game.standings if standing.holes}
        for key, standing in played.items():
            person = people.setdefault(key, Person(key))
            person.name = standing.player.name
            person.won.append(standing.rank == 1)
            _add_scores(person, game, standing.player)
            _add_others(person, standing, played)
    return sorted(people.values(), key=lambda one: (-one.wins, -len(one.won), one.key))


def _add_scores(person: Person, game: Game, player: Player) -> None:
    """Add the holes of one game, without extra holes."""
    found = (game.player_result(hole.number, player) for hole in game.holes if not hole.playoff)
    results = [result for result in found if result]
    scores = [result.score for result in results]
    person.scores += scores
    person.games.append(Fraction(sum(scores), len(scores)))
    for result in results:
        best = person.best_hand
        if result.worked and (best is None or is_better(result.score, best[0], game.house)):
            person.best_hand = result.score, result.worked


def _add_others(person: Person, standing: Standing, played: Mapping[str, Standing]) -> None:
    """Add the other players of one game, by key."""
    ranks = {other: theirs.rank for other, theirs in played.items() if other != person.key}
    person.met.update(list(ranks))
    if standing.rank is not None:
        person.ahead_of.update(other for other, rank in ranks.items() if rank is None or standing.rank < rank)

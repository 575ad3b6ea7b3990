"""Whose deal a hole is, who plays first on it, and who plays with whom where nobody said."""

from collections.abc import Container, Iterable, Sequence
from itertools import count

from scorekeeper.rules.game import Game, Hole, Player
from scorekeeper.rules.hole import hole_winners
from scorekeeper.rules.house import BY_ENDER, BY_OPENING, BY_WINNER


def next_clockwise(seats: Sequence[int], after: int, among: Container[int]) -> int | None:
    """The next seat after that player's whose player is ``among`` those; their own comes last. None for nobody.

    ``seats`` are player ids in seating order. Counting from somebody who has no seat, the first seat is the next.

    >>> next_clockwise([1, 2, 3], 3, {2, 3})
    2
    """
    start = seats.index(after) + 1 if after in seats else 0
    return next((seat for seat in (*seats[start:], *seats[:start]) if seat in among), None)


def dealer(game: Game, number: int) -> Player | None:
    """Who deals that hole: noted with the hole, or else as the house passes the deal on.

    That is to the next seat clockwise, unless the house says otherwise; and where the best or the worst of a hole
    decides, or whoever ended it, as far as that hole is confirmed.
    """
    hole = game.hole(number)
    if hole is not None:
        return game.player(hole.dealer)
    noted = _last_before(game, number)
    deals, done = (noted.dealer, noted.number) if noted else (game.first_dealer, 0)
    for ahead in range(done + 1, number + 1):
        if ahead == 1 and any(player.id == deals for player in game.at_table(1)):
            continue  # nobody has dealt yet
        if game.house.match.deal == "stays" and any(player.id == deals for player in game.at_table(ahead)):
            continue
        decided = _decided(game, noted, ahead) if noted and ahead == done + 1 else None
        if decided is not None:
            deals = decided
            continue
        following = _next_seat(game, deals, ahead)
        if following is None:
            return None
        deals = following.id
    return game.player(deals)


def _last_before(game: Game, number: int) -> Hole | None:
    before = [earlier for earlier in game.holes if earlier.number < number and not earlier.playoff]
    return max(before, key=lambda earlier: earlier.number, default=None)


def _decided(game: Game, last: Hole, number: int) -> int | None:
    """Who deals after that hole where its scores or its ender decide; None where they do not, or are not settled."""
    rules = game.house.match
    found = _asked_for(game, last, number)
    if found is None or rules.deal in ("loser-deals", "ender-deals") or rules.first == "dealer":
        return found
    # Whoever plays first sits to the left of the dealer.
    return next_clockwise(game.seats[::-1], found, {player.id for player in game.at_table(number)})


def _asked_for(game: Game, last: Hole | None, number: int) -> int | None:
    """Whom the house asks for to pass the deal on: who ended the last hole, or was best or worst on it, if anybody."""
    if last is None or not last.confirmed:
        return None
    return _ended(game, last, number) if game.house.match.deal in BY_ENDER else _by_score(game, last, number)


def _ended(game: Game, last: Hole, number: int) -> int | None:
    """Who ended that hole; None where that was nobody, or nobody who plays the next one."""
    return next((player.id for player in game.at_table(number) if player.id == last.ender), None)


def _by_score(game: Game, last: Hole, number: int) -> int | None:
    """Who was best or worst on that hole, where that is asked; None where it is not.

    Of several who are equal the first one clockwise from the dealer is taken.
    """
    rule = game.house.match.deal
    if rule not in (*BY_WINNER, "loser-deals"):
        return None
    results = {player.id: game.player_result(last.number, player) for player in game.at_table(number)}
    scores = {player: result.score for player, result in results.items() if result is not None}
    if not scores:
        return None
    highest = max(scores.values())
    those = {player for player, points in scores.items() if points == highest}
    if rule in BY_WINNER:
        those = set(hole_winners(scores, game.house, last.ender))
    return next_clockwise(game.seats, last.dealer, those)


def starter(game: Game, number: int) -> Player | None:
    """Who plays first: the dealer, or the player to their left; None where the cards that are turned up decide."""
    rules = game.house.match
    if rules.deal in BY_OPENING and _asked_for(game, _last_before(game, number), number) is None:
        return None
    deals = dealer(game, number)
    if rules.first == "dealer" and deals in game.at_table(number):
        return deals
    return None if deals is None else _next_seat(game, deals.id, number)


def start_words(game: Game, number: int) -> str:
    """Who plays first, in words: `Ben starts`; empty for nobody."""
    first = starter(game, number)
    if first is not None:
        return f"{first.name} starts"
    return "the highest open cards start" if game.house.match.deal in BY_OPENING else ""


def _next_seat(game: Game, player_id: int, number: int) -> Player | None:
    """The next player, clockwise, who is at the table on that hole."""
    at_table = {player.id: player for player in game.at_table(number)}
    following = next_clockwise(game.seats, player_id, at_table)
    return None if following is None else at_table[following]


# --- teams ------------------------------------------------------------------------------------------------------------

NO_RIVALS = "everybody is in one team: there must be at least two to play against each other"


def usual_teams(players: int) -> tuple[int, ...]:
    """The team of each seat where nobody chose: partners sit as far from each other as the number allows.

    Up to three people play each alone. An even number plays in pairs that sit opposite each other. Any other number
    plays in as many teams as its smallest divisor says, spread evenly round the table. Where there is none (5, 7, 11,
    13 ...) no teams can be equal: there are two, the first with one more, and its two at the ends of the list, side by
    side where the table closes, are partners all the same.

    >>> usual_teams(4), usual_teams(6), usual_teams(5)
    ((1, 2, 1, 2), (1, 2, 3, 1, 2, 3), (1, 2, 1, 2, 1))
    >>> usual_teams(9)
    (1, 2, 3, 1, 2, 3, 1, 2, 3)
    """
    if players < 4:
        return tuple(range(1, players + 1))
    equal = (teams for teams in range(3, players // 2 + 1) if players % teams == 0)
    teams = next(equal, 2) if players % 2 else players // 2
    return tuple(seat % teams + 1 for seat in range(players))


def smallest_team(here: Iterable[int | None], gone: Iterable[int | None] = ()) -> int:
    """The team for somebody new: the one with the fewest of those who are here, the first of several.

    Where they are all in one team, or in none, the next number that nobody has: there must be somebody to play against,
    and the points of those who are gone stay theirs.

    >>> smallest_team([1, 2, 1]), smallest_team([1, 1], gone=[2]), smallest_team([3, 1])
    (2, 3, 1)
    """
    teams = [team for team in here if team is not None]
    if len(set(teams)) > 1:
        return min(sorted(set(teams)), key=teams.count)
    taken = {*teams, *gone}
    return next(team for team in count(1) if team not in taken)


def have_rivals(teams: Sequence[int | None]) -> bool:
    """Whether these people, each by their team, have somebody to play against; one person alone needs nobody.

    >>> have_rivals([1, 2, 1]), have_rivals([1, 1]), have_rivals([1, 1, None])
    (True, False, True)
    """
    return len(teams) < 2 or None in teams or len(set(teams)) > 1

"""Who deals a hole, who plays first on it, and the usual teams."""

from collections.abc import Container, Iterable, Sequence
from itertools import count

from scorekeeper.rules.game import Game, Hole, Player
from scorekeeper.rules.hole import hole_winners, worst_of
from scorekeeper.rules.house import BY_ENDER, BY_OPENING, BY_WINNER


def next_clockwise(seats: Sequence[int], after: int, among: Container[int]) -> int | None:
    """The next seat after that player's which is ``among`` those; their own comes last. None where there is none.

    ``seats`` are player ids in seating order. After a player without a seat, the first seat is the next.

    >>> next_clockwise([1, 2, 3], 3, {2, 3})
    2
    """
    start = seats.index(after) + 1 if after in seats else 0
    return next((seat for seat in (*seats[start:], *seats[:start]) if seat in among), None)


def dealer(game: Game, number: int) -> Player | None:
    """The dealer of that hole: noted with the hole, or as the house passes the deal on.

    That is to the next seat clockwise, unless the house says otherwise. The winner, loser or ender of a hole decides
    only once that hole is confirmed.
    """
    hole = game.hole(number)
    if hole is not None:
        return game.player(hole.dealer)
    noted = _last_before(game, number)
    deals, done = (noted.dealer, noted.number) if noted else (game.first_dealer, 0)
    for ahead in range(done + 1, number + 1):
        if ahead == 1 and any(player.id == deals for player in game.at_table(1)):
            continue  # the first dealer deals
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
    """The dealer after that hole where its scores or its ender decide; None where they do not, or are not settled."""
    rules = game.house.match
    found = _asked_for(game, last, number)
    if found is None or rules.deal in ("loser-deals", "ender-deals") or rules.first == "dealer":
        return found
    # The first player sits to the left of the dealer.
    return next_clockwise(game.seats[::-1], found, {player.id for player in game.at_table(number)})


def _asked_for(game: Game, last: Hole | None, number: int) -> int | None:
    """The player who decides the next deal: the ender, winner or loser of the last hole; None where none does."""
    if last is None or not last.confirmed:
        return None
    return _ended(game, last, number) if game.house.match.deal in BY_ENDER else _by_score(game, last, number)


def _ended(game: Game, last: Hole, number: int) -> int | None:
    """The ender of that hole; None for no ender, or one who does not play the next hole."""
    return next((player.id for player in game.at_table(number) if player.id == last.ender), None)


def _by_score(game: Game, last: Hole, number: int) -> int | None:
    """The best or worst player of that hole, where the house asks for it; None where it does not.

    In a tie it is the first one clockwise from the dealer.
    """
    rule = game.house.match.deal
    if rule not in (*BY_WINNER, "loser-deals"):
        return None
    results = {player.id: game.player_result(last.number, player) for player in game.at_table(number)}
    scores = {player: result.score for player, result in results.items() if result is not None}
    if not scores:
        return None
    worst = worst_of(scores.values(), game.house)
    those = {player for player, points in scores.items() if points == worst}
    if rule in BY_WINNER:
        those = set(hole_winners(scores, game.house, last.ender))
    return next_clockwise(game.seats, last.dealer, those)


def starter(game: Game, number: int) -> Player | None:
    """Who plays first: the dealer, or the player to their left; None where the flipped cards decide."""
    rules = game.house.match
    if rules.deal in BY_OPENING and _asked_for(game, _last_before(game, number), number) is None:
        return None
    deals = dealer(game, number)
    if rules.first == "dealer" and deals in game.at_table(number):
        return deals
    return None if deals is None else _next_seat(game, deals.id, number)


def start_words(game: Game, number: int) -> str:
    """Who plays first, in words: `Ben starts`; empty where no player does."""
    first = starter(game, number)
    if first is not None:
        return f"{first.name} starts"
    return "the highest cards start" if game.house.match.deal in BY_OPENING else ""


def deal_words(game: Game, number: int) -> str:
    """Who deals that hole and who plays first: `Ann deals, Ben starts`; empty where no one deals."""
    deals = dealer(game, number)
    if deals is None or not game.house.words.dealer:
        return ""
    return ", ".join(filter(None, (f"{deals.name} deals", start_words(game, number))))


def _next_seat(game: Game, player_id: int, number: int) -> Player | None:
    """The next player, clockwise, who is at the table on that hole."""
    at_table = {player.id: player for player in game.at_table(number)}
    following = next_clockwise(game.seats, player_id, at_table)
    return None if following is None else at_table[following]


# --- teams ------------------------------------------------------------------------------------------------------------

NO_RIVALS = "Everyone is on one team. You need at least two."


def usual_teams(players: int) -> tuple[int, ...]:
    """The usual team of each seat: partners sit as far from each other as the number allows.

    Up to three people each play alone. An even number plays in pairs that sit opposite each other. Any other number
    plays in as many teams as its smallest divisor, spread evenly around the table. A prime number (5, 7, 11, 13 ...)
    has no equal teams: there are two, and the first has one player more. Its first and last player sit side by side.

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
    """The team for a new player: the smallest of those here, the first of several.

    Where all are in one team, or in none, it is the next free number: there must be a team to play against. Teams of
    players who are ``gone`` keep their points, so their numbers are not free.

    >>> smallest_team([1, 2, 1]), smallest_team([1, 1], gone=[2]), smallest_team([3, 1])
    (2, 3, 1)
    """
    teams = [team for team in here if team is not None]
    if len(set(teams)) > 1:
        return min(sorted(set(teams)), key=teams.count)
    taken = {*teams, *gone}
    return next(team for team in count(1) if team not in taken)


def have_rivals(teams: Sequence[int | None]) -> bool:
    """Whether players of these teams have rivals; one player alone needs none.

    >>> have_rivals([1, 2, 1]), have_rivals([1, 1]), have_rivals([1, 1, None])
    (True, False, True)
    """
    return len(teams) < 2 or None in teams or len(set(teams)) > 1

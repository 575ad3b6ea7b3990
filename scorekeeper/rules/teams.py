"""Who plays with whom where nobody said, where somebody new comes in, and when teams have nobody to play against."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import count

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

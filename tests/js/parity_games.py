"""Games as tables play them, and everything that Python answers about them, for node to compare with."""

import random
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import asdict, replace
from fractions import Fraction
from itertools import cycle, product
from typing import Any

from scorekeeper.houses.loading import to_data
from scorekeeper.rules import ByHand, Entry, Game, Hole, House, Player
from scorekeeper.rules.dealing import smallest_team
from scorekeeper.rules.house import BY_ENDER, BY_WINNER
from scorekeeper.rules.leading import comparison_sentence, lead_sentence, measure, tie_sentence
from scorekeeper.rules.parameters import Match
from scorekeeper.rules.wording import MINUS, SENTENCES, isolated, per_hole
from scorekeeper.web.filters import ordinal
from scorekeeper.web.game_json import page_rules
from tests.js.parity_cases import some_layouts

Case = dict[str, Any]

NAMES = (
    "Ann", "Bo", "Cy", "Di", "Ed", "Flo", "2", "{points}", "O'Neil", "\N{GRINNING FACE}", "__proto__",
    "\N{HEBREW LETTER DALET}\N{HEBREW LETTER NUN}\N{HEBREW LETTER HE}", "\N{ARABIC LETTER ALEF}li",
)  # fmt: skip

WAYS: dict[str, tuple[Any, ...]] = {
    "teams": ("none", "sum", "best-ball"),
    "tie": ("shared", "extra-hole", "lowest-hole", "most-holes", "ender-loses"),
    "winner": ("lowest-total", "most-holes"),
    "until": (None, 6),
    "deal": ("moves-on", "stays", "winner-starts", "loser-deals", "highest-opening-starts"),
}
"""What a house can say of winning and dealing; ``test_same_games`` compares any three of them in every combination."""

OF_HOLES: dict[str, tuple[Any, ...]] = {
    "hole_tie": ("shared", "ender-wins", "ender-loses"),
    "first": ("left-of-dealer", "dealer"),
    "deal": (*BY_WINNER, *BY_ENDER),
}
"""What it can say besides of who wins a hole and begins the next one."""

MATCHES = tuple(
    Match(**dict(zip(ways, chosen, strict=True)))
    for ways in (WAYS, OF_HOLES, {**OF_HOLES, "winner": ("most-holes",), "teams": ("sum",)})
    for chosen in product(*ways.values())
)

BROKEN = tuple(
    match for match in MATCHES if match.tie in WAYS["tie"][2:] and match.winner == "lowest-total" and not match.until
)
"""Those of them where a rule for ties has most to decide."""


def write_out(houses: dict[str, House], games_of: dict[str, int]) -> Case:
    """Games under each house, some with another way to win; ``games_of`` tells how many, 1 where it says nothing."""
    games: list[Case] = []
    rules: dict[str, Case] = {}
    matches, broken = (cycle(random.Random("all ways").sample(ways, len(ways))) for ways in (MATCHES, BROKEN))
    for name, house in houses.items():
        dice = random.Random(name)
        for number in range(games_of.get(name, 1)):
            match number % 4:
                case 0:
                    game = some_game(house, dice)
                case 1:
                    game = close_game(replace(house, match=next(broken)), dice)
                case _:
                    game = some_game(replace(house, match=next(matches)), dice)
            rules[name] = page_rules(house)["house"]
            games.append(
                {"house": name, "match": to_data(game.house)["match"], **plain(game), "answers": answers(game)}
            )
    return {"sentences": SENTENCES, "houses": rules, "games": games, **_wording()}


# --- games -----------------------------------------------------------------------------------------------------------


def some_game(house: House, dice: random.Random) -> Game:
    """A game somewhere on its way: few points and few ranks, so that people tie and cards become impossible."""
    planned = dice.choice([1, 2, 3, 4, 9])
    players = tuple(_players(planned, dice, some_move=dice.random() < 0.5))
    game = Game(house, players, planned, dice.choice(players).id, cut_from=9 if planned == 2 else None)
    done = dice.choice([0, 1, planned, planned, planned, planned])
    for number in range(1, done + 1):
        if dice.random() < 0.93:
            game = _with(game, _hole(game, number, (), dice, settled=dice.random() < 0.85))
    if game.is_over:
        for _ in range(dice.choice([0, 0, 1, 2])):
            number = max([planned, *(hole.number for hole in game.holes)]) + 1
            tied = [player.id for place in game.ahead for player in place.side.players]
            all_tied = len(tied) > 1 and dice.random() < 0.8  # else someone may be level since, after a correction
            playing = tied if all_tied else dice.sample(game.seats, dice.randint(2, len(game.seats)))
            game = _with(game, _hole(game, number, tuple(playing), dice, settled=dice.random() < 0.8))
    elif (current := game.current_hole) and game.hole(current) is None and dice.random() < 0.7:
        game = _with(game, _hole(game, current, (), dice, settled=False))
    return game


def close_game(house: House, dice: random.Random) -> Game:
    """A game played to its end by people who are about equally good, so that the rules for ties have to decide."""
    planned = dice.choice([2, 3, 4])
    seated = enumerate(_players(planned, dice, some_move=False))
    players = tuple(replace(player, team=seat % 2 + 1) for seat, player in seated)
    game = Game(house, players, planned, dice.choice(players).id)
    for number in range(1, planned + 1):
        entries = {player: Entry(points=dice.choice([0, 1, 2])) for player in game.seats}
        dealer = game.dealer(number) or players[0]
        ender = dice.choice(game.seats)
        game = _with(game, Hole(number, dealer.id, entries, ender=ender, ender_known=True, confirmed=True))
    return game


def _newcomer_team(game: Game) -> int | None:
    here, gone = ([one.team for one in game.players if (one.left is None) is stays] for stays in (True, False))
    return None if game.house.match.teams == "none" else smallest_team(here, gone)


def _players(planned: int, dice: random.Random, *, some_move: bool) -> Iterator[Player]:
    """In an order that is not that of their ids, as after changing seats; some come late, leave, or come back."""
    count = dice.choice([2, 2, 3, 3, 4, 6])
    names = dice.sample(NAMES, count)
    for player_id in dice.sample(range(1, 30), count):
        player = Player(player_id, names.pop(), team=dice.choice([None, 1, 1, 2, 2, 3]))
        if some_move and dice.random() < 0.4:
            joined = dice.randint(1, planned + 1)
            # Gone before the first hole of theirs, or coming back: who has left is written over with the next stay.
            left = dice.choice([None, None, joined - 1, dice.randint(joined, planned + 1)])
            player = replace(player, joined=joined, left=left)
        yield player


def _hole(game: Game, number: int, playoff: tuple[int, ...], dice: random.Random, *, settled: bool) -> Hole:
    natural = game.dealer(number)
    by_hand = natural is None or dice.random() < 0.2
    dealer = dice.choice(game.players) if by_hand else natural
    assert dealer is not None
    begun = _with(game, Hole(number, dealer.id, {}, playoff=playoff))
    at_table = begun.at_table(number)
    some_missing = dice.random() < (0.2 if settled else 0.6)
    entered = [player for player in at_table if not some_missing or dice.random() < 0.6]
    everybody = [None, *(player.id for player in at_table)]
    return Hole(
        number,
        dealer.id,
        {player.id: some_entry(game.house, dice) for player in dice.sample(entered, len(entered))},
        ender=dice.choice(everybody),
        ender_known=dice.random() < 0.7,
        confirmed=settled,
        warnings_accepted=dice.random() < 0.4,
        playoff=playoff,
        by_hand=dict(_by_hand(at_table, random.Random(f"{number} {game.seats}"))),
    )


def _by_hand(players: Iterable[Player], dice: random.Random) -> Iterator[tuple[int, ByHand]]:
    """For some, with and without an entry; its dice are its own, so the games stay what they were."""
    for player in players:
        if dice.random() < 0.15:
            yield player.id, ByHand(dice.choice([5, 1, -1]), "looked at a card")


def some_entry(house: House, dice: random.Random) -> Entry:
    if not house.has_cards or dice.random() < 0.4:
        return Entry(points=dice.randint(-2, 4))
    return Entry(layout=next(some_layouts(house, 1, dice)))


def _with(game: Game, hole: Hole) -> Game:
    return replace(game, holes=tuple(sorted([*game.holes, hole], key=lambda one: one.number)))


# --- as JSON ---------------------------------------------------------------------------------------------------------


def plain(game: Game) -> Case:
    """What a game is made of, but for its house; entries as cards or numbers."""
    return {
        "players": [
            {"id": player.id, "name": player.name, "joined": player.joined, "left": player.left, "team": player.team}
            for player in game.players
        ],
        "holesPlanned": game.holes_planned,
        "cutFrom": game.cut_from,
        "firstDealer": game.first_dealer,
        "holes": [
            {
                "number": hole.number,
                "dealer": hole.dealer,
                "entries": [
                    [player, entry.points if entry.layout is None else str(entry)]
                    for player, entry in hole.entries.items()
                ],
                "ender": hole.ender,
                "enderKnown": hole.ender_known,
                "confirmed": hole.confirmed,
                "warningsAccepted": hole.warnings_accepted,
                "playoff": hole.playoff,
                "byHand": [[player, asdict(added)] for player, added in hole.by_hand.items()],
            }
            for hole in game.holes
        ],
    }


def answers(game: Game) -> Case:
    """Everything that can be asked of a game, and what is said about it."""
    last = max([game.holes_planned, *(hole.number for hole in game.holes)])
    return {
        "currentHole": game.current_hole,
        "isOver": game.is_over,
        "reached": game.reached,
        "holesShown": game.holes_shown,
        "lengthWords": game.length_words,
        "decidedBy": game.decided_by,
        "fullLength": game.full_length,
        "fullLengthWords": game.full_length_words,
        "byAverage": game.by_average,
        "hasTeams": game.has_teams,
        "newcomerTeam": _newcomer_team(game),
        "standings": [
            {
                "player": standing.player.id,
                "total": standing.total,
                "holes": standing.holes,
                "rank": standing.rank,
                "average": None if standing.average is None else per_hole(standing.average),
                "playoff": standing.playoff,
            }
            for standing in game.standings
        ],
        "places": [
            {
                "players": [player.id for player in place.side.players],
                "total": place.total,
                "holes": place.holes,
                "rank": place.rank,
                "average": None if place.average is None else per_hole(place.average),
                "playoff": place.playoff,
                "measure": measure(game, place),
                "toPar": game.to_par(place.side),
            }
            for place in game.places
        ],
        "undecided": [[player.id for player in place.side.players] for place in game.undecided],
        "holesWon": [game.holes_won(side) for side in game.sides],
        "lead": lead_sentence(game),
        "comparison": comparison_sentence(game),
        "tie": tie_sentence(game),
        "holes": [_hole_answers(game, number) for number in range(1, last + 3)],
    }


def _hole_answers(game: Game, number: int) -> Case:
    hole = game.hole(number)
    dealer, starter = game.dealer(number), game.starter(number)
    return {
        "hole": number,
        "words": game.hole_words(number),
        "begun": hole is not None,
        "settled": [] if hole is None else [hole.ender, hole.ender_known, hole.confirmed, hole.warnings_accepted],
        "atTable": _ids(game.at_table(number)),
        "dealer": dealer.id if dealer else None,
        "starter": starter.id if starter else None,
        "startWords": game.start_words(number),
        "dealWords": game.deal_words(number),
        "missing": _ids(game.missing(number)),
        "result": _result(game, number),
        "scores": [
            None if (result := game.player_result(number, player)) is None else result.score for player in game.players
        ],
        "warnings": [
            {"code": found.code, "card": found.card, "holders": found.holders, "message": found.message}
            for found in game.warnings(number)
        ],
        "confirmProblems": [
            [problem.code for problem in problems]
            for problems in (game.confirm_problems(number, ender_known=known) for known in (False, True))
        ],
    }


def _result(game: Game, number: int) -> list[Case] | None:
    result = game.result(number)
    if result is None:
        return None
    return [
        {
            "name": player.name,
            "raw": player.raw,
            "adjustment": {
                "points": player.adjustment.points,
                "rule": player.adjustment.rule,
            },
            "byHand": None if player.by_hand is None else asdict(player.by_hand),
            "score": player.score,
            "wins": player.wins,
            "worked": None
            if player.worked is None
            else {
                "total": player.worked.total,
                "lines": [
                    {
                        "rule": line.rule,
                        "points": line.points,
                        "cells": line.cells,
                        "text": line.text,
                        "others": line.others,
                    }
                    for line in player.worked.lines
                ],
                "columnPoints": player.worked.column_points,
            },
        }
        for player in result.players
    ]


def _ids(players: Iterable[Player]) -> list[int]:
    return [player.id for player in players]


def _wording() -> Case:
    letters = [sign for sign in map(chr, range(0x110000)) if unicodedata.category(sign).startswith("L")]
    return {
        "perHole": [
            [total, holes, per_hole(Fraction(total, holes))] for total in range(-70, 71) for holes in range(1, 21)
        ],
        "ordinals": [ordinal(place) for place in range(125)],
        "isolated": "".join(sign for sign in letters if isolated(sign) != sign),
        "notIsolated": "".join(sign for sign in letters if isolated(sign) == sign),
    }


# --- what the games are about ----------------------------------------------------------------------------------------

PROBLEMS = ("hole.hands_missing", "hole.ender_missing", "hole.impossible_cards")
PHENOMENA = {
    *("over", "averages", "shared lead", "undecided", "tie broken", "level since", "shared place", "nobody ranked"),
    *("left", "joined late", "nobody deals", "dealt by hand", "sat out", "bare number", "penalty", "reward"),
    *("teams", "uneven teams", "team tie broken", "most holes", "ender loses", "lowest hole decides"),
    *("holes won decide", "highest opening", "reached", "below zero", "points by hand", "impossible number", *PROBLEMS),
}


def phenomena(games: Iterable[Case]) -> set[str]:
    """What happened in some of these games, so that a comparison of them is known to have compared it."""
    return {name for game in games for name, happened in _happened(game).items() if happened}


def _happened(game: Case) -> dict[str, object]:
    return {**_happened_at_the_top(game), **_happened_to_teams(game), **_happened_on_holes(game), **_came_of_it(game)}


def _happened_at_the_top(game: Case) -> dict[str, object]:
    said = game["answers"]
    first = [standing["player"] for standing in said["standings"] if standing["rank"] == 1]
    lower = [standing["rank"] for standing in said["standings"] if standing["rank"] not in (None, 1)]
    extra = [standing["playoff"] for standing in said["standings"] if standing["playoff"]]
    return {
        "over": said["isOver"],
        "averages": said["byAverage"],
        "shared lead": len(first) > 1,
        "undecided": said["undecided"],
        "tie broken": len(first) == 1 and extra,
        "level since": len(first) > 1
        and not extra
        and any(hole["playoff"] for hole in game["holes"] if hole["confirmed"]),
        "shared place": len(set(lower)) < len(lower),
        "nobody ranked": not first,
        "most holes": "won" in said["lead"],
        "below zero": MINUS in said["lead"],
        "reached": said["reached"],
    }


def _happened_to_teams(game: Case) -> dict[str, object]:
    said = game["answers"]
    return {
        "teams": said["hasTeams"],
        "uneven teams": "Teams differ in size" in said["comparison"],
        "ender loses": "ended the last hole" in said["tie"],
        "lowest hole decides": "on lowest holes" in said["tie"],
        "holes won decide": "more holes" in said["tie"],
        "team tie broken": said["tie"] and len(said["places"][0]["players"]) > 1,
    }


def _happened_on_holes(game: Case) -> dict[str, object]:
    said = game["answers"]
    begun = [(hole, said["holes"][hole["number"] - 1]) for hole in game["holes"]]
    return {
        "highest opening": any("the highest cards start" in hole["startWords"] for hole in said["holes"]),
        "left": any(player["left"] is not None for player in game["players"]),
        "joined late": any(player["joined"] > 1 for player in game["players"]),
        "nobody deals": any(hole["dealer"] is None for hole in said["holes"]),
        "dealt by hand": any(hole["dealer"] not in answer["atTable"] for hole, answer in begun),
        "sat out": any(hole["confirmed"] and answer["missing"] for hole, answer in begun),
    }


def _came_of_it(game: Case) -> dict[str, object]:
    said = game["answers"]
    results = [one for hole in said["holes"] for one in hole["result"] or []]
    problems = [code for hole in said["holes"] for code in hole["confirmProblems"][0]]
    return {
        "bare number": any(one["worked"] is None for one in results),
        "penalty": any(one["adjustment"]["rule"] == "penalty" for one in results),
        "reward": any(one["adjustment"]["rule"] == "reward" for one in results),
        "impossible number": any(
            one["code"] == "points.impossible" for hole in said["holes"] for one in hole["warnings"]
        ),
        "points by hand": any(one["byHand"] for one in results),
        **{code: code in problems for code in PROBLEMS},
    }

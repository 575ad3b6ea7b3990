"""Worked examples of games without cards, each under its own house: numbers that a player types, and what they make."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from scorekeeper import houses
from scorekeeper.rules import Game
from tests.rules.score_games import played


@dataclass(frozen=True)
class Published:
    """A game of one house, its totals and its ranking, and what its last round is warned of."""

    house: str
    rounds: Sequence[Sequence[int | None]]
    totals: list[int]
    order: str
    out: list[int | None] = field(default_factory=list)
    planned: int | None = None
    readings: dict[str, str] = field(default_factory=dict)
    over: bool = False
    warned: str = ""

    @property
    def game(self) -> Game:
        of = houses.with_readings(houses.get(self.house), self.readings)
        longest: Any = of.longest_game if not of.is_planned else None
        return played(of, self.rounds, self.out, planned=self.planned or longest)


GAMES = {
    "Rummy: laid 51, left 19; laid 6; laid 87, left 90": Published(
        "rummy-500", [[51 - 19, 6, 87 - 90]], [32, 6, -3], "A>B>C"
    ),
    "Rummy: two pass 500 in one hand": Published("rummy-500", [[480, 495], [35, 60]], [515, 555], "B>A", over=True),
    "Hearts: the sum is right": Published("hearts", [[0, 3, 10, 13]], [0, 3, 10, 13], "A>B>C>D"),
    "Hearts: the sum is wrong": Published(
        "hearts",
        [[1, 3, 10, 13]],
        [1, 3, 10, 13],
        "A>B>C>D",
        warned="These scores add up to 27, but each hand adds up to 26.",
    ),
    "Hearts: one player takes all": Published("hearts", [[26, 0, 0, 0]], [0, 26, 26, 26], "A>B=C=D"),
    "Hearts: or takes off 26": Published(
        "hearts", [[26, 0, 0, 0]], [-26, 0, 0, 0], "A>B=C=D", readings={"all-points": "take-off"}
    ),
    "Hearts: 98 40 55 60, and the second takes all": Published(
        "hearts",
        [[26, 0, 0, 0], [98, 14, 29, 34], [0, 26, 0, 0]],
        [124, 40, 81, 86],
        "B>C>D>A",
        over=True,
    ),
    "Uno: left 3 4 5 5": Published("uno", [[None, 7, 10]], [17, 0, 0], "A>B=C", out=[1]),
    "Uno: with two Draw Two and a Reverse": Published("uno", [[None, 77]], [77, 0], "A>B", out=[1]),
    "Uno: with two Wilds": Published("uno", [[177, None]], [0, 177], "B>A", out=[2]),
    "Uno: 480 and 17 of their own points": Published(
        "uno", [[480, 20], [17, 0]], [497, 20], "B>A", readings={"counting": "own"}
    ),
    "Rummikub: out": Published("rummikub", [[None, 24, 31, 17]], [72, -24, -31, -17], "A>D>B>C", out=[1]),
    "Rummikub: the pool is empty": Published("rummikub", [[15, 8, 22, 19]], [-15, 32, -22, -19], "B>A>D>C"),
    "Rummikub: only the winner scores": Published(
        "rummikub", [[None, 24, 31, 17]], [72, 0, 0, 0], "A>B=C=D", out=[1], readings={"losing": "nothing"}
    ),
    "Farkle: 1 1 5, and 4 4 4 and 5": Published("farkle", [[250, 450]], [250, 450], "B>A"),
    "Farkle: beaten in the last turn": Published(
        "farkle", [[9_800, 9_900], [450, 0], [None, 400]], [10_250, 10_300], "B>A", over=True
    ),
    "Farkle: no turn is worth 130": Published(
        "farkle", [[130, 0]], [130, 0], "A>B", warned="Ann has 130, but scores go in steps of 50 here."
    ),
    "Qwirkle: onto three, a line of six, two lines": Published("qwirkle", [[4, 12, 5]], [4, 12, 5], "B>C>A"),
    "Scrabble: out": Published(
        "scrabble", [[300, 290, 250], [None, 8, 5]], [313, 282, 245], "A>B>C", out=[None, 1], planned=2, over=True
    ),
    "Scrabble: no one is out, and the higher total before it wins": Published(
        "scrabble", [[300, 298], [4, 2]], [296, 296], "A>B", planned=2, over=True
    ),
    "Mini golf: 2 3 7": Published("mini-golf", [[2, 1], [3, 1], [7, 1]], [12, 3], "B>A"),
    "Mini golf: 41 each, and 2 to 3 on the last hole": Published(
        "mini-golf", [*[[2, 2]] * 15, [5, 4], [4, 4], [2, 3]], [41, 41], "A>B", over=True
    ),
    "Mini golf: 8 strokes": Published(
        "mini-golf", [[8, 2]], [8, 2], "B>A", warned="Ann has 8, but a score is at most 7 here."
    ),
    "Dominoes: out against 12 7": Published("dominoes", [[None, 12, 7]], [19, 0, 0], "A>B=C", out=[1]),
    "Dominoes: blocked": Published("dominoes", [[4, 9, 11]], [16, 0, 0], "A>B=C"),
    "Dominoes: blocked, the difference to each": Published(
        "dominoes", [[4, 9, 11]], [12, 0, 0], "A>B=C", readings={"blocked": "each"}
    ),
    "Dominoes: blocked and tied": Published("dominoes", [[5, 5, 9]], [0, 0, 0], "A=B=C"),
    "Skip-Bo: 6 and 3 left": Published("skip-bo", [[None, 30, 15]], [70, 0, 0], "A>B=C", out=[1]),
    "Skip-Bo: 12 and 1": Published("skip-bo", [[None, 60, 5]], [90, 0, 0], "A>B=C", out=[1]),
    "Skip-Bo: one rival with 1": Published("skip-bo", [[None, 5]], [30, 0], "A>B", out=[1]),
    "Five Crowns: threes, left 3 K; joker 5": Published("five-crowns", [[33, 55]], [33, 55], "A>B"),
    "Five Crowns: kings, left K Q": Published("five-crowns", [*[[0, 0]] * 10, [32, 0]], [32, 0], "B>A", over=True),
    "6 nimmt!: 5 10 11 55, and 7 8": Published("6-nimmt", [[17, 2]], [17, 2], "B>A"),
    "6 nimmt!: 64 and 2": Published("6-nimmt", [[64, 1], [2, 1]], [66, 2], "B>A", over=True),
    "6 nimmt!: 64 and 2 to 74": Published("6-nimmt", [[64, 1], [2, 1]], [66, 2], "B>A", readings={"limit": "74"}),
}

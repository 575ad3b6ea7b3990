"""Who wins the game? A card of hole scores, added up or compared as the house has it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from scorekeeper.quiz.diagnosis import Diagnosis
from scorekeeper.quiz.dice import Dice
from scorekeeper.quiz.hole_explaining import SEVERAL
from scorekeeper.quiz.hole_misreads import GameMisread, game_misreads, winners_of
from scorekeeper.quiz.items import Item, Wrong
from scorekeeper.quiz.laying_holes import NAMES
from scorekeeper.quiz.question import Answer, Choice, ChoiceField, Field, Question, Step, Verdict
from scorekeeper.rules import LONGEST_GAME, Entry, Game, Hole, House, Player
from scorekeeper.rules.sheet.playing import match as match_sentences
from scorekeeper.rules.wording import listing, number

WINS = "wins"
RULE = "winning"
TRIES = 200
"""Score cards that are filled until one tells the misreads apart that it can."""


NINE = 9
"""Holes that stand side by side on a card."""


@dataclass(frozen=True, slots=True)
class CardPart:
    """Up to nine holes of a score card: their numbers, and a row of scores for each player."""

    holes: tuple[int, ...]
    rows: tuple[tuple[str, tuple[int, ...]], ...]


@dataclass(frozen=True)
class GameQuestion(Question):
    """Two players or more and their hole scores, hole by hole; one choice."""

    scores: tuple[tuple[str, tuple[int, ...]], ...]

    kind = "game"

    def __post_init__(self) -> None:
        lengths = {len(points) for _, points in self.scores}
        names = {name for name, _ in self.scores}
        if not 2 <= len(names) == len(self.scores) or len(lengths) != 1 or not 0 < max(lengths) <= LONGEST_GAME:
            raise ValueError("a game has two players or more, and a score of each on every hole")
        if not can_be_asked(self.house):
            raise ValueError("who wins a game of this house is not told by the scores of its players alone")

    @property
    def holes(self) -> int:
        """How many holes were played."""
        return len(self.scores[0][1])

    @cached_property
    def game(self) -> Game:
        """The game as it was played."""
        players = tuple(Player(seat, name) for seat, (name, _) in enumerate(self.scores, start=1))
        holes = tuple(
            Hole(
                number=hole + 1,
                dealer=1,
                entries={player.id: Entry(points=self.scores[player.id - 1][1][hole]) for player in players},
                ender_known=True,
                confirmed=True,
            )
            for hole in range(self.holes)
        )
        # The scores are those of the holes: what ended them and who won them is counted already.
        return Game(plain(self.house), players, self.holes, 1, holes)

    @property
    def prompt(self) -> str:
        return f"These are the scores of all {self.holes} holes. Who wins the game?"

    @property
    def score_card(self) -> tuple[CardPart, ...]:
        """The scores as tables, nine holes in each, for whoever can draw them; `told` says the same in words."""
        starts = range(0, self.holes, NINE)
        numbers = tuple(range(1, self.holes + 1))
        return tuple(
            CardPart(
                numbers[start : start + NINE],
                tuple((name, points[start : start + NINE]) for name, points in self.scores),
            )
            for start in starts
        )

    @property
    def told(self) -> tuple[str, ...]:
        return tuple(f"{name}: {', '.join(number(score) for score in points)}." for name, points in self.scores)

    @property
    def _choices(self) -> tuple[Choice, ...]:
        names = [name for name, _ in self.scores]
        together = f"{listing(names)} together" if len(names) == 2 else "several of them together"
        return (*(Choice(name, name) for name in names), Choice(SEVERAL, together))

    @property
    def fields(self) -> tuple[Field, ...]:
        return (ChoiceField(WINS, "Who wins the game?", self._choices),)

    @cached_property
    def right(self) -> str:
        """The key of the right choice."""
        return _chosen(winners_of(self.game))

    @property
    def solution(self) -> Answer:
        return {WINS: self.right}

    @property
    def hints(self) -> tuple[str, ...]:
        return ("What decides a game in this house: all the points, or the holes that somebody won?", *self._rule)

    @property
    def _rule(self) -> tuple[str, ...]:
        return tuple(sentence for sentence in match_sentences(self.house) if "win" in sentence or "becomes" in sentence)

    @property
    def worked(self) -> tuple[Step, ...]:
        steps = []
        for standing in self.game.standings:
            won = self.game.holes_won(standing.player)
            holes = f"lowest on {won} hole{'' if won == 1 else 's'}"
            steps.append(Step(f"{standing.player.name}: {number(standing.total)} points, {holes}", standing.total))
        winners = listing(sorted(winners_of(self.game)))
        return (*steps, *(Step(sentence) for sentence in self._rule), Step(f"{winners} {self._wins}."))

    @property
    def _wins(self) -> str:
        return "win together" if self.right == SEVERAL else "wins"

    @property
    def _leading(self) -> dict[str, list[GameMisread]]:
        """The misreads that lead to each wrong choice."""
        found: dict[str, list[GameMisread]] = {}
        for misread in game_misreads(self.game.house, self.holes):
            chosen = _chosen(misread.ahead(self.game))
            if chosen != self.right:
                found.setdefault(chosen, []).append(misread)
        return found

    @property
    def rules(self) -> frozenset[str]:
        return frozenset({RULE} if self._leading else ())

    def judge(self, answer: Answer, diagnosis: Diagnosis | None = None) -> Verdict:
        chosen = str(answer[WINS])
        if chosen == self.right:
            totals = [f"{standing.player.name} {number(standing.total)}" for standing in self.game.standings]
            return Verdict(True, f"Right: {listing(totals)}. {' '.join(self._rule)}")
        leading = self._leading.get(chosen, [])
        keys = tuple(misread.key for misread in leading)
        return Verdict(False, self._means(chosen, leading), frozenset({WINS}), keys, RULE if leading else "")

    def _means(self, chosen: str, leading: list[GameMisread]) -> str:
        """What a wrong choice means."""
        if not leading:
            return f"Add up again. {' '.join(self._rule)}"
        doing = ", or if ".join(misread.doing for misread in leading)
        both = listing([name for name, _ in self.scores]) if len(self.scores) == 2 else "Several of them"
        who = f"{both} win together" if chosen == SEVERAL else f"{chosen} wins"
        return f"{who} if {doing}. Here: {' '.join(self._rule)}"

    def facts(self) -> dict[str, Any]:
        return {"scores": [[name, list(points)] for name, points in self.scores]}

    @classmethod
    def of_facts(cls, house: House, facts: Mapping[str, Any]) -> GameQuestion:
        scores = tuple((str(name), tuple(int(score) for score in points)) for name, points in facts["scores"])
        return cls(house, scores)

    def items(self) -> tuple[Item, ...]:
        texts = {choice.key: choice.text for choice in self._choices}
        wrong = [
            Wrong(texts[key], self._means(key, leading), tuple(misread.key for misread in leading))
            for key, leading in self._leading.items()
        ]
        return (
            Item(
                part="",
                prompt=self.prompt,
                hands=(),
                told=self.told,
                answer=texts[self.right],
                choices=tuple(texts.values()),
                wrong=tuple(wrong),
                right="Right.",
                otherwise=self._means("", []),
                worked=tuple(step.text for step in self.worked),
                hints=self.hints,
                rules=tuple(sorted(self.rules)),
            ),
        )


def _chosen(winners: frozenset[str]) -> str:
    return next(iter(winners)) if len(winners) == 1 else SEVERAL


def plain(house: House) -> House:
    """The house without what changes a bare score: hole scores are told as they stand."""
    return House(
        key=house.key,
        name=house.name,
        summary=house.summary,
        source=house.source,
        grid=house.grid,
        values=house.values,
        ending=house.ending,
        match=house.match,
    )


def can_be_asked(house: House) -> bool:
    """Whether scores alone decide a game: without teams, a total to reach, and ties that the ender loses."""
    match = house.match
    return match.teams == "none" and match.until is None and match.tie != "ender-loses"


# --- asking -----------------------------------------------------------------------------------------------------------


def about(house: House) -> frozenset[str]:
    """Who wins, where scores alone decide it."""
    return frozenset({RULE}) if can_be_asked(house) else frozenset()


def ask(
    house: House, level: int, dice: Dice, rule: str | None = None, diagnosis: Diagnosis | None = None
) -> GameQuestion | None:
    """A score card of two players on which who wins can be misread in more than one way, if dice give such a one."""
    if not can_be_asked(house):
        return None
    holes = dice.pick([count for count in house.match.holes if count <= LONGEST_GAME] or [9])
    best: GameQuestion | None = None
    for _ in range(TRIES):
        names = dice.draw(NAMES, 2)
        question = GameQuestion(
            house, tuple((name, tuple(dice.below(5 * house.grid.size) for _ in range(holes))) for name in names)
        )
        if rule is not None and rule not in question.rules:
            continue
        # The highest total differs nearly always; that the most holes do not win as well has to be looked for.
        found = {misread.key for leading in question._leading.values() for misread in leading}
        if "G2" in found:
            return question
        best = best or question
    return best

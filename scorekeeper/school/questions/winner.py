"""Who wins the hole, and how many points does each player get? Layouts, the ender, penalties and ties together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from scorekeeper.houses.sheet.course import hole_won
from scorekeeper.houses.sheet.paying import ender as ender_sentences
from scorekeeper.houses.sheet.paying import places as places_sentences
from scorekeeper.rules import House, Layout, format_layout, parse_layout, score_hole
from scorekeeper.rules.hole import HoleResult
from scorekeeper.rules.wording import listing, number
from scorekeeper.school.diagnosis import Diagnosis
from scorekeeper.school.dice import Dice
from scorekeeper.school.hole_explaining import (
    LOWEST_WINS,
    SEVERAL,
    HoleExplained,
    by_points,
    by_winner,
    chosen_for,
    keys_of,
    of_the_hole_first,
)
from scorekeeper.school.hole_misreads import Outcome, hole_misreads
from scorekeeper.school.items import Hand, Item, Wrong
from scorekeeper.school.laying import lay_hole
from scorekeeper.school.misreads import adding_slip
from scorekeeper.school.question import Answer, Choice, ChoiceField, Field, NumberField, Question, Step, Value, Verdict

WINS = "wins"
UNTOLD = "Count each layout first, then what ending the hole and the places bring, and then see who is lowest."
TRIES = 60
"""Holes that are laid until one shows what is wanted."""

TIED = 10
"""Those of them that are laid in the hope of a tie, where there is to be one."""


@dataclass(frozen=True)
class WinnerQuestion(Question):
    """The layouts of two to four players, and who ended the hole; a number for each of them and one choice."""

    players: tuple[tuple[str, Layout], ...]
    ender: str | None = None
    before: tuple[int, ...] = ()  # everybody's total before this hole, where it is told

    kind = "winner"

    def __post_init__(self) -> None:
        names = [name for name, _ in self.players]
        if len(set(names)) != len(names) or len(names) < 2 or self.ender not in (None, *names):
            raise ValueError("a hole has two players or more, and one of them may have ended it")
        if self.before and len(self.before) != len(names):
            raise ValueError("totals are told of everybody or of nobody")

    @cached_property
    def result(self) -> HoleResult:
        """The hole as it is scored."""
        return score_hole(dict(self.players), self.house, self.ender)

    @property
    def prompt(self) -> str:
        return "Who wins this hole, and how many points does each player get?"

    @property
    def hands(self) -> tuple[Hand, ...]:
        return tuple(Hand(layout, name) for name, layout in self.players)

    @property
    def told(self) -> tuple[str, ...]:
        said = []
        if self.ender is not None:
            said.append(f"{self.ender} ended the hole.")
        elif self.house.somebody_ends:
            said.append("Nobody ended the hole.")
        if self.before:
            totals = zip(self.names, self.before, strict=True)
            said.append(
                f"Before this hole {listing([f'{name} had {number(total)}' for name, total in totals])} points."
            )
        return tuple(said)

    @property
    def names(self) -> tuple[str, ...]:
        """Who plays, in the order of the layouts."""
        return tuple(name for name, _ in self.players)

    @property
    def fields(self) -> tuple[Field, ...]:
        points = (NumberField(points_of(seat), f"Points of {name}") for seat, name in enumerate(self.names, start=1))
        return (*points, ChoiceField(WINS, "Who wins the hole?", self._choices))

    @property
    def _choices(self) -> tuple[Choice, ...]:
        together = f"{listing(self.names)} together" if len(self.names) == 2 else "several of them together"
        return (*(Choice(name, name) for name in self.names), Choice(SEVERAL, together))

    @property
    def solution(self) -> Answer:
        points: dict[str, Value] = {
            points_of(seat): player.score for seat, player in enumerate(self.result.players, start=1)
        }
        return {**points, WINS: chosen_for(self.right.winners)}

    @cached_property
    def _explained(self) -> HoleExplained:
        return HoleExplained(self.house, self.players, self.result, self.before)

    @property
    def right(self) -> Outcome:
        """The points and the winners."""
        return self._explained.right

    @property
    def hints(self) -> tuple[str, ...]:
        return (
            f"Count the layout of {self.names[0]} by itself first, then the others. What comes after that?",
            *rules_after_counting(self.house),
        )

    @property
    def worked(self) -> tuple[Step, ...]:
        steps = []
        for player in self.result.players:
            assert player.worked is not None
            lines = "; ".join(line.text for line in player.worked.lines)
            steps.append(Step(f"{player.name}: {lines}", player.raw))
        steps += [Step(one.adjustment.text, one.penalty) for one in self.result.players if one.adjustment.rule]
        return (*steps, Step(self._who_wins))

    @property
    def _who_wins(self) -> str:
        winners = [player for player in self.result.players if player.wins]
        names = listing([player.name for player in winners])
        return f"{names} {'win together' if len(winners) > 1 else 'wins'} with {number(winners[0].score)}"

    @cached_property
    def rules(self) -> frozenset[str]:
        return frozenset(
            misread.rule
            for misread in hole_misreads(self.house)
            if misread.reading is None and (made := self._explained.made_by(misread)) is not None and made != self.right
        )

    # --- what wrong answers mean --------------------------------------------------------------------------------------

    def judge(self, answer: Answer, diagnosis: Diagnosis | None = None) -> Verdict:
        solution = self.solution
        wrong = frozenset(name for name in solution if answer[name] != solution[name])
        if not wrong:
            adjusted = [one.adjustment.text for one in self.result.players if one.adjustment.rule]
            return Verdict(True, f"Right: {'. '.join([self._who_wins, *adjusted])}.")
        given: dict[str, int] = {}
        for seat, name in enumerate(self.names, start=1):
            points = answer[points_of(seat)]
            assert isinstance(points, int)
            given[name] = points
        if wrong == {WINS}:
            return self._wrong_winner(str(answer[WINS]), wrong)
        whole = [one for one in self._explained.leading if one.outcome.points == given]
        agreeing = [one for one in whole if chosen_for(one.outcome.winners) == answer[WINS]]
        name = next(name for name in self.names if given[name] != self.right.points[name])
        found = agreeing or whole or [one for one in self._explained.leading if one.outcome.points[name] == given[name]]
        if found:
            keys = keys_of(found)
            rules = {one.misread.rule for one in of_the_hole_first(found)} if keys else set()
            rule = rules.pop() if len(rules) == 1 else ""
            read_so = any(one.misread.reading is not None for one in agreeing)
            return Verdict(False, self._explained.means(found, name, given[name]), wrong, keys, rule, read_so)
        slip = adding_slip(self.right.points[name], given[name])
        here = f"Here: {self._explained.addends(name)} is to be added up."
        text = f"If {slip}, {name} gets {number(given[name])}. {here}" if slip else UNTOLD
        return Verdict(False, text, wrong)

    def _wrong_winner(self, chosen: str, wrong: frozenset[str]) -> Verdict:
        leading = [
            one
            for one in self._explained.leading
            if one.outcome.points == self.right.points and chosen_for(one.outcome.winners) == chosen
        ]
        if leading:
            misread = leading[0].misread
            text = f"{self._explained.wins_then(chosen)} if {misread.doing}. {LOWEST_WINS}"
            return Verdict(False, text, wrong, (misread.key,), misread.rule)
        lowest = "Everybody who has the lowest score of the hole wins it, and nobody else does."
        if self.house.match.hole_tie != "shared":
            lowest = hole_won(self.house)
        return Verdict(
            False, f"The points are right. {lowest}", wrong, rule="winning" if "winning" in self.rules else ""
        )

    # --- keeping and printing -----------------------------------------------------------------------------------------

    def facts(self) -> dict[str, Any]:
        return {
            "players": [[name, format_layout(layout)] for name, layout in self.players],
            "ender": self.ender,
            "before": list(self.before),
        }

    @classmethod
    def of_facts(cls, house: House, facts: Mapping[str, Any]) -> WinnerQuestion:
        players = tuple((str(name), parse_layout(layout, house)) for name, layout in facts["players"])
        return cls(house, players, facts["ender"], tuple(int(total) for total in facts["before"]))

    def items(self) -> tuple[Item, ...]:
        return (*(self._points_item(seat) for seat in range(len(self.players))), self._winner_item())

    def _points_item(self, seat: int) -> Item:
        name = self.names[seat]
        right = self.right.points[name]
        wrong = [
            Wrong(points, self._explained.means(found, name, points), keys_of(found))
            for points, found in by_points(self._explained.leading, name).items()
            if points != right
        ]
        prompt = f"How many points does {name} get for this hole?"
        return self.item(right, wrong, UNTOLD, part=points_of(seat + 1), prompt=prompt)

    def _winner_item(self) -> Item:
        texts = {choice.key: choice.text for choice in self._choices}
        right = chosen_for(self.right.winners)
        wrong = [
            Wrong(texts[chosen], self._explained.means_of_winner(chosen, found), keys_of(found))
            for chosen, found in by_winner(self._explained.leading).items()
            if chosen != right
        ]
        return self.item(texts[right], wrong, UNTOLD, part=WINS, prompt="Who wins this hole?", choices=texts.values())


def points_of(seat: int) -> str:
    """The field for the points of that player, counted from 1."""
    return f"points-{seat}"


def rules_after_counting(house: House) -> tuple[str, ...]:
    """What these rules say about a hole once its layouts are counted."""
    wins = "The lowest score of the hole wins it." if house.match.hole_tie == "shared" else hole_won(house)
    return (*ender_sentences(house), *places_sentences(house), wins)


# --- asking -----------------------------------------------------------------------------------------------------------


def about(house: House) -> frozenset[str]:
    """The rules of a hole's points and winners that this house lets be misread."""
    return frozenset(misread.rule for misread in hole_misreads(house) if misread.reading is None)


def ask(
    house: House, level: int, dice: Dice, rule: str | None = None, diagnosis: Diagnosis | None = None
) -> WinnerQuestion | None:
    """A hole to be scored; with a rule one on which it can be misread. None where none was found."""
    wanted = rule if rule is not None else ("ender" if "ender" in about(house) and dice.chance(0.7) else "winning")
    tied = TIED if dice.chance(0.2) else 0
    for attempt in range(TRIES):
        laid = lay_hole(house, level if attempt < TRIES // 2 else 1, dice)
        if laid is None:
            return None
        question = WinnerQuestion(house, laid.players, laid.ender, laid.before)
        if (attempt >= tied or len(question.right.winners) > 1) and (
            wanted in question.rules or wanted not in about(house)
        ):
            return question
    return None

"""Who wins the hole, and what does each player score? With layouts, the ender, penalties and ties."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

from scorekeeper.houses.sheet.facts import penalised
from scorekeeper.houses.sheet.sentences import ender as ender_sentences
from scorekeeper.houses.sheet.sentences import hole_won
from scorekeeper.houses.sheet.sentences import places as places_sentences
from scorekeeper.rules import House, Layout, Line, format_layout, parse_layout, score, score_hole
from scorekeeper.rules.hole import HoleResult
from scorekeeper.rules.wording import listing, number
from scorekeeper.school.diagnosis.beliefs import Belief, singles
from scorekeeper.school.diagnosis.diagnosis import Diagnosis
from scorekeeper.school.diagnosis.explaining import Wrong, causes, counted_otherwise, here_it_is, if_so
from scorekeeper.school.diagnosis.hole_misreads import HoleMisread, Outcome, as_outcome, hole_misreads, won_by
from scorekeeper.school.diagnosis.misreads import Misread
from scorekeeper.school.diagnosis.score_cards import addends, after_colon, ended, summands, sums_of
from scorekeeper.school.diagnosis.slips import adding_slip
from scorekeeper.school.exercises.dice import Dice
from scorekeeper.school.exercises.items import Hand, Item
from scorekeeper.school.exercises.laying import lay_hole
from scorekeeper.school.exercises.question import (
    Answer,
    Choice,
    ChoiceField,
    Field,
    NumberField,
    Question,
    Step,
    Value,
    Verdict,
)

WINS = "wins"
SEVERAL = "several"
"""The choice for more than one winner."""

LOWEST_WINS = "Here, the lowest score wins the hole."
UNTOLD = "Score each hand, add penalties and bonuses, then find the lowest."
TRIES = 60
"""Holes to lay in search of a wanted one."""

TIED = 10
"""How many of them to lay in search of a tie."""


@dataclass(frozen=True)
class Told:
    """A wrong outcome, with its misread of the hole or of all its layouts."""

    misread: Misread
    outcome: Outcome


@dataclass(frozen=True)
class WinnerQuestion(Question):
    """The layouts of two to four players and the ender; a number for each player and one choice."""

    players: tuple[tuple[str, Layout], ...]
    ender: str | None = None
    before: tuple[int, ...] = ()  # the totals before this hole, if shown

    kind = "winner"
    prompt = "Who wins this hole, and what does each player score?"

    def __post_init__(self) -> None:
        if not len(self.names) == len(set(self.names)) > 1 or self.ender not in (None, *self.names):
            raise ValueError("a hole has two players or more, and one of them may have ended it")
        if self.before and len(self.before) != len(self.names):
            raise ValueError("totals need one number for each player, or none at all")

    @cached_property
    def result(self) -> HoleResult:
        """The scored hole."""
        return score_hole(dict(self.players), self.house, self.ender)

    @property
    def hands(self) -> tuple[Hand, ...]:
        return tuple(Hand(layout, name) for name, layout in self.players)

    @property
    def told(self) -> tuple[str, ...]:
        said = []
        if self.ender is not None:
            said.append(f"{self.ender} ended the hole.")
        elif self.house.somebody_ends:
            said.append("No one ended the hole.")
        if self.before:
            had = [f"{name} {number(total)}" for name, total in zip(self.names, self.before, strict=True)]
            said.append(f"Totals before this hole: {listing(had)}.")
        return tuple(said)

    @property
    def names(self) -> tuple[str, ...]:
        """The players in the order of the layouts."""
        return tuple(name for name, _ in self.players)

    @property
    def fields(self) -> tuple[Field, ...]:
        points = (NumberField(points_of(seat), f"{name}’s score") for seat, name in enumerate(self.names, start=1))
        return (*points, ChoiceField(WINS, "Who wins the hole?", self._choices))

    @property
    def _choices(self) -> tuple[Choice, ...]:
        together = f"{listing(self.names)} tie" if len(self.names) == 2 else "Several players tie"
        return (*(Choice(name, name) for name in self.names), Choice(SEVERAL, together))

    @property
    def solution(self) -> Answer:
        points: dict[str, Value] = {
            points_of(seat): player.score for seat, player in enumerate(self.result.players, start=1)
        }
        return {**points, WINS: chosen_for(self.right.winners)}

    @cached_property
    def right(self) -> Outcome:
        """The points and the winners."""
        return as_outcome(self.result)

    @property
    def hints(self) -> tuple[str, ...]:
        first = f"Score {self.names[0]}’s cards first, then everyone else’s. What comes next?"
        shared = self.house.match.hole_tie == "shared"
        wins = "The lowest score wins the hole." if shared else hole_won(self.house)
        return (first, *ender_sentences(self.house), *places_sentences(self.house), wins)

    @property
    def worked(self) -> tuple[Step, ...]:
        steps = []
        for player in self.result.players:
            assert player.worked is not None
            steps.append(Step(f"{player.name}: {ended(sums_of(player.worked.lines))}", player.raw))
        steps += [Step(one.adjustment.text, one.penalty) for one in self.result.players if one.adjustment.rule]
        return (*steps, Step(self._who_wins))

    @property
    def _who_wins(self) -> str:
        winners = [player for player in self.result.players if player.wins]
        names = listing([player.name for player in winners])
        return f"{names} {'tie for the win' if len(winners) > 1 else 'wins'} with {number(winners[0].score)}"

    @cached_property
    def rules(self) -> frozenset[str]:
        return frozenset(
            one.misread.rule
            for one in self.leading
            if isinstance(one.misread, HoleMisread) and one.misread.reading is None
        )

    # --- what leads to other outcomes ---------------------------------------------------------------------------------

    @cached_property
    def leading(self) -> tuple[Told, ...]:
        """All wrong outcomes: from misreads of the hole, and of all its layouts."""
        before = dict(zip(self.names, self.before, strict=False))
        # The numbers are enough if hole scoring does not need the cards again.
        counted = {player.name: player.raw for player in self.result.players}
        entries = dict(self.players) if self._looks_again else counted
        of_the_hole = [
            Told(one, made) for one in hole_misreads(self.house) if (made := one.outcome(entries, self.ender, before))
        ]
        of_layouts = [Told(one.misreads[0], made) for one in singles(self.house) if (made := self._counted_by(one))]
        return (
            *(one for one in of_the_hole if one.outcome != self.right),
            *(one for one in of_layouts if one.outcome.points != self.right.points),
        )

    @property
    def _looks_again(self) -> bool:
        """Whether one player's cards can change the scores of others."""
        return any(bonus.others for bonus in self.house.bonuses)

    def _counted_by(self, belief: Belief) -> Outcome | None:
        """The outcome if all layouts are scored this way; None where one cannot be."""
        counted = {name: points for name, layout in self.players if (points := belief.total(layout)) is not None}
        if len(counted) < len(self.players):
            return None
        made = dict(as_outcome(score_hole(counted, belief.house, self.ender)).points)
        for name, layout in self.players if self._looks_again else ():
            brought = sum(line.others for line in score(layout, belief.house, any_gaps=True).lines)
            made = {other: points + (brought if other != name else 0) for other, points in made.items()}
        return won_by(made, belief.house, self.ender)

    # --- what wrong answers mean --------------------------------------------------------------------------------------

    def judge(self, answer: Answer, diagnosis: Diagnosis | None = None) -> Verdict:
        solution = self.solution
        wrong = frozenset(name for name in solution if answer[name] != solution[name])
        if not wrong:
            adjusted = [one.adjustment.text for one in self.result.players if one.adjustment.rule]
            return Verdict(True, f"Right: {'. '.join([self._who_wins, *adjusted])}.")
        if wrong == {WINS}:
            return self._wrong_winner(str(answer[WINS]), wrong)
        return self._wrong_points(answer, wrong)

    def _wrong_points(self, answer: Answer, wrong: frozenset[str]) -> Verdict:
        """Feedback about the first player with wrong points, by a misread of the whole hole if there is one."""
        given = {name: int(answer[points_of(seat)]) for seat, name in enumerate(self.names, start=1)}
        name = next(name for name in self.names if given[name] != self.right.points[name])
        points = given[name]
        whole = [one for one in self.leading if one.outcome.points == given]
        agreeing = [one for one in whole if chosen_for(one.outcome.winners) == answer[WINS]]
        found = agreeing or whole or [one for one in self.leading if one.outcome.points[name] == points]
        if found:
            read_so = any(one.misread.reading is not None for one in agreeing)
            return Verdict(False, self._means(found, name, points), wrong, keys_of(found), _common_rule(found), read_so)
        slip = adding_slip(self.right.points[name], points)
        text = f"{slip}. Add {name}’s points again: {self._addends(name)}." if slip else UNTOLD
        return Verdict(False, text, wrong, slip=bool(slip))

    def _wrong_winner(self, chosen: str, wrong: frozenset[str]) -> Verdict:
        for one in self.leading:
            if one.outcome.points == self.right.points and chosen_for(one.outcome.winners) == chosen:
                text = f"{self._wins_then(chosen)} if {one.misread.doing}. {LOWEST_WINS}"
                return Verdict(False, text, wrong, (one.misread.key,), one.misread.rule)
        lowest = "Everyone with the lowest score wins the hole. No one else does."
        if self.house.match.hole_tie != "shared":
            lowest = hole_won(self.house)
        rule = "winning" if "winning" in self.rules else ""
        return Verdict(False, f"The points are right. {lowest}", wrong, rule=rule)

    def _means(self, found: Sequence[Told], name: str, points: int) -> str:
        """Feedback for this number of this player."""
        reading = next((one.misread.reading for one in found if one.misread.reading is not None), None)
        if reading is not None:
            return reading.right(f"{number(points)} for {name} is", f"Here it’s {number(self.right.points[name])}.")
        first = of_the_hole_first(found)[0].misread
        if isinstance(first, HoleMisread):
            here = f"Here, {self._here(name)}"
        else:
            here = here_it_is(Belief((first,), first.house), self.house, dict(self.players)[name])
        return if_so(doing(found), f"{name} gets {number(points)}", here)

    def _wins_then(self, chosen: str) -> str:
        """The clause of a choice: `Ann wins`."""
        if chosen != SEVERAL:
            return f"{chosen} wins"
        return f"{listing(self.names) if len(self.names) == 2 else 'Several players'} tie for the win"

    def _addends(self, name: str) -> str:
        """The sum behind a player's points, left for the learner to add up: `5 + 0 + (−2) + 10`."""
        player = self.result[name]
        assert player.worked is not None
        return addends([*summands(player.worked), *([player.penalty] if player.adjustment.rule else [])])

    def _here(self, name: str) -> str:
        """A clause about a player's points beyond the layout; never the number itself."""
        player, ender = self.result[name], self.ender
        if player.adjustment.rule:
            return player.adjustment.text
        if name != ender:
            paying = f"only {ender} could get the penalty. " if ender is not None and penalised(self.house) else ""
            return f"{paying}{name}’s score is just the cards: {self._addends(name)}"
        if not penalised(self.house):
            return "ending the hole costs nothing"
        return f"{ender} ended the hole and gets no penalty"

    # --- keeping and printing -----------------------------------------------------------------------------------------

    def facts(self) -> dict[str, Any]:
        return {
            "players": [[name, format_layout(layout)] for name, layout in self.players],
            "ender": self.ender,
            "before": list(self.before),
        }

    @classmethod
    def of_facts(cls, house: House, facts: Mapping[str, Any]) -> Self:
        players = tuple((str(name), parse_layout(layout, house)) for name, layout in facts["players"])
        return cls(house, players, facts["ender"], tuple(int(total) for total in facts["before"]))

    def items(self) -> tuple[Item, ...]:
        return (*(self._points_item(seat) for seat in range(len(self.players))), self._winner_item())

    def _points_item(self, seat: int) -> Item:
        name = self.names[seat]
        right = self.right.points[name]
        numbers: defaultdict[int, list[Told]] = defaultdict(list)
        for one in self.leading:
            numbers[one.outcome.points[name]].append(one)
        wrong = [
            Wrong(points, self._means(found, name, points), keys_of(found))
            for points, found in sorted(numbers.items())
            if points != right
        ]
        prompt = f"What does {name} score on this hole?"
        return self.item(right, wrong, UNTOLD, part=points_of(seat + 1), prompt=prompt)

    def _winner_item(self) -> Item:
        texts = {choice.key: choice.text for choice in self._choices}
        right = chosen_for(self.right.winners)
        choices: defaultdict[str, list[Told]] = defaultdict(list)
        for one in self.leading:
            if one.misread.reading is None:  # open readings change points only
                choices[chosen_for(one.outcome.winners)].append(one)
        wrong = [
            Wrong(texts[chosen], self._means_winner(chosen, found), keys_of(found))
            for chosen, found in choices.items()
            if chosen != right
        ]
        return self.item(
            texts[right], wrong, UNTOLD, part=WINS, prompt="Who wins this hole?", choices=tuple(texts.values())
        )

    def _means_winner(self, chosen: str, found: Sequence[Told]) -> str:
        """Feedback for a wrong winner, with the rule of this house."""
        then = f"{self._wins_then(chosen)} if {doing(found)[0]}."
        misread = of_the_hole_first(found)[0].misread
        if isinstance(misread, HoleMisread):
            of_winning = misread.rule == "winning" or self.ender is None
            return f"{then} {LOWEST_WINS if of_winning else f'Here, {self._here(str(self.ender))}.'}"
        for name, layout in self.players:
            wrong = counted_otherwise(Belief((misread,), misread.house), self.house, layout)
            if isinstance(wrong, Line):
                return f"{then} Here, {_has(name, wrong, self.house)}."
            if wrong:
                return f"{then} Here, {wrong}."
        return f"{then} Here, every card’s points are added up."


def _has(name: str, line: Line, house: House) -> str:
    """A clause about a score line: `Cleo’s column 2 is jack 10 + king 0 = 10`."""
    columns = {cell.column for cell in line.cells}
    if " = " not in line.text or len(columns) > 1:
        return f"{name} has {after_colon(line.text)}"
    verb = "is" if len(line.cells) == house.grid.rows else "has"
    return f"{name}’s column {columns.pop() + 1} {verb} {line.text}"


def chosen_for(winners: frozenset[str]) -> str:
    """The choice for these winners."""
    return next(iter(winners)) if len(winners) == 1 else SEVERAL


def of_the_hole_first(found: Sequence[Told]) -> Sequence[Told]:
    """Misreads of the hole if there are any: they leave every layout right."""
    return [one for one in found if isinstance(one.misread, HoleMisread)] or found


def doing(found: Sequence[Told]) -> list[str]:
    return causes(one.misread for one in of_the_hole_first(found))


def keys_of(found: Sequence[Told]) -> tuple[str, ...]:
    """The keys of mistakes; none if an open reading of the house leads to the same."""
    if any(one.misread.reading is not None for one in found):
        return ()
    return tuple(one.misread.key for one in of_the_hole_first(found))


def _common_rule(found: Sequence[Told]) -> str:
    """The rule that all these mistakes get wrong; "" for several, or for an open reading."""
    rules = {one.misread.rule for one in of_the_hole_first(found)} if keys_of(found) else set()
    return rules.pop() if len(rules) == 1 else ""


def points_of(seat: int) -> str:
    """The field for a player's points, numbered from 1."""
    return f"points-{seat}"


# --- asking -----------------------------------------------------------------------------------------------------------


def about(house: House) -> frozenset[str]:
    """The rules of hole scores and winners that can be misread in this house."""
    return frozenset(misread.rule for misread in hole_misreads(house) if misread.reading is None)


def ask(house: House, level: int, dice: Dice, rule: str | None = None) -> WinnerQuestion | None:
    """A question about a hole, with a misread of the rule if given. None where none is found."""
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

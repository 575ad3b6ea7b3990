"""By whose rules does this layout count so much? One layout, a total, and a few houses that disagree about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from scorekeeper.houses import built_in, freeze, get, thaw
from scorekeeper.quiz.beliefs import beliefs, rules_misread, singles
from scorekeeper.quiz.diagnosis import Diagnosis
from scorekeeper.quiz.dice import Dice
from scorekeeper.quiz.items import Hand, Item, Wrong
from scorekeeper.quiz.laying import laid
from scorekeeper.quiz.levels import HIGHEST, level_of
from scorekeeper.quiz.misreads import Misread
from scorekeeper.quiz.question import Answer, Choice, ChoiceField, Field, Question, Step, Verdict
from scorekeeper.quiz.questions import score as scoring
from scorekeeper.quiz.readings import read_otherwise
from scorekeeper.rules import BadLayout, House, Layout, Rank, Score, format_layout, parse_layout, score
from scorekeeper.rules.bonuses import BONUS, FOUR_OF_A_KIND
from scorekeeper.rules.sheet.bonuses import bonuses, four_of_a_kind
from scorekeeper.rules.sheet.phrases import either
from scorekeeper.rules.sheet.values import equal_cards, group_points
from scorekeeper.rules.wording import count_word, number

HOUSE = "house"
FEWEST, MOST = 3, 4
"""Houses to choose among."""

TRIES, TRIES_OF_RULE = 80, 400
"""Layouts that are laid to find one that the houses disagree about, or one on which a certain rule matters."""

LOOKED_AT, OFTEN_ENOUGH = 40, 2
"""Layouts that are laid to find which rules can be asked about, and how many of them a rule must matter on."""


@dataclass(frozen=True)
class HouseQuestion(Question):
    """A layout, the houses to choose among, and the one whose total is told. Their totals all differ.

    The house of the question is always among them; the others are built-in ones with the same grid.
    """

    layout: Layout
    among: tuple[House, ...]
    meant: House

    kind = "house"

    def __post_init__(self) -> None:
        totals = {worked.total for worked in self.scores.values()}
        if self.meant.key not in self.scores or not len(totals) == len(self.among) == len(self.scores) > 1:
            raise ValueError(f"{', '.join(self.scores)} do not all disagree about {self.layout}")

    @cached_property
    def scores(self) -> dict[str, Score]:
        """What each of them counts, by its key. The answer can be told from it: never to be shown before."""
        return {house.key: score(self.layout, house) for house in self.among}

    @property
    def total(self) -> int:
        """The points that are told."""
        return self.scores[self.meant.key].total

    @property
    def prompt(self) -> str:
        return f"By the rules of which house does this layout count {number(self.total)}?"

    @property
    def hands(self) -> tuple[Hand, ...]:
        return (Hand(self.layout),)

    @property
    def told(self) -> tuple[str, ...]:
        return tuple(disagreements(self.among, self.scores))

    @property
    def fields(self) -> tuple[Field, ...]:
        return (ChoiceField(HOUSE, "House", tuple(Choice(house.key, house.name) for house in self.among)),)

    @property
    def solution(self) -> Answer:
        return {HOUSE: self.meant.key}

    @property
    def hints(self) -> tuple[str, ...]:
        where, _ = scoring.hints_of(self.scores[self.house.key], self.house)
        return (where, "Work out what the layout counts by each of the houses in turn.")

    @property
    def worked(self) -> tuple[Step, ...]:
        return tuple(
            Step(f"{house.name}: {self._lines(house.key)}", self.scores[house.key].total) for house in self.among
        )

    @cached_property
    def rules(self) -> frozenset[str]:
        return frozenset(rule for rule in rules_misread(self.house) if self.speaks_for(rule))

    def speaks_for(self, rule: str) -> bool:
        """Whether somebody who misreads that rule would have chosen otherwise, though what is told is known."""
        ours = self.meant.key == self.house.key
        for belief in singles(self.house):
            if belief.misreads[0].rule != rule or belief.misreads[0].reading is not None:
                continue
            total = belief.total(self.layout)
            misled = total is not None and (total == self.total) != ours
            # Nobody misreads what stands beside the question.
            if misled and self._told_of_ours <= set(_facts(belief.house, self.scores)):
                return True
        return False

    @cached_property
    def _told_of_ours(self) -> frozenset[str]:
        place = [house.key for house in self.among].index(self.house.key)
        return frozenset(_told_of(self.among, self.scores)[place])

    def judge(self, answer: Answer, diagnosis: Diagnosis | None = None) -> Verdict:
        key = answer[HOUSE]
        assert isinstance(key, str)
        name = next(house.name for house in self.among if house.key == key)
        counts = f"by the rules of {name} it counts {number(self.scores[key].total)}: {self._lines(key)}."
        if key == self.meant.key:
            return Verdict(True, f"Right: {counts}")
        text = counts[0].upper() + counts[1:]
        leading = self._leading_to_total if key == self.house.key else ()
        if len(leading) != 1:
            return Verdict(False, text, frozenset({HOUSE}))
        text = f"{text} {number(self.total)} comes out if {leading[0].doing}."
        return Verdict(False, text, frozenset({HOUSE}), (leading[0].key,), leading[0].rule)

    def facts(self) -> dict[str, Any]:
        return {
            "layout": format_layout(self.layout),
            "houses": [house.key for house in self.among],
            "meant": self.meant.key,
        }

    @classmethod
    def of_facts(cls, house: House, facts: Mapping[str, Any]) -> HouseQuestion:
        among = {key: house if key == house.key else get(key) for key in facts["houses"]}
        return cls(house, parse_layout(facts["layout"], house), tuple(among.values()), among[facts["meant"]])

    def items(self) -> tuple[Item, ...]:
        others = [house for house in self.among if house.key != self.meant.key]
        return (
            Item(
                part="",
                prompt=self.prompt,
                hands=self.hands,
                told=self.told,
                answer=self.meant.name,
                choices=tuple(house.name for house in self.among),
                wrong=tuple(Wrong(house.name, self.judge({HOUSE: house.key}).text) for house in others),
                right=self.judge(self.solution).text,
                otherwise="Work out what the layout counts by each of the houses.",
                worked=tuple(f"{step.text}, {number(step.points or 0)} all together" for step in self.worked),
                hints=self.hints,
                rules=tuple(sorted(self.rules)),
            ),
        )

    def _lines(self, key: str) -> str:
        return "; ".join(line.text for line in self.scores[key].lines)

    @cached_property
    def _leading_to_total(self) -> tuple[Misread, ...]:
        """The misreads of the question's own house by which it would count what another house does."""
        leading = [belief.misreads[0] for belief in singles(self.house) if belief.total(self.layout) == self.total]
        return tuple(misread for misread in leading if misread.reading is None)


def disagreements(among: Sequence[House], scores: Mapping[str, Score]) -> Iterator[str]:
    """What each house says that not all of them say, as far as it can matter here: "Turtle: queen 2, king 2. ..."."""
    for house, said in zip(among, _told_of(among, scores), strict=True):
        counted = [fact for fact in said if fact[-1] != "."]
        sentences = [", ".join(counted) + "."] if counted else []
        sentences += [fact for fact in said if fact[-1] == "."]
        yield f"{house.name}: {' '.join(sentences) or 'nothing of what the others say.'}"


def _told_of(among: Sequence[House], scores: Mapping[str, Score]) -> list[list[str]]:
    """The facts of each house that not all of them share."""
    facts = [list(dict.fromkeys(_facts(house, scores))) for house in among]
    return [[one for one in said if not all(one in others for others in facts)] for said in facts]


def _facts(house: House, scores: Mapping[str, Score]) -> Iterator[str]:
    """What a house says about the cards of this layout, and of its bonuses if some house has one for it."""
    layout = next(iter(scores.values())).layout
    yield from _values(house, Counter(card.rank for card in layout.cards()))
    yield from (f"{card.word} {number(house.value(card))}" for card in layout.cards() if str(card) in house.card_values)
    yield next(iter(equal_cards(house)))
    rules = {line.rule for worked in scores.values() for line in worked.lines}
    if FOUR_OF_A_KIND in rules:
        yield from list(four_of_a_kind(house))[:1]
    if BONUS in rules:
        yield from bonuses(house)


def _values(house: House, ranks: Mapping[Rank, int]) -> Iterator[str]:
    """What the cards of those ranks count, alone and where so many of them lie as others cancel."""
    for rank in (rank for rank in house.ranks if rank in ranks):
        yield f"{rank.word} {number(house.values[rank])}"
    rule = house.cancelling
    for rank in house.ranks:
        if rule is not None and ranks.get(rank, 0) >= rule.size and group_points(rank, house):
            there = "anywhere" if "anywhere" in rule.where else f"in a {either(list(rule.where))}"
            yield f"{count_word(rule.size)} {rank.plural} {there} {number(group_points(rank, house))}"


# --- asking -------------------------------------------------------------------------------------------------------


def ask(
    house: House, level: int, dice: Dice, rule: str | None = None, diagnosis: Diagnosis | None = None
) -> HouseQuestion | None:
    """A layout about which at least three houses disagree; with a rule, one on which that of this house matters.

    None for a grid that too few houses have, and where none is found.
    """
    if len(_neighbours(house)) < FEWEST - 1 or rule not in (None, *(about(house) if rule else ())):
        return None
    for highest in (level, HIGHEST):
        for _ in range(TRIES if rule is None else TRIES_OF_RULE):
            layout = laid(house, highest, dice)
            if level_of(layout, house) > highest or (rule is not None and not _matters(rule, layout, house)):
                continue
            among = _disagreeing(house, layout, dice)
            if len(among) < FEWEST:
                continue
            meant = house if rule is not None or dice.chance(0.5) else among[dice.below(len(among))]
            question = HouseQuestion(house, layout, tuple(sorted(among, key=lambda one: one.name)), meant)
            if _leaves_no_doubt(meant, among, layout) and (rule is None or question.speaks_for(rule)):
                return question
    return None


def about(house: House) -> frozenset[str]:
    """The rules of counting that matter on some layout about which enough houses disagree."""
    return _about(freeze(house)) if len(_neighbours(house)) >= FEWEST - 1 else frozenset()


@lru_cache(maxsize=64)
def _about(frozen: str) -> frozenset[str]:
    house, found, dice = thaw(frozen), Counter[str](), Dice(frozen)
    for _ in range(LOOKED_AT):
        layout = laid(house, HIGHEST, dice)
        among = _disagreeing(house, layout, dice)
        if len(among) >= FEWEST and _leaves_no_doubt(house, among, layout):
            question = HouseQuestion(house, layout, tuple(among), house)
            seldom = [rule for rule in scoring.about(house) if found[rule] < OFTEN_ENOUGH]
            found.update(rule for rule in seldom if question.speaks_for(rule))
    return frozenset(rule for rule, times in found.items() if times >= OFTEN_ENOUGH)


def _neighbours(house: House) -> tuple[House, ...]:
    """The other built-in houses with the same grid. A house that was made from one of them may be called like it."""
    others = [other for other in built_in() if other.key != house.key and other.name != house.name]
    return tuple(other for other in others if other.grid == house.grid)


def _disagreeing(house: House, layout: Layout, dice: Dice) -> list[House]:
    """This house and up to three more that can count the layout, all with different totals."""
    totals = {score(layout, house).total: house}
    for other in dice.draw(_neighbours(house), len(built_in())):
        try:
            totals.setdefault(score(layout, other).total, other)
        except BadLayout:
            continue  # cards that it does not play with
        if len(totals) == MOST:
            break
    return list(totals.values())


def _leaves_no_doubt(meant: House, among: Sequence[House], layout: Layout) -> bool:
    """Whether no other house would count the same by a reading that its sheet leaves open."""
    total = score(layout, meant).total
    others = [other for house in among if house.key != meant.key for other in read_otherwise(house)]
    return all(score(layout, other).total != total for other in others)


def _matters(rule: str, layout: Layout, house: House) -> bool:
    """Whether somebody who misreads that rule counts something else."""
    knows, others = beliefs(house)[0], singles(house)
    right = knows.total(layout)
    misread = [one for one in others if one.misreads[0].rule == rule and one.misreads[0].reading is None]
    return any(belief.total(layout) not in (None, right) for belief in misread)

"""Where rules differ: a question's example under each of its readings, and how to choose one.

No number is typed in: the scorer works out every layout, hole and game under the house of each reading.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper import houses
from scorekeeper.rules import (
    Entry,
    Game,
    Hole,
    House,
    Layout,
    Option,
    Player,
    Reading,
    RuleError,
    Score,
    parse_layout,
    score,
    score_hole,
)
from scorekeeper.rules.hole import HoleResult
from scorekeeper.rules.leading import lead_sentence
from scorekeeper.rules.options import AskedAbout

_POINTS = re.compile(r"-?[0-9]+")


@dataclass(frozen=True, slots=True)
class ReadingAnswer:
    """One reading of a question, and the result of the question's example under it.

    An example is a layout, a hole or a game; or only a story, with nothing to work out.
    """

    reading: Reading
    house: House  # with this reading
    score: Score | None = None  # of the example's layout
    result: HoleResult | None = None  # of the example's hole
    player: str = ""  # the player whose score tells the readings apart; empty for none in particular
    text: str = ""  # the result of a game, or who starts the next hole
    problem: str = ""  # why this reading can't be worked out in this house

    @property
    def total(self) -> int | None:
        """The points that tell the readings apart; None if there is no single number."""
        if self.score is not None:
            return self.score.total
        if self.result is not None and self.player:
            return self.result[self.player].score
        return None

    @property
    def totals(self) -> tuple[tuple[str, int], ...]:
        """All scores of the example's hole, by name."""
        return () if self.result is None else tuple((one.name, one.score) for one in self.result.players)


def answers(house: House, option: Option) -> tuple[ReadingAnswer, ...]:
    """The example of the question under each of its readings, the printed one first.

    Readings already chosen for other questions stay in force.
    """
    return tuple(_answer(house, option, reading) for reading in option.readings)


def _answer(house: House, option: Option, reading: Reading) -> ReadingAnswer:
    try:
        return _worked_out(house, option, reading, option.example or AskedAbout())
    except RuleError as impossible:
        return ReadingAnswer(reading, house, problem=impossible.message)


def _worked_out(house: House, option: Option, reading: Reading, example: AskedAbout) -> ReadingAnswer:
    chosen = houses.with_reading(house, option, reading)
    if example.layout:
        layout = parse_layout(reading.layout or example.layout, chosen)
        return ReadingAnswer(reading, chosen, score=score(layout, chosen))
    if example.hole and option.kind == "match":
        return ReadingAnswer(reading, chosen, text=lead_sentence(_game(chosen, example)))
    if example.hole and "match.deal" in reading.sets:
        game = _game(chosen, example)
        dealer, starter = game.dealer(2), game.starter(2)
        first = game.start_words(2) if starter is None else f"{starter.name} goes first"
        if dealer is not None and first:
            return ReadingAnswer(reading, chosen, text=f"Next, {dealer.name} deals and {first}.")
    if example.hole:
        hands = {name: _hand(text, chosen) for name, text in example.hole.items()}
        enders = reading.enders or (example.ender,)
        player = example.player if example.player in hands else ""
        return ReadingAnswer(reading, chosen, result=_hole(hands, chosen, enders), player=player)
    return ReadingAnswer(reading, chosen)


def _hand(text: str, house: House) -> Layout | int:
    return int(text) if _POINTS.fullmatch(text) else parse_layout(text, house)


def _hole(hands: Mapping[str, Layout | int], house: House, enders: tuple[str, ...]) -> HoleResult:
    """The hole as ended by the first of them. Each other ender scores as its only ender would."""
    first, *others = enders
    result = score_hole(hands, house, first or None)
    also = {name: score_hole(hands, house, name)[name] for name in others}
    return replace(result, players=tuple(also.get(player.name, player) for player in result.players))


def _game(house: House, example: AskedAbout) -> Game:
    """The example as a game: all points, hole by hole. The first player dealt."""
    points = {name: [int(number) for number in text.split()] for name, text in example.hole.items()}
    players = tuple(Player(seat, name) for seat, name in enumerate(points, start=1))
    played = max(len(scores) for scores in points.values())
    holes = tuple(
        Hole(
            number=number,
            dealer=1,
            entries={player.id: Entry(points=points[player.name][number - 1]) for player in players},
            ender=next((player.id for player in players if player.name == example.ender), None),
            ender_known=True,
            confirmed=True,
        )
        for number in range(1, played + 1)
    )
    return Game(house=house, players=players, holes_planned=played, first_dealer=1, holes=holes)


# --- choosing ---------------------------------------------------------------------------------------------------------


def choice_of(house: House, option: Option, reading: Reading) -> Mapping[str, str]:
    """Which readings to choose, by option, to play a game by this reading.

    A question that is only explained may be settled by others that set the same parameters. Empty if none do.

    >>> penalty = houses.get("penalty")
    >>> explained = penalty.option("four-jokers-worth")
    >>> dict(choice_of(penalty, explained, explained.reading("own")))
    {'joker-pair': 'keep', 'four-jokers': 'no'}
    """
    if option.asked != "explained":
        return {option.key: reading.key}
    wanted = dict(reading.sets)
    found = {}
    for other in house.options:
        if other.asked == "explained" or not wanted.keys() & other.readings[0].sets.keys():
            continue
        printed = other.readings[0].sets
        fitting = next((offered for offered in other.readings if _fits(offered.sets, wanted, printed)), None)
        if fitting is None:
            return {}
        found[other.key] = fitting.key
    settled = {path for other in house.options if other.key in found for path in other.readings[0].sets}
    return found if wanted.keys() <= settled else {}


def _fits(sets: Mapping[str, Any], wanted: Mapping[str, Any], printed: Mapping[str, Any]) -> bool:
    """Whether these parameters are as wanted, and as printed for the rest."""
    return all(value == wanted.get(path, printed[path]) for path, value in sets.items())


def settled_by(house: House, option: Option) -> tuple[Option, ...]:
    """The questions that settle an explained one; none if nothing can be chosen."""
    keys = {key for reading in option.readings for key in choice_of(house, option, reading)}
    return tuple(other for other in house.options if other.key in keys and other.key != option.key)


def at_other_houses(house: House, option: Option) -> tuple[tuple[House, Option], ...]:
    """The same question, by its key, in the other built-in houses."""
    return tuple(
        (other, found)
        for other in houses.built_in()
        if other.key != house.key and (found := other.option(option.key)) is not None
    )

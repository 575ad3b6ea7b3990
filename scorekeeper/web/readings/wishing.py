"""The answers that somebody would rather play by, and what they would make of the game. Nothing is changed here."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field

from scorekeeper.houses import BadHouse
from scorekeeper.rules import House, Option, Reading
from scorekeeper.rules.rereading import HandsNotPlayable, Rereading, changes_by
from scorekeeper.rules.wording import short
from scorekeeper.store import KeptGame
from scorekeeper.web.option_fields import OPTION, chosen_in

LONGEST_FIELD = 200


@dataclass(frozen=True, slots=True)
class Answer:
    """A question that is to be answered anew."""

    option: Option
    before: Reading | None  # None where the table had yet to say
    after: Reading


@dataclass(frozen=True)
class Wish:
    """What a table wants to play by, besides what it plays by already; or why that cannot be, by the field's name."""

    kept: KeptGame
    answers: tuple[Answer, ...] = ()
    rereading: Rereading | None = None
    errors: Mapping[str, list[str]] = field(default_factory=dict)
    hands: tuple[str, ...] = ()  # those that could not be counted

    @property
    def house(self) -> House:
        return self.kept.game.house

    @property
    def readings(self) -> dict[str, str]:
        return {answer.option.key: answer.after.key for answer in self.answers}

    @property
    def fingerprint(self) -> str:
        """Another one as soon as the same wish would change other scores than was seen, or in other rules."""
        found = self.rereading
        scores = [
            (hole.number, score.player.id, score.before.score, score.after.score)
            for hole in (found.holes if found else ())
            for score in hole.scores
        ]
        more = (found.enders_unknown, found.new_warnings, found.ends_game) if found else ()
        shown = (sorted(self.house.readings.items()), sorted(self.readings.items()), scores, more)
        return hashlib.sha256(repr(shown).encode()).hexdigest()[:16]


def read_wish(kept: KeptGame, asked: Mapping[str, str]) -> Wish:
    """The wish in an address or a form. What the game plays by already is no wish."""
    house = kept.game.house
    errors: dict[str, list[str]] = {}
    answers = []
    for key, chosen in chosen_in(asked).items():
        option = house.option(key)
        if option is None:
            errors.setdefault("", []).append(f"{house.name} asks no question {short(key, LONGEST_FIELD)!r}")
            continue
        if option.asked == "explained":
            errors.setdefault("", []).append(f"there is nothing to choose about: {option.question}")
            continue
        reading = option.reading(chosen)
        if reading is None:
            errors.setdefault(OPTION + key, []).append(
                f"{short(chosen, LONGEST_FIELD)!r} is none of the answers to: {option.question}"
            )
            continue
        before = house.taken(option)
        if reading != before:
            answers.append(Answer(option, before, reading))
    wish = Wish(kept, tuple(answers), errors=errors)
    return wish if errors or not answers else _weighed(wish)


def _weighed(wish: Wish) -> Wish:
    try:
        found = changes_by(wish.kept.game, wish.kept.house_with(wish.readings))
    except HandsNotPlayable as refused:
        return Wish(wish.kept, wish.answers, hands=tuple(hand.message for hand in refused.problems))
    except BadHouse as refused:
        causes = [f"these answers do not go together: {problem.cause}" for problem in refused.found]
        return Wish(wish.kept, wish.answers, errors={"": list(dict.fromkeys(causes))})
    return Wish(wish.kept, wish.answers, found)

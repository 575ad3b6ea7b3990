"""Is this move allowed, and why? The referee answers. `ending` asks what it does to the hole."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self, TypeAlias

from scorekeeper.houses.sheet import sentences
from scorekeeper.referee import (
    Action,
    Citation,
    Discard,
    DrawStock,
    EndTurn,
    Knock,
    Look,
    NotAllowed,
    Pile,
    Rearrange,
    Replace,
    State,
    TakeDiscard,
    TurnUp,
    cite,
    do,
    verify,
)
from scorekeeper.referee import Step as Moving
from scorekeeper.rules import House
from scorekeeper.rules.parameters import Turn
from scorekeeper.school.diagnosis.explaining import brief
from scorekeeper.school.exercises.dice import Dice
from scorekeeper.school.exercises.items import Item
from scorekeeper.school.exercises.positions import Moment, moment_of, played
from scorekeeper.school.exercises.question import Choice, Step
from scorekeeper.school.exercises.questions import ending

LEGAL = "legal"
YES = "yes"
RULE = "turns"
OFFERED = 3
"""Reasons to choose from, beside "yes"."""

REASONS = {
    "turn.not_yours": "it’s another player’s turn",
    "turn.ender_is_done": "you ended the hole, so you get no more turns",
    "turn.must_draw": "you can’t pass",
    "hole.over": "the hole is over",
    "opening.first": "you aren’t done with your starting cards",
    "draw.once": "you draw only one card each turn",
    "discard.closed": "you can’t draw from the discard pile",
    "hand.draw_first": "you must draw first",
    "hand.played": "you’ve already played your card",
    "hand.must_play": "you must play the card in your hand first",
    "discard.must_use": "you must use a card from the discard pile",
    "stock.must_use": "you must use a card from the stock",
    "replace.face_up": "you must place this card face up",
    "replace.face_down": "you must place this card face down",
    "replace.open": "face-up cards are final",
    "replace.equal": "you can’t swap a face-up card for one of the same rank",
    "replace.open_at_last": "with one card face down, face-up cards stay",
    "look.never": "you can’t peek at face-down cards",
    "look.must_replace": "you must swap the card you peeked at",
    "turn_up.never": "you don’t flip cards on your turn",
    "turn_up.not_now": "you flip a card only after discarding",
    "turn_up.must": "after discarding, you must flip a card",
    "turn_up.left_once": "you can leave your last card face down only once",
    "end.wait": "the others aren’t down to their last card",
    "knock.never": "there’s no knocking under these rules",
    "knock.already": "you can’t knock after someone has ended the hole",
    "knock.too_early": "it’s too early to knock",
    "knock.instead": "you knock instead of drawing",
    "knock.after_turn": "you knock at the end of your turn",
    "rearrange.never": "you can’t move your cards around",
}
"""Short reasons of the referee to choose from, by code. Other codes are never asked."""

_Fits: TypeAlias = Callable[[State, int, Action], bool]


def _no(kind: type[Action]) -> _Fits:
    return lambda _state, _player, action: not isinstance(action, kind)


def _no_replacing(may: Callable[[Turn], bool]) -> _Fits:
    return lambda state, _player, action: not isinstance(action, Replace) or may(state.house.turn)


_SPARED: Mapping[str, _Fits] = {
    "turn.not_yours": lambda state, player, _: state.player == player,
    "turn.must_draw": _no(EndTurn),
    "hole.over": lambda state, _player, _action: not state.over,
    "opening.first": lambda state, player, _: (
        not (state.house.opening.face_up or state.house.opening.peek)
        or (state.step is not Moving.OPENING and state.seats[player].opened)
    ),
    "draw.once": lambda state, _player, _action: state.step is Moving.DRAW,
    "discard.closed": lambda state, _player, action: (
        not isinstance(action, TakeDiscard) or state.house.turn.sources == "both"
    ),
    "hand.draw_first": lambda state, player, action: (
        isinstance(action, DrawStock | TakeDiscard) or (state.player == player and state.step is Moving.HAND)
    ),
    "discard.must_use": lambda state, _player, _action: (
        state.drawn_from is not Pile.DISCARD or state.house.turn.may_return_discard
    ),
    "stock.must_use": lambda state, _player, _action: (
        state.drawn_from is not Pile.STOCK or state.house.turn.may_discard_stock
    ),
    "replace.open": _no_replacing(lambda turn: turn.swap_open),
    "replace.equal": _no_replacing(lambda turn: turn.swap_equal),
    "replace.open_at_last": _no_replacing(lambda turn: turn.swap_open_at_last),
    "look.never": _no(Look),
    "turn_up.never": _no(TurnUp),
    "turn_up.must": lambda state, _player, _action: state.step is not Moving.TURN_UP,
    "knock.never": lambda state, _player, action: (
        not isinstance(action, Knock) or state.house.ending.trigger == "knock"
    ),
    "knock.already": lambda state, _player, _action: state.ender is None,
    "rearrange.never": _no(Rearrange),
}
"""Wrong reasons to offer, by code, and when each one doesn't forbid the move."""

_COMES_TO_MIND: dict[type, tuple[str, ...]] = {
    DrawStock: ("draw.once", "opening.first", "turn.not_yours"),
    TakeDiscard: ("discard.closed", "draw.once", "turn.not_yours"),
    Discard: ("discard.must_use", "stock.must_use", "turn_up.never", "turn.not_yours"),
    Replace: ("replace.open_at_last", "replace.equal", "look.never", "hand.draw_first"),
    Look: ("hand.draw_first", "turn_up.never", "turn.not_yours"),
    TurnUp: ("turn_up.never", "look.never", "turn.not_yours"),
    EndTurn: ("turn.must_draw", "turn_up.must", "turn.not_yours"),
    Knock: ("knock.never", "knock.already", "draw.once"),
    Rearrange: ("rearrange.never", "hand.draw_first", "turn.not_yours"),
}

_ALLOWED_BY: dict[type, str] = {
    DrawStock: "draw.once",
    TakeDiscard: "discard.closed",
    Replace: "replace.open_at_last",
    Look: "look.must_replace",
    Knock: "knock.never",
}
"""By action: the rule that would have forbidden it, if that doesn't depend on the moment."""


@dataclass(frozen=True)
class TurnQuestion(ending.MomentQuestion):
    """A moment of a hole and a move; one choice among "yes" and a few reasons."""

    reasons: tuple[str, ...]  # offered codes, the referee's own included if there is one

    kind = "turn"
    field, label, rule = LEGAL, "Is that allowed?", RULE

    def __post_init__(self) -> None:
        known = set(self.reasons) <= set(REASONS) and len(set(self.reasons)) == len(self.reasons) > 0
        if not known or (self.refused is not None and self.refused.code not in self.reasons):
            raise ValueError("the referee's reason isn't one of those offered")

    @cached_property
    def refused(self) -> NotAllowed | None:
        """The referee's refusal; None if the move is allowed."""
        return refusal(self.moment.state, self.moment.player, self.moment.action)

    @property
    def prompt(self) -> str:
        return f"You want to {self.moment.doing}. Is that allowed? Why or why not?"

    @property
    def choices(self) -> tuple[Choice, ...]:
        return (Choice(YES, "Yes"), *(Choice(code, f"No: {REASONS[code]}") for code in self.reasons))

    @property
    def right(self) -> str:
        return YES if self.refused is None else self.refused.code

    @property
    def hints(self) -> tuple[str, ...]:
        return (
            "Whose turn is it, and what has happened so far?",
            *leading_to(self._code, self.house),
        )

    @property
    def _code(self) -> str:
        """The code of the deciding rule."""
        return self._rule if self.refused is None else self.refused.code

    @property
    def worked(self) -> tuple[Step, ...]:
        if self.refused is not None:
            return Step(self.refused.sentence), Step(_stands(self.refused.citation))
        rule = cite(self.house, self._rule, allowed=True)
        return Step(f"You can {self.moment.doing}."), Step(_stands(rule))

    @property
    def _rule(self) -> str:
        """The code of the rule that allows the move."""
        state, action = self.moment.state, self.moment.action
        if isinstance(action, Discard):
            return "discard.must_use" if state.drawn_from is Pile.DISCARD else "hand.must_play"
        if isinstance(action, TurnUp):
            return "opening.first" if state.step is Moving.OPENING else "turn_up.never"
        if isinstance(action, EndTurn):
            return "turn_up.must" if state.step is Moving.TURN_UP else "turn.must_draw"
        return _ALLOWED_BY.get(type(action), "draw.once")

    @property
    def _why_right(self) -> str:
        return brief(f"Right. {' '.join(_sentence(step.text) for step in reversed(self.worked))}")

    def _right_in(self, house: House) -> str:
        refused = refusal(self.moment.state._replace(house=house), self.moment.player, self.moment.action)
        return YES if refused is None else refused.code

    def _means(self, chosen: str) -> str:
        if chosen == YES:
            return "It isn’t allowed. Look again at what’s happened this turn."
        return "A different rule applies here."

    def facts(self) -> dict[str, Any]:
        return {**self.moment.data(), "reasons": list(self.reasons)}

    @classmethod
    def of_facts(cls, house: House, facts: Mapping[str, Any]) -> Self:
        return cls(house, moment_of(house, facts), tuple(facts["reasons"]))

    def items(self) -> tuple[Item, ...]:
        otherwise = "Look again at whose turn it is, and what has happened so far."
        return self._one_item(f"Right. {_sentence(self.worked[0].text)}", otherwise)


def refusal(state: State, player: int, action: Action) -> NotAllowed | None:
    """The refusal of this action; None if it is allowed."""
    try:
        verify(state, player, action)
    except NotAllowed as refused:
        return refused
    return None


def _stands(cited: Citation) -> str:
    """The rule and its source, for students."""
    where = f"Rule sheet {cited.sheet}" if cited.sheet else "These rules"
    return f"{where}: {cited.rule}"


def _sentence(text: str) -> str:
    return text if text.endswith((".", "?", "!")) else f"{text}."


# --- sections of the rules --------------------------------------------------------------------------------------------


def leading_to(code: str, house: House) -> tuple[str, ...]:
    """A guiding question, and the section of the rules with the rule of that code."""
    for codes, asks, told in _SECTIONS:
        if code in codes or code.partition(".")[0] in codes:
            return asks, " ".join(told(house))
    return ()


def _ending(house: House) -> Iterable[str]:
    yield from sentences.what_ends_it(house)
    if house.ending.trigger in ("all-face-up", "turn-up-last", "knock"):
        yield sentences.last_turns(house)


def _playing(house: House) -> Iterable[str]:
    yield next(sentences.placing(house))
    yield sentences.throwing_away(house)


_SECTIONS: tuple[tuple[set[str], str, Callable[[House], Iterable[str]]], ...] = (
    ({"turn.not_yours"}, "Whose turn is it now?", lambda _: ["Play goes clockwise, one player at a time."]),
    ({"turn.ender_is_done", "hole", "end", "knock"}, "What ends a hole, and who plays after that?", _ending),
    ({"opening"}, "What happens before the first turn?", sentences.opening),
    ({"turn", "draw", "discard.closed", "hand.draw_first"}, "How does a turn start?", sentences.drawing),
    ({"hand"}, "What can you do with the card you drew?", _playing),
    ({"discard"}, "Which cards can you discard?", lambda house: [sentences.throwing_away(house)]),
    ({"replace", "look", "rearrange"}, "Where can the card you drew go?", sentences.placing),
    ({"turn_up"}, "When do you flip a card?", lambda house: [sentences.turning_up(house)]),
)
"""Sections of the rule sheet, by the code of a rule or its first word; the first match counts."""


# --- asking -----------------------------------------------------------------------------------------------------------


def about(house: House) -> frozenset[str]:
    """Rules about turns and endings, which every house has."""
    return frozenset({RULE, ending.RULE})


def ask(house: House, level: int, dice: Dice, rule: str | None = None) -> TurnQuestion | ending.EndingQuestion | None:
    """A question about a move in a randomly played hole: is it allowed, or what does it do to the hole?

    Kinds of legal moves and reasons against moves come up equally often.
    """
    if rule == ending.RULE or (rule is None and dice.chance(0.5)):
        return ending.ask(house, dice)
    found: dict[tuple[bool, str], list[Moment]] = {}
    for moment in _moments(house, dice):
        refused = refusal(moment.state, moment.player, moment.action)
        if refused is None:
            found.setdefault((True, type(moment.action).__name__), []).append(moment)
        elif refused.code in REASONS:
            found.setdefault((False, refused.code), []).append(moment)
    if not found:
        return None
    legal = dice.chance(0.5)
    keys = sorted(key for key in found if key[0] is legal) or sorted(found)
    moment = dice.pick(found[dice.pick(keys)])
    return TurnQuestion(house, moment, _offered(moment, dice))


def _moments(house: House, dice: Dice) -> Iterator[Moment]:
    """Moments of one hole, each with moves that players might try."""
    hole = played(house, dice)
    for state, player, action in dice.draw(hole, 14):
        for tried in _tried(state, player, dice):
            yield Moment.of(state, player, tried)
        others = [seat for seat in range(len(state.seats)) if seat not in (player, *state.due)]
        if others and state.step is Moving.DRAW:
            drawing: tuple[Action, ...] = (DrawStock(), TakeDiscard())
            yield Moment.of(state, dice.pick(others), dice.pick(drawing))
        yield Moment.of(state, player, action)
    if hole:
        over = do(*hole[-1])
        if over.over:
            yield Moment.of(over, dice.below(len(over.seats)), DrawStock())


def _tried(state: State, player: int, dice: Dice) -> Iterator[Action]:
    cells = state.house.grid.cells()
    spots = dict(zip(cells, state.seats[player].spots, strict=True))
    hidden = [cell for cell, spot in spots.items() if spot.face_down]
    lying_open = [cell for cell, spot in spots.items() if spot.card is not None and spot.face_up]
    yield from (DrawStock(), TakeDiscard(), Discard(), EndTurn(), Knock())
    if len(cells) > 1:
        yield Rearrange(cells[0], cells[-1])
    for group in (hidden, lying_open):
        if group:
            yield Replace(dice.pick(group), face_up=state.house.turn.placed != "face-down" or dice.chance(0.5))
    if hidden:
        yield Look(dice.pick(hidden))
        yield TurnUp(dice.pick(hidden))


def _offered(moment: Moment, dice: Dice) -> tuple[str, ...]:
    """Reasons to choose from: the referee's own, and others that don't forbid this move."""
    state, player, action = moment.state, moment.player, moment.action
    refused = refusal(state, player, action)
    own = () if refused is None else (refused.code,)
    mind = _COMES_TO_MIND.get(type(action), ())
    fitting: Sequence[str] = [
        code
        for code in dict.fromkeys((*mind, *_SPARED))
        if code in _SPARED and code not in own and _SPARED[code](state, player, action)
    ]
    others = [code for code in fitting if code in mind]
    others += dice.draw([code for code in fitting if code not in mind], OFFERED)
    offered = [*own, *others[: OFFERED - len(own)]]
    return tuple(dice.draw(offered, len(offered)))

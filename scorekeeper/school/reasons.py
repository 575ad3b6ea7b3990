"""Why a move may be forbidden, as something to choose from: when a reason does not apply, and where its rule stands."""

from collections.abc import Callable, Iterable, Mapping

from scorekeeper.houses.sheet import sentences
from scorekeeper.referee import (
    Action,
    DrawStock,
    EndTurn,
    Knock,
    Look,
    Pile,
    Rearrange,
    Replace,
    State,
    Step,
    TakeDiscard,
    TurnUp,
)
from scorekeeper.rules import House
from scorekeeper.rules.parameters import Turn

REASONS = {
    "turn.not_yours": "it is another player's turn",
    "turn.ender_is_done": "whoever has ended the hole has no further turn",
    "turn.must_draw": "nobody passes",
    "hole.over": "the hole is over",
    "opening.first": "the opening comes first",
    "draw.once": "one card is drawn in a turn, and no second one",
    "discard.closed": "nothing is drawn from the discard pile",
    "hand.draw_first": "a card has to be drawn first",
    "hand.played": "the drawn card is played already",
    "hand.must_play": "the card in hand has to be played first",
    "discard.must_use": "a card taken from the discard pile has to be used",
    "replace.face_up": "this card has to be put down face up",
    "replace.face_down": "this card has to be put down face down",
    "replace.open": "an open card is final",
    "replace.equal": "an open card is not replaced by one of the same rank",
    "replace.open_at_last": "with one card face down, the open ones stay",
    "look.never": "face-down cards are not looked at",
    "look.must_replace": "whoever has looked at a card has to replace that one",
    "turn_up.never": "no card is turned up in a turn",
    "turn_up.not_now": "a card is turned up only after the drawn one was thrown away",
    "turn_up.must": "after the drawn card was thrown away, one has to be turned up",
    "turn_up.left_once": "the last card is left face down only once",
    "end.wait": "the others have not come to their last card yet",
    "knock.never": "nobody knocks in this house",
    "knock.already": "nobody knocks once the hole is ended",
    "knock.too_early": "nobody knocks so early in the hole",
    "knock.instead": "a knock takes the place of drawing",
    "knock.after_turn": "a knock comes at the end of a turn",
    "rearrange.never": "cards stay in the places that they have",
}
"""The referee's reasons, short enough to choose from, by code. What else may forbid a move is not asked about."""

_Spares = Callable[[State, int, Action], str]


def _other_than(kind: type[Action], clause: str) -> _Spares:
    """For a reason that forbids one kind of action alone."""
    return lambda _state, _player, action: "" if isinstance(action, kind) else clause


def _draw_first(state: State, player: int, action: Action) -> str:
    if isinstance(action, DrawStock | TakeDiscard):
        return "you want to draw a card"
    return "you have drawn a card" if state.player == player and state.step is Step.HAND else ""


def _opening(state: State, player: int, _action: Action) -> str:
    opening = state.house.opening
    if not opening.face_up and not opening.peek:
        return "here there is no opening"
    return "your opening is done" if state.step is not Step.OPENING and state.seats[player].opened else ""


def _closed(state: State, _player: int, action: Action) -> str:
    if not isinstance(action, TakeDiscard):
        return "you do not want to take a card from the discard pile"
    return "here a card may be taken from the discard pile" if state.house.turn.sources == "both" else ""


def _must_use(state: State, _player: int, _action: Action) -> str:
    if state.drawn_from is not Pile.DISCARD:
        return "you hold no card from the discard pile"
    return "here such a card may go back" if state.house.turn.may_return_discard else ""


def _replacing(clause: str, may: Callable[[Turn], bool]) -> _Spares:
    """For a reason that forbids to replace a card, where the house does not allow that."""

    def spares(state: State, _player: int, action: Action) -> str:
        if not isinstance(action, Replace):
            return "you do not want to replace a card"
        return f"here {clause}" if may(state.house.turn) else ""

    return spares


def _knock_never(state: State, _player: int, action: Action) -> str:
    if not isinstance(action, Knock):
        return "you do not want to knock"
    return "here a hole is ended by knocking" if state.house.ending.trigger == "knock" else ""


SPARED: Mapping[str, _Spares] = {
    "turn.not_yours": lambda state, player, _: "it is your turn" if state.player == player else "",
    "turn.must_draw": _other_than(EndTurn, "you do not want to pass"),
    "hole.over": lambda state, _player, _action: "" if state.over else "the hole is not over yet",
    "opening.first": _opening,
    "draw.once": lambda state, _player, _action: (
        "nothing has been drawn in this turn yet" if state.step is Step.DRAW else ""
    ),
    "discard.closed": _closed,
    "hand.draw_first": _draw_first,
    "discard.must_use": _must_use,
    "replace.open": _replacing("an open card may be replaced", lambda turn: turn.swap_open),
    "replace.equal": _replacing("an open card may be replaced by an equal one", lambda turn: turn.swap_equal),
    "replace.open_at_last": _replacing("open cards may be replaced at any time", lambda turn: turn.swap_open_at_last),
    "look.never": _other_than(Look, "you do not want to look at a card"),
    "turn_up.never": _other_than(TurnUp, "you do not want to turn a card up"),
    "turn_up.must": lambda state, _player, _action: (
        "" if state.step is Step.TURN_UP else "no card has to be turned up now"
    ),
    "knock.never": _knock_never,
    "knock.already": lambda state, _player, _action: "nobody has ended the hole" if state.ender is None else "",
    "rearrange.never": _other_than(Rearrange, "you do not want to exchange cards"),
}
"""Reasons that can be offered beside the referee's own: each tells in a clause why it does not forbid this move."""


def spared(code: str, state: State, player: int, action: Action) -> str:
    """Why that reason does not forbid the move, in a clause about the player; empty where it may forbid it."""
    return SPARED[code](state, player, action) if code in SPARED else ""


# --- where the rule stands --------------------------------------------------------------------------------------------


def leading_to(code: str, house: House) -> tuple[str, ...]:
    """What to ask oneself, and the part of the rules in which the rule of that code stands."""
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
    (
        {"turn.not_yours"},
        "Whose turn is it now?",
        lambda house: ["The turns go round clockwise, one player at a time."],
    ),
    ({"turn.ender_is_done", "hole", "end", "knock"}, "What ends a hole, and who plays after that?", _ending),
    ({"opening"}, "What has to be done before the first turn?", sentences.opening),
    ({"turn", "draw", "discard.closed", "hand.draw_first"}, "How does a turn begin?", sentences.drawing),
    ({"hand"}, "What may be done with the card that was drawn?", _playing),
    ({"discard"}, "Which card may be thrown away?", lambda house: [sentences.throwing_away(house)]),
    ({"replace", "look", "rearrange"}, "Where may the card that was drawn go?", sentences.placing),
    ({"turn_up"}, "When is a card turned up?", lambda house: [sentences.turning_up(house)]),
)
"""The parts of the rule sheet that decide, by the code of a rule or by the first word of it; the first that fits."""

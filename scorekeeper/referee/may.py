"""May I ... now? Fourteen questions that tables quarrel about, answered by the turn procedure itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from scorekeeper.referee.actions import (
    Action,
    Discard,
    DrawStock,
    EndTurn,
    Knock,
    Look,
    Rearrange,
    Replace,
    TakeDiscard,
    TurnUp,
)
from scorekeeper.referee.legal import actions_of
from scorekeeper.referee.playing import do
from scorekeeper.referee.refusals import Citation, NotAllowed, cite
from scorekeeper.referee.situation import ME, Situation, in_words, placed, state_of
from scorekeeper.referee.state import State, Step
from scorekeeper.referee.verifying import can
from scorekeeper.referee.wording import how_it_ends
from scorekeeper.rules import Cell

QUESTIONS = {
    "draw-stock": "May I draw from the stock?",
    "take-discard": "May I take the top card of the discard pile?",
    "put-back": "May I put a card that I took from the discard pile straight back?",
    "throw-away": "May I throw away the card that I drew from the stock?",
    "replace-open": "May I replace a card that lies open?",
    "look": "May I look at a face-down card of mine first?",
    "turn-up": "May I turn a card up without replacing it?",
    "refuse-turn-up": "May I refuse to turn a card up after discarding?",
    "pass": "May I pass?",
    "end-hole": "May I end the hole?",
    "play-after-end": "May I still play after somebody has ended the hole?",
    "ender-again": "May I have one more turn after I have ended the hole?",
    "change-after-count": "May I change a card after the count has begun?",
    "rearrange": "May I exchange two cards of my own grid?",
}
"""By stable key, in the order of a turn."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Whether something is allowed, and why.

    ``nothing-to-do`` is for what the question does not arise with: nothing lies face down, the hole ends by itself.
    """

    allowed: Literal["yes", "no", "nothing-to-do"]
    why: str
    code: str  # of the refusal, or of the rule that the answer rests on
    citation: Citation
    instead: tuple[str, ...] = ()  # what may be done now, in words

    @property
    def row(self) -> str:
        """The open question of the sheet that decides it, such as 000-i, or nothing."""
        return self.citation.row

    @property
    def printed(self) -> bool:
        """Whether the rule in force is the printed one."""
        return self.citation.printed


def may(situation: Situation, question: str) -> Answer:
    """The answer in this situation. Raises Impossible, and KeyError for a question that is not in QUESTIONS."""
    return _ASKED[question](situation)


# --- asking the procedure ------------------------------------------------------------------------------------------


def _try(state: State, actions: Sequence[Action], yes: str, code: str) -> Answer:
    """Do these one after the other; the answer is what the last one meets with, or what already forbids the way there.

    ``yes`` tells why it is allowed; ``code`` is the rule that would have forbidden it.
    """
    after = state
    for action in actions:
        try:
            after = do(after, ME, action)
        except NotAllowed as refused:
            return _no(refused, state)
    return Answer("yes", " ".join([yes, *_then(after)]), code, cite(state.house, code, allowed=True), in_words(state))


def _no(refused: NotAllowed, state: State) -> Answer:
    return Answer("no", refused.sentence, refused.code, refused.citation, in_words(state))


def _nothing(state: State, why: str, code: str, *, allowed: bool = False) -> Answer:
    return Answer("nothing-to-do", why, code, cite(state.house, code, allowed=allowed), in_words(state))


def _then(after: State) -> list[str]:
    """What follows from what was just done, where it still is the same player's turn."""
    if after.player != ME or after.step is Step.DRAW:
        return []
    actions = actions_of(after, ME)
    if after.step is Step.TURN_UP:
        if EndTurn() in actions:
            return ["After that you may turn a face-down card up, or leave it."]
        return ["After that you must turn one of your face-down cards up."]
    if after.step is Step.HAND and all(isinstance(action, Replace) for action in actions):
        return ["Then it must replace one of your cards."]
    return []


def _first(state: State, *, face_up: bool) -> Cell | None:
    """A card of whoever asks that lies open, or one that does not."""
    return next((cell for cell, place in placed(state) if place.card and place.face_up is face_up), None)


def _in_hand(state: State, draw: Action) -> list[Action]:
    """What has to be done first to hold a card."""
    return [draw] if state.step is Step.DRAW and state.player == ME else []


# --- the questions -------------------------------------------------------------------------------------------------


def _draw_stock(situation: Situation) -> Answer:
    return _try(
        state_of(situation), [DrawStock()], "Your turn begins with a card, and the stock has some.", "draw.once"
    )


def _take_discard(situation: Situation) -> Answer:
    return _try(
        state_of(situation),
        [TakeDiscard()],
        "Your turn begins with a card, and the top card of the discard pile is there to take.",
        "discard.closed",
    )


def _put_back(situation: Situation) -> Answer:
    state = state_of(situation)
    if state.step is Step.HAND and situation.moment == "stock":
        return _nothing(state, "The card in your hand came from the stock.", "hand.must_play", allowed=True)
    yes = "A drawn card may be discarded, whichever pile it came from."
    return _try(state, [*_in_hand(state, TakeDiscard()), Discard()], yes, "discard.must_use")


def _throw_away(situation: Situation) -> Answer:
    state = state_of(situation)
    if state.step is Step.HAND and situation.moment == "discard":
        return _nothing(state, "The card in your hand came from the discard pile.", "hand.must_play", allowed=True)
    yes = "A card from the stock need not be used."
    return _try(state, [*_in_hand(state, DrawStock()), Discard()], yes, "hand.must_play")


def _replace_open(situation: Situation) -> Answer:
    state = state_of(situation)
    cell = _first(state, face_up=True)
    if cell is None:
        return _nothing(state, "None of your cards lies open.", "replace.open_at_last", allowed=True)
    draw = DrawStock() if can(state, ME, DrawStock()) else TakeDiscard()
    held = state
    for action in _in_hand(state, draw):
        try:
            held = do(state, ME, action)
        except NotAllowed as refused:
            return _no(refused, state)
    face_up = can(held, ME, Replace(cell, True)) or not can(held, ME, Replace(cell, False))
    yes = "The drawn card may go to any of your places, open or not."
    return _try(state, [*_in_hand(state, draw), Replace(cell, face_up)], yes, "replace.open_at_last")


def _look(situation: Situation) -> Answer:
    state = state_of(situation)
    cell = _first(state, face_up=False)
    if cell is None:
        return _nothing(state, "None of your cards lies face down.", "look.never")
    yes = "You may, but the drawn card must then go exactly there."
    return _try(state, [Look(cell)], yes, "look.must_replace")


def _turn_up(situation: Situation) -> Answer:
    state = state_of(situation)
    cell = _first(state, face_up=False)
    if cell is None:
        return _nothing(state, "None of your cards lies face down.", "turn_up.open")
    yes = {
        Step.OPENING: "The opening asks for it.",
        Step.TURN_UP: "You have discarded the drawn card.",
        Step.LAST_CARD: "You have replaced a card, and this is your last face-down one.",
    }.get(state.step, "Turning a card up may be your whole turn.")
    code = "opening.first" if state.step is Step.OPENING else "turn_up.never"
    return _try(state, [TurnUp(cell)], yes, code)


def _refuse_turn_up(situation: Situation) -> Answer:
    state = state_of(situation)
    after = state
    for action in (*_in_hand(state, DrawStock()), Discard()):
        if situation.moment != "discarded":
            try:
                after = do(after, ME, action)
            except NotAllowed as refused:
                return _no(refused, state)
    if after.step is not Step.TURN_UP or after.player != ME:
        never = state.house.turn.turn_up_after_discard == "never"
        code = "turn_up.never" if never else "turn_up.open"
        return _nothing(state, "There is nothing to turn up after discarding.", code)
    yes = "The last card may stay face down." if after.seats[ME].face_down == 1 else "Turning a card up is your choice."
    answer = _try(after, [EndTurn()], yes, "turn_up.must")
    return replace(answer, instead=in_words(state))


def _pass(situation: Situation) -> Answer:
    state = state_of(situation)
    return _try(state, [EndTurn()], "Your card is played.", "turn.must_draw")


def _end_hole(situation: Situation) -> Answer:
    state = state_of(situation)
    house = state.house
    if ME not in state.due:
        return _try(state, [DrawStock()], "", "knock.never")
    if state.ender is not None and house.ending.trigger != "knock":
        return _no(NotAllowed("end.ended", state, ME, EndTurn()), state)
    way = _way_to_end(state)
    if way is not None:
        words = {TurnUp: "turn your last card up", Knock: "knock"}[type(way[-1])]
        first = "discard the drawn card and " if any(isinstance(action, Discard) for action in way) else ""
        return _try(state, way, f"To end it, {first}{words}.", "knock.never")
    if house.ending.trigger == "knock":
        return _try(state, [Knock()], "", "knock.never")
    if house.ending.trigger == "turn-up-last":
        waits = state.seats[ME].face_down == 1 and house.ending.waits_for_all
        code = "end.wait" if waits else "end.not_last"
        return _no(NotAllowed(code, state, ME, EndTurn()), state)
    return _nothing(state, f"It is nobody's choice: {how_it_ends(house)}.", "knock.never")


def _way_to_end(state: State, done: tuple[Action, ...] = ()) -> tuple[Action, ...] | None:
    """What whoever asks can do in the rest of this turn to end the hole on purpose, by a knock or by turning up."""
    for action in actions_of(state, ME):
        if isinstance(action, Knock | TurnUp):
            after = do(state, ME, action)
            if after.ender == ME:
                return (*done, action)
        elif isinstance(action, DrawStock | TakeDiscard | Discard):
            found = _way_to_end(do(state, ME, action), (*done, action)) if state.player == ME else None
            if found is not None:
                return found
    return None


def _nobody_ends(situation: Situation) -> bool:
    return situation.house.ending.trigger in ("turns", "stock-empty")


def _play_after_end(situation: Situation) -> Answer:
    if _nobody_ends(situation):
        return _nothing(state_of(situation), f"Nobody ends it: {how_it_ends(situation.house)}.", "knock.never")
    if situation.ender == "me":
        return _ender_again(situation)
    ended = replace(
        situation, ender="other", my_turn=True, moment="start", opened=True, looked=False, stock_empty=False
    )
    state = state_of(ended)
    knock = " A knock is not part of it." if state.house.ending.trigger == "knock" else ""
    turns = "one last turn" if state.house.ending.last_turns == 1 else f"{state.house.ending.last_turns} more turns"
    answer = _try(state, [DrawStock()], f"Each of the others has {turns}.{knock}", "turn.ender_is_done")
    return _about_last_turns(answer, state)


def _ender_again(situation: Situation) -> Answer:
    if _nobody_ends(situation):
        return _nothing(state_of(situation), f"Nobody ends it: {how_it_ends(situation.house)}.", "knock.never")
    ended = replace(situation, ender="me", my_turn=False, moment="start", opened=True, looked=False)
    state = state_of(ended)
    return _about_last_turns(_try(state, [DrawStock()], "", "turn.ender_is_done"), state)


def _about_last_turns(answer: Answer, state: State) -> Answer:
    """Where the hole was over at once, that is because nobody has a last turn."""
    if answer.code != "hole.over" or state.house.ending.last_turns:
        return answer
    return replace(answer, citation=cite(state.house, "turn.ender_is_done", allowed=True))


def _change_after_count(situation: Situation) -> Answer:
    counted = replace(situation, counted=True, my_turn=True, moment="start", opened=True, looked=False)
    return _try(state_of(counted), [Replace(Cell(0, 0))], "", "hole.over")


def _rearrange(situation: Situation) -> Answer:
    state = state_of(situation)
    cells = state.house.grid.cells()
    return _try(state, [Rearrange(cells[0], cells[-1])], "", "rearrange.never")


_ASKED: dict[str, Callable[[Situation], Answer]] = {
    "draw-stock": _draw_stock,
    "take-discard": _take_discard,
    "put-back": _put_back,
    "throw-away": _throw_away,
    "replace-open": _replace_open,
    "look": _look,
    "turn-up": _turn_up,
    "refuse-turn-up": _refuse_turn_up,
    "pass": _pass,
    "end-hole": _end_hole,
    "play-after-end": _play_after_end,
    "ender-again": _ender_again,
    "change-after-count": _change_after_count,
    "rearrange": _rearrange,
}

"""The referee: the turn procedure of every house, and why something is not allowed.

Pure and immutable: a state of a hole never changes, dice are passed in as the order of a deck, and everything that a
house does differently is data of the house. Everything that others need is named here.
"""

from scorekeeper.referee.actions import (
    Action,
    Discard,
    DrawStock,
    EndTurn,
    Knock,
    Look,
    Peek,
    Ready,
    Rearrange,
    Replace,
    Shuffle,
    TakeDiscard,
    TurnUp,
    UnknownAction,
    parse_action,
)
from scorekeeper.referee.legal import actions_of, legal_actions
from scorekeeper.referee.playing import do, last_turn_order
from scorekeeper.referee.refusals import Citation, NotAllowed, cite
from scorekeeper.referee.state import BadDeal, Pile, Place, Seat, State, Step, begin
from scorekeeper.referee.verifying import can, verify

__all__ = [
    "Action",
    "BadDeal",
    "Citation",
    "Discard",
    "DrawStock",
    "EndTurn",
    "Knock",
    "Look",
    "NotAllowed",
    "Peek",
    "Pile",
    "Place",
    "Ready",
    "Rearrange",
    "Replace",
    "Seat",
    "Shuffle",
    "State",
    "Step",
    "TakeDiscard",
    "TurnUp",
    "UnknownAction",
    "actions_of",
    "begin",
    "can",
    "cite",
    "do",
    "last_turn_order",
    "legal_actions",
    "parse_action",
    "verify",
]

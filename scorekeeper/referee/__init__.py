"""The referee: the turn procedure of every house, and why a move is not allowed.

Pure and immutable: a state of a hole never changes, dice are passed in as the order of a deck, and all differences
between houses are data. Other packages use the names imported here.
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
    parse_action,
)
from scorekeeper.referee.may import QUESTIONS, Answer, may
from scorekeeper.referee.other_readings import OtherAnswer, other_answers
from scorekeeper.referee.play import do, last_turn_order
from scorekeeper.referee.refusals import Citation, NotAllowed, cite
from scorekeeper.referee.situation import Impossible, Situation, state_of
from scorekeeper.referee.state import Pile, Seat, Spot, State, Step, begin, from_data, to_data
from scorekeeper.referee.verify import actions_of, can, legal_actions, verify

"""Holes in readable text, of each house that shows something new: moves, refusals and the end.

A file is replayed line by line and written again; the two texts must be the same.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from textwrap import wrap

from scorekeeper.referee import (
    Action,
    Discard,
    DrawStock,
    EndTurn,
    NotAllowed,
    Replace,
    Shuffle,
    State,
    Step,
    begin,
    can,
    do,
    legal_actions,
    parse_action,
    verify,
)
from scorekeeper.rules import Card, House, parse_card, score
from tests.referee import deal
from tests.referee.simulator import alphabet, hurried
from tests.referee.telling import shown


def file_of(house: House) -> Path:
    """Where the holes of a house are written, if they are."""
    return Path(__file__).parent / "playthroughs" / f"{house.key}.txt"


HEAD = (
    "# Holes of {key} played by dice, written by `python -m tests.referee`; docs/referee.md tells how to read them.\n"
    "# A line with a question mark was asked for and refused, for the reason below it.\n"
)

LEAVING = "cards leave the grid"

Line = tuple[int, Action]
"""A seat and its action, done or tried."""


class Hole:
    """A hole on its way into a file: the text so far, and everything worth seeing that has happened in it."""

    def __init__(self, state: State, number: int) -> None:
        self.state = state
        names = " ".join(seat.name for seat in state.seats)
        self.text = [f"\nhole {number}", f"players {names}", f"starter {state.seats[state.starter].name}"]
        self.text += wrap(f"deck {' '.join(map(str, _undealt(state)))}", 116, subsequent_indent="     ")
        self.text += ["", shown(state)]
        self.events: set[str] = set()
        self.length = 0

    def ask(self, player: int, action: Action) -> None:
        """Try an action that is refused."""
        try:
            verify(self.state, player, action)
        except NotAllowed as refused:
            self.text += [f"? {self.state.seats[player].name}: {action}", f"    {refused.code}: {refused.sentence}"]
            self.events.add(f"refused {refused.code}")
        else:
            self.text.append(f"? {self.state.seats[player].name}: {action}\n    is allowed")

    def do(self, player: int, action: Action) -> None:
        """Do an action."""
        before, after = self.state, do(self.state, player, action)
        self.events |= set(events(before, player, action, after))
        self.length += 1
        self.state = after
        self.text.append(f"{before.seats[player].name}: {action}")
        if after.seats[player].spots is not before.seats[player].spots:
            self.text.append(f"    {_grid(after, player)}")
        if after.step is Step.OVER:
            self._finish()
        elif after.player != before.player:
            top = f"top discard {after.discards[0]}, stock {len(after.stock)}"
            ended = "" if after.ender is None else f", a last turn after {after.seats[after.ender].name}"
            self.text.append(f"  - {top}{ended}")

    def _finish(self) -> None:
        state = self.state
        self.text.append("over: " + ("nobody ended it" if state.ender is None else state.seats[state.ender].name))
        for player, seat in enumerate(state.seats):
            points = score(state.layout(player), state.house).total
            self.text.append(f"  {seat.name}: {state.layout(player)} counts {points}")


def _undealt(state: State) -> list[Card]:
    """The deck as it was before the deal."""
    count = len(state.seats)
    order = [(state.starter + number) % count for number in range(count)]
    dealt = [state.seats[seat].spots[spot].card for spot in range(state.house.grid.size) for seat in order]
    return [*(card for card in dealt if card is not None), *state.discards, *state.stock]


def _grid(state: State, player: int) -> str:
    columns = state.house.grid.columns
    words = [str(spot) for spot in state.seats[player].spots]
    return " / ".join(" ".join(words[start : start + columns]) for start in range(0, len(words), columns))


def events(before: State, player: int, action: Action, after: State) -> Iterator[str]:
    """What the action shows of the procedure, in words that the table of rows asks for."""
    if isinstance(action, Replace):
        old = before.seats[player].spots[before.position(action.cell)]
        yield f"replace {'an open' if old.face_up else 'a face-down'} card"
        yield f"put down {'face up' if action.face_up else 'face down'} from {before.drawn_from}"
        if before.looked_at is not None:
            yield "replace the card looked at"
    elif isinstance(action, Discard):
        yield f"discard from {before.drawn_from}"
    elif isinstance(action, Shuffle):
        yield "shuffle"
    else:
        yield f"{str(action).rstrip(' 0123456789')} in {before.step}"
    if before.in_last_turns:
        yield "last turn"
    if before.ender is None and after.ender is not None:
        yield f"ended by {type(action).__name__}"
    if len(after.discards) - len(before.discards) > 1 and not isinstance(action, Shuffle):
        yield LEAVING
    if after.step is Step.OVER:
        yield "over" if after.ender is not None else "over, ended by nobody"
        if before.ender is None and after.ender is not None:
            yield "over at once"


# --- from dice, and from a file ------------------------------------------------------------------------------------


def record(house: House) -> str:
    """A few holes that together show all that many holes show."""
    tries = [_one_hole(house, number) for number in range(60)]
    # Equal cards in a line are rare by chance alone.
    leave = house.cancelling is not None and house.cancelling.leave
    while leave and len(tries) < 1_000 and not any(LEAVING in hole.events for hole in tries):
        tries.append(_one_hole(house, len(tries)))
    seen: set[str] = set()
    chosen: list[int] = []
    while len(chosen) < 6:
        new = [(len(hole.events - seen), -hole.length, -number) for number, hole in enumerate(tries)]
        most, _, best = max(new)
        if not most:
            break
        chosen.append(-best)
        seen |= tries[-best].events
    shown: set[str] = set()
    text = HEAD.format(key=house.key)
    for spot, number in enumerate(chosen, 1):
        text += "\n".join(_one_hole(house, number, spot, shown).text) + "\n"
    return text


def _one_hole(house: House, number: int, spot: int = 1, shown: set[str] | None = None) -> Hole:
    """The hole of these dice; refusals that were shown before are not asked for again."""
    dice = Random(f"{house.key} {number}")
    players = dice.randint(house.table.players_min, min(3, house.most_players))
    hole = Hole(deal(house, players, dice), spot)
    shown = set() if shown is None else shown
    style = dice.choice(["by chance", "in haste", "in patience"])
    while hole.state.step is not Step.OVER and hole.length < 400:
        _ask_for_more(hole, shown)
        hole.do(*_chosen(hole.state, dice, style if hole.length < 150 else "in haste"))
    _ask_for_more(hole, shown)
    return hole


def _ask_for_more(hole: Hole, shown: set[str]) -> None:
    """Try every action that is refused here with a code not shown before."""
    state = hole.state
    for player in range(len(state.seats)):
        for action in alphabet(state):
            if can(state, player, action):
                continue
            try:
                verify(state, player, action)
            except NotAllowed as refused:
                if refused.code not in shown:
                    shown.add(refused.code)
                    hole.ask(player, action)


def _chosen(state: State, dice: Random, style: str) -> Line:
    offered = legal_actions(state)
    if style == "in haste":
        offered = hurried(state, offered)
    elif style == "in patience" and dice.random() < 0.9:
        offered = tuple(line for line in offered if isinstance(line[1], DrawStock | Discard | EndTurn)) or offered
    player, action = dice.choice(offered)
    if isinstance(action, Shuffle):
        action = Shuffle(tuple(dice.sample(action.order, len(action.order))))
    return player, action


def replay(text: str, house: House) -> tuple[str, set[str]]:
    """The same text written again from its decks and actions, and the events it shows."""
    told, shown = HEAD.format(key=house.key), set()
    for number, part in enumerate(text.split("\nhole ")[1:], 1):
        hole = Hole(_dealt(part, house), number)
        names = [seat.name for seat in hole.state.seats]
        for line in part.splitlines():
            asked = line.startswith("? ")
            name, colon, action = line.removeprefix("? ").partition(": ")
            if colon and name in names and not line.startswith(" "):
                player = names.index(name)
                (hole.ask if asked else hole.do)(player, parse_action(action))
        told += "\n".join(hole.text) + "\n"
        shown |= hole.events
    return told, shown


def _dealt(part: str, house: House) -> State:
    head = part.split("\n\n")[0].replace("\n     ", " ").splitlines()
    said = dict(line.split(" ", 1) for line in head[1:])
    names = said["players"].split()
    deck = [parse_card(card) for card in said["deck"].split()]
    return begin(house, names, deck, names.index(said["starter"]))

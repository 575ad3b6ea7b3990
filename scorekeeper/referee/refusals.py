"""Refusals: a stable code, a sentence for people, and the rule behind it.

Codes are part of the product and never change. The citation comes from the data of the house: its rule sheet, and the
question of that sheet which the rule answers. A silent sheet is cited as silent.
"""

from dataclasses import dataclass
from functools import cached_property

from scorekeeper.referee.actions import Action
from scorekeeper.referee.clauses import CODES, facts, house_facts
from scorekeeper.referee.state import State
from scorekeeper.rules import House
from scorekeeper.rules.options import BY_HOUSE
from scorekeeper.rules.wording import capitalize_first


@dataclass(frozen=True, slots=True)
class Citation:
    """Where a rule comes from.

    ``sheet`` is the number of the rule sheet, empty for a house without one. ``row`` is the open question that the rule
    answers, such as 002-k; empty for none. ``passage`` is the rule in our words, and ``basis`` what it rests on (see
    `rules.options`).
    """

    sheet: str
    row: str
    passage: str
    basis: str
    rule: str = ""  # the rule alone, for students: without what the sheet leaves open or other houses do

    def told_by(self, where: str) -> str:
        """The source with a colon: `Rule sheet 001, our reading:`."""
        said = self.basis in ("printed", BY_HOUSE)
        return f"{where}:" if said else f"{where}, {self.basis}:"

    def __str__(self) -> str:
        where = f"rule sheet {self.sheet}" if self.sheet else "these rules"
        return f"{where}, {self.row}: {self.passage}" if self.row else f"{where}: {self.passage}"


class NotAllowed(ValueError):
    """A move that a player may not make now. Its text is the sentence for people."""

    def __init__(self, code: str, state: State, player: int, action: Action) -> None:
        super().__init__(code)
        self.code = code
        self._asked = (state, player, action)

    # Worked out only when it is read: listing the legal moves asks for hundreds of refusals a second.
    @cached_property
    def sentence(self) -> str:
        """Why, in one sentence or two."""
        sentence = CODES[self.code].sentence
        return capitalize_first(sentence.format(**facts(*self._asked)) if "{" in sentence else sentence)

    @cached_property
    def citation(self) -> Citation:
        return cite(self._asked[0].house, self.code)

    def __str__(self) -> str:
        return self.sentence


def cite(house: House, code: str, *, allowed: bool = False) -> Citation:
    """The rule behind a code in this house; ``allowed`` if the house allows what the code forbids."""
    reason = CODES[code]
    option = next(house.options_about(*reason.parameters), None)
    rule = _filled((allowed and reason.allowed) or reason.passage, house)
    if option is not None:
        chosen = house.taken(option)
        said = f"{option.why} Your rule: {chosen.text}." if chosen is not None else option.why
        # B.x is not a question of a sheet but of the published list of questions for a table.
        row = option.row if house.source.sheet and option.row.startswith(house.source.sheet) else ""
        return Citation(house.source.sheet, row, said, house.rests_on_now(option), rule=rule)
    silent = bool(reason.silent and house.source.sheet and not allowed)
    passage = _filled(reason.silent, house) if silent else rule
    says = "printed" if house.source.sheet else house.published(*reason.parameters)
    basis = "not in the rules" if silent else says
    return Citation(house.source.sheet, "", passage, basis, rule=passage)


def _filled(text: str, house: House) -> str:
    return capitalize_first(text.format(**house_facts(house)) if "{" in text else text)

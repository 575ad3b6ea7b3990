"""What rules come to while they are made: examples, the visitor's own hand, and what differs."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from scorekeeper.houses.sheet import differences, fewest_examples
from scorekeeper.houses.sheet.worked_examples import hole_examples
from scorekeeper.rules import BadLayout, House, Score, parse_layout, score
from scorekeeper.rules.hole import HoleResult

SHOWN_AT_THE_TOP = 40
"""Problems listed at the top of the form; each is also shown at its field."""


@dataclass(frozen=True)
class Preview:
    """Examples scored by the rules, or the reasons why they can't be scored yet."""

    house: House | None
    start: House  # the house that it is compared with
    trial: str = ""  # the visitor's own hand
    own: Score | None = None  # its score
    trial_errors: Sequence[str] = ()  # or why it can't be scored

    @cached_property
    def scores(self) -> tuple[Score, ...]:
        return tuple(example.score for example in fewest_examples(self.house)) if self.house else ()

    @property
    def live(self) -> Score | None:
        """The hand that shows at once what a change does: the visitor's own, or an example."""
        return self.own or next(iter(self.scores), None)

    @property
    def others(self) -> Sequence[Score]:
        return self.scores if self.own else self.scores[1:]

    @cached_property
    def holes(self) -> tuple[HoleResult, ...]:
        return hole_examples(self.house) if self.house else ()

    @cached_property
    def changed(self) -> tuple[str, ...]:
        """The differences from the house that it is based on, in words."""
        return differences(self.house, self.start) if self.house else ()

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(worked.total for worked in ((self.own,) if self.own else ()) + self.scores)


def preview_of(house: House | None, start: House, trial: str) -> Preview:
    """Examples scored by the rules, with the visitor's own hand."""
    if house is None or not trial.strip():
        return Preview(house, start, trial)
    try:
        return Preview(house, start, trial, score(parse_layout(trial, house), house))
    except BadLayout as bad:
        causes = [problem.message for problem in bad.problems][:SHOWN_AT_THE_TOP]
        return Preview(house, start, trial, trial_errors=causes)

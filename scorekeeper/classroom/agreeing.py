"""What the answers of one pupil agree in: the same misread at two questions or more says more than many single ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scorekeeper.classroom.answered import AtQuestion
from scorekeeper.classroom.showing import SMALLEST, Pupils


@dataclass(frozen=True)
class Agreeing:
    """How many pupils' answers fit one and the same misread of a rule at these questions, and at no others.

    ``seats`` are the numbers of those pupils, and empty where it is shared.
    """

    letters: tuple[str, ...]
    count: int
    seats: tuple[int, ...] = ()


def agreeing_in(asked: Sequence[AtQuestion], rules: Iterable[str], own: bool) -> dict[str, tuple[Agreeing, ...]]:
    """Who agrees in each rule, most pupils first; where it is shared the largest group of a rule, or nobody.

    Shared is no group that is small, nor one that something which is shown can be subtracted from, or it from that, so
    that too few are left.
    """
    found = {rule: _groups([one for one in asked if rule in one.rules], rule) for rule in rules}
    if own:
        return {
            rule: tuple(Agreeing(letters, len(pupils), tuple(sorted(pupils))) for letters, pupils in groups)
            for rule, groups in found.items()
        }
    shared: dict[str, tuple[Agreeing, ...]] = {}
    told: list[tuple[tuple[str, ...], Pupils]] = []
    for rule, groups in found.items():
        shared[rule] = ()
        if groups and _may_be_shared(*groups[0], asked, told):
            letters, pupils = groups[0]
            shared[rule] = (Agreeing(letters, len(pupils)),)
            told.append((letters, pupils))
    return shared


def _groups(asked: Sequence[AtQuestion], rule: str) -> list[tuple[tuple[str, ...], Pupils]]:
    """Pupils by the letters at which they fit the misread of that rule that they fit at most of them; two at least."""
    fits: dict[int, dict[str, list[str]]] = {}
    for one in asked:
        for group in one.groups:
            for key in {fit.key for fit in group.fitting.fits if fit.rule == rule and fit.key}:
                for pupil in group.pupils:
                    fits.setdefault(pupil, {}).setdefault(key, []).append(one.letter)
    groups: dict[tuple[str, ...], set[int]] = {}
    for pupil, by_key in fits.items():
        letters = max(by_key.values(), key=lambda fitted: (len(fitted), fitted))
        if len(letters) > 1:
            groups.setdefault(tuple(letters), set()).add(pupil)
    found = [(letters, frozenset(pupils)) for letters, pupils in groups.items()]
    return sorted(found, key=lambda group: (-len(group[1]), group[0]))


def _may_be_shared(
    letters: tuple[str, ...],
    pupils: Pupils,
    asked: Sequence[AtQuestion],
    told: Sequence[tuple[tuple[str, ...], Pupils]],
) -> bool:
    """Whether nobody can tell of fewer than three pupils by a group and what else is shown of these questions.

    What is shown of other questions says nothing of who is meant: nobody knows who answered what there.
    """
    there = [one for one in asked if one.letter in letters]
    shown = [one.cells[rule] for one in there for rule in one.rules]
    shown += [group.pupils for one in there for group in one.shown]
    shown += [others for at, others in told if at == letters]
    within = [part for part in shown if part < pupils]
    left = [len(pupils), len(pupils.difference(*within)), *(len(pupils - part) for part in within)]
    for whole in (whole for whole in shown if pupils < whole):
        parts = [part for part in shown if part < whole]
        left += [len(whole - pupils), len(whole.difference(pupils, *parts))]
    return not any(0 < count < SMALLEST for count in left)

"""What the answers of one pupil agree in: the same misread at two questions or more says more than many single ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scorekeeper.classroom.answered import AtQuestion
from scorekeeper.classroom.showing import Pupils


@dataclass(frozen=True)
class Agreeing:
    """How many pupils' answers fit one and the same misread of a rule at these questions, and at no others.

    ``seats`` are the numbers of those pupils, and empty where it is shared.
    """

    letters: tuple[str, ...]
    count: int
    seats: tuple[int, ...] = ()


def agreeing_in(
    asked: Sequence[AtQuestion], rules: Iterable[str], own: bool, over: bool
) -> dict[str, tuple[Agreeing, ...]]:
    """Who agrees in each rule, most pupils first; where it is shared the largest group of a rule, or nobody.

    Shared is a group only once the class is ``over``, for until then its pupils may come to agree at another question
    too; and only where nothing follows from it, beside all that is shown of each of these questions, of one or two.
    """
    found = {rule: _groups([one for one in asked if rule in one.cells], rule) for rule in rules}
    if own:
        return {
            rule: tuple(Agreeing(letters, len(pupils), tuple(sorted(pupils))) for letters, pupils in groups)
            for rule, groups in found.items()
        }
    shared: dict[str, tuple[Agreeing, ...]] = {}
    told = {one.letter: one.told for one in asked}
    for rule, groups in found.items():
        shared[rule] = ()
        for letters, pupils in groups[:1] if over else ():
            # What is told of other questions says nothing of who is meant: nobody knows who answered what there.
            more = {letter: told[letter].told(pupils) for letter in letters}
            then = {letter: one for letter, one in more.items() if one is not None}
            if len(then) == len(letters):
                told |= then
                shared[rule] = (Agreeing(letters, len(pupils)),)
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

"""Who is told a wrong mistake or none, without a server: `python -m tests.bench.misses`.

Prints how many of each kind of learners were told, then each miss: the wrong rule and what was named; the hands, each
with the answer, the right number in brackets where it is another, and the number meant where it was a slip.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from scorekeeper.school.exercises.dice import Dice
from tests.bench import papers
from tests.bench.learning import COUNTS, in_process
from tests.bench.told import Share, Told
from tests.learners.hands import read
from tests.learners.learners import SLIPS, Kind, learners
from tests.learners.sheets import SHEETS, Sheet


def of_five_hands(sheet: Sheet, kind: Kind, count: int, slips: float) -> list[Told]:
    """So many learners of a kind; the same hands each time, as long as they are chosen in the same way."""
    return [
        in_process(learner, Dice(f"{sheet.name} {kind} {number}"))
        for number, learner in enumerate(learners(sheet, kind, count, slips))
    ]


def show(kind: Kind, told: Sequence[Told], *, by_rule: bool = False) -> None:
    share = Share.of(kind, told)
    rightly, another = share.percent(share.rightly), share.percent(share.named - share.rightly)
    told_of = (
        f"rightly {rightly:.1f} %, of another {another:.1f} %" if kind == "known" else f"any {rightly + another:.1f} %"
    )
    print(f"  {kind}: {share.whole}; told {told_of}", flush=True)
    if by_rule:
        show_by_rule(told)
        return
    for one in told:
        if not one.rightly if kind == "known" else one.named:
            print("\n".join(in_lines(one)))


def show_by_rule(told: Sequence[Told]) -> None:
    """How often each wrong rule was told, and what else was named."""
    by_rule: defaultdict[str, list[Told]] = defaultdict(list)
    for one in told:
        by_rule[name_of(one)].append(one)
    for name, those in sorted(by_rule.items(), key=lambda found: sum(one.rightly for one in found[1]) / len(found[1])):
        others = Counter(one.named for one in those if one.named and not one.rightly)
        named = ", ".join(f"{key} {count}" for key, count in others.most_common())
        print(
            f"    {sum(one.rightly for one in those):4} of {len(those):3}  {name}{f'; named {named}' if named else ''}"
        )


def name_of(told: Told) -> str:
    rule = told.learner.rule
    return f"{rule.key} {rule.meaning}".strip() if rule else "correct"


def in_lines(told: Told) -> Iterable[str]:
    yield f"    {name_of(told)} -> {told.named or 'nothing'}"
    for cards, answer in told.answers:
        hand = read(cards)
        right, meant = told.learner.sheet.way.total(hand), told.learner.way.total(hand)
        yield (
            f"      {cards:32}{answer:4}{f' ({right})' if answer != right else '':6}"
            f"{f' slip, meant {meant}' if answer != meant else ''}"
        ).rstrip()


def main(arguments: Sequence[str]) -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("house", nargs="*", help="only these")
    parser.add_argument("--times", type=float, default=1, help="how many times as many learners")
    parser.add_argument("--slips", type=float, default=SLIPS, help="the share of hands that they slip on")
    parser.add_argument("--papers", action="store_true", help="what a teacher is told of papers")
    parser.add_argument("--rules", action="store_true", help="how often each wrong rule was told, instead of each miss")
    chosen = parser.parse_args(arguments)
    for sheet in SHEETS:
        if chosen.house and sheet.name not in chosen.house:
            continue
        print(sheet.name)
        if chosen.papers:
            classes = range(round(papers.CLASSES * chosen.times))
            told = [one for number in classes for one in papers.in_process(sheet, number)]
            show("known", [one for one in told if one.learner.rule], by_rule=chosen.rules)
            show("correct", [one for one in told if not one.learner.rule], by_rule=chosen.rules)
        else:
            for kind, usual in COUNTS.items():
                told = of_five_hands(sheet, kind, round(usual * chosen.times), chosen.slips)
                show(kind, told, by_rule=chosen.rules)


if __name__ == "__main__":
    main(sys.argv[1:])

"""What typed counts become before anyone is compared: the winner of a round takes what the others hold, or pays."""

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from scorekeeper.rules.house import House
from scorekeeper.rules.parameters import Settle
from scorekeeper.rules.wording import listing, number


class Written(NamedTuple):
    """What a player writes instead of a count, the rule's id, and why."""

    points: int
    rule: str
    text: str


def written(counts: Mapping[str, int], house: House, ender: str | None) -> Iterator[dict[str, Written]]:
    """Each rule of the house that turns counts into scores, in their order; those of a step go by the step before."""
    if house.settle.kind != "own":
        step = _settled(counts, house.settle, ender)
        yield step
        counts = {name: step[name].points for name in counts}
    sweep = house.sweep
    taker = [name for name, count in counts.items() if sweep is not None and count == sweep.total]
    if sweep is not None and len(taker) == 1 and len(counts) > 1 and sum(map(abs, counts.values())) == abs(sweep.total):
        text = f"{taker[0]} took all {number(sweep.total)}"
        yield {
            name: Written(sweep.own if name in taker else sweep.others, "sweep", f"{text}, so {name} writes")
            for name in counts
        }


def _settled(counts: Mapping[str, int], rule: Settle, ender: str | None) -> dict[str, Written]:
    """What each player writes for what they still hold."""
    winners = _winners(counts, rule, ender)
    losers = [name for name in counts if name not in winners]
    pays = rule.kind == "winner-is-paid" and (bool(winners) or rule.when == "end")
    lost = "loses what’s left:" if pays else "scores nothing for what’s left:"
    found = {name: Written(-counts[name] if pays else 0, "settle", f"{name} {lost}") for name in losers}
    why = "went out and takes" if ender in winners else "holds the least and takes"
    for name in winners:
        own = {"ignored": 0, "off-once": counts[name], "off-each": counts[name] * len(losers)}[rule.own]
        points = sum(counts[loser] for loser in losers) - own + rule.bonus
        held = listing([number(counts[loser]) for loser in losers])
        extra = f", plus {rule.bonus}" if rule.bonus else ""
        less = f", minus {number(own)}" if own else ""
        found[name] = Written(points, "settle", f"{name} {why} {held}{extra}{less}:")
    return found


def _winners(counts: Mapping[str, int], rule: Settle, ender: str | None) -> Collection[str]:
    """Who takes what the others hold: the player who went out, or else, except at the end, who holds the least."""
    if ender is not None:
        return [ender]
    if rule.when == "end" or not counts:
        return []
    least = [name for name, count in counts.items() if count == min(counts.values())]
    return [] if len(least) == len(counts) or (len(least) > 1 and rule.tie == "nobody") else least

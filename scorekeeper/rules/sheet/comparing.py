"""A house beside others: what is special about it in a few words, and where two of them differ."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.rules.cards import Rank
from scorekeeper.rules.house import Cancelling, House
from scorekeeper.rules.sheet import playing, values
from scorekeeper.rules.wording import count_word, listing, number

MOST_FACTS = 5


def in_short(house: House) -> tuple[str, ...]:
    """Three to five short facts that tell this house from others, the most telling first."""
    return tuple(_facts(house))[:MOST_FACTS]


def _facts(house: House) -> Iterator[str]:
    if house.grid.size != 6:
        yield f"{count_word(house.grid.size).capitalize()} cards"
    if house.values[Rank.TWO] != 2:
        yield f"Twos {number(house.values[Rank.TWO])}"
    joker = house.values.get(Rank.JOKER)
    if joker is None:
        yield "No jokers"
    else:
        yield f"Jokers {number(joker)}" + ("" if house.table.jokers_per_deck else ", if any")
    yield from _equal_facts(house)
    four = house.four_of_a_kind
    if four is not None and four.points:
        yield f"Four of a kind {number(four.points)}"
    if house.needs_ender:
        yield "Ending a hole can cost" if _penalised(house) else "Ending a hole can pay"
    if house.ending.trigger == "knock":
        yield "A knock ends the hole"
    turns = house.ending.last_turns
    yield "Stops at once" if not turns else f"{playing.many(turns, 'last turn').capitalize()}"
    if len(set(house.table.decks.values())) > 1:
        yield "More decks for more players"


def _equal_facts(house: House) -> Iterator[str]:
    rule = house.cancelling
    if rule is None:
        yield "No pairs"
        return
    group = "Pairs" if rule.size == 2 else f"{count_word(rule.size).capitalize()} alike"
    kept = [rank.plural for rank in house.ranks if rule.exceptions.get(rank, "zero") != "zero"]
    yield f"{group} cancel" + (f", but not {' or '.join(kept)}" if kept else "")


def _penalised(house: House) -> bool:
    return house.penalty is not None and house.penalty.kind != "none"


def differences(house: House, other: House) -> tuple[str, ...]:
    """Where the rules of two houses differ, a sentence each: `Twos: −2 here, 2 there.` Empty for equal rules."""
    there = dict(_topics(other))
    return tuple(
        f"{topic}: {here} here, {there[topic]} there." for topic, here in _topics(house) if here != there[topic]
    )


def _topics(house: House) -> Iterator[tuple[str, str]]:
    """Every house answers the same topics in the same order, what changes a score first."""
    yield "Cards", f"{count_word(house.grid.size)} {playing.grid_words(house)}"
    for rank in Rank:
        value = house.values.get(rank)
        yield rank.plural.capitalize(), "not in the game" if value is None else number(value)
    yield "Equal cards", "all of them count" if house.cancelling is None else _cancelling(house.cancelling, house)
    yield "Four of a kind", _four(house)
    yield "Whoever ends the hole", _ender(house)
    yield from _playing_topics(house)


def _cancelling(rule: Cancelling, house: House) -> str:
    unit = {"rank": "of one rank", "value": "of one value", "card": "of one rank and suit"}[rule.same]
    rest = " and any more of them" if rule.leftover == "cancels" and values.longest_line(house) > rule.size else ""
    wild = f", and {listing([rank.plural for rank in rule.wild])} match any" if rule.wild else ""
    kept = [
        f"{count_word(rule.size)} {rank.plural} count {number(points)}"
        for rank in house.ranks
        if (points := values.group_points(rank, house)) or rule.exceptions.get(rank, "zero") != "zero"
    ]
    but = f", but {listing(kept)}" if kept else ""
    return f"{count_word(rule.size)} {unit}{rest} {values.where_words(rule)} cancel{wild}{but}"


def _four(house: House) -> str:
    rule = house.four_of_a_kind
    if rule is None or not rule.points:
        return "nothing extra"
    which = {
        "columns": "two equal columns",
        "any-pairs": "any two pairs",
        "two-and-two": "two in one row and two in another",
        "anywhere": "anywhere",
    }[rule.pattern]
    words = [f"{number(rule.points)} for four, {which}"]
    if rule.pattern in ("columns", "any-pairs"):
        words += ["side by side"] * rule.touching
        if house.grid.columns > 2:
            six = {"once": "once", "each-block": "for each neighbouring two", "each-pair": "for each two"}
            words.append(f"six alike {six[rule.six_alike]}")
    if rule.cards == "counted":
        words.append("on top of the cards")
    if rule.not_for:
        words.append(f"not for {listing([rank.plural for rank in rule.not_for])}")
    return ", ".join(words)


def _ender(house: House) -> str:
    words = []
    if house.penalty is not None and house.penalty.kind != "none":
        rule = house.penalty
        pays = {
            "add": f"pays {rule.points}",
            "double": "pays double",
            "double-and-add": f"pays double and {rule.points}",
            "worst": "gets the worst score",
        }[rule.kind]
        each = " for each" if rule.each_rival and rule.kind == "add" else ""
        equal = " or equal" if rule.when == "someone-lower-or-equal" else ""
        words.append(f"{pays}{each} if somebody is lower{equal}")
    if house.reward is not None and house.reward.kind != "none":
        gets = "has 0" if house.reward.kind == "zero" else f"gets {number(house.reward.points)}"
        words.append(f"{gets} if alone lowest")
    return " and ".join(words) or "neither pays nor gains"


def _playing_topics(house: House) -> Iterator[tuple[str, str]]:
    opening, rules, end = house.opening, house.turn, house.ending
    when = "in the first turn" if opening.when == "first-turn" else "before play"
    seen = [f"{count_word(opening.face_up)} turned up {when}"] * bool(opening.face_up)
    seen += [f"{count_word(opening.peek)} looked at once {when}"] * bool(opening.peek)
    yield "At the start", " and ".join(seen) or "nothing is seen"
    yield "A card placed", "lies face up" if rules.placed == "face-up" else "lies face down"
    yield "A taken discard", "may be put straight back" if rules.may_return_discard else "must be used"
    turned = "one more card is turned up" if rules.turn_up_after_discard == "must-but-last" else "nothing is turned up"
    yield "After throwing the drawn card away", turned
    yield (
        "A hole ends",
        {
            "all-face-up": "when somebody's cards all lie face up",
            "turn-up-last": "when somebody turns up the last card",
            "knock": "with a knock",
        }[end.trigger]
        + ("" if end.replacing_last_ends else ", not by replacing the last hidden card"),
    )
    yield "Last turns", f"{count_word(end.last_turns)} each" if end.last_turns else "none"
    yield "Hidden cards", "are counted" if end.hidden == "counted" else f"count {number(end.hidden)}"
    yield (
        "When the stock is empty",
        ("the discards are shuffled" if end.stock_empty == "reshuffle" else "the hole is over"),
    )
    yield "Players", f"{house.table.players_min} to {house.most_players}"
    yield (
        "Decks",
        "; ".join(
            f"{count_word(decks) if decks else 'to be agreed'} for {first if first == last else f'{first} to {last}'}"
            for first, last, decks in playing.deck_ranges(house)
        ),
    )
    yield "Jokers in a deck", count_word(house.table.jokers_per_deck) if house.table.jokers_per_deck else "none"
    yield "Holes", " or ".join(str(holes) for holes in house.match.holes)
    yield "The game is won by", "the lowest total" if house.match.winner == "lowest-total" else "the most holes"
    yield "A tie in the end", "is shared" if house.match.tie == "shared" else "is played out"

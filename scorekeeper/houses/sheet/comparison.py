"""A house beside others: where two of them differ, topic by topic."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.houses.sheet import card_points, course, pattern_points, paying
from scorekeeper.houses.sheet.phrases import grid_words, many, plurals
from scorekeeper.rules.cards import Rank
from scorekeeper.rules.house import House
from scorekeeper.rules.parameters import Cancelling, Reward
from scorekeeper.rules.wording import count_word, listing, number, signed


def differences(house: House, other: House) -> tuple[str, ...]:
    """Where the rules of two houses differ, a sentence each: `Twos: −2 here, 2 there.` Empty for equal rules."""
    there = dict(_topics(other))
    return tuple(
        f"{topic}: {here} here, {there[topic]} there." for topic, here in _topics(house) if here != there[topic]
    )


def _topics(house: House) -> Iterator[tuple[str, str]]:
    """Every house answers the same topics in the same order, what changes a score first."""
    yield "Cards", f"{count_word(house.grid.size)} {grid_words(house)}"
    for rank in Rank:
        value = house.values.get(rank)
        yield rank.plural.capitalize(), "not in the game" if value is None else number(value)
    yield "Single cards", _single_cards(house)
    yield "Equal cards", "all of them count" if house.cancelling is None else _cancelling(house.cancelling, house)
    yield "Four of a kind", _four(house)
    yield "Bonuses", "; ".join(_bonuses(house)) or "none"
    yield "Whoever ends the hole", _ender(house)
    yield "The fewest points on a hole", _winner(house.placing.winner)
    yield (
        "Equal scores on a hole",
        f"get {signed(house.placing.equal)} each" if house.placing.equal else "stay as they are",
    )
    yield (
        "Places on a hole",
        "go by the layouts" if house.placing.compared == "raw" else "go by what the ender has then",
    )
    yield from _course_topics(house)
    yield from _ending_topics(house)
    yield from _table_topics(house)
    yield from _match_topics(house)


def _single_cards(house: House) -> str:
    cards = [f"{card} {number(value)}" for card, value in card_points.single_cards(house)]
    return listing(cards) or "none apart from their rank"


def _cancelling(rule: Cancelling, house: House) -> str:
    unit = {"rank": "of one rank", "value": "of one value", "card": "of one rank and suit"}[rule.same]
    rest = " and any more of them" if rule.leftover == "cancels" and card_points.longest_line(house) > rule.size else ""
    wild = f", and {plurals(rule.wild)} match any" if rule.wild else ""
    kept = [
        f"{count_word(rule.size)} {rank.plural} count {number(card_points.group_points(rank, house))}"
        for rank in house.ranks
        if rule.exceptions.get(rank, rule.counts) != rule.counts
    ]
    counts = {"zero": "cancel", "negative": "count minus their points"}.get(str(rule.counts))
    done = counts or f"count {number(int(rule.counts))} together"
    left = " and leave the layout" if rule.leave else ""
    but = f", but {listing(kept)}" if kept else ""
    return f"{count_word(rule.size)} {unit}{rest} {card_points.where_words(rule)} {done}{left}{wild}{but}"


def _four(house: House) -> str:
    rule = house.four_of_a_kind
    if rule is None or not pattern_points.earns(rule):
        return "nothing extra"
    which = {
        "columns": "two equal columns",
        "any-pairs": "any two pairs" if house.grid.rows == 2 else "any two columns of one rank each",
        "two-and-two": "two in one row and two in another",
        "anywhere": "anywhere",
        "block": "in a square",
        "end-block": "in a square at an end",
    }[rule.pattern]
    cards = count_word(pattern_points.cards_needed(rule, house))
    words = [f"{number(rule.points)} for {cards}, {which}"]
    words += [f"{number(points)} for {cards} {rank.plural}" for rank, points in sorted(rule.by_rank.items())]
    words += [f"{number(points)} for {count_word(count)} columns" for count, points in sorted(rule.by_columns.items())]
    if rule.pattern in ("columns", "any-pairs") and house.grid.columns > 2:
        words += ["side by side"] * rule.touching
        six = {"once": "once", "each-block": "for each neighbouring two", "each-pair": "for each two"}
        words.append(f"{count_word(3 * house.grid.rows)} alike {six[rule.six_alike]}")
    if rule.pattern in ("block", "end-block") and house.grid.size > 4:
        words.append("once for a rank" if rule.six_alike == "once" else "for each square")
    if rule.cards == "counted":
        words.append("on top of the cards")
    if rule.not_for:
        words.append(f"not for {plurals(rule.not_for)}")
    return ", ".join(words)


def _bonuses(house: House) -> Iterator[str]:
    for bonus in house.bonuses:
        wild = ", jokers standing for any card" if bonus.jokers_wild else ""
        others = f", {signed(bonus.others)} for each of the others" if bonus.others else ""
        yield f"{pattern_points.pattern_words(bonus, house)} {pattern_points.points_words(bonus)}{wild}{others}"


def _ender(house: House) -> str:
    words = []
    if house.penalty is not None and paying.penalised(house):
        rule = house.penalty
        twice = "double" if rule.below_zero == "kept" else "double, also below 0,"
        pays = {
            "add": f"pays {rule.points}",
            "double": f"pays {twice}",
            "double-and-add": f"pays {twice} and {rule.points}",
            "worst": "gets the worst score",
            "none": "",
        }[rule.kind]
        each = " for each" if rule.each_rival and rule.kind == "add" else ""
        equal = " or equal" if rule.when == "someone-lower-or-equal" else ""
        words.append(f"{pays}{each} if somebody is lower{equal}")
    if house.reward is not None and paying.rewarded(house.reward):
        lowest = "alone lowest" if house.reward.when == "alone" else "lowest, alone or not"
        words.append(f"{_gain(house.reward)} if {lowest}")
    return " and ".join(words) or "neither pays nor gains"


def _gain(rule: Reward) -> str:
    return {"none": "", "zero": "has 0", "half": "has half", "add": f"gets {number(rule.points)}"}[rule.kind]


def _winner(rule: Reward | None) -> str:
    if rule is None or not paying.rewarded(rule):
        return "bring nothing"
    return f"whoever has them {_gain(rule)}{'' if rule.when == 'alone' else ', shared or not'}"


def _places(house: House) -> str:
    """The places whose cards the opening turns up; empty where a player chooses, whatever the house lists then."""
    cells = house.grid.cells()
    opening = house.opening
    return listing([str(cells[place - 1]) for place in opening.places]) if opening.where == "fixed" else ""


def _course_topics(house: House) -> Iterator[tuple[str, str]]:
    opening, rules, end = house.opening, house.turn, house.ending
    when = {
        "before-first-discard": "before the discard pile is begun",
        "before-play": "before play",
        "first-turn": "in the first turn",
    }[opening.when]
    where = {
        "any": "",
        "same-column": " in one column",
        "different-columns": " in different columns",
        "each-row": " in different rows",
        "fixed": f" in fixed places ({_places(house)})",
    }[opening.where]
    where *= opening.face_up > 1 or opening.where == "fixed"
    peek = {"nearest": "", "any": " (any)", "outer": " (the outer ones)"}[opening.peek_where]
    seen = [f"{count_word(opening.face_up)} turned up{where} {when}"] * bool(opening.face_up)
    seen += [f"{count_word(opening.peek)}{peek} looked at once {when}"] * bool(opening.peek)
    yield "At the start", " and ".join(seen) or "nothing is seen"
    yield "Cards are taken", "from the stock or the discard pile" if rules.sources == "both" else "from the stock only"
    yield "Turning a card up instead of taking one", "is a turn" if rules.turn_up_instead else "is no turn"
    yield (
        "A card placed",
        {
            "face-up": "lies face up",
            "face-down": "lies face down",
            "as-drawn": "lies face up only if taken from the discard pile",
            "as-replaced": "lies as the one that it replaces",
            "either": "lies face up or down",
        }[rules.placed],
    )
    if rules.sources == "stock":
        yield "A taken discard", "is never taken"
    else:
        yield "A taken discard", "may be put straight back" if rules.may_return_discard else "must be used"
    turned = {
        "never": "nothing is turned up",
        "may": "one more card may be turned up",
        "must": "one more card is turned up, the last one too",
        "must-but-last": "one more card is turned up",
    }[rules.turn_up_after_discard]
    if rules.turn_up_after_discard != "never" and not rules.turn_up_in_last_turn and end.last_turns:
        turned += ", though not in the last turns"
    yield "After throwing the drawn card away", turned
    equal = "may be replaced by its equal" if rules.swap_equal else "is not replaced by its equal"
    yield "An open card", equal if rules.swap_open else "is final"
    at_last = "may be replaced" if rules.swap_open_at_last and rules.swap_open else "stay"
    yield "With one card hidden, the open ones", at_last
    looking = "is not looked at before" if rules.look == "forbidden" else "may be looked at, and is then replaced"
    yield "A hidden card", looking


def _ending_topics(house: House) -> Iterator[tuple[str, str]]:
    end = house.ending
    ends = {
        "all-face-up": "when somebody's cards all lie face up",
        "turn-up-last": "when somebody turns up the last card",
        "knock": "with a knock",
        "turns": f"after {many(end.turns, 'turn')} each",
        "stock-empty": "with the last card of the stock",
    }[end.trigger]
    if end.trigger in ("all-face-up", "turn-up-last") and not end.replacing_last_ends:
        ends += ", not by replacing the last hidden card"
    if end.trigger == "turn-up-last":
        ends += ", after a swap too" * end.turning_after_swap
        ends += ", once everybody is down to one" * end.waits_for_all
        ends += ", which may be left only once" * (end.declines == "once")
    if end.trigger == "knock":
        ends += " instead of taking a card" if end.knock == "instead-of-drawing" else " at the end of a turn"
        ends += f", not before turn {end.knock_from}" * (end.knock_from > 1)
    yield "A hole ends", ends
    last = f"{count_word(end.last_turns)} each" if end.last_turns else "none"
    if end.last_turns and end.last_turns_for == "rest-of-round":
        last += " for the rest of the round"
    yield "Last turns", last
    yield "Hidden cards", "are counted" if end.hidden == "counted" else f"count {number(end.hidden)}"
    empty = {
        "reshuffle": "the discards are shuffled",
        "reshuffle-once": "the discards are shuffled once",
        "hole-ends": "the hole is over",
    }[end.stock_empty]
    yield "When the stock is empty", "the hole is over" if end.trigger == "stock-empty" else empty


def _table_topics(house: House) -> Iterator[tuple[str, str]]:
    yield "Players", f"{house.table.players_min} to {house.most_players}"
    yield "The deck", "52 cards" if house.table.deck is None else course.own_deck(house)
    yield (
        "Decks",
        "; ".join(
            f"{count_word(decks) if decks else 'to be agreed'} for {first if first == last else f'{first} to {last}'}"
            for first, last, decks in course.deck_ranges(house)
        ),
    )
    yield "Jokers in a deck", count_word(house.table.jokers_per_deck) if house.table.jokers_per_deck else "none"


def _match_topics(house: House) -> Iterator[tuple[str, str]]:
    rules = house.match
    if rules.until is None:
        yield "Length of a game", f"{' or '.join(str(holes) for holes in rules.holes)} holes"
    else:
        yield "Length of a game", f"until somebody has {number(rules.until)}"
    exact = [f"{number(total)} becomes {number(becomes)}" for total, becomes in sorted(rules.exact.items())]
    yield "A total hit exactly", listing(exact) or "stays"
    named = rules.hole_winner or rules.winner == "most-holes"
    equal = {"shared": "", "ender-wins": "; its ender wins a tie", "ender-loses": "; its ender loses a tie"}
    yield "The winner of a hole", ("is named" if named else "is not named") + equal[rules.hole_tie]
    yield "The game is won by", "the lowest total" if rules.winner == "lowest-total" else "the most holes"
    yield (
        "A tie in the end",
        {
            "shared": "is shared",
            "extra-hole": "is played out",
            "lowest-hole": "goes to the lowest single hole",
            "most-holes": "goes to more holes won",
            "ender-loses": "is lost by whoever ended the last hole",
        }[rules.tie],
    )
    yield (
        "The next hole",
        {
            "moves-on": "is dealt by the next player",
            "stays": "is dealt by the same player",
            "winner-starts": "is begun by the lowest of the last",
            "loser-deals": "is dealt by the highest of the last",
            "ender-starts": "is begun by whoever ended the last",
            "ender-deals": "is dealt by whoever ended the last",
            "highest-opening-starts": "is begun by whoever turns up most",
            "highest-opening-then-ender": "is begun by whoever ended the last, the first by whoever turns up most",
        }[rules.deal],
    )
    yield "First to play", "the dealer" if rules.first == "dealer" else "whoever sits to the dealer's left"
    teams = {"none": "plays alone", "sum": "adds up the points of a team", "best-ball": "counts a team's lowest score"}
    yield "Who is ranked together", f"everybody {teams[rules.teams]}" if rules.teams == "none" else teams[rules.teams]

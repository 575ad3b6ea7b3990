"""Houses at random: every parameter that touches a score, the deck, the end of a hole and the match.

Each is one that the validation of custom houses lets through, so that what is proved of them holds for
what people build.
"""

import random
from collections.abc import Callable, Sequence
from typing import Any

from scorekeeper.houses.loading import BadHouse, from_data
from scorekeeper.rules import House, Rank, Suit
from scorekeeper.rules.cards import STANDARD_RANKS

Data = dict[str, Any]

_TRIES = 400
_NUMBERS = tuple(rank for rank in Rank if rank.value.startswith("#"))


def random_house(dice: random.Random, key: str = "random") -> House:
    """A house that says something about nearly everything; the same one for dice of the same seed."""
    data: Data = {
        "key": key,
        "name": f"Random {key}",
        "summary": "Made by dice.",
        "source": {"sheet": "", "title": "Dice"},
    }
    _roll(data, dice, tuple(_SECTIONS))
    for _ in range(_TRIES):
        try:
            return from_data(data, key)
        except BadHouse as refused:
            wrong = {problem.key.partition(".")[0] for problem in refused.found}
            # What contradicts something is rolled again, and not what it contradicts: grid and deck stay.
            _roll(data, dice, tuple(section for section in _SECTIONS if section in wrong))
    raise AssertionError(f"no house came out of {_TRIES} rolls: {data}")


def random_houses(count: int, seed: int = 4) -> dict[str, House]:
    """`count` houses by their keys."""
    return {
        f"random-{number}": random_house(random.Random(seed * 10_000 + number), f"random-{number}")
        for number in range(count)
    }


def _roll(data: Data, dice: random.Random, sections: Sequence[str]) -> None:
    for section in sections:
        data[section] = _SECTIONS[section](dice, data)


def _points(dice: random.Random, low: int = -25, high: int = 25) -> int:
    return dice.choice([0, dice.randint(low, high), dice.randint(-10, 10)])


def _maybe(dice: random.Random, chance: float, value: Any) -> Any:
    return value if dice.random() < chance else None


def _some(dice: random.Random, ranks: Sequence[str], most: int = 3) -> list[str]:
    return dice.sample(ranks, dice.randint(0, min(most, len(ranks))))


# --- the cards -------------------------------------------------------------------------------------------------------


def _grid(dice: random.Random, _data: Data) -> Data:
    usual = dice.choice([(2, 2), (2, 3), (2, 3), (2, 4), (2, 5), (3, 3), (3, 3), (3, 4), (4, 4)])
    rows, columns = dice.choice([usual, usual, usual, (dice.randint(1, 4), dice.randint(1, 6))])
    return {"rows": rows, "columns": columns}


def _table(dice: random.Random, data: Data) -> Data:
    size = data["grid"]["rows"] * data["grid"]["columns"]
    most = dice.randint(1, 6)
    table: Data = {"decks": {"2": dice.randint(1, most), str(dice.randint(3, 6)): most}}
    if dice.random() < 0.3:
        pool = [rank.value for rank in (*_NUMBERS, *STANDARD_RANKS[1:10])]
        ranks = dice.sample(
            pool, dice.choice([1, 2, 3, dice.randint(4, len(pool)), dice.randint(4, len(pool))])
        ) + _some(dice, ["A", "J", "Q", "K", "*"], 2)
        table["deck"] = {rank: dice.randint(1, 12) for rank in ranks}
        table["jokers_per_deck"] = table["deck"].get("*", 0)
    else:
        table["jokers_per_deck"] = dice.choice([0, 0, 1, 2, 2, 4])
    table["players_min"] = 1 if size > 12 else 2
    return table


def _values(dice: random.Random, data: Data) -> Data:
    table = data["table"]
    joker = bool(table["jokers_per_deck"]) or dice.random() < 0.1
    ranks = table.get("deck") or [*STANDARD_RANKS, *(["*"] if joker else [])]
    few = [dice.randint(-5, 15) for _ in range(4)]  # equal values are what some rules are about
    return {rank: dice.choice([dice.choice(few), dice.randint(-5, 20), _face_value(rank)]) for rank in ranks}


def _face_value(rank: str) -> int:
    face = Rank(rank).face
    return int(face) if face.lstrip("-").isdigit() else 10


def _card_values(dice: random.Random, data: Data) -> Data:
    if "deck" in data["table"] or dice.random() < 0.6:
        return {}
    cards = [rank + suit for rank in STANDARD_RANKS for suit in Suit]
    return {card: _points(dice, -40, 40) for card in dice.sample(cards, dice.randint(1, 4))}


# --- what several cards count ----------------------------------------------------------------------------------------


def _cancelling(dice: random.Random, data: Data) -> Data | None:
    ranks = list(data["values"])
    rows, columns = data["grid"]["rows"], data["grid"]["columns"]
    longest = {"column": rows, "row": columns, "diagonal": min(rows, columns), "anywhere": rows * columns}
    size = dice.choice([2, 2, 2, 3, 3, 4])
    fitting = [where for where, length in longest.items() if length >= size]
    if not fitting or dice.random() < 0.1:
        return None
    lines = [where for where in fitting if where != "anywhere"]
    anywhere = not lines or dice.random() < 0.15
    leave = not anywhere and dice.random() < 0.2
    return {
        "where": ["anywhere"] if anywhere else dice.sample(lines, dice.randint(1, len(lines))),
        "size": size,
        "same": dice.choice(["rank", "rank", "value", "card"])
        if "deck" not in data["table"]
        else dice.choice(["rank", "value"]),
        "leftover": dice.choice(["counts", "cancels"]),
        "counts": "zero" if leave else dice.choice(["zero", "zero", "negative", _points(dice)]),
        "exceptions": {rank: dice.choice(["zero", "keep"]) for rank in _some(dice, ranks, 2)}
        if leave
        else {
            rank: dice.choice(["zero", "keep", "lower", "negative", _points(dice)]) for rank in _some(dice, ranks, 6)
        },
        "wild": [] if leave else _maybe(dice, 0.4, _some(dice, ranks, 2)) or [],
        "leave": leave,
    }


def _four_of_a_kind(dice: random.Random, data: Data) -> Data | None:
    ranks = list(data["values"])
    rows, columns = data["grid"]["rows"], data["grid"]["columns"]
    if rows * columns < 4 or dice.random() < 0.25:
        return None
    patterns = ["anywhere"]
    if rows > 1 and columns > 1:
        patterns += ["any-pairs", *["columns"] * 4, "two-and-two", "block", "end-block"]
    pattern = dice.choice(patterns)
    not_for = dice.choice([[], _some(dice, ranks)])
    allowed = [rank for rank in ranks if rank not in not_for]
    more = {str(count): _points(dice) for count in range(2, columns + 1) if dice.random() < 0.3}
    return {
        "points": _points(dice),
        "pattern": pattern,
        "touching": pattern in ("columns", "any-pairs") and dice.random() < 0.4,
        "not_for": not_for,
        "six_alike": "once"
        if pattern in ("anywhere", "two-and-two")
        else dice.choice(["once", "each-block", "each-pair"]),
        "cards": dice.choice(["cancelled", "counted"]),
        "by_rank": {rank: _points(dice) for rank in _some(dice, allowed)},
        "by_columns": more if pattern == "columns" else {},
    }


def _bonuses(dice: random.Random, data: Data) -> list[Data]:
    return [_bonus(dice, data) for _ in range(dice.choice([0, 0, 1, 2, 3, 5]))]


def _bonus(dice: random.Random, data: Data) -> Data:
    ranks = list(data["values"])
    pattern = dice.choice(["one-suit", "run", "corners", "pairs", "all-cancelled", "exact-total"])
    if pattern == "one-suit" and "deck" in data["table"]:
        pattern = "corners"
    replaces = pattern in ("one-suit", "run", "corners") and dice.random() < 0.5
    return {
        "pattern": pattern,
        "points": dice.choice([-1, 1]) * dice.randint(1, 30),
        "others": dice.choice([0, 0, dice.randint(-10, 20)]),
        "cards": "cancelled" if replaces else "counted",
        "jokers_wild": pattern in ("one-suit", "run") and "*" in ranks and dice.random() < 0.5,
        "ranks": _some(dice, ranks) if pattern in ("pairs", "corners") else [],
        "pairs": dice.randint(1, 3),
        "total": dice.randint(-5, 15),
    }


# --- the hole and the match ------------------------------------------------------------------------------------------


def _penalty(dice: random.Random, data: Data) -> Data | None:
    if not _has_ender(data):
        return None
    kind = dice.choice(["none", "add", "double", "double-and-add", "worst"])
    return {
        "kind": kind,
        "points": dice.choice([5, 10, -3, *([] if "add" in kind else [0])]),
        "when": dice.choice(["someone-lower", "someone-lower-or-equal"]),
        "each_rival": kind == "add" and dice.random() < 0.5,
        "below_zero": dice.choice(["kept", "doubled"]) if "double" in kind else "kept",
    }


def _reward(dice: random.Random, data: Data) -> Data | None:
    return _maybe(dice, 0.5, _gain(dice)) if _has_ender(data) else None


def _gain(dice: random.Random) -> Data:
    return {
        "kind": dice.choice(["none", "zero", "half", "add"]),
        "points": dice.choice([-5, -10, 3]),
        "when": dice.choice(["alone", "shared"]),
    }


def _placing(dice: random.Random, data: Data) -> Data:
    winner, equal = _maybe(dice, 0.4, _gain(dice)), dice.choice([0, 0, 0, 5, -5])
    pays = any(rule and rule["kind"] != "none" for rule in (data["penalty"], data["reward"]))
    after = pays and (equal or (winner and winner["kind"] != "none")) and dice.random() < 0.5
    return {"winner": winner, "equal": equal, "compared": "after-penalty" if after else "raw"}


def _has_ender(data: Data) -> bool:
    return data["ending"]["trigger"] in ("all-face-up", "turn-up-last", "knock")


def _opening(dice: random.Random, data: Data) -> Data:
    rows, columns = data["grid"]["rows"], data["grid"]["columns"]
    size = rows * columns
    where = dice.choice(["any", "same-column", "different-columns", "each-row", "fixed"])
    most = {"same-column": rows, "different-columns": columns, "each-row": rows}.get(where, size)
    face_up = dice.randint(0, min(most, size - 1))
    peek = dice.choice([0, 0, min(2, size)])
    return {
        "face_up": face_up,
        "where": where,
        "places": dice.sample(range(1, size + 1), face_up) if where == "fixed" else [],
        "when": dice.choice(["before-first-discard", "before-play", "first-turn"]),
        "peek": peek,
        "peek_where": dice.choice(["nearest", "any", *(["outer"] if columns > 1 or peek < 2 else [])]),
    }


def _turn(dice: random.Random, _data: Data) -> Data:
    sources = dice.choice(["both", "both", "stock"])
    return {
        "sources": sources,
        "placed": dice.choice(["face-up", "face-up", "face-down", "as-drawn", "as-replaced", "either"]),
        "may_return_discard": sources == "both" and dice.random() < 0.3,
        "may_discard_stock": dice.random() < 0.8,
        "turn_up_after_discard": dice.choice(["never", "may", "must", "must-but-last"]),
        "turn_up_in_last_turn": dice.random() < 0.7,
        "turn_up_instead": dice.random() < 0.3,
        "swap_open": (swap_open := dice.random() < 0.9),
        "swap_equal": not swap_open or dice.random() < 0.8,
        "swap_open_at_last": not swap_open or dice.random() < 0.8,
        "look": dice.choice(["forbidden", "commits"]),
    }


def _ending(dice: random.Random, _data: Data) -> Data:
    trigger = dice.choice(["all-face-up", "all-face-up", "turn-up-last", "knock", "knock", "turns", "stock-empty"])
    ended, chosen = trigger not in ("turns", "stock-empty"), trigger == "turn-up-last"
    return {
        "trigger": trigger,
        "turns": dice.randint(1, 9) if trigger == "turns" else 0,
        "replacing_last_ends": dice.random() < 0.8 or trigger not in ("all-face-up", "turn-up-last"),
        "turning_after_swap": chosen and dice.random() < 0.3,
        "waits_for_all": chosen and dice.random() < 0.2,
        "declines": dice.choice(["always", "once"]) if chosen else "always",
        "knock": dice.choice(["instead-of-drawing", "after-turn"]) if trigger == "knock" else "instead-of-drawing",
        "knock_from": dice.randint(1, 3) if trigger == "knock" else 1,
        "good_knock": 12 if trigger == "knock" else None,
        "last_turns": dice.choice([0, 1, 1, 2]) if ended else 0,
        "last_turns_for": dice.choice(["all", "rest-of-round"]),
        "stock_empty": dice.choice(["reshuffle", "reshuffle-once", "hole-ends"]),
        "hidden": dice.choice(["counted", "counted", "counted", 0, 10, -1]),
    }


def _match(dice: random.Random, data: Data) -> Data:
    until = dice.choice([None, None, dice.randint(1, 150)])
    teams = dice.choice(["none", "none", "sum", "best-ball"])
    if (data["table"].get("players_max") or 3) < 3:
        teams = "none"
    ended = data["ending"]["trigger"] not in ("turns", "stock-empty")
    shown = data["opening"]["face_up"] and data["opening"]["when"] != "first-turn"
    deal = dice.choice(
        [
            *("moves-on", "stays", "winner-starts", "loser-deals"),
            *(["ender-starts", "ender-deals"] if ended else []),
            *(["highest-opening-starts", "highest-opening-then-winner"] if shown else []),
            *(["highest-opening-then-ender"] if ended and shown else []),
        ]
    )
    return {
        "holes": dice.sample(range(1, 19), dice.randint(1, 3)),
        "until": until,
        "exact": {str(dice.randint(0, 20)): dice.randint(-10, -1) for _ in range(dice.choice([0, 0, 1, 3]))}
        if teams == "none"
        else {},
        "winner": "lowest-total" if until else dice.choice(["lowest-total", "lowest-total", "most-holes"]),
        "tie": dice.choice(["shared", "extra-hole", "lowest-hole", "most-holes", *(["ender-loses"] if ended else [])]),
        "hole_winner": dice.random() < 0.3,
        "hole_tie": dice.choice(["shared", "ender-wins", "ender-loses"]) if ended else "shared",
        "deal": deal,
        "first": "left-of-dealer" if deal.startswith("highest") else dice.choice(["left-of-dealer", "dealer"]),
        "teams": teams,
    }


_SECTIONS: dict[str, Callable[[random.Random, Data], Any]] = {
    "grid": _grid,
    "table": _table,
    "values": _values,
    "card_values": _card_values,
    "cancelling": _cancelling,
    "four_of_a_kind": _four_of_a_kind,
    "bonuses": _bonuses,
    "opening": _opening,
    "turn": _turn,
    "ending": _ending,
    "penalty": _penalty,
    "reward": _reward,
    "placing": _placing,
    "match": _match,
}
"""In an order in which each may look at what was rolled before it."""

"""Sentences of the rule sheet of a game without cards: what to type, and who wins."""

from collections.abc import Iterator

from scorekeeper.houses.sheet.phrases import either
from scorekeeper.houses.vocabulary import PARAMETERS
from scorekeeper.rules.house import MOST_POINTS, House
from scorekeeper.rules.wording import count_word, counted, number


def counting(house: House) -> Iterator[str]:
    """What the players type, and what becomes of it."""
    typed, settle, sweep, word = house.entry, house.settle, house.sweep, house.round_word
    if house.source.notes:
        yield house.source.notes
    if typed.min is not None and typed.max is not None and typed.max < MOST_POINTS:
        yield f"A score is {number(typed.min)} to {number(typed.max)}."
    if typed.sum is not None:
        yield f"The scores of a {word} add up to {number(typed.sum)}."
    if settle.kind != "own":
        plus = f", plus {settle.bonus}" if settle.bonus else ""
        yield f"The player who goes out gets what the others still hold{plus}."
        yield "The others lose what they hold." if settle.kind == "winner-is-paid" else "The others score 0."
    if settle.kind != "own" and settle.when == "each-round":
        off = {"ignored": "", "off-once": ", minus their own", "off-each": ", minus their own each time"}[settle.own]
        alone = "" if settle.tie == "each" else " If several do, no one scores."
        yield f"If no one goes out, the player who holds the least gets it{off}.{alone}"
    if sweep is not None:
        both = f"writes {number(sweep.own)}, and each of the others {number(sweep.others)}"
        yield f"A player who has all {number(sweep.total)} {both}."


def winning(house: House) -> Iterator[str]:
    """How long a game is, and who wins it."""
    rules, word = house.match, house.round_word
    if rules.start_points:
        yield f"Everyone begins with {counted(rules.start_points, 'point')}."
    if rules.until is not None and rules.after_until == "others-once-more":
        yield f"Once someone has {number(rules.until)}, each of the others has one more {word}."
    elif rules.until is not None:
        yield f"The game ends after the {word} in which someone has {number(rules.until)}."
    elif rules.open:
        yield f"Play as many {word}s as you like."
    else:
        yield f"A game has {either(list(map(str, rules.holes)))} {word}s."
    pars = {one.par for one in house.rounds}
    if len(pars) == 1 and (par := pars.pop()) is not None:
        yield f"Par is {number(par)}."
    if rules.out_at is not None:
        more = "more than " if rules.out_when == "passed" else ""
        yield f"A player with {more}{number(rules.out_at)} is out. The last one in wins."
    yield f"The {rules.best_word} score wins."
    if said := (PARAMETERS["match.tie"].sheet or {}).get(rules.tie):
        yield f"{said.replace('hole', word).replace('lowest', rules.best_word)}."


def seats(house: House) -> Iterator[str]:
    """How many can play."""
    fewest, most = house.table.players_min, house.table.players_max
    several = count_word(fewest) if most is None else f"{count_word(fewest)} to {count_word(most)}"
    yield f"{several.capitalize()} players{' or more' if most is None else ''}."


def rounds(house: House) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """The headings and rows of the rounds: their names, and their pars where those differ. No rows for neither."""
    numbers = [str(place) for place in range(1, len(house.rounds) + 1)]
    columns = [(house.round_word.capitalize(), numbers)]
    if any(one.name for one in house.rounds):
        columns.append(("Name", [one.name for one in house.rounds]))
    if len({one.par for one in house.rounds}) > 1:
        columns.append(("Par", ["" if one.par is None else number(one.par) for one in house.rounds]))
    headings, cells = zip(*columns, strict=True)
    return headings, tuple(zip(*cells, strict=True)) if len(columns) > 1 else ()


def short_facts(house: House) -> Iterator[str]:
    """What sets the game apart, in a few words each."""
    match = house.match
    yield "Highest wins" if match.better == "higher" else "Lowest wins"
    if match.until is not None:
        yield f"To {match.until:,} points"
    elif match.open:
        yield f"Any number of {house.round_word}s"
    elif match.holes:
        yield counted(match.holes[0], house.round_word).capitalize()
    yield f"{house.table.players_min} to {house.most_players} players"

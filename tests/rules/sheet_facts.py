"""Each sentence of a rule sheet and its basis: a fact of a source, or a sign that it is ours.

python -m tests.rules.sheet_facts [KEY]    what rests on nothing, and which facts are not told
"""

import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from scorekeeper import houses
from scorekeeper.houses.sheet import rule_sheet, sheet_text
from scorekeeper.houses.sheet.phrases import SIGNS
from scorekeeper.rules import House

SOURCES = tomllib.loads(Path(__file__).with_name("sheet_sources.toml").read_text(encoding="utf-8"))

FOLLOWS = {
    r"Rows and diagonals don\u2019t cancel\.": "“in a column”, said again",
    r"Even [a-z ]+ (is|are) worth 0, though one alone is worth −\d+\.": "any pair cancels, said again",
    r"A jack and a queen don\u2019t, even though they have the same value\.": "“the same rank”, said again",
    r"The decks below are enough for up to \d+\.": "the decks, counted",
    r"If you add jokers, they have a value\.": "the joker’s points, said again",
    r"Turns go clockwise\.": "the player to the dealer’s left goes first, and so on",
    r"After that, no peeking\.": "“peek once”, said again",
}
"""Sentences that say nothing new, with the ones that they follow from."""

COMPUTED = ("readings", "examples", "hole")
"""Sections that tell where each answer comes from, and numbers that are worked out."""


def facts_of(house: House, *, left_out: bool = False) -> Iterator[tuple[str, str]]:
    """The facts of the sources, or their unreadable parts, and our sheet's words for them."""
    for source, facts in SOURCES.get(house.key, {}).items():
        for fact, told in facts.items() if source != "left_out" or left_out else ():
            yield from ((f"{source}: {fact}", one) for one in ([told] if isinstance(told, str) else told))


def sentences_of(house: House) -> Iterator[str]:
    """Each sentence and row of the sheet, without the house's own description."""
    own_words = {house.summary, house.source.notes}
    for section in rule_sheet(house):
        if section.key in COMPUTED:
            continue
        for paragraph in section.paragraphs:
            if paragraph not in own_words and house.source.title.rstrip(".") not in paragraph:
                yield from re.split(r"(?<=[.!?]) (?=[A-Z])", paragraph)
        for row in section.table.rows if section.table else ():
            yield " | ".join(row)


def untold(house: House) -> list[str]:
    """Facts that are missing from the sheet, word by word."""
    text = sheet_text(house)
    return [f"{fact} = {told}" for fact, told in facts_of(house) if told not in text]


def unfounded(house: House) -> list[str]:
    """Sentences that rest on no fact and carry no sign."""
    told = [one for _, one in facts_of(house)]
    return [
        sentence
        for sentence in sentences_of(house)
        if not any(one in sentence or sentence in one for one in (*told, *SIGNS.values()))
        and not any(re.fullmatch(pattern, sentence) for pattern in FOLLOWS)
    ]


if __name__ == "__main__":
    for one in houses.built_in():
        if not sys.argv[1:] or one.key in sys.argv[1:]:
            found = [f"untold: {fact}" for fact in untold(one)] + [f"unfounded: {said}" for said in unfounded(one)]
            sys.stdout.write("".join(f"{one.key}, {line}\n" for line in found))

"""Faults in the words of a house: its name, its summary and its questions."""

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from scorekeeper.rules import House
from scorekeeper.rules.names import unseen
from scorekeeper.rules.options import AskedAbout
from scorekeeper.rules.wording import short

Finding = tuple[str, str]
"""The key of the house file, and the cause."""

LONGEST_KEY = 60
LONGEST_SHEET = 20
LONGEST_SENTENCE = 2_000
"""Characters of a text of a question or an example."""

MOST_OPTIONS = 80
MOST_EXAMPLES = 60

_KEY = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def written(key: str, text: str, most: int, *, lines: bool = False) -> Iterator[Finding]:
    """A text that is too long, or holds an invisible character."""
    if len(text) > most:
        yield key, f"This has {len(text)} characters. Use at most {most}."
    # Stray joiners do no harm, and older houses may have them.
    if unseen(text) - {"\u200c", "\u200d", "\n" if lines else ""}:
        yield key, "This has an invisible character."


def identity(house: House) -> Iterator[Finding]:
    """Faults in the key, the name and the version."""
    if not _KEY.fullmatch(house.key) or len(house.key) > LONGEST_KEY:
        yield "key", f"“{short(house.key, 40)}” can’t be a key. Use small letters, digits and hyphens."
    for key, text in (("name", house.name), ("summary", house.summary)):
        if not text.strip():
            yield key, "This can’t be empty."
    yield from written("source.sheet", house.source.sheet, LONGEST_SHEET)
    if not 1 <= house.version <= 1_000_000:
        yield "version", "Versions start at 1."


def options(house: House) -> Iterator[Finding]:
    """Faults in the questions, their readings and the examples."""
    yield from _sentences(house)
    for number, option in enumerate(house.options):
        here = f"options.{number} ({option.key[:40]})"
        if len(option.readings) < 2 and option.asked != "explained":
            yield here, "A question needs at least two readings."
        if not option.readings:
            yield here, "A question needs a reading."
            continue
        if len({reading.key for reading in option.readings}) < len(option.readings):
            yield here, "Two readings have the same key."
        for reading in option.readings:
            if set(reading.sets) != set(option.readings[0].sets):
                odd = ", ".join(sorted(set(reading.sets) ^ set(option.readings[0].sets)))
                yield (
                    f"{here}.{reading.key}.sets",
                    f"All readings must set the same parameters. These differ: {short(odd)}.",
                )
    keys = [option.key for option in house.options]
    for key in sorted({key for key in keys if keys.count(key) > 1}):
        yield "options", f"Two options are called “{key}”."
    for option_key, reading_key in house.readings.items():
        option_found = house.option(option_key)
        if option_found is None or option_found.reading(reading_key) is None:
            yield f"readings.{option_key}", f"There’s no reading “{reading_key}” of this option."


def _sentences(house: House) -> Iterator[Finding]:
    """Questions and examples that are too long or too many."""
    for key, text in (*_texts("options", house.options), *_texts("examples", house.examples)):
        yield from written(key, text, LONGEST_SENTENCE)
    if len(house.options) > MOST_OPTIONS:
        yield "options", f"There are {len(house.options)}. Use at most {MOST_OPTIONS}."
    if len(house.examples) > MOST_EXAMPLES:
        yield "examples", f"There are {len(house.examples)}. Use at most {MOST_EXAMPLES}."


def _texts(key: str, value: Any) -> Iterator[Finding]:
    """Every text in there, with its own key. The parameters of a reading are left out."""
    if isinstance(value, str):
        yield key, value
    elif isinstance(value, tuple):
        for number, one in enumerate(value):
            yield from _texts(f"{key}.{number}", one)
    elif isinstance(value, AskedAbout):
        yield key, " ".join((value.layout, value.ender, value.player, value.story, *value.hole, *value.hole.values()))
    elif is_dataclass(value):
        for one in fields(value):
            yield from _texts(f"{key}.{one.name}", getattr(value, one.name))

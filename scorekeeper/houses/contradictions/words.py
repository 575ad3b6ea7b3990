"""What a house is called, what is said of it, and the questions about it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from scorekeeper.houses.contradictions.finding import (
    LONGEST_SENTENCES,
    LONGEST_WORDS,
    MOST_EXAMPLES,
    MOST_OPTIONS,
    Finding,
)
from scorekeeper.rules import House
from scorekeeper.rules.options import AskedAbout
from scorekeeper.rules.wording import short

_KEY = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def identity(house: House) -> Iterator[Finding]:
    """The key, the name and the sentences about the house."""
    if not _KEY.fullmatch(house.key) or len(house.key) > LONGEST_WORDS["name"]:
        yield "key", f"{_shown(house.key)} must be small letters, digits and hyphens, for it stands in addresses"
    written = {
        "name": house.name,
        "summary": house.summary,
        "source.sheet": house.source.sheet,
        "source.title": house.source.title,
        "source.notes": house.source.notes,
    }
    for key, text in written.items():
        if key in ("name", "summary") and not text.strip():
            yield key, "must not be empty"
        if len(text) > LONGEST_WORDS[key]:
            yield key, f"{len(text)} characters are too many; at most {LONGEST_WORDS[key]}"
        yield from _unseen(key, text, lines="notes" in key)
    if not 1 <= house.version <= 1_000_000:
        yield "version", "counts from 1"


def _unseen(key: str, text: str, *, lines: bool = False) -> Iterator[Finding]:
    # Without the joiners no name in a script that needs them could be written.
    if not all(sign.isprintable() or sign in "\u200c\u200d" or (lines and sign == "\n") for sign in text):
        yield key, "holds a sign that nobody can see"


def _shown(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:39] + "…")


def options(house: House) -> Iterator[Finding]:
    """The questions that tables answer differently, their readings, and the examples."""
    yield from _sentences(house)
    for number, option in enumerate(house.options):
        here = f"options.{number} ({option.key[:40]})"
        if len(option.readings) < 2 and option.asked != "explained":
            yield here, "a question needs at least two readings"
        if not option.readings:
            yield here, "a question needs a reading"
            continue
        if len({reading.key for reading in option.readings}) < len(option.readings):
            yield here, "two readings have the same key"
        for reading in option.readings:
            if set(reading.sets) != set(option.readings[0].sets):
                odd = ", ".join(sorted(set(reading.sets) ^ set(option.readings[0].sets)))
                yield f"{here}.{reading.key}.sets", f"every reading must set the same parameters, not {short(odd)}"
    keys = [option.key for option in house.options]
    for key in sorted({key for key in keys if keys.count(key) > 1}):
        yield "options", f"two options are called {key!r}"
    for option_key, reading_key in house.readings.items():
        option_found = house.option(option_key)
        if option_found is None or option_found.reading(reading_key) is None:
            yield f"readings.{option_key}", f"there is no reading {reading_key!r} of such an option"


def people(house: House) -> Iterator[Finding]:
    """Whoever an example speaks of plays in its hole."""
    for number, option in enumerate(house.options):
        asked = option.example or AskedAbout()
        named: dict[str, tuple[str, ...]] = {"example.ender": (asked.ender,), "example.player": (asked.player,)}
        named |= {f"readings.{place}.enders": reading.enders for place, reading in enumerate(option.readings)}
        for key, names in named.items():
            strangers = [name for name in names if name and name not in asked.hole]
            if strangers:
                yield f"options.{number}.{key}", f"nobody called {_shown(strangers[0])} plays in the example's hole"


def _sentences(house: House) -> Iterator[Finding]:
    """Questions and examples are short enough to be read, and no more than anybody reads."""
    texts: dict[str, str] = {}
    for number, option in enumerate(house.options):
        asked = option.example
        for name in ("key", "row", "question", "why", "elsewhere"):
            texts[f"options.{number}.{name}"] = getattr(option, name)
        for place, reading in enumerate(option.readings):
            for name in ("key", "text", "layout"):
                texts[f"options.{number}.readings.{place}.{name}"] = getattr(reading, name)
            texts[f"options.{number}.readings.{place}.enders"] = " ".join(reading.enders)
        if asked is not None:
            texts[f"options.{number}.example"] = " ".join(
                (asked.layout, asked.ender, asked.player, asked.story, *asked.hole, *asked.hole.values())
            )
    for number, example in enumerate(house.examples):
        texts[f"examples.{number}.layout"], texts[f"examples.{number}.why"] = example.layout, example.why
    for key, text in texts.items():
        if len(text) > LONGEST_SENTENCES:
            yield key, f"{len(text)} characters are too many; at most {LONGEST_SENTENCES}"
        yield from _unseen(key, text)
    for key, many, most in (
        ("options", len(house.options), MOST_OPTIONS),
        ("examples", len(house.examples), MOST_EXAMPLES),
    ):
        if many > most:
            yield key, f"{many} are too many; at most {most}"

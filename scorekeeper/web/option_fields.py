"""The fields by which addresses and forms answer a house's open questions: `option.twos=minus`."""

from __future__ import annotations

from collections.abc import Mapping

OPTION = "option."
"""The name of a question's field begins with this; the option's key follows."""


def chosen_in(asked: Mapping[str, str]) -> dict[str, str]:
    """What an address or a form chooses: readings by option, whether there is such a thing or not."""
    return {name.removeprefix(OPTION): chosen for name, chosen in asked.items() if name.startswith(OPTION)}


def as_fields(readings: Mapping[str, str]) -> dict[str, str]:
    """The same as parameters of an address."""
    return {f"{OPTION}{key}": reading for key, reading in readings.items()}

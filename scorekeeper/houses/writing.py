"""Write a house as the TOML file that `parse` reads."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from hashlib import sha256
from typing import Any

import tomli_w

from scorekeeper.houses.library import OF_CARDS
from scorekeeper.rules import House
from scorekeeper.rules.wording import MINUS

LONGEST_KEY = 40


def house_toml(house: House) -> str:
    """The whole house in the order of its keys, without defaults.

    >>> from scorekeeper import houses
    >>> print(house_toml(houses.get("four-card")).splitlines()[0])
    key = "four-card"
    """
    return for_any_editor(tomli_w.dumps(_plain(house), multiline_strings=False))


def for_any_editor(text: str) -> str:
    """TOML or JSON with its true minus signs escaped: Windows-1252, in which old editors save, has none."""
    return text.replace(MINUS, "\\u2212")


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        told = ((one.name, getattr(value, one.name), _default(one)) for one in fields(value))
        needed = OF_CARDS if isinstance(value, House) and value.has_cards else ()
        return {
            name: _plain(held)
            for name, held, default in told
            if held is not None and (held != default or name in needed)
        }
    if isinstance(value, Mapping):
        return {str(_plain(key)): _plain(held) for key, held in value.items()}
    if isinstance(value, tuple):
        return [_plain(held) for held in value]
    return value.value if isinstance(value, Enum) else value


def _default(field: Field[Any]) -> Any:
    """The default of a key; MISSING for a required key."""
    return field.default if field.default_factory is MISSING else field.default_factory()


def key_of_name(name: str) -> str:
    """A key for a house of that name: `our-rules` for `Our rules!`. The same name always gives the same key.

    Names in non-Latin letters get a short hash of the name.

    >>> key_of_name("Großvaters Regeln, 2. Fassung")
    'grossvaters-regeln-2-fassung'
    >>> key_of_name("東京 Golf"), key_of_name("大阪 Golf")
    ('golf-f98726', 'golf-a9e9f4')
    """
    spelled = unicodedata.normalize("NFC", name).casefold()
    bare = "".join(sign for sign in unicodedata.normalize("NFKD", spelled) if not unicodedata.combining(sign))
    plain = re.sub(r"[^a-z0-9]+", "-", bare).strip("-")
    if not any(sign.isalnum() and not sign.isascii() for sign in bare):
        return plain[:LONGEST_KEY].strip("-") or "house"
    mark = sha256(spelled.encode()).hexdigest()[:6]
    return f"{plain[: LONGEST_KEY - 7].strip('-') or 'house'}-{mark}"

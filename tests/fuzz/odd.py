"""Odd texts, and texts that are nearly right."""

import json
import string
from collections.abc import Iterable, Iterator
from typing import Any

from hypothesis import strategies as st

WORDS = """
    0 -1 1 2 99 1000 1e3 1.5 NaN null true [] {} 0x10 +7 1_0 2147483648 9223372036854775808 2026-11-22 10+5 =1+1
    <b> ' " ` %s % \\ ../../etc/passwd / // ? # ~ ~nobody | - . .. ; two-joker nowhere none None on A B Z AA a
    __class__ constructor csrf_token
"""
ODD = st.sampled_from(
    [
        *WORDS.split(),
        *("", " ", "\n", "\r\nX: y", "{{ 7 * 7 }}", "5 * 7 / 5 Q K", "[5] 5 5 / 5 5 5", "\u0664", "\u00b2", "\u22127"),
        *("\x00", "a\x00b", "\ud800", "\u202e", "\u2028", "\ufeff", "\U0001f600", "e\u0301" * 40),
        *("9" * 30, "-" + "9" * 5000, "x" * 300, "y" * 20_000),
    ]
)
TEXTS = ODD | st.text(max_size=12) | st.integers(-10, 2000).map(str) | st.text(string.digits + " /*AKQJ[]", max_size=20)


@st.composite
def changed_text(draw: st.DrawFn, text: str) -> str:
    """A text in the place of this one: often nearly the same."""
    how = draw(st.integers(0, 5))
    if how <= 2 or not text:
        return draw(TEXTS)
    spot = draw(st.integers(0, len(text) - 1))
    other = draw(TEXTS) if how == 3 else draw(st.characters())
    return text[:spot] + other + text[spot + (how == 4) :]


ODD_VALUES: st.SearchStrategy[Any] = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-2, 12)
    | st.sampled_from([10**40, -(2**63), 2**53, 1e308, 0.5, -0.0])
    | TEXTS
    | st.sampled_from([[], {}, [[]], {"": None}, [None] * 20, {"a": {"b": {"c": 1}}}])
)


@st.composite
def changed_data(draw: st.DrawFn, data: Any) -> Any:
    """JSON or TOML of which some values are missing, there twice, of another type, or somewhere else."""
    spots = list(_spots(data))
    for _ in range(draw(st.integers(1, 3))):
        holder, key = draw(st.sampled_from(spots))
        how = draw(st.sampled_from(["odd", "odd", "near", "near", "drop", "swap", "name", "wrap"]))
        if not _is_there(holder, key):
            continue  # what an earlier change took away
        value = holder[key]
        if how == "drop":
            del holder[key]
        elif how == "swap":
            other, there = draw(st.sampled_from(spots))
            if _is_there(other, there):
                holder[key] = json.loads(json.dumps(other[there]))
        elif how == "name" and isinstance(holder, dict):
            holder[draw(changed_text(key))] = value
        elif how == "wrap":
            for _ in range(draw(st.sampled_from([1, 1, 2, 60]))):
                value = draw(st.sampled_from([[value], {"rows": value}]))
            holder[key] = value
        else:
            holder[key] = _near(draw, value) if how == "near" else draw(ODD_VALUES)
    return data


def _near(draw: st.DrawFn, value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + draw(st.sampled_from([-1, 1, -100, 100, 10**6]))
    if isinstance(value, str):
        return draw(changed_text(value))
    if isinstance(value, list) and value:
        return [*value, draw(st.sampled_from(value))]
    return draw(ODD_VALUES)


def _spots(data: Any) -> Iterator[tuple[Any, Any]]:
    """Every table or list with each of its keys or places."""
    keys: Iterable[Any] = data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    for key in keys:
        yield data, key
        yield from _spots(data[key])


def _is_there(holder: Any, key: Any) -> bool:
    return key in holder if isinstance(holder, dict) else key < len(holder)

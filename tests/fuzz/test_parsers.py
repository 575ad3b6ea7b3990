"""Anything typed or uploaded is read, or refused with reasons."""

import json
import tomllib
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
import tomli_w
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper import houses
from scorekeeper.exports.game_file import game_json, read_game_file
from scorekeeper.houses import BadHouse
from scorekeeper.houses.file_text import NoText, text_of
from scorekeeper.houses.loading import check, from_data, to_data
from scorekeeper.houses.straightening import JSON, TOML, Notation, straightened
from scorekeeper.rules import RuleError, looks_like_points, parse_card, parse_layout, parse_points
from scorekeeper.school.exercises.codes import read_code, read_join_code, read_return_code
from scorekeeper.school.exercises.question import read_answer
from tests.exports.games import full_game, team_game
from tests.fuzz.odd import TEXTS, changed_data, changed_text
from tests.houses.good import FILE, GOOD

HOUSES = [houses.get(key) for key in ("two-joker", "vanishing-columns", "suits-and-runs", "turtle")]

NOTATION = TEXTS | st.text("A23456789TJQK10*OER#-.\N{MINUS SIGN}[]/ shdcSHDC\N{BLACK SPADE SUIT}\n\t\0x", max_size=60)
"""Signs that mean something, and any."""


def ask(made: st.SearchStrategy[Any], read: Callable[[Any], object], examples: int = 50) -> None:
    """Generate an input; ``read`` judges what it answers or raises."""

    @settings(max_examples=examples, suppress_health_check=list(HealthCheck))
    @given(made)
    def each(one: Any) -> None:
        read(one)

    each()


def told(refused: RuleError) -> None:
    """A refusal says why, shortly enough to be read."""
    assert refused.problems
    for problem in refused.problems:
        assert problem.code
        assert problem.message
        assert len(problem.message) < 1_000
        assert "Traceback" not in problem.message


# --- cards, points, codes, numbers ------------------------------------------------------------------------------------


READERS = [parse_card, parse_layout, parse_points, looks_like_points]
READERS += [read_answer, read_code, read_join_code, read_return_code]


@pytest.mark.parametrize("read", READERS, ids=lambda read: read.__name__)
def test_what_is_typed_in_one_box(read: Callable[[str], object]) -> None:
    """Written as it was read, it is read again as the same."""

    def judged(text: str) -> None:
        try:
            found = read(text)
        except RuleError as refused:
            told(refused)
            return
        if read is not looks_like_points:
            assert read(str(found)) == found

    near = st.sampled_from(["10h", "10+5-3", "5 * 7 / [5] Q 10H", "7K2Q-M4XP", "7k2qm4", "7K2QM", "-12"])
    ask(near.flatmap(changed_text) | NOTATION, judged, examples=150)


# --- house files ------------------------------------------------------------------------------------------------------


def read_house(text: str) -> None:
    try:
        house = check(text, FILE)
    except BadHouse as bad:
        told(bad)
        without = [problem for problem in bad.found if problem.where != FILE or not problem.cause]
        assert not without
    else:
        assert from_data(to_data(house), FILE) == house


@cache
def files() -> tuple[str, ...]:
    texts = (json.dumps(_bare(to_data(house))) for house in HOUSES)
    return (json.dumps(tomllib.loads(GOOD)), *texts)


def _bare(data: dict[str, Any]) -> dict[str, Any]:
    """What TOML can say: nothing that is null."""
    return {key: _bare(value) if isinstance(value, dict) else value for key, value in data.items() if value is not None}


def _toml(data: dict[str, Any]) -> str:
    try:
        return tomli_w.dumps(data)
    except (TypeError, ValueError, AttributeError, RecursionError):
        return json.dumps(data)  # no TOML at all


def test_house_files_with_other_values() -> None:
    data = st.sampled_from(files()).map(json.loads)
    ask(data.flatmap(changed_data).map(_toml), read_house)


def test_house_files_with_other_signs() -> None:
    ask(st.just(GOOD).flatmap(changed_text) | st.text(), read_house)


# --- files that other programs saved ----------------------------------------------------------------------------------


def read_text(content: bytes) -> None:
    try:
        text = text_of(content)
    except NoText as refused:
        told(refused)
    else:
        assert text.strip()
        assert not set(text) & {"\r", "\0"}


def test_bytes_that_may_be_a_text() -> None:
    encoded = st.builds(
        lambda text, encoding: text.encode(encoding, "replace"),
        st.text(min_size=1),
        st.sampled_from(["utf-8", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1252", "mac-roman"]),
    )
    ask(st.binary() | encoded, read_text)


@pytest.mark.parametrize("notation", [JSON, TOML], ids=["JSON", "TOML"])
def test_what_an_editor_did_is_taken_back_line_for_line(notation: Notation) -> None:
    def mended(text: str) -> None:
        found = straightened(text, notation)
        assert found.count("\n") == text.count("\n")

    odd = st.text("\"'“”„‘’«»[]{},:=#\n\\ –\u00a0a1")
    ask(odd | st.just(GOOD).flatmap(changed_text), mended)


# --- files of games ------------------------------------------------------------------------------------------------


def read_bytes(content: bytes) -> None:
    try:
        game = read_game_file(content).game
    except RuleError as refused:
        told(refused)
    else:
        assert game.players


@pytest.mark.long
def test_files_of_games() -> None:
    whole = [game_json(game).decode() for game in (full_game(), team_game())]
    changed = st.sampled_from(whole).map(json.loads).flatmap(changed_data)
    ask(changed.map(lambda data: json.dumps(data).encode()), read_bytes)
    ask(st.binary() | st.sampled_from(whole).flatmap(cut), read_bytes)


@st.composite
def cut(draw: st.DrawFn, text: str) -> bytes:
    """A part of it, with something else in the middle."""
    content = text.encode()
    begin, end = sorted(draw(st.tuples(st.integers(0, len(content)), st.integers(0, len(content)))))
    return content[:begin] + draw(st.binary(max_size=4)) + content[end:]

"""Imports in static/js/ go one way, and the check that says so notices each kind of break."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.project.js_layers import problems


def test_layers_hold() -> None:
    assert problems() == []


@pytest.mark.parametrize(
    ("file", "text", "problem"),
    [
        ("rules/a.js", 'import { x } from "../store/outbox.js";', "rules may not know store"),
        ("rules/a.js", 'export { x } from "../offline/keeping.js";', "rules may not know offline"),
        ("store/outbox.js", 'import "../offline/keeping.js";', "store may not know offline"),
        ("store/outbox.js", 'const x = await import("../elements/hand.js");', "store may not know elements"),
        ("elements/hand.js", 'import "../app.js";', "elements may not know the top"),
        ("rules/a.js", 'import assert from "node:assert";', "no relative path"),
        ("rules/a.js", 'import { b } from "./b";', "no relative path"),
        ("rules/a.js", 'import {\n  b,\n} from "./b.js";', "not there"),
        ("rules/a.js", 'import "../../../elsewhere.js";', "not there"),
        ("rules/a.js", "export const width = window.innerWidth;", "uses window"),
        ("rules/a.js", "export const now = Date.now();", "uses Date"),
        ("helpers/a.js", "", "helpers/ is no layer"),
    ],
)
def test_a_break_is_named(tmp_path: Path, file: str, text: str, problem: str) -> None:
    write(tmp_path, file, text)
    found = [line for line in problems(tmp_path) if line.startswith(file)]
    assert len(found) == 1
    assert problem in found[0]


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("elements/hand.js", 'import { x } from "../store/outbox.js";\nimport "../rules/cards.js";'),
        ("app.js", 'import "./elements/hand.js";'),
        ("rules/a.js", 'import "./cards.js"; // like window.fetch\n/* document */ export const a = "window";'),
        ("rules/a.js", '/** @import {House} from "./nowhere.js" */'),
        ("rules/a.js", "export const a = { location: 1 }, b = a.location;"),
    ],
)
def test_what_is_allowed(tmp_path: Path, file: str, text: str) -> None:
    write(tmp_path, file, text)
    assert problems(tmp_path) == []


def write(scripts: Path, file: str, text: str) -> None:
    """A small tree with one module in each layer, and this file in it."""
    modules = ("rules/cards.js", "store/outbox.js", "offline/keeping.js", "elements/hand.js", "app.js")
    for name in (*modules, file):
        (scripts / name).parent.mkdir(exist_ok=True)
        (scripts / name).write_text(text if name == file else "", encoding="utf-8")

"""README, CONTRIBUTING and docs/ describe the source tree correctly."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import PurePosixPath

from tests.project.js_layers import HEIGHTS
from tests.project.test_tree import tree
from tests.serving import TREE

ELSEWHERE = {".venv", "build", "dist", "instance", "node_modules", "var", "backups"}
"""Folders that are made while people work, or that lie on a server."""

HYPOTHETICAL = {"scorekeeper/houses/millers.toml", "sw.js"}
"""The house that docs/adding-a-house.md has its reader write; the address of the service worker."""

A_FILE = re.compile(r"(?:[\w.-]+/)*[\w.-]+\.(?:py|js|cjs|toml|md|html|css|conf|service|test\.js)")
NUMBER = re.compile(r"−?\d+")
A_FOLDER = re.compile(r"(?:[\w.-]+/)*[\w.-]+/")


def pages() -> dict[str, str]:
    return {name: text for name, text in tree().items() if re.fullmatch(r"(README|CONTRIBUTING|docs/[\w-]+)\.md", name)}


def endings() -> set[str]:
    """What may stand for a file or folder: its path, or so much of the end as tells which it is."""
    paths = {path for name in tree() for path in (PurePosixPath(name), *PurePosixPath(name).parents)}
    return {"/".join(path.parts[start:]) for path in paths for start in range(len(path.parts))}


def named_in(text: str) -> Iterator[str]:
    """The files and folders that a page names, in code or in a sketch of the tree."""
    sketches = re.findall(r"```\n(.*?)```", text, re.DOTALL)
    for words in re.findall(r"`([^`\n]+)`", text) + sketches:
        for word in re.findall(r"(?<![\w~/.*-])[\w.-][\w./-]*", words):
            if A_FILE.fullmatch(word.rstrip(".")) or A_FOLDER.fullmatch(word):
                yield word.rstrip("/.")


def test_every_file_and_folder_that_the_docs_name_is_there() -> None:
    there = endings() | HYPOTHETICAL
    named = [(page, name) for page, text in pages().items() for name in named_in(text)]
    assert len(named) > 150
    missing = {(page, name) for page, name in named if name not in there and ELSEWHERE.isdisjoint(name.split("/"))}
    assert missing == set()


def test_what_stands_in_brackets_behind_a_file_is_in_it() -> None:
    behind = re.compile(r"`([\w./-]+\.(?:py|js))` \(((?:`[#\w.]+`(?:, )?)+)")
    told = [(file, names) for text in pages().values() for file, names in behind.findall(text)]
    assert len(told) > 20
    for file, names in told:
        text = "".join(text for name, text in tree().items() if f"/{name}".endswith(f"/{file}"))
        for name in re.findall(r"[#\w]+", names):
            assert re.search(rf"(?<![\w#]){name}\b", text), f"{file} has no {name}"


def test_the_source_map_names_every_folder() -> None:
    sketch = pages()["CONTRIBUTING.md"].split("## Source map")[1].split("```")[1]
    named = set(re.findall(r"^ *([\w./]+)/ ", sketch, re.MULTILINE))
    tests = sketch[sketch.index("\ntests/") :]
    for folder in {PurePosixPath(name).parts[:2] for name in tree() if name.startswith(("scorekeeper/", "tests/"))}:
        if "." not in folder[1]:
            assert f"{folder[1]}/" in (tests if folder[0] == "tests" else sketch), folder
    assert {f"js/{layer}" for layer in HEIGHTS} <= named
    assert {name.split("/")[0] for name in tree() if "/" in name} <= named | {"scorekeeper"}


def test_contributing_is_a_page_with_short_cells() -> None:
    told = pages()["CONTRIBUTING.md"]
    assert len(told.split()) < 1_200
    cells = [cell for line in told.splitlines() if line.startswith("|") for cell in line.split(" | ")]
    assert len(cells) > 20
    assert [cell for cell in cells if len(cell.split()) > 30] == []


def test_the_layers_are_told_as_they_are_checked() -> None:
    told = re.sub(r"\s+", " ", pages()["CONTRIBUTING.md"])
    assert f"`{' > '.join(sorted(HEIGHTS, key=HEIGHTS.__getitem__, reverse=True))}`" in told
    contracts = tomllib.loads(tree()["pyproject.toml"])["tool"]["importlinter"]["contracts"]
    layers = [re.sub(r"[()]", "", layer) for layer in contracts[0]["layers"]]
    shown = [f"({layer})" if layer == "tally | school" else layer for layer in layers if layer != "__main__"]
    assert f"`{' > '.join(shown).removesuffix(' | paths')}`" in told


def test_every_command_of_make_is_told() -> None:
    commands = re.search(r"^\.PHONY: (.*)$", tree()["Makefile"], re.MULTILINE)
    assert commands
    for command in set(commands[1].split()) - {"help", ".venv", "node"}:
        assert f"\nmake {command} " in pages()["CONTRIBUTING.md"], command
        assert f"# make {command} " in tree()["Makefile"], command


def test_a_picture_says_what_stands_beside_it() -> None:
    shown = re.findall(r'<img src="docs/pictures/([\w-]+\.(?:png|gif))" [^>]*alt="([^"]+)"', tree()["README.md"])
    pictures = TREE / "docs" / "pictures"
    assert {file.name for file in pictures.iterdir() if file.suffix != ".txt"} == {name for name, _ in shown}
    for name, says in shown:
        words = (pictures / name).with_suffix(".txt")
        numbers = set(NUMBER.findall(words.read_text(encoding="utf-8"))) if words.exists() else set()
        assert set(NUMBER.findall(says)) <= numbers, name

"""The tree itself: what must never be in it, and what Makefile and pyproject.toml promise."""

import json
import re
import subprocess
import tomllib
from collections import Counter
from functools import cache

import pytest

import scorekeeper
from tests.serving import TREE

# Written apart, so that this file does not hold what it forbids.
REGISTRIES = ["pypi" + ".org", "pythonhosted" + ".org", "npmjs" + ".org", "npmjs" + ".com", "yarnpkg" + ".com"]
MACHINE_PATHS = ["/wo" + "rk/", "/ro" + "ot/", "/ho" + "me/", "/Us" + "ers/"]
LOCKS = [f".ci/locks/{name}.txt" for name in ("run", "postgresql", "https", "pdf", "dev")]


@cache
def tree() -> dict[str, str]:
    """Every text file of the tree by its path: what git knows, or all of a source distribution."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=TREE, capture_output=True, text=True, check=False)
    names = listed.stdout.split("\0")[:-1] if listed.returncode == 0 else []
    files = [TREE / name for name in names] or [path for path in TREE.rglob("*") if ".venv" not in path.parts]
    texts = {}
    for path in files:
        if path.is_file():
            try:
                texts[path.relative_to(TREE).as_posix()] = path.read_text("utf-8")
            except UnicodeDecodeError:
                continue
    assert "pyproject.toml" in texts
    return texts


@pytest.mark.parametrize("address", REGISTRIES)
def test_no_file_names_a_package_registry(address: str) -> None:
    assert [name for name, text in tree().items() if address in text] == []


@pytest.mark.parametrize("path", MACHINE_PATHS)
def test_no_file_names_a_place_on_somebodys_machine(path: str) -> None:
    assert [name for name, text in tree().items() if path in text] == []


def test_pages_and_scripts_name_no_other_host() -> None:
    elsewhere = re.compile(r"""(?:src|href|url\(|from|import)\s*[=(]?\s*["']?(?:https?:)?//""")
    shown = {name: text for name, text in tree().items() if name.startswith(("templates/", "static/"))}
    assert shown
    assert [name for name, text in shown.items() if elsewhere.search(text)] == []


def test_pages_hold_no_inline_script_and_no_inline_style() -> None:
    inline = re.compile(r"""<style|\sstyle=|\son\w+=["']|<script(?![^>]*\b(?:src=|type="application/json"))""")
    pages = {name: text for name, text in tree().items() if name.startswith("templates/")}
    found = {name: inline.findall(text) for name, text in pages.items()}
    assert {name: matches for name, matches in found.items() if matches} == {}


def test_no_line_of_a_page_or_script_is_longer_than_120_signs() -> None:
    pages = {name: text for name, text in tree().items() if name.startswith(("templates/", "static/js/"))}
    lines = ((name, number, line) for name, text in pages.items() for number, line in enumerate(text.splitlines(), 1))
    assert [(name, number) for name, number, line in lines if len(line) > 120] == []


def test_pages_show_values_and_never_ask_the_request() -> None:
    pages = {name: text for name, text in tree().items() if name.startswith("templates/")}
    assert [name for name, text in pages.items() if re.search(r"\brequest\.", text)] == []


@pytest.mark.parametrize("lock", LOCKS)
def test_everything_is_pinned_with_hashes(lock: str) -> None:
    entries = re.split(r"\n(?=\S)", (TREE / lock).read_text("utf-8").strip())
    assert len(entries) > 20
    for entry in entries:
        assert re.match(r"[a-z0-9.-]+==[0-9]\S*( ; .+)? \\\n", entry), entry
        assert "--hash=sha256:" in entry, entry


def test_every_dependency_is_pinned() -> None:
    project = tomllib.loads((TREE / "pyproject.toml").read_text("utf-8"))["project"]
    asked = project["dependencies"] + project["optional-dependencies"]["dev"]
    pinned = (TREE / ".ci/locks/dev.txt").read_text("utf-8")
    names = [re.split(r"[<>=\[]", one)[0] for one in asked]
    missing = [name for name in names if f"\n{name}==" not in f"\n{pinned}"]
    assert missing == []


@pytest.mark.parametrize(
    ("folder", "tool"),
    [("tests/js", "typescript"), ("tests/js", "@biomejs/biome"), ("tests/bench/lighthouse", "lighthouse")],
)
def test_the_scripts_tools_are_locked_without_addresses(folder: str, tool: str) -> None:
    packages = json.loads((TREE / folder / "package-lock.json").read_text("utf-8"))["packages"]
    assert f"node_modules/{tool}" in packages
    assert [name for name, package in packages.items() if "resolved" in package] == []


def test_there_is_one_version() -> None:
    project = tomllib.loads((TREE / "pyproject.toml").read_text("utf-8"))["project"]
    assert (project.get("version"), project["dynamic"]) == (None, ["version"])  # read from scorekeeper/__init__.py
    assert f"## {scorekeeper.__version__}" in (TREE / "CHANGELOG.md").read_text("utf-8")


def test_links_from_page_to_page_lead_somewhere() -> None:
    pages = {name: text for name, text in tree().items() if name.endswith(".md")}
    links = [(name, to) for name, text in pages.items() for to in re.findall(r"\]\(([\w./-]+)[)#]", text)]
    assert len(links) > 20
    assert [(name, to) for name, to in links if not (TREE / name).parent.joinpath(to).exists()] == []


def test_no_two_modules_share_a_name_and_each_is_read_in_one_sitting() -> None:
    modules = [name for name in tree() if re.fullmatch(r"scorekeeper/.*[^_]\.py", name)]
    twice = [name for name, times in Counter(name.rpartition("/")[2] for name in modules).items() if times > 1]
    long = [name for name in modules if tree()[name].count("\n") > 450]
    assert (twice, long) == ([], [])

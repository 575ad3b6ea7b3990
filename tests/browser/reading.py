"""The words of the product, to be read aloud: `make words` writes them into build/words/.

Every page with its folds open, what errors say, three rule sheets, wrong answers and what is said to them, and the
help of the command line. Would a native speaker say this to a friend?
"""

import ast
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from click import Command, Context, Group
from playwright.sync_api import Page

from scorekeeper import houses
from scorekeeper.cli import main
from scorekeeper.school.exercises.questions import KINDS
from scorekeeper.school.exercises.sets import make_set
from tests.browser.conftest import PHONE, OpenBrowser
from tests.browser.pictures import words
from tests.browser.test_every_page import PAGES, places_of
from tests.serving import TREE

FOLDER = TREE / "build" / "words"
SHEETS = ("worksheet", "penalty", "four-card")
EMPTY = (
    "/",
    "/new",
    "/people",
    "/houses",
    "/practice",
    "/sets",
    "/class",
    "/join",
    "/play",
    "/import",
    "/referee",
    "/score",
)
REFUSED = ("/no-such-page", f"/g/{'A' * 22}", "/score?house=two-joker&cards=5+X+7", "/join/ABCDEF", "/sets/AAAA-BBBB")
ANSWERS = tuple(
    f"/referee/turn?house=penalty&ask={ask}" for ask in ("put-back", "turn-up", "end-hole", "knock", "look")
)
OPEN_FOLDS = "document.querySelectorAll('main details').forEach((fold) => (fold.open = true))"


def write(name: str, lines: Iterable[str]) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / f"{name}.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def read(page: Page, addresses: Iterable[str]) -> Iterator[str]:
    """Each of these pages: its address, and what it says with every fold open."""
    for address in addresses:
        page.goto(address)
        page.evaluate(OPEN_FOLDS)
        yield f"=== {address}\n\n{words(page)}"


def test_pages(open_browser: OpenBrowser) -> None:
    watched = open_browser(**PHONE)
    watched.expected.append("status of 4")
    phone = watched.page()
    write("pages-empty", read(phone, EMPTY))
    write("pages-refused", read(phone, REFUSED))
    places = places_of(phone)
    write("pages", read(phone, [address.format(**places) for address in PAGES.values()]))
    write("pages-referee", read(phone, ANSWERS))


def test_rule_sheets() -> None:
    write("sheets", ((TREE / "tests" / "golden" / "sheets" / f"{key}.txt").read_text("utf-8") for key in SHEETS))


def test_errors() -> None:
    write("errors", sorted(set(said_in(TREE / "scorekeeper"))))


def said_in(package: Path) -> Iterator[str]:
    """Every sentence that a `raise` of the package says; what is filled in stands as {}."""
    for file in package.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Raise) and node.exc is not None:
                for part in ast.walk(node.exc):
                    if isinstance(part, ast.JoinedStr):
                        pieces = (one.value if isinstance(one, ast.Constant) else "{}" for one in part.values)
                        yield f"{''.join(map(str, pieces))}    ({file.name}:{part.lineno})"
                    elif isinstance(part, ast.Constant) and isinstance(part.value, str) and " " in part.value:
                        yield f"{part.value}    ({file.name}:{part.lineno})"


def test_scripts() -> None:
    write("scripts", (line for file in sorted((TREE / "static" / "js").rglob("*.js")) for line in spoken_by(file)))


def spoken_by(script: Path) -> Iterator[str]:
    """Every text of a script that has words; what is filled in stands as {}."""
    for number, line in enumerate(script.read_text("utf-8").splitlines(), 1):
        if not line.lstrip().startswith(("*", "/", "import ")):
            for double, template in re.findall(r'"([^"]*)"|`([^`]*)`', line):
                text = re.sub(r"\$\{[^}]*\}", "{}", double or template)
                if re.search(r"\w\w[,.:]? \w", text):
                    yield f"{text}    ({script.name}:{number})"


def test_feedback() -> None:
    write("feedback", (line for key in SHEETS for line in fed_back(key)))


def fed_back(key: str) -> Iterator[str]:
    """Questions of every kind by these rules: what is asked, the hints, the steps, and what wrong answers are told."""
    house = houses.get(key)
    for kind in KINDS:
        with suppress(ValueError):
            (sheet,) = make_set(house, 3, 3, 1, [kind.key], "ABCD").sheets
            for question in sheet.questions:
                for item in question.items():
                    yield from (f"=== {key}: {kind.name}", item.prompt, *item.told, *item.choices, *item.hints)
                    yield from (item.right, item.otherwise, *(wrong.text for wrong in item.wrong), *item.worked)


def test_help() -> None:
    write("help", helped(main, Context(main, info_name="scorekeeper")))


def helped(command: Command, context: Context) -> Iterator[str]:
    yield f"=== {context.command_path}\n\n{command.get_help(context)}\n"
    for name, below in command.commands.items() if isinstance(command, Group) else ():
        yield from helped(below, Context(below, info_name=name, parent=context))

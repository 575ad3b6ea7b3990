"""The layers of static/js/, read from its import lines: `python -m tests.project.js_layers` names every break.

Imports go one way, as in the package: pages > entry > shell > phone > play > rules. A module names
another by its relative path, ending in .js, because the same files load in pages, workers and node, and no import map
is needed. The rules know no page.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

SCRIPTS = Path(__file__).parents[2] / "static" / "js"

# What stands higher may import what stands lower; those of equal height do not know each other.
HEIGHTS = {"rules": 0, "play": 1, "phone": 2, "shell": 3, "entry": 4, "pages": 5}

# What a page loads only when it needs it, and what needs its helpers.
LATE = (
    ("shell/app.js", "shell/home-screen.js"),
    ("phone/game-on-phone.js", "phone/table.js"),
    ("pages/waiting-note.js", "pages/waiting-words.js"),
)

PAGE_ONLY = (
    "document", "window", "navigator", "localStorage", "sessionStorage", "indexedDB", "location", "fetch",
    "XMLHttpRequest", "customElements", "HTMLElement", "alert", "confirm", "setTimeout", "setInterval",
    "requestAnimationFrame", "Date", "process",
)  # fmt: skip

_COMMENT_OR_TEXT = re.compile(
    r"""/\*.*?\*/ | //[^\n]* | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*'""", re.DOTALL | re.VERBOSE
)
_COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'])//[^\n]*", re.DOTALL)
_IMPORT = re.compile(r"""(?:\bfrom\s*|\bimport\s*\(?\s*)(["'`])(?P<target>[^"'`]+)\1""")
_PAGE_WORD = re.compile(rf"(?<![\w.$])(?:{'|'.join(PAGE_ONLY)})\b(?!\s*:)")


def problems(scripts: Path = SCRIPTS) -> list[str]:
    """Every break of the layers under that folder, as `file: what`; empty for none."""
    return [
        f"{file.relative_to(scripts).as_posix()}: {problem}"
        for file in sorted(scripts.rglob("*.js"))
        for problem in _problems_of(file, scripts)
    ]


def _problems_of(file: Path, scripts: Path) -> Iterator[str]:
    text = file.read_text(encoding="utf-8")
    layer = _layer(file, scripts)
    if layer not in HEIGHTS:
        yield f"{layer}/ is no layer; there are {', '.join(HEIGHTS)}"
        return
    for found in _IMPORT.finditer(_COMMENT.sub(" ", text)):
        target = found["target"]
        if not target.startswith(("./", "../")) or not target.endswith(".js"):
            yield f"imports {target!r}, which is no relative path to a .js file"
            continue
        imported = (file.parent / target).resolve()
        if not imported.is_relative_to(scripts.resolve()) or not imported.is_file():
            yield f"imports {target!r}, which is not there"
            continue
        below = _layer(imported, scripts.resolve())
        if below != layer and HEIGHTS.get(below, 99) >= HEIGHTS[layer]:
            yield f"imports {target!r}: {layer or 'the top'} may not know {below or 'the top'}"
    if layer in ("rules", "play"):
        for word in sorted(set(_PAGE_WORD.findall(_COMMENT_OR_TEXT.sub(" ", text)))):
            yield f"uses {word}; the rules know no page, clock or network"


def circles(scripts: Path = SCRIPTS) -> list[str]:
    """Modules that import each other, at once or late, in a circle of any length."""
    imported = {
        file.relative_to(scripts).as_posix(): {
            (file.parent / found["target"]).resolve().relative_to(scripts.resolve()).as_posix()
            for found in _IMPORT.finditer(_COMMENT.sub(" ", file.read_text(encoding="utf-8")))
        }
        for file in scripts.rglob("*.js")
    }
    for pair in LATE:
        imported[pair[0]] -= {pair[1]}
    found = []
    while ends := [name for name, others in imported.items() if not others & imported.keys()]:
        for name in ends:
            del imported[name]
    if imported:
        found.append(f"{', '.join(sorted(imported))}: these import each other in a circle, or one that does")
    return found


def _layer(file: Path, scripts: Path) -> str:
    """The folder right under static/js/ that a file lies in; nothing for the top."""
    inside = file.relative_to(scripts).parts
    return inside[0] if len(inside) > 1 else ""


def main() -> int:
    found = [*problems(), *circles()]
    for problem in found:
        print(f"static/js/{problem}", file=sys.stderr)  # noqa: T201
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

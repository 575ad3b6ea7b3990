"""Scripts and styles as they are sent are those that people edit: parsers that are not ours read both."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
import tinycss2

from scorekeeper import paths
from scorekeeper.web.delivery.minifying import sent
from tests.js.node import HERE, run

STATIC = paths.asset_root() / "static"


@pytest.mark.long
def test_every_module_is_sent_as_the_program_that_it_is(tmp_path: Path) -> None:
    modules = list(STATIC.rglob("*.js"))
    for path in modules:
        file = tmp_path / path.relative_to(STATIC)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(sent(path))
    done = run("--expose-internals", str(HERE / "same_program.cjs"), str(STATIC), str(tmp_path))
    assert (done.returncode, done.stdout) == (0, f"compared {len(modules)}\n"), done.stderr


def test_the_comparison_notices_what_it_should(tmp_path: Path) -> None:
    for kind, texts in (("before", ("a(`${b} c`)", "a\n(b)", "f(1)")), ("after", ("a(`${b}c`)", "a(b)", "f(1);x"))):
        (tmp_path / kind).mkdir()
        for index, text in enumerate(texts):
            (tmp_path / kind / f"{index}.js").write_text(text)
    (tmp_path / "before" / "3.js").write_text("x\n++y")
    (tmp_path / "after" / "3.js").write_text("x++y")
    (tmp_path / "before" / "4.js").write_text("function f() { return\n1 }")
    (tmp_path / "after" / "4.js").write_text("function f() { return 1 }")
    done = run("--expose-internals", str(HERE / "same_program.cjs"), str(tmp_path / "before"), str(tmp_path / "after"))
    assert [line.partition(":")[0] for line in done.stdout.splitlines()] == [
        "0.js",
        "2.js",
        "3.js",
        "4.js",
        "compared 5",
    ]


def test_every_style_is_sent_as_it_is() -> None:
    def signs(read: Iterable[tinycss2.ast.Node]) -> Iterator[str]:
        for one in read:
            inside = getattr(one, "content", None) or getattr(one, "arguments", None)
            if inside is not None:
                yield from (one.type, *signs(inside))
            elif one.type != "whitespace":
                yield one.serialize()

    for path in STATIC.rglob("*.css"):
        before, after = (
            list(signs(tinycss2.parse_component_value_list(text.decode(), skip_comments=True)))
            for text in (path.read_bytes(), sent(path))
        )
        assert before == after, path.name

"""Scripts as they are sent are the programs that people edit: node's own parser reads both."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from scorekeeper import paths
from scorekeeper.web.delivery import StaticFiles
from scorekeeper.web.smaller import smaller
from tests.js.node import HERE, run

STATIC = paths.asset_root() / "static"

# Before, and how short it gets. What is compared with the parser is what counts; the right side shows what is left out.
CASES = {
    "comments": ("let a = 1; // one\n/* two */ let b = 2;", "let a=1;let b=2;\n"),
    "a comment between words": ("return_/* */of;\nlet/**/c = 3", "return_ of;let c=3\n"),
    "a comment with an end of line": ("let a = 1 /* \n */ let b = 2", "let a=1\nlet b=2\n"),
    "what looks like a comment in a text": ("const a = 'http://b'; // c", "const a='http://b';\n"),
    "a quote in a comment": ('// it\'s\nconst a = "/*";', 'const a="/*";\n'),
    "a template": ("const a = `x  // ${ b  +  1 }  y`;", "const a=`x  // ${b+1}  y`;\n"),
    "templates in one another": ("a(`1 ${b ? `  ${c}  d` : `}`}  2`)", "a(`1 ${b?`  ${c}  d`:`}`}  2`)\n"),
    "braces in a template": ("a(`${ b({ c: { d } }) }  e`)", "a(`${b({c:{d}})}  e`)\n"),
    "a dollar sign that is none": ("a(`$ ${'$'} $`)", "a(`$ ${'$'} $`)\n"),
    "a pattern": ("const a = b.replace(/[/'\"]  \\/x/g, '')", "const a=b.replace(/[/'\"]  \\/x/g,'')\n"),
    "a pattern after a word": ("function f() { return /a  b/ in c; }", "function f(){return/a  b/ in c;}\n"),
    "division": ("const a = b / c / (d) / e[0] / 2;", "const a=b/ c/(d)/ e[0]/ 2;\n"),
    "what was unclear, in brackets": (
        'if (a) { /"  x/.test(b) } (c++) / 2; d = (e) / (f) / 2',
        'if(a){/"  x/.test(b)}(c++)/ 2;d=(e)/(f)/ 2\n',
    ),
    "names that are words elsewhere": ("const a = b.in / c.of / d.default;", "const a=b.in/ c.of/ d.default;\n"),
    "a pattern that is a module's own": ("export default /a  b/;", "export default/a  b/;\n"),
    "signs that would merge": ("a = b + +c - -d - e++ + ++f", "a=b+ +c- -d-e++ + ++f\n"),
    "an end of line that ends a statement": ("const a = b\nconst c = d\n++e", "const a=b\nconst c=d\n++e\n"),
    "an end of line after return": ("function f() {\n  return\n  1\n}", "function f(){return\n1}\n"),
    "chained calls": ("a\n  .b()\n  ?.c()", "a.b()\n?.c()\n"),
    "private names": ("class A { #b = 1; static #c = this.#d; #d }", "class A{#b=1;static #c=this.#d;#d}\n"),
    "a number with a point": ("const a = 1 .toFixed()", "const a=1 .toFixed()\n"),
    "letters of other alphabets": ("const ä = 'ß' in ö", "const ä='ß'in ö\n"),
}


def differences(folder: Path, modules: Mapping[str, str]) -> str:
    """What the parser says about modules and what is sent for them."""
    for name, text in modules.items():
        for kind, written in (("before", text), ("after", smaller(".js", text))):
            file = folder / kind / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(written, encoding="utf-8")
    done = run("--expose-internals", str(HERE / "same_program.cjs"), str(folder / "before"), str(folder / "after"))
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("name", CASES)
def test_what_is_left_out(name: str) -> None:
    before, after = CASES[name]
    assert smaller(".js", before) == after


def test_what_is_left_out_means_nothing(tmp_path: Path) -> None:
    modules = {f"{place}.js": before for place, (before, _) in enumerate(CASES.values())}
    modules["1.js"] = "let return_; let/**/c = 3"  # two words in a row are no program; this is what is meant by it
    modules["2.js"] = "let a = 1 /* \n */ let b = 2"
    assert differences(tmp_path, modules) == f"compared {len(modules)}\n"


def test_every_module_is_sent_as_the_program_that_it_is(tmp_path: Path) -> None:
    modules = {path.relative_to(STATIC).as_posix(): path.read_text("utf-8") for path in STATIC.rglob("*.js")}
    assert differences(tmp_path, modules) == f"compared {len(modules)}\n"


def test_the_comparison_notices_what_it_should(tmp_path: Path) -> None:
    for kind, texts in (("before", ("a(`${b} c`)", "a\n(b)", "f(1)")), ("after", ("a(`${b}c`)", "a(b)", "f(1);x"))):
        (tmp_path / kind).mkdir()
        for place, text in enumerate(texts):
            (tmp_path / kind / f"{place}.js").write_text(text)
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


UNCLEAR = {
    "after a test": 'let a;\nif (b) /"x/.test(c)',
    "after a test with brackets in it": "\nwhile (a(b)) /x  y/.exec(c)",
    "after a round": "\nfor (const a of b) /x  y/.exec(a)",
    "after a block": "\n{ a } /x  y/.exec(b)",
    "after an object": "\nconst a = { b } / 2",
    "after one more": "\na = b++ / 2 / c",
    "after one less": "\na = b-- / 2 / c",
}


@pytest.mark.parametrize("name", UNCLEAR)
def test_a_slash_that_may_be_either_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="line 2: this slash may divide or begin a pattern"):
        smaller(".js", UNCLEAR[name])


def test_an_app_with_a_script_that_cannot_be_read_safely_does_not_start(tmp_path: Path) -> None:
    (tmp_path / "odd.js").write_text(UNCLEAR["after a test"], encoding="utf-8")
    with pytest.raises(ValueError, match=r"odd\.js: line 2: this slash"):
        StaticFiles(tmp_path)


@pytest.mark.parametrize("text", ["a\n`b ${c} d", "a\n = /b"])
def test_what_has_no_end_is_named_by_its_line(text: str) -> None:
    with pytest.raises(ValueError, match="line 2: a template or pattern without its end"):
        smaller(".js", text)

"""Modules of static/js/ one after the other, as one script, so that a first visit asks for one instead of twenty.

Each module becomes a function that runs once, and all share a table of what each of them exports:

    $modules["rules/names.js"] ??= (() => { const { h } = $modules["shell/app.js"]; …; return { cleaned }; })();

A module that a page loads only when it needs it (`import("./table.js")`) comes as such a script too, without those that
the page has, so that both use the same ones.

Our modules are formatted, name what they import and export only declarations; tests/browser/test_first_visits.py
compares what each exports with what the browser says of the file itself.
"""

import posixpath
import re
from collections.abc import Iterable
from functools import cache
from json import dumps
from typing import NamedTuple

from scorekeeper.web.delivery.static_files import StaticFiles

_IMPORT = re.compile(r'\s*import\s*(?:\{(?P<names>[^}]*)\}\s*from\s*)?"(?P<address>\.[^"]+)";')
_LATE = re.compile(r'\bimport\("(?P<address>\.[^"]+)"\)')
# With the word first, because Python looks for what a pattern begins with at once.
_EXPORT = re.compile(r"export (?<=[;}\n]export )(?=(?:async )?(?:function[ *]|const |class )(?P<name>\w+))")
_EXPORT_AGAIN = re.compile(r"export(?<=[;}\n]export)\s*\{(?P<names>[^}]*)\};")


class Module(NamedTuple):
    """A module as it is sent, taken apart. Modules go by their paths under static/js/."""

    imports: dict[str, str]  # what it takes by name of each module that it imports: "h, part"; "" for nothing
    body: str
    exports: tuple[str, ...]


class Modules:
    """The modules among the files, and scripts made of them."""

    def __init__(self, files: StaticFiles) -> None:
        self._files = files

    def module(self, name: str) -> Module:
        return _taken_apart(name, self._files.text(f"js/{name}"))

    def needed(self, scripts: Iterable[str]) -> tuple[str, ...]:
        """These modules and all that they import, each after those that it imports."""
        found: dict[str, None] = {}

        def visit(name: str) -> None:
            if name not in found:
                for other in self.module(name).imports:
                    visit(other)
                found[name] = None

        for name in scripts:
            visit(name)
        return tuple(found)

    @cache  # noqa: B019  as above
    def late(self) -> frozenset[str]:
        """All that some module loads only when it needs it."""
        names = [name.removeprefix("js/") for name in self._files.names if name.endswith(".js")]
        return frozenset(
            _target(name, found["address"]) for name in names for found in _LATE.finditer(self.module(name).body)
        )

    def one_script(self, scripts: Iterable[str], had: Iterable[str], folder: str) -> str:
        """These modules and what they need, as one script, without what is had: other scripts and what they need.

        ``folder`` is the address of static/js/, which late modules are loaded from.
        """
        scripts, had = tuple(scripts), tuple(had)
        there = dict.fromkeys((*had, *scripts))
        known = set(self.needed(had))
        functions = [self._function(name, folder) for name in self.needed(scripts) if name not in known]
        begin = (
            "const $modules=globalThis.scorekeeper??={},"
            f"$late=(name)=>import(`{folder}late/${{name}}?had={','.join(there)}`).then(()=>$modules[name]);"
        )
        return "\n".join((begin, *functions))

    def _function(self, name: str, folder: str) -> str:
        module = self.module(name)
        takes = "".join(
            f"const{{{names.replace(' as ', ':')}}}=$modules[{dumps(other)}];"
            for other, names in module.imports.items()
            if names
        )
        body = _LATE.sub(lambda found: f"$late({dumps(_target(name, found['address']))})", module.body)
        body = body.replace("import.meta.url", f"location.origin+{dumps(folder + name)}")
        return f"$modules[{dumps(name)}]??=(()=>{{{takes}{body}\nreturn{{{','.join(module.exports)}}}}})();"


@cache
def _taken_apart(name: str, text: str) -> Module:
    at, imports = 0, {}
    while found := _IMPORT.match(text, at):
        imports[_target(name, found["address"])] = found["names"] or ""
        at = found.end()
    body = "\n" + text[at:].strip()
    exports = [found["name"] for found in _EXPORT.finditer(body)]
    for found in _EXPORT_AGAIN.finditer(body):
        exports += [one.strip() for one in found["names"].split(",")]
    body = _EXPORT_AGAIN.sub("", _EXPORT.sub("", body))
    return Module(imports, body.strip(), tuple(exports))


def _target(name: str, address: str) -> str:
    """The module at that address, as a module writes it."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), address))

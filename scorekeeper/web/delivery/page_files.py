"""The scripts and styles of a page: in the page itself at a first visit, later as links to files that the phone has.

A browser says with a cookie that it has this release's files (static/js/shell/app.js), so a first visit is one answer
and each later one is small.
"""

from base64 import b64encode
from collections.abc import Iterable
from functools import cache
from hashlib import sha256

from flask import Flask, Response, abort, g, request
from markupsafe import Markup

from scorekeeper.web.delivery.compression import SCRIPTS, compress_quickly
from scorekeeper.web.delivery.modules import Modules
from scorekeeper.web.delivery.static_files import TYPES, StaticFiles, lasting

HAS_FILES = "files"
"""The cookie of a browser that has the files of the release with this digest."""

SHELL = "shell/app.js"
"""The script of every page: templates/base.html."""

LATE = "js/late/"

_AS_FILES = "scorekeeper_as_files"
_HASHES = "scorekeeper_hashes"

_LINK = Markup('<link rel="stylesheet" href="{}">')
_ICON = Markup('<link rel="icon" type="image/svg+xml" href="{}icons/favicon.svg">')
_TOUCH_ICON = Markup('<link rel="apple-touch-icon" href="{}icons/app-touch-180.png">')
_STYLE = Markup("<style>{}</style>")
# Low priority, so that the first paint doesn't wait: 0.3 s on a slow phone over https.
_PRELOAD = Markup('<link rel="modulepreload" fetchpriority="low" href="{}">')
_SCRIPT = Markup('<script type="module" src="{}"></script>')
_OWN_SCRIPT = Markup(SCRIPTS + "{}</script>")
_EARLY_SCRIPT = Markup('<script src="{}"></script>')
_OWN_EARLY_SCRIPT = Markup("<script>{}</script>")


def init_app(app: Flask, files: StaticFiles) -> None:
    """Give templates the functions that write the tags, and serve the files as endpoint `static`."""
    page_files = PageFiles(files)
    app.add_template_global(page_files.styles, "styles")
    app.add_template_global(page_files.linked_styles, "linked_styles")
    app.add_template_global(page_files.early_script, "early_script")
    app.add_template_global(page_files.icon_links, "icon_links")
    app.add_template_global(page_files.linked_scripts, "linked_scripts")
    app.add_template_global(page_files.own_scripts, "own_scripts")
    app.add_url_rule(f"/static/{files.digest}/<path:filename>", "static", page_files.answer)


def link_files() -> None:
    """Link the files of this page, which phones keep, even at a first visit."""
    setattr(g, _AS_FILES, True)


def hashes() -> dict[str, list[str]]:
    """The scripts and styles in this page, for its security policy: by `script` and `style`."""
    found: dict[str, list[str]] = g.get(_HASHES, {})
    return found


class PageFiles:
    """The tags of pages."""

    def __init__(self, files: StaticFiles) -> None:
        self._files = files
        self._modules = Modules(files)

    def styles(self, *names: str) -> Markup:
        """These style sheets, in that order."""
        if not self._is_first_visit():
            return self.linked_styles(*names)
        return _lines(_STYLE.format(_in_page("style", self._files.text(f"css/{name}.css"))) for name in names)

    def linked_styles(self, *names: str) -> Markup:
        """These style sheets as links: for those that few need."""
        return _links(self._folder, *names)

    def early_script(self, name: str) -> Markup:
        """A script that runs before anything is drawn, and is no module."""
        if not self._is_first_visit():
            return _early_link(self._folder, name)
        return _OWN_EARLY_SCRIPT.format(_in_page("script", self._files.text(f"js/{name}.js")))

    def icon_links(self) -> Markup:
        """The icons of the app, for a browser's tab and a phone's screen."""
        return _icon_links(self._folder)

    def linked_scripts(self, names: str) -> Markup:
        """Tags of these modules and of all that they import, unless they come in the page. Blanks separate names."""
        return Markup() if self._is_first_visit() else self._tags(self._folder, *_paths(names))

    def own_scripts(self, names: str) -> Markup:
        """These modules in the page, at the end of a first visit's."""
        if not self._is_first_visit():
            return Markup()
        return _OWN_SCRIPT.format(_in_page("script", self._one_script(self._folder, *_paths(names))))

    def answer(self, filename: str) -> Response:
        """A file, or a module that a first visit's page loads late, without those that the page has: `had`."""
        if not filename.startswith(LATE):
            return self._files.answer(filename)
        name = filename.removeprefix(LATE)
        scripts = {script.removeprefix("js/") for script in self._files.names if script.startswith("js/")}
        had = request.args.get("had", "").split(",")
        if name not in self._modules.late() or not scripts.issuperset(had):
            abort(404)
        script = self._modules.one_script([name], had, f"{self._folder}js/")
        # Quickly, because anyone may ask for any combination.
        return lasting(compress_quickly(Response(script, content_type=TYPES[".js"])))

    @property
    def _folder(self) -> str:
        return f"{request.script_root}/static/{self._files.digest}/"

    def _is_first_visit(self) -> bool:
        """Whether a person opens the page in a browser that lacks the files. Scripts ask for text/html alone."""
        return (
            "application/xhtml+xml" in request.headers.get("Accept", "")
            and request.cookies.get(HAS_FILES) != self._files.digest
            and not g.get(_AS_FILES, False)
        )

    @cache  # noqa: B019  one per app, whose files never change
    def _tags(self, folder: str, *scripts: str) -> Markup:
        modules = self._modules
        # The shell's own imports are few and already asked for.
        imports = [name for name in modules.needed(scripts) if name not in {*scripts, *modules.needed([SHELL])}]
        address = f"{folder}js/{{}}".format
        return _lines(
            [_PRELOAD.format(address(name)) for name in imports] + [_SCRIPT.format(address(s)) for s in scripts]
        )

    @cache  # noqa: B019  one per app, whose files never change
    def _one_script(self, folder: str, *scripts: str) -> str:
        return self._modules.one_script(scripts, (), f"{folder}js/")


@cache
def _links(folder: str, *sheets: str) -> Markup:
    return _lines(_LINK.format(f"{folder}css/{name}.css") for name in sheets)


@cache
def _early_link(folder: str, script: str) -> Markup:
    return _EARLY_SCRIPT.format(f"{folder}js/{script}.js")


@cache
def _icon_links(folder: str) -> Markup:
    return _lines(link.format(folder) for link in (_ICON, _TOUCH_ICON))


def _paths(names: str) -> list[str]:
    return [f"{name}.js" for name in names.split()]


def _lines(tags: Iterable[Markup]) -> Markup:
    return Markup("\n").join(tags)


def _in_page(kind: str, text: str) -> Markup:
    """The text of a script or style in the page, which its policy allows by its hash."""
    if _HASHES not in g:
        setattr(g, _HASHES, {"script": [], "style": []})
    hashes()[kind].append(_hash(text))
    return Markup(text)


@cache
def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"

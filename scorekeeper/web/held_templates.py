"""The templates of the running release, all read at its start, because an update may replace the files."""

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

from jinja2 import BaseLoader, Environment, TemplateNotFound


class HeldTemplates(BaseLoader):
    """All templates of a folder by path. Each is compiled at its first use."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._held = folder, _texts(folder)

    def get_source(self, _environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        if template not in self._held:
            raise TemplateNotFound(template)
        return self._held[template], str(self._folder / template), lambda: True


@cache
def _texts(folder: Path) -> Mapping[str, str]:
    """The texts by path, read once for all apps of the process."""
    return {
        file.relative_to(folder).as_posix(): file.read_text("utf-8") for file in folder.rglob("*") if file.is_file()
    }

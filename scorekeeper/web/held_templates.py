"""The templates of the running release, all read at its start: those of the next one may come while it runs."""

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

from jinja2 import BaseLoader, Environment, TemplateNotFound


class HeldTemplates(BaseLoader):
    """Every file of a folder, by its path there. Each is compiled when the first page needs it."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._held = folder, _texts(folder)

    def get_source(self, _environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        if template not in self._held:
            raise TemplateNotFound(template)
        return self._held[template], str(self._folder / template), lambda: True


@cache
def _texts(folder: Path) -> Mapping[str, str]:
    """They do not change while a program runs, however many apps it makes."""
    return {
        file.relative_to(folder).as_posix(): file.read_text("utf-8") for file in folder.rglob("*") if file.is_file()
    }

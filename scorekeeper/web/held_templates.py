"""The templates of the running release, all read at its start, because an update may replace the files.

Compiled ones are kept where Python keeps its own compiled modules, so a server that starts again shows its first pages
sooner. Where nothing may be written there, each process compiles them.
"""

import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path

from jinja2 import BaseLoader, BytecodeCache, Environment, FileSystemBytecodeCache, TemplateNotFound
from jinja2.bccache import Bucket


class HeldTemplates(BaseLoader):
    """All templates of a folder by path. Each is compiled at its first use."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._held = folder, _texts(folder)

    def get_source(self, _environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        if template not in self._held:
            raise TemplateNotFound(template)
        return self._held[template], str(self._folder / template), lambda: True


class _Kept(FileSystemBytecodeCache):
    def load_bytecode(self, bucket: Bucket) -> None:
        try:
            super().load_bytecode(bucket)
        except Exception:  # a file that a crash cut short can be anything
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        if sys.dont_write_bytecode:
            return
        with suppress(OSError):  # a full disk, or a folder that may not be written to
            super().dump_bytecode(bucket)


@cache
def compiled_templates(release: str, folder: Path = Path(__file__).parent / "__pycache__") -> BytecodeCache:
    """The compiled templates of that release. Deletes those of other releases, whose filters may differ."""
    kind = f"templates.{sys.implementation.cache_tag}."
    ours = f"{kind}jinja-{version('jinja2')}.{release}."
    if not sys.dont_write_bytecode:
        with suppress(OSError):
            folder.mkdir(exist_ok=True)
            for other in folder.glob(f"{kind}*"):
                if not other.name.startswith(ours):
                    other.unlink(missing_ok=True)
    return _Kept(str(folder), f"{ours}%s")


@cache
def _texts(folder: Path) -> Mapping[str, str]:
    """The texts by path, read once for all apps of the process."""
    return {
        file.relative_to(folder).as_posix(): file.read_text("utf-8") for file in folder.rglob("*") if file.is_file()
    }

"""What a page lets its reader send: its forms as a browser would send them, and where its links lead."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import parse_qsl, urljoin, urlsplit

Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Asked:
    """A request that a page offers."""

    path: str
    query: Pairs = ()
    method: str = "GET"
    fields: Pairs = ()
    files: frozenset[str] = frozenset()  # names of fields that take a file


@dataclass
class _Form:
    action: str
    method: str
    fields: list[tuple[str, str]] = field(default_factory=list)
    files: set[str] = field(default_factory=set)


class _Reader(HTMLParser):
    """Collects forms, the fields that name a form of elsewhere too, and links."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[_Form] = []
        self.by_id: dict[str, _Form] = {}
        self.outside: list[tuple[str, str, str]] = []
        self.links: list[str] = []
        self._open: _Form | None = None
        self._text_of: tuple[str, str | None] | None = None
        self._text = ""
        self._select: tuple[str, str | None] | None = None
        self._options: list[tuple[str, bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        name, form_id = given.get("name", ""), given.get("form")
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        elif tag == "form":
            self._open = _Form(given.get("action", ""), given.get("method", "get").upper())
            self.forms.append(self._open)
            self.by_id[given.get("id", "")] = self._open
        elif tag == "textarea":
            self._text_of, self._text = (name, form_id), ""
        elif tag == "select":
            self._select, self._options = (name, form_id), []
        elif tag == "option" and self._select:
            self._options.append((given.get("value", ""), "selected" in given))
        elif tag in ("input", "button") and name:
            kind = given.get("type", "submit" if tag == "button" else "text")
            if kind == "file" and self._open:
                self._open.files.add(name)
            # Whether a box is ticked and which button is pressed is left to chance: all of them are offered.
            self._add(name, given.get("value", "on" if kind == "checkbox" else ""), form_id)

    def handle_data(self, data: str) -> None:
        if self._text_of:
            self._text += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = None
        elif tag == "textarea" and self._text_of:
            self._add(self._text_of[0], self._text.strip("\n"), self._text_of[1])
            self._text_of = None
        elif tag == "select" and self._select:
            chosen = [value for value, selected in self._options if selected] or [value for value, _ in self._options]
            self._add(self._select[0], chosen[0] if chosen else "", self._select[1])
            self._select = None

    def _add(self, name: str, value: str, form_id: str | None) -> None:
        if form_id is not None:
            self.outside.append((form_id, name, value))
        elif self._open is not None:
            self._open.fields.append((name, value))


def asked_of(page: str, address: str) -> Iterable[Asked]:
    """Every form and every link of a page of ours."""
    reader = _Reader()
    reader.feed(page)
    for form_id, name, value in reader.outside:
        if form_id in reader.by_id:
            reader.by_id[form_id].fields.append((name, value))
    for form in reader.forms:
        split = urlsplit(urljoin(address, form.action or address))
        query = tuple(parse_qsl(split.query, keep_blank_values=True))
        fields = tuple(form.fields)
        if form.method == "GET":
            yield Asked(split.path, fields)
        else:
            yield Asked(split.path, query, form.method, fields, frozenset(form.files))
    for link in reader.links:
        split = urlsplit(urljoin(address, link))
        if not split.netloc or split.netloc == urlsplit(address).netloc:
            yield Asked(split.path, tuple(parse_qsl(split.query, keep_blank_values=True)))

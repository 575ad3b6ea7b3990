"""XML, HTML and the zip files that they travel in, written so that no text can be taken for markup."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Mapping
from io import BytesIO
from typing import TypeAlias
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from scorekeeper.exports.set_items import one_line

Content: TypeAlias = Element | str

_THE_SAME_DAY_FOR_EVER = (1980, 1, 1, 0, 0, 0)


def element(tag: str, *content: Content, attributes: Mapping[str, str] | None = None) -> Element:
    """An element with its texts and elements in order. Texts are plain; whoever writes it escapes them."""
    made = Element(tag, {name: one_line(value) for name, value in (attributes or {}).items()})
    last: Element | None = None
    for part in content:
        if isinstance(part, Element):
            made.append(part)
            last = part
        elif last is None:
            made.text = (made.text or "") + one_line(part)
        else:
            last.tail = (last.tail or "") + one_line(part)
    return made


def add(parent: Element, tag: str, *content: Content, attributes: Mapping[str, str] | None = None) -> Element:
    """The same, at the end of another."""
    made = element(tag, *content, attributes=attributes)
    parent.append(made)
    return made


def paragraphs(texts: Iterable[str]) -> tuple[Element, ...]:
    """Each text as a paragraph; none for those that are empty."""
    return tuple(element("p", text) for text in texts if text)


def html(elements: Iterable[Element]) -> str:
    """Elements as HTML on one line, for formats that carry it as text."""
    return "".join(tostring(one, encoding="unicode", method="html") for one in elements)


def document(root: Element) -> bytes:
    """A whole XML file in UTF-8, one element a line so that people can read it."""
    indent(root)
    written: bytes = tostring(root, encoding="utf-8", xml_declaration=True)
    return written + b"\n"


def zipped(files: Mapping[str, bytes]) -> bytes:
    """A zip file of those names, in that order; the same bytes for the same files."""
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in files.items():
            info = zipfile.ZipInfo(name, _THE_SAME_DAY_FOR_EVER)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.create_system = 3
            info.external_attr = 0o644 << 16
            archive.writestr(info, content)
    return packed.getvalue()


def manifest(
    namespace: str, identifier: str, schema: str, version: str, resources: Iterable[tuple[str, str, Iterable[str]]]
) -> bytes:
    """The ``imsmanifest.xml`` of a package: its resources as type, name of the file, and the names that it needs.

    A resource goes by the name of its file.
    """
    root = element("manifest", attributes={"xmlns": namespace, "identifier": identifier})
    about = add(root, "metadata")
    add(about, "schema", schema)
    add(about, "schemaversion", version)
    add(root, "organizations")
    listed = add(root, "resources")
    for kind, name, needed in resources:
        resource = SubElement(listed, "resource", {"identifier": _resource(name), "type": kind, "href": name})
        add(resource, "file", attributes={"href": name})
        for other in needed:
            add(resource, "dependency", attributes={"identifierref": _resource(other)})
    return document(root)


def _resource(name: str) -> str:
    return "r-" + name.removesuffix(".xml").replace("/", "-")

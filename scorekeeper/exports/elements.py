"""XML, HTML and the zip files that they travel in, written so that no text can be taken for markup."""

import re
import zipfile
from collections.abc import Iterable, Mapping
from io import BytesIO
from typing import TypeAlias
from xml.etree.ElementTree import Element, indent, tostring

Content: TypeAlias = Element | str

_THE_SAME_DAY_FOR_EVER = (1980, 1, 1, 0, 0, 0)

# What XML 1.0 has no way to write, and what no file in UTF-8 can hold.
_UNWRITABLE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def one_line(text: str) -> str:
    """A text as every format can hold it: on one line, without what no file can write.

    >>> one_line("two  twos\\n\\x00cancel")
    'two twos \N{REPLACEMENT CHARACTER}cancel'
    """
    return " ".join(_UNWRITABLE.sub("\N{REPLACEMENT CHARACTER}", text).split())


def element(tag: str, *content: Content | Iterable[Content], **attributes: str) -> Element:
    """An element with its texts and elements in order. Texts are plain; whoever writes it escapes them.

    In the names of attributes `_` stands for `-`, and behind a word that Python keeps to itself for nothing.
    """
    made = Element(tag, {_name(name): one_line(value) for name, value in attributes.items()})
    for part in content:
        for one in [part] if isinstance(part, Element | str) else part:
            if isinstance(one, Element):
                made.append(one)
            elif len(made):
                made[-1].tail = (made[-1].tail or "") + one_line(one)
            else:
                made.text = (made.text or "") + one_line(one)
    return made


def _name(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


def paragraphs(*texts: str) -> list[Element]:
    """Each text as a paragraph; none for those that are empty."""
    return [element("p", text) for text in texts if text]


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
    namespace: str, identifier: str, schema: tuple[str, str], resources: Iterable[tuple[str, str, Iterable[str]]]
) -> bytes:
    """The ``imsmanifest.xml`` of a package: its resources as type, name of the file, and the names that it needs.

    ``schema`` is its name and version. A resource goes by the name of its file.
    """
    listed = [
        element(
            "resource",
            element("file", href=name),
            (element("dependency", identifierref=_resource(other)) for other in needed),
            identifier=_resource(name),
            type=kind,
            href=name,
        )
        for kind, name, needed in resources
    ]
    about = element("metadata", element("schema", schema[0]), element("schemaversion", schema[1]))
    whole = [about, element("organizations"), element("resources", listed)]
    return document(element("manifest", whole, xmlns=namespace, identifier=identifier))


def _resource(name: str) -> str:
    return "r-" + name.removesuffix(".xml").replace("/", "-")

# SPDX-License-Identifier: GPL-3.0-or-later
"""XML from anybody, read into elements: without entities, and no more of it than is sensible.

Files that are packed by gzip, or written in an old encoding.
"""

from __future__ import annotations

import zlib
from collections.abc import Collection
from dataclasses import dataclass, field
from functools import partial
from xml.parsers.expat import ExpatError, ParserCreate

from .errors import FailedError, InputError

BEGINNING = b"\x1f\x8b"


def unpacked(data: bytes, most: int, file: str) -> bytes:
    """Return bytes as they are, or what they hold if they are packed by gzip: one more than ``most`` of that at most.

    Raises FailedError, with a sentence that begins with what the ``file`` is called, for what is damaged or cut off.
    """
    if data[: len(BEGINNING)] != BEGINNING:
        return data
    unpacking = zlib.decompressobj(wbits=31)
    try:
        content = unpacking.decompress(data, most + 1)
    except zlib.error as error:
        raise FailedError(f"{file} is damaged: it cannot be unpacked.") from error
    if len(content) <= most and not unpacking.eof:
        raise FailedError(f"{file} is cut off: its packed data have no end.")
    return content


def decoded(data: bytes) -> str:
    """Return bytes as a text: as UTF-8, and as Latin-1 where they are none, which any bytes can be."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


MOST_ELEMENTS = 100_000
MOST_TEXT = 1_000_000
"""Characters of an element."""

DEEPEST = 20
"""Elements within each other."""


@dataclass
class Element:
    """An element: its name, its attributes, the elements in it, and all text directly in it."""

    name: str
    attributes: dict[str, str]
    children: list[Element] = field(default_factory=list)
    text: str = ""

    def all(self, name: str) -> list[Element]:
        """Return the elements in it with a name."""
        return [child for child in self.children if child.name == name]


def read_xml(text: str, file: str, *, left_out: Collection[str] = ()) -> Element:
    """Return the outermost element of a text.

    Elements in it with names of ``left_out`` are passed over with all that is in them. ``file`` is what sentences call
    the text. Raises InputError for what is no XML, for a document type, by which entities come, and for too much.
    """
    outer = Element("", {})
    inside = [outer]
    passed_over = 0
    count = 0

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal passed_over, count
        if passed_over or (name in left_out and len(inside) > 1):
            passed_over += 1
            return
        count += 1
        if count > MOST_ELEMENTS or len(inside) > DEEPEST:
            raise InputError(f"{file} has too many XML elements, or too many within each other.")
        element = Element(name, attributes)
        inside[-1].children.append(element)
        inside.append(element)

    def end(_: str) -> None:
        nonlocal passed_over
        if passed_over:
            passed_over -= 1
        else:
            inside.pop()

    def characters(text: str) -> None:
        if passed_over:
            return
        inside[-1].text += text
        if len(inside[-1].text) > MOST_TEXT:
            raise InputError(f"{file} has an XML element with more than {MOST_TEXT:,} characters of text.")

    parser = ParserCreate("utf-8")
    parser.buffer_text = True
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = characters
    parser.StartDoctypeDeclHandler = partial(_refuse_document_type, file)
    try:
        parser.Parse(text.encode("utf-8", "surrogatepass"), True)
    except ExpatError as error:
        raise InputError(f"{file} is damaged or cut off at line {error.lineno}: it is not valid XML.") from error
    return outer.children[0]


def _refuse_document_type(file: str, *_: object) -> None:
    raise InputError(f"{file} has an XML document type: it must have none.")

# SPDX-License-Identifier: GPL-3.0-or-later
"""Files that are packed by gzip, or written in an old encoding."""

from __future__ import annotations

import zlib

from .errors import FailedError

BEGINNING = b"\x1f\x8b"


def unpacked(data: bytes, most: int, file: str) -> bytes:
    """Return bytes as they are, or what they hold if they are packed by gzip: one more than ``most`` of that at most.

    Raises FailedError, with a sentence that begins with what the ``file`` is called, for what is damaged or cut off.
    """
    if data[: len(BEGINNING)] != BEGINNING:
        return data
    unpacking = zlib.decompressobj(wbits=31)
    try:
        found = unpacking.decompress(data, most + 1)
    except zlib.error as error:
        raise FailedError(f"{file} is damaged: it cannot be unpacked.") from error
    if len(found) <= most and not unpacking.eof:
        raise FailedError(f"{file} is cut off: its packed data have no end.")
    return found


def decoded(data: bytes) -> str:
    """Return bytes as a text: as UTF-8, and as Latin-1 where they are none, which any bytes can be."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")

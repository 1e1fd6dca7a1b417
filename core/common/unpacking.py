# SPDX-License-Identifier: GPL-3.0-or-later
"""Files that are packed by gzip."""

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

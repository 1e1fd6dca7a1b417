# SPDX-License-Identifier: GPL-3.0-or-later
"""Files of images that Blender has rendered."""

from __future__ import annotations

from pathlib import Path

from ...core.common.errors import ExportError, InputError
from ...core.common.words import quoted
from ...core.export.transaction import Transaction

PNG = ".png"

BEGIN = b"\x89PNG\r\n\x1a\n"
"""With these bytes such a file begins."""


def keep_image(file: Path, target: Path) -> None:
    """Put a rendered PNG file where it is wanted, whole or not at all.

    Raises ExportError where it is no image, and InputError or ExportError where it cannot be put there.
    """
    content = file.read_bytes() if file.is_file() else b""
    if not content.startswith(BEGIN):
        raise ExportError("Blender has rendered no picture; its console may say why. Nothing was saved.")
    if not target.parent.is_dir():
        raise InputError(f"File {quoted(target)} cannot be written: there is no folder {quoted(target.parent)}.")

    def write(path: Path) -> None:
        path.write_bytes(content)

    with Transaction() as transaction:
        transaction.write(target.parent, {target.name: write})
        transaction.commit()

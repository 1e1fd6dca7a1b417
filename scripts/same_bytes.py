# SPDX-License-Identifier: GPL-3.0-or-later
"""Archives that are the same bytes whenever and wherever they are made: sorted, and without times of this machine.

The time of every entry is SOURCE_DATE_EPOCH (https://reproducible-builds.org), or the first that a zip can say.
"""

from __future__ import annotations

import gzip
import os
import tarfile
import time
import zipfile
from pathlib import Path

FIRST = 315532800
"""Seconds from 1970 to 1980."""

ORDINARY, EXECUTABLE = 0o644, 0o755


def _moment() -> int:
    return max(FIRST, int(os.environ.get("SOURCE_DATE_EPOCH", FIRST)))


def fix_zip(path: Path) -> None:
    """Write a zip anew, with its files alone."""
    fixed = path.with_suffix(".fixed")
    date = time.gmtime(_moment())[:6]
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(fixed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as new:
        for name in sorted(one for one in old.namelist() if not one.endswith("/")):
            entry = zipfile.ZipInfo(name, date)
            entry.create_system = 3
            entry.external_attr = (0o100000 | ORDINARY) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            new.writestr(entry, old.read(name))
    fixed.replace(path)


def fix_tar(path: Path) -> None:
    """Write a tar.gz anew."""
    fixed = path.with_suffix(".fixed")
    with (
        tarfile.open(path) as old,
        fixed.open("wb") as file,
        gzip.GzipFile("", "wb", 9, file, _moment()) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as new,
    ):
        for entry in sorted(old.getmembers(), key=lambda one: one.name):
            entry.mtime, entry.pax_headers = _moment(), {}
            entry.uid = entry.gid = 0
            entry.uname = entry.gname = ""
            entry.mode = EXECUTABLE if entry.isdir() or entry.mode & 0o100 else ORDINARY
            new.addfile(entry, old.extractfile(entry) if entry.isfile() else None)
    fixed.replace(path)

# SPDX-License-Identifier: GPL-3.0-or-later
"""A repository of extensions on a server of this machine, and a newer version for it."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from installed_extension import copy_sources

NEXT = "99.0.1"
"""The newer version."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder on this machine, and give its address."""
    command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        try:
            assert server.stdout is not None
            address = re.search(r"\((http://127\.0\.0\.1:\d+/)\)", server.stdout.readline())
            assert address is not None
            yield address[1]
        finally:
            server.terminate()


def newer_sources(folder: Path) -> Path:
    """Copy the sources into a folder, as a newer version, and return it."""
    copy_sources(folder)
    manifest = folder / "blender_manifest.toml"
    text = re.sub(r'^version = ".*"', f'version = "{NEXT}"', manifest.read_text(encoding="utf-8"), flags=re.MULTILINE)
    manifest.write_text(text, encoding="utf-8")
    return folder

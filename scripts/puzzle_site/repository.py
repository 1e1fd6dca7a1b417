# SPDX-License-Identifier: GPL-3.0-or-later
"""Blender's own repository of extensions, made by Blender's own tool: who adds its address gets every new version."""

from __future__ import annotations

from pathlib import Path

from installed_extension import ROOT, build_zip, extension_tool

INDEX = "index.json"
"""The address that is added in Blender is that of this file."""


def write_repository(folder: Path, sources: Path = ROOT) -> Path:
    """Build the extension into a folder, in place of an older version, and list it; return the index.

    Of several versions in an index Blender takes any. A page for people comes with it, from which the extension is
    dragged into Blender.
    """
    for older in folder.glob("*.zip"):
        older.unlink()
    build_zip(folder, sources)
    template = Path(__file__).parent / "page" / "repository.html"
    extension_tool("server-generate", "--repo-dir", str(folder), "--html", "--html-template", str(template))
    return folder / INDEX

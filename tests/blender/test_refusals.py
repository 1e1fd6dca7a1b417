# SPDX-License-Identifier: GPL-3.0-or-later
"""The built zip has nothing for which the reviewers of the extensions platform refuse one, and its listing is complete.

The list is that of the platform's guidelines and of what reviewers have written below submissions.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from installed_extension import ROOT

pytestmark = pytest.mark.once

LISTING = ROOT / "docs" / "listing"

OF_BLENDER = {
    "bpy",
    "bpy_extras",
    "bmesh",
    "mathutils",
    "gpu",
    "gpu_extras",
    "blf",
    "bl_ui",
    "bl_operators",
    "addon_utils",
    "numpy",
    "rna_prop_ui",
}
"""What is there in every Blender besides Python's own modules."""

REFUSED_MODULES = {
    **dict.fromkeys(("socket", "ssl", "urllib", "http", "ftplib", "smtplib", "requests", "xmlrpc"), "network"),
    **dict.fromkeys(("threading", "_thread", "multiprocessing", "concurrent"), "threads"),
    **dict.fromkeys(("subprocess", "pip", "ensurepip", "ctypes"), "other programs"),
    **dict.fromkeys(("pickle", "marshal", "imp"), "code from data"),
}
REFUSED_CALLS = {"exec": "code from data", "eval": "code from data", "__import__": "code from data"}
REFUSED_ATTRIBUTES = {
    ("sys", "path"): "sys.path",
    ("sys", "modules"): "sys.modules",
    ("os", "system"): "other programs",
}
REFUSED_NAMES = {"bl_info": "bl_info"}
WRITERS = {"write_text", "write_bytes", "open", "mkdir", "touch", "unlink", "rename"}

WORDS = re.compile(r"check_for_updates?|addon_updater|donat(e|ion)|patreon|gumroad|ko-fi", re.IGNORECASE)


parsed = cache(ast.parse)


def refused(source: str) -> Iterator[str]:
    """Yield what a reviewer would refuse in a module."""
    for node in ast.walk(parsed(source)):
        match node:
            case ast.Import(names=names):
                yield from (
                    REFUSED_MODULES[top] for alias in names if (top := alias.name.split(".")[0]) in REFUSED_MODULES
                )
            case ast.ImportFrom(module=str(module), level=0) if module.split(".")[0] in REFUSED_MODULES:
                yield REFUSED_MODULES[module.split(".")[0]]
            case ast.Call(func=ast.Name(id=name)) if name in REFUSED_CALLS:
                yield REFUSED_CALLS[name]
            case ast.Attribute(value=ast.Name(id=owner), attr=name) if (owner, name) in REFUSED_ATTRIBUTES:
                yield REFUSED_ATTRIBUTES[owner, name]
            case ast.Name(id=name) if name in REFUSED_NAMES:
                yield REFUSED_NAMES[name]
            case ast.Call(func=ast.Attribute(attr=name)) if name in WRITERS and "__file__" in ast.unparse(node):
                yield "writes into its own folder"
    if WORDS.search(source):
        yield "updates by itself, or adverts"


def foreign(source: str) -> Iterator[str]:
    """Yield the modules that a module imports and that not every Blender has."""
    known = OF_BLENDER | set(sys.stdlib_module_names)
    for node in ast.walk(parsed(source)):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and not node.level:
            names = [node.module or ""]
        yield from (name for name in names if name.split(".")[0] not in known)


@pytest.fixture(scope="module")
def sources(built_zip: Path) -> dict[str, str]:
    """Return the modules of the zip, by their names in it."""
    with zipfile.ZipFile(built_zip) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist() if name.endswith(".py")}


SEARCHING = {
    "core/common/processes.py": {"threads", "other programs", "code from data"},
}
"""What starts Blender's own Python for long searches, talks with it over a pipe, and ends it: a module without
which all works as well. The listing says it."""


def test_no_module_has_what_is_refused(sources: dict[str, str]) -> None:
    assert len(sources) > 100
    assert {name: set(faults) for name, source in sources.items() if (faults := list(refused(source)))} == SEARCHING
    description = (LISTING / "description.md").read_text(encoding="utf-8")
    assert "processes of Blender's own Python" in " ".join(description.split())


def test_every_module_imports_what_every_blender_has(sources: dict[str, str]) -> None:
    assert {name: modules for name, source in sources.items() if (modules := list(foreign(source)))} == {}


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("import urllib.request", "network"),
        ("from http.client import HTTPConnection", "network"),
        ("import threading", "threads"),
        ("import subprocess", "other programs"),
        ("import sys\nsys.path.append('here')", "sys.path"),
        ("import sys\ndel sys.modules['core']", "sys.modules"),
        ("exec('1')", "code from data"),
        ("eval('1')", "code from data"),
        ("bl_info = {}", "bl_info"),
        ("from pathlib import Path\n(Path(__file__).parent / 'log').write_text('')", "writes into its own folder"),
        ("def check_for_update(): pass", "updates by itself, or adverts"),
    ],
)
def test_what_is_refused_would_be_found(source: str, why: str) -> None:
    assert list(refused(source)) == [why]


def test_a_foreign_module_would_be_found() -> None:
    assert list(foreign("import numpy, json, trimesh\nfrom scipy.sparse import x\nfrom . import y")) == [
        "trimesh",
        "scipy.sparse",
    ]


def test_the_manifest_says_all_that_a_listing_needs(built_zip: Path) -> None:
    with zipfile.ZipFile(built_zip) as archive:
        manifest = tomllib.loads(archive.read("blender_manifest.toml").decode())
    assert re.fullmatch(r"\d+\.\d+\.\d+", manifest["version"])
    assert manifest["website"].startswith("https://")
    assert all(re.fullmatch(r"\d{4}(-\d{4})? \S.*", line) for line in manifest["copyright"])
    assert manifest["license"] == ["SPDX:GPL-3.0-or-later"]
    assert "blender" not in manifest["name"].lower()
    for sentence in (manifest["tagline"], *manifest["permissions"].values()):
        assert 0 < len(sentence) <= 64
        assert sentence[-1].isalnum()
    assert set(manifest["permissions"]) <= {"files", "clipboard", "camera", "microphone", "network"}


def test_what_is_asked_for_is_used_and_what_is_used_is_asked_for(sources: dict[str, str], built_zip: Path) -> None:
    with zipfile.ZipFile(built_zip) as archive:
        asked = set(tomllib.loads(archive.read("blender_manifest.toml").decode())["permissions"])
    all_sources = "\n".join(sources.values())
    used = {"files": ".write_bytes", "clipboard": ".clipboard", "network": "online_access"}
    assert asked == {permission for permission, sign in used.items() if sign in all_sources}


def png_size(data: bytes) -> tuple[int, int]:
    """Return the width and the height of a PNG file, in pixels."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")


def jpeg_size(data: bytes) -> tuple[int, int]:
    """Return the width and the height of a JPEG file, in pixels."""
    place = 2
    while data[place + 1] not in {0xC0, 0xC1, 0xC2}:
        place += 2 + int.from_bytes(data[place + 2 : place + 4], "big")
    return int.from_bytes(data[place + 7 : place + 9], "big"), int.from_bytes(data[place + 5 : place + 7], "big")


def test_the_pictures_of_the_listing_have_the_sizes_that_are_asked_for() -> None:
    assert png_size((LISTING / "icon.png").read_bytes()) == (256, 256)
    pictures = sorted(LISTING.glob("*.jpg"))
    assert {picture.name for picture in pictures} >= {"featured.jpg", "kit.jpg", "packing.jpg"}
    assert {jpeg_size(picture.read_bytes()) for picture in pictures} == {(1920, 1080)}


def test_the_texts_of_the_listing_are_there() -> None:
    description = (LISTING / "description.md").read_text(encoding="utf-8")
    assert 800 < len(description) < 6000
    version = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    notes = (LISTING / "release-notes.md").read_text(encoding="utf-8")
    assert version is not None
    assert version[1] in notes
    for name in re.findall(r"\]\(([^)]+)\)", description + notes):
        assert name.startswith("https://") or (LISTING / name).is_file(), name

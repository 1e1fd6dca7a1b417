# SPDX-License-Identifier: GPL-3.0-or-later
"""An asset library for Blender: the hardest puzzles of the gallery as assets, with catalogs and previews.

Blender 4.5 writes it, and so every Blender from 4.2 on opens it; a file of Blender 5 would open in none before 4.5.
"""

from __future__ import annotations

import importlib
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any
from uuid import UUID, uuid5

import numpy as np
from installed_extension import MODULE

from puzzle_cubes.common.errors import ExportError

from .entries import Entry

FILE = "puzzle_cubes.blend"
CATALOGS = "blender_assets.cats.txt"
"""So Blender calls the file with the catalogs, beside those with the assets."""

AUTHOR = "Puzzle Cubes"
NAMESPACE = UUID("6f4c5b0e-8a53-5c0c-9d5e-2f1c5a7e4d11")
"""Of the numbers of catalogs: the same catalog has the same number in every library."""

MOST_OF_A_SIZE = 2
"""Puzzles of a kind and a size."""

SIDE = 256
"""Of a preview, in pixels: what Blender keeps of an image is not larger."""

SAMPLES = 16

LONGEST_TAG = 63
"""Characters that Blender keeps of a tag."""

TAGGED_MEASURES = 3
"""Measures among the tags; the description has all."""


def chosen(entries: Iterable[Entry]) -> list[Entry]:
    """Return the hardest entries of each kind and size."""
    by_size: dict[tuple[str, str], list[Entry]] = {}
    for entry in sorted(entries, key=lambda entry: -entry.share):
        by_size.setdefault((entry.kind, entry.size), []).append(entry)
    return [entry for same in by_size.values() for entry in same[:MOST_OF_A_SIZE]]


def write_library(folder: Path, entries: Sequence[Entry]) -> Path:
    """Write the library with some puzzles into a new folder, and return its file.

    Blender must run as a module with the extension enabled; what it has open is closed. Raises ExportError where
    Blender cannot save it or a picture of it.
    """
    import bpy

    folder.mkdir(parents=True, exist_ok=True)
    catalogs = {entry.id: f"{entry.label}/{entry.size}" for entry in entries}
    (folder / CATALOGS).write_text(_catalog_text(catalogs.values()), encoding="utf-8")
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    for entry in entries:
        collection = _added(entry)
        _mark(collection, entry, catalogs[entry.id])
        _picture(collection)
        # Each stands where the next scene's middle is, and who opens the file sees one at a time.
        collection.puzzle_cubes.carrier.location = (0.0, 0.0, 0.0)
        layer: Any = bpy.context.view_layer
        layer.layer_collection.children[collection.name].exclude = entry is not entries[0]
    path = (folder / FILE).absolute()
    try:
        bpy.ops.wm.save_as_mainfile(filepath=str(path), compress=True, check_existing=False)
    except RuntimeError as error:
        raise ExportError(f"The asset library could not be written: {' '.join(str(error).split())}.") from error
    return path


def _added(entry: Entry) -> Any:
    """Put the puzzle of an entry into the scene, in the dimensions that it has at first, and return its collection."""
    import bpy

    # The kinds and the puzzles of the installed extension are its own.
    kind = importlib.import_module(f"{MODULE}.core.kinds").KINDS[entry.kind]
    adding = importlib.import_module(f"{MODULE}.blender_addon.scene.adding")
    return adding.add_puzzle(bpy.context, kind, kind.from_json(entry.text), kind.dimensions()).collection


def _mark(collection: Any, entry: Entry, catalog: str) -> None:
    """Make a collection an asset, and say what it is."""
    collection.asset_mark()
    data = collection.asset_data
    data.author = AUTHOR
    data.catalog_id = str(_catalog_number(catalog))
    measures = [f"{label} {text}" for label, text, _ in entry.lines]
    data.description = f"{entry.sentence} {', '.join(measures)}. Code {entry.code}"
    for tag in (entry.label, entry.size, entry.difficulty, *measures[:TAGGED_MEASURES], entry.code):
        if len(tag) <= LONGEST_TAG:
            data.tags.new(tag, skip_if_exists=True)


def _picture(collection: Any) -> None:
    """Give a collection a preview: its parts that are seen, rendered in the studio."""
    import bpy
    from demo import render_preview

    bpy.context.view_layer.update()  # type: ignore[union-attr]
    shown = [item for item in collection.all_objects if item.type == "MESH" and item.visible_get()]
    with tempfile.TemporaryDirectory() as temporary:
        file = Path(temporary) / "preview.png"
        render_preview(shown, file, (SIDE, SIDE), SAMPLES)
        # The stubs take its pixels for a single number.
        image: Any = bpy.data.images.load(str(file))
        if tuple(image.size) != (SIDE, SIDE):
            raise ExportError(f"The asset library could not be written: is there room for a picture in {temporary}?")
        pixels = np.empty(4 * SIDE * SIDE, dtype=np.float32)
        image.pixels.foreach_get(pixels)
        bpy.data.images.remove(image)
    preview = collection.preview_ensure()
    preview.image_size = (SIDE, SIDE)
    preview.image_pixels_float.foreach_set(pixels)


def _catalog_number(path: str) -> UUID:
    return uuid5(NAMESPACE, path)


def _catalog_text(paths: Iterable[str]) -> str:
    """Return the text of the file with some catalogs and those that these are in."""
    wanted = sorted({"/".join(path.split("/")[:depth]) for path in paths for depth in range(1, path.count("/") + 2)})
    lines = [f"{_catalog_number(path)}:{path}:{path.replace('/', '-')}" for path in wanted]
    return "\n".join(("# Catalogs of the puzzles beside this file.", "", "VERSION 1", "", *lines, ""))

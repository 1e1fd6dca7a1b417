# SPDX-License-Identifier: GPL-3.0-or-later
"""The asset library of the site: every Blender shows its puzzles by catalog and picture, and they come out live."""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import asdict
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any
from uuid import UUID

import bpy
import numpy as np
import pytest
from bpy.app.handlers import persistent
from installed_extension import ROOT
from puzzle_site.entries import Entry, entry_of
from puzzle_site.library import CATALOGS, FILE, MOST_OF_A_SIZE, chosen, write_library

from puzzle_cubes.common.errors import ExportError
from puzzle_cubes.kind.kind import puzzle_of_code
from puzzle_cubes.kinds import KINDS
from tests.blender.puzzles import extent, make_puzzle, only_puzzle, part, scene_puzzles, taken_from
from tests.core.export.written import room_for

pytestmark = pytest.mark.once

PUZZLES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("oskar", {"size": (3, 3, 3), "seed": 1}),
    ("oskar", {"size": (4, 3, 2), "seed": 2}),
    ("packing", {"puzzle": "megaron"}),
)
PICKED = "Oskar's Cube 3x3x3 seed 1"
WRITER = ROOT / ".venv" / "bin" / "python"
"""Of the Blender with which the site is made."""

WRITE = """
import json, sys
from pathlib import Path
from installed_extension import extension
from puzzle_site.entries import Entry
from puzzle_site.library import write_library
with extension():
    write_library(Path(sys.argv[1]), [Entry(**one) for one in json.load(sys.stdin)])
"""


REFUSED = r"^The asset library could not be written: [ -~]*[.?]$"


@cache
def entries() -> list[Entry]:
    """Return the entries of which the tests' library is made."""
    made = [(KINDS[kind], KINDS[kind].make({**KINDS[kind].defaults, **values})) for kind, values in PUZZLES]
    return [entry for entry in (entry_of(kind, puzzle) for kind, puzzle in made) if entry is not None]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a library as the site has it; where that Blender is not at hand, one that this Blender has written."""
    folder = tmp_path_factory.mktemp("library")
    if bpy.app.version[:2] == (4, 5) or not WRITER.exists():
        return write_library(folder, entries())
    done = subprocess.run(
        [WRITER, "-c", WRITE, str(folder)],
        input=json.dumps([asdict(entry) for entry in entries()]),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / FILE


def catalogs(library: Path) -> dict[UUID, str]:
    """Return the catalogs as Blender reads them: the paths by their numbers."""
    text = (library.parent / CATALOGS).read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    assert lines[0] == "VERSION 1"
    fields = [line.split(":") for line in lines[1:]]
    by_number = {UUID(number): path for number, path, _ in fields}
    assert len(by_number) == len(fields)
    return by_number


def test_each_asset_has_its_catalog_words_and_a_picture(library: Path) -> None:
    with bpy.data.libraries.load(str(library), assets_only=True) as (offered, _):
        names = set(offered.collections)
    bpy.ops.wm.open_mainfile(filepath=str(library))
    assets = {collection.name: collection for collection in bpy.data.collections if collection.asset_data}
    assert names == set(assets) == {PICKED, "Oskar's Cube 4x3x2 seed 2", "Packing Cube Megaron"}
    paths = catalogs(library)
    by_code = {entry.code: entry for entry in entries()}
    pictures = []
    for name, asset in assets.items():
        data = asset.asset_data
        entry = by_code[data.description.rpartition("Code ")[2]]
        size = KINDS[entry.kind].size_of(puzzle_of_code(entry.code, KINDS.values())[1])
        assert paths[UUID(data.catalog_id)] == f"{entry.label}/{size}"
        assert entry.label in name
        assert data.author
        assert {entry.difficulty, entry.code, size} <= {tag.name for tag in data.tags}
        assert all(f"{label} {text}" in data.description for label, text, _ in entry.lines)
        preview = asset.preview
        pixels = np.empty(4 * preview.image_size[0] * preview.image_size[1], dtype=np.float32)
        preview.image_pixels_float.foreach_get(pixels)
        pixels = pixels.reshape(*preview.image_size, 4)
        assert pixels.shape == (256, 256, 4)
        assert pixels[..., 3].min() == 1
        # It is no single color.
        assert pixels[..., :3].std() > 0.1
        pictures.append(pixels)
    assert all((picture != next_picture).any() for picture, next_picture in pairwise(pictures))
    # Every catalog is one of an asset, or one in which such are.
    used = {paths[UUID(collection.asset_data.catalog_id)] for collection in assets.values()}
    assert set(paths.values()) == used | {path.partition("/")[0] for path in used}


@pytest.mark.parametrize("meters_per_unit", [1.0, 0.001])
def test_an_appended_one_is_live(library: Path, tmp_path: Path, meters_per_unit: float) -> None:
    bpy.context.scene.unit_settings.scale_length = meters_per_unit
    collection = taken_from(library, PICKED, link=False)
    group = collection.puzzle_cubes
    group.oskar.wall = 5.0
    assert extent(part(group, "box"), meters_per_unit) == pytest.approx([15 + 10 + 2 * 3.2 + 3] * 3)
    assert bpy.ops.puzzle_cubes.export(directory=str(tmp_path)) == {"FINISHED"}
    assert list(tmp_path.rglob("printableMaze.stl"))
    bpy.context.view_layer.objects.active = part(group, "box")
    assert bpy.ops.puzzle_cubes.rebuild(wall=3.0) == {"FINISHED"}
    assert group.code in {entry.code for entry in entries()}


def test_pieces_that_are_appended_are_live(library: Path) -> None:
    group = taken_from(library, "Packing Cube Megaron", link=False).puzzle_cubes
    before = extent(part(group, "tray"))
    group.packing.tray_wall = 4.0
    assert np.allclose(np.subtract(extent(part(group, "tray")), before), [4, 4, 2], atol=0.01)
    group.explode = 0.0
    assert len({tuple(item.part.location) for item in group.parts}) > 1


def test_an_appended_one_stands_in_the_middle(library: Path) -> None:
    collection = taken_from(library, PICKED, link=False)
    assert tuple(collection.puzzle_cubes.carrier.location) == (0, 0, 0)
    assert collection.puzzle_cubes.carrier.visible_get()


@pytest.mark.parametrize(("meters_per_unit", "link"), [(1.0, False), (0.001, False), (0.001, True)])
def test_an_instance_of_one_becomes_live(library: Path, meters_per_unit: float, link: bool) -> None:
    bpy.context.scene.unit_settings.scale_length = meters_per_unit
    collection = taken_from(library, PICKED, link=link)
    # As the asset browser drops it, where it is to be an instance.
    bpy.ops.object.collection_external_asset_drop(session_uid=collection.session_uid, use_instance=True)
    if collection.name in bpy.context.scene.collection.children:
        bpy.context.scene.collection.children.unlink(collection)
    instance = bpy.context.active_object
    assert instance.instance_collection == collection
    assert not bpy.ops.puzzle_cubes.rebuild.poll()
    instance.location = (1.0, 2.0, 3.0)
    bpy.context.view_layer.update()
    assert bpy.ops.puzzle_cubes.make_editable() == {"FINISHED"}
    made = only_puzzle()
    assert not made.library
    assert [empty.instance_collection for empty in bpy.context.scene.objects if empty.type == "EMPTY"] == []
    assert tuple(made.puzzle_cubes.carrier.location) == (1, 2, 3)
    assert extent(part(made.puzzle_cubes, "box"), meters_per_unit) == pytest.approx([15 + 6 + 2 * 3.2 + 3] * 3)
    assert bpy.ops.puzzle_cubes.rebuild(wall=5.0) == {"FINISHED"}
    assert extent(part(made.puzzle_cubes, "box"), meters_per_unit) == pytest.approx([15 + 10 + 2 * 3.2 + 3] * 3)
    assert not bpy.ops.puzzle_cubes.make_editable.poll()


@pytest.mark.parametrize("link", [False, True])
def test_an_instance_becomes_the_puzzle_where_it_is_seen(link: bool, tmp_path: Path) -> None:
    group = make_puzzle()
    group.carrier.location, group.carrier.rotation_euler = (0.5, 0.25, 0.0), (0.0, 0.0, 0.5)
    bpy.ops.object.empty_add(location=(1.0, 0.0, 0.0), rotation=(0.5, 0.0, 0.0))
    group.carrier.parent = bpy.context.active_object
    collection = group.id_data
    collection.instance_offset = (0.1, 0.0, 0.0)
    if link:
        bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "puzzle.blend"))
        bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
        with bpy.data.libraries.load(str(tmp_path / "puzzle.blend"), link=True) as (_, wanted):
            wanted.collections = [PICKED]
        (collection,) = wanted.collections
        group = collection.puzzle_cubes
    else:
        bpy.context.scene.collection.children.unlink(collection)
    bpy.ops.object.collection_instance_add(collection=collection.name, location=(0.0, 1.0, 0.0), rotation=(0, 0, 1.0))
    bpy.context.view_layer.update()
    shown = bpy.context.evaluated_depsgraph_get().object_instances
    (seen,) = (np.array(copy.matrix_world) for copy in shown if copy.object.original == group.carrier)
    assert bpy.ops.puzzle_cubes.make_editable() == {"FINISHED"}
    bpy.context.view_layer.update()
    assert np.array(only_puzzle().puzzle_cubes.carrier.matrix_world) == pytest.approx(seen, abs=1e-6)


@pytest.mark.parametrize("place", ["this scene", "another scene", "another instance"])
def test_an_instance_becomes_a_puzzle_of_its_own_where_that_is_shown_elsewhere(place: str) -> None:
    group = make_puzzle()
    collection, scene = group.id_data, bpy.context.scene
    if place != "this scene":
        scene.collection.children.unlink(collection)
    if place == "another scene":
        bpy.data.scenes.new("Another").collection.children.link(collection)
    if place == "another instance":
        bpy.ops.object.collection_instance_add(collection=collection.name, location=(3.0, 0.0, 0.0))
    bpy.ops.object.collection_instance_add(collection=collection.name, location=(1.0, 2.0, 3.0))
    instance = bpy.context.active_object
    bpy.ops.object.empty_add(location=(5.0, 0.0, 0.0))
    hung = bpy.context.active_object
    hung.parent, hung.matrix_parent_inverse = instance, instance.matrix_world.inverted()
    bpy.context.view_layer.objects.active = instance
    assert bpy.ops.puzzle_cubes.make_editable() == {"FINISHED"}
    bpy.context.view_layer.update()
    assert tuple(group.carrier.location) == (0, 0, 0)
    made = scene_puzzles()[-1]
    assert made != collection
    assert tuple(made.puzzle_cubes.carrier.location) == (1, 2, 3)
    assert np.array(hung.matrix_world)[:3, 3].tolist() == [5, 0, 0]


def test_a_linked_one_can_be_made_local(library: Path) -> None:
    collection = taken_from(library, PICKED, link=True)
    bpy.context.view_layer.objects.active = collection.puzzle_cubes.carrier
    with pytest.raises(RuntimeError, match="make it local"):
        bpy.ops.puzzle_cubes.rebuild(wall=5.0)
    bpy.ops.object.make_local(type="ALL")
    assert bpy.ops.puzzle_cubes.rebuild(wall=5.0) == {"FINISHED"}
    assert extent(part(only_puzzle().puzzle_cubes, "box")) == pytest.approx([15 + 10 + 2 * 3.2 + 3] * 3)


def test_the_hardest_of_each_kind_and_size_are_chosen() -> None:
    kind = KINDS["oskar"]
    puzzles = [
        kind.make({**kind.defaults, "size": size, "seed": seed}) for size in ((3, 3, 3), (4, 3, 2)) for seed in range(6)
    ]
    made = [entry for entry in (entry_of(kind, puzzle) for puzzle in puzzles) if entry is not None]
    hardest = chosen(made)
    for size in ("3x3x3", "4x3x2"):
        same = sorted((entry.share for entry in made if size in entry.title), reverse=True)
        assert [entry.share for entry in hardest if size in entry.title] == same[:MOST_OF_A_SIZE]
    assert len(hardest) == 2 * MOST_OF_A_SIZE


@pytest.mark.parametrize("size", [1_000, 70_000], ids=["of no picture", "of half the library"])
def test_a_full_disk_is_said_in_a_sentence(tmp_path: Path, size: int) -> None:
    with room_for(size), pytest.raises(ExportError, match=REFUSED):
        write_library(tmp_path, entries())
    assert not (tmp_path / FILE).exists()


def test_a_folder_that_vanishes_is_said_in_a_sentence(tmp_path: Path) -> None:
    def vanish(*_: object) -> None:
        shutil.rmtree(tmp_path)

    handler: Any = persistent(vanish)
    bpy.app.handlers.save_pre.append(handler)
    try:
        with pytest.raises(ExportError, match=REFUSED):
            write_library(tmp_path, entries()[:1])
    finally:
        bpy.app.handlers.save_pre.remove(handler)
    assert not tmp_path.exists()

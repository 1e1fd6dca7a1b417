# SPDX-License-Identifier: GPL-3.0-or-later
"""3MF files as PrusaSlicer and lib3mf read them: the parts of the STL files, with their names, colors and places."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import numpy as np
import pytest
import trimesh
from numpy.typing import NDArray

import puzzle_cubes
from puzzle_cubes.kinds import KINDS
from puzzle_cubes.printing.printed_object import lay_out
from puzzle_cubes.printing.printer import Printer
from tests.core.printing.read_by_lib3mf import Item, read
from tests.slicer.judges import Expected, info_complaints
from tests.slicer.puzzle_files import export, puzzle_in
from tests.slicer.verdicts import code_of, filaments_used

OSKAR = KINDS["oskar"]

KITS = {
    "three cells a side": ("--size 3 3 3", Printer()),
    "overhang, several beds": (
        "--size 2 4 3 --overhang 6 --joint 0.15 --bed 90 80 --spacing 2",
        Printer(bed_x=90.0, bed_y=80.0, spacing=2.0),
    ),
    "for resin": ("--size 3 2 4 --preset resin", Printer()),
}
"""The arguments of the command line, and the printer that the kit is laid out for."""

CLOSE = 1e-5
"""The share by which volumes may differ: an STL file has single precision, and a 3MF file five places."""


def stl_volume(file: Path) -> float:
    """Return the volume of an STL file."""
    return float(trimesh.load_mesh(file).volume)


def corner_and_far(item: Item) -> NDArray[np.float64]:
    """Return the lowest and the highest corner of an item."""
    return np.array([item.vertices.min(axis=0), item.vertices.max(axis=0)])


@pytest.mark.parametrize(("arguments", "printer"), KITS.values(), ids=KITS)
def test_a_kit_is_the_same_as_in_its_stl_files(tmp_path: Path, arguments: str, printer: Printer) -> None:
    dimensions = export(tmp_path, f"{arguments} --kit")
    puzzle = puzzle_in(tmp_path)
    parts = {part.label: part for part in OSKAR.parts(puzzle, dimensions, "kit")}
    places = lay_out({label: part.printed_size[:2] for label, part in parts.items()}, printer)
    on_bed = defaultdict(list)
    for label, place in places.items():
        on_bed[place.bed].append(label)
    whole = read((tmp_path / "kit.3mf").read_bytes())
    assert whole.metadata["Title"] == OSKAR.name_of(puzzle)
    assert [item.name for item in whole.items] == list(parts)
    together = {item.name: item for item in whole.items}
    assert {file.name for file in tmp_path.glob("*.3mf")} == {
        "kit.3mf",
        *(f"bed_{bed + 1}.3mf" for bed in on_bed),
    }
    for bed, labels in on_bed.items():
        file = tmp_path / f"bed_{bed + 1}.3mf"
        package = read(file.read_bytes())
        assert package.metadata["Title"] == f"{OSKAR.name_of(puzzle)}, bed {bed + 1}"
        assert [item.name for item in package.items] == labels
        for item in package.items:
            part, place = parts[item.name], places[item.name]
            volume = stl_volume(tmp_path / f"{part.key}.stl")
            assert item.volume == pytest.approx(volume, rel=CLOSE)
            width, depth, height = part.printed_size
            half = np.array((depth, width) if place.turned else (width, depth)) / 2
            middle = np.add(place.printed[:2], (printer.bed_x / 2, printer.bed_y / 2))
            bounds = np.array([[*(middle - half), 0], [*(middle + half), height]])
            assert corner_and_far(item) == pytest.approx(bounds, abs=1e-3)
            # Beds stand side by side in the file of all.
            beside = bounds + np.array([bed * (printer.bed_x + 20), 0, 0])
            assert corner_and_far(together[item.name]) == pytest.approx(beside, abs=1e-3)
            assert together[item.name].volume == pytest.approx(volume, rel=CLOSE)
            # The pits and grooves of start and end are in colors of their own.
            assert 1 <= len(set(item.colors)) <= 3
        assert info_complaints(file, [Expected(1, parts[label].volume) for label in labels]) == []
        stl = trimesh.load_mesh(file.with_suffix(".stl"))
        shift = [printer.bed_x / 2, printer.bed_y / 2, 0]
        corners = np.array([corner_and_far(item) for item in package.items])
        assert np.array([corners[:, 0].min(axis=0), corners[:, 1].max(axis=0)]) == pytest.approx(
            stl.bounds + shift, abs=1e-3
        )
    # Plates across x, y and z, and the cross differ in color.
    assert len({item.main_color for item in whole.items}) == 4


@pytest.mark.parametrize("arguments", ["--size 3 3 3", "--size 4 3 2 --start 0 0 0 --overhang 5 --preset petg"])
def test_in_one_piece_box_and_cross_keep_together_in_their_colors(tmp_path: Path, arguments: str) -> None:
    dimensions = export(tmp_path, arguments)
    puzzle = puzzle_in(tmp_path)
    file = tmp_path / "printableMaze.3mf"
    (item,) = read(file.read_bytes()).items
    box, cross = (part for part in OSKAR.parts(puzzle, dimensions, "one_piece") if part.key in {"box", "cross"})
    assert item.name == OSKAR.name_of(puzzle)
    stl = trimesh.load_mesh(file.with_suffix(".stl"))
    assert item.volume == pytest.approx(stl.volume, rel=CLOSE)
    # The box has its marks in two more colors, whose sides enclose a volume only together with its own.
    colors = set(item.colors)
    of_cross = min(colors, key=lambda color: abs(item.volume_in(color) - cross.volume))
    assert len(colors) == 4
    assert item.volume_in(of_cross) == pytest.approx(cross.volume, rel=CLOSE)
    assert item.volume_in(*colors - {of_cross}) == pytest.approx(box.volume, rel=CLOSE)
    low, high = corner_and_far(item)
    assert high - low == pytest.approx(stl.extents, abs=1e-3)
    assert (low[2], *((low + high) / 2)[:2]) == pytest.approx((0, 110, 110), abs=1e-3)
    assert info_complaints(file, [Expected(2, box.volume + cross.volume)]) == []


def test_the_same_puzzle_gives_the_same_bytes(tmp_path: Path) -> None:
    for folder in ("one", "other"):
        export(tmp_path / folder, "--size 2 3 2 --kit")
    for name in ("kit.3mf", "bed_1.3mf"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "other" / name).read_bytes()


def test_each_part_and_each_mark_has_a_filament_of_its_own(tmp_path: Path) -> None:
    export(tmp_path, "--size 3 3 3 --kit")
    file = tmp_path / "bed_1.3mf"
    colors = {color for item in read(file.read_bytes()).items for color in item.colors}
    assert filaments_used(file) == set(range(len(colors)))
    assert len(colors) == 6


def test_what_is_advised_is_what_is_code_of(tmp_path: Path) -> None:
    made = puzzle_cubes.make("packing", puzzle="bedlam", layer=0.3)
    made.write(tmp_path)
    hanging = {part.label for part in made.parts if part.printed.overhangs}
    assert hanging
    code = code_of(tmp_path / "bed_1.3mf")
    assert ";TYPE:Support material" in code
    heights = {round(float(height), 3) for height in re.findall(r"^;HEIGHT:([\d.]+)", code, re.MULTILINE)}
    assert 0.3 in heights
    free = puzzle_cubes.make("packing", puzzle="soma")
    free.write(tmp_path / "free")
    assert ";TYPE:Support material" not in code_of(tmp_path / "free" / "bed_1.3mf")

# SPDX-License-Identifier: GPL-3.0-or-later
"""Programs that judge STL files as a user's printer would get them: PrusaSlicer, admesh and manifold3d.

The judges mend nothing: whatever one of them would have to mend is a complaint, and so is a part or a cubic
millimeter too many or too few. Slicers do not notice bodies that overlap or touch; manifold3d does.
"""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import manifold3d
import numpy as np
import trimesh

BED = (200.0, 200.0)
"""The size of PrusaSlicer's bed along x and y when it is given none, in millimeters."""

LAYER_HEIGHT = 0.2
"""Millimeters."""

VOLUME_TOLERANCE = 1e-3
"""The share of the volume by which a judge may find more or less."""

SMALLEST_GAP = 0.01
"""Millimeters; bodies that are nearer than that touch."""

NEUTRAL = re.compile(r"(size|min|max)_[xyz]|number_of_facets|number_of_parts|manifold|volume")
"""What PrusaSlicer reports of every mesh; all else is something that it had to mend, or could not."""


@dataclass(frozen=True)
class Expected:
    """The right content of a file: its bodies, and their volume together in cubic millimeters.

    The volume should come from the solids that the meshes were made of, never from an STL file.
    """

    parts: int
    volume: float


def folder_complaints(
    folder: Path, expected: Mapping[str, Expected], bed: tuple[float, float] = BED, on_beds: Collection[str] = ()
) -> dict[str, list[str]]:
    """Return what is wrong with the STL files in a folder and the folders in it; nothing if all are good.

    ``expected`` has a file's name, relative to the folder and with ``/``, for every file that must be there. What is
    ``on_beds`` of other files is sliced with these.
    """
    names = {file.relative_to(folder).as_posix() for file in folder.rglob("*.stl")}
    wrong = {name: ["the file is missing"] for name in expected.keys() - names}
    wrong |= {name: ["no such file was expected"] for name in names - expected.keys()}
    wrong |= {
        name: complaints(folder / name, expected[name], bed, is_sliced=name not in on_beds)
        for name in sorted(names & expected.keys())
    }
    return {name: lines for name, lines in wrong.items() if lines}


def complaints(file: Path, expected: Expected, bed: tuple[float, float] = BED, *, is_sliced: bool = True) -> list[str]:
    """Return what the judges find wrong with an STL file that is printed on a bed of that size; nothing if it is good.

    Each complaint begins with the judge's name. Raises FileNotFoundError if a program is not installed.
    """
    sliced = slicing_complaints(file, bed) if is_sliced else ()
    return [
        *(f"PrusaSlicer: {complaint}" for complaint in _mesh_complaints(file, expected)),
        *(f"PrusaSlicer, slicing: {complaint}" for complaint in sliced),
        *(f"admesh: {complaint}" for complaint in _admesh_complaints(file, expected)),
        *(f"manifold3d: {complaint}" for complaint in _body_complaints(file, expected)),
    ]


def info_complaints(file: Path, expected: Sequence[Expected]) -> list[str]:
    """Return what PrusaSlicer finds wrong with the objects of a file of any format, which must be in that order."""
    blocks = _run("prusa-slicer", "--info", str(file)).split(f"[{file.name}]")[1:]
    if len(blocks) != len(expected):
        return [f"{len(blocks)} objects instead of {len(expected)}"]
    return [
        complaint
        for block, mesh in zip(blocks, expected, strict=True)
        for complaint in _differences_of_mesh(_values(block), mesh)
    ]


def _mesh_complaints(file: Path, expected: Expected) -> Iterator[str]:
    """Look for anything that PrusaSlicer would have to mend, and for what is too much or too little."""
    return _differences_of_mesh(_values(_run("prusa-slicer", "--info", str(file))), expected)


def _differences_of_mesh(values: Mapping[str, str], expected: Expected) -> Iterator[str]:
    if "manifold" not in values:
        yield "the file could not be read"
        return
    if values["manifold"] != "yes":
        yield "the mesh is not manifold"
    yield from (f"{name} = {value}" for name, value in values.items() if not NEUTRAL.fullmatch(name))
    yield from _differences(int(values["number_of_parts"]), float(values["volume"]), expected)


def _values(output: str) -> dict[str, str]:
    """Return what PrusaSlicer reports of a mesh, by name; its exit code is 0 whatever it finds."""
    return dict(re.findall(r"^(\w+) = +(\S+)$", output, re.MULTILINE))


def slicing_complaints(file: Path, bed: tuple[float, float]) -> Iterator[str]:
    """Slice the file, and look whether the G-code has plastic in every layer from the bed to the top."""
    x, y = bed
    bed_shape = f"0x0,{x:g}x0,{x:g}x{y:g},0x{y:g}"
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "sliced.gcode"
        options = ["--layer-height", str(LAYER_HEIGHT), "--bed-shape", bed_shape, "--output", str(target)]
        output = _run("prusa-slicer", "--export-gcode", *options, str(file))
        if not target.exists():
            yield f"there is no G-code: {output.strip().splitlines()[-1]}"
            return
        code = target.read_text(encoding="utf-8")
    # The code before the first layer heats and homes; each layer begins with its height.
    _, *layers = re.split(r"^;Z:", code, flags=re.MULTILINE)
    printed = [
        float(layer.split("\n", 1)[0])
        for layer in layers
        if re.search(r"^G1 X\S+ Y\S+ E[\d.]+", layer, flags=re.MULTILINE)
    ]
    if len(printed) < len(layers):
        yield f"{len(layers) - len(printed)} layers have no plastic"
    height = float(trimesh.load_mesh(file).extents[2])
    steps = np.diff([0.0, *printed, height])
    if (np.abs(steps) > 2 * LAYER_HEIGHT).any():
        yield f"of {height:g} mm, not all is printed: there are {len(printed)} layers"


def _admesh_complaints(file: Path, expected: Expected) -> Iterator[str]:
    """Read admesh's table: all that it counts must be zero but the facets, parts and volume."""
    output = _run("admesh", str(file))
    table = output.partition("Facet Status")[2]
    values = dict(re.findall(r"([A-Z]\w+(?: \w+)*) *: +(-?[\d.]+)", table))
    if "Volume" not in values:
        yield "the file could not be read"
        return
    del values["Number of facets"]
    parts, volume = int(values.pop("Number of parts")), float(values.pop("Volume"))
    yield from (f"{name} = {value}" for name, value in values.items() if value != "0")
    yield from _differences(parts, volume, expected)


def _body_complaints(file: Path, expected: Expected) -> Iterator[str]:
    """Take the file apart with manifold3d, and look whether its bodies are solid and apart from each other."""
    mesh = trimesh.load_mesh(file)
    if mesh.is_empty:
        yield "the file could not be read"
        return
    vertices, faces = np.asarray(mesh.vertices, dtype=np.float64), np.asarray(mesh.faces, dtype=np.uint64)
    whole = manifold3d.Manifold(manifold3d.Mesh64(vertices, faces))
    if whole.status() != manifold3d.Error.NoError:
        yield f"the mesh is no solid: {whole.status().name}"
        return
    bodies = whole.decompose()
    yield from _differences(len(bodies), whole.volume(), expected)
    if any(body.volume() <= 0 for body in bodies):
        yield "a body is inside out"
    for first_body, second_body in combinations(bodies, 2):
        if first_body.min_gap(second_body, SMALLEST_GAP) < SMALLEST_GAP or not (first_body ^ second_body).is_empty():
            yield "two bodies overlap or touch"


def _differences(parts: int, volume: float, expected: Expected) -> Iterator[str]:
    """Report where the parts and the volume are not the expected ones."""
    if parts != expected.parts:
        yield f"{parts} parts instead of {expected.parts}"
    if abs(volume - expected.volume) > VOLUME_TOLERANCE * expected.volume:
        yield f"a volume of {volume:g} mm³ instead of {expected.volume:g}"


def _run(*command: str) -> str:
    """Return all that a program prints; numbers have a decimal point whatever the user's language."""
    environment = os.environ | {"LC_ALL": "C"}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False, errors="replace")
    return done.stdout + done.stderr

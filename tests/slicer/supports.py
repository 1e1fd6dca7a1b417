# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures how much two slicers, PrusaSlicer and Slic3r, support of STL files as they lie, with automatic supports."""

from __future__ import annotations

import math
import os
import re
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import trimesh

from puzzle_cubes.kind.part import Part, lay, print_axes
from puzzle_cubes.printing.printer import Printer
from puzzle_cubes.solids.mesh import Mesh

THRESHOLDS = (0, 30, 45)
"""Degrees: what is flatter than that gets supports; with 0 a slicer decides by the width of its lines."""

LAYERS = (0.08, 0.15, 0.3)
"""The heights of fine, common and coarse layers, in millimeters."""

ALL_LAYERS = tuple(round(0.08 + 0.01 * number, 2) for number in range(25))
"""All heights of layers that a nozzle of 0.4 mm is used with."""

BED = 1000.0
"""The side of the bed that is sliced for, in millimeters: so large that all fits."""

WORD = re.compile(r"([XYE])(-?[\d.]+)")

Place = tuple[float, float]


def prusa_support(file: Path, threshold: int, layer: float, first: float = 0.2, nozzle: float = 0.4) -> float:
    """Return the length of the lines, in millimeters, that PrusaSlicer supports a file with.

    ``first`` is the height of the first layer. Raises RuntimeError with what the slicer says when it makes no G-code.
    """
    corners = f"0x0,{BED:g}x0,{BED:g}x{BED:g},0x{BED:g}"
    options = ["--support-material-auto", f"--bed-shape={corners}", f"--nozzle-diameter={nozzle:g}"]
    code = _sliced(["prusa-slicer", "--export-gcode"], options, file, threshold, (layer, first))
    return _length(_typed_lines(code))


def slic3r_support(file: Path, threshold: int, layer: float, first: float = 0.2) -> float:
    """Return the length of the lines, in millimeters, that Slic3r supports a file with; all else as of PrusaSlicer."""
    center = f"{BED / 2:g},{BED / 2:g}"
    code = _sliced(["slic3r"], ["--gcode-comments", "--print-center", center], file, threshold, (layer, first))
    commented = (line.partition(";") for line in code.splitlines())
    return _length((command, comment.strip().startswith("support material")) for command, _, comment in commented)


def write_bed(parts: Sequence[Part], file: Path) -> None:
    """Write parts as they are printed, with their chamfers, to an STL file, all on one bed."""
    places = lay(parts, Printer(bed_x=BED, bed_y=BED))
    write_meshes([(_printed(part), places[part.key].printed[:2]) for part in parts], file)


def write_meshes(meshes: Iterable[tuple[Mesh, Place]], file: Path) -> None:
    """Write meshes, each at a place, to one STL file."""
    triangles = []
    for mesh, place in meshes:
        triangles.append(np.add(mesh.vertices, (*place, 0.0))[mesh.split()[0]])
    corners = np.concatenate(triangles)
    numbers = np.arange(3 * len(corners)).reshape(-1, 3)
    trimesh.Trimesh(corners.reshape(-1, 3), numbers, process=False).export(file)


def _printed(part: Part) -> Mesh:
    """Return the mesh of a part as it is printed: centered on x = y = 0, standing on z = 0."""
    mesh = part.mesh()
    turned = np.stack([sign * mesh.vertices[:, axis] for axis, sign in print_axes(part.up)], axis=1)
    low, high = turned.min(axis=0), turned.max(axis=0)
    return replace(mesh, vertices=turned - (*(low + high)[:2] / 2, low[2]))


def _sliced(program: list[str], options: list[str], file: Path, threshold: int, layers: tuple[float, float]) -> str:
    """Return the G-code of a file with automatic supports; ``layers`` are the heights of all and of the first."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "sliced.gcode"
        heights = ["--layer-height", f"{layers[0]:g}", "--first-layer-height", f"{layers[1]:g}"]
        supports = ["--support-material", "--support-material-threshold", str(threshold)]
        command = [*program, *supports, *heights, *options, "--output", str(target), str(file)]
        environment = os.environ | {"LC_ALL": "C"}
        done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
        if not target.exists():
            raise RuntimeError(f"{file.name} cannot be sliced: {(done.stdout + done.stderr).strip()[-300:]}")
        return target.read_text(encoding="utf-8")


def _typed_lines(code: str) -> Iterator[tuple[str, bool]]:
    """Yield the lines of PrusaSlicer's G-code, and whether each is of a support."""
    kind = ""
    for line in code.splitlines():
        if line.startswith(";TYPE:"):
            kind = line[6:]
        yield line.partition(";")[0], kind.startswith("Support material")


def _length(lines: Iterable[tuple[str, bool]]) -> float:
    """Return how long the moves of supports are that lay plastic."""
    length, here = 0.0, (0.0, 0.0)
    for command, is_support in lines:
        if not command.startswith("G1 "):
            continue
        words = dict(WORD.findall(command))
        target = float(words.get("X", here[0])), float(words.get("Y", here[1]))
        if is_support and "E" in words:
            length += math.dist(here, target)
        here = target
    return length

# SPDX-License-Identifier: GPL-3.0-or-later
"""The layers of a print, rebuilt from the G-code that PrusaSlicer makes of an STL file; in millimeters.

A line that is laid between plates a layer's height apart has straight sides and half circles at its edges, so of its
section's area A and the height h its width follows: w = A / h + h (1 - pi / 4) (the flow math in PrusaSlicer's manual).
A bridge hangs free, and is round. What is between lines is inside where infill crosses it, and else where it is small.
"""

from __future__ import annotations

import math
import re
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

import shapely
from shapely.geometry.base import BaseGeometry

MIDDLE = 250.0
"""Where the middle of a part is sliced, along x and y; the bed is twice as wide."""

FILAMENT = 1.75
"""The diameter of PrusaSlicer's filament when it is given none."""

SETTINGS = {
    "elefant-foot-compensation": "0",
    "perimeters": "2",
    "fill-density": "15%",
    "skirts": "0",
    "use-relative-e-distances": None,
    "center": f"{MIDDLE:g},{MIDDLE:g}",
    "bed-shape": f"0x0,{2 * MIDDLE:g}x0,{2 * MIDDLE:g}x{2 * MIDDLE:g},0x{2 * MIDDLE:g}",
}
"""How everything is sliced, but for nozzle and layer; all else is as in a new PrusaSlicer, which supports nothing."""

ROUND = "Bridge", "Overhang"
"""What the types of lines begin with that hang free."""

FILLING = "infill"
"""What is in the types of lines that fill what perimeters go round."""

SMALL_VOID = 0.3
"""In square millimeters: no puzzle has a hole that small."""

CROSSED = 0.2
"""How long infill must be in a void, so that the void lies inside."""

FINE = 8
"""The corners of a quarter of a circle."""

TOLERANCE = 0.001
"""How far outlines may be moved to have fewer corners."""

WORD = re.compile(r"([XYZE])(-?\d*\.?\d+)")


@dataclass(frozen=True)
class Line:
    """A line that is laid in one go: its corners, its width, and whether it is infill."""

    corners: tuple[tuple[float, float], ...]
    width: float
    filling: bool


@dataclass(frozen=True)
class Layer:
    """A layer from ``low`` to ``high``, and the area that is printed in it, round the part's middle."""

    low: float
    high: float
    area: BaseGeometry


@dataclass(frozen=True)
class Case:
    """A printer's departure from the G-code: all sides farther out by ``widening``, and in the first layer ``foot``."""

    widening: float = 0.0
    foot: float = 0.0

    def of(self, layers: Sequence[Layer]) -> tuple[Layer, ...]:
        """Return layers as that printer lays them."""
        return tuple(
            replace(layer, area=_grown(layer.area, self.widening + (0.0 if number else self.foot)))
            for number, layer in enumerate(layers)
        )


def sliced(files: Mapping[str, Path], folder: Path, nozzle: float, layer: float) -> dict[str, tuple[Layer, ...]]:
    """Return the layers of STL files, by the files' keys; the G-code is written to a folder.

    Raises RuntimeError with what PrusaSlicer says where it makes no G-code.
    """
    settings = SETTINGS | {
        "nozzle-diameter": f"{nozzle:g}",
        "layer-height": f"{layer:g}",
        "first-layer-height": f"{layer:g}",
        "min-layer-height": f"{layer / 2:g}",
    }
    options = [f"--{name}" if value is None else f"--{name}={value}" for name, value in settings.items()]
    running = []
    alike: dict[bytes, str] = {}
    # All at once: most of the time goes into starting the program. What is the same is sliced once.
    for key, file in files.items():
        code = folder / f"{key}.gcode"
        if alike.setdefault(file.read_bytes(), key) != key:
            continue
        command = ["prusa-slicer", "--export-gcode", *options, "--output", str(code), str(file)]
        slicer = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        running.append((key, code, slicer))
    layers_in = {}
    for key, code, slicer in running:
        output, _ = slicer.communicate()
        if slicer.returncode or not code.exists():
            raise RuntimeError(f"{key}: {output.strip()[-600:]}")
        layers_in[key] = layers_of(code.read_text(encoding="utf-8").splitlines())
    return {key: layers_in[alike[file.read_bytes()]] for key, file in files.items()}


def layers_of(code: Iterable[str]) -> tuple[Layer, ...]:
    """Return the layers of the lines of a file of G-code."""
    below, layers = 0.0, []
    for top, lines in _lines_by_layer(code):
        layers.append(Layer(below, top, _area(lines)))
        below = top
    return tuple(layers)


def _lines_by_layer(code: Iterable[str]) -> Iterator[tuple[float, list[Line]]]:
    """Yield the top of each layer that has lines, and these."""
    place = {"X": 0.0, "Y": 0.0, "Z": 0.0, "E": 0.0}
    relative, kind, below, top = False, "", 0.0, 0.0
    lines: list[Line] = []
    for line in code:
        command, _, comment = line.partition(";")
        if comment.startswith("Z:"):
            if lines:
                yield top, lines
                below, lines = top, []
            top = float(comment[2:])
        elif comment.startswith("TYPE:"):
            kind = comment[5:].strip()
        elif command.startswith(("M82", "M83")):
            relative = command.startswith("M83")
        elif command.startswith("G92"):
            place |= {axis: float(value) for axis, value in WORD.findall(command)}
        elif command.startswith(("G0 ", "G1 ")):
            target = place | {axis: float(value) for axis, value in WORD.findall(command)}
            fed = target["E"] - (0.0 if relative else place["E"])
            start, end = (place["X"], place["Y"]), (target["X"], target["Y"])
            moved = "E" in command and start != end
            # What is laid before the first layer only fills the nozzle.
            if moved and fed > 0 and top > 0:
                section = fed * math.pi * (FILAMENT / 2) ** 2 / math.dist(start, end)
                if kind.startswith(ROUND):
                    width = 2 * math.sqrt(section / math.pi)
                else:
                    width = section / (top - below) + (top - below) * (1 - math.pi / 4)
                corners = tuple((x - MIDDLE, y - MIDDLE) for x, y in (start, end))
                lines.append(Line(corners, width, FILLING in kind))
            place = target | ({"E": 0.0} if relative else {})
    if lines:
        yield top, lines


def _area(lines: Sequence[Line]) -> BaseGeometry:
    """Return what lines cover, with the voids inside."""
    joined = _joined(lines)
    # What infill covers lies inside of perimeters: most lines need not be drawn in their width.
    filling = shapely.union_all([shapely.linestrings(line.corners) for line in joined if line.filling])
    area = _filled(_covered(line for line in joined if not line.filling), filling)
    if not shapely.covers(area, filling):
        area = _filled(_covered(joined), filling)
    return shapely.simplify(area, 2 * TOLERANCE)


def _covered(lines: Iterable[Line]) -> BaseGeometry:
    """Return what lines cover."""
    widths = [(shapely.linestrings(line.corners), line.width / 2) for line in lines]
    drawn, half = zip(*widths, strict=True) if widths else ((), ())
    return shapely.union_all(shapely.buffer(drawn, half, quad_segs=FINE))


def _filled(area: BaseGeometry, filling: BaseGeometry) -> BaseGeometry:
    """Return an area without the holes that are small or have infill in them."""
    filled: BaseGeometry = shapely.Polygon()
    # What lies in a hole of another part comes after that.
    for part in sorted(shapely.get_parts(area), key=lambda part: -shapely.Polygon(part.exterior).area):
        holes = [hole for hole in map(shapely.Polygon, part.interiors) if _is_outside(hole, filling)]
        filled = shapely.difference(filled.union(shapely.Polygon(part.exterior)), shapely.union_all(holes))
    return filled


def _is_outside(hole: shapely.Polygon, filling: BaseGeometry) -> bool:
    near = shapely.clip_by_rect(filling, *hole.bounds)
    return bool(hole.area >= SMALL_VOID and near.intersection(hole).length < CROSSED)


def _joined(lines: Sequence[Line]) -> list[Line]:
    """Return lines of which those that go on from each other with the same width, to a hair, are one."""
    joined = [lines[0]]
    for before, line in pairwise(lines):
        last = joined[-1]
        goes_on = line.corners[0] == before.corners[-1] and line.filling == last.filling
        if goes_on and abs(line.width - last.width) < TOLERANCE:
            joined[-1] = replace(last, corners=(*last.corners, line.corners[-1]))
        else:
            joined.append(line)
    return joined


def _grown(area: BaseGeometry, by: float) -> BaseGeometry:
    """Return an area whose sides are farther out, or farther in where that is negative."""
    return shapely.simplify(shapely.buffer(area, by, quad_segs=FINE), 2 * TOLERANCE) if by else area

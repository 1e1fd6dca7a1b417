# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares PrusaSlicer's figures for puzzles with the estimate: ``python -m tests.slicer.estimates`` prints a table."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from puzzle_cubes.library import Puzzle, make, read
from puzzle_cubes.printing.printed_object import STL
from puzzle_cubes.printing.printer import MATERIALS

CASES: Mapping[str, tuple[str, Mapping[str, Any]]] = MappingProxyType(
    {
        "kit 3x3x3": ("oskar", {"size": (3, 3, 3), "seed": 1, "way": "kit"}),
        "kit 5x5x5": ("oskar", {"size": (5, 5, 5), "seed": 1, "way": "kit"}),
        "kit 8x8x8": ("oskar", {"size": (8, 8, 8), "seed": 1, "way": "kit"}),
        "kit 5x5x5, pocket": ("oskar", {"size": (5, 5, 5), "seed": 1, "way": "kit", "preset": "pocket"}),
        "kit 4x4x4, large": ("oskar", {"size": (4, 4, 4), "seed": 1, "way": "kit", "preset": "large"}),
        "one piece 3x3x3": ("oskar", {"size": (3, 3, 3), "seed": 1}),
        "one piece 5x5x5": ("oskar", {"size": (5, 5, 5), "seed": 1}),
        "Soma": ("packing", {"puzzle": "soma"}),
        "Bedlam": ("packing", {"puzzle": "bedlam"}),
    }
)
"""Kinds of puzzles, and with what they are made."""

PENTOMINOES = "pentominoes 2x6x10"
"""A flat box of all twelve, each twice."""

ROWS = (
    "IIIII .FF/FF./.F. L.../LLLL NN../.NNN PPP/PP. TTT/.T./.T. "
    "U.U/UUU V../V../VVV W../WW./.WW .+./+++/.+. .Y../YYYY ZZ./.Z./.ZZ"
)
"""The pentominoes, each as its rows."""

SETTINGS: Mapping[str, object] = MappingProxyType(
    {
        "gcode_flavor": "marlin",
        "bed_shape": "0x0,1000x0,1000x1000,0x1000",
        "filament_diameter": 1.75,
        "temperature": 215,
        "perimeters": 2,
        "fill_density": "15%",
        "fill_pattern": "gyroid",
        "top_solid_layers": 5,
        "bottom_solid_layers": 4,
        "top_solid_min_thickness": 0.7,
        "bottom_solid_min_thickness": 0.5,
        "elefant_foot_compensation": 0.2,
        "skirts": 0,
        "seam_position": "aligned",
        "perimeter_speed": 45,
        "external_perimeter_speed": 25,
        "small_perimeter_speed": 25,
        "infill_speed": 80,
        "solid_infill_speed": 80,
        "top_solid_infill_speed": 40,
        "gap_fill_speed": 40,
        "bridge_speed": 30,
        "support_material_speed": 50,
        "support_material_interface_speed": "80%",
        "first_layer_speed": 20,
        "travel_speed": 180,
        "default_acceleration": 1000,
        "perimeter_acceleration": 800,
        "first_layer_acceleration": 800,
        "machine_limits_usage": "time_estimate_only",
        "machine_max_acceleration_extruding": "1250,1250",
        "machine_max_acceleration_retracting": "1250,1250",
        "machine_max_acceleration_x": "1000,1000",
        "machine_max_acceleration_y": "1000,1000",
        "machine_max_acceleration_z": "200,200",
        "machine_max_feedrate_x": "200,200",
        "machine_max_feedrate_y": "200,200",
        "machine_max_feedrate_z": "12,12",
        "machine_max_feedrate_e": "120,120",
        "machine_max_jerk_x": "8,8",
        "machine_max_jerk_y": "8,8",
        "machine_max_jerk_z": "0.4,0.4",
        "machine_max_jerk_e": "4.5,4.5",
        "retract_length": 0.8,
        "retract_speed": 35,
        "retract_lift": 0.4,
        "retract_before_travel": 1,
        "slowdown_below_layer_time": 15,
        "min_print_speed": 15,
        "support_material": 1,
        "support_material_auto": 1,
        "support_material_threshold": 45,
        "support_material_spacing": 2,
        "support_material_with_sheath": 0,
        "support_material_interface_layers": 2,
        "support_material_interface_spacing": 0.2,
        "support_material_contact_distance": 0.2,
        "support_material_xy_spacing": "60%",
        "dont_support_bridges": 0,
    }
)
"""An ordinary printer and profile, as PrusaSlicer names them."""


@dataclass(frozen=True)
class Sliced:
    """A slicer's figures: grams of plastic, and minutes of printing."""

    grams: float
    minutes: float


def puzzle_of(case: str) -> Puzzle:
    """Return the puzzle of a case."""
    if case == PENTOMINOES:
        return _pentominoes()
    kind, values = CASES[case]
    return make(kind, **values)


def _pentominoes() -> Puzzle:
    lines = ["# Size 2 6 10"]
    for picture in ROWS.split():
        cells = [
            f"{x} {y} 0" for y, row in enumerate(picture.split("/")) for x, letter in enumerate(row) if letter != "."
        ]
        lines.append(f"2 {' '.join(cells)}")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "pieces.txt"
        file.write_text("\n".join(lines), encoding="utf-8")
        return read(file)


def sliced(puzzle: Puzzle) -> Sliced:
    """Return what PrusaSlicer says of all beds of a puzzle."""
    printed = "bed_" if puzzle.way.apart else "printable"
    beds = {name: plan for name, plan in puzzle.plans.items() if name.startswith(printed) and name.endswith(STL)}
    with tempfile.TemporaryDirectory() as folder:
        plates = []
        for name, plan in beds.items():
            file = Path(folder) / name
            puzzle.write_file(plan, file)
            plates.append(_sliced_file(file, puzzle))
    return Sliced(sum(plate.grams for plate in plates), sum(plate.minutes for plate in plates))


def _sliced_file(file: Path, puzzle: Puzzle) -> Sliced:
    nozzle, layer = puzzle.printer.nozzle, puzzle.printer.layer
    line = 1.125 * nozzle
    widths = (
        "extrusion_width",
        "external_perimeter_extrusion_width",
        "perimeter_extrusion_width",
        "infill_extrusion_width",
        "solid_infill_extrusion_width",
        "top_infill_extrusion_width",
        "first_layer_extrusion_width",
    )
    settings = {
        **SETTINGS,
        **dict.fromkeys(widths, f"{line:.4g}"),
        "support_material_extrusion_width": f"{0.875 * nozzle:.4g}",
        "nozzle_diameter": nozzle,
        "layer_height": layer,
        "first_layer_height": layer,
        "filament_density": MATERIALS[puzzle.printer.material].density,
    }
    ini, target = file.with_suffix(".ini"), file.with_suffix(".gcode")
    ini.write_text("".join(f"{name} = {value}\n" for name, value in settings.items()), encoding="utf-8")
    command = ["prusa-slicer", "--export-gcode", "--load", str(ini), "--output", str(target), str(file)]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ | {"LC_ALL": "C"}, check=False)
    if not target.exists():
        raise RuntimeError(f"{file.name} cannot be sliced: {(done.stdout + done.stderr).strip()[-300:]}")
    code = target.read_text(encoding="utf-8")
    (grams,) = re.findall(r"^; total filament used \[g\] = ([\d.]+)", code, re.MULTILINE)
    (time,) = re.findall(r"^; estimated printing time \(normal mode\) = (.+)$", code, re.MULTILINE)
    units = {"d": 24 * 60.0, "h": 60.0, "m": 1.0, "s": 1 / 60}
    return Sliced(float(grams), sum(int(number) * units[unit] for number, unit in re.findall(r"(\d+)([dhms])", time)))


def row(name: str, estimated: tuple[float, float], by_slicer: Sliced) -> str:
    """Return a line of the table: grams and minutes, the estimate's and the slicer's, and by how much they differ."""
    columns = [
        f"{own:9.1f} {slicers:9.1f} {own / slicers - 1:+7.1%}"
        for own, slicers in zip(estimated, (by_slicer.grams, by_slicer.minutes), strict=True)
    ]
    return f"{name:20} {'  '.join(columns)}"


if __name__ == "__main__":
    print(f"{'':20} {'grams':>9} {'sliced':>9} {'':7}  {'minutes':>9} {'sliced':>9}")
    for case in (*CASES, PENTOMINOES):
        made = puzzle_of(case)
        print(row(case, (made.estimate.grams, made.estimate.minutes), sliced(made)), flush=True)

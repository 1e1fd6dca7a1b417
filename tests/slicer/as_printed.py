# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints the gaps that are left of a sliced kit: ``python -m tests.slicer.as_printed --size 4 4 4 --preset petg``.

The arguments are those of ``puzzle_cubes oskar``.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from puzzle_cubes.oskar.model.as_printed import PRESETS, clearance_left, joint_left
from puzzle_cubes.printing.printer import Printer
from tests.slicer.exports import export
from tests.slicer.printed_kit import PrintedKit, overlapping
from tests.slicer.printed_layers import Case
from tests.slicer.puzzle_files import puzzle_in

CASES = {"nominal": Case(), "widening 0.05": Case(0.05), "foot 0.15": Case(0.0, 0.15), "both": Case(0.05, 0.15)}


def printer_of(arguments: Sequence[str]) -> Printer:
    """Return the printer that arguments of the command line name."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--preset", default="pla")
    for name in ("nozzle", "layer"):
        parser.add_argument(f"--{name}", type=float)
    given = vars(parser.parse_known_args(arguments)[0])
    printer = PRESETS[given.pop("preset")].printer
    return replace(printer, **{name: value for name, value in given.items() if value is not None})


def printed_kit(folder: Path, arguments: str) -> PrintedKit:
    """Export a kit with the command line and slice it, all into a folder."""
    printer = printer_of(arguments.split())
    dimensions = export(folder / "kit", f"{arguments} --kit")
    return PrintedKit(folder / "kit", puzzle_in(folder / "kit"), dimensions, printer.nozzle, printer.layer)


def main(arguments: str) -> None:
    """Print what is left of the gaps of a kit, and beside it what the product says."""
    with tempfile.TemporaryDirectory() as folder:
        kit = printed_kit(Path(folder), arguments)
        print(f"{'case':14} clearance (said)   overlap in mm3, pairs   joint (said)")
        for name, case in CASES.items():
            printer = replace(printer_of(arguments.split()), widening=case.widening, foot=case.foot)
            said = clearance_left(kit.dimensions, printer, as_kit=True)
            least, most = joint_left(kit.dimensions, printer)
            overlaps = kit.overlaps(case)
            print(
                f"{name:14} {kit.clearance_left(case):9.2f} ({said:.2f}) {sum(overlaps.values()):16.2f}, "
                f"{len(overlapping(overlaps)):5}   {least:9.2f} to {most:.2f}"
            )


if __name__ == "__main__":
    main(" ".join(sys.argv[1:]))

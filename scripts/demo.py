# SPDX-License-Identifier: GPL-3.0-or-later
"""Make a cube with the extension's operators, write its files and a picture: ``python scripts/demo.py OUTDIR``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from installed_extension import extension

SIZE = (5, 5, 5)
SEED = 312
"""A long puzzle whose start and end are both well seen in the picture."""

FILES = ("printableMaze.stl", "solutionMaze.stl", "outputSequence.txt", "puzzle.json", "preview.png")


def make_demo(folder: Path) -> list[str]:
    """Make the cube, write all files into the folder, and return the report, a line each."""
    import bpy
    from preview import render_preview

    operators: Any = bpy.ops
    operators.oskars_cube.generate(size=SIZE, seed=SEED)
    operators.oskars_cube.export(directory=str(folder))
    box: Any = bpy.context.active_object
    (collection,) = box.users_collection
    puzzle: Any = collection.oskars_cube
    print("Rendering the picture, which takes about a minute.", flush=True)
    render_preview(puzzle.box, puzzle.cross, folder / "preview.png")
    moves = f"{puzzle.length} moves ({puzzle.straight_moves} straight)"
    space = f"{puzzle.reachable} of {puzzle.positions} positions reachable, {puzzle.loops} loops"
    files = [_description(folder / name) for name in FILES]
    return [f"{collection.name}: {moves}, {space}", *files]


def _description(file: Path) -> str:
    """Return a file's path and size, and the number of triangles of an STL file."""
    content = file.read_bytes()
    # A binary STL file has its number of triangles after a header of 80 bytes.
    triangles = f", {int.from_bytes(content[80:84], 'little'):,} triangles" if file.suffix == ".stl" else ""
    return f"  {file}: {len(content):,} bytes{triangles}"


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("Usage: python scripts/demo.py OUTDIR")
    with extension():
        report = make_demo(Path(sys.argv[1]).absolute())
    print("\n".join(report))

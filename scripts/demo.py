# SPDX-License-Identifier: GPL-3.0-or-later
"""Make a cube with the extension's operators, write all its files and a picture: ``python scripts/demo.py OUTDIR``."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from installed_extension import extension

SIZE = (5, 5, 5)
SEED = 312
"""A long puzzle whose start and end are both well seen in the picture."""

WAYS = ("ONE_PIECE", "KIT")
COUPON = "coupon.stl"
PICTURE = "preview.png"


def make_demo(folder: Path, picture: bool) -> list[str]:
    """Make the cube, write it in one piece and as a kit, with a coupon, and return the report, a line each."""
    import bpy

    operators: Any = bpy.ops
    operators.puzzle_cubes.generate(size=SIZE, seed=SEED)
    box: Any = bpy.context.active_object
    (collection,) = box.users_collection
    puzzle: Any = collection.puzzle_cubes
    for way in WAYS:
        puzzle.oskar.way = way
        operators.puzzle_cubes.export(directory=str(folder), overwrite=True)
    operators.puzzle_cubes.export_coupon(filepath=str(folder / COUPON))
    files = sorted(file.name for file in folder.iterdir() if file.is_file() and file.name != PICTURE)
    if picture:
        from preview import render_preview

        print("Rendering the picture, which takes about a minute.", flush=True)
        render_preview([puzzle.parts[key].part for key in ("box", "cross")], folder / PICTURE)
        files.append(PICTURE)
    measures = json.loads(puzzle.puzzle)["measures"]
    moves = f"{measures['length']} moves ({measures['straight_moves']} straight)"
    space = f"{measures['reachable']} of {measures['positions']} positions reachable, {measures['loops']} loops"
    return [f"{collection.name}: {moves}, {space}", *(_description(folder / name) for name in files)]


def _description(file: Path) -> str:
    """Return a file's path and size, and the number of triangles of an STL file."""
    content = file.read_bytes()
    # A binary STL file has its number of triangles after a header of 80 bytes.
    triangles = f", {int.from_bytes(content[80:84], 'little'):,} triangles" if file.suffix == ".stl" else ""
    return f"  {file}: {len(content):,} bytes{triangles}"


if __name__ == "__main__":
    parser = ArgumentParser(description="Make a cube, its files and a picture of it.")
    parser.add_argument("folder", type=Path, help="the folder to write to")
    parser.add_argument("--no-picture", action="store_true", help="leave out the picture, which takes about a minute")
    arguments = parser.parse_args()
    with extension():
        report = make_demo(arguments.folder.absolute(), picture=not arguments.no_picture)
    print("\n".join(report))

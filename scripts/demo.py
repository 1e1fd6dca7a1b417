# SPDX-License-Identifier: GPL-3.0-or-later
"""Make a cube with the extension's operators, write all its files and a picture: ``python scripts/demo.py OUTDIR``.

Where the Python has no Blender, the library makes the files, without coupon and picture. The picture is taken in the
studio in which the extension takes its own, as are those of the pages.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TextIO

from installed_extension import MODULE, extension, new_puzzle

SIZE = (5, 5, 5)
SEED = 312
"""A long puzzle whose start and end are both well seen in the picture."""

WAYS = ("ONE_PIECE", "KIT")
COUPON = "coupon.stl"
PICTURE = "preview.png"


def make_demo(folder: Path, picture: bool, shown: TextIO) -> list[str]:
    """Make the cube, write it in one piece and as a kit, with a coupon, and return the report, a line each."""
    import bpy

    operators: Any = bpy.ops
    puzzle = new_puzzle(size=SIZE, seed=SEED)
    for way in WAYS:
        puzzle.oskar.way = way
        operators.puzzle_cubes.export(directory=str(folder), overwrite=True)
    operators.puzzle_cubes.export_coupon(filepath=str(folder / COUPON))
    files = sorted(file.name for file in folder.iterdir() if file.is_file() and file.name != PICTURE)
    if picture:
        print("Rendering the picture, which takes about a minute.", file=shown, flush=True)
        render_preview([puzzle.parts[key].part for key in ("box", "cross")], folder / PICTURE)
        files.append(PICTURE)
    measures = json.loads(puzzle.puzzle)["measures"]
    moves = f"{measures['length']} moves ({measures['straight_moves']} straight)"
    space = f"{measures['reachable']} of {measures['positions']} positions reachable, {measures['loops']} loops"
    return [f"{puzzle.id_data.name}: {moves}, {space}", *(_description(folder / name) for name in files)]


def make_without_blender(folder: Path) -> list[str]:
    """Make the same cube by the library, write it in one piece and as a kit, and return the report, a line each."""
    from puzzle_cubes import make

    files = [
        file
        for way in WAYS
        for file in make("oskar", size=SIZE, seed=SEED, way=way.lower()).write(folder, overwrite=True)
    ]
    print("Blender's module exists for Python 3.11 and 3.13: without it there is no picture.", file=sys.stderr)
    return [_description(Path(file)) for file in sorted(set(files))]


def _description(file: Path) -> str:
    """Return a file's path and size, and the number of triangles of an STL file."""
    content = file.read_bytes()
    # A binary STL file has its number of triangles after a header of 80 bytes.
    triangles = f", {int.from_bytes(content[80:84], 'little'):,} triangles" if file.suffix == ".stl" else ""
    return f"  {file}: {len(content):,} bytes{triangles}"


@contextmanager
def quiet() -> Iterator[TextIO]:
    """Keep all back that the process prints, and give a stream that is shown; where an error comes, all is shown."""
    sys.stdout.flush()
    sys.stderr.flush()
    outputs = [os.dup(number) for number in (1, 2)]
    with tempfile.TemporaryFile() as kept, os.fdopen(os.dup(1), "w", encoding="utf-8") as shown:
        for number in (1, 2):
            os.dup2(kept.fileno(), number)
        try:
            yield shown
        except BaseException:
            kept.seek(0)
            os.write(outputs[1], kept.read())
            raise
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            for number, output in enumerate(outputs, 1):
                os.dup2(output, number)
                os.close(output)


CAMERA_DIRECTION = (1.0, -0.80, 0.74)
"""From the box to the camera: the faces with the marks are the right, the front and the upper one."""

Color = tuple[float, float, float]


def render_preview(
    shown: Sequence[Any],
    path: Path,
    resolution: tuple[int, int] = (1280, 960),
    samples: int = 16,
    direction: tuple[float, float, float] = CAMERA_DIRECTION,
    *,
    color: Color | None = None,
) -> None:
    """Render objects, as they stand, to a PNG file; their own scene is not touched.

    Without a color they are rendered in their own materials. Raises RuntimeError if the file cannot be written.
    """
    # What is quiet needs no Blender, and Blender finds the extension only where it was told of it before.
    import bpy

    room: Any = importlib.import_module(f"{MODULE}.blender_addon.tab.picture")
    made = room.Studio(shown, room.Camera(direction, resolution, samples), color)
    try:
        made.scene.render.filepath = str(path.absolute())
        with quiet():
            bpy.ops.render.render(write_still=True, scene=made.scene.name)
    finally:
        made.remove()


if __name__ == "__main__":
    parser = ArgumentParser(description="Make a cube, its files and a picture of it.")
    parser.add_argument("folder", type=Path, help="the folder to write to")
    parser.add_argument("--no-picture", action="store_true", help="leave out the picture, which takes about a minute")
    arguments = parser.parse_args()
    folder = arguments.folder.absolute()
    if find_spec("bpy") is None:
        report = make_without_blender(folder)
    else:
        with quiet() as shown, extension():
            report = make_demo(folder, not arguments.no_picture, shown)
    print("\n".join(report))

# SPDX-License-Identifier: GPL-3.0-or-later
"""A picture of how a kit is put together, from the steps that the panel shows: ``assembly_pictures.py FILE.webp``."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from demo import SEED
from installed_extension import extension
from puzzle_pictures import save_picture

SIZE = (4, 4, 4)
GROUPS = ((1, 2, 3), (4, 5), (6,), (7,), (8, 9), (10,))
"""The steps, counted from 1, that each picture shows as they begin."""

COLUMNS = 3
RESOLUTION = (480, 420)
SAMPLES = 16
DIRECTION = (-0.45, -1.0, 0.8)
"""From the front, where the sentences have it, and from above."""

WAY_LEFT = 0.55
"""How much of its way is still before a part, as a share: nearer than it waits in the scene."""

NUMBER_SIZE = 40
INK = (60, 52, 44)


def picture_assembly(file: Path) -> None:
    """Make a kit, render its steps and put the pictures beside each other."""
    import bpy
    from mathutils import Vector
    from PIL import Image, ImageDraw, ImageFont
    from preview import render_preview

    from puzzle_cubes.kind.part import offsets
    from puzzle_cubes.oskar.files.puzzle_json import puzzle_from_json
    from puzzle_cubes.oskar.kind.kind import KIT, OSKAR

    context: Any = bpy.context
    operators: Any = bpy.ops
    operators.puzzle_cubes.generate(size=SIZE, seed=SEED)
    (collection,) = context.active_object.users_collection
    group: Any = collection.puzzle_cubes
    group.oskar.way = "KIT"
    group.explode = 0.0
    objects = {item.name: item.part for item in group.parts if item.way == "kit"}
    places = {key: one.location.copy() for key, one in objects.items()}
    units = 0.001 / context.scene.unit_settings.scale_length
    puzzle = puzzle_from_json(group.puzzle)
    steps = OSKAR.assembly(puzzle, OSKAR.parts(puzzle, OSKAR.dimensions(), KIT), KIT)
    shifts = offsets(steps)
    width, height = RESOLUTION
    rows = -(-len(GROUPS) // COLUMNS)
    sheet = Image.new("RGB", (COLUMNS * width, rows * height))
    font = ImageFont.load_default(NUMBER_SIZE)
    with tempfile.TemporaryDirectory() as temporary:
        for place, numbers in enumerate(GROUPS):
            done = sum(len(step.moves) for step in steps[: numbers[0] - 1])
            after = done + sum(len(steps[number - 1].moves) for number in numbers)
            there = dict.fromkeys(key for step in steps[: numbers[-1]] for key in step.keys)
            for key in there:
                here, end = (Vector(shifts[key][moment]) for moment in (done, after))
                objects[key].location = places[key] + units * (end + WAY_LEFT * (here - end))
            path = Path(temporary) / f"{place}.png"
            print(f"Rendering the steps {', '.join(map(str, numbers))}.", flush=True)
            render_preview([objects[key] for key in there], path, RESOLUTION, SAMPLES, DIRECTION)
            corner = place % COLUMNS * width, place // COLUMNS * height
            with Image.open(path) as picture:
                sheet.paste(picture, corner)
            text = "-".join(str(number) for number in dict.fromkeys((numbers[0], numbers[-1])))
            ImageDraw.Draw(sheet).text((corner[0] + 16, corner[1] + 10), text, INK, font)
    save_picture(sheet, file)


if __name__ == "__main__":
    target = Path(sys.argv[1]).absolute()
    with extension():
        picture_assembly(target)

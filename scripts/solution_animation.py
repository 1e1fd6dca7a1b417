# SPDX-License-Identifier: GPL-3.0-or-later
"""A small film of a solution, seen through the open side of the box: ``scripts/solution_animation.py FILE.webp``."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from installed_extension import extension

SIZE = (3, 3, 3)
SEED = 5
EFFORT = 3000
RESOLUTION = (480, 480)
SAMPLES = 8
FRAMES_PER_MOVE = 3
TURN_PAUSE = 1
MILLISECONDS = 70
LAST_MILLISECONDS = 1500
QUALITY = 60


def make_film(file: Path) -> None:
    """Animate a solution, render each frame and write the film."""
    import bpy
    from PIL import Image
    from preview import studio

    operators: Any = bpy.ops
    context: Any = bpy.context
    operators.puzzle_cubes.generate(
        size=SIZE, seed=SEED, style="HARD", effort=EFFORT, start_choice="BEST", overhang=3.0
    )
    (collection,) = context.active_object.users_collection
    puzzle: Any = collection.puzzle_cubes
    operators.puzzle_cubes.animate(frames_per_move=FRAMES_PER_MOVE, turn_pause=TURN_PAUSE)
    puzzle.explode = 0.0
    puzzle.oskar.way = "KIT"
    # Without the three upper plates one sees inside; the lower ones have the same mazes.
    models = [item.part for item in puzzle.parts if item.name.endswith("min")]
    cross = puzzle.parts["cross"].part
    # What is hidden does not follow its keys.
    cross.hide_viewport = False
    models.append(cross)
    scene = context.scene
    frames = range(scene.frame_start, scene.frame_end + 1)

    def moments() -> Iterator[int]:
        for frame in frames:
            scene.frame_set(frame)
            yield frame

    with tempfile.TemporaryDirectory() as temporary:
        images = []
        with studio(models, RESOLUTION, SAMPLES, moments=moments()) as shoot:
            for frame in moments():
                path = Path(temporary) / f"{frame:04}.png"
                shoot(path)
                images.append(Image.open(path).convert("RGB"))
                print(f"Rendered frame {frame} of {frames.stop - 1}.", flush=True)
    durations = [MILLISECONDS] * (len(images) - 1) + [LAST_MILLISECONDS]
    images[0].save(file, save_all=True, append_images=images[1:], duration=durations, loop=0, quality=QUALITY)


if __name__ == "__main__":
    with extension():
        make_film(Path(sys.argv[1]).absolute())

# SPDX-License-Identifier: GPL-3.0-or-later
"""Whatever a .blend file, a picture or a preset holds: the answer is a puzzle or a sentence."""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import bpy
import pytest

from puzzle_cubes.common.draws import index_below, pick, toss
from tests.blender.fuzz.blend_files import (
    LENGTHS,
    assert_operator,
    odd_blend_file,
    odd_packing_blend_file,
    odd_saved_blend_file,
)
from tests.core.command_line.fuzz.files import as_bytes
from tests.core.command_line.fuzz.odd import WORDS, flooded, odd_text
from tests.core.command_line.fuzz.trial import Trial, find_no_fault

pytestmark = pytest.mark.once

PRESETS = {
    file: file.read_text() for file in sorted((Path(__file__).parents[2] / "presets" / "puzzle_cubes").rglob("*.py"))
}


@cache
def picture(file_format: str) -> bytes:
    """Return a picture that Blender has written, in one of its formats."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "picture"
        image: Any = bpy.data.images.new("Picture", 24, 16, alpha=True)
        image.pixels = [(number * 37 % 11) / 10 for number in range(24 * 16 * 4)]
        image.filepath_raw, image.file_format = str(file), file_format
        image.save()
        bpy.data.images.remove(image)
        return file.read_bytes()


def odd_picture(random: Random, folder: Path) -> Trial:
    """Return a trial of a picture, nearly as it should be, that is drawn on a face."""
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    bpy.ops.puzzle_cubes.generate(size=(4, 3, 4), seed=1)
    file_format = pick(("PNG", "JPEG", "BMP", "TARGA", "HDR", "WEBP"), random)
    text = picture(file_format).decode("utf-8", "surrogateescape")
    data = flooded(as_bytes(odd_text(text, random)), random)
    file = folder / pick(("picture.png", "picture.jpg", "picture", "caf\udce9.png"), random)
    file.write_bytes(data)
    # Blender holds no half characters but in paths.
    draw = partial(bpy.ops.puzzle_cubes.draw_picture, filepath=str(file), form=pick(("SOLID", "OUTLINE"), random))

    def do() -> None:
        assert_operator(draw)
        assert not bpy.data.images, "a picture stays"

    return Trial(f"{file_format} {data[:2000]!r}", do)


def odd_preset(random: Random, folder: Path) -> Trial:
    """Return a trial of a preset, whose values are odd or which is damaged, that is given to a puzzle of some kind."""
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    kind = pick(("OSKAR", "PACKING"), random)
    bpy.ops.puzzle_cubes.generate(kind=kind, **({"size": (2, 2, 2)} if kind == "OSKAR" else {"puzzle": "MEGARON"}))
    source = pick(list(PRESETS), random)
    lines = PRESETS[source].splitlines()
    for _ in range(1 + index_below(3, random)):
        place = index_below(len(lines), random)
        name, equals, _ = lines[place].partition(" = ")
        value = f"float('{pick(LENGTHS, random)}')" if toss(random) else repr(pick(WORDS, random))
        lines[place] = f"{name} = {value}" if equals and "." in name else lines[place]
    text = "\n".join(lines)
    text = odd_text(text, random) if index_below(3, random) == 0 else text
    file = folder / "My_Preset.py"
    file.write_bytes(as_bytes(text))
    menu = f"PUZZLE_CUBES_MT_{source.parent.name}_presets"

    def do() -> None:
        context = bpy.context
        try:
            bpy.ops.script.execute_preset(filepath=str(file), menu_idname=menu)
        except RuntimeError as error:
            # What is wrong with a script Blender says in its own words.
            assert "Traceback" not in str(error)  # noqa: PT017  (what follows is done all the same)
        # A preset is a script: damage can make it replace what others look up by this name.
        bpy.context = context
        for operator in (bpy.ops.puzzle_cubes.rebuild, bpy.ops.puzzle_cubes.check):
            assert_operator(operator)
        assert_operator(bpy.ops.puzzle_cubes.export, directory=str(folder / "out"))
        assert_operator(partial(bpy.ops.puzzle_cubes.generate, "INVOKE_DEFAULT"))

    return Trial(f"preset {source.name} {text!r}", do)


MAKES = (odd_blend_file, odd_packing_blend_file, odd_saved_blend_file, odd_picture, odd_preset)


def test_the_answer_is_a_puzzle_or_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    find_no_fault({make.__name__: make for make in MAKES}, tmp_path, capsys, monkeypatch)

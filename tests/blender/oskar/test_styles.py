# SPDX-License-Identifier: GPL-3.0-or-later
"""Every style and every effort can be asked for in Blender and from the command line; wishes pass through both."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import bpy
import pytest

from puzzle_cubes.oskar.generators import STYLES
from tests.blender.puzzles import measures, only_puzzle, part, settings_of
from tests.core.command_line.command import report_of

pytestmark = pytest.mark.once


def test_the_panel_offers_all_styles_with_a_word_on_each() -> None:
    items = bpy.context.scene.puzzle_cubes.oskar.bl_rna.properties["style"].enum_items
    assert [item.identifier.lower() for item in items] == list(STYLES)
    assert bpy.context.scene.puzzle_cubes.oskar.style == "HARD"


@pytest.mark.parametrize("style", STYLES)
def test_every_style_stands_in_the_scene(style: str) -> None:
    effort = {"effort": 200} if STYLES[style].searched else {}
    bpy.ops.puzzle_cubes.generate(size=(4, 4, 4), seed=3, style=style.upper(), start_choice="BEST", **effort)
    group = only_puzzle().puzzle_cubes
    assert group.oskar.made_text.lower().replace(" ", "_").replace("-", "_") == style
    assert len(part(group, "box").data.polygons) > 100
    assert measures(group)["length"] >= 3
    settings = settings_of(group)
    assert (settings["style"], settings["start"]) == (style, "best")
    assert settings["effort"] == effort.get("effort", 80_000)


def test_efforts_have_names() -> None:
    for preset, steps in (("QUICK", 20_000), ("NORMAL", 80_000), ("THOROUGH", 250_000)):
        bpy.ops.puzzle_cubes.generate(size=(2, 2, 2), style="LONGEST", effort_choice=preset)
        assert settings_of(only_puzzle().puzzle_cubes)["effort"] == steps
        bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)


ALIKE: dict[str, tuple[str, dict[str, Any]]] = {
    "hard": (
        "--size 4 4 4 --style hard --effort 500 --length 0.4 --difficulty hard --start best --all-corners --seed 5",
        {"size": (4, 4, 4), "style": "HARD", "effort": 500, "length_share": 0.4, "difficulty": "HARD"}
        | {"start_choice": "BEST", "all_corners": True, "seed": 5},
    ),
    "textures": (
        "--size 5 5 5 --style prim --form true --bias 0.2 0.3 0.9 --run 0.7 --river 0.8 --symmetry mirror",
        {"size": (5, 5, 5), "style": "PRIM", "form": "TRUE", "bias": (0.2, 0.3, 0.9)}
        | {"run": 0.7, "river": 0.8, "symmetry": "MIRROR"},
    ),
}
"""The same settings as words of a command and as values of an operator."""


@pytest.mark.parametrize("label", ALIKE)
def test_the_command_line_takes_the_same_settings(label: str, tmp_path: Path) -> None:
    words, values = ALIKE[label]
    report_of("oskar", *words.split(), "--out", str(tmp_path))
    written = json.loads((tmp_path / "puzzle.json").read_text())
    bpy.ops.puzzle_cubes.generate(**values)
    content = json.loads(only_puzzle().puzzle_cubes.puzzle)
    assert content["settings"] == written["settings"]
    assert content["faces"] == written["faces"]


def test_the_style_chooses_the_start_unless_the_user_does(capfd: pytest.CaptureFixture[str]) -> None:
    bpy.ops.puzzle_cubes.generate(size=(4, 5, 6), style="SERPENTINE")
    assert measures(only_puzzle().puzzle_cubes)["length"] == 4 * 5 * 6 - 1
    assert settings_of(only_puzzle().puzzle_cubes)["start"] == "auto"
    assert "Start is" not in capfd.readouterr().out
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    bpy.ops.puzzle_cubes.generate(size=(8, 8, 8), seed=1, style="KRUSKAL", start_choice="CENTER")
    output = capfd.readouterr().out
    assert "Warning: Start is (4, 4, 7): the cross reaches only " in output


def test_an_opened_puzzle_with_a_loop_in_a_face_warns_where(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    bpy.ops.puzzle_cubes.generate(size=(3, 3, 3), seed=1)
    puzzle = json.loads(only_puzzle().puzzle_cubes.puzzle)
    puzzle["faces"]["XY"] = [".....", ".#.##", ".....", ".#.##", "....."]
    puzzle["settings"] = None
    path = tmp_path / "loop.json"
    path.write_text(json.dumps(puzzle))
    capfd.readouterr()
    assert bpy.ops.puzzle_cubes.load(filepath=str(path)) == {"FINISHED"}
    output = capfd.readouterr().out
    assert "Face XY has a loop through (1, 1), (0, 1), (0, 0), (1, 0), so" in output
    assert "hangs on nothing" in output

# SPDX-License-Identifier: GPL-3.0-or-later
"""Pieces that have the surface of a model: as solids nothing meets, each is one body, and all are the model."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import puzzle_cubes
from puzzle_cubes.common.errors import InputError
from puzzle_cubes.packing.files import models as model_files
from puzzle_cubes.packing.files.xmpuzzle import puzzle_from_xmpuzzle, puzzle_to_xmpuzzle
from puzzle_cubes.packing.model.assembly import up_to_layer
from puzzle_cubes.packing.model.parts import pieces_of
from puzzle_cubes.printing.mesh_files import stl
from puzzle_cubes.solids.mesh import is_closed
from tests.core.packing.model.skinned_pieces import check_design, largest_meeting, models, solid_of, triangles_of


def model_file(folder: Path, name: str = "ball") -> str:
    file = folder / f"{name}.stl"
    file.write_bytes(stl(triangles_of(models()[name])))
    return str(file)


@pytest.mark.parametrize(
    ("name", "seed", "across", "pieces"),
    [
        ("torus", 1, 10, 5),
        ("rabbit", 1, 10, 5),
        *(
            pytest.param(name, seed, 12, 8, marks=pytest.mark.thorough)
            for name in ("ball", "torus", "box", "star", "rabbit")
            for seed in range(10)
        ),
    ],
)
def test_pieces_move_along_their_steps_and_are_all_of_the_model(
    name: str, seed: int, across: int, pieces: int, tmp_path: Path
) -> None:
    check_design(model_file(tmp_path, name), seed, across, pieces)


def test_a_piece_that_is_in_the_way_is_seen(tmp_path: Path) -> None:
    puzzle = puzzle_cubes.make("packing", shape=model_file(tmp_path), across=8, shape_pieces=4, skin="model")
    solids = {part.key: solid_of(part) for part in puzzle.parts}
    assert largest_meeting(puzzle, solids) == 0
    last = puzzle.steps[-1].keys[0]
    assert largest_meeting(puzzle, solids | {last: solids[last].translate((3.0, 3.0, 3.0))}) > 1


def test_a_model_with_a_hollow_is_cut_and_so_is_one_that_is_inside_out(tmp_path: Path) -> None:
    ball = triangles_of(models()["ball"])
    file = tmp_path / "shell.stl"
    for triangles, filled in ((np.concatenate([ball, ball[:, ::-1] / 2]), 7 / 8), (ball[:, ::-1], 1.0)):
        file.write_bytes(stl(triangles))
        puzzle = puzzle_cubes.make("packing", shape=str(file), across=8, shape_pieces=4, skin="model")
        solids = [solid_of(part) for part in puzzle.changed(inset=0.01, bevel=0.0).parts]
        # The ball of radius 6 is 120 mm across: 8 cells of 15 mm.
        ideal = filled * models()["ball"].volume() * (60 / 6) ** 3
        assert sum(solid.volume() for solid in solids) == pytest.approx(ideal, rel=5e-3)


def test_dimensions_stay_live_and_the_surface_is_the_models(tmp_path: Path) -> None:
    puzzle = puzzle_cubes.make("packing", shape=model_file(tmp_path), across=8, shape_pieces=4, skin="model")
    again = puzzle_cubes.from_text(puzzle.json)
    assert again.content == puzzle.content
    assert puzzle.code is None
    larger = again.changed(cube=20, inset=0.2, bevel=0.8)
    for made, radius in ((puzzle, 60.0), (larger, 80.0)):
        corners = np.concatenate([part.mesh().vertices + np.array(part.assembled) for part in made.parts])
        far = np.linalg.norm(corners - (corners.max(axis=0) + corners.min(axis=0)) / 2, axis=1)
        # Gaps take nothing off the outside.
        assert far.max() == pytest.approx(radius, rel=1e-3)
        assert all(is_closed(part.mesh().vertices[part.mesh().split()[0]].astype("f4")) for part in made.parts)
    # Layers are shown as cubes, from below.
    layers = up_to_layer(pieces_of(larger.parts), 3)
    assert max(float(piece.in_place.lines[2][-1]) for piece in layers) == pytest.approx(3 * 20 - 2 * 0.2)
    assert sum(len(piece.cells) for piece in layers) == sum(cell[2] < 3 for cell in puzzle.content.goal.cells)
    checks = {check.name: check.sentence for check in puzzle.check().checks}
    assert checks["Bodies"] == "4 bodies, each in one piece."
    assert "own surface is was not looked at" in checks["Neck"]
    assert "put together by 3 straight moves" in checks["Assembly"]


def test_a_model_that_has_changed_or_is_gone_is_said(tmp_path: Path) -> None:
    path = model_file(tmp_path)
    puzzle = puzzle_cubes.make("packing", shape=path, across=8, shape_pieces=4, skin="model")
    Path(path).write_bytes(stl(triangles_of(models()["torus"])))
    with pytest.raises(InputError, match="has changed since the puzzle was made from it: make the puzzle anew"):
        _ = puzzle.changed(cube=16).parts
    Path(path).unlink()
    with pytest.raises(InputError, match="cannot be read"):
        _ = puzzle.changed(cube=17).parts
    assert [check.level for check in puzzle.changed(cube=18).check().checks] == ["bad"]


def test_what_has_no_room_on_a_surface_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = puzzle_cubes.make("packing", shape=model_file(tmp_path), across=8, shape_pieces=4, skin="model")
    with pytest.raises(InputError, match=r"Letters is 0\.5 mm: pieces with the surface of a model have none"):
        _ = puzzle.changed(letters=0.5).parts
    with pytest.raises(InputError, match="are not cut: print them as Parts"):
        _ = puzzle.changed(cut=True).parts
    cells = puzzle_to_xmpuzzle(puzzle.content)
    assert "The pieces have the surface of a model: these are their cells." in cells
    assert puzzle_from_xmpuzzle(cells).pieces == puzzle.content.pieces
    with pytest.raises(InputError, match="the shape must be the file of a model"):
        puzzle_cubes.make("packing", shape="ball", skin="model")

    def missing(name: str) -> object:
        raise ImportError(name)

    monkeypatch.setattr(model_files, "import_module", missing)
    with pytest.raises(InputError, match=r"pip install puzzle-cubes\[shapes\]"):
        _ = puzzle.changed(cube=19).parts

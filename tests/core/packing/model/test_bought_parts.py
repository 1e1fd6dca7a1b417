# SPDX-License-Identifier: GPL-3.0-or-later
"""Magnets, dowels, names and a stand: what is bought goes in, judged by meshes of another library, and is told."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import manifold3d
import numpy as np
import pytest

import puzzle_cubes
from puzzle_cubes.burr.kind import BURR
from puzzle_cubes.common.errors import InputError
from puzzle_cubes.common.task import finish
from puzzle_cubes.export.assembly_page import page_in_steps
from puzzle_cubes.export.puzzle import Puzzle
from puzzle_cubes.kind.part import Part, offsets
from puzzle_cubes.packing.kind import PACKING
from puzzle_cubes.packing.model.dimensions import Dimensions, ears, outer_size
from puzzle_cubes.packing.model.parts import PegPart, PiecePart
from puzzle_cubes.packing.model.piece_solid import lid, tray
from puzzle_cubes.printing.checks import BAD, GOOD
from puzzle_cubes.solids.mesh import ways_are_paired
from tests.core.packing.model.hanging import puzzle_of
from tests.core.packing.model.skinned_pieces import solid_of
from tests.core.packing.model.test_advice import line
from tests.core.solids.judges import manifold_of

MAGNETS = [
    ((3, 3, 3), Dimensions(magnet=5.0)),
    ((4, 3, 2), Dimensions(magnet=6.35, magnet_height=3.2, tray_wall=3.0)),
    ((2, 5, 1), Dimensions(cube=10.0, bevel=0.3, tray_wall=1.6, magnet=3.0, magnet_height=1.0)),
    ((1, 1, 3), Dimensions(magnet=1.0, magnet_height=0.5, lid_gap=0.35)),
]
"""Sizes of goals, and dimensions of boxes that have magnets."""


def round_bar(diameter: float, height: float) -> manifold3d.Manifold:
    """Return something round that stands on z = 0."""
    return manifold3d.Manifold.cylinder(height, diameter / 2, circular_segments=180)


def is_sound(part: Part) -> bool:
    """Report whether a part is one closed body that needs no supports."""
    mesh = part.mesh()
    is_closed = ways_are_paired(mesh.faces.corners, mesh.faces.following)
    return is_closed and len(manifold_of(mesh).decompose()) == 1 and not part.printed.overhangs


@pytest.mark.parametrize(("size", "dimensions"), MAGNETS)
def test_magnets_go_into_tray_and_lid_face_to_face(size: tuple[int, int, int], dimensions: Dimensions) -> None:
    bodies = manifold_of(tray(size, dimensions).mesh()), manifold_of(lid(size, dimensions).mesh())
    own = ears(size, dimensions)
    assert own is not None
    assert (bodies[0] ^ bodies[1]).volume() < 1e-6
    bounds = np.array([solid.bounding_box() for solid in bodies])
    assert bounds[:, 3:].max(axis=0) - bounds[:, :3].min(axis=0) == pytest.approx(outer_size(size, dimensions))
    for up in (0.5, 3.0, 20.0):
        assert (bodies[0] ^ bodies[1].translate((0, 0, up))).volume() < 1e-6
    # Holes are found where a thin rod meets neither tray nor lid for as long as two magnets and what is between them.
    side = tray(size, replace(dimensions, magnet=0.0)).extent[own.axis] / 2
    top = bounds[1, 5]
    for sign in (1, -1):
        at = [0.0, 0.0]
        at[own.axis] = sign * (side + dimensions.lid_gap + own.floor + dimensions.magnet / 2 + 0.1)
        rod = round_bar(0.05, top).translate((*at, 0)) - bodies[0] - bodies[1]
        _, _, low, _, _, high = rod.bounding_box()
        between = dimensions.lid_gap + 0.4
        assert high - low == pytest.approx(2 * dimensions.magnet_height + between, abs=1e-4)
        # What is above them is as thick as it should be.
        assert top - high == pytest.approx(max(own.floor, dimensions.tray_wall - dimensions.magnet_height - 0.2))
        both_magnets = round_bar(dimensions.magnet, high - low).translate((*at, low))
        assert sum((both_magnets ^ solid).volume() for solid in bodies) < 1e-6
        wider = round_bar(dimensions.magnet + 0.6, high - low).translate((*at, low))
        assert all((wider ^ solid).volume() > 0.1 for solid in bodies)


@pytest.mark.parametrize(
    ("dimensions", "sentence"),
    [
        (
            {"magnet": 20.0, "cube": 5.0, "bevel": 0.2},
            r"Magnet is 20 mm: beside this tray there is room for at most 15",
        ),
        ({"magnet": 5.0, "magnet_height": 10.0, "cube": 5.0}, r"Magnet Height is 10 mm: in tray and lid there is room"),
    ],
)
def test_magnets_that_have_no_room_are_refused_with_the_most_that_have(dimensions: Any, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence) as refused:
        tray((3, 3, 3), Dimensions(**dimensions))
    most = re.search(r"at most ([\d.]+) mm", str(refused.value))
    assert most is not None
    name = "magnet" if "Height" not in sentence else "magnet_height"
    mended = Dimensions(**{**dimensions, name: float(most[1])})
    manifold_of(tray((3, 3, 3), mended).mesh())


def test_the_check_says_when_magnets_do_not_fit_and_what_does() -> None:
    puzzle = puzzle_cubes.make("packing", puzzle="soma", magnet=5)
    assert line(puzzle, "Magnets").level == GOOD
    wrongs: list[tuple[dict[str, Any], str, str]] = [
        ({"widening": 0.15}, r"give ([\d.]+) mm", "magnet_gap"),
        ({"nozzle": 0.6}, r"give Box Wall ([\d.]+) mm", "tray_wall"),
    ]
    for values, words, name in wrongs:
        wrong = replace(puzzle, printer=replace(puzzle.printer, **values))
        check = line(wrong, "Magnets")
        advice = re.search(words, check.sentence)
        assert check.level == BAD
        assert advice is not None, check.sentence
        assert line(wrong.changed(**{name: float(advice[1])}), "Magnets").level == GOOD


@pytest.mark.parametrize(
    ("values", "bought"),
    [
        ({"puzzle": "soma", "magnet": 5}, "4 round magnets of 5 x 2 mm"),
        ({"puzzle": "tetris", "dowel": 4, "cut": True}, "2 dowels of 4 x 7.7 mm"),
        (
            {"puzzle": "tetris", "dowel": 3, "cut": True, "magnet": 6, "magnet_height": 3, "stand": 5},
            "4 round magnets of 6 x 3 mm and 2 dowels of 3 x 7.7 mm",
        ),
    ],
)
def test_the_page_says_what_to_buy_and_none_of_it_is_printed(values: dict[str, Any], bought: str) -> None:
    puzzle = puzzle_cubes.make("packing", **values)
    assert {check.level for check in puzzle.check().checks} == {GOOD}
    page = re.sub(r"data:image/png;base64,[^\"]*", "", finish(page_in_steps(puzzle)))
    assert f"<th>To buy</th><td>{bought}</td>" in page
    assert f"You need {bought} besides what is printed." in page
    assert not [part for part in puzzle.parts if isinstance(part, PegPart)]
    assert all(is_sound(part) for part in puzzle.parts)
    # All is put together, also what is bought.
    assert {key for step in puzzle.steps for key in step.keys} == {part.key for part in puzzle.all_parts}
    assert ("dowel for part" in page) == ("dowel" in values)
    assert "peg" not in page.lower().partition("<h2>parts")[2]


def test_dowels_have_room_in_their_sockets_and_hold() -> None:
    puzzle = puzzle_cubes.make("packing", puzzle="tetris", dowel=4, cut=True)
    sections = [part for part in puzzle.parts if isinstance(part, PiecePart)]
    earlier = manifold3d.Manifold.batch_boolean([solid_of(part) for part in sections], manifold3d.OpType.Add)
    dowels = [part for part in puzzle.all_parts if isinstance(part, PegPart)]
    assert len(dowels) == 2
    for dowel in dowels:
        assert dowel.bought is not None
        assert dowel.leaves is not None
        length = float(re.split(" x | mm", dowel.bought.size)[1])
        turn = {0: (0, 90, 0), 1: (90, 0, 0), 2: (0, 0, 0)}[dowel.leaves[0]]
        for diameter, meets in ((4.0, False), (4.2, False), (4.8, True)):
            bar = round_bar(diameter, length - 0.1).translate((0, 0, -(length - 0.1) / 2)).rotate(turn)
            assert ((bar.translate(dowel.assembled) ^ earlier).volume() > 0.1) == meets
        # What is shown is within what is round, and nearly all of it.
        bar = round_bar(4.0, length).translate((0, 0, -length / 2)).rotate(turn)
        shown = manifold_of(dowel.mesh())
        assert (shown - bar).volume() < 0.05
        assert (bar - shown).volume() < 0.08 * bar.volume()


def written(puzzle: Puzzle) -> dict[str, str]:
    """Return what is written on the pieces, by their names."""
    pieces = [part for part in puzzle.parts if isinstance(part, PiecePart)]
    return {part.name: part.letter.text for part in pieces if part.letter is not None}


def test_sticks_have_their_numbers_where_most_room_is_for_them() -> None:
    burr = puzzle_cubes.make("burr", letters=0.5, letter_text="name")
    numbers = [name.split()[1] for name in BURR.piece_names(burr.content)]
    assert list(written(burr).values()) == numbers
    letters = burr.changed(letter_text="letter")
    assert list(written(letters).values()) == list("ABCDEF")
    assert f"{numbers[0]} is A" in " ".join(burr.kind.instructions(burr.content, burr.parts, "parts").marks)
    bare = burr.changed(letters=0)
    for part, sharp in zip(burr.parts, bare.parts, strict=True):
        assert isinstance(part, PiecePart)
        assert is_sound(part)
        assert part.letter is not None
        # A number of three digits is as wide as two cells, and its lines are as wide as those of a letter.
        assert part.letter.long == (2 if len(part.letter.text) > 2 else part.letter.long)
        assert part.letter.pixel == pytest.approx(0.6 * 14.8 / 5, abs=1e-3)
        cut = manifold_of(sharp.mesh()) - manifold_of(part.mesh())
        strokes = part.letter.boxes(part.pitch[0], part.inset, 0.5)
        areas = np.prod(np.delete(strokes[:, :, 1] - strokes[:, :, 0], part.up % 3, axis=1), axis=1)
        # Nothing else is changed: joints between strokes are within them but for their corners.
        assert 0.9 * 0.5 * areas.sum() < cut.volume() <= 0.5 * areas.sum() + 1e-3


def test_pieces_have_the_names_that_files_give_them() -> None:
    puzzle = puzzle_of(((0, 0, 0), (1, 0, 0), (2, 0, 0)), ((0, 0, 0),))
    names = zip(puzzle.pieces, ("Über x-7", "?"), strict=True)
    named = replace(puzzle, pieces=tuple(replace(piece, name=name) for piece, name in names))
    dimensions = Dimensions(letters=0.4, letter_text="name")
    first, second, *_ = PACKING.parts(named, dimensions, "parts")
    assert isinstance(first, PiecePart)
    assert isinstance(second, PiecePart)
    assert first.letter is not None
    assert second.letter is not None
    # What there are no letters for is left out; of what has no name it is the letter.
    assert (first.letter.text, first.letter.long, second.letter.text) == ("BER X7", 3, "B")


def test_what_is_not_put_together_has_no_stand() -> None:
    """Pieces without a solution and without a box lie beside each other: nothing is there to be shown."""
    puzzle = puzzle_cubes.from_text("xxx", size=(3, 1, 1)).changed(stand=2.0, tray_wall=0.0)
    assert [part.label for part in puzzle.parts] == ["Piece A"]
    assert [part.label for part in puzzle.changed(tray_wall=2.0).parts] == ["Piece A", "Tray", "Lid", "Stand"]
    assert puzzle.check().level != BAD


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        ("packing", {"puzzle": "soma", "stand": 6.0}),
        ("packing", {"puzzle": "soma", "stand": 6.0, "magnet": 5.0}),
        ("packing", {"puzzle": "tetris", "stand": 4.0, "tray_wall": 0.0, "cut": True}),
        ("burr", {"stand": 12.0}),
    ],
)
def test_the_puzzle_stands_in_its_stand(kind: str, values: dict[str, Any]) -> None:
    puzzle = puzzle_cubes.make(kind, **values)
    *parts, stand = [part for part in puzzle.parts if not isinstance(part, PegPart)]
    assert stand.label == "Stand"
    assert is_sound(stand)
    own = solid_of(stand)
    standing = [solid_of(part) for part in parts if not part.beside]
    whole = manifold3d.Manifold.batch_boolean(standing, manifold3d.OpType.Add)
    assert (own ^ whole).volume() < 0.01
    # It rests on the floor and has play of half a millimeter to each side, no more.
    assert (own ^ whole.translate((0, 0, -0.1))).volume() > 1
    for axis in range(2):
        for way in (1, -1):
            for far, meets in ((0.4, False), (0.7, True)):
                moved = [way * far * (along == axis) for along in range(3)]
                assert ((own ^ whole.translate(moved)).volume() > 0.1) == meets
    # Where it is put under, nothing is in its way.
    assert puzzle.steps[-1].keys == (stand.key,)
    ways = offsets(puzzle.steps)
    for number in range(len(ways[stand.key])):
        stand_body = own.translate(ways[stand.key][number])
        for part, solid in zip(parts, standing, strict=True):
            assert (stand_body ^ solid.translate(ways[part.key][number])).volume() < 0.01

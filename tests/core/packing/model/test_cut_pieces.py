# SPDX-License-Identifier: GPL-3.0-or-later
"""Pieces are cut into as few parts as stand without supports; these go in straight, hold, and touch nothing."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from functools import cache
from itertools import combinations

import manifold3d
import numpy as np
import pytest
from hypothesis import given

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.common.task import finish
from puzzle_cubes.kind.part import offsets
from puzzle_cubes.packing.kind import CUT, PackingModel
from puzzle_cubes.packing.making.options import CLASSICS
from puzzle_cubes.packing.model import cutting as cutting_module
from puzzle_cubes.packing.model.as_printed import PRESETS
from puzzle_cubes.packing.model.assembly import Whole, gluing, wholes
from puzzle_cubes.packing.model.checks import socketed
from puzzle_cubes.packing.model.cutting import cutting, needs_supports
from puzzle_cubes.packing.model.dimensions import Dimensions
from puzzle_cubes.packing.model.lettering import sides_in_print
from puzzle_cubes.packing.model.parts import PegPart, PiecePart, puzzle_parts
from puzzle_cubes.packing.model.pegs import Measures
from puzzle_cubes.packing.model.piece_solid import piece_solid
from puzzle_cubes.polycubes.shape import Cells, Shape, are_connected, normalized
from puzzle_cubes.polycubes.solver import solve
from puzzle_cubes.printing.checks import BAD, DOUBTFUL, GOOD, Check
from puzzle_cubes.printing.printer import Printer
from puzzle_cubes.solids.mesh import ways_are_paired
from puzzle_cubes.solids.solid import least_thickness
from puzzle_cubes.solids.straight_moves import Movable, is_free
from tests.core.packing.model.hanging import CROSS, hanging_pieces, puzzle_of
from tests.core.packing.model.skinned_pieces import solid_of
from tests.core.polycubes.strategies import polycubes
from tests.core.solids.judges import manifold_of

SMALL = hanging_pieces(12, (6, 7, 8))
LARGE = hanging_pieces(12, (12, 16, 24), seed=3)


def stands(cells: Cells) -> bool:
    return are_connected(cells) and any(not sides_in_print(cells, up)[0] for up in range(6))


@given(polycubes(most=7))
def test_only_what_would_hang_is_cut(shape: Shape) -> None:
    cells = normalized(shape.cells)
    assert (cutting(cells) is None) == stands(cells)


def check_cutting(cells: Cells) -> None:
    """Assert that all parts of a piece stand, and that each goes straight onto those before it."""
    cut = cutting(cells)
    assert cut is not None
    assert sorted(cell for part in cut.parts for cell in part) == list(cells)
    for part, up in zip(cut.parts, cut.ups, strict=True):
        assert are_connected(part)
        assert sides_in_print(part, up)[0] == 0
    before = set(cut.parts[0])
    for part, joint in zip(cut.parts[1:], cut.joints, strict=True):
        axis, sign = joint.way
        moving, standing = (
            Movable(piece_solid(lying, (10.0, 10.0, 10.0), 0.1)) for lying in (part, tuple(sorted(before)))
        )
        assert is_free([moving], [standing], joint.way)
        assert 1 <= len(joint.faces) <= 2
        for face in joint.faces:
            assert face in before
            assert tuple(at + sign * (along == axis) for along, at in enumerate(face)) in part
        before |= set(part)


@pytest.mark.parametrize("cells", [CROSS, *SMALL, *LARGE], ids=len)
def test_all_parts_stand_and_are_joined_in_turn(cells: Cells) -> None:
    check_cutting(cells)


def test_a_part_that_is_printed_anew_fits_those_of_earlier_versions() -> None:
    cut = [
        (cut_cells.parts, cut_cells.ups, [(joint.way, joint.faces) for joint in cut_cells.joints])
        for cut_cells in map(cutting, (CROSS, *SMALL, *LARGE))
        if cut_cells is not None
    ]
    assert hashlib.sha256(repr(cut).encode()).hexdigest()[:16] == "f0bed97e74aa4c65"


def test_where_all_ways_are_too_many_the_largest_part_that_stands_goes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cutting_module, "MOST_EXACT", 1)
    cutting.cache_clear()
    hanging = [cells for cells in SMALL if cutting(cells) is not None]
    assert len(hanging) > 5
    for cells in hanging:
        check_cutting(cells)
    cutting.cache_clear()


def test_what_does_not_hang_together_is_not_cut() -> None:
    x, y, z = CROSS[0]
    assert needs_supports((*CROSS, (x + 9, y, z)))
    assert cutting((*CROSS, (x + 9, y, z))) is None


MODEL = PackingModel()
PIECES = [CROSS, *hanging_pieces(5, (7, 9), seed=5), *hanging_pieces(3, (16, 24), seed=6)]
FEW = [PIECES[number] for number in (0, 5, 7)]
PRINTER = Printer()
LETTERED = Dimensions(letters=0.5)
NARROW = Dimensions(cube=10.0, bevel=0.3)
DOWELED = Dimensions(dowel=4.0)


def cut(cells: Cells, dimensions: Dimensions) -> Whole:
    (whole,) = wholes(puzzle_parts(puzzle_of(cells), dimensions, cut=True))
    assert whole.is_cut
    return whole


@cache
def checked(cells: Cells, dimensions: Dimensions, printer: Printer = PRINTER) -> dict[str, Check]:
    puzzle = puzzle_of(cells)
    puzzle = replace(puzzle, found=solve(puzzle))
    return {check.name: check for check in finish(MODEL.check_in_steps(puzzle, dimensions, printer, CUT)).checks}


WHOLES = [*((cells, LETTERED) for cells in PIECES), *((cells, way) for cells in FEW for way in (NARROW, DOWELED))]
"""Cells of pieces, and the dimensions with which they are cut."""


@pytest.fixture(scope="module", params=WHOLES, ids=lambda pair: f"{len(pair[0])} of {pair[1].cube:g}")
def whole_and_dimensions(request: pytest.FixtureRequest) -> tuple[Whole, Dimensions]:
    """Return a piece that is cut, and its dimensions."""
    return cut(*request.param), request.param[1]


def test_parts_are_bodies_that_need_no_supports(whole_and_dimensions: tuple[Whole, Dimensions]) -> None:
    whole, dimensions = whole_and_dimensions
    for part in (part for part in whole.parts if not part.beside):
        assert not part.printed.overhangs
        mesh = part.mesh()
        assert ways_are_paired(mesh.faces.corners, mesh.faces.following)
        judged = manifold_of(mesh)
        assert len(judged.decompose()) == 1
        assert part.chamfer_widths[0] == part.chamfer.width
    lettered = [sum(recess.pixel > 0 for recess in part.recesses) for part in whole.sections]
    # On small cubes a part may have no room.
    assert sum(lettered) >= len(whole.sections) + (dimensions.letters > 0) - (dimensions == NARROW)


def test_parts_go_in_straight_and_hold(whole_and_dimensions: tuple[Whole, Dimensions]) -> None:
    whole, dimensions = whole_and_dimensions
    bodies = {part.key: solid_of(part) for part in whole.parts}
    ways = offsets(gluing(whole.parts))
    for number in range(len(next(iter(ways.values())))):
        # In no place that the steps lead through does any part meet another.
        lying = [bodies[key].translate(places[number]) for key, places in ways.items()]
        assert not any((solid ^ second_solid).volume() > 1e-3 for solid, second_solid in combinations(lying, 2))
    measures = Measures.of(dimensions)
    for part in whole.sections[1:]:
        assert part.leaves is not None
        axis, sign = part.leaves
        earlier = [section for section in whole.sections if section.section < part.section]
        pegs = [peg for peg in whole.pegs if peg.section <= part.section]
        obstacles = manifold3d.Manifold.batch_boolean(
            [bodies[neighbor.key] for neighbor in (*earlier, *pegs)], manifold3d.OpType.Add
        )
        for far in np.linspace(0.0, measures.depth + 1.0, 8):
            place = [sign * far * (along == axis) for along in range(3)]
            assert (bodies[part.key].translate(place) ^ obstacles).volume() < 1e-3
        for heading, way in (
            (heading, way) for heading in range(3) for way in (1, -1) if (heading, way) != (axis, sign)
        ):
            place = [way * 0.5 * (along == heading) for along in range(3)]
            assert (bodies[part.key].translate(place) ^ obstacles).volume() > 0.01


@pytest.mark.parametrize(
    ("cells", "sentences"),
    [
        (
            CROSS,
            [
                "Take part A1.",
                "The peg for part A2 from the right, with a drop of glue in its hole.",
                "Part A2 from the right, with a drop of glue in its hole, as far as it goes: piece A.",
            ],
        ),
        (
            PIECES[-1],
            [
                "Take part A1.",
                "The 2 pegs for part A2 from the front, with a drop of glue in their holes.",
                "Part A2 from the front, with a drop of glue in each of its holes.",
                "The 2 pegs for part A3 from below, with a drop of glue in their holes.",
                "Part A3 from below, with a drop of glue in each of its holes, as far as it goes: piece A.",
            ],
        ),
    ],
    ids=["a peg", "two pegs each"],
)
def test_steps_say_what_is_glued_where(cells: Cells, sentences: list[str]) -> None:
    parts = puzzle_parts(puzzle_of(cells, CROSS), LETTERED, cut=True)
    steps = gluing(parts)
    assert [step.sentence for step in steps[: len(sentences)]] == sentences
    assert steps[len(sentences)].sentence == "Take part B1."
    # Whence a part comes is whence it moves, counted along the axes.
    whence = [["from the right", "from the left"], ["from the back", "from the front"], ["from above", "from below"]]
    for step in steps:
        assert all(whence[move.axis][move.distance > 0] in step.sentence for move in step.moves)
    names = "A1 and A2" if cells == CROSS else "A1, A2 and A3"
    assert f"{names} become piece A. All pegs" in MODEL.instructions(puzzle_of(cells), parts, CUT).marks[1]


@pytest.mark.parametrize(
    ("dimensions", "volumes", "pegs"),
    [
        (LETTERED, [16095.4, 32561.1, 29308.6, 93.0], [(95.26, 7.5), (110.26, 7.5), (80.26, 15.0), (95.26, 0.0)]),
        (NARROW, [4697.2, 9509.1, 8554.1, 26.3], [(65.0, 5.0), (75.0, 5.0), (53.52, 10.0), (63.52, 0.0)]),
    ],
)
def test_a_peg_that_is_printed_anew_fits_the_parts_of_earlier_versions(
    dimensions: Dimensions, volumes: list[float], pegs: list[tuple[float, float]]
) -> None:
    whole = cut(PIECES[-1], dimensions)
    assert [part.volume for part in (*whole.sections, whole.pegs[0])] == pytest.approx(volumes, abs=0.06)
    assert [peg.assembled[:2] for peg in whole.pegs] == [pytest.approx(place, abs=0.006) for place in pegs]


@pytest.mark.parametrize(
    ("inset", "joint", "gap", "more"),
    [(0.1, 0.15, 0.15, 0.0), (0.2, 0.15, 0.15, 0.2), (0.1, 0.05, 0.05, 0.2), (0.1, 2.0, 0.74, -1.18)],
)
def test_a_peg_reaches_from_bottom_to_bottom_of_its_sockets(
    inset: float, joint: float, gap: float, more: float
) -> None:
    # Between two parts there is twice the inset; what a gap has beyond 0.05 mm is taken up by sides that are printed
    # farther out. No gap takes more than a twentieth of a face.
    measures = Measures.of(Dimensions(inset=inset, joint=joint))
    assert measures.gap == pytest.approx(gap, abs=0.03)
    assert measures.length - 2 * measures.depth == pytest.approx(more)


@pytest.mark.parametrize("joint", [0.1, 0.15, 0.25])
def test_pegs_have_the_gap_round_them_that_is_asked(joint: float) -> None:
    whole = cut(CROSS, Dimensions(joint=joint))
    sections = manifold3d.Manifold.batch_boolean([solid_of(part) for part in whole.sections], manifold3d.OpType.Add)
    for peg in whole.pegs:
        # Steps in place of the slopes have all of the peg within them, and little more.
        stepped = manifold_of(whole.solids[peg.key].mesh())
        assert (solid_of(peg) - stepped).volume() < 1e-6
        assert stepped.volume() < 1.03 * solid_of(peg).volume()
        assert peg.leaves is not None
        for axis, sign in ((axis, sign) for axis in range(3) if axis != peg.leaves[0] for sign in (1, -1)):
            # Under a gable it has as much room again.
            for far, meets in ((joint - 0.04, False), (2 * joint + 0.1, True)):
                moved = [sign * far * (along == axis) for along in range(3)]
                assert ((solid_of(peg).translate(moved) ^ sections).volume() > 0.01) == meets


def test_parts_are_as_far_apart_as_pieces_and_within_the_whole() -> None:
    dimensions = Dimensions(bevel=0.0)
    whole = cut(CROSS, dimensions)
    uncut, *_ = puzzle_parts(puzzle_of(CROSS), dimensions)
    for part in whole.sections:
        assert (solid_of(part) - solid_of(uncut)).volume() < 1e-3
    for section, second_section in combinations(whole.sections, 2):
        assert solid_of(section).min_gap(solid_of(second_section), 5.0) == pytest.approx(0.2, abs=1e-4)


@pytest.mark.parametrize(
    "dimensions",
    [
        pytest.param(preset.dimensions, marks=() if name in {"pla", "small"} else pytest.mark.thorough, id=name)
        for name, preset in PRESETS.items()
    ],
)
def test_sockets_leave_walls_of_two_lines(dimensions: Dimensions) -> None:
    printer = next(preset.printer for preset in PRESETS.values() if preset.dimensions == dimensions)
    for cells in PIECES:
        for part in cut(cells, dimensions).sections:
            assert min(least_thickness(socketed(part), axis) for axis in range(3)) >= 2 * printer.nozzle - 1e-6
    for cells in FEW:
        lines = checked(cells, dimensions, printer)
        names = "Meshes", "Cut Pieces", "Joint", "Supports"
        assert {name: lines[name].level for name in names} == dict.fromkeys(names, GOOD)
        # Names may have no room on small cubes, and pegs of long pieces are thin there.
        assert lines["Pegs"].level == lines["Names"].level == GOOD or (
            dimensions.cube <= 10 and lines["Pegs"].level != BAD
        )


def test_the_check_says_what_is_wrong() -> None:
    lines = checked(CROSS, Dimensions())
    assert lines["Cut Pieces"].sentence.startswith("Piece A is printed in ")
    assert lines["Supports"].level == GOOD
    small = checked(CROSS, Dimensions(cube=3.0, inset=0.05, bevel=0.0, tray_wall=0.0))
    assert (small["Pegs"].level, small["Names"].level) == (BAD, DOUBTFUL)
    for joint, level in ((0.05, BAD), (0.6, DOUBTFUL)):
        assert checked(PIECES[5], Dimensions(joint=joint, tray_wall=0.0))["Joint"].level == level


@pytest.mark.parametrize(
    ("layer", "material", "level"), [(0.1, "pla", DOUBTFUL), (0.12, "pla", GOOD), (0.05, "resin", GOOD)]
)
def test_layers_in_which_slicers_support_sockets_are_told(layer: float, material: str, level: str) -> None:
    printer = Printer(layer=layer, material=material)
    supports = checked(CROSS, Dimensions(), printer)["Supports"]
    assert (supports.level, "give Layer Height 0.12 mm" in supports.sentence) == (level, level == DOUBTFUL)
    assert {key.partition("_")[0] for key in supports.parts} == ({"part"} if level == DOUBTFUL else set())


def test_every_piece_is_cut_into_the_same_bodies_in_every_solution() -> None:
    puzzle = CLASSICS["tetris"].puzzle
    puzzle = replace(puzzle, found=solve(puzzle, first=True))
    pieces = [part for part in puzzle_parts(puzzle, Dimensions(), cut=True) if isinstance(part, PiecePart)]
    aside = [
        part
        for part in puzzle_parts(replace(puzzle, found=type(puzzle.found)()), Dimensions(), cut=True)
        if isinstance(part, PiecePart)
    ]
    assert sum(part.section > 0 for part in pieces) >= 4
    for piece, piece_aside in zip(pieces, aside, strict=True):
        assert piece.key == piece_aside.key
        assert sorted(piece.printed_size[:2]) == pytest.approx(sorted(piece_aside.printed_size[:2]))
        assert piece.printed_size[2] == pytest.approx(piece_aside.printed_size[2])
        assert piece.volume == pytest.approx(piece_aside.volume)
        # Both have the same lines, whatever way they run.
        built, theirs = (
            sorted(np.diff(line).round(4).sum() for line in part.printed.lines) for part in (piece, piece_aside)
        )
        assert built == pytest.approx(theirs)


def test_whole_pieces_and_the_box_have_other_keys_than_without_cuts() -> None:
    puzzle = puzzle_of(CROSS, ((0, 0, 0), (1, 0, 0)))
    whole, parts = puzzle_parts(puzzle, Dimensions()), puzzle_parts(puzzle, Dimensions(), cut=True)
    assert not {part.key for part in whole} & {part.key for part in parts}
    assert [part.label for part in parts if part.walls] == ["Tray", "Lid"]


def test_cut_pieces_are_glued_before_pieces_are_put_together() -> None:
    puzzle = CLASSICS["tetris"].puzzle
    puzzle = replace(puzzle, found=solve(puzzle, first=True))
    parts = MODEL.parts(puzzle, Dimensions(), CUT)
    steps = MODEL.assembly(puzzle, parts, CUT)
    glued = gluing(parts)
    assert steps[: len(glued)] == tuple(glued)
    assert {key for step in glued for key in step.keys} == {
        part.key for part in parts if isinstance(part, PegPart) or (isinstance(part, PiecePart) and part.section)
    }
    assert {key for step in steps[len(glued) :] for key in step.keys} == {part.key for part in parts}
    assert "glue" in " ".join(MODEL.instructions(puzzle, parts, CUT).before)
    for whole in wholes(parts):
        ways = offsets(steps)
        if whole.is_cut:
            # From then on they move as one.
            done = sum(len(step.moves) for step in glued)
            assert len({ways[key][done:] for key in whole.keys}) == 1


def test_what_cannot_be_joined_is_told() -> None:
    whole = cut(CROSS, Dimensions())
    turned = replace(
        whole, sections=(replace(whole.sections[0], assembled=whole.sections[1].assembled), *whole.sections[1:])
    )
    with pytest.raises(InputError, match="cannot be put together"):
        turned.joinings()

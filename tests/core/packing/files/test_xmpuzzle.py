# SPDX-License-Identifier: GPL-3.0-or-later
"""BurrTools' files: its own example with the numbers that it carries, others by hand, and damaged ones."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from goals import MEASURE
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.export.paths import text_of
from puzzle_cubes.packing.files.xmpuzzle import problem_names, puzzle_from_xmpuzzle, puzzle_to_xmpuzzle
from puzzle_cubes.polycubes.goal import Goal, Piece
from puzzle_cubes.polycubes.puzzle import PolycubePuzzle
from puzzle_cubes.polycubes.shape import Colors, Shape
from puzzle_cubes.polycubes.solver import solve
from tests.core.command_line.command import COMMAND
from tests.core.packing.files.damages import damaged, is_sentence, read_or_refuse
from tests.core.packing.files.strategies import unsolved_colored_puzzles, unsolved_puzzles
from tests.core.polycubes.known import shape

BURRS = (Path(__file__).parent / "solid_six_piece_burrs.xmpuzzle").read_text(encoding="utf-8")

GOOD = """<?xml version="1.0"?>
<puzzle version="2">
  <gridType type="0"/>
  <colors><color red="0" green="0" blue="255"/></colors>
  <shapes>
    <voxel x="2" y="2" z="1" name="corner" weight="3" type="0">###_</voxel>
    <voxel x="1" y="1" z="1" type="0">#1</voxel>
    <voxel x="3" y="1" z="2" type="0">##__+#</voxel>
    <voxel x="1" y="1" z="1" type="0">_</voxel>
  </shapes>
  <problems>
    <problem name="by hand" state="2" assemblies="5" solutions="4" time="1">
      <shapes>
        <shape id="0"/>
        <shape id="1" min="0" max="2" group="7"/>
        <shape id="1" count="2"><group group="1" count="1"/><group group="2" count="1"/></shape>
      </shapes>
      <result id="2"/>
      <bitmap/>
      <solutions><solution asmNum="1"><assembly>x 0 0 0 1</assembly></solution></solutions>
    </problem>
  </problems>
  <comment popup="">It is &lt;fine&gt;.</comment>
</puzzle>
"""


def read_bytes(data: bytes) -> str:
    """Return the text of a file, packed or not."""
    return text_of(data, "The file")


def test_burrtools_example_has_the_assemblies_that_it_carries() -> None:
    puzzle = puzzle_from_xmpuzzle(BURRS)
    assert len(puzzle.pieces) == 25
    assert {(piece.least, piece.most) for piece in puzzle.pieces} == {(0, 6)}
    assert 'assemblies="1063"' in BURRS
    assert solve(puzzle).counts.up_to_rotation == 1063


def test_a_file_by_hand_is_read() -> None:
    puzzle = puzzle_from_xmpuzzle(GOOD)
    assert puzzle.name == "by hand"
    assert puzzle.goal == Goal.of([(0, 0, 0), (1, 0, 0), (2, 0, 1)], [(1, 0, 1)])
    cube = Shape.of([(0, 0, 0)], {(0, 0, 0): 1})
    assert puzzle.colors == Colors(("#0000ff",))
    assert puzzle.pieces == (
        Piece(shape("000 100 010"), 1, 1, "corner", 3),
        Piece(cube, 0, 2, groups=((7, 2),)),
        Piece(cube, 2, 2, groups=((1, 1), (2, 1))),
    )


def test_a_file_packed_by_gzip_is_read() -> None:
    assert read_bytes(gzip.compress(GOOD.encode())) == GOOD
    assert read_bytes(GOOD.encode()) == GOOD
    assert read_bytes(b"\xef\xbb\xbf" + GOOD.encode()) == GOOD


def test_a_file_of_old_is_read_as_latin_1() -> None:
    puzzle = puzzle_from_xmpuzzle(read_bytes(gzip.compress(GOOD.replace("by hand", "Würfel").encode("latin-1"))))
    assert puzzle.name == "Würfel"


@given(unsolved_puzzles() | unsolved_colored_puzzles())
def test_what_was_written_is_read_again(puzzle: PolycubePuzzle) -> None:
    read = puzzle_from_xmpuzzle(read_bytes(gzip.compress(puzzle_to_xmpuzzle(puzzle).encode())))
    assert read == puzzle


def test_what_was_written_is_as_the_format_is_described() -> None:
    puzzle = PolycubePuzzle(
        (Piece(shape("000 100 010"), 2, 2), Piece(shape("000"), 0, 3)), Goal.of([(0, 0, 0), (1, 1, 1)], [(1, 0, 0)])
    )
    root = ElementTree.fromstring(puzzle_to_xmpuzzle(puzzle))  # noqa: S314
    assert [(voxel.attrib, voxel.text) for voxel in root.iterfind("shapes/voxel")] == [
        ({"x": "2", "y": "2", "z": "1", "type": "0"}, "###_"),
        ({"x": "1", "y": "1", "z": "1", "type": "0"}, "#"),
        ({"x": "2", "y": "2", "z": "2", "type": "0"}, "#+_____" + "#"),
    ]
    assert [part.attrib for part in root.iterfind("problems/problem/shapes/shape")] == [
        {"id": "0", "count": "2"},
        {"id": "1", "min": "0", "max": "3"},
    ]
    assert root.find("problems/problem/result").attrib == {"id": "2"}  # type: ignore[union-attr]


def test_letters_that_cannot_be_printed_are_left_out_of_names() -> None:
    puzzle = puzzle_from_xmpuzzle(GOOD.replace("by hand", "a&#10;&#x202e;b", 1))
    assert puzzle.name == "ab"


def test_a_problem_that_cannot_be_read_is_left_out_beside_others() -> None:
    text = GOOD.replace("</problems>", '<problem><shapes/><result id="4294967295"/></problem></problems>')
    puzzle = puzzle_from_xmpuzzle(text)
    assert puzzle == puzzle_from_xmpuzzle(GOOD)
    *_, opened, refused = puzzle.notes
    assert opened == "The file has 2 problems: number 1, 'by hand', was opened; Problem chooses another."
    assert refused.startswith("Not all of them can be read. The xmpuzzle file, problem 2")


SEVERAL = GOOD.replace(
    "</problems>",
    '<problem name="cannot be"><shapes/><result id="3"/></problem>'
    '<problem name="cubes"><shapes><shape id="1" count="3"/></shapes><result id="2"/></problem></problems>',
)


def test_each_problem_of_a_file_can_be_chosen() -> None:
    assert problem_names(SEVERAL) == ("by hand", "cannot be", "cubes")
    third = puzzle_from_xmpuzzle(SEVERAL, 3)
    assert (third.name, len(third.pieces), third.notes) == ("cubes", 1, ())
    assert puzzle_from_xmpuzzle(SEVERAL, 1) == puzzle_from_xmpuzzle(SEVERAL) == puzzle_from_xmpuzzle(GOOD)
    with pytest.raises(InputError, match=r"problem 2: .* no cell to fill"):
        puzzle_from_xmpuzzle(SEVERAL, 2)
    for number in (0, 4):
        with pytest.raises(InputError, match=f"has 3 problems: there is no problem {number}"):
            puzzle_from_xmpuzzle(SEVERAL, number)


def test_rules_of_colors_are_read() -> None:
    text = GOOD.replace("##__+#", "#1#1__+1#1").replace('count="2"', 'min="0" max="2"')
    assert solve(puzzle_from_xmpuzzle(text)).counts.total == 0
    allowed = text.replace("<bitmap/>", '<bitmap><pair piece="0" result="0"/></bitmap>')
    puzzle = puzzle_from_xmpuzzle(allowed)
    goal = puzzle_from_xmpuzzle(GOOD).goal
    assert puzzle.goal == Goal.of(goal.filled, goal.optional, dict.fromkeys(goal.cells, 1))
    assert solve(puzzle).counts.total > 0
    assert puzzle.colors == Colors(("#0000ff",), frozenset({(1, 1)}))


def test_colors_that_a_problem_does_not_use_are_left_out() -> None:
    puzzle = puzzle_from_xmpuzzle(GOOD.replace("#1</voxel>", "#</voxel>"))
    assert puzzle.colors == Colors()


def test_a_limit_of_holes_is_read_and_one_that_forbids_nothing_is_fine() -> None:
    text = GOOD.replace('state="2"', 'maxHoles="0"').replace('count="2"', 'min="0" max="2"')
    assert puzzle_from_xmpuzzle(text).goal.most_empty == 0
    assert puzzle_from_xmpuzzle(GOOD.replace('state="2"', 'maxHoles="1"')) == puzzle_from_xmpuzzle(GOOD)


ENTITIES = '<!DOCTYPE puzzle [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;">]><puzzle version="2">&b;</puzzle>'
DAMAGES = {
    "empty": ("", "line 1: it is not valid XML"),
    "no_xml": ("mazes", "not valid XML"),
    "json": ('{"format": "packing-cube"}', "not valid XML"),
    "entities": (ENTITIES, "document type"),
    "another_root": ("<html/>", "outermost element is 'html'"),
    "a_root_that_is_left_out_elsewhere": ("<solutions/>", "outermost element is 'solutions'"),
    "no_version": (GOOD.replace('<puzzle version="2">', "<puzzle>"), "the version None"),
    "later_version": (GOOD.replace('version="2"', 'version="3"'), "the version '3'"),
    "grid_of_spheres": (GOOD.replace('gridType type="0"', 'gridType type="2"'), "grid of spheres"),
    "grid_of_prisms": (GOOD.replace('gridType type="0"', 'gridType type="1"'), "grid of triangular prisms"),
    "unknown_grid": (GOOD.replace('gridType type="0"', 'gridType type="9"'), "grid of number 9"),
    "grid_no_number": (GOOD.replace('gridType type="0"', 'gridType type="a"'), "type is 'a'"),
    "no_problem": (GOOD[: GOOD.index("  <problems>")] + "</puzzle>", "has no problem"),
    "no_size": (GOOD.replace('x="2" ', ""), "shape 0: x is None"),
    "negative_size": (GOOD.replace('x="2"', 'x="-2"'), "shape 0: x is '-2'"),
    "size_zero": (GOOD.replace('x="2"', 'x="0"'), "shape 0: it has 0 voxels"),
    "size_astronomical": (GOOD.replace('x="2"', 'x="999999"'), "shape 0: it has 1,999,998 voxels"),
    "size_too_long": (GOOD.replace('x="2"', f'x="{10**30}"'), "shape 0: x is"),
    "voxel_type": (GOOD.replace('weight="3" type="0"', 'type="1"'), "shape 0: its type is 1"),
    "voxels_missing": (GOOD.replace("###_", "###"), "shape 0: it has 3 voxels; its size needs 4"),
    "voxels_too_many": (GOOD.replace("###_", "###_#"), "shape 0: it has 5 voxels"),
    "voxel_unknown": (GOOD.replace("###_", "##?_"), "shape 0: '[?]' is not a voxel"),
    "color_first": (GOOD.replace("###_", "1###_"), "shape 0: '1' is not a voxel"),
    "weight": (GOOD.replace('weight="3"', 'weight="heavy"'), "shape 0: weight is 'heavy'"),
    "no_result": (GOOD.replace('<result id="2"/>', ""), "problem 1: it must have"),
    "two_results": (GOOD.replace('<result id="2"/>', 2 * '<result id="2"/>'), "problem 1: it must have"),
    "result_unknown": (GOOD.replace('<result id="2"/>', '<result id="4"/>'), "the result: its id is '4'; .* 4 shapes"),
    "result_without_id": (GOOD.replace('<result id="2"/>', "<result/>"), "the result: its id is ''"),
    "result_empty": (GOOD.replace('<result id="2"/>', '<result id="3"/>'), "no cell to fill"),
    "piece_unknown": (GOOD.replace('<shape id="0"/>', '<shape id="x"/>'), "piece 1: its id is 'x'"),
    "piece_empty": (GOOD.replace('<shape id="0"/>', '<shape id="3"/>'), "piece 1: a piece must have filled"),
    "piece_variable": (GOOD.replace('<shape id="0"/>', '<shape id="2"/>'), "piece 1: .* may stay empty"),
    "range": (GOOD.replace('min="0"', 'min="5"'), "piece 2: .* 5 to 2 times"),
    "count": (GOOD.replace('count="2"', 'count="-2"'), "piece 3: count is '-2'"),
    "count_large": (GOOD.replace('count="2"', 'count="10001"'), "piece 3: .* 10001 to 10001 times"),
    "group": (GOOD.replace('group="7"', 'group="b"'), "piece 2: group is 'b'"),
    "group_count": (GOOD.replace('<group group="1" count="1"/>', '<group group="1"/>'), "piece 3: count is None"),
    "color_that_is_none": (GOOD.replace("##__+#", "##__+#2"), "problem 1: A color has the number 2: the puzzle has 1"),
    "color_too_light": (GOOD.replace('red="0"', 'red="256"'), "color 1: it has 256"),
    "color_without_blue": (GOOD.replace('blue="255"', ""), "color 1: blue is None"),
    "pair": (GOOD.replace("<bitmap/>", '<bitmap><pair piece="1" result="0"/></bitmap>'), "number 2: the puzzle has 1"),
    "pair_of_nothing": (GOOD.replace("<bitmap/>", '<bitmap><pair piece="1"/></bitmap>'), "problem 1: result is None"),
    "holes_no_number": (GOOD.replace('state="2"', 'maxHoles="few"'), "maxHoles is 'few'"),
    "no_piece_at_all": (GOOD[: GOOD.index("<shape id")] + GOOD[GOOD.index("      </shapes>") :], "0 pieces"),
    "goal_too_large": (
        GOOD.replace('x="3" y="1" z="2" type="0">##__+#', 'x="10001" y="1" z="1" type="0">' + 10_001 * "#"),
        "it has 10,001 cells that are not empty",
    ),
    "elements_within_each_other": ("<puzzle>" * 30, "too many XML elements"),
    "elements": ("<puzzle>" + 100_001 * "<a/>", "too many XML elements"),
    "text": ("<puzzle>" + 1_000_001 * "a", "1,000,000 characters"),
    "shapes": (GOOD.replace("<shapes>", "<shapes>" + 2000 * "<voxel/>", 1), "at most 2,000 shapes"),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_a_damaged_file_is_refused_with_a_sentence(name: str) -> None:
    text, sentence = DAMAGES[name]
    with pytest.raises(InputError, match=sentence) as refused:
        puzzle_from_xmpuzzle(text)
    assert is_sentence(refused.value)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        pytest.param(gzip.compress(GOOD.encode())[:-9], "cut off", id="cut_off"),
        pytest.param(b"\x1f\x8b" + 40 * b"x", "cannot be unpacked", id="no_gzip"),
        pytest.param(b"\x1f\x8b", "cut off", id="only_a_head"),
        pytest.param(gzip.compress(40_000_001 * b" ", 1), "at most 40,000,000 bytes", id="bomb"),
    ],
)
def test_damaged_bytes_are_refused(data: bytes, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        read_bytes(data)


def test_a_file_cut_off_anywhere_is_refused() -> None:
    whole = len(GOOD.rstrip())
    assert [cut for cut in range(whole) if read_or_refuse(lambda end=cut: puzzle_from_xmpuzzle(GOOD[:end]))] == []  # type: ignore[misc]


def test_a_shape_that_could_not_be_read_again_is_not_written() -> None:
    rows = [
        PolycubePuzzle((Piece(Shape.of([(0, 0, 0), (length - 1, 99, 99)])),), Goal.box((2, 1, 1)))
        for length in (100, 101)
    ]
    assert puzzle_from_xmpuzzle(puzzle_to_xmpuzzle(rows[0])).pieces == rows[0].pieces
    with pytest.raises(InputError, match=r"a box of 101 x 100 x 100: .* has one of over 1,000,000 cells"):
        puzzle_to_xmpuzzle(rows[1])


@given(damaged(GOOD, '<>/="&;#+_0123456789 xyz'))
def test_a_file_with_a_damaged_stretch_is_read_or_refused(text: str) -> None:
    read = read_or_refuse(lambda: puzzle_from_xmpuzzle(text))
    if read is not None:
        assert puzzle_from_xmpuzzle(puzzle_to_xmpuzzle(read)).goal == read.goal


@given(draw.binary(max_size=200))
def test_any_bytes_are_refused(data: bytes) -> None:
    assert read_or_refuse(lambda: puzzle_from_xmpuzzle(read_bytes(data))) is None


PIECES = "".join(f'<shape id="{number}"/>' for number in range(20))


def large(voxels: str) -> str:
    """Return a file nearly as long as one may be, of 390 shapes with the most voxels and 1,000 problems."""
    shape = f'<voxel x="50" y="50" z="40" type="0">{voxels}</voxel>'
    problem = f'<problem state="0"><shapes>{PIECES}</shapes><result id="389"/></problem>'
    return (
        f'<puzzle version="2"><colors><color red="0" green="0" blue="9"/></colors><shapes>{390 * shape}</shapes>'
        f"<problems>{1_000 * problem}</problems></puzzle>"
    )


@pytest.mark.parametrize(
    ("voxels", "sentence", "chosen"),
    [
        ("#" + 99_999 * "_", "", ()),
        ("#1" + 99_999 * "_", "", ("--problem", "7")),
        (100_000 * "#", "it has 100,000 cells that are not empty; the most is 10,000.", ("--problem", "7")),
        (100_000 * "#", "for a puzzle at most 3,000,000 voxels of shapes are read.", ()),
    ],
    ids=["one cell", "one with a color", "full", "all are full"],
)
def test_of_a_large_file_only_what_is_asked_for_is_read(
    voxels: str, sentence: str, chosen: tuple[str, ...], tmp_path: Path
) -> None:
    file = tmp_path / "large.xmpuzzle"
    file.write_text(large(voxels))
    command = [*COMMAND, "packing", "--from", str(file), *chosen, "--quiet", "--json"]
    # Between the two is a small process: the memory of a new one is at first that of the one that starts it.
    measured = subprocess.run([sys.executable, "-c", MEASURE, *command], capture_output=True, text=True, check=False)
    _, gigabytes = json.loads(measured.stdout.splitlines()[-1])
    assert (measured.returncode, measured.stderr.strip().endswith(sentence)) == (int(bool(sentence)), True)
    assert gigabytes < 0.3

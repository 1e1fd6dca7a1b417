# SPDX-License-Identifier: GPL-3.0-or-later
"""The tables of all triples of mazes are exact: by known numbers, and by the rules in their plainest form."""

from __future__ import annotations

import json
from io import StringIO
from itertools import permutations, product
from pathlib import Path
from random import Random

import numpy as np
import pytest
from puzzle_tables.__main__ import SIZES, Table, page_of, run, text_of
from puzzle_tables.trees import (
    Numbers,
    Spaces,
    class_sizes,
    faces_of,
    most_expected,
    spaces_of,
    spanning_trees,
    tree_counts,
)

from puzzle_cubes.kind.kind import puzzle_of_code
from puzzle_cubes.kinds import KINDS
from puzzle_cubes.oskar.maze.faces import FACE_AXES, Faces, Size
from puzzle_cubes.oskar.maze.space import ConfigurationSpace, position_of
from tests.core.oskar import reference
from tests.core.oskar.players import solved_moves, ways_of

DOCS = Path(__file__).parents[2] / "docs"
TEXT = (DOCS / "tables.json").read_text(encoding="utf-8")


def tables_from(text: str) -> dict[Size, Table]:
    return {(x, y, z): table for table in json.loads(text) for x, y, z in [table["size"]]}


TABLES = tables_from(TEXT)

SMALL = SIZES[:3]
CUBE = (3, 3, 3)
WITH_A_LOOP = 1_226_034
"""A triple of 3x3x3, of which there are so few that none is drawn."""

HISTOGRAMS = ("parts", "largest_part", "loops", "longest_way", "expected_moves")


def numbers_of(size: Size, triples: list[int]) -> Numbers:
    _, second, third = tree_counts(size)
    chosen = np.array(triples, dtype=np.int64)
    return chosen // (second * third), chosen // third % second, chosen % third


def counted(table: Table, name: str) -> dict[int, int]:
    """Return how many triples have which value."""
    return {value: triples for value, triples, _ in table[name]}


def test_the_known_numbers_come_out() -> None:
    smallest, *_, cube = TABLES.values()
    assert smallest["triples"] == 64
    assert counted(smallest, "parts")[1] / 64 == 0.75
    assert max(counted(smallest, "longest_way")) == 7
    assert sum(TABLES[size]["triples"] for size in SMALL) == 44_164
    assert cube["triples"] == 7_077_888 == 192**3
    assert counted(cube, "loops") == {0: 7_077_888 - 56, 1: 56}
    # No way is longer than one through all positions, and there is one, connected as it is.
    assert [max(counted(table, "longest_way")) + 1 for table in TABLES.values()] == [8, 12, 18, 27]
    for table in TABLES.values():
        assert table["longest_way"][-1] == table["longest_way_of_connected"][-1]


@pytest.mark.parametrize("size", SIZES)
def test_each_table_counts_all_triples(size: Size) -> None:
    table = TABLES[size]
    for name in HISTOGRAMS:
        assert sum(triples for _, triples, _ in table[name]) == table["triples"]
        assert sum(classes for *_, classes in table[name]) == table["classes"]
    connected = counted(table, "parts")[1]
    assert counted(table, "largest_part")[table["positions"]] == connected
    assert sum(counted(table, "longest_way_of_connected").values()) == connected
    least = sum(value * triples for value, triples, _ in table["expected_moves"])
    assert least <= table["expected_moves_in_the_mean"] * table["triples"] <= least + 10 * table["triples"]


@pytest.mark.parametrize("size", SIZES)
def test_the_codes_are_puzzles_with_these_moves(size: Size) -> None:
    for name in ("most_moves", "most_expected_moves"):
        record = TABLES[size][name]
        puzzle = puzzle_of_code(record["code"], [KINDS["oskar"]])[1]
        measures = puzzle.measures
        assert puzzle.size == size
        assert record["moves"] == (measures.length if name == "most_moves" else measures.expected_moves[0])


def test_the_page_is_that_of_the_tables() -> None:
    assert text_of(TABLES) == TEXT
    assert page_of(TABLES) == (DOCS / "tables.md").read_text(encoding="utf-8")


@pytest.mark.thorough
def test_the_small_boxes_made_anew_are_the_same(tmp_path: Path) -> None:
    sizes = [word for size in SMALL for word in ("--size", *map(str, size))]
    file = tmp_path / "small.json"
    assert run([str(file), *sizes, "--workers", "2"], StringIO()) == 0
    assert tables_from(file.read_text(encoding="utf-8")) == {size: TABLES[size] for size in SMALL}
    file.write_text(file.read_text(encoding="utf-8").replace("16", "17", 1), encoding="utf-8")
    output = StringIO()
    assert run([str(file), *sizes, "--workers", "1", "--check"], output) == 1
    assert output.getvalue() == f"File '{file}' is not what was counted.\n"


@pytest.mark.parametrize(("shape", "number"), [((2, 2), 4), ((3, 2), 15), ((2, 3), 15), ((3, 3), 192), ((4, 1), 1)])
def test_all_mazes_of_a_face_are_found(shape: tuple[int, int], number: int) -> None:
    trees = spanning_trees(shape)
    assert len(set(trees)) == len(trees) == number
    for tree in trees:
        grid = np.argwhere(tree.inflate() == 0).tolist()
        assert reference.is_spanning_tree({(i, j) for i, j in grid}, *shape)


def assert_is_so(size: Size, triple: int, spaces: Spaces, place: int) -> None:
    """Assert that what is known of a triple is what the rules of the puzzle say."""
    maze = reference.maze_of_faces(faces_of(size, triple))
    moves = {start: reference.distances(maze, size, start) for start in reference.positions(size)}
    parts = reference.components(maze, size)
    longest = max(max(apart.values()) for apart in moves.values())
    assert spaces.parts[place] == len(parts)
    assert spaces.largest[place] == max(map(len, parts))
    assert spaces.loops[place] == sum(reference.loops(maze, size, part) for part in parts)
    assert spaces.longest[place] == longest
    x, y, z = (int(moves[place]) for moves in spaces.moves)
    ends = np.flatnonzero(spaces.farthest[:, place] == longest).tolist()
    assert {position_of(size, end) for end in ends} == {
        start for start, apart in moves.items() if longest in apart.values()
    }
    expected, start, end = most_expected(ConfigurationSpace(size, (x, y, z)), longest, ends)
    needed = {
        (begin, goal): solved_moves(ways_of(maze, size, begin), begin, goal)
        for begin, apart in moves.items()
        for goal, moves_apart in apart.items()
        if moves_apart == longest
    }
    assert expected == pytest.approx(max(needed.values()), abs=6e-4)
    assert needed[position_of(size, start), position_of(size, end)] == pytest.approx(expected, abs=6e-4)


def test_a_sample_of_the_cube_is_what_the_rules_say() -> None:
    random = Random(20)
    triples = [WITH_A_LOOP, *(int(random.random() * 192**3) for _ in range(25))]
    spaces = spaces_of(CUBE, numbers_of(CUBE, triples))
    assert spaces.loops[0] == 1
    for place, triple in enumerate(triples):
        assert_is_so(CUBE, triple, spaces, place)


Edge = frozenset[tuple[tuple[int, int], ...]]


def edges_of(faces: Faces) -> frozenset[Edge]:
    """Return all passages of a triple, each as its two cells, and a cell as its (axis, number) for both axes."""
    edges = []
    for (first, second), face in zip(FACE_AXES, faces, strict=True):
        for i, j in np.argwhere(face.inflate() == 0).tolist():
            if i % 2 + j % 2:
                cells = ((i // 2, j // 2), ((i + 1) // 2, (j + 1) // 2))
                edges.append(frozenset(((first, a), (second, b)) for a, b in cells))
    return frozenset(edges)


def images_of(size: Size, edges: frozenset[Edge]) -> set[frozenset[Edge]]:
    """Return what the rotations and reflections of a box onto itself make of a triple."""

    def image(
        cell: tuple[tuple[int, int], ...], axes: tuple[int, ...], mirrored: tuple[bool, ...]
    ) -> tuple[tuple[int, int], ...]:
        return tuple(
            sorted((axes[axis], size[axis] - 1 - number if mirrored[axis] else number) for axis, number in cell)
        )

    return {
        frozenset(frozenset(image(cell, axes, mirrored) for cell in edge) for edge in edges)
        for axes, mirrored in product(permutations(range(3)), product((False, True), repeat=3))
        if all(size[axes[axis]] == size[axis] for axis in range(3))
    }


@pytest.mark.parametrize("size", [(2, 2, 2), (3, 2, 2), (2, 3, 2), (1, 3, 2)])
def test_a_class_is_what_symmetries_make_of_each_other(size: Size) -> None:
    counts = tree_counts(size)
    sizes = class_sizes(size, numbers_of(size, list(range(counts[0] * counts[1] * counts[2]))))
    seen: set[frozenset[Edge]] = set()
    for triple, count in enumerate(sizes.tolist()):
        edges = edges_of(faces_of(size, triple))
        images = images_of(size, edges)
        assert count == (0 if edges in seen else len(images))
        seen |= images


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (["--size", "4", "4", "3"], 2, "Argument --size is 4 4 3: it must have at most 32 positions."),
        (["--size", "1", "1", "1"], 2, "Size"),
        (["--size", "2", "two", "2"], 2, "Argument --size is 'two'"),
        (["--scheduler", "nowhere"], 2, "Scheduler 'nowhere' is no address"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(
    arguments: list[str], code: int, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([str(tmp_path / "tables.json"), *arguments], StringIO()) == code
    assert sentence in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []

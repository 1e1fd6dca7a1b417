# SPDX-License-Identifier: GPL-3.0-or-later
"""The solver is judged by published numbers, and by a second solver on small puzzles of all sorts; so is its search."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from hashlib import blake2b
from itertools import count, islice, pairwise
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as draw

from puzzle_cubes.common.errors import InputError
from puzzle_cubes.common.task import Task, finish
from puzzle_cubes.packing.making.options import CLASSICS
from puzzle_cubes.polycubes import search as cover
from puzzle_cubes.polycubes import solver
from puzzle_cubes.polycubes.board import Board, Symmetry, held_kinds
from puzzle_cubes.polycubes.goal import Goal, Piece
from puzzle_cubes.polycubes.puzzle import Counts, Found, PolycubePuzzle
from puzzle_cubes.polycubes.search import Cover, Search
from puzzle_cubes.polycubes.shape import Cell, Shape, box_cells
from puzzle_cubes.polycubes.solver import CASES, Branches, joined, solve, solve_in_steps, steps_of_search
from tests.core.polycubes import known, second_solver
from tests.core.polycubes.strategies import colored_puzzles, cut_boxes, puzzles

SMALL = ("megaron", "soma", "diabolical", "slothouber_graatsma")


@pytest.mark.parametrize("name", SMALL)
def test_a_classic_has_the_published_number_of_solutions(name: str) -> None:
    result = solve(known.CLASSICS[name].puzzle)
    assert result.counts == known.CLASSICS[name].counts
    assert result.is_complete
    assert result.share == 1
    assert len(set(result.solutions)) == len(result.solutions) == result.counts.up_to_rotation


@pytest.mark.thorough
def test_conway_has_the_published_number_of_solutions() -> None:
    assert solve(known.CONWAY.puzzle).counts == known.CONWAY.counts


@pytest.mark.parametrize("classic", [known.BEDLAM, known.TETRIS], ids=["bedlam", "tetris"])
def test_a_first_solution_of_a_hard_puzzle_is_one(classic: known.Known) -> None:
    result = solve(classic.puzzle, first=True)
    assert not result.is_complete
    assert result.counts.up_to_rotation == len(result.solutions) == 1
    assert is_packed(classic.puzzle, result.solutions[0])


LEFT_AT = {
    "megaron": ((0,), ((4,), 1, 256, 1.0, "648507093716")),
    "soma": ((0,), ((2,), 414, 8_663, 0.666667, "b2f90a15e5c9")),
    "slothouber_graatsma": ((0,), ((2,), 1, 70, 1.0, "89e58a7e7554")),
    "conway": ((0,), ((0, 0, 65, 96), 0, 16_000, 0.005493, "0b9eab12bf70")),
    "bedlam": ((0,), ((0, 32, 452, 409), 12, 16_000, 0.000227, "b99d1ff72b10")),
    "tetris": ((0,), ((0, 1, 301, 3255), 0, 16_000, 0.000059, "a0e56517e6fa")),
    "bedlam, held": ((11 * CASES,), ((11_000_000_000, 27, 279, 2146), 6, 16_000, 0.000292, "66ea403743f6")),
    "tetris, held": ((8 * CASES,), ((8_000_000_000, 0, 193, 331), 3, 16_000, 0.000042, "001345fc7e1e")),
}
"""In which case a search begins; what is known at its fourth report: how the place begins, solutions, nodes, the share,
and a digest of all."""


@pytest.mark.parametrize("name", LEFT_AT)
def test_a_search_goes_the_same_way_in_every_version(name: str) -> None:
    # Files keep where it was left, and must be able to go on.
    begin, known_place = LEFT_AT[name]
    puzzle = replace(CLASSICS[name.partition(",")[0]].puzzle, found=Found(path=begin))
    *_, result = islice(solve_in_steps(puzzle), 4)
    digest = blake2b(repr((result.path, result.solutions, result.deepest)).encode(), digest_size=6).hexdigest()
    place = result.path and result.path[:4]
    assert (place, len(result.solutions), result.nodes, round(result.share, 6), digest) == known_place


def blocks(puzzle: PolycubePuzzle, solution: tuple[int, ...]) -> second_solver.Packing:
    """Return a solution as sets of cells with their colors, by the bits alone."""
    cells = puzzle.goal.cells

    def color(mask: int, cell: int) -> int:
        return sum((mask >> len(cells) * (digit + 1) + cell & 1) << digit for digit in range(6))

    return frozenset(
        frozenset((cell, color(mask, number)) for number, cell in enumerate(cells) if mask >> number & 1)
        for mask in solution
    )


def is_packed(puzzle: PolycubePuzzle, solution: tuple[int, ...]) -> bool:
    """Report whether each piece is used as often as it must be, and the goal is filled, by adding up alone."""
    used = puzzle.pieces_of(solution)
    cells = [cell for block in blocks(puzzle, solution) for cell, _ in block]
    return (
        len(set(cells)) == len(cells)
        and puzzle.goal.filled <= {*cells} <= puzzle.goal.filled | puzzle.goal.optional
        and all(piece.least <= used.count(number) <= piece.most for number, piece in enumerate(puzzle.pieces))
        and -1 not in used
    )


CUBE, DOMINO, BAR = (known.shape(cells) for cells in ("000", "000 100", "000 100 200"))
CORNER, SCREW = known.shape("000 100 010"), known.shape("000 100 010 101")
MIXED = {
    "at most two": ([Piece(DOMINO, 0, 2), Piece(CUBE, 0, 8)], Goal.box((2, 2, 2))),
    "two at least": ([Piece(DOMINO, 2, 3), Piece(CUBE, 0, 9)], Goal.box((2, 3, 1))),
    "some may stay empty": (
        [Piece(CORNER, 1, 2), Piece(CUBE, 0, 2), Piece(DOMINO, 0, 2)],
        Goal.of([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 1)], [(1, 1, 0), (1, 0, 1), (0, 1, 1)]),
    ),
    "a hole that may be filled": (
        [Piece(BAR, 2, 2), Piece(DOMINO, 0, 1), Piece(CUBE, 0, 2)],
        Goal.of([(x, y, 0) for x in range(3) for y in range(3) if (x, y) != (1, 1)], [(1, 1, 0)]),
    ),
    "either of two hands": (
        [Piece(SCREW, 0, 1), Piece(known.shape("000 100 010 011"), 0, 1), Piece(CUBE, 1, 8)],
        Goal.box((2, 2, 2)),
    ),
    "one of two hands": ([Piece(SCREW), Piece(CUBE, 0, 8)], Goal.box((2, 2, 2))),
    "nothing has to be used": ([Piece(BAR, 0, 3), Piece(CORNER, 0, 3), Piece(CUBE, 0, 1)], Goal.box((3, 3, 1))),
    "the one that is used once is not the first": (
        [Piece(CUBE, 2, 2), Piece(DOMINO, 2, 2), Piece(BAR)],
        Goal.box((3, 3, 1)),
    ),
    "a goal that no turn maps onto itself": (
        [Piece(DOMINO, 0, 3), Piece(CUBE, 0, 6)],
        Goal.of([(0, 0, 0), (1, 0, 0), (2, 0, 0), (2, 1, 0), (0, 0, 1), (0, 1, 1)]),
    ),
}


@pytest.mark.parametrize("name", MIXED)
def test_a_second_solver_finds_the_same_of_puzzles_of_many_sorts(name: str) -> None:
    pieces, goal = MIXED[name]
    check_with_second_solver(PolycubePuzzle(tuple(pieces), goal))


def first_kinds(pieces: list[Piece], goal: Goal) -> list[Shape]:
    """Return the pieces whose places make the cases of a search, in order."""
    board = Board(tuple(pieces), goal)
    chosen = [case.chosen for case in Symmetry(board).cases]
    return list(dict.fromkeys(board.kinds[board.kind_of[number]].shape for number in chosen if number is not None))


def test_cases_are_the_places_of_what_spares_most() -> None:
    # Of a piece that is used once; of what may be used, first of that which has the fewest places but for turns.
    plate = Goal.box((3, 2, 1))
    assert first_kinds([Piece(BAR, 2, 2), Piece(DOMINO)], plate) == [DOMINO.upright]
    assert first_kinds([Piece(BAR, 1, 1), Piece(DOMINO)], plate) == [BAR.upright]
    for pieces in ([Piece(DOMINO, 0, 1), Piece(BAR, 0, 2)], [Piece(BAR, 0, 2), Piece(DOMINO, 0, 1)]):
        assert first_kinds(pieces, plate) == [BAR.upright, DOMINO.upright]


def check_with_second_solver(puzzle: PolycubePuzzle) -> None:
    result, parts = solve(puzzle), left_and_gone_on(puzzle, first=True)
    assert result.counts == second_solver.counts(puzzle)
    assert {blocks(puzzle, solution) for solution in result.solutions} <= second_solver.packings(puzzle)
    assert all(is_packed(puzzle, solution) for solution in result.solutions)
    # Left at each solution it finds the same.
    assert (parts.counts, parts.solutions) == (result.counts, result.solutions)


@pytest.mark.thorough
@given(puzzles())
def test_a_second_solver_finds_the_same(puzzle: PolycubePuzzle) -> None:
    check_with_second_solver(puzzle)


@given(colored_puzzles())
def test_a_second_solver_finds_the_same_of_puzzles_with_colors(puzzle: PolycubePuzzle) -> None:
    check_with_second_solver(puzzle)


def left_and_gone_on(puzzle: PolycubePuzzle, *, first: bool) -> Found:
    """Return what is found where the search is left after every step."""
    while True:
        solving = Task(solve_in_steps(puzzle, first=first))
        result = next(solving, None) or solving.result
        assert result.share >= puzzle.found.share
        if result.is_complete:
            return result
        puzzle = replace(puzzle, found=result)


@contextmanager
def all_are_long() -> Iterator[None]:
    """Let every search seem to be long that is not done at its first report, so that a piece is held."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(solver, "FEW_PLACEMENTS", 0)
        patch.setattr(solver, "LONG_SEARCH", 0)
        patch.setattr(solver, "NODES_ALONE", 1)
        yield


def test_of_a_long_search_the_piece_is_held_with_which_it_is_the_shortest() -> None:
    puzzle = known.SOMA.puzzle
    branches = Branches(puzzle)
    with all_are_long():
        held = solve(puzzle)
        begin = finish(branches.begin())
    by_each = {(number + 1) * CASES: found_with(branches, number) for number in range(-1, len(puzzle.pieces))}
    assert {result.counts for result in by_each.values()} == {held.counts} == {known.SOMA.counts}
    assert held.nodes == by_each[begin[0]].nodes < by_each[0].nodes
    assert len(set(held.solutions)) == held.counts.up_to_rotation


def found_with(branches: Branches, held: int = -1) -> Found:
    """Return what is found with a kind held, or none."""
    result = Found()
    first = (held + 1) * CASES
    for case in range(first, branches.end(first)):
        search = branches.search((case,))
        while not search.is_done:
            result = joined(result, branches.found_by(search, case), 10**9)
    return result


@given(puzzles() | colored_puzzles() | cut_boxes())
def test_whatever_piece_is_held_there_are_the_same_solutions(puzzle: PolycubePuzzle) -> None:
    branches = Branches(puzzle)
    whole = found_with(branches)
    for kind in held_kinds(branches.board):
        result = found_with(branches, branches.board.kinds.index(kind))
        assert result.counts == whole.counts
        assert len(set(result.solutions)) == len(result.solutions) == whole.counts.up_to_rotation
        assert all(is_packed(puzzle, solution) for solution in result.solutions)


def test_a_long_search_that_is_left_finds_the_same() -> None:
    puzzle = known.SOMA.puzzle
    with all_are_long():
        held = [report for report in solve_in_steps(puzzle) if report.path and report.path >= (CASES,)]
        assert {solve(replace(puzzle, found=report)) for report in held} == {solve(puzzle)}


def test_a_search_that_is_long_with_no_piece_held_goes_on_so() -> None:
    puzzle = known.SOMA.puzzle
    reports = [report for report in solve_in_steps(puzzle) if not report.is_complete]
    with all_are_long():
        ends = [solve(replace(puzzle, found=report)) for report in reports]
    assert len(ends) > 1
    assert {end.solutions for end in ends} == {solve(puzzle).solutions}


def test_what_is_known_stays_until_a_search_that_begins_anew_finds_a_solution() -> None:
    puzzle = known.SOMA.puzzle
    with all_are_long():
        shown = [len(report.solutions) for report in solve_in_steps(puzzle)]
    assert len(shown) > 3
    assert all(shown)


def test_a_search_that_is_left_at_each_report_finds_the_same() -> None:
    whole, parts = solve(known.SOMA.puzzle), left_and_gone_on(known.SOMA.puzzle, first=False)
    assert (parts.counts, parts.solutions, parts.deepest) == (whole.counts, whole.solutions, whole.deepest)


def test_shares_rise_to_the_end() -> None:
    shares = [result.share for result in solve_in_steps(known.SOMA.puzzle)]
    assert len(shares) > 3
    assert shares == sorted(shares)
    assert 0 < shares[0] < shares[-1] <= 1


@pytest.mark.parametrize("path", [(99,), (-1,), (0, 10**9), (0, -1), (0, 0, 0)])
def test_a_place_that_does_not_belong_to_the_puzzle_is_refused(path: tuple[int, ...]) -> None:
    puzzle = replace(known.MEGARON.puzzle, found=Found(path=path))
    with pytest.raises(InputError, match="does not belong to this puzzle"):
        solve(puzzle)


def test_only_so_many_solutions_are_kept_and_all_are_counted() -> None:
    result = solve(known.SOMA.puzzle, kept=7)
    assert result.counts == known.SOMA.counts
    assert result.solutions == solve(known.SOMA.puzzle).solutions[:7]


@pytest.mark.parametrize(("size", "side"), [((8, 8, 8), 2), ((4, 2, 100), 2), ((20, 20, 5), 5)])
def test_a_large_goal_is_solved(size: Cell, side: int) -> None:
    number = prod(size) // side**3
    blocks = Piece(Shape.of(box_cells((side, side, side))), number, number)
    assert solve(PolycubePuzzle((blocks,), Goal.box(size))).counts == Counts(1, 1, 1)


def test_what_cannot_be_solved_is_shown_with_all_that_fits_and_no_piece_too_often() -> None:
    row = [(x, 0, 0) for x in range(9)]
    result = solve(PolycubePuzzle((Piece(DOMINO, 2, 2), Piece(BAR)), Goal.of([*row, (10, 0, 0)])))
    assert result.deepest == (0b11, 0b1100, 0b1110000)
    # That no piece reaches the last cell is seen without any search.
    assert result.nodes == 0


def test_what_fits_besides_the_pieces_of_a_search_is_added_in_order() -> None:
    cells = [(0, 0, 0), (0, 1, 0), (0, 2, 0), (1, 1, 0), (1, 2, 0), (2, 0, 0), (3, 0, 0), (3, 1, 0), (3, 2, 0)]
    result = solve(PolycubePuzzle((Piece(CORNER, 2, 2), Piece(BAR)), Goal.of(cells)))
    assert result.counts.total == 0
    assert result.deepest == (25, 38)


def test_several_processes_find_the_same_in_the_same_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "NODES_ALONE", 500)
    puzzle = CLASSICS["soma"].puzzle
    alone = solve(puzzle, kept=300)
    reached = list(solve_in_steps(puzzle, kept=300, jobs=3))
    shares = [result.share for result in reached]
    assert shares == sorted(shares)
    assert solve(puzzle, kept=300, jobs=3) == alone
    # Left anywhere, one goes on to the same end.
    begun = [result for result in dict.fromkeys(reached) if 0 < result.counts.total < alone.counts.total]
    for result in begun[:: max(1, len(begun) // 4)]:
        gone_on = replace(puzzle, found=result)
        assert next(solve_in_steps(gone_on, kept=300)).share >= result.share
        assert solve(gone_on, kept=300) == alone
    assert solve(replace(puzzle, found=begun[len(begun) // 2]), kept=300, jobs=2) == alone


@pytest.mark.parametrize("size", [(23, 12, 6), (16, 16, 8)])
def test_of_thousands_of_cells_a_search_reports_every_few_placements(
    size: Cell, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Between two reports nothing can stop it: these were 4,000 nodes, which take 20 seconds in a large goal. By this
    # clock all takes long, so that it reports as often as it ever looks whether it is time to.
    monkeypatch.setattr(solver, "monotonic", count(0.0, 1.0).__next__)
    bricks = prod(size) // 8
    puzzle = PolycubePuzzle((Piece(Shape.of(box_cells((4, 2, 1))), bricks, bricks),), Goal.box(size))
    nodes = [result.nodes for result in islice(solve_in_steps(puzzle), 30)]
    assert 0 < max(later - earlier for earlier, later in pairwise(nodes)) <= 400


def found_by(search: Search) -> list[tuple[int, ...]]:
    """Return all that a search finds to its end."""
    solutions: list[tuple[int, ...]] = []
    while not search.is_done:
        solutions += search.go_on(50, 50)
    return solutions


@given(puzzles(), draw.integers(1, 3))
def test_a_divided_search_finds_the_same(puzzle: PolycubePuzzle, depth: int) -> None:
    board = Board(puzzle.pieces, puzzle.goal)
    tables = Cover(board, range(len(board.masks)))
    paths: list[tuple[int, ...]] = [()]
    for _ in range(depth):
        paths = [path for start in paths for path in Search(tables, start).following or [start]]
    parts = [solution for path in paths for solution in found_by(Search(tables, path, only_below=True))]
    assert parts == found_by(Search(tables))


def test_a_search_turns_off_to_all_that_covers_the_narrowest_cell() -> None:
    board = Board((Piece(CUBE), Piece(DOMINO)), Goal.box((3, 1, 1)))
    tables = Cover(board, range(len(board.masks)))
    # A cell at an end is covered by the cube or by the domino.
    paths = Search(tables).following
    assert len(paths) == 2
    # Then one piece is left, and then all is covered.
    ends = [Search(tables, Search(tables, path).following[0]) for path in paths]
    assert [len(Search(tables, path).following) for path in paths] == [1, 1]
    assert [end.following for end in ends] == [[], []]


def way_of_a_search(puzzle: PolycubePuzzle, worth_shortening: int, nodes: int, most: int) -> list[tuple[object, ...]]:
    """Return what is known of a search each time that it is left; tables may be shortened from some placements on."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cover, "WORTH_SHORTENING", worth_shortening)
        board = Board(puzzle.pieces, puzzle.goal, puzzle.colors)
        search = Search(Cover(board, range(len(board.masks))))
        way: list[tuple[object, ...]] = []
        while not search.is_done:
            solutions = search.go_on(nodes, most)
            # Once it is done there is no node that is next.
            ahead = () if search.is_done else (search.path, search.waiting, search.following)
            way.append((solutions, search.nodes, search.deepest, *ahead))
    return way


@given(puzzles() | colored_puzzles(), draw.integers(1, 9), draw.integers(1, 3))
def test_with_shorter_tables_a_search_goes_the_same_way(puzzle: PolycubePuzzle, nodes: int, most: int) -> None:
    assert way_of_a_search(puzzle, 1, nodes, most) == way_of_a_search(puzzle, 10**9, nodes, most)


def test_tables_are_shortened_below_nodes_of_a_large_puzzle() -> None:
    branches = Branches(CLASSICS["bedlam"].puzzle)
    search = branches.search((0,))
    whole = len(search.cover)
    search.go_on(1_000, 1)
    assert len(search.cover) < whole / 2


def test_the_search_that_is_shown_ends_at_a_solution_where_few_cells_may_stay_empty() -> None:
    cells = box_cells((6, 1, 1))
    goal = Goal.of(cells[:2], cells[2:], most_empty=0)
    puzzle = PolycubePuzzle(tuple(Piece(Shape.of(cells[:size]), 0, 2) for size in (2, 3)), goal)
    *_, last = steps_of_search(puzzle, 1000)
    assert Board(puzzle.pieces, goal).is_solution(last)

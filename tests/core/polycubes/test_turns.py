# SPDX-License-Identifier: GPL-3.0-or-later
from __future__ import annotations

import numpy as np

from puzzle_cubes.polycubes.shape import ALL_TURNS, MIRRORED_TURNS, ROTATIONS, Turn


def matrix(turn: Turn) -> np.ndarray[tuple[int, int], np.dtype[np.int_]]:
    """Return the matrix of a turn, whose columns are what the axes become."""
    return np.array(turn.of([(1, 0, 0), (0, 1, 0), (0, 0, 1)])).T


def test_rotations_are_the_24_matrices_of_determinant_1_and_the_others_mirror() -> None:
    determinants = {tuple(matrix(turn).ravel()): round(np.linalg.det(matrix(turn))) for turn in ALL_TURNS}
    assert len(determinants) == 48
    assert [round(np.linalg.det(matrix(turn))) for turn in ROTATIONS] == 24 * [1]
    assert [round(np.linalg.det(matrix(turn))) for turn in MIRRORED_TURNS] == 24 * [-1]
    assert [turn.is_mirrored for turn in ALL_TURNS] == 24 * [False] + 24 * [True]


def test_two_turns_one_after_the_other_are_a_turn() -> None:
    matrices = {tuple(matrix(turn).ravel()) for turn in ROTATIONS}
    assert {
        tuple((matrix(turn) @ matrix(second_turn)).ravel()) for turn in ROTATIONS for second_turn in ROTATIONS
    } == matrices


def test_the_first_turn_changes_nothing() -> None:
    assert ALL_TURNS[0].of([(1, 2, 3)]) == ((1, 2, 3),)

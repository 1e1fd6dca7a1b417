# SPDX-License-Identifier: GPL-3.0-or-later
"""Where parts are while they are put together: each ends in its place, and moves in its own steps only."""

from __future__ import annotations

from core.kind.step import Move, Step, offsets

STEPS = (
    Step(("cup",), (), "The cup on the table."),
    Step(("spoon",), (Move(0, 5.0), Move(2, -3.0)), "The spoon from the left, then down."),
    Step(("cup", "spoon"), (Move(1, 2.0),), "Both to the back."),
)


def test_parts_come_to_their_places_move_by_move() -> None:
    assert offsets(STEPS) == {
        "cup": ((0, -2, 0), (0, -2, 0), (0, -2, 0), (0, 0, 0)),
        "spoon": ((-5, -2, 3), (0, -2, 3), (0, -2, 0), (0, 0, 0)),
    }


def test_without_steps_nothing_moves() -> None:
    assert offsets(()) == {}

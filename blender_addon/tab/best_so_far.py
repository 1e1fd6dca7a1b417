# SPDX-License-Identifier: GPL-3.0-or-later
"""The best puzzle that a search has found so far, and how it became so good, in a corner of the view."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import bpy
import numpy as np

from ...core.common.errors import InputError
from ...core.common.options import Options
from ...core.kind.kind import AnyKind
from ...core.kind.making import Progress
from ...core.kind.part import Part
from ...core.kind.progress_curve import ProgressCurve
from ..window.inset import Inset, Shape

MOST_TRIANGLES = 200_000
"""Larger puzzles are not shown: what draws them does not search."""


REDRAWN = 1.0
"""Seconds after which the curve is drawn anew where nothing is better: what draws the view does not search."""


class BestSoFar:
    """The picture of the best of a search, until it is removed."""

    def __init__(self, area: bpy.types.Area, kind: AnyKind, dimensions: Options) -> None:
        self._inset = Inset(area)
        self._kind, self._dimensions = kind, dimensions
        self._shown: Any = None
        self._curve, self._drawn = ProgressCurve(), 0.0

    def show(self, context: bpy.types.Context, progress: Progress[Any], seconds: float) -> None:
        """Show the best after so many seconds, if it is another one than that which is shown, and the curve to it."""
        if self._curve.note(progress.worth, seconds) or seconds >= self._drawn + REDRAWN:
            self._drawn = seconds
            self._inset.show_curve(context, self._curve.points(seconds), self._curve.words(seconds))
        best = progress.best
        if best is None or best == self._shown:
            return
        self._shown = best
        # Dimensions that cannot be built are reported when the search is done.
        with suppress(InputError):
            parts = self._kind.model.parts(best, self._dimensions, self._kind.model.ways[0].name)
            shapes = [_shape_of(part) for part in parts if not part.beside]
            if sum(len(shape.triangles) for shape in shapes) <= MOST_TRIANGLES:
                self._inset.show(context, shapes, f"Best so far: {self._kind.facts.brief(best)}")

    def remove(self) -> None:
        """Take it away."""
        self._inset.remove()


def best_in_view(context: bpy.types.Context, kind: AnyKind, dimensions: Options) -> BestSoFar | None:
    """Return what is shown of a search that begins now; None where that is not in a view."""
    area = context.area
    return None if area is None or area.type != "VIEW_3D" else BestSoFar(area, kind, dimensions)


def _shape_of(part: Part) -> Shape:
    """Return the triangles of a part where it stands in the puzzle, in the colors that it is made with."""
    mesh = part.mesh()
    triangles, directions = mesh.split()
    colors = np.array([look.color[:3] for look in part.looks], dtype=np.float32)
    numbers = np.clip(directions.astype(np.intp), 0, len(colors) - 1)
    places = (mesh.vertices + np.array(part.assembled)).astype(np.float32)
    return Shape(places[triangles], colors[numbers])

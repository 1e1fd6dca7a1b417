# SPDX-License-Identifier: GPL-3.0-or-later
"""Random assemblies of six pieces, for tests."""

from __future__ import annotations

from random import Random

from puzzle_cubes.burr.places import Assembly, Cross, missing_that_lie, usable_pieces


def random_assembly(cross: Cross, seed: int, least_missing: int = 5) -> Assembly:
    """Return an assembly of pieces that each lack so many cells at least."""
    random = Random(seed)
    lying = [
        lacked for lacked in missing_that_lie(cross, usable_pieces(cross.cut)) if lacked.bit_count() >= least_missing
    ]
    while True:
        full = 0
        assembly: list[int] = []
        for kept in cross.kept:
            fitting = [missing for missing in lying if not kept[missing] & full]
            if not fitting:
                break
            assembly.append(random.choice(fitting))
            full |= kept[assembly[-1]]
        else:
            return tuple(assembly)

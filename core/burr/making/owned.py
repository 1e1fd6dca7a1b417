# SPDX-License-Identifier: GPL-3.0-or-later
"""All burrs that some sticks make: which six of them fit together, in how many ways, and which of these come apart."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass

from ...polycubes.assembling.parting import TooManyArrangementsError
from ...polycubes.assembling.taking_apart import take_apart
from .every import ANY, SOLID, EveryAssembly
from .levels import Levels
from .places import Assembly, cross_of, lying
from .wish import BurrWish

TOGETHER = 1_000
"""Assemblies whose levels are found together."""


@dataclass(frozen=True)
class OwnedBurr:
    """Six sticks by their least numbers, sorted, and how many assemblies they have up to rotation.

    ``levels`` are those of the assemblies that come apart, sorted; ``highest`` is the one of the highest level.
    """

    numbers: tuple[int, ...]
    assemblies: int
    levels: tuple[int, ...]
    highest: Assembly


@dataclass(frozen=True)
class OwnedBurrs:
    """What was found so far: the share of all that is done, all assemblies, those that come apart, and the burrs.

    Of the burrs, which come last, the first is the one of the highest level.
    """

    share: float
    assemblies: int
    apart: int
    burrs: tuple[OwnedBurr, ...] = ()


def burrs_of(
    owned: Iterable[tuple[int, int]], *, form: str = ANY, length: int = 6
) -> Generator[OwnedBurrs, None, OwnedBurrs]:
    """Find all burrs of owned sticks, by their numbers, each with how many there are.

    Yields now and then how far it is. Whether all comes apart is asked of solid ones only, of others whether the first
    part comes off. Raises InputError for sticks that cannot be, or too few of them.
    """
    wish = BurrWish(owned=tuple(owned), form=form, length=length)
    return _found_in_steps(wish)


def _found_in_steps(wish: BurrWish) -> Generator[OwnedBurrs, None, OwnedBurrs]:
    levels = Levels(wish.length)
    cross = cross_of(wish.length)
    ways: dict[tuple[int, ...], int] = {}
    met: dict[tuple[int, ...], list[tuple[int, Assembly]]] = {}
    total = apart = 0
    for share, batch in EveryAssembly(wish.sticks, wish.form).batches():
        for begin in range(0, len(batch), TOGETHER):
            part = [tuple(row) for row in batch[begin : begin + TOGETHER].tolist()]
            for assembly, level in zip(part, levels.of(part), strict=True):
                numbers = tuple(sorted(lying(missing)[0] + 1 for missing in assembly))
                ways[numbers] = ways.get(numbers, 0) + 1
                total += 1
                # What is not solid is hardly ever locked after its first part has come off; to look takes long.
                if level and (wish.form != SOLID or comes_apart(cross.blocks(assembly))):
                    apart += 1
                    met.setdefault(numbers, []).append((level, assembly))
            yield OwnedBurrs(share, total, apart)
    burrs = []
    for numbers, found in met.items():
        level, assembly = max(found)
        burrs.append((-level, len(found), numbers, tuple(sorted(one for one, _ in found)), assembly))
    return OwnedBurrs(
        1.0,
        total,
        apart,
        tuple(OwnedBurr(numbers, ways[numbers], of_all, best) for _, _, numbers, of_all, best in sorted(burrs)),
    )


def comes_apart(blocks: tuple[tuple[tuple[int, int, int], ...], ...]) -> bool:
    """Report whether all blocks come apart; not where that takes too long to find out."""
    try:
        return take_apart(blocks) is not None
    except TooManyArrangementsError:
        return False

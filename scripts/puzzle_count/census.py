# SPDX-License-Identifier: GPL-3.0-or-later
"""The census of all burrs that sticks make: how many come apart, by how many moves, and which have one solution.

It is taken in parts, anywhere and in any order. A part has all assemblies of the six sticks that it has any of, so
what is alone in it is alone.

So are the solutions of a classic counted, by the branches of the search for all of them: each is a part of a long
count, the work of a task. What was counted is kept in a file line by line, so that a count that was stopped goes on.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, field
from functools import cached_property, lru_cache
from hashlib import blake2b
from io import BytesIO
from itertools import groupby, pairwise
from operator import add
from pathlib import Path
from typing import Any, Generic, NamedTuple, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from puzzle_cubes.burr.assemblies import EveryAssembly, SolidAssemblies, assemblies_of
from puzzle_cubes.burr.crossed import STICKS
from puzzle_cubes.burr.levels import LOCKED, UNKNOWN, Levels, comes_apart
from puzzle_cubes.burr.places import ALL_SHARED, PLACES, Assembly, Ints, cross_of, notchable_sticks, usable_pieces
from puzzle_cubes.common.errors import FailedError, InputError, path_error
from puzzle_cubes.common.task import Work, finish
from puzzle_cubes.common.words import quoted
from puzzle_cubes.packing.making.options import CLASSICS
from puzzle_cubes.polycubes.puzzle import Counts
from puzzle_cubes.polycubes.solver import Branch, Branches, search_branch

TOGETHER = 2_000
"""Assemblies whose levels are found together."""

CROSS = cross_of()
"""The cross of sticks: which assemblies there are does not depend on their length, only how these come apart."""

LEAST = np.array([CROSS.lying(missing)[0] for missing in range(ALL_SHARED + 1)], np.int64)
"""What is missing of a stick that lies as the least of its numbers says, by what is missing as it lies."""

AT_ONCE = 400
"""Solid assemblies that are a part, about."""

COUNTED = ("levels", "alone", "only")
"""Names of what is counted by levels."""

Example = tuple[int, tuple[int, ...]]
"""A level, and the numbers of six sticks that have it."""


@dataclass
class Census:
    """What was counted.

    ``assemblies`` are all, up to rotation, and ``mirrored`` those of them that are their own mirror image. ``levels``
    are of those of which a part comes off. ``alone`` are the levels of burrs that have one assembly, and ``only`` those
    of burrs of which one assembly comes apart. ``sticks`` are in any that come apart. ``highest`` are burrs of the
    highest level, by the names of these three.
    """

    assemblies: int = 0
    mirrored: int = 0
    levels: Counter[int] = field(default_factory=Counter)
    alone: Counter[int] = field(default_factory=Counter)
    only: Counter[int] = field(default_factory=Counter)
    sticks: set[int] = field(default_factory=set)
    highest: dict[str, Example] = field(default_factory=dict)

    @property
    def up_to_reflection(self) -> int:
        """How many assemblies there are if mirror images are the same one."""
        return (self.assemblies + self.mirrored) // 2

    def note(self, numbers: tuple[int, ...], levels: list[int], *, is_alone: bool) -> None:
        """Count the assemblies of six sticks that come apart, by their levels."""
        for name, is_one in zip(COUNTED, (True, is_alone, len(levels) == 1), strict=True):
            if is_one:
                counter: Counter[int] = getattr(self, name)
                counter.update(levels)
                self._keep(name, (max(levels), numbers))
        self.sticks.update(numbers)

    def _keep(self, name: str, example: Example) -> None:
        level, numbers = example
        known, before = self.highest.get(name, (0, ()))
        if (-level, numbers) < (-known, before):
            self.highest[name] = example

    def __add__(self, other: Census) -> Census:
        total = Census(
            self.assemblies + other.assemblies,
            self.mirrored + other.mirrored,
            self.levels + other.levels,
            self.alone + other.alone,
            self.only + other.only,
            self.sticks | other.sticks,
            dict(self.highest),
        )
        for name, example in other.highest.items():
            total._keep(name, example)
        return total

    def as_json(self) -> dict[str, Any]:
        """Return it as values of JSON."""
        return {
            "assemblies": self.assemblies,
            "mirrored": self.mirrored,
            **{name: [list(row) for row in sorted(getattr(self, name).items())] for name in COUNTED},
            "sticks": sorted(self.sticks),
            "highest": {name: [level, list(numbers)] for name, (level, numbers) in sorted(self.highest.items())},
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Self:
        """Return what was written as values of JSON."""
        return cls(
            value["assemblies"],
            value["mirrored"],
            Counter(dict(value["levels"])),
            Counter(dict(value["alone"])),
            Counter(dict(value["only"])),
            {*value["sticks"]},
            {name: (level, tuple(numbers)) for name, (level, numbers) in value["highest"].items()},
        )


def census_of(sticks: Mapping[int, int], first: int, length: int = 6) -> Generator[None, None, Census]:
    """Count all burrs of sticks, of which each number is there so many times, that have ``first`` and none before it.

    Yields now and then. Whether what is left after the first parting comes apart is not asked. Raises InputError where
    a level is not known.
    """
    census = Census()
    levels = Levels(cross_of(STICKS, length))
    rows, of_rows = [np.zeros((0, PLACES), np.int64)], [np.zeros(0, np.int64)]
    for _, batch in EveryAssembly(CROSS, sticks).beginning_with(first):
        census.assemblies += len(batch)
        census.mirrored += int(_are_mirrored(batch).sum())
        rows.append(_numbers_of(batch))
        for begin in range(0, len(batch), TOGETHER):
            of_rows.append(np.array(levels.of(batch[begin : begin + TOGETHER]), np.int64))
            yield
    yield from _noted(census, np.concatenate(rows), np.concatenate(of_rows))
    return census


def solid_parts(sticks: Mapping[int, int]) -> Generator[None, None, list[list[Assembly]]]:
    """Return all solid assemblies of sticks that the first move parts, in parts; those of six sticks are in one."""
    assemblies: list[Assembly] = []
    for _, batch in SolidAssemblies(CROSS, sticks).batches():
        assemblies += [(a, b, c, d, e, f) for a, b, c, d, e, f in batch.tolist()]
        yield
    parts: list[list[Assembly]] = [[]]
    for _, alike in groupby(sorted(assemblies, key=lambda assembly: (CROSS.kinds(assembly), assembly)), CROSS.kinds):
        if len(parts[-1]) >= AT_ONCE:
            parts.append([])
        parts[-1] += alike
    return parts


def census_of_solid(part: Sequence[Assembly]) -> Generator[None, None, Census]:
    """Count the solid assemblies of a part that come apart wholly: all of them, as the first move parts each."""
    census = Census(len(part), int(_are_mirrored(np.array(part, np.int64)).sum()))
    for kinds, alike in groupby(part, CROSS.kinds):
        apart = [assembly for assembly in alike if comes_apart(CROSS, assembly)]
        if apart:
            numbers = tuple(kind + 1 for kind in kinds)
            census.note(numbers, [1] * len(apart), is_alone=len(assemblies_of(CROSS, kinds, 2)) == 1)
        yield
    return census


def _noted(census: Census, numbers: Ints, levels: Ints) -> Iterator[None]:
    """Count assemblies by their six numbers each, sorted, and their levels; yield now and then."""
    if (levels == UNKNOWN).any():
        raise InputError("Some of these burrs can be moved in so many ways that their level is not known.")
    order = np.lexsort(numbers.T)
    numbers, levels = numbers[order], levels[order]
    is_first = np.ones(len(numbers) + 1, bool)
    is_first[1:-1] = (numbers[1:] != numbers[:-1]).any(axis=1)
    begins = np.flatnonzero(is_first).tolist()
    for begin, end in pairwise(begins):
        apart = [level for level in levels[begin:end].tolist() if level != LOCKED]
        if apart:
            census.note(tuple(numbers[begin].tolist()), apart, is_alone=end - begin == 1)
        yield


def _numbers_of(rows: Ints) -> Ints:
    """Return the numbers of the sticks of assemblies, sorted."""
    return np.sort(LEAST[rows], axis=1) + 1


def _are_mirrored(rows: Ints) -> NDArray[np.bool_]:
    """Report which assemblies are their own mirror images, up to rotation."""
    are_mirrored = np.zeros(len(rows), dtype=np.bool_)
    for turn in CROSS.mirrored_turns:
        are_mirrored |= (turn.of(rows) == rows).all(axis=1)
    return are_mirrored


Found = TypeVar("Found")


class Part(NamedTuple):
    """A part of a count, by the name of that and some numbers."""

    name: str
    path: tuple[int, ...]


@dataclass(frozen=True)
class LongCount(Generic[Found]):
    """What is counted: ``work`` finds of what all have in ``common`` and of a part what is added to ``nothing``.

    ``rests_on`` is all that the numbers of a part rest on, as text. What is found is kept ``as_json``.
    """

    label: str
    parts: Sequence[Part]
    work: Work
    common: Any
    nothing: Found
    as_json: Callable[[Found], Any]
    from_json: Callable[[Any], Found]
    rests_on: str

    @cached_property
    def digest(self) -> str:
        """A check sum of what counts of parts rest on."""
        shown = repr((self.rests_on, list(self.parts)))
        return blake2b(shown.encode(), digest_size=8).hexdigest()


HEAD = '["puzzle_count", 2]\n'
"""What such a file begins with, and the version of its format."""


class Kept:
    """A file of counts, a line for each part; the last one is left out where it was not written to its end.

    Lines may end as a program of Windows has written them anew. Raises FailedError for a file that is no such one, and
    InputError where none can be written there.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        # The last one counts of what stands twice.
        self._known: dict[tuple[str, Part], Any] = {}
        whole = 0
        try:
            with path.open("rb") if path.exists() else BytesIO() as file:
                for line in file:
                    # One that was killed at once has a part of its head.
                    if not whole and line.replace(b"\r", b"") != HEAD.encode()[: len(line)]:
                        raise self._is_another()
                    if not line.endswith(b"\n"):
                        break
                    if whole:
                        digest, part, counts = _line(line.decode())
                        self._known[digest, part] = counts
                    whole += len(line)
            self._file = path.open("r+b" if path.exists() else "xb")
            self._file.truncate(whole)
            self._file.seek(0, os.SEEK_END)
            if not whole:
                self._write(HEAD)
        except (ValueError, RecursionError) as error:
            raise self._is_another() from error
        except OSError as error:
            raise path_error(f"File {quoted(path)} cannot be written", error) from error

    def found(self, count: LongCount[Found]) -> Mapping[Part, Found]:
        """Return what is known of the parts of a count; raises FailedError for what cannot be one's."""
        parts = {*count.parts}
        try:
            return {
                part: count.from_json(value)
                for (digest, part), value in self._known.items()
                if digest == count.digest and part in parts and _is_counted(count, value)
            }
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise self._is_another() from error

    def _is_another(self) -> FailedError:
        return FailedError(f"File {quoted(self._path)} has no counts, so it is left as it is.")

    def add(self, digest: str, part: Part, counts: Any) -> None:
        """Keep what was counted, as values of JSON."""
        self._write(json.dumps([digest, *part, counts]) + "\n")

    def _write(self, line: str) -> None:
        self._file.write(line.encode())
        self._file.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


# A file may be one line, many times.
@lru_cache
def _line(text: str) -> tuple[str, Part, Any]:
    """Return the digest, the part and the counts of a line; raises ValueError for another one."""
    match json.loads(text):
        case [str(digest), str(name), [*path], counts] if all(type(place) is int for place in path):
            return digest, Part(name, tuple(path)), counts
    raise ValueError(text)


def _is_counted(count: LongCount[Any], value: Any) -> bool:
    """Return that a value of JSON is what a count would have written; raises ValueError, or what reading it does."""
    # Added to nothing, what is no number shows.
    written = json.loads(json.dumps(count.as_json(add(count.nothing, count.from_json(value)))))
    if not _has_only_numbers(value) or written != value:
        raise ValueError(value)
    return True


def _has_only_numbers(value: Any) -> bool:
    if isinstance(value, dict | list):
        return all(map(_has_only_numbers, value.values() if isinstance(value, dict) else value))
    return type(value) is int and value >= 0


LEAST_BRANCHES = 200
"""A search is divided at least so often: some dozens of workers then are busy to its end."""


def solutions(name: str, least: int = LEAST_BRANCHES) -> LongCount[Counts]:
    """Return the count of a classic's solutions: the first placements are parts, with the next ones until they do."""
    branches = Branches(CLASSICS[name].puzzle)
    begin = finish(branches.begin())
    return LongCount(
        CLASSICS[name].label,
        [Part(name, branch.path) for branch in branches.left(begin, least)],
        count,
        None,
        Counts(),
        astuple,
        lambda value: Counts(*value),
        repr((branches.board.masks, branches.symmetry(begin[0]).cases)),
    )


def count(_: None, part: Part) -> Generator[None, None, Counts]:
    """Return how many solutions a part has; yield now and then."""
    branch = yield from search_branch((CLASSICS[part.name].puzzle, 0), Branch(part.path))
    return branch.counts


SOLID_NOTCHABLE, SOLID, NOTCHABLE, LONG = BURRS = "burrs", "solid_burrs", "notchable_burrs", "long_notchable_burrs"

LABELS = {
    SOLID_NOTCHABLE: "Burrs of notchable sticks, solid",
    SOLID: "Burrs of any sticks, solid",
    NOTCHABLE: "Burrs of notchable sticks, solid or holey",
    LONG: "Burrs of notchable sticks of ten cubes, solid or holey",
}

LENGTHS = {LONG: 10}
"""Cells along a stick, where they are not six."""

Sticks = tuple[list[tuple[int, int]], int]
"""Numbers of sticks with how many there are of each, and how long they are."""


def all_burrs(name: str) -> LongCount[Census]:
    """Return the count_burrs of all burrs with such a name."""
    sticks = dict.fromkeys(usable_pieces() if name == SOLID else notchable_sticks(), PLACES)
    if name in {NOTCHABLE, LONG}:
        return _burrs_of(name, LABELS[name], sticks, LENGTHS.get(name, 6))
    solid: list[list[Assembly]] = finish(solid_parts(sticks))
    parts = [Part(name, (number,)) for number in range(len(solid))]
    return _census(LABELS[name], parts, count_solid, solid)


def burrs_of(owned: Mapping[int, int]) -> LongCount[Census]:
    """Return the census of all burrs of owned sticks, of which each number is there so many times."""
    return _burrs_of("owned", "Burrs of owned sticks", owned)


def _burrs_of(name: str, label: str, sticks: Mapping[int, int], length: int = 6) -> LongCount[Census]:
    parts = [Part(name, (number,)) for number in EveryAssembly(cross_of(), sticks).parts]
    return _census(label, parts, count_burrs, (sorted(sticks.items()), length))


def _census(label: str, parts: Sequence[Part], work: Work, common: object) -> LongCount[Census]:
    return LongCount(label, parts, work, common, Census(), Census.as_json, Census.from_json, repr(common))


def count_burrs(sticks: Sticks, part: Part) -> Generator[None, None, Census]:
    """Return the census of those that begin with the stick of a part."""
    own, length = sticks
    return census_of(dict(own), part.path[0], length)


def count_solid(solid: Sequence[Sequence[Assembly]], part: Part) -> Generator[None, None, Census]:
    """Return the census of the solid ones of a part."""
    return census_of_solid(solid[part.path[0]])

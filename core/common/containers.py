# SPDX-License-Identifier: GPL-3.0-or-later
"""Containers: tuples of three, what was made last, booleans as the bits of an integer, and sets of what is connected.

Arrays of rows that differ in length are gone through in portions, and their places counted.

Bits hold a boolean array, one an element, the first element in the lowest bit: a face's passages as integers are
immutable and compare at once. What is connected is found with connections made one by one, or all known at once.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from math import prod
from typing import Any, Generic, TypeVar
from weakref import finalize

import numpy as np
from numpy.typing import ArrayLike, NDArray

Item = TypeVar("Item")


def triple(items: Iterable[Item]) -> tuple[Item, Item, Item]:
    """Return three items as a tuple; raises ValueError where there are more or less."""
    first, second, third = items
    return first, second, third


V = TypeVar("V")


class Recent(Generic[V]):
    """The values of the keys that were used last, ``most`` of them at most."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: dict[Hashable, V] = {}

    def get(self, key: Hashable, make: Callable[[], V]) -> V:
        """Return the value of a key, and make it where it is not kept; raises what ``make`` raises."""
        value = self._values.pop(key) if key in self._values else make()
        self.put(key, value)
        return value

    def __contains__(self, key: Hashable) -> bool:
        """Report whether the value of a key is kept."""
        return key in self._values

    def put(self, key: Hashable, value: V) -> None:
        """Keep the value of a key that has been made elsewhere."""
        self._values.pop(key, None)
        self._values[key] = value
        while len(self._values) > self._most:
            del self._values[next(iter(self._values))]


_of_arrays: dict[int, dict[str, tuple[Hashable, Any]]] = {}


def of_array(array: NDArray[Any], name: str, key: Hashable, make: Callable[[], V]) -> V:
    """Return what follows from an array and a key, the same again for the last key if nobody can write to the array."""
    if array.flags.writeable:
        return make()
    number = id(array)
    if number not in _of_arrays:
        # It goes with the array.
        finalize(array, _of_arrays.pop, number).atexit = False
    values = _of_arrays.setdefault(number, {})
    if name not in values or values[name][0] != key:
        values[name] = key, make()
    value: V = values[name][1]
    return value


def fixed(array: NDArray[Any]) -> NDArray[Any]:
    """Return an array that nobody can write to any more."""
    array.flags.writeable = False
    return array


def counted_up(counts: NDArray[np.integer[Any]]) -> NDArray[np.intp]:
    """Return the numbers from 0 to below each of some counts, one after the other."""
    ends = np.cumsum(counts)
    numbers: NDArray[np.intp] = np.arange(ends[-1] if len(ends) else 0) - np.repeat(ends - counts, counts)
    return numbers


def portions(sizes: ArrayLike, most: int) -> Iterator[slice]:
    """Yield slices of what has some sizes, each of so much at most in all, or of a single one."""
    ends = np.cumsum(sizes)
    begin = 0
    while begin < len(ends):
        done = ends[begin - 1] if begin else 0
        end = max(begin + 1, int(np.searchsorted(ends, done + most, side="right")))
        yield slice(begin, end)
        begin = end


def bits_from_array(array: NDArray[np.bool_]) -> int:
    """Pack a boolean array of any shape, in C order, into an integer."""
    return int.from_bytes(np.packbits(array, axis=None, bitorder="little").tobytes(), "little")


def array_from_bits(bits: int, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """Unpack an integer into a boolean array of the given shape, in C order.

    Raises OverflowError when the integer has bits beyond the shape's last byte.
    """
    count = prod(shape)
    packed = np.frombuffer(bits.to_bytes((count + 7) // 8, "little"), dtype=np.uint8)
    return np.unpackbits(packed, count=count, bitorder="little").reshape(shape).view(bool)


def bits_from_indices(indices: Iterable[int], count: int) -> int:
    """Return the integer whose bits at the given places, each less than ``count``, are set."""
    array = np.zeros(count, dtype=bool)
    array[np.fromiter(indices, dtype=np.intp)] = True
    return bits_from_array(array)


class UnionFind:
    """Disjoint sets of the numbers from 0, each known by its root (Galler and Fischer, 1964)."""

    def __init__(self, parents: Iterable[int]) -> None:
        """Start with the set that each number belongs to: itself, or the parent given for it."""
        self._parent = list(parents)

    def root(self, number: int) -> int:
        """Return the number that stands for the set, halving the way to it for the next time."""
        parent = self._parent
        while (above := parent[number]) != number:
            parent[number] = number = parent[above]
        return number

    def join(self, first: int, second: int) -> None:
        """Make one set of two."""
        self._parent[self.root(first)] = self.root(second)

    def would_close_loop(self, pairs: Iterable[tuple[int, int]]) -> bool:
        """Report whether connecting all these pairs at once connects any two in more than one way."""
        joined: dict[int, int] = {}
        for first, second in pairs:
            a, b = _last(joined, self.root(first)), _last(joined, self.root(second))
            if a == b:
                return True
            joined[a] = b
        return False


def _last(followers: dict[int, int], first: int) -> int:
    while first in followers:
        first = followers[first]
    return first


def components(count: int, sources: NDArray[np.intp], targets: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return, for each number below ``count``, the lowest of all numbers that it is connected with.

    ``sources`` and ``targets`` are the ends of the connections, two arrays of one length; their order does not
    matter. Each round hooks the higher of two touching components to the lower and then shortens all
    chains to their roots (Shiloach and Vishkin, "An O(log n) parallel connectivity algorithm", 1982), so few
    rounds are enough.
    """
    label = np.arange(count)
    while len(sources):
        low, high = np.minimum(sources, targets), np.maximum(sources, targets)
        label[high] = low
        # Only what was hooked just now has a chain: roots are what goes on.
        while not np.array_equal(hooked := label[high], shorter := label[hooked]):
            label[high] = shorter
        sources, targets = label[low], hooked
        apart = sources != targets
        sources, targets = sources[apart], targets[apart]
    while not np.array_equal(label, shorter := label[label]):
        label = shorter
    return label

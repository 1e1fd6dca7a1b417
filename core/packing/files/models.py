# SPDX-License-Identifier: GPL-3.0-or-later
"""Models that puzzles are made of: triangles of STL and OBJ, cells of MagicaVoxel's ``.vox``, and what carves them.

By command and library they come from files, and manifold3d carves them; in Blender they are its objects.
"""

from __future__ import annotations

import re
import warnings
from codecs import BOM_UTF8
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...common.errors import FailedError, InputError, located, path_error
from ...common.options import typed_path
from ...common.words import quoted
from ...polycubes.puzzle import Model
from ...polycubes.shape import Cells
from ...printing.mesh_files import triangles_from_stl
from ...solids.mesh import Mesh
from ...solids.voxels import Floats

LARGEST_FILE = 400_000_000
"""Bytes; a million triangles as a text have some 250 million."""

Triangles = NDArray[np.float32]

_STL_WORDS = (b"endfacet", b"endloop", b"facet", b"normal", b"outer", b"loop", b"vertex")
_END = b"endfacet"
_SOLID = re.compile(rb"^[^\S\n]*(?:end)?solid[^\n]*", re.MULTILINE)
_VERTEX, _FACE = (b"v ", b"v\t"), (b"f ", b"f\t")
_PASSED_OVER = re.compile(rb"#[^\n]*|\\\n")
_NUMBERS_OF_FACET = 12
_VOX, _VOX_CHUNK = b"VOX ", 12

_AT_ONCE = 1 << 24
"""Bytes of a text that are read at once."""


def model_bytes(path: str) -> bytes:
    """Return what a file holds; raises InputError, or FailedError, for one that cannot be read or is too large."""
    shown = f"Shape {quoted(path)}"
    file = typed_path(path)
    try:
        if file.is_dir() or (file.exists() and not file.is_file()):
            raise InputError(f"{shown} is not a file: choose the file of a model.")
        if file.stat().st_size > LARGEST_FILE:
            raise InputError(f"{shown} is too large: at most {LARGEST_FILE:,} bytes are read.")
        return file.read_bytes()
    except OSError as error:
        place = "" if file.is_absolute() else f" in folder {quoted(str(Path.cwd()))}"
        raise path_error(f"{shown} cannot be read{place}", error) from error


def is_vox(data: bytes) -> bool:
    """Report whether a file holds cells of MagicaVoxel."""
    return data[:4] == _VOX


def cells_of_vox(data: bytes) -> tuple[Cells, int]:
    """Return the cells of the first model of a ``.vox`` file, and how many models there are; raises FailedError."""
    place, models = 8, []
    while place + _VOX_CHUNK <= len(data):
        name, size = data[place : place + 4], int.from_bytes(data[place + 4 : place + 8], "little")
        place += _VOX_CHUNK
        if name == b"XYZI":
            count = int.from_bytes(data[place : place + 4], "little")
            if size < 4 + 4 * count or len(data) < place + 4 + 4 * count:
                raise FailedError("The .vox file is damaged: it is cut off.")
            rows = np.frombuffer(data, np.uint8, 4 * count, place + 4).reshape(count, 4)
            models.append(tuple((x, y, z) for x, y, z in rows[:, :3].tolist()))
        # The main chunk has all others in it.
        place += 0 if name == b"MAIN" else size
    if not models or not models[0]:
        raise FailedError("The .vox file has no cells.")
    return models[0], len(models)


def triangles_of(data: bytes) -> Triangles:
    """Return the corners of an STL or OBJ file's triangles, shape (n, 3, 3); raises FailedError for anything else."""
    if not data:
        raise FailedError("The model cannot be read: the file is empty.")
    with suppress(ValueError):
        return triangles_from_stl(data)
    data = data.removeprefix(BOM_UTF8).replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    beginning = data[:100_000].lstrip().lower()
    if beginning.startswith(b"solid") and b"facet" in beginning:
        return _triangles_of_stl_text(data)
    if any(line.startswith(_VERTEX) for line in beginning.splitlines()):
        return _triangles_of_obj(data)
    raise FailedError("The model cannot be read: it is no whole STL, OBJ or .vox file, and no line of letters.")


def _triangles_of_stl_text(data: bytes) -> Triangles:
    blocks, rest = [], b""
    for begin in range(0, len(data), _AT_ONCE):
        text = rest + data[begin : begin + _AT_ONCE].lower()
        end = text.rfind(_END) + len(_END)
        if end < len(_END):
            rest = text
            continue
        text, rest = _SOLID.sub(b"", text[:end]), text[end:]
        for word in _STL_WORDS:
            text = text.replace(word, b"")
        numbers = _numbers(text, "STL")
        if len(numbers) % _NUMBERS_OF_FACET:
            raise FailedError("The STL file is damaged: a facet must have a normal and three corners.")
        blocks.append(numbers.reshape(-1, 4, 3)[:, 1:].astype(np.float32))
    if b"vertex" in _SOLID.sub(b"", rest):
        raise FailedError("The STL file is cut off.")
    return np.concatenate(blocks) if blocks else np.zeros((0, 3, 3), np.float32)


def _triangles_of_obj(data: bytes) -> Triangles:
    lines = _PASSED_OVER.sub(b" ", data).split(b"\n")
    is_vertex = np.fromiter((line[:2] in _VERTEX for line in lines), bool, len(lines))
    vertices = [lines[number][2:] for number in np.flatnonzero(is_vertex)]
    so_far = np.cumsum(is_vertex)
    numbers = _numbers(b" ".join(vertices), "OBJ")
    width, rest = divmod(len(numbers), max(1, len(vertices)))
    if rest or width < 3:
        raise FailedError("The OBJ file is damaged: each corner must have three numbers, x, y and z.")
    corners = numbers.reshape(-1, width)[:, :3].astype(np.float32)
    faces: dict[int, tuple[list[bytes], list[int]]] = {}
    for number, line in enumerate(lines):
        if line[:2] in _FACE:
            words = line[2:].split()
            if b"/" in line:
                words = [word.partition(b"/")[0] for word in words]
            of_length, places = faces.setdefault(len(words), ([], []))
            of_length += words
            places.append(number)
    fans = [np.zeros((0, 3), np.int64)]
    for length, (words, places) in faces.items():
        if length < 3:
            raise FailedError("The OBJ file is damaged: a face must have three corners at least.")
        around = _numbers(b" ".join(words), "OBJ").astype(np.int64).reshape(-1, length)
        # A number below 0 counts back from the last corner before the face.
        around = np.where(around < 0, around + so_far[places][:, None], around - 1)
        fans += [around[:, [0, second, second + 1]] for second in range(1, length - 1)]
    triangles = np.concatenate(fans)
    if len(triangles) and (triangles.min() < 0 or triangles.max() >= len(corners)):
        raise FailedError("The OBJ file is damaged: a face has a corner that there is not.")
    return corners[triangles]


def _numbers(text: bytes, name: str) -> NDArray[np.float64]:
    """Return the numbers of a text; raises FailedError for anything else."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            return np.fromstring(text, sep=" ")
    except (DeprecationWarning, ValueError) as error:
        raise FailedError(f"The {name} file is damaged: it has something else where a number must be.") from error


OBJECT = "object:"
"""What the source of a model begins with that is an object of Blender, before its name."""

Carve = Callable[[Floats, Sequence[Mesh]], list[Mesh]]
"""Returns what of a closed model is in each of some closed meshes; ``Floats`` are its corners, shape (n, 3, 3)."""


def triangles_of_file(path: str) -> Triangles:
    """Return the corners of a file's triangles, shape (n, 3, 3); raises FailedError or InputError for what has none."""
    if path.startswith(OBJECT):
        name = quoted(path.removeprefix(OBJECT))
        raise InputError(f"The model is the object {name} of a .blend file: make the puzzle's files in Blender.")
    data = model_bytes(path)
    with located(f"Shape {quoted(path)}", FailedError):
        return triangles_of(data)


def carve_by_manifold(corners: Floats, regions: Sequence[Mesh]) -> list[Mesh]:
    """Carve by manifold3d, which is no part of what Blender packs; raises InputError where it is not installed."""
    try:
        library: Any = import_module("puzzle_shelf.carving")
    except ImportError as error:
        raise InputError(
            "Pieces with the surface of a model need manifold3d: pip install puzzle-cubes[shapes]. "
            "Or take cubes as the skin."
        ) from error
    carved: list[Mesh] = library.carve(corners, regions)
    return carved


@dataclass
class Workshop:
    """What reads models by their sources, and what carves them."""

    triangles: Callable[[str], Triangles] = triangles_of_file
    carve: Carve = carve_by_manifold


WORKSHOP = Workshop()
"""The one in use: the add-on gives it Blender's objects and Blender's boolean."""


def check_sum(triangles: Triangles) -> str:
    """Return a text that changes with any corner."""
    return sha256(triangles.astype("<f4").tobytes()).hexdigest()[:16]


def triangles_of_model(model: Model) -> Triangles:
    """Return the triangles that a puzzle was made from; raises InputError where they are not found, or others are."""
    triangles = WORKSHOP.triangles(model.source)
    if check_sum(triangles) != model.check:
        raise InputError(
            f"The model {quoted(model.source)} has changed since the puzzle was made from it: make the puzzle anew."
        )
    return triangles

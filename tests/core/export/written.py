# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads the files of an Oskar's Cube and the content of a folder, and makes a disk that is full."""

from __future__ import annotations

import resource
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from zipfile import ZipFile

import pytest

TEXT_NAMES = {"outputSequence.txt", "puzzle.json"}
FILE_NAMES = {"printableMaze.stl", "printableMaze.3mf", "solutionMaze.stl"} | TEXT_NAMES
"""What is written of a puzzle in one piece, and of it in whatever way."""

PLATES = ["plate_1_x_min", "plate_2_x_max", "plate_3_y_min", "plate_4_y_max", "plate_5_z_min", "plate_6_z_max"]
CROSS_PARTS = ["cross_flat", "cross_half_arm_peg", "cross_half_arm_socket"]
PARTS = PLATES + CROSS_PARTS
"""The parts of a kit."""

ROOM = (0, 84, 1000, 20_000)
"""Bytes that there is room for: of none of the files, of an STL file's beginning, of the texts only, of half a mesh."""


def kit_files(beds: int) -> set[str]:
    """Return the names of the files of a kit that lies on so many beds."""
    on_beds = {f"bed_{bed}.{suffix}" for bed in range(1, beds + 1) for suffix in ("stl", "3mf")}
    return {f"{name}.stl" for name in PARTS} | on_beds | {"kit.3mf", "assembly.txt", "assembly.html"} | TEXT_NAMES


def model_in(file: Path) -> str:
    """Return the model of a 3MF file."""
    with ZipFile(file) as archive:
        return archive.read("3D/3dmodel.model").decode()


def folder_state(folder: Path) -> dict[str, bytes]:
    """Return the files of a folder, hidden ones too, with their contents."""
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """Let no file become larger than some bytes: as a full disk does, the system then refuses to write on."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    with pytest.MonkeyPatch.context() as changed:
        # Python keeps the half of what it has compiled, and fails by it from then on.
        changed.setattr(sys, "dont_write_bytecode", True)
        changed.setenv("PYTHONDONTWRITEBYTECODE", "1")
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))

# SPDX-License-Identifier: GPL-3.0-or-later
"""The command line with Blender, for ``blender --command puzzle_cubes`` and for scripts with the bpy module."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

import bpy

from ..core.command_line import run as command
from ..core.command_line.wanted import Wanted
from ..core.files.interrupts import held_back
from ..core.files.transaction import Transaction
from ..core.puzzle_files.prepare import WrittenFile
from .data.context import scene_of
from .scene.adding import add_puzzle
from .scene.exports import prepare_coupon, prepare_puzzle
from .scene.option_properties import put_options
from .scene.properties import scene_group
from .scene.puzzle import remember_parts


def run_in_blender(arguments: list[str]) -> int:
    """Run as ``blender --command``: what Blender prints by itself goes to standard error from now on."""
    sys.stdout.flush()
    # Blender's own answer to Ctrl-C is a wish to stop that no Python hears, and to a second one its sudden end.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as output:
        os.dup2(2, 1)
        return run(arguments, output, for_good=True)


def run(arguments: Sequence[str], output: TextIO, *, for_good: bool = False) -> int:
    """Run the command line, as the core's does, and let Blender write STL files."""
    return command.run(arguments, output, _prepare, for_good=for_good)


def _prepare(wanted: Wanted, transaction: Transaction) -> list[WrittenFile]:
    """Build the puzzle in the open scene, and prepare its files as its export does."""
    context = bpy.context
    files = [] if wanted.folder is None else _prepare_puzzle(context, wanted, wanted.folder, transaction)
    if wanted.coupon is not None:
        files.append(prepare_coupon(context, wanted.coupon, wanted.kind, wanted.dimensions, transaction))
    return files


def _prepare_puzzle(
    context: bpy.types.Context, wanted: Wanted, folder: Path, transaction: Transaction
) -> list[WrittenFile]:
    kind = wanted.kind
    # What is raised where Blender calls the extension, as it does for a property, Blender prints and forgets.
    with held_back():
        remember_parts(kind, wanted.puzzle, wanted.dimensions, wanted.way, wanted.parts)
        puzzle = add_puzzle(context, kind, wanted.puzzle, wanted.dimensions)
        if wanted.way.apart:
            put_options(scene_group(scene_of(context)), wanted.printer)
        if wanted.way != kind.ways[0]:
            puzzle.own.way = wanted.way.name.upper()
    # Whose files lie in the folder has been looked at.
    return prepare_puzzle(context, puzzle.renewed(), folder, transaction, overwrite=True)

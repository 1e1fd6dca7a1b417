# SPDX-License-Identifier: GPL-3.0-or-later
"""Exporting a puzzle as a user of the command line does."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path

from puzzle_cubes.oskar.model.dimensions import Dimensions
from tests.blender.command_line import run_command


def export(folder: Path, arguments: str) -> Dimensions:
    """Export a puzzle with the command line, and return the dimensions that it reports."""
    done = run_command(*arguments.split(), "--seed", "1", "--json", "--out", str(folder))
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)["dimensions"]
    return Dimensions(**{field.name: report[field.name] for field in fields(Dimensions)})

# SPDX-License-Identifier: GPL-3.0-or-later
"""Exporting a puzzle as a user of the command line does."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

from puzzle_cubes.oskar.model.dimensions import Dimensions
from tests.core.command_line.command import report_of


def export(folder: Path, arguments: str) -> Dimensions:
    """Export a puzzle with the command line, and return the dimensions that it reports."""
    report = report_of("oskar", *arguments.split(), "--seed", "1", "--out", str(folder))["dimensions"]
    return Dimensions(**{field.name: report[field.name] for field in fields(Dimensions)})

# SPDX-License-Identifier: GPL-3.0-or-later
"""Exporting a puzzle as a user of the command line does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path

import pytest

from puzzle_cubes.oskar.model.dimensions import Dimensions
from tests.core.command_line.command import report_of


def export(folder: Path, arguments: str) -> Dimensions:
    """Export a puzzle with the command line, and return the dimensions that it reports: those that its way uses."""
    words = arguments.split()
    way = [] if "--kit" in words else ["--one-piece"]
    report = report_of("oskar", *way, *words, "--seed", "1", "--out", str(folder))["dimensions"]
    return Dimensions(**{field.name: report[field.name] for field in fields(Dimensions) if field.name in report})


def some_of(cases: Mapping[str, object], *names: str) -> list[pytest.ParameterSet]:
    """Return cases by their names as values of parameters; all but some are left to ``make test-all``."""
    return [
        pytest.param(
            *(values if isinstance(values, tuple) else (values,)),
            id=name,
            marks=() if name in names else pytest.mark.thorough,
        )
        for name, values in cases.items()
    ]

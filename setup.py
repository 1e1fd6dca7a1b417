# SPDX-License-Identifier: GPL-3.0-or-later
"""The distribution: ``core`` is the package ``puzzle_cubes``, and what fills shelves comes along."""

from setuptools import find_packages, setup

setup(
    packages=["puzzle_cubes", *(f"puzzle_cubes.{name}" for name in find_packages("core")), "puzzle_shelf"],
    package_dir={"puzzle_cubes": "core", "puzzle_shelf": "scripts/puzzle_shelf"},
    package_data={"puzzle_cubes": ["py.typed"]},
)

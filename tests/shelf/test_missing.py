# SPDX-License-Identifier: GPL-3.0-or-later
"""A missing package is named, with the command that installs it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize(
    ("module", "arguments", "installed"),
    [
        ("numpy", ["oskar", "--json"], "numpy"),
        ("numpy", ["shelf", "some.db", "--count"], "numpy"),
        ("dask", ["shelf", "some.db", "--seeds", "0", "3", "--scheduler", "tcp://no:1"], "'puzzle-cubes[shelf]'"),
        ("tqdm", ["Shelf", "some.db", "--seeds", "0", "3"], "'puzzle-cubes[shelf]'"),
    ],
)
def test_what_is_missing_is_named(tmp_path: Path, module: str, arguments: list[str], installed: str) -> None:
    # It is found here first, and says what Python says where there is none.
    (tmp_path / f"{module}.py").write_text(f"raise ModuleNotFoundError(name={module!r})\n")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(tmp_path), os.environ["PYTHONPATH"]))}
    command = [sys.executable, "-m", "puzzle_shelf", *arguments]
    done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=False)
    sentence = f"puzzle-cubes: {module} is missing: pip install {installed}\n"
    assert (done.returncode, done.stdout, done.stderr) == (1, "", sentence)

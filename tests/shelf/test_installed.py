# SPDX-License-Identifier: GPL-3.0-or-later
"""The command as it is installed: a shell completes what is declared, and a missing package is named."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from puzzle_cubes.kinds import KINDS
from puzzle_cubes.oskar.generators import STYLES
from puzzle_cubes.packing.making.options import CLASSICS

SCRIPT = """
eval "$1"
COMP_LINE=$2 COMP_POINT=${#COMP_LINE} COMP_TYPE=9 COMP_WORDS=($COMP_LINE)
_python_argcomplete puzzle-cubes
printf '%s\\n' "${COMPREPLY[@]}"
"""
"""What bash does at the Tab key, once the completion is set up as the manual says."""


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return where programs are found, with the command as an installation makes it."""
    folder = tmp_path_factory.mktemp("bin")
    command = folder / "puzzle-cubes"
    # A first line with the path of a Python can have no space.
    begin = "from puzzle_shelf.__main__ import main; raise SystemExit(main())"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -c "{begin}" "$@"\n')
    command.chmod(0o755)
    return os.pathsep.join((str(folder), os.environ["PATH"]))


@pytest.fixture(scope="module")
def completion() -> str:
    """Return the commands that set up the completion in bash."""
    command = [sys.executable, "-m", "argcomplete.scripts.register_python_argcomplete", "puzzle-cubes"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def completed(completion: str, path: str, line: str, folder: Path) -> list[str]:
    """Return what bash offers for a line."""
    done = subprocess.run(
        ["bash", "-c", SCRIPT, "bash", completion, line],
        env={**os.environ, "PATH": path},
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    return sorted(word.strip() for word in done.stdout.splitlines() if word.strip())


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("puzzle-cubes ", sorted(["--help", "--version", "-h", *KINDS, "shelf"])),
        ("puzzle-cubes sh", ["shelf"]),
        ("puzzle-cubes oskar --sty", ["--style"]),
        ("puzzle-cubes oskar --style ", sorted(STYLES)),
        ("puzzle-cubes oskar --size 5 5 5 --difficulty v", ["very_easy", "very_hard"]),
        ("puzzle-cubes packing --puzzle ", sorted([*CLASSICS, "design", "own", "shape"])),
        ("puzzle-cubes oskar --from cu", ["cube.json"]),
        ("puzzle-cubes oskar --seed ", []),
        ("puzzle-cubes shelf some.db --kind packing --puz", ["--puzzle"]),
        ("puzzle-cubes shelf some.db --by le", ["length"]),
        ("puzzle-cubes shelf cu", ["cube.json"]),
    ],
)
def test_a_shell_completes(completion: str, path: str, tmp_path: Path, line: str, words: list[str]) -> None:
    (tmp_path / "cube.json").touch()
    assert completed(completion, path, line, tmp_path) == words


def run_with(module: Path, text: str, *arguments: str) -> tuple[int, str, str]:
    """Run Python where a module is found first that says something else; return how it ends."""
    module.write_text(text)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(module.parent), os.environ["PYTHONPATH"]))}
    command = [sys.executable, *arguments]
    done = subprocess.run(command, env=environment, cwd=module.parent, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def test_it_costs_nothing_where_no_shell_asks(tmp_path: Path) -> None:
    text = "raise SystemExit('argcomplete was imported')\n"
    code, _, errors = run_with(tmp_path / "argcomplete.py", text, "-m", "puzzle_shelf", "--version")
    assert (code, errors) == (0, "")


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
    # It says what Python says where there is none.
    text = f"raise ModuleNotFoundError(name={module!r})\n"
    sentence = f"puzzle-cubes: {module} is missing: pip install {installed}\n"
    assert run_with(tmp_path / f"{module}.py", text, "-m", "puzzle_shelf", *arguments) == (1, "", sentence)


@pytest.mark.parametrize(
    "arguments", [["cubes", "oskar"], ["shelf", "oskar"], ["shelf", "shelf", "some.db", "--count"]]
)
def test_ctrl_c_stops_it_while_modules_are_imported(tmp_path: Path, arguments: list[str]) -> None:
    # It comes in the first module that takes long.
    text = "import signal\nsignal.raise_signal(signal.SIGINT)\n"
    ended = run_with(tmp_path / "numpy.py", text, "-m", f"puzzle_{arguments[0]}", *arguments[1:])
    assert ended == (1, "", "puzzle-cubes: Stopped.\n")

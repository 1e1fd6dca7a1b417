# SPDX-License-Identifier: GPL-3.0-or-later
"""Every command and script of README and the manual works as it stands there, in the order of its page."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tomllib
from contextlib import ExitStack
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from time import monotonic, sleep

import pytest
from puzzle_count import __main__ as count
from puzzle_count.census import BURRS
from puzzle_site.__main__ import stock
from puzzle_tables import __main__ as table

from puzzle_cubes.command_line.run import run as run_command
from puzzle_cubes.kinds import KINDS
from puzzle_cubes.packing.making.options import CLASSICS
from puzzle_shelf.arguments import given_seeds, given_series, parsed
from puzzle_shelf.command import run as run_shelf
from tests.core.command_line.command import run_here

REPOSITORY = Path(__file__).parents[2]
PAGES = [REPOSITORY / "README.md", *sorted((REPOSITORY / "docs").glob("*.md"))]

LONG = {"shelf.md", "tables.md"}
"""Pages whose commands keep all cores busy for minutes."""

ENDLESS = ("--seeds 0 999999", "puzzle_count bedlam")
"""What takes hours: it is stopped once it has written its file."""

BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FENCE = re.compile(r"^ *```", re.MULTILINE)
FILE = re.compile(r"`([\w.]+)`:$")
OPTION = re.compile(r"--[a-z][a-z-]*")
OF_OTHERS = {"--command", "--dashboard-address", "--host", "--measures", "--no-dashboard"}
"""Blender's own, Dask's, and that of scripts.compare."""

TARGET = re.compile(r"\bmake ([a-z][a-z-]*)")
PLACE, WORKERS_PLACE = "192.168.0.10", "192.168.0.11"
PATIENCE = 240


@dataclass(frozen=True)
class Block:
    """A fenced block: the line above it, its language, and what it says."""

    before: str
    language: str
    text: str


def blocks(page: Path) -> list[Block]:
    text = page.read_text(encoding="utf-8")
    return [
        Block(text[: match.start()].rstrip().rpartition("\n")[2], match[1], match[2]) for match in BLOCK.finditer(text)
    ]


RUN = [page for page in PAGES if any(block.language in {"shell", "python"} for block in blocks(page))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_block_says_what_it_is(page: Path) -> None:
    assert len(FENCE.findall(page.read_text(encoding="utf-8"))) == 2 * len(blocks(page))
    assert {block.language for block in blocks(page)} <= {"shell", "python", "text"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with what commands of a clone find there."""
    (tmp_path / "docs").mkdir()
    for name in ("tables.json", "tables.md"):
        shutil.copy(REPOSITORY / "docs" / name, tmp_path / "docs")
    return tmp_path


@pytest.mark.parametrize(
    "page",
    [pytest.param(page, marks=pytest.mark.thorough if page.name in LONG else ()) for page in RUN],
    ids=lambda page: page.name,
)
def test_commands_and_scripts_run(page: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    with socket.socket() as free_socket:
        free_socket.bind(("127.0.0.1", 0))
        port = free_socket.getsockname()[1]
    with ExitStack() as services:
        for block in blocks(page):
            if block.language == "text" and (named := FILE.search(block.before)) is not None:
                (folder / named[1]).write_text(block.text, encoding="utf-8")
            elif block.language == "python" and "import bpy" not in block.text:
                finish([sys.executable, "-c", fewer(block.text)], folder)
            elif block.language == "shell":
                for command in block.text.splitlines():
                    run(command, folder, port, services)


@pytest.mark.parametrize("page", sorted(LONG))
def test_commands_that_take_long_have_options_that_there_are(page: str) -> None:
    """Those run as well, in ``make test-all``: here their arguments are read."""
    parsers = {"puzzle_tables": read_tables, "puzzle_count": read_count, "shelf": read_shelf}
    known = set()
    for block in blocks(REPOSITORY / "docs" / page):
        for command in block.text.splitlines() if block.language == "shell" else ():
            words = shlex.split(command)
            program = next((word for word in words if word in parsers), "")
            assert program or words[0] in {"pip", "dask"}, command
            if program:
                parsers[program](words[words.index(program) + 1 :])
                known.add(program)
    assert known


def test_the_shelf_of_a_site_is_of_series_that_are_taken() -> None:
    """It is filled in ``make test-all``, and where a release is made."""
    for series in stock():
        read_shelf(["stock.sqlite", *series])


def read_shelf(arguments: list[str]) -> None:
    """Read the arguments of the shelf's command; what is wrong raises ArgumentsError."""
    options, kind = parsed(arguments, StringIO())
    given_seeds(options, kind)
    given_series(options, kind)


def read_tables(arguments: list[str]) -> None:
    table.parser_of(StringIO()).parsed(arguments)


def read_count(arguments: list[str]) -> None:
    assert set(count.parser_of(StringIO()).parsed(arguments).names) <= {*BURRS, *CLASSICS}


def run(command: str, folder: Path, port: int, services: ExitStack) -> None:
    """Run a command: ``make`` only says what it would do, and what serves others goes on until the end."""
    first, *words = command.split()
    here = command.replace(f"--host {PLACE}", f"--host 127.0.0.1 --port {port}").replace(
        f"{PLACE}:8786", f"127.0.0.1:{port}"
    )
    here = here.replace(WORKERS_PLACE, "127.0.0.1")
    here = here.replace("PYTHONPATH=scripts .venv/bin/python", shlex.quote(sys.executable))
    if first == "make":
        finish(["make", "--dry-run", *words], REPOSITORY)
    elif first == "pip":
        check_package(words[-1].strip('"'))
    elif first == "dask":
        process = subprocess.Popen(
            ["sh", "-c", f"exec {here}"],
            cwd=folder,
            env=environment(),
            stderr=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )
        services.callback(process.wait)
        services.callback(process.terminate)
    elif any(part in command for part in ENDLESS):
        start_and_stop(here, folder)
    elif first == "puzzle-cubes" and words[0] in KINDS and not re.search(r"[|>]", here):
        done = run_here(*shlex.split(here)[1:])
        assert done.code == 0, f"{here}\n{done.errors}"
    else:
        finish(["sh", "-c", here], folder)


def fewer(script: str) -> str:
    """Return a script with fewer guests and cubes: each is made as all others are."""
    return re.sub(r'"((?:[A-Z]{3} ){2}[A-Z]{3})(?: [A-Z]{3})+"', r'"\1"', script).replace("range(200)", "range(20)")


def environment() -> dict[str, str]:
    """Return an environment in which the programs of this Python are found first."""
    return os.environ | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}


def finish(command: list[str], folder: Path) -> str:
    """Run a command to its end, which must be a good one, and return what it prints."""
    done = subprocess.run(command, cwd=folder, env=environment(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command[-1]}\n{done.stdout}{done.stderr}"
    return done.stdout


def start_and_stop(command: str, folder: Path) -> None:
    """Start a command, and stop it by Ctrl-C once its file is there: it says so in a sentence."""
    words = shlex.split(command)
    kept = folder / words[words.index("shelf" if "shelf" in words else "--keep") + 1]

    def written() -> int:
        """Return when the file was written last; the page may have made it before."""
        return kept.stat().st_mtime_ns if kept.exists() else 0

    earlier = written()
    process = subprocess.Popen(["sh", "-c", f"exec {command}"], cwd=folder, env=environment(), stderr=subprocess.PIPE)
    begin = monotonic()
    while written() == earlier:
        assert process.poll() is None, command
        assert monotonic() - begin < PATIENCE, command
        sleep(0.1)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1, said.decode()
    assert "Traceback" not in said.decode()


def check_package(name: str) -> None:
    """Hold what pip is told to install to what the project is; tests/core/test_distribution.py installs it."""
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wheel = f"{project['name'].replace('-', '_')}-{project['version']}-py3-none-any.whl"
    extras = {f".[{extra}]" for extra in project["optional-dependencies"]}
    assert name in {*extras, "."} or Path(name).name == wheel


@pytest.fixture(scope="module")
def options() -> set[str]:
    """Return all options of the commands, as their helps have them."""
    helps = StringIO()
    for kind in KINDS:
        run_command([kind, "--help-all"], helps)
        run_shelf(["--kind", kind, "--help"], helps)
    table.run(["--help"], helps)
    count.run(["--help"], helps)
    return set(OPTION.findall(helps.getvalue()))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_option_that_is_named_is_one(page: Path, options: set[str]) -> None:
    code = re.findall(r"`([^`\n]+)`", page.read_text(encoding="utf-8"))
    assert {option for part in code for option in OPTION.findall(part)} - options <= OF_OTHERS


@pytest.mark.parametrize("page", [*PAGES, REPOSITORY / "CONTRIBUTING.md"], ids=lambda page: page.name)
def test_what_make_is_told_to_do_it_can(page: Path) -> None:
    targets = set(re.findall(r"^([a-z][a-z-]*):", (REPOSITORY / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    text = page.read_text(encoding="utf-8")
    code = [*re.findall(r"`([^`\n]+)`", text), *(block.text for block in blocks(page) if block.language == "shell")]
    asked = {target for part in code for target in TARGET.findall(part)}
    assert asked <= targets

# SPDX-License-Identifier: GPL-3.0-or-later
"""The extension in the real Blender: installed, updated, run by its command without a window, and disabled."""

from __future__ import annotations

import json
import shutil
import subprocess
import tomllib
from pathlib import Path
from time import sleep

import pytest
from installed_extension import ROOT, write_repository

from tests.core.command_line.terminal import in_terminal
from tests.gui.debian import Debian, complaints
from tests.gui.screen import Screen
from tests.gui.test_print import FILES, assert_closed
from tests.gui.wait_until import wait_for
from tests.served import NEXT, newer_sources, served


def version_in(user: Path) -> str:
    """Return the version that is installed."""
    manifest = user / "extensions" / "ours" / "puzzle_cubes" / "blender_manifest.toml"
    version: str = tomllib.loads(manifest.read_text(encoding="utf-8"))["version"]
    return version


def test_it_is_installed_and_updated_by_command(debian: Debian, tmp_path: Path) -> None:
    user = debian.folder / "of_repository"
    user.mkdir()
    write_repository(tmp_path / "release")

    def command(*arguments: str) -> str:
        done = debian.run("--online-mode", "--command", *arguments, user=user)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    with served(tmp_path / "release") as address:
        # Nothing else is asked for anything.
        command("extension", "repo-remove", "blender_org")
        command("extension", "repo-add", "--name", "Ours", "--url", f"{address}index.json", "ours")
        command("extension", "install", "--sync", "--enable", "puzzle_cubes")
        present = tomllib.loads((ROOT / "blender_manifest.toml").read_text(encoding="utf-8"))["version"]
        assert version_in(user) == present
        assert "2x2x2" in command("puzzle_cubes", "oskar", "--size", "2", "--check")
        write_repository(tmp_path / "release", newer_sources(tmp_path / "newer"))
        command("extension", "update", "--sync")
        assert version_in(user) == NEXT
        assert "2x2x2" in command("puzzle_cubes", "oskar", "--size", "2", "--check")


def test_extension_is_valid(debian: Debian, zip_file: Path) -> None:
    done = debian.run("--command", "extension", "validate", debian.inside(zip_file), user=debian.folder)
    assert done.returncode == 0, done.stderr
    assert not complaints(done.stdout + done.stderr)


@pytest.mark.once
def test_command_prints_its_report_alone(debian: Debian, user: Path) -> None:
    out = debian.folder / "command"
    arguments = ["--size", "3x4x3", "--seed", "7", "--one-piece", "--json", "--out", debian.inside(out)]
    done = debian.run("--command", "puzzle_cubes", "oskar", *arguments, user=user)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert (report["size"], report["seed"]) == ([3, 4, 3], 7)
    assert {debian.outside(file["path"]) for file in report["files"]} == {out / name for name in FILES}
    assert {file.name for file in out.iterdir()} == FILES
    assert_closed(out)
    # Nothing of Blender's own, as how long an exporter took.
    assert done.stderr == ""
    summed_up = debian.run("--command", "puzzle_cubes", "packing", "--out", debian.inside(out / "pieces"), user=user)
    assert (summed_up.returncode, summed_up.stderr) == (0, "")
    first, difficulty, code, cost, *files = summed_up.stdout.splitlines()
    assert [line.split()[0] for line in (difficulty, code, cost)] == ["difficulty", "code", "print"]
    assert first.startswith("Packing Cube Megaron: ")
    assert all(line.startswith(f"  {debian.inside(out)}/pieces/") for line in files)


def damaged_file(debian: Debian) -> Path:
    """Return a file that is no puzzle."""
    file = debian.folder / "damaged.json"
    file.write_text("no puzzle")
    return file


@pytest.mark.thorough
def test_command_shows_what_is_wrong_by_its_exit_code(debian: Debian, user: Path) -> None:
    out = debian.folder / "none"
    output = ("--out", debian.inside(out))
    wrong = debian.run("--command", "puzzle_cubes", "oskar", "--size", "3", "x", "3", *output, user=user)
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert "puzzle_cubes: " in wrong.stderr
    damaged = ("--from", debian.inside(damaged_file(debian)))
    failed = debian.run("--command", "puzzle_cubes", "oskar", *damaged, *output, user=user)
    assert (failed.returncode, failed.stdout) == (1, "")
    assert failed.stderr.startswith(f"puzzle_cubes: File '{damaged[1]}': The file is not a puzzle file")
    assert not out.exists()


@pytest.mark.once
def test_ctrl_c_ends_a_search_with_its_best_which_is_written(debian: Debian, user: Path) -> None:
    out = debian.folder / "stopped"
    arguments = ("--style", "hard", "--effort", "5000000", "--size", "5", "5", "5", "--out", debian.inside(out))
    with in_terminal(*debian.blender("--command", "puzzle_cubes", "oskar", *arguments, user=user)) as terminal:
        terminal.read_until(b"best so far")
        terminal.press_ctrl_c()
        code, printed = terminal.end()
    assert code == 1
    # Above it may be what Blender says at its start.
    assert "puzzle_cubes: Stopped: what was found so far is kept" in " ".join(terminal.seen())
    assert str(debian.inside(out)) in printed
    assert (out / "puzzle.json").is_file()


@pytest.mark.thorough
@pytest.mark.once
def test_disabled_while_it_works(debian: Debian, user: Path, screen: Screen) -> None:
    script = Path(shutil.copy(Path(__file__).with_name("disabling.py"), debian.folder))
    command = debian.blender("--python", debian.inside(script), user=user, display=screen.display)
    output = user / "console.txt"
    with output.open("wb") as console:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=console, stderr=subprocess.STDOUT)

    def has_ended() -> bool:
        # Blender does not forget a disabled operator before something happens, and a hand is never quite still.
        for place in (300, 310):
            screen.move(place, place)
            sleep(0.1)
        return process.poll() is not None

    wait_for(has_ended, "Blender has ended")
    printed = output.read_text(encoding="utf-8")
    assert process.returncode == 0, printed
    assert printed.count("{'RUNNING_MODAL'}") == 2, printed
    assert printed.count("{'FINISHED'}") == 2, printed
    assert not complaints(printed)
    # The game was logged, although it was cut short.
    (games,) = user.rglob("games.jsonl")
    (game,) = games.read_text(encoding="utf-8").splitlines()
    assert json.loads(game)["ended"] == "cut short"

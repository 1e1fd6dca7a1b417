# SPDX-License-Identifier: GPL-3.0-or-later
"""The sources: docstrings begin with no question, and the check of types finds mistakes with Blender's own types.

All mistakes are made in one copy of the sources, each in a file of its own, so that one check finds them.
"""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]
FOLDERS = ("blender_addon", "core", "scripts", "tests")

QUESTION = re.compile(r"(How|What|When|Where|Whether|Which|Who|Whom|Whose|Why)\b")

SOURCES = ("__init__.py", "blender_addon", "core", "pyproject.toml")

MISTAKES = (
    # Misspelled properties: of one kind, of every puzzle, and of a part.
    ("blender_addon/oskar/play.py", ".cross_position", ".cross_positon", "attr-defined"),
    ("blender_addon/scene/part_objects.py", "group.explode", "group.explod", "attr-defined"),
    ("blender_addon/scene/part_objects.py", "item.walls", "item.wals", "attr-defined"),
    # What may be missing: a region, an argument, and the active puzzle.
    ("blender_addon/window/sidebar.py", "present(context.region).", "context.region.", "union-attr"),
    ("blender_addon/scene/exports.py", "present(view_layer.depsgraph)", "view_layer.depsgraph", "return-value"),
    (
        "blender_addon/tab/menus.py",
        "if active_puzzle(context) is not None:",
        "if active_puzzle(context).name:",
        "union-attr",
    ),
    # Wrong results: of work, execute and modal.
    ("blender_addon/tab/puzzle_operators.py", 'return {"FINISHED"}', 'return {"FINISHD"}', "arg-type"),
    ("blender_addon/tab/preferences.py", 'return {"FINISHED"}', 'return "FINISHED"', "return-value"),
    ("blender_addon/window/game.py", 'return {"PASS_THROUGH"}', "return None", "return-value"),
)
"""In which file, what is right, what is wrong, and what mypy calls that."""


def begins_with_a_question(source: str) -> bool:
    return QUESTION.match(ast.get_docstring(ast.parse(source)) or "") is not None


def test_no_file_begins_with_a_question() -> None:
    files = [file for folder in FOLDERS for file in (REPOSITORY / folder).rglob("*.py")]
    asking = {
        file.relative_to(REPOSITORY).as_posix()
        for file in files
        if begins_with_a_question(file.read_text(encoding="utf-8"))
    }
    assert len(files) > 100
    assert asking == set()


def test_a_question_is_told_from_a_statement() -> None:
    assert begins_with_a_question('"""How a file is read."""')
    assert begins_with_a_question('# A comment.\n\n"""\nWhat is read.\n"""')
    assert not begins_with_a_question('"""Howls like a file."""')
    assert not begins_with_a_question("value = 1")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Return a folder with the sources."""
    for name in SOURCES:
        if (REPOSITORY / name).is_dir():
            shutil.copytree(REPOSITORY / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__", ".*"))
        else:
            shutil.copy(REPOSITORY / name, tmp_path / name)
    # What ``make lint`` has found of files that are as they were need not be found again.
    if (known := REPOSITORY / ".mypy_cache").is_dir():
        shutil.copytree(known, tmp_path / "cache")
    return tmp_path


def check_types(folder: Path) -> tuple[int, set[tuple[str, str]], str]:
    """Return the exit code, the files with errors and the kinds of these, and all that was printed."""
    script = REPOSITORY / "scripts" / "check_types.sh"
    done = subprocess.run(
        ["sh", script, sys.executable, "--cache-dir", folder / "cache"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    errors = re.findall(r"^build/types/extension/(\S+?):\d+: error: .*\[([a-z-]+)\]$", done.stdout, re.MULTILINE)
    return done.returncode, set(errors), done.stdout + done.stderr


@pytest.mark.thorough
def test_the_sources_have_no_mistake(copy: Path) -> None:
    code, errors, printed = check_types(copy)
    assert (code, errors) == (0, set()), printed


def test_each_mistake_is_found(copy: Path) -> None:
    for file, right, wrong, _ in MISTAKES:
        text = (copy / file).read_text(encoding="utf-8")
        assert right in text
        (copy / file).write_text(text.replace(right, wrong, 1), encoding="utf-8")
    code, errors, printed = check_types(copy)
    assert (code, errors) == (1, {(file, kind) for file, _, _, kind in MISTAKES}), printed


def test_nothing_of_the_extension_is_exempt() -> None:
    settings = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]
    exempt = {module for override in settings["overrides"] for module in override["module"]}
    assert settings["strict"] is True
    assert settings.get("disable_error_code", []) == []
    assert not {module for module in exempt if re.match(r"extension|puzzle_cubes|blender_addon|core|\*", module)}

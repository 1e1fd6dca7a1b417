# SPDX-License-Identifier: GPL-3.0-or-later
"""The check of types that ``make lint`` makes sees the mistakes that are easily made with Blender's own types.

Each test makes one mistake in a copy of the sources. All share what mypy has found out before, so that only the first
check takes its time.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]
SOURCES = ("__init__.py", "blender_addon", "core", "pyproject.toml")

PLAY = "blender_addon/oskar/play.py"
GAME = "blender_addon/window/game.py"
APART = "blender_addon/scene/part_objects.py"
DISPLAY = "blender_addon/scene/colors.py"
TEXTS = "blender_addon/window/sidebar.py"
MENUS = "blender_addon/tab/menus.py"
EXPORT_SCENE = "blender_addon/data/export_scene.py"
OPERATORS = "blender_addon/tab/puzzle_operators.py"
MILLIMETERS = "blender_addon/tab/preferences.py"


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sources")
    for name in SOURCES:
        if (REPOSITORY / name).is_dir():
            shutil.copytree(REPOSITORY / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", ".*"))
        else:
            shutil.copy(REPOSITORY / name, folder / name)
    return folder


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
    found = re.findall(r"^build/types/extension/(\S+?):\d+: error: .*\[([a-z-]+)\]$", done.stdout, re.MULTILINE)
    return done.returncode, set(found), done.stdout + done.stderr


@contextmanager
def mistake(path: Path, right: str, wrong: str) -> Iterator[None]:
    """Put a mistake into a file, at the first place where it can be made, for a while."""
    text = path.read_text(encoding="utf-8")
    assert right in text
    # What was changed within a second mypy notices by the file's size only.
    assert len(wrong) != len(right)
    path.write_text(text.replace(right, wrong, 1), encoding="utf-8")
    try:
        yield
    finally:
        path.write_text(text, encoding="utf-8")


@pytest.mark.thorough
def test_the_sources_have_no_mistake(copy: Path) -> None:
    code, found, printed = check_types(copy)
    assert (code, found) == (0, set()), printed


@pytest.mark.parametrize(
    ("file", "right", "wrong", "kind"),
    [
        pytest.param(PLAY, ".cross_position", ".cross_positon", "attr-defined", id="property_of_one_kind"),
        pytest.param(APART, "group.explode", "group.explod", "attr-defined", id="property_of_every_puzzle"),
        pytest.param(DISPLAY, "item.walls", "item.wals", "attr-defined", id="property_of_a_part"),
        pytest.param(TEXTS, "present(context.region).", "context.region.", "union-attr", id="region_not_checked"),
        pytest.param(
            EXPORT_SCENE, "present(view_layer.depsgraph)", "view_layer.depsgraph", "arg-type", id="argument_not_checked"
        ),
        pytest.param(
            MENUS,
            "if active_puzzle(context) is not None:",
            "if active_puzzle(context).name:",
            "union-attr",
            id="puzzle_not_checked",
        ),
        pytest.param(OPERATORS, 'return {"FINISHED"}', 'return {"FINISHD"}', "arg-type", id="result_of_work"),
        pytest.param(MILLIMETERS, 'return {"FINISHED"}', 'return "FINISHED"', "return-value", id="result_of_execute"),
        pytest.param(GAME, 'return {"PASS_THROUGH"}', "return None", "return-value", id="result_of_modal"),
    ],
)
def test_a_mistake_is_found(copy: Path, file: str, right: str, wrong: str, kind: str) -> None:
    with mistake(copy / file, right, wrong):
        code, found, printed = check_types(copy)
    assert (code, found) == (1, {(file, kind)}), printed


def test_nothing_of_the_extension_is_exempt() -> None:
    settings = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]
    exempt = {module for override in settings["overrides"] for module in override["module"]}
    assert settings["strict"] is True
    assert settings.get("disable_error_code", []) == []
    assert not {module for module in exempt if re.match(r"extension|puzzle_cubes|blender_addon|core|\*", module)}

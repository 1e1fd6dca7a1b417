# SPDX-License-Identifier: GPL-3.0-or-later
"""The core knows no Blender and no global randomness, and but for two rooms no files; a tool guards that."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from functools import lru_cache
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]
MODULES = sorted((REPOSITORY / "core").rglob("*.py"))
ALLOWED = sys.stdlib_module_names | {"numpy"}
WRITING_ROOMS = {REPOSITORY / "core" / room for room in ("export", "command_line")}
"""Those that read and write files, and print."""

READING = REPOSITORY / "core/packing/files/models.py"
"""What reads the file that an option names: only once a puzzle is made is it known that it is one."""

BLENDER = ("bpy", "bmesh", "mathutils", "blender_addon")


def rules_broken(file_name: str, *statements: str) -> list[set[str]]:
    """Return the rules of the repository that ruff finds broken by each of some lines of a file."""
    ruff = [sys.executable, "-m", "ruff", "check", "--output-format", "json", "--stdin-filename", file_name, "-"]
    said = subprocess.run(
        ruff, input="\n".join([*statements, ""]), cwd=REPOSITORY, capture_output=True, text=True, check=False
    ).stdout
    broken: list[set[str]] = [set() for _ in statements]
    for violation in json.loads(said):
        broken[violation["location"]["row"] - 1].add(violation["code"])
    return broken


@lru_cache(1)
def nodes(source: str) -> list[ast.AST]:
    """Return all nodes of a module."""
    return list(ast.walk(ast.parse(source)))


def foreign_imports(source: str, depth: int = 1) -> list[str]:
    """Return what a module imports but for the standard library, numpy and its own package, ``depth`` levels up."""
    foreign = []
    for node in nodes(source):
        if isinstance(node, ast.Import):
            foreign += [name.name for name in node.names if name.name.split(".")[0] not in ALLOWED]
        elif isinstance(node, ast.ImportFrom):
            inside = 0 < node.level <= depth
            if not inside and (node.level or str(node.module).split(".")[0] not in ALLOWED):
                foreign.append("." * node.level + (node.module or ""))
    return foreign


def global_randomness(source: str) -> list[str]:
    """Return what a module takes from the global random generators: only the class Random may be used."""
    used = []
    for node in nodes(source):
        if isinstance(node, ast.ImportFrom) and node.module in ("random", "numpy.random"):
            used += [name.name for name in node.names if name.name not in ("Random", "Generator")]
        elif isinstance(node, ast.ImportFrom) and node.module == "numpy":
            used += [name.name for name in node.names if name.name == "random"]
        elif isinstance(node, ast.Import):
            used += [name.name for name in node.names if name.name in ("random", "numpy.random", "secrets", "uuid")]
        elif isinstance(node, ast.Attribute) and node.attr == "random" and isinstance(node.value, ast.Name):
            used += [f"{node.value.id}.random"] if node.value.id in ("np", "numpy") else []
    return used


def output(source: str) -> list[str]:
    """Return what a module calls to print, or to read or write files."""
    calls = [node.func for node in nodes(source) if isinstance(node, ast.Call)]
    named = [call.id for call in calls if isinstance(call, ast.Name)]
    methods = [call.attr for call in calls if isinstance(call, ast.Attribute)]
    return [name for name in named if name in ("print", "open", "input")] + [
        name for name in methods if name in ("open", "read_text", "write_text", "read_bytes", "write_bytes", "tofile")
    ]


@pytest.mark.parametrize("file_name", ["core/example.py", "core/oskar/generators/example.py"])
def test_ruff_keeps_blender_out_of_the_core(file_name: str) -> None:
    imports = [f"import {module}" for module in BLENDER] + [f"from {module} import something" for module in BLENDER]
    assert all("TID251" in rules for rules in rules_broken(file_name, *imports))


def test_ruff_lets_the_addon_use_blender() -> None:
    for rules in rules_broken("blender_addon/example.py", "import bpy", "import bmesh", "import mathutils"):
        assert "F401" in rules
        assert "TID251" not in rules


def test_ruff_keeps_global_randomness_out_of_the_core() -> None:
    calls = "random.shuffle([])", "random.seed(1)"
    _, *of_calls = rules_broken("core/oskar/generators/example.py", "import random", *calls)
    assert all("TID251" in rules for rules in of_calls)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(REPOSITORY)))
def test_a_module_of_the_core_stays_in_its_layer(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    depth = len(path.relative_to(REPOSITORY).parts) - 1
    assert foreign_imports(source, depth) == []
    assert global_randomness(source) == []
    assert output(source) == [] or WRITING_ROOMS & set(path.parents) or path == READING


def test_all_modules_were_looked_at() -> None:
    assert {"puzzle.py", "solid.py", "growing.py"} <= {path.name for path in MODULES}


@pytest.mark.parametrize(
    "source",
    [
        "import bpy",
        "from mathutils import Vector",
        "from ..blender_addon import units",
        "import bmesh.ops",
        "import core",
    ],
)
def test_a_foreign_import_would_be_noticed(source: str) -> None:
    assert foreign_imports(source) != []


@pytest.mark.parametrize(
    "source",
    [
        "import random",
        "from random import shuffle",
        "np.random.rand()",
        "from numpy import random",
        "import numpy.random",
    ],
)
def test_global_randomness_would_be_noticed(source: str) -> None:
    assert global_randomness(source) != []


@pytest.mark.parametrize("source", ["print(1)", "open('x')", "path.write_text('x')"])
def test_output_would_be_noticed(source: str) -> None:
    assert output(source) != []

# SPDX-License-Identifier: GPL-3.0-or-later
"""Shows what comes of each change by hand in a real Blender: the message, the files, and whether they fit.

``PYTHONPATH=.:build/package:scripts .venv/bin/python -m scripts.hand_changes`` prints a table, and ``--markdown FILE``
writes it. With ``--against REVISION`` the same is done by that revision of the repository, and stands beside it.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from importlib import import_module
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from textwrap import shorten
from types import ModuleType
from typing import Any

import numpy as np
import trimesh
from files_that_fit import HAIR, misfit, volume
from installed_extension import ROOT, extension
from revisions import unpacked

ONE = "--one"
"""What is asked of a process that does all changes once, by the sources in its folder."""

LENT = (
    "scripts/files_that_fit.py",
    "scripts/hand_changes.py",
    "tests/blender/packing/exported_pieces.py",
    "tests/blender/scene/hand_changes.py",
)
"""What an older revision is lent: the changes, and the judge."""

FITS, OTHER, UNFIT = "written, fits", "written, fits, not what is seen or said", "written, does not fit"
REFUSED, ERROR = "nothing written", "error"

NOTICED = 0.005
"""The share by which the weight that a check states may be off."""

UNCHANGED = "nothing"
"""The first change: by it one sees that files of each version are judged right."""

Row = dict[str, str]
"""What was changed of which puzzle, what is said of it, and what came of the files, and why."""

Change = Callable[[Any], object]


def said(root: ModuleType) -> str:
    """Return what the panel says of changes by hand, or what the check reports where it says nothing."""
    import bpy

    scene = f"{root.__name__}.blender_addon.scene"
    # Older versions say nothing of them.
    if find_spec(f"{scene}.by_hand"):
        puzzle = import_module(f"{scene}.puzzle").active_puzzle(bpy.context)
        if sentence := import_module(f"{scene}.by_hand").by_hand(puzzle).sentence:
            return str(sentence)
    operators: Any = bpy.ops
    with redirect_stdout(StringIO()) as reports:
        operators.puzzle_cubes.check()
    return "Check: " + reports.getvalue().strip().partition(": ")[2]


def seen_volume(shown: list[Any]) -> float:
    """Return how much material the view shows, in cubic millimeters; it is negative for a mirror image."""
    import bpy

    graph, cubic = bpy.context.evaluated_depsgraph_get(), 0.0
    for part in shown:
        mesh = part.evaluated_get(graph).to_mesh()
        mesh.calc_loop_triangles()
        corners = np.array([vertex.co for vertex in mesh.vertices])
        faces = np.array([triangle.vertices for triangle in mesh.loop_triangles])
        cubic += trimesh.Trimesh(corners, faces, process=False).volume * part.matrix_world.determinant()
    return cubic * 1e9


def outcome(root: ModuleType, label: str, change: Change, folder: Path) -> Row:
    """Make a puzzle, export it, change it and export it again in a folder; return what comes of it."""
    import bpy

    from tests.blender.scene.hand_changes import made, shown

    operators: Any = bpy.ops
    context: Any = bpy.context
    before, after = folder / "before", folder / "after"
    operators.wm.read_homefile(use_factory_startup=True, use_empty=True)
    group = made(label)
    operators.puzzle_cubes.export(directory=str(before))
    change(group)
    context.view_layer.objects.active = group.carrier
    context.view_layer.update()
    row = {"says": said(root)}
    seen = seen_volume(shown(group))
    try:
        operators.puzzle_cubes.export(directory=str(after))
    except RuntimeError as error:
        is_refused = not after.exists() and "Traceback" not in str(error)
        why = str(error).removeprefix("Error: ").splitlines()[0]
        return row | {"files": REFUSED if is_refused else ERROR, "why": why}
    laid = json.loads(group.built)["laid"]
    if why := misfit(after, before, laid):
        return row | {"files": UNFIT, "why": why}
    written = volume(after, laid)
    if abs(seen / written - 1) > HAIR:
        times = f"the view has {seen / written:.3g} times the volume"
        return row | {"files": OTHER, "why": times if seen > 0 else "the view has the mirror image"}
    told = volume(before, laid)
    if row["says"].startswith("Check: ") and abs(told / written - 1) > NOTICED:
        return row | {"files": OTHER, "why": f"the check has {told / written:.3g} times the volume"}
    return row | {"files": FITS, "why": ""}


def measured() -> Iterator[Row]:
    """Do all changes once, in this process, and yield what comes of each."""
    with extension() as root:
        from tests.blender.scene.hand_changes import CHANGES, KEYS, bevel, pull_up

        def pull_up_and_bevel(group: Any) -> None:
            pull_up(group)
            bevel(group)

        changes: dict[str, Change] = {UNCHANGED: lambda _: None}
        changes |= {name: change for name, (change, _) in CHANGES.items()}
        changes["pulled up by 5 mm, and a bevel"] = pull_up_and_bevel
        for name, change in changes.items():
            for label in KEYS:
                with tempfile.TemporaryDirectory() as folder:
                    try:
                        row = outcome(root, label, change, Path(folder))
                    except Exception as error:  # noqa: BLE001  (what an old version raises is what is looked for)
                        row = {"says": "", "files": ERROR, "why": f"{type(error).__name__}: {error}"}
                yield {"change": name, "puzzle": label} | row


def measured_in(folder: Path) -> list[Row]:
    """Return what comes of all changes with the sources in a folder."""
    paths = (folder, folder / "build" / "package", folder / "scripts")
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, paths))}
    command = [sys.executable, "-m", "scripts.hand_changes", ONE]
    done = subprocess.run(command, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    rows: list[Row] = json.loads(done.stdout.splitlines()[-1])
    return rows


def table(versions: dict[str, list[Row]]) -> str:
    """Return what comes of each change as Markdown, with two columns for each version, and how often it comes."""
    lines = [["change", "puzzle", *(f"{name}: {what}" for name in versions for what in ("says", "files"))]]
    lines.append(["---"] * len(lines[0]))
    for rows in zip(*versions.values(), strict=True):
        cells = [rows[0]["change"], rows[0]["puzzle"]]
        for row in rows:
            why = row["why"] if row["why"] != row["says"] else "as said"
            cells += [row["says"], f"{row['files']}: {why}".removesuffix(": ")]
        lines.append([shorten(cell, 120, placeholder=" ...") for cell in cells])
    text = "".join(f"| {' | '.join(cells)} |\n" for cells in lines)
    for name, found in versions.items():
        counts = Counter(row["files"] for row in found if row["change"] != UNCHANGED)
        text += f"\n{name}: " + "; ".join(f"{files} {counts[files]}" for files in (FITS, OTHER, UNFIT, REFUSED, ERROR))
    return text + "\n"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Show what comes of each change by hand.")
    parser.add_argument("--against", metavar="REVISION", help="show an older revision beside it, too")
    parser.add_argument("--markdown", metavar="FILE", type=Path, help="write the table to a file, too")
    arguments = parser.parse_args()
    versions = {"now": measured_in(ROOT)}
    if arguments.against:
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(unpacked(arguments.against), folder, symlinks=True, dirs_exist_ok=True)
            for name in LENT:
                shutil.copy(ROOT / name, Path(folder) / name)
            versions[arguments.against] = measured_in(Path(folder))
    text = table(versions)
    print(text)
    if arguments.markdown:
        arguments.markdown.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:] == [ONE]:
        print(json.dumps([*measured()]))
    else:
        main()

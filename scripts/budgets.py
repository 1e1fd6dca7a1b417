# SPDX-License-Identifier: GPL-3.0-or-later
"""Budgets of the house, ``budgets.toml``, beside what it has: ``make budgets`` fails where a figure is over.

With ``--write`` budgets go down to what is measured, and never up: who needs more changes the file by hand, in a commit
that says why.

- lines, files: of each room, a folder below ``core`` or ``blender_addon``, and of ``scripts``.
- functions: those with more than 50 lines; ruff looks at their statements and at how complex they are.
- names: variables and arguments that are pronouns, which nobody can search for, in the product and in the tests.
- ways: files of the product with a function that runs from where a value is given until it is printed or made.
- reaches: how often what is no kind, nor the library, takes something of a part of a kind, as ``kind.codes.letter``.
- triangles: in the STL files of three kits.
- memory: megabytes at most while Python does a job, as ``tracemalloc`` counts them.
"""

from __future__ import annotations

import ast
import gc
import re
import sys
import tempfile
import tomllib
import tracemalloc
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from math import ceil
from pathlib import Path
from types import FrameType
from typing import Any

from installed_extension import extension, new_puzzle

import puzzle_cubes.kinds

ROOT = Path(__file__).resolve().parent.parent
BUDGETS = ROOT / "budgets.toml"
TOPS = ("core", "blender_addon", "scripts")
MOST_LINES = 50
PRONOUNS = {"one", "found", "there", "other", "it", "them", "this", "that"}

REACH = re.compile(r"\bkind\.[a-z_]+\.[a-z_]+")
REACHING = re.compile(rf"(core|blender_addon)/(?!({'|'.join(puzzle_cubes.kinds.NAMES)})/|library\.py)")
"""Begins the path of a file that is no kind's own, nor the library."""

TEXTS = "xx|x.\nxx|..\nx\n", "xx|.x\nx\nxx\nx\n"
"""Pieces as people write them, a line for each."""

ROOM_FOR_MEMORY = 1.05
"""Pythons and their libraries differ a little."""

Figures = dict[str, dict[str, int]]


def read_budgets() -> dict[str, dict[str, Any]]:
    """Return the budgets, and what is only told, by section and name."""
    return tomllib.loads(BUDGETS.read_text(encoding="utf-8"))


def modules(tops: tuple[str, ...] = TOPS) -> dict[str, str]:
    """Return the texts of all Python files below some folders, those of the house, by their paths."""
    paths = sorted(path for top in tops for path in (ROOT / top).rglob("*.py"))
    return {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in paths}


def pronouns(tops: tuple[str, ...]) -> int:
    """Return how many variables and arguments of the Python files below some folders have pronouns as names.

    A method of an operator may call what it is given ``other``, as everybody does.
    """
    names = 0
    for node in (node for text in modules(tops).values() for node in ast.walk(ast.parse(text))):
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("__"):
            names += sum(argument.arg in PRONOUNS for argument in ast.walk(node.args) if isinstance(argument, ast.arg))
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names += node.id in PRONOUNS
    return names


def counted(texts: dict[str, str]) -> Figures:
    """Return what the sources say: lines and files of rooms, functions that are too large, and reaches into kinds."""
    lines: Counter[str] = Counter()
    files: Counter[str] = Counter()
    for path, text in texts.items():
        top, name, *rest = path.split("/")
        room = f"{top}/{name}" if rest and top != "scripts" else top
        lines[room] += len(text.splitlines())
        files[room] += 1
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    functions = [node for text in texts.values() for node in ast.walk(ast.parse(text)) if isinstance(node, kinds)]
    long = sum((node.end_lineno or 0) - node.lineno >= MOST_LINES for node in functions)
    return {
        "lines": dict(lines) | {"all": lines.total()},
        "files": dict(files) | {"all": files.total()},
        "functions": {"long": long},
        "reaches": {"kind": sum(len(REACH.findall(text)) for path, text in texts.items() if REACHING.match(path))},
    }


def files_run(job: Callable[[Any], object], before: object, value: object) -> int:
    """Return how many files of the product have a function that runs while a job is done with a value.

    It is done with another one before, as imports run, too. Each value has a folder of its own: files of a puzzle that
    lie there would be read.
    """
    job(before)
    files = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        _, product, file = frame.f_code.co_filename.replace("\\", "/").rpartition("/puzzle_cubes/")
        if event == "call" and product:
            files.add(file)

    sys.setprofile(note)
    try:
        job(value)
    finally:
        sys.setprofile(None)
    return len(files)


def from_panel(folder: str) -> int:
    """Return how many files run from a wall in Blender's panel to the STL file."""
    with extension():
        import bpy

        operators: Any = bpy.ops
        puzzle = new_puzzle(size=(3, 3, 3))

        def export(wall: float) -> None:
            puzzle.oskar.wall = wall
            with redirect_stdout(None):
                operators.puzzle_cubes.export(directory=f"{folder}/{wall}")

        return files_run(export, 2.4, 2.5)


def measured() -> Figures:
    """Return what running the product says: files on the ways, triangles of kits, and memory of jobs."""
    make = puzzle_cubes.make
    ways, triangles, memory = {}, {}, {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        small = make("oskar", size=(3, 3, 3), way="one_piece")
        texts = {folder / f"{number}.txt": text for number, text in enumerate(TEXTS)}
        for file, text in texts.items():
            file.write_text(text, encoding="utf-8")
        ways["wall to STL"] = files_run(lambda wall: small.changed(wall=wall).write(folder / str(wall)), 2.4, 2.5)
        ways["seed to maze"] = files_run(lambda seed: make("oskar", size=(3, 3, 3), seed=seed), 4, 5)
        ways["text to 3MF"] = files_run(lambda file: puzzle_cubes.read(file).write(file.with_suffix("")), *texts)
        kits = {
            "oskar 10x10x10": make("oskar", size=(10, 10, 10), way="kit", bed_x=300, bed_y=300),
            "soma": make("packing", puzzle="soma", way="cut"),
            "burr": make("burr", way="cut"),
        }
        for kit, puzzle in kits.items():
            written = puzzle.write(folder / kit)
            # A binary STL says after 80 bytes how many it has.
            counts = [path.read_bytes()[80:84] for path in written if path.suffix == ".stl"]
            triangles[kit] = sum(int.from_bytes(count, "little") for count in counts)
        jobs: dict[str, Callable[[], object]] = {
            "settings to STL 20x20x20": lambda: make("oskar", size=(20, 20, 20), way="one_piece").write(folder / "20"),
            "kit 10x10x10": lambda: kits["oskar 10x10x10"].changed(wall=2.9).write(folder / "kit"),
            "check 10x10x10": lambda: make("oskar", size=(10, 10, 10), way="one_piece").check(),
            "searches": lambda: (make("packing", puzzle="soma"), make("packing", puzzle="bedlam", first=True)),
            "burr": lambda: make("burr", made_by="wish", level=3),
        }
        for job, work in jobs.items():
            memory[job] = peak(work)
        ways["panel to STL"] = from_panel(f"{name}/panel")
    return {"ways": ways, "triangles": triangles, "memory": memory}


def peak(work: Callable[[], object]) -> int:
    """Return the megabytes that a job takes at most, rounded up."""
    gc.collect()
    tracemalloc.start()
    try:
        work()
        return ceil(tracemalloc.get_traced_memory()[1] / 1e6)
    finally:
        tracemalloc.stop()


def table(budgets: dict[str, dict[str, Any]], figures: Figures) -> Iterator[tuple[str, bool]]:
    """Yield a line for each figure, and whether it is over its budget; one without a budget is."""
    for section, names in figures.items():
        for name, figure in names.items():
            budget = budgets.get(section, {}).get(name)
            is_over = budget is None or figure > budget
            note = "no budget" if budget is None else f"at most {budget:,}"
            yield f"{section:10}{name:28}{figure:>9,}  {note}{': OVER' if is_over else ''}", is_over


def lowered(budgets: dict[str, dict[str, Any]], figures: Figures) -> dict[str, dict[str, Any]]:
    """Return budgets that are as low as the figures, where those are lower or have none."""
    made = dict(budgets)
    for section, names in figures.items():
        slack = ROOM_FOR_MEMORY if section == "memory" else 1
        old = budgets.get(section, {})
        made[section] = {name: min(ceil(figure * slack), old.get(name, sys.maxsize)) for name, figure in names.items()}
    return made


def as_toml(budgets: dict[str, dict[str, Any]]) -> str:
    """Return budgets as the text of their file."""
    head = "# What the house may have at most: see scripts/budgets.py. More needs a commit that says why.\n"
    sections = (
        f"\n[{section}]\n" + "".join(f'"{name}" = {value!r}\n'.replace("'", '"') for name, value in names.items())
        for section, names in budgets.items()
    )
    return head + "".join(sections)


def judged(budgets: dict[str, dict[str, Any]], figures: Figures) -> int:
    """Print all figures beside the budgets, and return the exit code."""
    lines = [*table(budgets, figures)]
    print("\n".join(line for line, _ in lines))
    over = sum(is_over for _, is_over in lines)
    print(f"Over their budgets: {over or 'none'}.")
    return 1 if over else 0


def main() -> int:
    """Measure, judge, and return the exit code."""
    parser = ArgumentParser(description="Print what the house has beside what it may have.")
    parser.add_argument("--write", action="store_true", help="lower the budgets to what is measured")
    options = parser.parse_args()
    names = {"names": {"product": pronouns(TOPS), "tests": pronouns(("tests",))}}
    budgets, figures = read_budgets(), counted(modules()) | names | measured()
    if options.write:
        budgets = lowered(budgets, figures)
        BUDGETS.write_text(as_toml(budgets), encoding="utf-8")
    code = judged(budgets, figures)
    told = ", ".join(f"{name} {value:,}" for name, value in budgets["seconds"].items())
    print(f"Seconds on a fresh machine with two cores, which are only told: {told}.")
    return code


if __name__ == "__main__":
    sys.exit(main())

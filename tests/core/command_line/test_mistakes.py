# SPDX-License-Identifier: GPL-3.0-or-later
"""Mistakes that people make, and the answers: what is wrong, and what to do."""

from __future__ import annotations

import shlex
from contextlib import chdir, redirect_stderr
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path

import pytest

from puzzle_cubes.command_line.run import run
from puzzle_cubes.kinds import KINDS
from puzzle_shelf.arguments import ABOUT
from puzzle_shelf.command import run as run_shelf
from puzzle_shelf.filling import ShelfWriter, rows_of
from tests.core.command_line.command import run_here
from tests.core.export.written import folder_state

MISTAKES = [
    (2, "", "A command is missing: there are oskar, burr, packing and shelf, and --help says more."),
    (2, "cube", "Command 'cube' is not known: there are oskar, burr, packing and shelf, and --help says more."),
    (
        2,
        "OSKAR --sizze 3",
        "Argument '--sizze' is not known: did you mean --size? --help-all shows all that there are.",
    ),
    (
        2,
        "soma",
        "Command 'soma' is not known: did you mean packing --puzzle soma? There are oskar, burr, packing",
    ),
    (2, "oskar --size", "Argument --size has no value: write --size XxYxZ."),
    (
        2,
        "oskar --size 5 5",
        "Argument --size is '5 5': it must be three whole numbers from 1 to 100 cells, as 5x5x5 or 5.",
    ),
    (
        2,
        "oskar --size 5x5x5x5",
        "Argument --size is '5x5x5x5': it must be three whole numbers from 1 to 100 cells, as 5x5x5 or 5.",
    ),
    (2, "oskar --size 0", "Size X is 0: it must be from 1 to 100 cells."),
    (2, "oskar --size 1", "Size is 1 x 1 x 1: there must be at least two cells, so that the cross can move."),
    (
        2,
        "oskar --check -size 5",
        "Argument '-size' is not known: did you mean --size? --help-all shows all that there are.",
    ),
    (2, "oskar --check 5", "'5' belongs to no argument: --help-all shows all that there are."),
    (2, "oskar --seed 1.5", "Argument --seed is '1.5': it must be a whole number from 0 to 2147483647."),
    (2, "oskar --seed=--", "Argument '--seed=--' gives nothing: '--' is no value."),
    (
        2,
        "oskar --colour red",
        "Argument '--colour' is not known: did you mean --colors? --help-all shows all that there are.",
    ),
    (2, "oskar --puzzle soma", "Argument '--puzzle' is not known here: it belongs to the command packing."),
    (
        2,
        "oskar --easy",
        "Argument '--easy' is not known: did you mean --difficulty easy? --help-all shows all that there are.",
    ),
    (2, "oskar --style growing-tre", "Argument --style is 'growing-tre': did you mean growing_tree? It must be one of"),
    (
        2,
        "oskar --style prim --difficulty easy",
        "Argument --difficulty makes no difference here: the style is Prim, and only the style Hard uses it.",
    ),
    (
        2,
        "oskar --style classic --trees 4",
        "Argument --trees makes no difference here: the style is Classic, and only the style Growing Forest uses it.",
    ),
    (
        2,
        "oskar --trees 4 --newest-count 3",
        (
            "Argument --newest-count makes no difference here: "
            "the style is Growing Forest, and only the style Growing Tree uses it."
        ),
    ),
    (
        1,
        "oskar --size 2 --min-length 7 --attempts 3 --check",
        "Minimum length is 7: the best puzzle has 3 moves. After 3 attempts: ask for less, allow more, or take",
    ),
    (2, "oskar --json=yes", "Argument --json takes no value: give --json alone."),
    (2, "oskar --wall 2,5", "Argument --wall is '2,5': did you mean 2.5? It must be a number from 0.01 to 1000 mm."),
    (2, "oskar --wall 3mm", "Argument --wall is '3mm': did you mean 3? It must be a number from 0.01 to 1000 mm."),
    (2, "oskar --wall thick", "Argument --wall is 'thick': it must be a number from 0.01 to 1000 mm."),
    (
        2,
        "oskar --clearance 2.4 --check",
        "Clearance is 2.4 mm: with a passage of 5 mm the arms would be 0.2 mm wide, and they need",
    ),
    (
        2,
        "oskar --one-piece --joint 0.2 --check",
        "Argument --joint makes no difference here: only the way Kit uses it.",
    ),
    (
        2,
        "oskar --kit --marker-chamfer 0.2 --check",
        "Argument --marker-chamfer makes no difference here: only the way One Piece uses it.",
    ),
    (
        2,
        "oskar --kit --bed 40 --check",
        "Plate 1 (x min) is 43.4 x 43.4 mm: the bed of 40 x 40 mm is too small for it.",
    ),
    (2, "oskar --bed 200x200x200", "Argument --bed is '200x200x200': it must be two numbers, as 220x220."),
    (
        2,
        "oskar --preset plaa",
        "Argument --preset is 'plaa': did you mean pla? It must be one of pla, petg, resin, large, pocket.",
    ),
    (
        2,
        "oskar --code M1YZ9-68V4F-K --json",
        "Code is 'M1YZ9-68V4F-K': a character of it is wrong, missing or too many.",
    ),
    (
        2,
        "oskar --code P3V8Q-6CKX5-XRE71-60W --check",
        "Code is 'P3V8Q-6CKX5-XRE71-60W': it is of the kind Packing Cube, so use the command packing.",
    ),
    (
        2,
        "oskar --code M1YZ9-68V4F-J --seed 1",
        "With --code the puzzle is that of the code, so nothing else of it can be given: leave that out.",
    ),
    (2, "oskar --from cube.jsn --check", "File 'cube.jsn' cannot be read: No such file or directory."),
    (1, "oskar --from damaged.json --check", "The file is not a puzzle file: none of the kinds of puzzles knows it."),
    (
        2,
        "oskar --from pieces/puzzle.json --check",
        "File 'pieces/puzzle.json' holds a puzzle of the kind Packing Cube: use the command packing.",
    ),
    (
        2,
        "oskar --from cube/puzzle.json --seed 3",
        "With --from the puzzle comes from the file, so its size, seed and wishes cannot be set: leave them out.",
    ),
    (2, "oskar --out -", "Argument --out is '-': it must be a folder, and standard output is none."),
    (2, "oskar --out damaged.json", "Folder '{here}/damaged.json' cannot be made: There is a file of that name."),
    (
        2,
        "oskar --overwrite --json",
        "Argument --overwrite makes no difference here: only with --out there is a folder.",
    ),
    (
        2,
        "oskar --coupon -  --json",
        "Standard output has room for one of --coupon and --json: give a file, or leave one out.",
    ),
    (
        1,
        "oskar --out pieces",
        "Folder '{here}/pieces' has the files of another puzzle: Packing Cube Megaron. Choose",
    ),
    (2, "oskar --start 9 9 9", "Start X is 9: with 5 cells it must be from 0 to 4."),
    (
        2,
        "packing --puzzle Somma",
        "Argument --puzzle is 'Somma': did you mean soma? It must be one of megaron, soma,",
    ),
    (
        2,
        "packing --puzzle soma --design 5",
        "Argument --design makes no difference here: the puzzle is Soma, and only a Design uses it.",
    ),
    (
        2,
        "packing --puzzle soma --size 4",
        "Argument --size makes no difference here: the puzzle is Soma, and a Design and Your Own use it.",
    ),
    (
        2,
        "packing --design 5 --search all",
        "Argument --search makes no difference here: the puzzle is Design, and only classics use it.",
    ),
    (2, "packing --design 1", "Pieces is 1: it must be from 2 to 64."),
    (
        2,
        "packing --design 30 --size 3",
        "Pieces is 30: 30 pieces of 1 to 2 cells cannot have 27 cells together, as the box has.",
    ),
    (2, "packing --first --count", "With --first the search ends at one solution: leave out --count."),
    (2, "packing --kit", "Argument '--kit' is not known here: it belongs to the command oskar."),
    (2, "packing --inset 9", "Inset is 9 mm: with cubes of 15 mm it must be at most 1.875 mm."),
    (2, "packing --look_ahead 2", "Argument '--look_ahead' is not known here: it belongs to the command oskar."),
    (
        2,
        "packing --solutions no/where.txt",
        "File '{here}/no/where.txt' cannot be written: there is no folder '{here}/no'.",
    ),
    (
        2,
        "burr --sticks 52 615",
        "A burr has six sticks, not 2: give six numbers.",
    ),
    (2, "burr --sticks 52 x5", "Sticks has 'x5': it must be numbers of sticks, as in 52 615 792 960 975 992, or 52x2"),
    (
        2,
        "burr --boards 52 x5",
        "Boards has 'x5': it must be numbers of boards, as in 384 508 988 1021 1024 1596, or 384x2 for two of one,",
    ),
    (2, "burr --of planks", "Argument --of is 'planks': it must be one of sticks, boards."),
    (
        2,
        "burr --of boards --form solid",
        "Boards without a hole inside never come apart: allow holes.",
    ),
    (
        2,
        "burr --of boards --notchable",
        "Argument --notchable makes no difference here: the burr is a wish of boards, and only a wish of sticks",
    ),
    (2, "burr --sticks 0 1 1 1 1 1", "A stick has the number 0: in a cross it must be from 1 to 4,096."),
    (
        2,
        "burr --sticks 1x6",
        "The sticks have 144 cells, and the cross has room for 104: take sticks with more notches.",
    ),
    (2, "burr --sticks 4096x6", "The stick 4096 falls apart: its notches cut it through, so take another one."),
    (2, "burr --sticks", "Argument --sticks has no value: write --sticks N."),
    (2, "burr --length 5", "Argument --length is '5': it must be one of 4, 6, 8, 10."),
    (2, "burr --form hollow", "Argument --form is 'hollow': it must be one of any, solid, holey."),
    (
        2,
        "burr --sticks 1024x6 --level 3",
        "Argument --sticks makes no difference here: the burr is a wish of sticks, and only sticks by numbers use it.",
    ),
    (2, "burr --tray-wall 2", "Argument '--tray-wall' is not known here: it belongs to the command packing."),
    (
        2,
        "burr --from pieces/puzzle.json",
        "File 'pieces/puzzle.json' holds a puzzle of the kind Packing Cube: use the command packing.",
    ),
    (
        2,
        "packing soma",
        "'soma' belongs to no argument: did you mean --puzzle soma? --help-all shows all that there are.",
    ),
    (2, "shelf", "Argument FILE is missing: it is the shelf; a new one is made."),
    (2, "shelf real.db --seeds 5", "Argument --seeds takes 2 values: write --seeds A B."),
    (
        2,
        "shelf real.db --seeds 5 4",
        "Argument --seeds is '5' '4': it must be two numbers that rise, of at most 2147483647.",
    ),
    (2, "shelf real.db --seeds a b", "Argument --seeds is 'a': it must be a whole number from 0 on."),
    (2, "shelf real.db --best 3", "With --best there must be --seeds, among whose puzzles the hardest are looked for."),
    (2, "shelf real.db --seeds 0 3 --best none", "Argument --best is 'none': it must be a whole number from 1 on."),
    (2, "shelf real.db --size 3", "With --size there must be --seeds, as only new puzzles are made so."),
    (2, "shelf real.db --kind rubik", "Argument --kind is 'rubik': it must be one of oskar, burr, packing."),
    (
        2,
        "shelf real.db --kind packing --count",
        "Shelf 'real.db' has no puzzles of the kind packing: it has those of oskar.",
    ),
    (2, "shelf none.db --count", "Shelf 'none.db' cannot be opened: there is no such file."),
    (1, "shelf damaged.json --count", "Shelf 'damaged.json' cannot be read: file is not a database."),
    (2, "shelf real.db --top 3 --by lenght", "Argument --by is 'lenght': did you mean length? It must be one of"),
    (
        2,
        'shelf real.db --where "length > many" --count',
        "Condition is 'length > many': it must be a measure, one of < <= = != >= > and a number, as in length > 40.",
    ),
    (
        2,
        "shelf real.db --unique",
        "With --unique there must be one of --best, --count, --csv, --histogram, --parquet or --top, which show them.",
    ),
    (2, "shelf real.db --lowest", "With --lowest there must be --top or --best, which show rows in their order."),
    (
        2,
        "shelf real.db --parquet -",
        "Argument --parquet is '-': it must be a file, as Parquet is not written in one go.",
    ),
    (
        2,
        "shelf real.db --csv - --count",
        "Standard output has room for one of --csv and --count: give a file, or leave one out.",
    ),
    (
        2,
        "shelf real.db --histogram length picture.png",
        "Argument --histogram has the file 'picture.png': its name must end in .svg.",
    ),
    (2, "shelf real.db --histogram length", "Argument --histogram takes 2 values: write --histogram MEASURE FILE."),
    (2, "shelf real.db --workers 2", "With --workers there must be --seeds or --verify, which make puzzles."),
    (
        2,
        "shelf real.db --json",
        "Argument '--json' is not known here: it belongs to the commands oskar, burr and packing.",
    ),
    (2, "shelf real.db other.db --count", "'other.db' belongs to no argument: --help shows all that there are."),
]
"""The exit code, the arguments, and what is said of them, or the beginning of that."""


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with an Oskar's Cube, pieces, a shelf, and a file that is none of these."""
    folder = tmp_path_factory.mktemp("here")
    for arguments in (("oskar", "--size", "2", "--out", "cube"), ("packing", "--out", "pieces")):
        with chdir(folder):
            assert run_here(*arguments).code == 0
    kind = KINDS["oskar"]
    values = kind.values_with({"size": (2, 2, 2)})
    writer = ShelfWriter(folder / "real.db", kind, values)
    writer.add(rows_of(kind, values, range(4)))
    writer.close()
    (folder / "damaged.json").write_text("no puzzle\n")
    return folder


def said(arguments: str, folder: Path) -> tuple[int, str]:
    """Return the exit code of a command that is called in a folder, and what it says."""
    words = shlex.split(arguments)
    output, errors = TextIOWrapper(BytesIO()), StringIO()
    with chdir(folder), redirect_stderr(errors):
        is_shelf = words[:1] == [ABOUT.name]
        code = run_shelf(words[1:], output) if is_shelf else run(words, output, others=[ABOUT])
    return code, errors.getvalue()


def test_there_are_many() -> None:
    assert len(MISTAKES) >= 40
    assert len({arguments for _, arguments, _ in MISTAKES}) == len(MISTAKES)


@pytest.mark.parametrize(("code", "arguments", "sentence"), MISTAKES, ids=[one[1] for one in MISTAKES])
def test_a_mistake_is_answered_by_what_to_do(here: Path, code: int, arguments: str, sentence: str) -> None:
    before = folder_state(here)
    found, errors = said(arguments, here)
    name = "puzzle-cubes shelf: " if arguments.startswith("shelf") else "puzzle-cubes: "
    assert errors.startswith(name + sentence.replace("{here}", str(here)))
    assert errors.endswith(".\n")
    assert errors.count("\n") == 1
    assert found == code
    assert folder_state(here) == before

# SPDX-License-Identifier: GPL-3.0-or-later
"""The operators that write files, those of a puzzle, the coupon and texts, and the one that shows where they are."""

from __future__ import annotations

import re
from collections.abc import Generator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import bpy
from bpy.props import BoolProperty, StringProperty

from ...core.common.errors import ExportError, InputError
from ...core.common.words import counted, printable, quoted
from ...core.export.paths import write_text
from ...core.export.plan import OccupiedError, WrittenFile, beside_others, coupon_of
from ...core.kind.kind import TextFormat
from ...core.kinds import KINDS
from ...core.printing.checks import BAD
from ...core.printing.printed_object import STL
from ..data.interface import absolute, file_to_write, manager_of, prop, scene_of, with_properties
from ..scene.build import has_current_dimensions, lies_as_printed, rebuild, show_as_printed
from ..scene.exports import as_built, export_puzzle
from ..scene.option_properties import RELATIVE_PATH, options_in
from ..scene.puzzle import ScenePuzzle, active_puzzle
from ..window.framing import busy
from ..window.running_operator import OperatorOptions, Result, call_soon, operator_named, refuse
from .checking import CHECKING, DRAWING_PAGE, Prepared, bad_sentences, checked, kept_report
from .operator_base import FileToWrite, PuzzleOperator, RefusingOperator, let_choose, needed_puzzle, shown_dimensions


@with_properties
class WritesPuzzle(Prepared):
    """The base of operators that write the files of the active puzzle: the folder, and what is asked about it."""

    if TYPE_CHECKING:
        bl_idname: str
    directory: str = prop(
        StringProperty,
        "Folder",
        "Where the files go; // is the folder of the .blend file. "
        "Leave it empty for a folder with the puzzle's name in the puzzle's own folder",
        subtype="DIR_PATH",
        options=RELATIVE_PATH | {"SKIP_SAVE"},
    )
    filename: str = prop(
        StringProperty,
        "Folder's Name",
        "How the folder is called that the files go into, as the file browser asks",
        subtype="FILE_NAME",
        options={"HIDDEN", "SKIP_SAVE"},
    )
    filter_folder: bool = prop(
        BoolProperty, "Folders Only", "Let the file browser show folders", default=True, options={"HIDDEN", "SKIP_SAVE"}
    )
    overwrite: bool = prop(
        BoolProperty,
        "Overwrite",
        "Replace files there even if they belong to another puzzle",
        options={"HIDDEN", "SKIP_SAVE"},
    )

    _ask = False

    def to_prepare(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> Generator[float, None, None]:
        """Draw the page on putting the puzzle together."""
        self.doing = DRAWING_PAGE
        # What is in the way of that is said where it is written.
        with suppress(ExportError, InputError):
            if has_current_dimensions(puzzle):
                yield from as_built(context, puzzle).remember_page()

    def begin(self, context: bpy.types.Context, event: bpy.types.Event | None = None) -> Result:
        """Ask for a folder where the puzzle's own is not known yet, and before another puzzle's files are replaced."""
        puzzle = needed_puzzle(context)
        has_folder = self._has_folder(puzzle)
        sentence = self._occupied(context, puzzle) if has_folder else ""
        if has_folder and not sentence:
            return self.execute(context)
        if event is None:
            # This one is at work already, so an operator of its own asks.
            press, folder = self._press_again, self.directory
            call_soon(context, lambda: press(directory=folder))
            return {"CANCELLED"}
        if not has_folder:
            self._ask, self.filename = True, _folder_name(puzzle)
            return let_choose(self, context)
        self.overwrite = True
        return manager_of(context).invoke_confirm(
            self, event, title="Files Are in the Way", message=sentence, confirm_text="Overwrite", icon="WARNING"
        )

    @classmethod
    def _press_again(cls, **values: Any) -> None:
        """Call the operator as its button does; of one that is at work Blender knows another name."""
        operator_named(cls.bl_idname)("INVOKE_DEFAULT", **values)

    def _has_folder(self, puzzle: ScenePuzzle) -> bool:
        """Report whether it is known where to write: not where the folder is beside a file that was never saved."""
        return bool(self.directory or not puzzle.group.folder.startswith("//") or bpy.data.filepath)

    def work_on(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Bring the meshes up to date, and write."""
        group = puzzle.group
        if self._ask:
            # What was chosen in the file browser is the puzzle's own folder, and its name, from now on.
            group.folder, self.directory, self._ask = self.directory, "", False
            if _clean(self.filename) not in ("", _folder_name(puzzle)):
                group.opened_from = printable(self.filename)
            if self._occupied(context, puzzle):
                self._press_again()
                return
        if not has_current_dimensions(puzzle):
            rebuild(puzzle, scene_of(context))
        elif group.problem or not lies_as_printed(puzzle, scene_of(context)):
            # What kept the parts from lying apart may be over.
            show_as_printed(puzzle, scene_of(context))
        self.write(context, puzzle.renewed())

    def write(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Write the files of a puzzle that is up to date, and report it."""
        raise TypeError("an operator says what it writes in its own class")

    def written(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> list[WrittenFile]:
        """Write the files, and return them; raises ExportError where another puzzle's are in the way."""
        try:
            return export_puzzle(context, puzzle, self._target(puzzle), overwrite=self.overwrite)
        except OccupiedError as error:
            raise ExportError(f"{error} Choose another folder, or overwrite it.") from error
        finally:
            # It was said of this folder only, not of one where the operator is repeated.
            self.overwrite = False

    def _target(self, puzzle: ScenePuzzle) -> Path:
        """Return the folder that is written to."""
        return absolute(self.directory) if self.directory else named_folder(puzzle)

    def _occupied(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> str:
        """Return a sentence on another puzzle's files in that folder; nothing also where there can be no export."""
        try:
            return as_built(context, puzzle).occupant(self._target(puzzle))
        except (InputError, ExportError):
            return ""


class Export(WritesPuzzle, bpy.types.Operator):
    """Write the files for printing, the texts about the active puzzle, and its puzzle file"""

    bl_idname = "puzzle_cubes.export"
    bl_label = "Export Files"

    def write(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Write, and report what was written."""
        with busy(context):
            files = self.written(context, puzzle)
        counts = f"{len(files)} files with {sum(file.triangles or 0 for file in files):,} triangles, all closed"
        names = ", ".join(file.path.name for file in files)
        where = f"{quoted(files[0].path.parent)}{beside_others(files)}"
        self.report({"INFO"}, f"Exported {counts}, to {where}: {names}")


CHECK_SHARE = 0.5
"""What the check is taken for of the work before a print."""


class Print(WritesPuzzle, bpy.types.Operator):
    """Check the active puzzle in the way that was chosen, and write its files if it will print"""

    bl_idname = "puzzle_cubes.print"
    bl_label = "Print to Folder"

    def to_prepare(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> Generator[float, None, None]:
        """Look at the puzzle, and draw the page where it will print."""
        self.doing = CHECKING
        if kept_report(puzzle, scene_of(context)) is None:
            checking = puzzle.as_set(scene_of(context))
            for share in checking.remember_check():
                yield CHECK_SHARE * share
            if checking.check().level == BAD:
                return
        for share in super().to_prepare(context, puzzle):
            yield CHECK_SHARE + (1 - CHECK_SHARE) * share

    def begin(self, context: bpy.types.Context, event: bpy.types.Event | None = None) -> Result:
        """Ask for a folder only where there is something to write."""
        return self.execute(context) if _is_bad(context) else super().begin(context, event)

    def write(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Check, write what will print, and say in one line what it takes and where it is."""
        report = kept_report(puzzle, scene_of(context)) or checked(context, puzzle)
        if report.level == BAD:
            # What was found stays in sight, so this is a step that can be undone.
            refuse(self, f"Nothing was written. {bad_sentences(report)}")
            return
        with busy(context):
            files = self.written(context, puzzle)
        basis = f" ({report.cost.basis})" if report.cost.basis else ""
        where = f"{counted(len(files), 'file')} in {quoted(files[0].path.parent)}{beside_others(files)}"
        self.report({"INFO"}, f"'{puzzle.name}': {report.verdict}{basis}; {where}")


def _is_bad(context: bpy.types.Context) -> bool:
    """Report whether the check of the active puzzle, which is kept with it, finds that it will not print."""
    with suppress(InputError):
        return checked(context, needed_puzzle(context)).level == BAD
    return False


def named_folder(puzzle: ScenePuzzle) -> Path:
    """Return the folder that names a puzzle, in the puzzle's own one, or that itself where it bears the name.

    Raises InputError where no folder is chosen.
    """
    folder, name = absolute(puzzle.group.folder), _folder_name(puzzle)
    return folder if folder.name == name else folder / name


def _folder_name(puzzle: ScenePuzzle) -> str:
    """Return the name of a puzzle's folder: as typed, or as the file it was opened from, or as the puzzle is called."""
    return _clean(puzzle.group.opened_from or _given_name(puzzle) or puzzle.title)


def _given_name(puzzle: ScenePuzzle) -> str:
    """Return the name that the user gave a puzzle; empty where it is the kind's, maybe with a number behind."""
    is_usual = re.fullmatch(rf"{re.escape(puzzle.title)}( \(\d+\))?(\.\d+)?", puzzle.name)
    return "" if is_usual else puzzle.name


def _clean(name: str) -> str:
    """Return a name for a file: letters of any language stay, which Blender's own function would take out."""
    return re.sub(r"[^\w-]", "_", name)


class OpenFolder(PuzzleOperator, bpy.types.Operator):
    """Show the folder with the files that the last export of the active puzzle has written"""

    bl_idname = "puzzle_cubes.open_folder"
    bl_label = "Open Folder"
    bl_options: OperatorOptions = {"REGISTER"}

    needs = (
        (lambda puzzle: puzzle.group.exported, "Export the puzzle first"),
        (lambda puzzle: Path(puzzle.group.exported).is_dir(), "The folder of the last export is gone: export again"),
    )

    def work_on(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Let the system open it."""
        bpy.ops.wm.path_open(filepath=puzzle.group.exported)


class ExportCoupon(RefusingOperator, FileToWrite, bpy.types.Operator):
    """Write a small print that shows which gaps suit your printer"""

    bl_idname = "puzzle_cubes.export_coupon"
    bl_label = "Export Test Coupon"
    suffix = STL
    bl_options: OperatorOptions = {"REGISTER"}

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> Result:
        """Let the user choose the file."""
        return self.choose_file(context, "coupon")

    def work(self, context: bpy.types.Context) -> None:
        """Write the coupon for the dimensions that the panel shows."""
        kind, shown = shown_dimensions(context, active_puzzle(context))
        dimensions = options_in(shown, kind.dimensions)
        file = coupon_of(kind, dimensions).write(file_to_write(self.filepath, self.suffix))
        self.report({"INFO"}, f"Exported {quoted(file.path)}: {file.triangles:,} triangles, closed")


class _ExportText(PuzzleOperator, FileToWrite):
    """The base of operators that write a puzzle as the text of another program, one for each that some kind knows."""

    bl_options: OperatorOptions = {"REGISTER"}
    format_name: ClassVar[str] = ""

    @classmethod
    def missing(cls, context: bpy.types.Context, puzzle: ScenePuzzle) -> str:
        """Work on a puzzle of a kind that knows the text."""
        return "" if cls.format_name in _formats(puzzle) else "Select an object of a puzzle that can be written so"

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> Result:
        """Let the user choose the file, where the text has room for the puzzle."""
        puzzle = needed_puzzle(context)
        text_format = _formats(puzzle)[self.format_name]
        try:
            text_format.write(puzzle.puzzle)
        except InputError as error:
            return refuse(self, error)
        return self.choose_file(context, _clean(puzzle.name))

    def work_on(self, context: bpy.types.Context, puzzle: ScenePuzzle) -> None:
        """Write the file."""
        text_format = _formats(puzzle)[self.format_name]
        text, file = text_format.write(puzzle.puzzle), file_to_write(self.filepath, self.suffix)
        write_text(text, file)
        self.report({"INFO"}, f"Exported {quoted(file)}")


def _formats(puzzle: ScenePuzzle) -> dict[str, TextFormat[Any]]:
    """Return the texts in which a puzzle can be written, by their names."""
    return {text_format.name: text_format for text_format in puzzle.kind.formats}


def text_operator(text_format: TextFormat[Any]) -> str:
    """Return the idname of the operator that writes a format."""
    return f"puzzle_cubes.export_{text_format.name}"


def _text_operator(text_format: TextFormat[Any]) -> type:
    return type(
        f"PUZZLE_CUBES_OT_export_{text_format.name}",
        (_ExportText, bpy.types.Operator),
        {
            "__doc__": f"Write the active puzzle as {text_format.meaning}",
            "bl_idname": text_operator(text_format),
            "bl_label": f"Export {text_format.label}",
            "format_name": text_format.name,
            "suffix": text_format.suffix,
        },
    )


CLASSES = (
    Export,
    Print,
    OpenFolder,
    ExportCoupon,
    *map(
        _text_operator,
        {text_format.name: text_format for kind in KINDS.values() for text_format in kind.formats}.values(),
    ),
)

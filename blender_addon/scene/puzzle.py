# SPDX-License-Identifier: GPL-3.0-or-later
"""A puzzle in a scene: its collection, what that holds, the objects of its parts, and the core's puzzle that it is.

The collection points at the objects, so that renaming them does no harm; an object that the user removed is brought
back by Rebuild only.

What only one kind has in Blender lies in a folder with the kind's name, and is found by that, so nothing here knows any
kind. Its ``properties.py`` names the ``PUZZLE_PROPERTIES`` that each of its puzzles has besides the dimensions, and its
``kind.py`` names what it has ``IN_BLENDER``; a kind may do without, and has what the kind has that it builds on.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any

import bpy

from ...core.common.containers import Recent
from ...core.common.errors import InputError
from ...core.common.options import Options
from ...core.common.words import shortened
from ...core.export.assembly_page import page_in_steps
from ...core.export.puzzle import Puzzle
from ...core.kind.holding import holds
from ...core.kind.kind import AnyKind, code_of
from ...core.kind.model import Way
from ...core.kind.part import Part, Step
from ...core.kinds import KINDS
from ...core.printing.checks import Report
from ...core.printing.printer import Printer
from ..data.interface import present, root_of, scene_of, view_layer_of
from ..window.sidebar import Icon
from .built import Built, built_from_json
from .option_properties import options_in
from .properties import FORMAT, NAME, PartProperties, PuzzleProperties, module_of_kind, printer_of


@dataclass(frozen=True, eq=False, kw_only=True)
class RememberedPuzzle(Puzzle):
    """A puzzle of a scene as the core has it, printed with some lengths in some way.

    What takes long is remembered by the puzzle's ``text``, as it is asked for again and again.
    """

    text: str

    @cached_property
    def all_parts(self) -> tuple[Part, ...]:
        """The parts, and what is only looked at beside them, made by the kind unless they are remembered."""
        return _parts.get(self._key, lambda: self.kind.parts(self.content, self.dimensions, self.way.name))

    def find_assembly(self) -> tuple[tuple[Step, ...], str]:
        """Find the steps, or return those that are remembered."""
        return _steps.get(self._key, super().find_assembly)

    def check(self) -> Report:
        """Report whether it will print and work, or return the report that is remembered."""
        return _reports.get((self._key, self.printer), super().check)

    def draw_page(self) -> str:
        """Draw the page on putting it together, or return that which is remembered."""
        return _pages.get(self._page_key, super().draw_page)

    def remember_check(self) -> Generator[float, None, None]:
        """Make the report in steps, to be remembered, unless it is; yield the share that is done."""
        key = (self._key, self.printer)
        if key not in _reports:
            _reports.put(key, (yield from self.check_in_steps()))

    def remember_page(self) -> Generator[float, None, None]:
        """Draw the page in steps, to be remembered, unless it is, or there is none; yield the share that is done."""
        key = self._page_key
        if key not in _pages and self._has_page:
            _pages.put(key, (yield from page_in_steps(self)))

    @property
    def _page_key(self) -> tuple[object, ...]:
        return self._key, self.printer, tuple(self.laid.items()) if self.way.apart else ()

    @property
    def code(self) -> str | None:
        """The short text that is this puzzle; None where no code has room for it."""
        return _codes.get((self.kind.name, self.text), lambda: code_of(self.kind, self.content))

    @property
    def _key(self) -> tuple[object, ...]:
        return self.kind.name, self.text, self.dimensions, self.way.name


class ScenePuzzle:
    """A puzzle in a scene, with all that is asked of its collection; each thing is looked for once, when it is asked.

    It is made where Blender comes in, for an operator, a panel, an update or a tick of a timer, and handed on from
    there; it does not outlive an undo. After a change of the puzzle's text, its way or its dimensions go on with
    ``renewed``. What cannot be told from a damaged or newer file raises InputError where it is asked for.
    """

    def __init__(self, collection: bpy.types.Collection) -> None:
        self.collection = collection
        self.group: PuzzleProperties = getattr(collection, NAME)
        # Overridden or not.
        self.is_linked = bool(collection.library or collection.override_library)

    def renewed(self) -> ScenePuzzle:
        """Return the puzzle as it is now."""
        return ScenePuzzle(self.collection)

    @property
    def name(self) -> str:
        """The name of the collection."""
        return self.collection.name

    @cached_property
    def kind(self) -> AnyKind:
        """The kind; raises InputError where this version knows neither it nor the form that the puzzle is kept in."""
        group = self.group
        if group.format > FORMAT:
            raise InputError(
                f"The puzzle was saved by a newer version, in the format {group.format}: update Puzzle Cubes."
            )
        if group.kind not in KINDS:
            raise InputError(f"The puzzle is of the kind {shortened(group.kind)}, which this version does not know.")
        return KINDS[group.kind]

    @cached_property
    def own(self) -> Any:
        """The properties that only the kind has: the way in which the puzzle is printed, and its dimensions."""
        return getattr(self.group, self.kind.name)

    @cached_property
    def first_way(self) -> Way:
        """The way to print whose parts are always in the scene."""
        return self.kind.ways[0]

    @cached_property
    def way(self) -> Way:
        """The way in which the puzzle is printed."""
        # A file may hold an item of the list that only another version knows: Blender gives no name for that.
        name = self.own.way.lower() or self.first_way.name
        return next(way for way in self.kind.ways if way.name == name)

    @cached_property
    def dimensions(self) -> Options:
        """The dimensions, of which one follows a length that is held; raises InputError when they cannot be built."""
        dimensions: Options = options_in(self.own, self.kind.dimensions)
        return self.kind.settled(dimensions, self.puzzle) if holds(dimensions) else dimensions

    @cached_property
    def text(self) -> str:
        """The puzzle as the collection keeps it."""
        return self.group.puzzle

    @cached_property
    def puzzle(self) -> Any:
        """The puzzle of the core; raises InputError where its text is damaged."""
        return puzzle_of_text(self.kind, self.text)

    @property
    def title(self) -> str:
        """The name that the kind gives the puzzle; that of the collection is the user's."""
        return self.kind.name_of(self.puzzle)

    @property
    def code(self) -> str:
        """The code of the puzzle; empty where it has none."""
        return self.printed(self.first_way, self.kind.first_preset.dimensions).code or ""

    @cached_property
    def built(self) -> Built | None:
        """The values with which the objects were built; None where they never were.

        What a version has built that knows more than this one is none of this one's, either.
        """
        try:
            dimensions = self.kind.dimensions
        except InputError:
            return None
        text = self.group.built
        return _builds.get((text, dimensions), lambda: built_from_json(text, dimensions))

    @property
    def needed_built(self) -> Built:
        """The values with which the objects were built; raises InputError where they never were."""
        if self.built is None:
            raise InputError("The puzzle was never built: press Rebuild.")
        return self.built

    def keep_built(self, now: Built) -> None:
        """Keep what the objects are built with from now on."""
        self.group.built = text = now.to_json()
        _builds.put((text, type(now.dimensions)), now)
        self.built = now

    def printed(self, way: Way, dimensions: Options, printer: Printer | None = None) -> RememberedPuzzle:
        """Return the puzzle as the core has it, in a way of printing, with dimensions and by a printer."""
        return RememberedPuzzle(self.kind, self.puzzle, dimensions, printer or Printer(), way, text=self.text)

    def as_set(self, scene: bpy.types.Scene) -> RememberedPuzzle:
        """Return the puzzle with its present dimensions for a scene's printer; raises InputError for what cannot be."""
        printer = printer_of(scene)
        return self.printed(self.way, self.dimensions, printer)

    @property
    def as_built(self) -> RememberedPuzzle:
        """The puzzle with the dimensions that it was built with; raises InputError where it never was."""
        return self.printed(self.way, self.needed_built.dimensions)

    def parts(self, way: Way, dimensions: Options) -> tuple[Part, ...]:
        """Return the parts in a way of printing; raises InputError where they cannot be built."""
        return self.printed(way, dimensions).all_parts

    @property
    def shows_apart(self) -> bool:
        """Whether the parts of a way are shown that is not the first."""
        return self.way != self.first_way and bool(self.items_of(self.way))

    def items_of(self, way: Way) -> list[PartProperties]:
        """Return what is kept of the parts of a way."""
        return [item for item in self.group.parts if item.way == way.name]

    @property
    def parts_collection(self) -> bpy.types.Collection | None:
        """The collection of the parts that are printed apart, wherever the user has put it; None where there is none.

        One that an earlier version has made is marked now.
        """
        group = self.group
        if group.apart is not None:
            getattr(group.apart, NAME).holds_parts = True
            group.property_unset("apart")
        own, parts = self.collection.children_recursive, set(self.objects.values())
        marked = {
            collection: set(collection.objects.values())
            for collection in bpy.data.collections
            if getattr(collection, NAME).holds_parts
        }
        return next((apart for apart, held in marked.items() if held & parts or (apart in own and not held)), None)

    @property
    def objects(self) -> dict[str, bpy.types.Object]:
        """The objects of the parts by their keys, also those that the user removed from all scenes."""
        return {item.name: item.part for item in self.group.parts if item.part is not None}

    @property
    def seen_objects(self) -> list[bpy.types.Object]:
        """The objects of the parts that are seen."""
        return [shown for shown in self.objects.values() if shown.visible_get()]

    @property
    def objects_in_sight(self) -> list[bpy.types.Object]:
        """The parts that are seen, or what is seen in place of all of them: layers, or what is watched."""
        return self.seen_objects or [shown for shown in present(self.collection.all_objects) if shown.visible_get()]

    def kept_object(self, key: str) -> bpy.types.Object | None:
        """Return the object of a part, also one that the user removed from all scenes; None where there is none."""
        item = self.group.parts.get(key)
        return None if item is None else item.part

    def carried_object(self, key: str) -> bpy.types.Object | None:
        """Return the object of a part that its carrier carries; one that was taken off stays where the user put it."""
        kept = self.kept_object(key)
        return kept if kept is not None and kept.parent == self.group.carrier else None

    def part_object(self, key: str) -> bpy.types.Object | None:
        """Return the object of a part, or None when the user removed it from all scenes."""
        kept = self.kept_object(key)
        return kept if kept is not None and kept.users_scene else None

    def needed_part(self, key: str) -> bpy.types.Object:
        """Return the object of a part, to change it; raises InputError where it was deleted or is linked."""
        needed = self.part_object(key)
        if needed is None:
            raise self.deleted(key)
        if needed.library or self.is_linked:
            raise InputError(
                f"'{needed.name}' is linked from another file: make it and its collection local to change it."
            )
        return needed

    def deleted(self, key: str) -> InputError:
        """Return the error for a part that the user removed."""
        item = self.group.parts.get(key)
        apart = item is not None and item.way not in {"", self.first_way.name}
        part = f"A part of this {self.way.label.lower()}" if apart else f"{self.labels([key])[0]} of this puzzle"
        return InputError(f"{part} was deleted: press Rebuild to get it back.")

    def labels(self, keys: Sequence[str]) -> list[str]:
        """Return what users read for parts of any way to print, as they were built."""
        known: dict[str, str] = {}
        # Of a damaged puzzle there are the keys.
        with suppress(InputError):
            for way in (self.first_way, self.way):
                known |= {part.key: part.label for part in self.parts(way, self.needed_built.dimensions)}
        return [known.get(key, key.replace("_", " ").capitalize()) for key in keys]

    @property
    def missing_parts(self) -> list[str]:
        """The keys of the parts that are always in the scene, or of the way to print, whose objects are deleted."""
        ways = {self.first_way.name, self.way.name, ""}
        items = [item for item in self.group.parts if item.way in ways]
        return [item.name for item in items if item.part is None or not item.part.users_scene]


def is_puzzle(collection: bpy.types.Collection) -> bool:
    """Report whether a collection holds a puzzle of a kind, and in a form, that this version knows."""
    group: PuzzleProperties = getattr(collection, NAME)
    return bool(group.puzzle) and group.kind in KINDS and group.format <= FORMAT


def puzzles_in(scene: bpy.types.Scene) -> list[ScenePuzzle]:
    """Return the puzzles of a scene: what one of them removes would be met later on the way through all."""
    return [ScenePuzzle(collection) for collection in root_of(scene).children_recursive if is_puzzle(collection)]


def puzzle_of_text(kind: AnyKind, text: str) -> Any:
    """Return the puzzle of the core that a collection keeps as a text; raises InputError where that is damaged."""
    return _puzzles.get((kind.name, text), lambda: kind.from_json(text))


def puzzle_named(name: str) -> ScenePuzzle | None:
    """Return the puzzle of this file whose collection has a name: a reference to it would not outlive an undo."""
    # The stubs claim that this returns what it is given as the default.
    collections: Any = bpy.data.collections
    named: bpy.types.Collection | None = collections.get((name, None))
    return ScenePuzzle(named) if named is not None and is_puzzle(named) else None


def active_puzzle(context: bpy.types.Context) -> ScenePuzzle | None:
    """Return the puzzle that the user works on.

    It is the one whose part is active; else the one in whose collection the active object is; else that of the active
    collection; else the only one there is, or where an active object was just deleted the only one that lacks a part.
    """
    puzzles = puzzles_in(scene_of(context))
    view_layer = view_layer_of(context)
    active = view_layer.objects.active if view_layer.objects else None
    if active is not None:
        for puzzle in puzzles:
            if any(item.part == active for item in puzzle.group.parts):
                return puzzle
        for puzzle in puzzles:
            if active in puzzle.collection.all_objects.values():
                return puzzle
    chosen = present(view_layer.active_layer_collection).collection
    is_clear = len(puzzles) == 1 or active is not None
    damaged = puzzles if is_clear else [puzzle for puzzle in puzzles if puzzle.missing_parts]
    only = damaged[0] if len(damaged) == 1 else None
    return next((puzzle for puzzle in puzzles if puzzle.collection == chosen), only)


def remembered_parts(kind: AnyKind, puzzle: Any, dimensions: Options, way: Way) -> tuple[Part, ...]:
    """Return the parts of a puzzle that comes into the scene, and keep both: there they are asked for by its text."""
    text = kind.to_json(puzzle)
    _puzzles.put((kind.name, text), puzzle)
    return RememberedPuzzle(kind, puzzle, dimensions, Printer(), way, text=text).all_parts


_puzzles = Recent[Any](16)
_codes = Recent[str | None](16)
# Typing would keep the class beyond the end of Blender, and with it this module and bpy, if it stood behind the name.
_builds: Recent[Built | None] = Recent(16)
_parts = Recent[tuple[Part, ...]](2)
_steps = Recent[tuple[tuple[Step, ...], str]](2)
_reports = Recent[Report](2)
_pages = Recent[str](2)


def _nothing(*_: object) -> None:
    """Do nothing."""


@dataclass(frozen=True, eq=False)
class KindInBlender:
    """A kind in Blender: its classes in the order of registration, and what it adds to what all kinds do.

    ``entries`` are the operators that the menu of a puzzle shows, each with an icon, and ``makers`` those that make one
    of what is selected; ``arrows`` are the dimensions that have an arrow in the view, each with its color. ``follow``
    is called when the objects of a puzzle have been built, with what they were built with before, ``replaced`` when a
    collection holds another puzzle than before, ``placed`` when the parts that lie apart were put to their places, and
    ``remove`` removes what a puzzle has besides its parts. ``last_frame`` returns where what is shown in the place of
    its parts ends.
    """

    classes: tuple[type, ...] = ()
    entries: tuple[tuple[str, Icon], ...] = ()
    makers: tuple[tuple[str, Icon], ...] = ()
    arrows: Mapping[str, tuple[float, float, float]] = field(default_factory=dict)
    follow: Callable[[ScenePuzzle, Built | None], None] = _nothing
    replaced: Callable[[ScenePuzzle, bpy.types.Scene], None] = _nothing
    placed: Callable[[ScenePuzzle], None] = _nothing
    remove: Callable[[ScenePuzzle, bpy.types.Scene], None] = _nothing
    last_frame: Callable[[ScenePuzzle, bpy.types.Scene], int | None] = _nothing
    register: Callable[[], None] = _nothing
    unregister: Callable[[], None] = _nothing


@cache
def in_blender(kind: str) -> KindInBlender:
    """Return what a kind has in Blender, by the kind's name; nothing where it has no folder."""
    module = module_of_kind(kind, "kind")
    own: KindInBlender = KindInBlender() if module is None else module.IN_BLENDER
    return own

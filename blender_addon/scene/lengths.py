# SPDX-License-Identifier: GPL-3.0-or-later
"""Lengths as the panels show them: in the units of the scene, where drivers and keyframes reach them.

A puzzle keeps its dimensions in its collection, in millimeters. Blender animates no collection, and shows what is kept
in millimeters so, whatever the scene's units. So the carrier of a puzzle has the same lengths in Blender units, and a
scene those of the next puzzle and of its printer. What is typed there goes to what is kept at once. Whenever Blender
has evaluated a scene, what is driven or keyed is kept, and built; all else shows what is kept.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from types import MappingProxyType
from typing import Any

import bpy
from bpy.app.handlers import persistent
from bpy.props import FloatProperty, PointerProperty

from ...core.common.errors import InputError
from ...core.common.options import Option, rounded
from ...core.kind.holding import HOLDING
from ...core.kinds import KINDS
from ...core.printing.printer import Printer
from ..data.animation_keys import animating_curves, scale_curve
from ..data.interface import millimeters_per_unit, present, prop, units_per_millimeter
from . import hooks
from .build import follow_dimensions, followed
from .option_properties import LENGTH_DIGITS, kept_lengths, length_property, written_name
from .properties import next_group, scene_group
from .puzzle import ScenePuzzle, puzzles_in

NAME = "puzzle_cubes_lengths"
"""What the groups are called on a scene and on an object."""

PRINTER = "printer"
"""What the lengths of the printer stand under, beside the kinds."""

SCALES: Mapping[str, float] = MappingProxyType({"mm": 0.001, "cm": 0.01, "m": 1.0})
"""Meters in a Blender unit. A property is dragged in steps that are its own, so each scale has its properties."""

HAIR = 2e-6
"""How much two lengths that are the same may differ by single precision, as a share."""


@cache
def _kept_names(what: str) -> Mapping[str, tuple[Option, str]]:
    """Return the lengths of a kind or of the printer, by their names, and how each is called where it is kept."""
    kept = kept_lengths(Printer if what == PRINTER else KINDS[what].dimensions)
    return {option.name: (option, name) for name, option in kept.items()}


def _group(what: str, scale: str) -> type[bpy.types.PropertyGroup]:
    """Return a group of the lengths of a kind or of the printer, in Blender units of some size."""
    idname = f"PUZZLE_CUBES_PG_{what}_{scale}"
    units = units_per_millimeter(SCALES[scale])
    digits = LENGTH_DIGITS if scale == "mm" else 6
    made = {
        name: length_property(
            option,
            units,
            precision=digits,
            subtype="DISTANCE",
            update=hooks.changed("scene.lengths:length_typed", what, name),
        )
        for name, (option, _) in _kept_names(what).items()
    }
    return type(idname, (bpy.types.PropertyGroup,), {"bl_idname": idname, "__annotations__": made})


_GROUPS = {f"{what}_{scale}": _group(what, scale) for what in (*KINDS, PRINTER) for scale in SCALES}


class Lengths(bpy.types.PropertyGroup):
    """The lengths of all kinds, and of the printer, in Blender units of each size."""

    bl_idname = "PUZZLE_CUBES_PG_lengths"
    __annotations__ = {
        name: prop(PointerProperty, name, "Lengths in the units of the scene", type=group)
        for name, group in _GROUPS.items()
    } | {"unit": prop(FloatProperty, "Unit", "The size of the unit, in meters, when it was used last")}


def shown_length(scene: bpy.types.Scene, puzzle: ScenePuzzle | None, what: str, name: str) -> tuple[Any, str]:
    """Return the group, and the name in it, of the property that a panel shows for a length.

    It is the puzzle's, or where there is none the scene's. Where Blender would take a plain number for meters or feet,
    it is written as a text, and so is that of a puzzle that is linked or has lost its carrier.
    """
    here = _edited()
    if any(region == here[0] for region, _ in _opened.keys() - {here}):
        # Escape has left the field.
        _opened.clear()
    owner = scene if puzzle is None else puzzle.group.carrier
    is_own = puzzle is None or not puzzle.is_linked
    if (
        is_own
        and owner is not None
        and not owner.library
        and (_is_readable(scene) or name in _animated(scene, owner, what))
    ):
        return _shown(scene, owner, what), name
    kept = _kept_of(scene, what) if puzzle is None else puzzle.own
    return kept, written_name(_kept_names(what)[name][1])


TOO_LARGE = {"KILOMETERS", "METERS", "MILES", "FEET", "ADAPTIVE"}
"""The units in which a 5 that is typed is larger than a house, whatever is shown."""


def _is_readable(scene: bpy.types.Scene) -> bool:
    """Report whether Blender shows the lengths of a puzzle in a unit in which a person reads and types them."""
    units = scene.unit_settings
    return units.system != "NONE" and units.length_unit not in TOO_LARGE


def is_led(scene: bpy.types.Scene, puzzle: ScenePuzzle, name: str) -> bool:
    """Report whether a dimension of a puzzle is driven, keyed or follows what is held: set by hand it does not last."""
    carrier, kind = puzzle.group.carrier, puzzle.kind
    is_animated = carrier is not None and name in _animated(scene, carrier, kind.name)
    return is_animated or name == followed(puzzle, kind, puzzle.own)


def _scale(scene: bpy.types.Scene) -> str:
    """Return the scale whose unit is nearest to that of a scene."""
    meters = scene.unit_settings.scale_length
    return min(SCALES, key=lambda scale: abs(math.log(meters / SCALES[scale])))


def _shown(scene: bpy.types.Scene, owner: bpy.types.ID, what: str) -> Any:
    """Return the group of an object or a scene with the lengths of a kind or of the printer."""
    return getattr(getattr(owner, NAME), f"{what}_{_scale(scene)}")


def _animated(scene: bpy.types.Scene, owner: Any, what: str) -> set[str]:
    """Return the names of the lengths that are driven or keyed."""
    begin = f"{NAME}.{what}_{_scale(scene)}."
    paths = [curve.data_path for curve in animating_curves(owner)]
    return {path.removeprefix(begin) for path in paths if path.startswith(begin)}


def rescale_animation(scene: bpy.types.Scene) -> None:
    """Let what is driven or keyed keep its length where the scene's unit became another one."""
    rescaled = set()
    for owner in {owner.shows for owner in _owners(scene)}:
        lengths, now = getattr(owner, NAME), scene.unit_settings.scale_length
        if lengths.unit == now:
            continue
        factor, lengths.unit = lengths.unit / now or 1.0, now
        for curve in animating_curves(owner):
            group, _, name = curve.data_path.removeprefix(f"{NAME}.").partition(".")
            # Objects may share an action.
            if f"{NAME}.{group}.{name}" == curve.data_path and curve.as_pointer() not in rescaled:
                rescaled.add(curve.as_pointer())
                curve.data_path = f"{NAME}.{group.rpartition('_')[0]}_{_scale(scene)}.{name}"
                scale_curve(curve, factor)
                present(curve.id_data).update_tag()


def _kept_of(scene: bpy.types.Scene, what: str) -> Any:
    """Return the group of a scene that keeps lengths of the next puzzle or of the printer, in millimeters."""
    return scene_group(scene) if what == PRINTER else next_group(scene, KINDS[what])


_opened: dict[tuple[object, str], float] = {}
"""The length in a field that Tab has opened, as it is read there: before what follows is known. See ``_edited``."""


def _edited() -> tuple[object, str]:
    """Return the region that Blender works on, and the name of the property whose field is open or pointed at there."""
    context = bpy.context
    # The object, the path and the index; the stubs do not know that.
    edited: Any = context.property
    return context.region and context.region.as_pointer(), edited[1].rpartition(".")[2] if edited else ""


def length_typed(shown: Any, scene: bpy.types.Scene, what: str, name: str) -> None:
    """Keep a length that was typed or dragged; one is given by Blender, too, as it was, where Tab leaves its field."""
    owner = shown.id_data
    kept: Any = None
    if isinstance(owner, bpy.types.Scene):
        scene, kept = owner, _kept_of(owner, what)
    else:
        for puzzle in puzzles_in(scene):
            if puzzle.group.carrier == owner and puzzle.kind.name == what:
                kept = puzzle.own
    if kept is not None:
        names, millimeters = _kept_names(what), millimeters_per_unit(scene.unit_settings.scale_length)
        kept_name, value = names[name][1], millimeters * getattr(shown, name)
        region, next_name = _edited()
        as_it_was = getattr(kept, kept_name), _opened.get((region, name), math.inf)
        _opened.clear()
        if next_name in names.keys() - {name}:
            _opened[region, next_name] = millimeters * getattr(shown, next_name)
        if all(round(value - former, LENGTH_DIGITS) for former in as_it_was):
            setattr(kept, kept_name, rounded(value))


@dataclass(frozen=True)
class _Owner:
    """An object or a scene that shows lengths of a kind or of the printer, and the group that keeps them.

    ``puzzle`` is whose they are; None where they are those of the next one, or of the printer.
    """

    scene: bpy.types.Scene
    shows: Any
    what: str
    kept: Any
    puzzle: ScenePuzzle | None = None

    @property
    def shown(self) -> Any:
        """The group in which they are shown."""
        return _shown(self.scene, self.shows, self.what)

    @property
    def meters_per_unit(self) -> float:
        """The size of a Blender unit."""
        return self.scene.unit_settings.scale_length

    def animated(self) -> set[str]:
        """Return the names of the lengths that are driven or keyed, but for one that follows what is held."""
        names = _animated(self.scene, self.shows, self.what) & _kept_names(self.what).keys()
        if names and self.what != PRINTER:
            names -= {followed(self.puzzle, KINDS[self.what], self.kept)}
        return names

    def state(self) -> tuple[object, ...]:
        """Return what is shown, and all that it depends on; quick to be had, as it is asked for at each change."""
        names = _kept_names(self.what)
        if self.puzzle is None:
            # The lengths that follow may depend on any option of the next puzzle.
            own = [getattr(self.kept, kept_name) for _, kept_name in names.values()]
        else:
            plain = [name for name, (_, kept_name) in names.items() if name == kept_name]
            own = [getattr(self.kept, name, None) for name in (*plain, *HOLDING)] + [self.puzzle.text]
        shown = self.shown
        return self.meters_per_unit, *(getattr(shown, name) for name in names), *own


def _owners(scene: bpy.types.Scene) -> Iterator[_Owner]:
    for what in (*KINDS, PRINTER):
        yield _Owner(scene, scene, what, _kept_of(scene, what))
    for puzzle in puzzles_in(scene):
        carrier = puzzle.group.carrier
        if carrier is not None and not puzzle.is_linked and not carrier.library:
            yield _Owner(scene, carrier, puzzle.kind.name, puzzle.own, puzzle)


_agreed: dict[tuple[str, str, str], tuple[object, ...]] = {}
"""By the type and the name of an owner, and by what it shows, its state when shown and kept were last the same."""


def follow(scene: bpy.types.Scene, depsgraph: bpy.types.Depsgraph) -> None:
    """Keep and build what is driven or keyed in a scene as it was evaluated, and show all else as it is kept."""
    rescale_animation(scene)
    for owner in list(_owners(scene)):
        # The panels say what is wrong.
        with suppress(InputError):
            _follow(owner, depsgraph)


def _follow(owner: _Owner, depsgraph: bpy.types.Depsgraph) -> None:
    animated, key = owner.animated(), (owner.shows.id_type, owner.shows.name, owner.what)
    if not animated and _agreed.get(key) == owner.state():
        return
    names = _kept_names(owner.what)
    if animated:
        # A render has a state of its own, which is not that of the window.
        now = replace(owner, shows=owner.shows.evaluated_get(depsgraph)).shown
        _keep(owner, now, {name: names[name][1] for name in animated})
    units, shown = units_per_millimeter(owner.meters_per_unit), owner.shown
    with hooks.without("scene.lengths:length_typed"):
        for name, (_, kept_name) in names.items():
            value = units * getattr(owner.kept, kept_name)
            if name not in animated and not math.isclose(getattr(shown, name), value, rel_tol=HAIR):
                setattr(shown, name, value)
    _agreed[key] = owner.state()


def _keep(owner: _Owner, now: Any, names: Mapping[str, str]) -> None:
    """Keep lengths as they are animated, and build the puzzle that has them."""
    # While Blender renders, meshes must not change under a window that draws them.
    if not owner.scene.render.use_lock_interface:
        owner.scene.render.use_lock_interface = True
    millimeters = millimeters_per_unit(owner.meters_per_unit)
    with hooks.without("scene.build:dimension_changed"):
        for name, kept_name in names.items():
            value = rounded(millimeters * getattr(now, name))
            if not math.isclose(getattr(owner.kept, kept_name), value, rel_tol=HAIR):
                setattr(owner.kept, kept_name, value)
    if owner.what != PRINTER:
        follow_dimensions(owner.kept, owner.scene)


def _first(*_: object) -> None:
    """Show what is kept in the scene that is open when the extension is enabled, or in a file that has been opened."""
    context = bpy.context
    if context.scene is not None:
        follow(context.scene, context.evaluated_depsgraph_get())


def _handlers() -> tuple[list[Any], ...]:
    """Return what Blender calls after a change, and at another frame, also while it renders."""
    # The stubs leave out the second argument.
    handlers: Any = bpy.app.handlers
    return handlers.depsgraph_update_post, handlers.frame_change_post


def register() -> None:
    """Follow whatever Blender evaluates."""
    # So they stay when another file is opened. The stubs have no type for it.
    mark: Callable[..., Any] = persistent
    mark(follow)
    mark(_first)
    for handlers in _handlers():
        handlers.append(follow)
    # A file of a version that showed other lengths, or none, evaluates nothing that would call it.
    bpy.app.handlers.load_post.append(_first)
    if not bpy.app.background:
        bpy.app.timers.register(_first)


def unregister() -> None:
    """Follow no longer."""
    for handlers in _handlers():
        handlers.remove(follow)
    bpy.app.handlers.load_post.remove(_first)
    if bpy.app.timers.is_registered(_first):
        bpy.app.timers.unregister(_first)
    _agreed.clear()


CLASSES = (*_GROUPS.values(), Lengths)

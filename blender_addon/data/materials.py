# SPDX-License-Identifier: GPL-3.0-or-later
"""The materials of puzzles. Those that all share are made at first use; the user's changes to them stay."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any

import bpy

from .context import present

Color = tuple[float, float, float, float]
"""Linear red, green and blue, and alpha."""

GLASS_ALPHA = 0.22
"""How dense glass is in the solid view. A look through a puzzle meets four sides, and often many more."""

GLASS_LIGHT = 3.0
"""How much brighter glass is than its color in the solid view, so that it is seen before any theme's gray."""

GRAY: Color = (0.8, 0.8, 0.8, 1.0)

GLASS_TINT, GLASS_HAZE = 0.25, 0.1
"""How much each side of glass takes from the light's other colors in the render, and how much of it scatters."""


def shared_material(name: str, color: Color) -> bpy.types.Material:
    """Return the material with a name, a new one with a color where there is none."""
    return bpy.data.materials.get(name) or _new_material(name, color)


def glass_material(like: bpy.types.Material | None) -> bpy.types.Material:
    """Return the material that shows the same color as another as glass; without another, a gray one.

    The other one is left as it is, so that those who show it solid keep it.
    """
    return found_glass(like) or _new_glass(_glass_name(like), [*like.diffuse_color] if like else GRAY)


def found_glass(like: bpy.types.Material | None) -> bpy.types.Material | None:
    """Return the material that shows another as glass, if it was ever made."""
    return bpy.data.materials.get(_glass_name(like))


def _glass_name(like: bpy.types.Material | None) -> str:
    return f"{like.name if like else 'Plain'} Glass"


def materials_of(owner: bpy.types.Object) -> list[bpy.types.Material | None]:
    """Return the materials of an object's mesh, even where others lie over them."""
    # Whatever the user has converted a mesh to has materials, too.
    data: Any = owner.data
    return list(data.materials)


def _new_glass(name: str, color: Sequence[float]) -> bpy.types.Material:
    """Return a new material of glass, brighter than its color, since what is behind it darkens it."""
    red, green, blue = (value / sqrt(max(*color[:3], 0.01)) for value in color[:3])
    material = _new_material(name, (red, green, blue, GLASS_ALPHA))
    material.diffuse_color[:3] = [GLASS_LIGHT * value for value in (red, green, blue)]
    # Sides that only scatter would make a haze, and refraction would bend what is to be seen behind.
    tree = present(material.node_tree)
    nodes, links = tree.nodes, tree.links
    clear, mix = nodes.new("ShaderNodeBsdfTransparent"), nodes.new("ShaderNodeMixShader")
    tint = [1 - GLASS_TINT * (1 - value) for value in (red, green, blue)]
    _set_input(clear, "Color", (*tint, 1.0))
    _set_input(mix, "Fac", GLASS_HAZE)
    links.new(clear.outputs["BSDF"], mix.inputs[1])
    links.new(nodes["Principled BSDF"].outputs["BSDF"], mix.inputs[2])
    links.new(mix.outputs["Shader"], nodes["Material Output"].inputs["Surface"])
    clear.location, mix.location = (10, 480), (170, 400)
    # Otherwise EEVEE shows grain in place of colored light.
    material.surface_render_method = "BLENDED"
    return material


def _new_material(name: str, color: Color) -> bpy.types.Material:
    """Return a new material with a color in the solid view and in the render."""
    material: bpy.types.Material = bpy.data.materials.new(name)
    material.diffuse_color = color
    # From Blender 5.0 it has its nodes already.
    if bpy.app.version < (5, 0):
        material.use_nodes = True
    shader = present(material.node_tree).nodes["Principled BSDF"]
    _set_input(shader, "Base Color", (*color[:3], 1.0))
    _set_input(shader, "Roughness", 0.5)
    return material


def _set_input(node: bpy.types.Node, name: str, value: float | tuple[float, ...]) -> None:
    """Give an input of a node, which nothing is linked to, a value."""
    # A socket has its value in a type of its own, one of many that the stubs do not find by its name.
    socket: Any = node.inputs[name]
    socket.default_value = value

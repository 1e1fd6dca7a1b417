# SPDX-License-Identifier: GPL-3.0-or-later
"""The materials of puzzles. Those that all share are made at first use; the user's changes to them stay."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any

import bpy

from .names import BOX, Color, Look, Part, glass_name, material_name

GLASS_ALPHA = 0.22
"""How dense glass is in the solid view. A look through a puzzle meets four sides, and often many more."""

GLASS_TINT, GLASS_HAZE = 0.25, 0.1
"""How much each side of glass takes from the light's other colors in the render, and how much of it scatters."""


def solid_material(look: Part | Look) -> bpy.types.Material:
    """Return the material of a part, or of the plates of a direction."""
    name = material_name(look)
    return bpy.data.materials.get(name) or _new_material(name, look.color)


def glass_material(like: bpy.types.Material | None) -> bpy.types.Material:
    """Return the material that shows the same color as another, or else that of a box, as glass.

    The other one is left as it is, so that those who show it solid keep it.
    """
    name = glass_name(like.name if like else material_name(BOX))
    return bpy.data.materials.get(name) or _new_glass(name, [*like.diffuse_color] if like else BOX.color)


def materials_of(one: bpy.types.Object) -> list[bpy.types.Material | None]:
    """Return the materials of an object's mesh, whatever lies over them."""
    mesh: Any = one.data
    return list(mesh.materials)


def _new_glass(name: str, color: Sequence[float]) -> bpy.types.Material:
    """Return a new material of glass, brighter than its color, since what is behind it darkens it."""
    red, green, blue = (value / sqrt(max(*color[:3], 0.01)) for value in color[:3])
    material = _new_material(name, (red, green, blue, GLASS_ALPHA))
    # Sides that only scatter would make a haze, and refraction would bend what is to be seen behind.
    nodes, links = material.node_tree.nodes, material.node_tree.links
    clear, mix = nodes.new("ShaderNodeBsdfTransparent"), nodes.new("ShaderNodeMixShader")
    tint = [1 - GLASS_TINT * (1 - value) for value in (red, green, blue)]
    clear.inputs["Color"].default_value = (*tint, 1.0)
    mix.inputs["Fac"].default_value = GLASS_HAZE
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
    shader = material.node_tree.nodes["Principled BSDF"]
    shader.inputs["Base Color"].default_value = (*color[:3], 1.0)
    shader.inputs["Roughness"].default_value = 0.5
    return material

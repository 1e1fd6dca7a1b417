# SPDX-License-Identifier: GPL-3.0-or-later
"""From the core's mesh arrays to a mesh of Blender, and the materials of puzzles.

Where a mesh of Blender still is what it was filled with, and only the vertices of the new one are elsewhere, they are
moved. Whether it is, is seen by comparing all that it holds, so neither undo nor the user's tools can mislead that.
Materials that all puzzles share are made at first use; the user's changes to them stay.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, MutableMapping, Sequence
from functools import cached_property
from math import sqrt
from types import MappingProxyType
from typing import Any
from weakref import WeakKeyDictionary
from zlib import crc32

import bpy
import numpy as np
from mathutils import Matrix
from numpy.typing import NDArray

from ...core.solids.mesh import Faces, Mesh, newell_normals
from .interface import mesh_of, present

POSITION, EDGE_VERTICES, CORNER_VERTICES, CORNER_EDGES = "position", ".edge_verts", ".corner_vert", ".corner_edge"
SHARP, MATERIAL, UVS = "sharp_face", "material_index", "UVMap"
"""The attributes of a mesh of Blender that matter here."""

UV_MILLIMETERS = 100.0
"""What one unit of the UV map is, on every face: a texture has the same size everywhere, and no side is stretched."""

_TYPES: Mapping[str, type[Any]] = MappingProxyType(
    {
        POSITION: np.float32,
        EDGE_VERTICES: np.int32,
        CORNER_VERTICES: np.int32,
        CORNER_EDGES: np.int32,
        SHARP: np.bool_,
        MATERIAL: np.int32,
        UVS: np.float32,
    }
)
_WIDTHS: Mapping[str, int] = MappingProxyType({POSITION: 3, EDGE_VERTICES: 2, UVS: 2})
"""The types of their values, and of how many each consists, if not of one."""

_HAIR, _TILT, MOST_LOOKS = 1e-4, 0.02, 32
"""How much a direction may be off by rounding, and that of a sliver; with how many of them faces are mapped by ways."""

PRODUCTS_AT_ONCE = 1 << 17
"""So few are left to one thread: others would come for more, gain nothing, and then wait for work at full speed."""

_FREE = frozenset({POSITION, ".select_vert", ".select_edge", ".select_poly"})
"""What may be anything: where the vertices are, and what is selected in Edit Mode."""

_FOLLOWING = frozenset({EDGE_VERTICES, CORNER_EDGES, UVS})
"""What follows from the corners and from where the vertices are."""


class _FaceMap:
    """How faces lie on the UV map: each as large as it is, seen from outside, with what is up in the puzzle upward.

    Each coordinate of a corner is how far its vertex lies along a way. There are few ways, but for what is carved. It
    holds on where vertices move and faces look as before.
    """

    def __init__(self, positions: NDArray[np.float32], faces: Faces) -> None:
        normals = newell_normals(positions[faces.corners].astype(np.float64), faces.begins, faces.sizes)
        normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), np.finfo(float).tiny)
        # Those that look along axes, or between them, are exact, so that nothing depends on where they are now.
        signs = np.sign(normals) * (np.abs(normals) > 0.5)
        between = signs / np.maximum(np.linalg.norm(signs, axis=1, keepdims=True), 1.0)
        is_between = np.abs(normals - between).max(axis=1, keepdims=True) < _TILT
        normals, of_faces = np.unique(np.where(is_between, between, normals), axis=0, return_inverse=True)
        right = np.column_stack([-normals[:, 1], normals[:, 0], np.zeros(len(normals))])
        level = np.linalg.norm(right, axis=1, keepdims=True)
        # Of what lies flat no side is up: it is seen as by one who stands in front.
        right = np.where(level < _HAIR, (1.0, 0.0, 0.0), right / np.maximum(level, _HAIR))
        turns = np.stack([right, np.cross(normals, right)], axis=1) / UV_MILLIMETERS
        of_corners = np.repeat(of_faces.ravel(), faces.sizes)
        self._turns, self._sources = None, faces.corners
        if len(normals) > MOST_LOOKS:
            self._turns = turns[of_corners]
            return
        ways, numbers = np.unique(turns.reshape(-1, 3), axis=0, return_inverse=True)
        first = len(ways) * faces.corners[:, None].astype(np.intp)
        self._ways, self._sources = ways.T, (first + numbers.reshape(-1, 2)[of_corners]).ravel()

    def coordinates(self, positions: NDArray[np.float32], units: float) -> NDArray[np.float32]:
        """Return the coordinates of all corners, one after the other, of vertices where they are now."""
        if self._turns is not None:
            lying: NDArray[np.float64] = np.einsum("cij,cj->ci", self._turns, positions[self._sources] / units)
            return lying.astype(np.float32).ravel()
        ways = (self._ways / units).astype(np.float32)
        along = np.empty((len(positions), ways.shape[1]), dtype=np.float32)
        step = max(PRODUCTS_AT_ONCE // ways.size, 1)
        for begin in range(0, len(positions), step):
            np.matmul(positions[begin : begin + step], ways, out=along[begin : begin + step])
        # None of them is out of range: to wrap takes two thirds of the time that to look for one does.
        return along.take(self._sources, mode="wrap")


class _Filled:
    """The content of a mesh of Blender that was filled with some faces, besides what may be anything.

    The edges of the faces follow from the corners, so of these it is enough that there are as many: none is loose.
    """

    def __init__(self, target: bpy.types.Mesh, names: Iterable[str], face_map: _FaceMap | None) -> None:
        self._things, self._names, self.face_map = _count(target), frozenset(names), face_map
        # Those of one byte each come last, so that all others are aligned: else Blender reads them one by one.
        in_order = sorted(self._names - _FOLLOWING, key=lambda name: _TYPES[name] is np.bool_)
        values = {name: values_of(target, name).ravel() for name in in_order}
        self._counts = {name: len(array) for name, array in values.items()}
        self._all = b"".join(array.tobytes() for array in values.values())

    def is_in(self, target: bpy.types.Mesh) -> bool:
        """Report whether a mesh of Blender holds just this."""
        if _count(target) != self._things or target.has_custom_normals:
            return False
        attributes = _attributes(target)
        # Their names alone are read at once: each of them that is looked at takes its time.
        if {*attributes.keys()} - _FREE != self._names:
            return False
        read, views = self._room
        for name, view in views.items():
            data = attributes[name].data
            if len(data) != len(view):
                return False
            data.foreach_get("value", view)
        return read == self._all

    @cached_property
    def _room(self) -> tuple[bytearray, dict[str, NDArray[Any]]]:
        """Room to read all into, and the part of it that each attribute has: once, as it is read again and again."""
        read, views, begin = bytearray(len(self._all)), {}, 0
        for name, count in self._counts.items():
            views[name] = np.frombuffer(read, dtype=_TYPES[name], count=count, offset=begin)
            begin += views[name].nbytes
        return read, views


_filled_with: MutableMapping[Faces, _Filled] = WeakKeyDictionary()


def fill_mesh(target: bpy.types.Mesh, source: Mesh, scale: float, *, mapped: bool = False) -> None:
    """Replace the geometry of a mesh, keeping its materials; ``scale`` is Blender units per millimeter.

    A polygon takes the material whose number is that of its direction. Nothing is left of what the user has done to the
    geometry. One that is ``mapped`` gets a UV map, see ``UV_MILLIMETERS``.
    """
    _fill_or_move(target, (source.vertices * scale).astype(np.float32), source.faces, scale if mapped else 0.0)


Filling = tuple[bpy.types.Mesh, NDArray[np.float32], Faces, str]
"""A mesh, the vertices and the faces that it gets, and the text by which it is known as it was filled, if it was."""


def fill_meshes(fillings: Sequence[Filling], units: float) -> list[str] | None:
    """Replace the geometry and the UV maps of meshes, and return a text for each by which ``as_filled`` knows it.

    ``units`` is Blender units per millimeter; see ``fill_mesh``. Where any of them is no longer as it was filled,
    nothing is done and None returned.
    """
    if not all(as_filled([(target, known) for target, _, _, known in fillings])):
        return None
    return [_fill_or_move(target, positions, faces, units) for target, positions, faces, _ in fillings]


def _fill_or_move(target: bpy.types.Mesh, positions: NDArray[np.float32], faces: Faces, units: float) -> str:
    """Fill a mesh, or move its vertices; without ``units`` it has no UV map."""
    filled = _filled_with.get(faces)
    if filled is not None and (filled.face_map is not None) == bool(units) and filled.is_in(target):
        attributes = _attributes(target)
        attributes[POSITION].data.foreach_set("vector", positions.ravel())
        if filled.face_map is not None:
            attributes[UVS].data.foreach_set("vector", filled.face_map.coordinates(positions, units))
        # What is set by its attribute leaves the bounds as they were; a single vertex that is set lets go of them.
        if len(positions):
            target.vertices[0].co = positions[0].tolist()
        target.update()
        return _shape(target, positions)
    _fill(target, positions, faces)
    face_map = _FaceMap(positions, faces) if units else None
    if face_map is not None:
        uvs = _attributes(target).new(UVS, "FLOAT2", "CORNER")
        uvs.data.foreach_set("vector", face_map.coordinates(positions, units))
    names = set(target.attributes.keys()) - _FREE
    if names <= _TYPES.keys():
        _filled_with[faces] = _Filled(target, names, face_map)
    return _shape(target, positions)


def holds(target: bpy.types.Mesh, source: Mesh, scale: float) -> bool:
    """Report whether a mesh, which is not in Edit Mode, is what ``fill_mesh`` makes of another one, faces included."""
    faces = source.faces
    if target.is_editmode or (len(target.vertices), len(target.polygons)) != (len(source.vertices), len(faces)):
        return False
    begins = np.empty(len(faces), dtype=np.int32)
    target.polygons.foreach_get("loop_start", begins)
    materials = np.empty(len(faces), dtype=np.int32)
    target.polygons.foreach_get("material_index", materials)
    return (
        np.array_equal(values_of(target, POSITION), (source.vertices * scale).astype(np.float32))
        and np.array_equal(begins, faces.begins)
        and np.array_equal(values_of(target, CORNER_VERTICES).ravel(), faces.corners)
        and (faces.directions is None or np.array_equal(materials, faces.directions))
    )


def as_filled(meshes: Sequence[tuple[Any, str]]) -> list[bool]:
    """Report which meshes still have their vertices where they were filled with them, and as many things.

    Each comes with the text that ``fill_meshes`` returned, or an empty one where nothing is known. What is no mesh is
    none that was filled; of one in Edit Mode it is not known yet.
    """
    return [
        not shape or (isinstance(mesh, bpy.types.Mesh) and (mesh.is_editmode or shape_of(mesh) == shape))
        for mesh, shape in meshes
    ]


def filled_before(fillings: Sequence[Filling]) -> bool:
    """Report whether meshes were filled with these vertices the last time, whatever the user has done to them since."""
    return all(known.split()[:1] == [_sum_of(positions)] for _, positions, _, known in fillings)


def shape_of(target: bpy.types.Mesh) -> str:
    """Return a text that changes with where a mesh has vertices, and with how many things it has."""
    return _shape(target, values_of(target, POSITION) if len(target.vertices) else np.empty(0, dtype=np.float32))


def _shape(target: bpy.types.Mesh, positions: NDArray[np.float32]) -> str:
    return f"{_sum_of(positions)} {_count(target)}"


def _sum_of(positions: NDArray[np.float32]) -> str:
    return f"{crc32(positions.tobytes()):08x}"


def values_of(source: bpy.types.Mesh, name: str) -> NDArray[Any]:
    """Return the values of one of the attributes named here, that a mesh must have; a row for each of its things."""
    data = _attributes(source)[name].data
    values = np.empty((len(data), _WIDTHS.get(name, 1)), dtype=_TYPES[name])
    # By their attributes these are read and set a hundred times as fast as one by one.
    data.foreach_get("vector" if name in (POSITION, UVS) else "value", values.ravel())
    return values


def triangles_of(source: bpy.types.Mesh) -> tuple[NDArray[np.float32], NDArray[np.int32]]:
    """Return where the vertices of a mesh are, shape (v, 3), and its triangles, shape (t, 3), as Blender makes them."""
    source.calc_loop_triangles()
    places = np.empty((len(source.vertices), 3), dtype=np.float32)
    source.vertices.foreach_get("co", places.ravel())
    triangles = np.empty((len(source.loop_triangles), 3), dtype=np.int32)
    source.loop_triangles.foreach_get("vertices", triangles.ravel())
    return places, triangles


def _fill(target: bpy.types.Mesh, positions: NDArray[np.float32], faces: Faces) -> None:
    target.clear_geometry()
    target.vertices.add(len(positions))
    target.loops.add(len(faces.corners))
    target.polygons.add(len(faces))
    target.polygons.foreach_set("loop_start", faces.begins)
    attributes = _attributes(target)
    attributes[POSITION].data.foreach_set("vector", positions.ravel())
    attributes[CORNER_VERTICES].data.foreach_set("value", faces.corners)
    attributes.new(SHARP, "BOOLEAN", "FACE").data.foreach_set("value", np.ones(len(faces), dtype=bool))
    if faces.directions is not None:
        attributes.new(MATERIAL, "INT", "FACE").data.foreach_set("value", faces.directions.astype(np.int32))
    target.update(calc_edges=True)


def _count(source: bpy.types.Mesh) -> tuple[int, int, int]:
    """Return how many vertices, edges and polygons a mesh has."""
    return len(source.vertices), len(source.edges), len(source.polygons)


def _attributes(source: bpy.types.Mesh) -> Any:
    """Return the attributes: each has data of a type of its own, which the stubs do not find by its name."""
    return source.attributes


def standing_vertices(placed: Iterable[tuple[bpy.types.Object, Matrix]]) -> NDArray[np.float64]:
    """Return all vertices of objects that stand so, in the world, shape (n, 3)."""
    standing: list[NDArray[np.float64]] = []
    for original, matrix in placed:
        vertices = np.empty(3 * len(mesh_of(original).vertices), dtype=np.float32)
        mesh_of(original).vertices.foreach_get("co", vertices)
        place = np.array(matrix)
        standing.append(vertices.reshape(-1, 3) @ place[:3, :3].T + place[:3, 3])
    return np.concatenate(standing)


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
    tree = use_nodes(material)
    nodes, links = tree.nodes, tree.links
    clear, mix = nodes.new("ShaderNodeBsdfTransparent"), nodes.new("ShaderNodeMixShader")
    tint = [1 - GLASS_TINT * (1 - value) for value in (red, green, blue)]
    set_inputs(clear, {"Color": (*tint, 1.0)})
    set_inputs(mix, {"Fac": GLASS_HAZE})
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
    set_inputs(use_nodes(material).nodes["Principled BSDF"], {"Base Color": (*color[:3], 1.0), "Roughness": 0.5})
    return material


def use_nodes(block: bpy.types.Material | bpy.types.World) -> bpy.types.NodeTree:
    """Give a new material or world its nodes, which from Blender 5.0 it has already, and return them."""
    if block.node_tree is None:
        block.use_nodes = True
    return present(block.node_tree)


def set_inputs(node: bpy.types.Node, values: Mapping[str, float | tuple[float, ...]]) -> None:
    """Give inputs of a node, which nothing is linked to, values."""
    for name, value in values.items():
        # A socket has its value in a type of its own, one of many that the stubs do not find by its name.
        socket: Any = node.inputs[name]
        socket.default_value = value

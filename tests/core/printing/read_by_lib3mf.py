# SPDX-License-Identifier: GPL-3.0-or-later
"""A 3MF file as lib3mf reads it, the library of the format's own consortium, strictly and without a warning."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import lib3mf
import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Item:
    """A build item: its object's name, its vertices where they lie, its triangles, and a color for each of these."""

    name: str
    vertices: NDArray[np.float64]
    triangles: NDArray[np.int64]
    colors: list[str]

    @property
    def volume(self) -> float:
        return volume_of(self.vertices[self.triangles])

    @property
    def main_color(self) -> str:
        first, second, third = self.vertices[self.triangles].swapaxes(0, 1)
        areas = np.linalg.norm(np.cross(second - first, third - first), axis=1)
        own = np.array(self.colors)
        return max(set(self.colors), key=lambda color: float(areas[own == color].sum()))

    def volume_in(self, *colors: str) -> float:
        return volume_of(self.vertices[self.triangles[[own in colors for own in self.colors]]])


@dataclass(frozen=True)
class Read:
    items: list[Item]
    metadata: dict[str, str]
    thumbnail: bytes


def volume_of(corners: NDArray[np.float64]) -> float:
    """Return the volume that triangles of shape (t, 3, 3) enclose."""
    return float(np.linalg.det(corners - corners[0, 0]).sum() / 6)


def read(data: bytes) -> Read:
    """Return what lib3mf finds in a file; all that must hold for any file is asserted."""
    wrapper = lib3mf.get_wrapper()
    model = wrapper.CreateModel()
    reader = model.QueryReader("3mf")
    reader.SetStrictModeActive(True)
    reader.ReadFromBuffer(data)
    assert reader.GetWarningCount() == 0
    assert model.GetUnit() == lib3mf.ModelUnit.MilliMeter
    names = {}
    groups = model.GetBaseMaterialGroups()
    while groups.MoveNext():
        group = groups.GetCurrentBaseMaterialGroup()
        for material in group.GetAllPropertyIDs():
            rgba = wrapper.ColorToRGBA(group.GetDisplayColor(material))
            names[group.GetResourceID(), material] = "#{:02X}{:02X}{:02X}".format(*rgba[:3])
            assert rgba[3] == 255
    items = []
    build = model.GetBuildItems()
    while build.MoveNext():
        items.append(_item(model, build.GetCurrent(), names))
    metadata = model.GetMetaDataGroup()
    entries = [metadata.GetMetaData(number) for number in range(metadata.GetMetaDataCount())]
    assert model.HasPackageThumbnailAttachment()
    return Read(
        items,
        {entry.GetName(): entry.GetValue() for entry in entries},
        bytes(model.GetPackageThumbnailAttachment().WriteToBuffer()),
    )


def _item(model: Any, item: Any, names: dict[tuple[int, int], str]) -> Item:
    mesh = model.GetMeshObjectByID(item.GetObjectResource().GetResourceID())
    assert mesh.IsManifoldAndOriented()
    lying = np.array([list(row) for row in item.GetObjectTransform().Fields])
    vertices = np.array([list(vertex.Coordinates) for vertex in mesh.GetVertices()]) @ lying[:3] + lying[3]
    triangles = np.array([list(triangle.Indices) for triangle in mesh.GetTriangleIndices()])
    properties = [mesh.GetTriangleProperties(number) for number in range(mesh.GetTriangleCount())]
    colors = [names[own.ResourceID, own.PropertyIDs[0]] for own in properties]
    return Item(mesh.GetName(), vertices, triangles, colors)

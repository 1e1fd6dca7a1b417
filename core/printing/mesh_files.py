# SPDX-License-Identifier: GPL-3.0-or-later
"""The files that slicers read: meshes as binary STL, and objects on a bed with names and colors as 3MF.

A 3MF file (3MF Consortium, "Core Specification and Reference Guide", 1.3) is a zip with the model as XML, a
picture of it, what slicers read beside that, and the parts' types and relations. It has no dates and nothing else that
is not of the puzzle, so that the same puzzle always gives the same bytes.

What slicers read beside the format names a filament for each part, and advised settings. PrusaSlicer reads
``Slic3r_PE_model.config``, and the filament of a single triangle from an attribute of its own; Orca and Bambu Studio
read ``model_settings.config``, and the filaments of triangles from the materials that the format has. Their own
attribute for triangles has no namespace, so that no strict reader would take a file with it. Filaments are numbered as
the materials are, from 1. Settings are those of single objects: nobody's printer or profile is replaced.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from io import BytesIO
from itertools import chain
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..solids.mesh import cross_product, edges_are_paired
from ..solids.solid import Solid
from .estimate import first_layer_area
from .picture import picture, png, screen_color
from .printed_object import Body, Color, Floats, Objects, triangle_count
from .printer import RESIN, Printer

_TEXT, _HEADER = 80, 84
_PROGRAM = "Puzzle Cubes"
_TRIANGLE = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])


def stl(triangles: NDArray[np.floating[Any]]) -> bytes:
    """Return the bytes of a binary STL file with triangles of shape (n, 3 corners, 3 coordinates), and their normals.

    A triangle without an area has none.
    """
    rows = np.zeros(len(triangles), dtype=_TRIANGLE)
    rows["corners"] = triangles
    # Of the corners as they are written: a program that looks at both finds them to agree.
    across = cross_product(*np.diff(rows["corners"].transpose(1, 2, 0).astype(np.float64, order="C"), axis=0))
    lengths = np.sqrt((across * across).sum(axis=0))
    np.divide(across, lengths, out=rows["normal"].T, where=lengths > 0, casting="same_kind")
    return bytes(_TEXT) + len(triangles).to_bytes(4, "little") + rows.tobytes()


def named(data: bytes, name: str) -> bytes:
    """Return the bytes of a binary STL file with a name in its header, which programs pass over.

    The header begins with the name of this program: with "solid" it would be taken for a text. What is no ASCII is left
    out, and what has no room is cut off.
    """
    # Some programs read colors after an equals sign.
    text = f"{_PROGRAM}: {name}".replace("=", "-").encode("ascii", "ignore")[:_TEXT]
    return text.ljust(_TEXT, b"\0") + data[_TEXT:]


def stl_size(triangles: int) -> int:
    """Return the bytes of a binary STL file with so many triangles."""
    return _HEADER + triangles * _TRIANGLE.itemsize


def triangles_from_stl(data: bytes) -> NDArray[np.float32]:
    """Return the corners of the triangles, shape (n, 3 corners, 3 coordinates).

    Raises ValueError when the data is no binary STL, or is cut short.
    """
    if len(data) < _HEADER:
        raise ValueError("the file is too short for an STL file")
    count = int.from_bytes(data[80:84], "little")
    if len(data) != stl_size(count):
        raise ValueError(f"the file says {count} triangles, but its length does not fit")
    return np.frombuffer(data, dtype=_TRIANGLE, offset=_HEADER)["corners"]


MODEL, THUMBNAIL = "3D/3dmodel.model", "Metadata/thumbnail.png"
NAMESPACE = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"
DECIMALS = 5
"""Places after the point of a millimeter: finer than the single precision of any slicer."""

_LICENSE = "Free: the program that wrote this file claims no rights in it."
_MATERIALS = 1
"""The number of the materials among the model's resources; objects come after it."""

_LEVEL = 5
"""Of compression: the usual 6 would make files a hundredth smaller, and take a third longer."""

_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_TYPES = f"""{_DECLARATION}<Types xmlns="{_PACKAGE}/content-types">
 <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
 <Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/>
 <Default Extension="png" ContentType="image/png"/>
 <Default Extension="config" ContentType="text/xml"/>
</Types>
"""
_RELATIONS = f"""{_DECLARATION}<Relationships xmlns="{_PACKAGE}/relationships">
 <Relationship Target="/{MODEL}" Id="model" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/>
 <Relationship Target="/{THUMBNAIL}" Id="thumbnail" Type="{_PACKAGE}/relationships/metadata/thumbnail"/>
</Relationships>
"""


def three_mf(title: str, objects: Objects, advice: Mapping[str, Advice] = MappingProxyType({})) -> bytes:
    """Return the bytes of a 3MF file with objects at their places, in millimeters, of which there must be one.

    ``advice`` are settings of the objects by their names.
    """
    bodies = [*chain(*objects.values())]
    # What looks alike shares a material, and with that a filament.
    materials = {_material(color): None for body in bodies for color in _used_colors(body)}
    numbers = {material: number for number, material in enumerate(materials)}
    filaments = [
        (number, name, 1 + numbers[_material(own[0].color)], triangle_count(own))
        for number, (name, own) in enumerate(objects.items(), _MATERIALS + 1)
    ]
    # Before the text of the model takes its memory.
    thumbnail = png(picture(bodies))
    contents = {
        "[Content_Types].xml": _TYPES.encode(),
        "_rels/.rels": _RELATIONS.encode(),
        MODEL: "".join(_model(title, objects, numbers)).encode(),
        THUMBNAIL: thumbnail,
        PRUSA_FILE: prusa_settings(filaments, advice).encode(),
        BAMBU_FILE: bambu_settings(filaments, advice).encode(),
    }
    file = BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in contents.items():
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.create_system, entry.external_attr = 3, 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content, compresslevel=_LEVEL)
    return file.getvalue()


def _model(title: str, objects: Objects, numbers: Mapping[str, int]) -> Iterator[str]:
    """Yield the XML of the model."""
    names = f'xmlns="{NAMESPACE}" xmlns:slic3rpe="{PRUSA_NAMESPACE}"'
    yield f'{_DECLARATION}<model unit="millimeter" xml:lang="en-US" {names}>\n'
    for name, value in {"Title": title, "Application": _PROGRAM, "LicenseTerms": _LICENSE}.items():
        yield f' <metadata name="{name}">{_escaped(value)}</metadata>\n'
    yield f' <resources>\n  <basematerials id="{_MATERIALS}">\n'
    yield from numbers
    yield "  </basematerials>\n"
    for number, (name, bodies) in enumerate(objects.items(), _MATERIALS + 1):
        yield from _object(number, name, bodies, numbers)
    yield " </resources>\n <build>\n"
    for number, bodies in enumerate(objects.values(), _MATERIALS + 1):
        yield f'  <item objectid="{number}" transform="{_transform(bodies[0].place)}"/>\n'
    yield " </build>\n</model>\n"


def _escaped(text: str) -> str:
    """Return a text as XML has it; lib3mf refuses an apostrophe that is escaped."""
    return escape(text, quote=False).replace('"', "&quot;")


def _used_colors(body: Body) -> tuple[Color, ...]:
    """Return the color of a body, and those of the marks that it has."""
    used = set(body.color_numbers.tolist()) | {0}
    return tuple(color for number, color in enumerate(body.colors) if number in used)


def _material(color: Color) -> str:
    """Return the material of a color: it is called as the color is, since bodies share it."""
    shown = "#" + screen_color(color[:3]).tobytes().hex().upper()
    return f'   <base name="{shown}" displaycolor="{shown}"/>\n'


def _object(number: int, name: str, bodies: Sequence[Body], materials: Mapping[str, int]) -> Iterator[str]:
    """Yield an object: one mesh, which slicers never take apart, in which each triangle has its material."""
    first = materials[_material(bodies[0].color)]
    yield f'  <object id="{number}" type="model" name="{_escaped(name)}" pid="{_MATERIALS}" pindex="{first}">\n'
    yield "   <mesh>\n    <vertices>\n"
    for body in bodies:
        places = _rounded(body.vertices).ravel().tolist()
        yield '     <vertex x="%.9g" y="%.9g" z="%.9g"/>\n' * len(body.vertices) % tuple(places)
    yield "    </vertices>\n    <triangles>\n"
    before = 0
    for body in bodies:
        # A mark that no triangle has is no material of the file.
        used = [materials.get(_material(color), first) for color in body.colors]
        own = [
            ""
            if material == first
            else f' pid="{_MATERIALS}" p1="{material}" slic3rpe:mmu_segmentation="{painted(material + 1)}"'
            for material in used
        ]
        lines = [f'     <triangle v1="%d" v2="%d" v3="%d"{named}/>\n' for named in own]
        corners = (body.triangles + before).ravel().tolist()
        begins = np.flatnonzero(np.diff(body.color_numbers, prepend=np.int8(-1)))
        runs = zip(
            body.color_numbers[begins].tolist(), np.diff(begins, append=len(body.triangles)).tolist(), strict=True
        )
        yield "".join(lines[color] * count for color, count in runs) % tuple(corners)
        before += len(body.vertices)
    yield "    </triangles>\n   </mesh>\n  </object>\n"


def _rounded(places: Floats) -> Floats:
    """Return places as a file has them; what is added makes 0 of -0."""
    return np.round(places, DECIMALS) + 0.0


def _transform(place: tuple[float, float, float]) -> str:
    """Return where an object lies: the images of the axes, and the place."""
    return " ".join(f"{value:.9g}" for value in (1, 0, 0, 0, 1, 0, 0, 0, 1, *_rounded(np.array(place))))


def closed_triangles(objects: Objects) -> int:
    """Return how many triangles objects have; raises ValueError for one that is not closed, so it would not print."""
    for name, bodies in objects.items():
        if not all(edges_are_paired(body.triangles) for body in bodies) or sum(body.volume for body in bodies) <= 0:
            raise ValueError(f"'{name}' is not closed, so it would not print")
    return triangle_count(chain(*objects.values()))


PRUSA_FILE, BAMBU_FILE = "Metadata/Slic3r_PE_model.config", "Metadata/model_settings.config"

PRUSA_NAMESPACE = "http://schemas.slic3r.org/3mf/2017/06"

HIGHEST = 5.0
"""How many times higher than wide is what stands on the bed without a brim."""

SMALLEST = 20.0
"""In square millimeters: what lies on less of the bed may come off it."""

BRIM = 3.0
"""The width of an advised brim, in millimeters."""


@dataclass(frozen=True)
class Advice:
    """Settings that suit an object: the height of its layers and the width of its brim in millimeters, and supports."""

    layer: float
    supports: bool = False
    brim: float = 0.0

    def settings(self, supports: str) -> dict[str, str]:
        """Return the settings as slicers call them; what they call ``supports`` differs."""
        brim = {"brim_type": "outer_only", "brim_width": f"{self.brim:g}"} if self.brim else {}
        return {"layer_height": f"{self.layer:g}", supports: str(int(self.supports)), **brim}


def needs_brim(solid: Solid) -> bool:
    """Report whether a solid stands on so little of the bed that it may come off."""
    area = first_layer_area(solid)
    return area < SMALLEST or solid.extent[2] > HIGHEST * area**0.5


def advice_for(solids: Sequence[Solid], printer: Printer) -> Advice | None:
    """Return settings that suit what is printed as one, as it stands on the bed; None for resin."""
    if printer.material == RESIN:
        return None
    brim = BRIM if any(needs_brim(solid) for solid in solids) else 0.0
    return Advice(printer.layer, any(solid.overhangs for solid in solids), brim)


def painted(filament: int) -> str:
    """Return how PrusaSlicer writes that a whole triangle is of a filament, from 1."""
    return f"{4 * filament:X}" if filament < 3 else f"{filament - 3:X}C"


def prusa_settings(objects: Sequence[tuple[int, str, int, int]], advice: Mapping[str, Advice]) -> str:
    """Return what PrusaSlicer reads: of each object its number, name, filament and triangles, and what is advised."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<config>"]
    for number, name, filament, triangles in objects:
        own = {"name": name, "extruder": str(filament)}
        settings = own | (advice[name].settings("support_material") if name in advice else {})
        lines.append(f' <object id="{number}" instances_count="1">')
        lines += _metadata('  <metadata type="object"', settings)
        lines.append(f'  <volume firstid="0" lastid="{triangles - 1}">')
        lines += _metadata('   <metadata type="volume"', {"name": name, "volume_type": "ModelPart"})
        lines += ["  </volume>", " </object>"]
    return "\n".join([*lines, "</config>", ""])


def bambu_settings(objects: Sequence[tuple[int, str, int, int]], advice: Mapping[str, Advice]) -> str:
    """Return what Orca and Bambu Studio read: the same as PrusaSlicer, in their words."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<config>"]
    for number, name, filament, _ in objects:
        own = {"name": name, "extruder": str(filament)}
        settings = own | (advice[name].settings("enable_support") if name in advice else {})
        lines.append(f'  <object id="{number}">')
        lines += _metadata("    <metadata", settings)
        lines.append(f'    <part id="{number}" subtype="normal_part">')
        lines += _metadata("      <metadata", own)
        lines += ["    </part>", "  </object>"]
    return "\n".join([*lines, "</config>", ""])


def _metadata(begin: str, values: Mapping[str, str]) -> list[str]:
    return [f'{begin} key="{key}" value="{escape(value)}"/>' for key, value in values.items()]

# SPDX-License-Identifier: GPL-3.0-or-later
"""3MF files as another library reads them: names, colors, places, volumes; and only what is closed is written."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as draw
from PIL import Image

from puzzle_cubes.printing.mesh_files import BAMBU_FILE, MODEL, PRUSA_FILE, Advice, closed_triangles, painted, three_mf
from puzzle_cubes.printing.picture import pictured
from puzzle_cubes.printing.printed_object import Body, Objects, bounds_of_bodies, on_bed
from puzzle_cubes.solids.solid import Solid, solid_from_boxes
from tests.core.oskar.strategies import lengths
from tests.core.printing.read_by_lib3mf import read
from tests.core.solids.measured import triangles
from tests.core.solids.strategies import solids

RED, BLUE = (1.0, 0.0, 0.0, 1.0), (0.0, 0.0, 0.2158605, 1.0)
SHOWN = {RED: "#FF0000", BLUE: "#000080"}
"""Linear colors, and the same as a screen takes them."""


def body_of(
    solid: Solid, color: tuple[float, float, float, float] = RED, place: tuple[float, float, float] = (0.0, 0.0, 0.0)
) -> Body:
    mesh = solid.mesh()
    return Body("Body", color, mesh.vertices, triangles(mesh).astype(np.int32), place=place)


CUBE = solid_from_boxes([((0, 10), (0, 20), (0, 5))])
BLOCK = body_of(CUBE, place=(30.0, 40.0, 0.0))


@given(
    drawn=draw.lists(
        draw.tuples(
            solids(), draw.sampled_from((RED, BLUE)), draw.tuples(lengths(0, 300), lengths(0, 300), lengths(0, 9))
        ),
        min_size=1,
        max_size=3,
    )
)
def test_another_library_reads_what_was_written(
    drawn: list[tuple[Solid, tuple[float, float, float, float], tuple[float, float, float]]],
) -> None:
    objects = {f"Part {number} <&\"'>": [body_of(*body)] for number, body in enumerate(drawn)}
    data = three_mf("A & B", objects)
    assert data == three_mf("A & B", objects)
    package = read(data)
    assert package.metadata["Title"] == "A & B"
    assert package.metadata["Application"] == "Puzzle Cubes"
    assert package.metadata["LicenseTerms"].startswith("Free")
    assert [item.name for item in package.items] == [*objects]
    for item, (solid, color, place) in zip(package.items, drawn, strict=True):
        assert set(item.colors) == {SHOWN[color]}
        assert item.volume == pytest.approx(solid.volume, rel=1e-4, abs=1e-4)
        vertices = solid.mesh().vertices
        # lib3mf keeps single precision.
        assert item.vertices == pytest.approx(vertices + np.array(place), abs=1e-4)
    assert closed_triangles(objects) == sum(len(item.triangles) for item in package.items)


def test_bodies_of_one_object_stay_together_and_have_their_colors() -> None:
    inner = body_of(CUBE.moved((0, 0, 10)), BLUE, (1, 2, 3))
    package = read(three_mf("Two", {"Two": [body_of(CUBE, place=(1, 2, 3)), inner]}))
    (item,) = package.items
    assert item.volume_in("#FF0000") == item.volume_in("#000080") == pytest.approx(1000)
    assert (item.vertices.min(axis=0).tolist(), item.vertices.max(axis=0).tolist()) == ([1, 2, 3], [11, 22, 18])


@pytest.mark.parametrize(("centered", "lowest"), [(True, (97.5, 45.0, 0.0)), (False, (106.0, 57.0, 3.0))])
def test_objects_lie_on_the_bed_each_about_the_middle_of_its_underside(
    centered: bool, lowest: tuple[float, float, float]
) -> None:
    objects = {str(x): [body_of(CUBE.moved((x, 2, 3)))] for x in (1, 6)}
    first, second = on_bed(objects, (105.0, 55.0), centered=centered).values()
    (low, _), (second_low, _) = map(bounds_of_bodies, (first, second))
    assert (tuple(low), tuple(second_low - low)) == (lowest, (5, 0, 0))
    for (lying,) in (first, second):
        assert (lying.vertices.min(axis=0).tolist(), lying.place[2]) == ([-5, -10, 0], lowest[2])


def test_the_picture_shows_the_parts_in_their_colors() -> None:
    beside = body_of(CUBE, BLUE, (60.0, 40.0, 0.0))
    picture = Image.open(BytesIO(read(three_mf("Two", {"Block": [BLOCK], "Other": [beside]})).thumbnail))
    assert (picture.size, picture.mode) == ((256, 256), "RGBA")
    pixels = np.asarray(picture).astype(int)
    assert pixels[0, 0, 3] == 0
    left, right = pixels[:, :128].reshape(-1, 4), pixels[:, 128:].reshape(-1, 4)
    for side, channel in ((left, 0), (right, 2)):
        shown = side[side[:, 3] == 255]
        assert len(shown) > 2000
        assert (shown[:, :3].argmax(axis=1) == channel).all()


def test_what_stands_in_front_hides_what_is_behind() -> None:
    behind = body_of(CUBE, BLUE, (30.0, 40.0, 0.0))
    wall = body_of(solid_from_boxes([((0, 100), (0, 5), (0, 100))]), place=(-20.0, 0.0, 0.0))
    for first, second in ((behind, wall), (wall, behind)):
        objects = {"First": [first], "Second": [second]}
        picture = np.asarray(Image.open(BytesIO(read(three_mf("Two", objects)).thumbnail)))
        shown = picture[picture[..., 3] == 255]
        assert (shown[:, 0] > shown[:, 2]).all()


def turned_over(body: Body, triangles: slice) -> Body:
    """Return a body of which some triangles look inward."""
    corners = body.triangles.copy()
    corners[triangles] = corners[triangles, ::-1]
    return replace(body, triangles=corners)


FLAT = Body("Flat", RED, np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0]]), np.array([[0, 1, 2], [0, 2, 1]], np.int32))


@pytest.mark.parametrize(
    "wrong",
    [
        [FLAT],
        [turned_over(BLOCK, slice(1))],
        [turned_over(BLOCK, slice(None))],
        [replace(BLOCK, triangles=BLOCK.triangles[1:])],
        [BLOCK, replace(BLOCK, triangles=BLOCK.triangles[1:])],
    ],
    ids=["no volume", "a face inward", "all inward", "a hole", "a hole in the second body"],
)
def test_what_is_not_closed_is_refused(wrong: Sequence[Body]) -> None:
    closed: Objects = {"Closed": [BLOCK, BLOCK]}
    assert closed_triangles(closed) == 24
    with pytest.raises(ValueError, match="'Block' is not closed, so it would not print"):
        closed_triangles({**closed, "Block": wrong})


TETRAHEDRON = Body(
    "Body",
    RED,
    np.array([[0, 0, 0], [10, 0, -0.0], [0, 10, 0], [0.123456789, -0.000001, 10]]),
    np.array([[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]], dtype=np.int32),
    (BLUE, (0.0, 1.0, 0.0, 1.0)),
    np.array([0, 1, 0, 0], dtype=np.int8),
)
MODEL_TEXT = """<?xml version="1.0" encoding="UTF-8"?>
<model unit="millimeter" xml:lang="en-US" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02" xmlns:slic3rpe="http://schemas.slic3r.org/3mf/2017/06">
 <resources>
  <basematerials id="1">
   <base name="#FF0000" displaycolor="#FF0000"/>
   <base name="#000080" displaycolor="#000080"/>
  </basematerials>
  <object id="2" type="model" name="One" pid="1" pindex="0">
   <mesh>
    <vertices>
     <vertex x="0" y="0" z="0"/>
     <vertex x="10" y="0" z="0"/>
     <vertex x="0" y="10" z="0"/>
     <vertex x="0.12346" y="0" z="10"/>
    </vertices>
    <triangles>
     <triangle v1="0" v2="2" v3="1"/>
     <triangle v1="0" v2="1" v3="3" pid="1" p1="1" slic3rpe:mmu_segmentation="8"/>
     <triangle v1="1" v2="2" v3="3"/>
     <triangle v1="0" v2="3" v3="2"/>
    </triangles>
   </mesh>
  </object>
 </resources>
 <build>
  <item objectid="2" transform="1 0 0 0 1 0 0 0 1 1.5 2 0"/>
 </build>
</model>
"""


def test_a_model_is_written_to_the_letter() -> None:
    data = three_mf("Title", {"One": [replace(TETRAHEDRON, place=(1.5, 2.0, -0.0))]})
    with zipfile.ZipFile(BytesIO(data)) as archive:
        text = archive.read(MODEL).decode()
        entries = archive.infolist()
    assert re.sub(r" <metadata.*\n", "", text) == MODEL_TEXT
    # No time and no machine is in a file: the same puzzle gives the same bytes. Who unpacks it can read what is inside.
    for entry in entries:
        assert entry.date_time == (1980, 1, 1, 0, 0, 0)
        assert (entry.create_system, entry.external_attr >> 16) == (3, 0o644)
        assert entry.compress_type == zipfile.ZIP_DEFLATED


def test_slicers_are_told_a_filament_for_each_part_and_what_suits_it() -> None:
    objects = {"One & <two>": [TETRAHEDRON], "Other": [body_of(CUBE, BLUE, (30.0, 40.0, 0.0))]}
    data = three_mf("Bed", objects, {"Other": Advice(0.15, supports=True, brim=3.0)})
    assert len(read(data).items) == 2
    with zipfile.ZipFile(BytesIO(data)) as archive:
        texts = [archive.read(name) for name in (PRUSA_FILE, BAMBU_FILE)]
    prusa, bambu = map(ElementTree.fromstring, texts)
    for root in (prusa, bambu):
        own = {
            entry.get("id"): {data.get("key"): data.get("value") for data in entry.findall("metadata")}
            for entry in root.findall("object")
        }
        assert own["2"] == {"name": "One & <two>", "extruder": "1"}
        assert own["3"] | {"name": "Other", "extruder": "2", "layer_height": "0.15", "brim_width": "3"} == own["3"]
    assert own["3"]["enable_support"] == "1"
    assert [volume.get("lastid") for volume in prusa.iter("volume")] == ["3", "11"]


def test_the_filament_of_a_triangle_is_written_as_prusa_slicer_reads_it() -> None:
    # By its sources: two bits for whether it is divided, then two for the state, or 3 and four bits more, backward.
    assert [painted(number) for number in range(1, 7)] == ["4", "8", "0C", "1C", "2C", "3C"]
    assert (painted(15), painted(16), painted(17)) == ("CC", "DC", "EC")


def test_a_picture_of_many_bodies_has_the_marks_of_each() -> None:
    green, blue = (0.0, 1.0, 0.0, 1.0), (0.0, 0.0, 1.0, 1.0)
    tiles = [body_of(solid_from_boxes([((0, 4), (0, 4), (0, 1))]), place=(5.0 * number, 0, 0)) for number in range(60)]
    bodies = [
        replace(tile, marks=(green, blue), marked=np.full(len(tile.triangles), 2 - number % 2, dtype=np.int8))
        for number, tile in enumerate(tiles)
    ]
    pixels, view = pictured(bodies, 1200, (0.0, -0.35, 0.94))
    columns, rows = view.at(np.array([tile.place for tile in tiles]) + np.array((2, 2, 1))).astype(int).T
    assert pixels[rows, columns, :3].argmax(axis=1).tolist() == [2 - number % 2 for number in range(60)]

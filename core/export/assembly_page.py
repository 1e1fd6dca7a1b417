# SPDX-License-Identifier: GPL-3.0-or-later
"""A page on how the parts of a puzzle are printed and put together, in one file that asks nothing of any network.

It has pictures of the parts, and of the steps in which they are put together, with where they come from.
"""

from __future__ import annotations

import math
from base64 import b64encode
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape

import numpy as np
from numpy.typing import NDArray

from ..common.words import in_words, listed
from ..kind.kind import PUZZLE_FILE
from ..kind.part import Instructions, Part, Step, offsets, to_buy, turn_in_print
from ..kind.puzzle import PrintedPuzzle
from ..printing.picture import picture, pictured, png, screen_color
from ..printing.printed_object import Body, Color, Floats, marked_by
from ..printing.printer import MATERIALS, Printer
from ..printing.sheet import Cutter
from ..solids.mesh import bounds_of

_TOWARD = (-0.5, -1.0, 0.9)
"""Whence steps are seen: from the front, a little from the left, and from above."""

_ASIDE = np.array((-0.12, -0.18, 0.3))

WAY_LEFT = 0.45
"""How much of its way is still before a part, as a share."""

Pixels = NDArray[np.uint8]
Place = tuple[float, float]


@dataclass(frozen=True)
class Picture:
    """Pixels of shape (height, width, 4), and arrows in it, each from one place to another, in pixels.

    ``inside`` are the pixels of the inner side of the part that comes, None where that is not shown.
    """

    pixels: Pixels
    arrows: tuple[tuple[Place, Place], ...] = ()
    inside: Pixels | None = None


def picture_of_part(part: Part, side: int) -> Pixels:
    """Return a picture of a part as it lies on the bed."""
    body = pictured_body(part, turn_in_print(part.up, turned=False), np.zeros(3))
    return _cropped(picture([body], side))[0]


def picture_together(parts: Sequence[Part], side: int) -> Pixels:
    """Return a picture of parts as they stand when all are put together."""
    bodies = [pictured_body(part, np.eye(3), np.array(part.assembled)) for part in parts]
    return _cropped(pictured(bodies, side, _TOWARD)[0])[0]


def pictures_of_steps(
    parts: Sequence[Part], steps: Sequence[Step], instructions: Instructions, side: int
) -> Iterator[Picture]:
    """Yield a picture for each step: what stands already, and what comes to it on its way, with an arrow."""
    by_key = {part.key: part for part in parts}
    turn = np.array([[sign * float(axis == column) for column in range(3)] for axis, sign in instructions.axes])
    shifts = {key: np.array(places) for key, places in offsets(steps).items()}
    room_of = {key: _ends(by_key[key]) for key in shifts}
    done = 0
    for number, step in enumerate(steps):
        end = done + len(step.moves)
        shown = _shown(room_of, steps, number, shifts, end)
        bodies, arrows = [], []
        for key in shown:
            begin, reached = shifts[key][done], shifts[key][end]
            here = reached + WAY_LEFT * (begin - reached)
            body = pictured_body(by_key[key], turn, by_key[key].assembled + here)
            bodies.append(body)
            if key in step.keys and step.moves:
                arrows.append((np.mean(bounds_of(body.vertices), axis=0), turn @ (reached - here)))
        pixels, view = pictured(bodies, side, _TOWARD)
        pixels, corner = _cropped(pixels)
        places: tuple[tuple[Place, Place], ...] = ()
        if arrows:
            middle, way = (np.mean(vectors, axis=0) for vectors in zip(*arrows, strict=True))
            ends = view.at(np.array([middle, middle + way])) - corner
            places = (((float(ends[0, 0]), float(ends[0, 1])), (float(ends[1, 0]), float(ends[1, 1]))),)
        yield Picture(pixels, places, _inside(step, by_key, turn, instructions, side))
        done = end


INSIDE_SHARE = 0.5
"""The side of a picture of an inner side, as a share of that of the step."""


def _inside(
    step: Step, by_key: Mapping[str, Part], turn: Floats, instructions: Instructions, side: int
) -> Pixels | None:
    """Return the part that a step puts on as it is seen from where it goes, upright; None where that is not shown."""
    (key, *more_keys) = step.keys
    if more_keys or key not in instructions.inside or not step.moves:
        return None
    move = step.moves[-1]
    way = np.zeros(3)
    way[move.axis] = np.sign(move.distance)
    body = pictured_body(by_key[key], turn, np.zeros(3))
    # A little from above and aside, so that what goes into it has sides that are seen.
    pixels, _ = pictured([body], round(INSIDE_SHARE * side), turn @ way + _ASIDE)
    return _cropped(pixels)[0]


def _shown(
    room_of: Mapping[str, Floats], steps: Sequence[Step], number: int, shifts: Mapping[str, Floats], end: int
) -> list[str]:
    """Return the parts that a picture of a step shows: its own, and what they come to.

    What was put together apart and waits for a later step is left out, but not what will only give way where it is.
    """
    own = steps[number].keys
    if not steps[number].moves:
        return list(own)
    later = {key for step in steps[number + 1 :] if step.moves for key in step.keys}
    earlier = dict.fromkeys(key for step in steps[:number] for key in step.keys if key not in own)
    place = shifts[own[0]][end]
    at_rest = {key for key in earlier if key not in later or np.allclose(shifts[key][end], place)}
    ends = {key: room_of[key] + shifts[key][end] for key in (*own, *earlier)}
    room = [ends[key] for key in (*own, *at_rest)]
    lowest, highest = np.min(room, axis=(0, 1)), np.max(room, axis=(0, 1))
    among = {key for key in earlier if np.all(ends[key][0] < highest) and np.all(ends[key][1] > lowest)}
    return [*own, *(key for key in earlier if key in at_rest | among)]


def _ends(part: Part) -> Floats:
    """Return the lowest and the highest corner of a part in its place."""
    vertices = part.mesh().vertices + part.assembled
    return np.array(bounds_of(vertices))


def pictured_body(part: Part, turn: Floats, place: Floats) -> Body:
    """Return a part that is moved and then turned, each side in its own color."""
    mesh = part.mesh()
    triangles, looks = mesh.split()
    vertices = (mesh.vertices + place) @ turn.T
    # To tell it from what is beside, also what is printed in the same color is pictured in its own.
    shown = {number: look.color for number, look in enumerate(part.looks) if number}
    return Body(part.key, part.object_color, vertices, triangles, tuple(shown.values()), marked_by(looks, shown))


def _cropped(pixels: Pixels) -> tuple[Pixels, NDArray[np.int64]]:
    """Return a picture without its empty margins, and where its corner was, along x and y."""
    seen = pixels[..., 3] > 0
    (top, bottom), (left, right) = (np.flatnonzero(seen.any(axis=axis))[[0, -1]] for axis in (1, 0))
    return pixels[top : bottom + 1, left : right + 1], np.array([left, top])


PAGE_FILE = "assembly.html"
"""How the parts are printed and put together, with pictures."""

PART_SIDE, STEP_SIDE = 220, 360
"""The side of a picture of a part, and of one of a step, in pixels."""

MOST_GROUPS, FIRST_GROUPS = 32, 8
"""Of a code with more groups the first ones are printed: nobody types the others."""

MOST_TRIANGLES = 60_000
"""Of all parts together: finer ones are pictured smaller, where nobody could see more anyway."""

STYLE = """
:root { color-scheme: light dark; --ink: #222; --paper: #fff; --soft: #f3f1ec; --line: #d8d4ca; --stage: #f3f1ec;
  --way: #c2185b; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e9e6df; --paper: #1d1d1f; --soft: #2b2a2a; --line: #55524c; --stage: #c9c5bb; }
}
@page { size: A4; margin: 12mm; }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem; max-width: 60rem; color: var(--ink); background: var(--paper);
  font: 1rem/1.45 system-ui, sans-serif; print-color-adjust: exact; }
h1 { margin: 0 0 .2rem; font-size: 1.7rem; }
h2 { margin: 1.6rem 0 .6rem; font-size: 1.2rem; border-bottom: 1px solid var(--line); break-after: avoid; }
p { margin: .4rem 0; }
code { overflow-wrap: anywhere; }
table { border-collapse: collapse; }
th { padding: .1rem 1rem .1rem 0; text-align: left; font-weight: 600; vertical-align: top; }
td { padding: .1rem 0; }
ol.parts, ol.steps { display: grid; gap: .7rem; margin: 0; padding: 0; list-style: none; }
ol.parts { grid-template-columns: repeat(auto-fill, minmax(9.5rem, 1fr)); }
ol.steps { grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); }
.parts li, .steps li { display: flex; flex-direction: column; padding: .6rem; border: 1px solid var(--line);
  border-radius: .5rem; background: var(--soft); break-inside: avoid; }
.parts img, .steps svg { padding: .4rem; background: var(--stage); border-radius: .3rem; }
.parts img { flex: 1 0 auto; width: 100%; height: 7rem; object-fit: contain; }
.steps svg { flex: 1 0 auto; width: 100%; height: 13rem; }
.steps p { margin: .4rem 0 0; }
.steps figure { display: flex; align-items: center; gap: .5rem; margin: .3rem 0 0; }
.steps figure::after { content: "as seen from inside"; font-size: .85rem; }
.steps figure img { height: 5rem; padding: .2rem; background: var(--stage); border-radius: .3rem; }
.number { font-weight: 700; font-size: 1.2rem; }
.small { font-size: .85rem; }
.color { display: inline-block; width: .8em; height: .8em; margin-right: .3em; border: 1px solid var(--line);
  border-radius: 50%; }
@media print {
  :root { --ink: #000; --paper: #fff; --soft: #fff; --line: #bbb; --stage: #fff; }
  body { max-width: none; padding: 0; font-size: .8rem; }
  ol.parts { grid-template-columns: repeat(5, 1fr); }
  .parts img { height: 4.5rem; }
  ol.steps { grid-template-columns: repeat(3, 1fr); }
  .steps svg { height: 10rem; }
  .steps figure img { height: 3.5rem; }
  .parts li, .steps li { padding: .3rem; }
  h2 { margin-top: .8rem; }
  h2.steps { break-before: page; }
}
ol.all { columns: 12rem; }
.arrow { fill: var(--way); stroke: #fff; stroke-width: 3; stroke-linejoin: round; paint-order: stroke; }
"""


def page_in_steps(puzzle: PrintedPuzzle) -> Generator[float, None, str]:
    """Return the page as HTML, of a puzzle whose parts are printed apart; yield now and then the share that is done.

    Raises InputError for a part that is larger than the bed.
    """
    steps, problem = puzzle.assembly
    parts, printed = puzzle.all_parts, puzzle.parts
    told = puzzle.kind.instructions(puzzle.content, parts, puzzle.way.name) if steps else Instructions()
    triangles = sum(len(part.mesh().split()[0]) for part in printed)
    scale = min(1.0, math.sqrt(MOST_TRIANGLES / max(triangles, 1)))
    part_side, step_side = (max(120, round(scale * side)) for side in (PART_SIDE, STEP_SIDE))
    name = escape(puzzle.name)
    part_items = _part_items(puzzle, part_side)
    pictures = pictures_of_steps(parts, steps, told, step_side)
    step_items = (
        _step_item(number, step, picture) for number, (step, picture) in enumerate(zip(steps, pictures, strict=True), 1)
    )
    items: tuple[list[str], list[str]] = ([], [])
    for listed_items, new_items in zip(items, (part_items, step_items), strict=True):
        for item in new_items:
            listed_items.append(item)
            yield sum(map(len, items)) / (len(printed) + len(steps) + 1)
    body = [
        f"<h1>{name}</h1>",
        *_paragraphs([puzzle.summary]),
        "<h2>Settings</h2>",
        _table(_settings(puzzle)),
        "<h2>Parts</h2>",
        *_paragraphs(told.marks),
        _list("parts", items[0]),
        '<h2 class="steps">Steps</h2>',
        *_paragraphs([*told.before, *([problem] if problem else [])]),
        _list("steps", items[1]),
    ]
    page = [
        "<!DOCTYPE html>",
        '<html lang="en">',
        f'<head><meta charset="utf-8"/><title>{name}</title>',
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>',
        f"<style>{STYLE}</style></head>",
        "<body>",
        *body,
        *_trial(told),
        "</body>",
        "</html>",
        "",
    ]
    return "\n".join(page)


def _trial(told: Instructions) -> list[str]:
    """Return what to try once all is together, as HTML."""
    if not told.moves:
        return []
    first, *then = told.trial
    moves = "".join(f"<li>{escape(move)}</li>" for move in told.moves)
    tried = ["<h2>Try It</h2>", *_paragraphs([first]), f'<ol class="moves">{moves}</ol>', *_paragraphs(then)]
    if not told.all_moves:
        return tried
    # On a page of its own: who prints them need not read it.
    whole = "".join(f"<li>{escape(move)}</li>" for move in told.all_moves)
    return [*tried, '<h2 class="steps">All Moves</h2>', f'<ol class="moves all">{whole}</ol>']


def _paragraphs(sentences: Iterable[str]) -> list[str]:
    return [f"<p>{escape(sentence)}</p>" for sentence in sentences]


def _table(rows: Mapping[str, str]) -> str:
    return f"<table>{''.join(f'<tr><th>{name}</th><td>{value}</td></tr>' for name, value in rows.items())}</table>"


def _list(name: str, items: Iterable[str]) -> str:
    entries = "\n".join(items)
    return f'<ol class="{name}">\n{entries}\n</ol>' if entries else ""


def _settings(puzzle: PrintedPuzzle) -> dict[str, str]:
    """Return what is said of how the parts are printed, as HTML by its label."""
    parts, machine, code = puzzle.parts, puzzle.machine, puzzle.code
    rows = {
        **dict(puzzle.kind.derived_lines(puzzle.lengths, puzzle.content, {}, puzzle.way.name)),
        "Parts": f"{len(parts)}" if puzzle.way.cut else f"{len(parts)}; one color is enough for all of them",
        **({"To buy": bought} if (bought := to_buy(puzzle.all_parts)) else {}),
        **(_cut_rows(puzzle, machine) if isinstance(machine, Cutter) else _printed_rows(puzzle, machine)),
    }
    if not code:
        return {label: escape(text) for label, text in rows.items()}
    groups = code.split("-")
    shown = code if len(groups) <= MOST_GROUPS else f"{'-'.join(groups[:FIRST_GROUPS])} ..."
    whole = "which" if shown == code else f"{len(groups)} groups in all; the file {PUZZLE_FILE} beside this page"
    again = {"Code": f"<code>{escape(shown)}</code>, {whole} makes this very puzzle again"}
    return {label: escape(text) for label, text in rows.items()} | again


def _printed_rows(puzzle: PrintedPuzzle, printer: Printer) -> dict[str, str]:
    """Return what is said of how parts are printed, by its label."""
    taken, hanging = puzzle.estimate, [part.label for part in puzzle.parts if part.printed.overhangs]
    return {
        "Material": MATERIALS[printer.material].label,
        "Nozzle": f"{printer.nozzle:g} mm",
        "Layers": taken.basis,
        "Made for": f"sides {printer.widening:g} mm wider than drawn, a first layer {printer.foot:g} mm wider still",
        "Supports": f"only for {listed(hanging)}" if hanging else "none: all parts lie flat",
        "Beds": _beds(puzzle, "bed_{}.3mf"),
        "It takes": f"about {taken.amount} and {in_words(taken.minutes)}",
    }


def _cut_rows(puzzle: PrintedPuzzle, cutter: Cutter) -> dict[str, str]:
    """Return what is said of how parts are cut from sheets, by its label."""
    taken = puzzle.estimate
    return {
        "Thickness": f"{cutter.thickness:g} mm: measure the sheet, as all depends on it",
        "Made for": f"a kerf of {cutter.kerf:g} mm",
        "Colors": "green is engraved, blue is cut next, and black at last",
        "Sheets": _beds(puzzle, "sheet_{}.svg"),
        "It takes": f"about {taken.amount} and {in_words(taken.minutes)}, at {taken.basis}",
    }


def _beds(puzzle: PrintedPuzzle, name: str) -> str:
    """Return how many beds or sheets there are, their size, and their files, which have a name with a number."""
    beds = 1 + max((place.bed for place in puzzle.laid.values()), default=0)
    files = [name.format(number) for number in range(1, beds + 1)]
    return f"{beds} of {puzzle.machine.bed_text}: {listed(files)}"


def _part_items(puzzle: PrintedPuzzle, side: int) -> Iterable[str]:
    """Yield a list's items on parts, those that are the same together."""
    beds, surface = {key: place.bed + 1 for key, place in puzzle.laid.items()}, puzzle.machine.surface
    alike: dict[tuple[object, ...], list[Part]] = {}
    for part in puzzle.parts:
        solid = part.printed
        form = (
            part.object_color,
            solid.filled.shape,
            solid.filled.tobytes(),
            *(line.round(4).tobytes() for line in solid.lines),
        )
        alike.setdefault(form, []).append(part)
    for group in alike.values():
        part, labels = group[0], listed([twin.label for twin in group])
        size = " x ".join(f"{length:.1f}" for length in part.printed_size)
        on = listed([str(bed) for bed in sorted({beds[twin.key] for twin in group})])
        image = data_image(picture_of_part(part, side), labels)
        yield (
            f'<li>{image}<span class="number">{len(group)} &#215;</span>'
            f"<span>{escape(labels)}</span>"
            f'<span class="small">{_swatch(part.object_color)}{escape(part.looks[0].label)}</span>'
            f'<span class="small">{size} mm, {surface} {on}</span></li>'
        )


def _swatch(color: Color) -> str:
    red, green, blue = (int(value) for value in screen_color(color[:3]))
    return f'<span class="color" style="background: rgb({red}, {green}, {blue})"></span>'


def _data(pixels: Pixels) -> str:
    return f"data:image/png;base64,{b64encode(png(pixels)).decode('ascii')}"


def data_image(pixels: Pixels, alternative: str) -> str:
    """Return a picture as HTML that asks for no file, with what is said where it is not seen."""
    return f'<img alt="{escape(alternative)}" src="{_data(pixels)}"/>'


def _step_item(number: int, step: Step, picture: Picture) -> str:
    height, width, _ = picture.pixels.shape
    inside = ""
    if picture.inside is not None:
        inside = f"<figure>{data_image(picture.inside, 'As seen from inside')}</figure>"
    arrows = "".join(_arrow(*arrow) for arrow in picture.arrows)
    return (
        f'<li><svg viewBox="0 0 {width} {height}" role="img" aria-label="{escape(step.sentence)}">'
        f'<image width="{width}" height="{height}" href="{_data(picture.pixels)}"/>{arrows}</svg>'
        f'{inside}<p><span class="number">{number}</span> {escape(step.sentence)}</p></li>'
    )


def _arrow(begin: tuple[float, float], end: tuple[float, float]) -> str:
    """Return an arrow from one place to another as a closed outline: a shaft and a head."""
    length = math.dist(begin, end)
    if length < 1:
        return ""
    along = (end[0] - begin[0]) / length, (end[1] - begin[1]) / length
    head = min(24.0, 0.6 * length)
    outline = (
        (0, 5),
        (length - head, 5),
        (length - head, 14),
        (length, 0),
        (length - head, -14),
        (length - head, -5),
        (0, -5),
    )
    points = " ".join(
        f"{begin[0] + far * along[0] - aside * along[1]:.1f},{begin[1] + far * along[1] + aside * along[0]:.1f}"
        for far, aside in outline
    )
    return f'<polygon class="arrow" points="{points}"/>'

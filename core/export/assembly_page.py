# SPDX-License-Identifier: GPL-3.0-or-later
"""A page on how the parts of a puzzle are printed and put together, in one file that asks nothing of any network."""

from __future__ import annotations

import math
from base64 import b64encode
from collections.abc import Generator, Iterable, Mapping
from html import escape

from ..common.words import listed
from ..kind.part import Color, Instructions, Part, Step, to_buy
from ..kind.puzzle import PrintedPuzzle
from ..printing.estimate import in_words
from ..printing.picture import png, screen_color
from ..printing.printer import MATERIALS
from .step_pictures import Picture, Pixels, picture_of_part, pictures_of_steps

PAGE_FILE = "assembly.html"
"""How the parts are printed and put together, with pictures."""

PART_SIDE, STEP_SIDE = 220, 360
"""The side of a picture of a part, and of one of a step, in pixels."""

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
.parts img { flex: 1; width: 100%; height: 7rem; object-fit: contain; }
.steps svg { flex: 1; width: 100%; height: 13rem; }
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
    for listed_items, each in zip(items, (part_items, step_items), strict=True):
        for item in each:
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
    found = "\n".join(items)
    return f'<ol class="{name}">\n{found}\n</ol>' if found else ""


def _settings(puzzle: PrintedPuzzle) -> dict[str, str]:
    """Return what is said of how the parts are printed, as HTML by its label."""
    parts, printer, taken, code = puzzle.parts, puzzle.printer, puzzle.estimate, puzzle.code
    beds = 1 + max((place.bed for place in puzzle.laid.values()), default=0)
    files = [f"bed_{number}.3mf" for number in range(1, beds + 1)]
    hanging = [part.label for part in parts if part.printed.overhangs]
    rows = {
        **dict(puzzle.kind.derived_lines(puzzle.dimensions, puzzle.content, {})),
        "Parts": f"{len(parts)}; one color is enough for all of them",
        **({"To buy": bought} if (bought := to_buy(puzzle.all_parts)) else {}),
        "Material": MATERIALS[printer.material].label,
        "Nozzle": f"{printer.nozzle:g} mm",
        "Layers": taken.basis,
        "Made for": f"sides {printer.widening:g} mm wider than drawn, a first layer {printer.foot:g} mm wider still",
        "Supports": f"only for {listed(hanging)}" if hanging else "none: all parts lie flat",
        "Beds": f"{beds} of {printer.bed_text}: {listed(files)}",
        "It takes": f"about {taken.grams:.0f} g and {in_words(taken.minutes)}",
    }
    return {label: escape(text) for label, text in rows.items()} | (
        {"Code": f"<code>{escape(code)}</code>, which makes this very puzzle again"} if code else {}
    )


def _part_items(puzzle: PrintedPuzzle, side: int) -> Iterable[str]:
    """Yield a list's items on parts, those that are the same together."""
    beds = {key: place.bed + 1 for key, place in puzzle.laid.items()}
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
    for same in alike.values():
        part, labels = same[0], listed([one.label for one in same])
        size = " x ".join(f"{length:.1f}" for length in part.printed_size)
        on = listed([str(bed) for bed in sorted({beds[one.key] for one in same})])
        image = data_image(picture_of_part(part, side).pixels, labels)
        yield (
            f'<li>{image}<span class="number">{len(same)} &#215;</span>'
            f"<span>{escape(labels)}</span>"
            f'<span class="small">{_swatch(part.object_color)}{escape(part.looks[0].label)}</span>'
            f'<span class="small">{size} mm, bed {on}</span></li>'
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

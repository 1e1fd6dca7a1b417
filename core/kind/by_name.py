# SPDX-License-Identifier: GPL-3.0-or-later
"""Values by name: options are called the same by the library and, with hyphens, by the command."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ..common.errors import InputError
from ..common.options import BETWEEN, Option, Value, as_text, decimal_number, given_value, truth, whole_number, wrong
from ..common.words import folded, listed, must_be, nearest, shortened
from ..printing.printer import MEASURED_GAPS, Printer, measured
from .kind import AnyKind
from .model import Way

PAIRS = {"bed": ("bed_x", "bed_y"), "sheet_size": ("sheet_x", "sheet_y")}
"""Two options that one name gives together: of the printer, and of what is cut from sheets."""

CELL, CELL_SIDES = "cube", ("cube", "cube_y", "cube_z")
"""Three dimensions that one name gives together; one number alone is that of all three."""

MEASURED = ("goes_in", "goes_through")
"""Two names that say together what the coupon shows of a printer."""

MOST_JOBS = 256
"""Processes that search side by side."""

ELSEWHERE = {
    "out": "write the puzzle by .write(folder)",
    "overwrite": "give it to .write",
    "assembled": "write the puzzle put together by .write_assembled(path)",
    "check": "ask the puzzle by .check()",
    "json": "ask the puzzle by .report()",
    "preset": "give it to make, read or from_code",
    "jobs": "give it to make, .drawn or .asked",
    "make_rest_hard": "give it to make or .drawn",
    "problem": "give it to read or from_text",
    "code": "make the puzzle of a code by from_code(code)",
    "solutions": "most_solutions says how many there may be, and .asked('count') finds them",
    "pieces": "open a file with pieces by read(path), or their lines by from_text(lines)",
    "parts": "a puzzle that is made has its .parts",
    **dict.fromkeys(("from", "source", "file"), "open a file by read(path)"),
    **dict.fromkeys(("coupon", "help", "quiet", "version"), "only the command has it"),
}
"""Where the library has what is an argument of the command, or is looked for."""


@dataclass(frozen=True)
class Naming:
    """How sentences call what was given: an option's value, a length, two sides that one name gives, and a name."""

    value: Callable[[Option], str] = lambda option: option.label.capitalize()
    length: Callable[[Option], str] = lambda option: option.label
    sides: Callable[[str], str] = lambda name: name.replace("_", " ").capitalize()
    name: Callable[[str], str] = str
    elsewhere: Callable[[str], str] = lambda name: ELSEWHERE.get(name, "")
    """Says where there is what is not taken here, by its name."""


BY_LABEL = Naming()
"""As users of the library read them."""


def one_of(what: str, name: object, names: Collection[str]) -> str:
    """Return that one of some names that was meant, however it is written; raises InputError for another one."""
    for known in names:
        if isinstance(name, str) and folded(name) == folded(known):
            return known
    raise InputError(must_be(what, name, names))


def spelled(kind: AnyKind, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return values by the names of ways, drawings, requests and options of a kind, however these are written.

    So are names that give several values; other names stay as they are. Raises InputError for one that is given twice.
    """
    named: tuple[Any, ...] = (*kind.ways, *kind.drawings, *kind.requests, *kind.options)
    names = ["way", "printer", "round_bed", CELL, *PAIRS, *MEASURED, *(item.name for item in named)]
    known = {folded(name): name for name in (*(option.flag for option in kind.options), *names)}
    given: dict[str, str] = {}
    for name in values:
        first = given.setdefault(known.get(folded(name), name), name)
        if first != name:
            raise InputError(f"{BY_LABEL.sides(first)} is given twice: leave out {first} or {name}.")
    return {name: values[word] for name, word in given.items()}


def values_by_name(
    values: Mapping[str, Any], options: Iterable[Option], others: Iterable[str] = (), naming: Naming = BY_LABEL
) -> dict[str, Value]:
    """Return values by the names of options, from what was given by those or by the names of the command.

    ``others`` are further names that there are, for what is meant perhaps. Raises InputError for a name that no option
    has, for one that is given twice, and for what is no value.
    """
    options = tuple(options)
    named = {folded(name): option for option in options for name in (option.flag, option.name)}
    # A name comes before what the command calls another one.
    named |= {folded(option.name): option for option in options}
    given: dict[str, Value] = {}
    for name, value in values.items():
        option = named.get(folded(name))
        if option is None:
            raise InputError(_unknown(name, [word for own in options for word in (own.flag, own.name)], others, naming))
        if option.name in given:
            first = next(word for word in values if named[folded(word)] is option)
            raise InputError(f"{option.label.capitalize()} is given twice: leave out {first} or {name}.")
        given[option.name] = given_value(option, naming.value(option), value)
    return given


def _unknown(name: str, names: Iterable[str], others: Iterable[str], naming: Naming) -> str:
    if elsewhere := naming.elsewhere(name):
        return f"There is no {shortened(name)} here: {elsewhere}."
    near = nearest(name, [*names, *others])
    return f"There is no {shortened(name)}" + (f": did you mean {near}?" if near else ".")


def two_sides(name: str, called: str, given: Any) -> dict[str, Any]:
    """Return the two sides of one of ``PAIRS`` by their names, from one value, as "220x220"; one number is a square.

    A bed may be "round 180", too, and with two sides it is not round. Raises InputError for more numbers or none.
    """
    text = re.sub(r"(?i)(?<=[\d\s])mm", " ", as_text(given) or "")
    is_round = name == "bed" and "round" in text.lower()
    sides = BETWEEN.split((re.sub("(?i)round", " ", text) if is_round else text).strip())
    if len(sides) > 2 or not sides[0]:
        raise wrong(called, given, "two numbers, as 220x220" + (", or one, as round 180" if name == "bed" else ""))
    shape = {"round_bed": is_round} if is_round or (name == "bed" and len(sides) == 2) else {}
    return dict(zip(PAIRS[name], (sides[0], sides[-1]), strict=True)) | shape


def cell_sides(given: Any) -> dict[str, Any]:
    """Return the sides of a cell by their names, from one value, as "16x16x5.6"; what is 0 is as long as the first."""
    words = BETWEEN.split((as_text(given) or "").strip())
    if len(words) != len(CELL_SIDES):
        return dict(zip(CELL_SIDES, (given, 0.0, 0.0), strict=True))
    first = decimal_number(words[0])
    return {
        name: 0.0 if name != CELL and decimal_number(word) == first else word
        for name, word in zip(CELL_SIDES, words, strict=True)
    }


def printer_by_coupon(
    printer: Printer, holes: Mapping[str, Any], given: Collection[str], called: Callable[[str], str]
) -> Printer:
    """Return a printer by the holes of its coupon, of which some may be None; the same one where all are.

    ``given`` are the names of what else was given, and a sentence calls a name as ``called`` says. Raises
    InputError for a hole without the other one, beside what follows from them, and for what is no hole.
    """
    if all(hole is None for hole in holes.values()):
        return printer
    both = listed([called(name) for name in MEASURED])
    following = ("widening", "foot")
    if {*following} & {*given}:
        raise InputError(f"With {both} {listed(following)} follow: leave out {listed([*map(called, following)])}.")
    if missing := [name for name in MEASURED if holes.get(name) is None]:
        raise InputError(f"Argument {called(missing[0])} is missing: {both} go together.")
    most = len(MEASURED_GAPS)
    return measured(printer, *(whole_from_one(f"Argument {called(name)}", holes[name], most) for name in MEASURED))


def way_by_name(kind: AnyKind, values: dict[str, Any], otherwise: Way) -> Way:
    """Take a way to print out of values: by ``way``, or by its own name as True; raises InputError for none or two.

    A way that is False is not that of the puzzle: the first one takes its place.
    """
    names = [way.name for way in kind.ways]
    given = {name: truth(BY_LABEL.sides(name), values.pop(name)) for name in names if name in values}
    chosen = {name for name in given if given[name]}
    if "way" in values:
        chosen.add(one_of("Way", values.pop("way"), names))
    if len(chosen) > 1:
        raise InputError(f"Way is {listed(sorted(chosen))}: it must be one of them.")
    ways = [kind.way(name) for name in chosen] or [otherwise, kind.first_way]
    if not (allowed := [way for way in ways if given.get(way.name, True)]):
        raise InputError(f"Way is not {ways[-1].name}: give another one of {', '.join(names)}.")
    return allowed[0]


def check_drawn(kind: AnyKind, drawn: Collection[Any], *, rest_hard: bool, naming: Naming = BY_LABEL) -> None:
    """Raise InputError where nothing can be drawn, and where nothing is whose rest is to be made hard."""
    if (drawn or rest_hard) and not kind.drawings:
        raise InputError(f"Nothing is to be drawn on the kind {kind.label}.")
    if rest_hard and not drawn:
        names = listed([naming.name(drawing.name) for drawing in kind.drawings], "or")
        raise InputError(f"{naming.sides('make_rest_hard')} needs what is drawn: {names}.")


def whole_from_one(called: str, given: Any, most: int = 0) -> int:
    """Return a whole number from 1, to ``most`` if that is not 0; raises InputError, by what it is ``called``."""
    number = whole_number(as_text(given) or "")
    if number is None or not 1 <= number <= (most or number):
        raise wrong(called, given, f"a whole number from 1{f' to {most}' if most else ''}")
    return number

# SPDX-License-Identifier: GPL-3.0-or-later
"""Options: what a user can set, each declared once as a field of a dataclass.

A declaration holds the label, the meaning, the default, the range and the unit. Panels, tooltips, operators, the
command line with its help, files and the check of a value all follow from it. ``given_value`` is what somebody gives,
as words that are typed, or as Python has it.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from decimal import Decimal
from functools import cache
from numbers import Integral, Real
from os import PathLike
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar

from .errors import InputError
from .words import folded, must_be, nearest, shortened

MOST_DIGITS = 40
"""More characters than any number has that can be meant; Python takes time that grows with their square."""

LONGEST_TYPED = 1000
"""Characters of a text that is typed."""

_WHOLE = re.compile(r"[+-]?[0-9]+")
_DECIMAL = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")


def whole_number(text: str) -> int | None:
    """Return the whole number that a text is; None for any other text, and for a number that is far too long."""
    return int(text) if len(text) <= MOST_DIGITS and _WHOLE.fullmatch(text) else None


def decimal_number(text: str) -> float | None:
    """Return the number, with a point or without, that a text is; None for any other text, or one far too long."""
    return float(text) if len(text) <= MOST_DIGITS and _DECIMAL.fullmatch(text) else None


Triple = tuple[int, int, int]
Shares = tuple[float, float, float]
Value = bool | int | float | str | Triple | Shares

AXES = "XYZ"

MILLIMETERS, CELLS, STEPS, SHARE, FILE = "mm", "cells", "steps", "share", "file"
"""The units: lengths, counts of cells or of a search's steps, shares, which are sliders from 0 to 1, and texts that can
be the path of a file."""

SMALLEST_LENGTH = 0.01
"""In millimeters; less no printer can do, and single precision, which STL files have, would lose it in a large box."""

LARGEST_LENGTH = 1000.0
"""In millimeters; a slip of the unit (meters for millimeters) is noticed at once."""

LARGEST_SEED = 2**31 - 1

OWN = "own"
"""How Blender's list calls a value that is typed instead of chosen by a name."""


@dataclass(frozen=True)
class Choice:
    """A value with a name: how it is called, what it means, and the value if that is not the name itself.

    ``group`` is the heading under which it stands in a list, beside others with the same one.
    """

    label: str
    meaning: str
    value: int | None = None
    group: str = ""


@dataclass(frozen=True)
class Option:
    """A declared option.

    ``choices`` are the names that its value may have; with an ``own`` default, a whole number or three, the user may
    type a value instead, which has a label and a meaning of its own; a text without choices is typed as it is.
    ``least`` and ``most`` are the range of numbers;
    ``zero`` allows 0 below it. ``flag`` is what the command line calls it, ``heading`` stands before a group of options
    in the panel. ``users`` says who alone uses it, as "only the styles Hard and Longest use".
    """

    label: str
    meaning: str
    default: Value
    name: str = ""
    least: float = 0
    most: float = 1
    zero: bool = False
    unit: str = ""
    choices: Mapping[str, Choice] = field(default_factory=dict)
    own: int | Triple | None = None
    own_label: str = ""
    own_meaning: str = ""
    flag: str = ""
    heading: str = ""
    users: str = ""

    @property
    def tooltip(self) -> str:
        """What it means, and who alone uses it."""
        return f"{self.meaning}; {self.users} it" if self.users else self.meaning

    @property
    def whole(self) -> bool:
        """Whether what is typed are three whole numbers, and not three decimal ones, of an option that has three."""
        return isinstance(self.typed, tuple) and all(isinstance(number, int) for number in self.typed)

    @property
    def is_text(self) -> bool:
        """Whether it is a text that is typed."""
        return isinstance(self.default, str) and not self.choices

    @property
    def typed(self) -> Value:
        """A value of the type that is typed, not chosen by a name."""
        return self.default if self.own is None else self.own

    @property
    def default_name(self) -> str:
        """The name of the default, or OWN where it has none."""
        return next((name for name in self.choices if self.named(name) == self.default), OWN)

    def named(self, name: str) -> Value:
        """Return the value that a name stands for."""
        value = self.choices[name].value
        return name if value is None else value

    def chosen(self, text: str) -> str | None:
        """Return the name that a text is, or is the label of, however it is written; None where it is none."""
        wanted = folded(text)
        labels = ((choice.label, name) for name, choice in self.choices.items())
        written = (*((name, name) for name in self.choices), *labels)
        return next((name for words, name in written if folded(words) == wanted), None)

    def check(self, value: Value) -> None:
        """Raise InputError, with a sentence for the user, for a value that the option cannot have."""
        if isinstance(value, bool):
            return
        if self.is_text:
            if len(str(value)) > LONGEST_TYPED:
                raise InputError(
                    f"{self.label.capitalize()} is {shortened(value)}: at most {LONGEST_TYPED} characters."
                )
        elif isinstance(value, str):
            if value not in self.choices:
                raise InputError(must_be(self.label.capitalize(), value, self.choices))
        elif isinstance(value, tuple):
            for axis, number in zip(AXES, value, strict=True):
                self._check_number(number, f" {axis}")
        else:
            self._check_number(value)

    def _check_number(self, value: float, axis: str = "") -> None:
        # Not a number is neither below nor above anything, so it is the range that is tested.
        if not (self.least <= value <= self.most or (self.zero and value == 0)):
            label, shown = self.label.capitalize() + axis, f" {self.unit}" if self.unit == MILLIMETERS else ""
            raise InputError(f"{label} is {_text(value)}{shown}: it must be {self.range_text}.")

    @property
    def range_text(self) -> str:
        """The range of a number, as a sentence has it: "from 1 to 5 mm"."""
        unit = "" if self.unit in {SHARE, STEPS} else f" {self.unit}".rstrip()
        return f"{'0, or ' if self.zero else ''}from {_text(self.least)} to {_text(self.most)}{unit}"


def label_of(option: Option) -> str:
    """Return what users call an option."""
    return option.label


def _text(number: float) -> str:
    return shortened(number) if isinstance(number, int) else f"{number:g}"


def option(default: Value, label: str, meaning: str, **declared: Any) -> Any:
    """Declare an option as a field of a frozen dataclass that inherits from ``Options``.

    What is ``declared`` besides are values of ``Option`` by their names.
    """
    return field(default=default, metadata={"option": Option(label, meaning, default, **declared)})


def length(
    default: float,
    label: str,
    meaning: str,
    least: float = SMALLEST_LENGTH,
    most: float = LARGEST_LENGTH,
    *,
    zero: bool = False,
) -> Any:
    """Declare a length in millimeters as an option; where it may be ``zero``, that is besides its range."""
    return option(default, label, meaning, least=least, most=most, zero=zero, unit=MILLIMETERS)


def seed_option() -> Any:
    """Declare the seed of what is made at random."""
    meaning = "The same seed with the same settings gives the same puzzle, on every computer"
    return option(0, "Seed", meaning, most=LARGEST_SEED)


@dataclass(frozen=True)
class Options:
    """Values of declared options; raises InputError, with a sentence for the user, for what they cannot be."""

    seldom: ClassVar[frozenset[str]] = frozenset()
    """Options that few use: files name them only where they are not their defaults, and so stay what they were."""

    def __post_init__(self) -> None:
        """Check every value by itself."""
        for option in declared(type(self)):
            option.check(getattr(self, option.name))


def declared(options: type[Options]) -> tuple[Option, ...]:
    """Return the options that a dataclass declares, in their order."""
    cacheable: Any = options
    return _declared(cacheable)


def lengths(options: type[Options]) -> tuple[Option, ...]:
    """Return those of the declared options that are lengths: what a preset has, and the panel of dimensions."""
    return tuple(option for option in declared(options) if option.unit == MILLIMETERS)


def shown_with_lengths(options: type[Options]) -> tuple[Option, ...]:
    """Return those of the declared options that the panel of dimensions has: lengths, and what is chosen by a name."""
    return tuple(option for option in declared(options) if option.unit == MILLIMETERS or option.choices)


@cache
def _declared(options: Any) -> tuple[Option, ...]:
    named = [(place.name, place.metadata["option"]) for place in fields(options) if "option" in place.metadata]
    return tuple(replace(option, name=name, flag=option.flag or name) for name, option in named)


def merged(declarations: Iterable[Iterable[Option]]) -> tuple[Option, ...]:
    """Return all options of several declarations, each name once, where it comes first, with the choices of all."""
    every: dict[str, Option] = {}
    for declaration in declarations:
        for option in declaration:
            first = every.setdefault(option.name, option)
            if not option.choices.keys() <= first.choices.keys():
                every[option.name] = replace(first, choices={**option.choices, **first.choices})
    return tuple(every.values())


def values_of(options: Options) -> dict[str, Value]:
    """Return the values by their names."""
    return asdict(options)


def said_values_of(options: Options) -> dict[str, Value]:
    """Return the values by their names as a file has them: without those that few use and nobody has set."""
    usual = {option.name: option.default for option in declared(type(options)) if option.name in options.seldom}
    return {name: value for name, value in values_of(options).items() if value != usual.get(name)}


_FORMS: Mapping[type, tuple[tuple[type, ...], str]] = MappingProxyType(
    {
        bool: ((bool,), "true or false"),
        int: ((int,), "a whole number"),
        float: ((int, float), "a number"),
        str: ((str,), "a text"),
    }
)
"""By the type of an option: the types that a file may hold for it, and how to say so."""


def data_from_json(text: str, largest: int) -> Any:
    """Return what a puzzle's file holds; raises InputError for one that is damaged, or has too many characters."""
    file = "The puzzle file"
    if len(text) > largest:
        raise InputError(f"{file} has {len(text):,} characters: at most {largest:,} are read.")
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise InputError(f"{file} is damaged or cut off at line {error.lineno}: {error.msg}.") from error
    except ValueError as error:
        raise InputError(f"{file} is damaged: it holds a number that is far too long.") from error
    except RecursionError as error:
        raise InputError(f"{file} is damaged: it is nested too deeply.") from error


def value_from_json(option: Option, value: object, place: str) -> Value:
    """Return an option's value from what a JSON file holds; raises InputError, naming the place, for another type.

    The value itself is not checked.
    """
    if isinstance(value, str) and option.choices:
        return option.named(value) if value in option.choices else value
    if isinstance(option.typed, tuple):
        if option.whole:
            return triple_from_json(option.name, value, place)
        first, second, third = map(float, _three(option.name, value, place, {int, float}, "three numbers"))
        return first, second, third
    allowed, wanted = _FORMS[type(option.typed)]
    if type(value) not in allowed or _is_too_long(value):
        raise InputError(f'{place} "{option.name}" is {shortened(value)}: it must be {wanted}{_length_text(value)}.')
    return value  # type: ignore[return-value]


def triple_from_json(name: str, value: object, place: str) -> Triple:
    """Return three whole numbers; raises InputError, naming the place, for anything else."""
    first, second, third = _three(name, value, place, {int}, "three whole numbers")
    return first, second, third


def _three(name: str, value: object, place: str, types: Collection[type], wanted: str) -> list[Any]:
    numbers = value if isinstance(value, list) else []
    if len(numbers) != 3 or not all(type(number) in types and not _is_too_long(number) for number in numbers):
        long = _length_text(*numbers) if types == {int} else ""
        raise InputError(f'{place} "{name}" is {shortened(value)}: it must be {wanted}{long}.')
    return numbers


def _is_too_long(value: object) -> bool:
    """Report whether a value is a whole number that no sentence has room for."""
    return isinstance(value, int) and abs(value) >= 10**MOST_DIGITS


def _length_text(*values: object) -> str:
    """Return how long numbers may be, where one of some is longer."""
    return f" of at most {MOST_DIGITS} digits" if any(map(_is_too_long, values)) else ""


def rounded(value: float) -> float:
    """Round to a tenth of a micrometer: lengths kept in single precision come back as they were typed."""
    return round(value, 4) if value - value == 0 else value


BETWEEN = re.compile(r"\s*[xX×*,]\s*|\s+")
"""What stands between the numbers of a size: 5x5x5, 5 5 5, 5,5,5."""


def given_value(option: Option, called: str, given: Any) -> Value:
    """Return the value that somebody means: a text, a number, several of them, or true or false.

    Raises InputError, which names the option as it is ``called``, for what is no value. Whether it is in the option's
    range is checked where it is used.
    """
    typed = option.typed
    if isinstance(typed, bool):
        return truth(called, given)
    text = as_text(given)
    if text is None:
        raise InputError(must_be(called, given, option.choices, allowed_values(option), ""))
    if option.is_text:
        return text
    if (name := option.chosen(text)) is not None:
        return option.named(name)
    whole, decimal = whole_number(text), decimal_number(text)
    if isinstance(typed, tuple):
        number_of = whole_number if option.whole else decimal_number
        numbers = [number_of(word) for word in BETWEEN.split(text.strip())]
        # A cube has one side.
        numbers *= 3 if len(numbers) == 1 and option.unit == CELLS else 1
        if len(numbers) == 3 and None not in numbers:
            return tuple(numbers)  # type: ignore[return-value]
    if isinstance(typed, int) and whole is not None:
        return whole
    if isinstance(typed, float) and decimal is not None:
        return decimal
    raise wrong(called, given, allowed_values(option), option.choices, is_decimal=isinstance(typed, float))


def truth(called: str, given: Any) -> bool:
    """Return what is true or false as it was given; raises InputError, which names it as ``called``, for the rest."""
    if type(given).__name__ in {"bool", "bool_"}:
        return bool(given)
    raise InputError(must_be(called, given, (), "True or False", ""))


_UNITS = {"mm": 1.0, "cm": 10.0, "in": 25.4, '"': 25.4}
"""Millimeters of the units that people write behind a length."""


def wrong(called: str, given: Any, wanted: str, names: Iterable[str] = (), *, is_decimal: bool = False) -> InputError:
    """Return what to raise for what is no value, with what was meant perhaps."""
    if not isinstance(given, str):
        return InputError(must_be(called, given, names, wanted, ""))
    # People write 2,5 and 2.5mm, and 2in for 50.8.
    unit = next((unit for unit in _UNITS if given.lower().endswith(unit)), "")
    number = decimal_number(given[: len(given) - len(unit)].strip().replace(",", "."))
    near = f"{number * _UNITS.get(unit, 1.0):.10g}" if is_decimal and number is not None else nearest(given, names)
    return InputError(must_be(called, given, names, wanted, near))


def as_text(given: Any) -> str | None:
    """Return what was given as it would be typed; None for what cannot be."""
    if isinstance(given, str | PathLike | Decimal):
        return str(given)
    if isinstance(given, Mapping | bool | bytes):
        return None
    if isinstance(given, Integral):
        return str(int(given)) if abs(int(given)) < 10**MOST_DIGITS else None
    if isinstance(given, Real):
        return repr(float(given))
    if not isinstance(given, Iterable):
        return None
    words = [as_text(item) for item in given]
    return None if None in words else " ".join(word for word in words if word is not None)


def typed_path(path: str) -> Path:
    """Return a path that was typed, in which ~ is a user's home; where there is no such user it stays as it is."""
    return Path(path if "\0" in path else os.path.expanduser(path))  # noqa: PTH111  (the other one raises there)


def allowed_values(option: Option) -> str:
    """Return what an option may be, as a sentence has it."""
    names = ", ".join(option.choices)
    if option.is_text:
        return "a text"
    if isinstance(option.typed, str):
        return f"one of {names}"
    three = "three whole numbers" if option.whole else "three numbers"
    number = {tuple: three, int: "a whole number", float: "a number"}[type(option.typed)]
    if option.choices:
        return f"{names} or {number}" + (f" of {option.unit}" if option.unit else "")
    zero, ends = ("0, or ", option.range_text.removeprefix("0, or ")) if option.zero else ("", option.range_text)
    example = ", as 5x5x5 or 5" if option.unit == CELLS else ""
    return f"{zero}{number} {ends}{example}"

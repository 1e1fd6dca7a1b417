# SPDX-License-Identifier: GPL-3.0-or-later
"""The value of an option as somebody gives it: as words that are typed, or as Python has it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from numbers import Integral, Real
from typing import Any

from .errors import InputError
from .options import CELLS, MOST_DIGITS, Option, Value, decimal_number, whole_number
from .words import must_be, nearest

BETWEEN = re.compile(r"\s*[xX×,]\s*|\s+")
"""What stands between the numbers of a size: 5x5x5, 5 5 5, 5,5,5."""


def given_value(option: Option, called: str, given: Any) -> Value:
    """Return the value that somebody means: a text, a number, several of them, or true or false.

    Raises InputError, which names the option as it is ``called``, for what is no value. Whether it is in the option's
    range is checked where it is used.
    """
    typed = option.typed
    if isinstance(typed, bool):
        if type(given).__name__ in {"bool", "bool_"}:
            return bool(given)
        raise InputError(must_be(called, given, (), "True or False", ""))
    text = _as_text(given)
    if text is None:
        raise InputError(must_be(called, given, option.choices, _wanted(option), ""))
    if option.is_text:
        return text
    name = option.chosen(text)
    if name is not None:
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
    raise wrong(called, given, _wanted(option), option.choices, is_decimal=isinstance(typed, float))


def wrong(called: str, given: Any, wanted: str, names: Iterable[str] = (), *, is_decimal: bool = False) -> InputError:
    """Return what to raise for what is no value, with what was meant perhaps."""
    if not isinstance(given, str):
        return InputError(must_be(called, given, names, wanted, ""))
    # People write 2,5 and 2.5mm.
    number = given.lower().removesuffix("mm").strip().replace(",", ".")
    near = number if is_decimal and decimal_number(number) is not None else nearest(given, names)
    return InputError(must_be(called, given, names, wanted, near))


def _as_text(given: Any) -> str | None:
    """Return what was given as it would be typed; None for what cannot be."""
    if isinstance(given, str):
        return given
    if isinstance(given, Mapping | bool | bytes):
        return None
    if isinstance(given, Integral):
        return str(int(given)) if abs(int(given)) < 10**MOST_DIGITS else None
    if isinstance(given, Real):
        return repr(float(given))
    if not isinstance(given, Iterable):
        return None
    words = [_as_text(one) for one in given]
    return None if None in words else " ".join(word for word in words if word is not None)


def _wanted(option: Option) -> str:
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

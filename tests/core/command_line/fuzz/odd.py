# SPDX-License-Identifier: GPL-3.0-or-later
"""Odd values, and odd changes of good texts and lists."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from copy import deepcopy
from math import inf, nan
from pathlib import Path
from random import Random
from typing import Any

from puzzle_cubes.common.draws import index_below, pick, toss

NUMBERS = ("nan", "inf", "-inf", "1_0", "٣", "１", "²", "𝟙", "0x1", "1e999", "1e-999", "-0", "+0", "0", "-1", "true")
LONG = ("9" * 400, "-" + "9" * 400, "0" * 50 + "1", "x" * 5000)
TEXTS = (
    "",
    " ",
    "--",
    "-",
    "=",
    "--x",
    "é",
    "\udce9",
    "a\nb",
    "\x1b[2J",
    "\u202e",
    "'",
    '"',
    "%s",
    "%(prog)s",
    "{}",
    "{0}",
)
PATHS = ("\\", "~", "~nobody-of-this-name", "//", "//x", ".", "..", "/proc/none", "@file", "*", "x/", "None")

WORDS = (*NUMBERS, *LONG, *TEXTS, *PATHS)
"""What may be typed, or stand in a file: no number here is one that would take long."""

NO_TEXTS: tuple[Any, ...] = (None, True, False, 0, 1, -1, 7, 2**31, 10**30, -(10**300), 0.5, -0.0, 1e300, nan, inf)
HOLDERS: tuple[Any, ...] = ([], {}, [[]], [0], [1, 1, 1], [True] * 3, ["\ud800"], {"": 1})

VALUES: tuple[Any, ...] = (*NO_TEXTS, *HOLDERS, "", "\ud800", "x" * 5000, "\x00")
"""What may stand in JSON."""

BYTES = (b"", b"\x00", b"\xff", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\r", b"\n", b"\n\n", b" ", "٣".encode())
SIGNS = (b"#", b".", b"S", b"E", b"-", b'"', b"\\", b"{", b"}", b"[", b"]", b",")

PIECES = (*BYTES, *SIGNS, b"\\ud800", b"[" * 3000, b"9" * 5000, b"1e999", b"NaN")
"""What may stand in a file."""


def odd_text(text: str, random: Random) -> str:
    """Return a text with a place changed as bytes are, by pieces of itself or odd ones; it need not be UTF-8."""
    data = text.encode("utf-8", "surrogateescape")
    for _ in range(1 + index_below(3, random)):
        begin = index_below(len(data) + 1, random)
        end = min(len(data), begin + index_below(20, random))
        source = index_below(len(data) + 1, random)
        change = pick(("cut", "drop", "put", "replace", "repeat", "move"), random)
        data = {
            "cut": data[:begin],
            "drop": data[:begin] + data[end:],
            "put": data[:begin] + pick(PIECES, random) + data[begin:],
            "replace": data[:begin] + pick(PIECES, random) + data[end:],
            "repeat": data[:end] + data[begin:],
            "move": data[:begin] + data[source : source + 20] + data[end:],
        }[change]
    return data.decode("utf-8", "surrogateescape")


FLOODS = 50
"""One file of so many is a large one."""

LARGEST_FLOOD = 30_000_000
"""Bytes."""


def flooded(data: bytes, random: Random) -> bytes:
    """Return what a file holds, or seldom the same with a part repeated until it is large."""
    if index_below(FLOODS, random):
        return data
    begin = index_below(len(data) + 1, random)
    end = min(len(data), begin + 1 + index_below(200, random))
    part = data[begin:end] or b"0 "
    return data[:begin] + part * (index_below(LARGEST_FLOOD, random) // len(part)) + data[end:]


def odd_json(text: str, random: Random) -> str:
    """Return a JSON document with some of its values replaced, left out or exchanged."""
    data = json.loads(text)
    for _ in range(1 + index_below(2, random)):
        places = list(_places(data))
        if not places:
            break
        holder, key = pick(places, random)
        change = pick(("replace", "replace", "remove", "rename", "nest", "exchange", "number"), random)
        if change == "remove":
            del holder[key]
        elif change == "rename" and isinstance(holder, dict):
            holder[pick(WORDS, random)] = holder.pop(key)
        elif change == "nest":
            holder[key] = [holder[key]] if toss(random) else {str(key): holder[key]}
        elif change == "exchange":
            donor, place = pick(places, random)
            holder[key] = json.loads(json.dumps(donor[place])) if place in _keys(donor) else None
        elif change == "number" and type(holder[key]) is int:
            holder[key] += pick((-1, 1, -2, 2, 100), random)
        else:
            holder[key] = deepcopy(pick(VALUES, random))
    return json.dumps(data)


def odd_list(words: Sequence[str], random: Random) -> list[str]:
    """Return words of which, most often, some are left out, repeated, exchanged, replaced or changed."""
    changed = list(words)
    for _ in range(pick((0, 0, 0, 1, 1, 2, 3), random)):
        place = index_below(len(changed) + 1, random)
        word = changed[place] if place < len(changed) else ""
        change = pick(
            ("drop", "put", "replace", "replace", "repeat", "join", "shorten", "lengthen", "exchange"), random
        )
        if change == "put":
            changed.insert(place, pick(WORDS, random))
        elif place == len(changed):
            continue
        elif change == "drop":
            del changed[place]
        elif change == "replace":
            changed[place] = pick(WORDS, random)
        elif change == "repeat":
            changed.insert(place, word)
        elif change == "join":
            changed[place] = f"{word}={pick(WORDS, random)}"
        elif change == "shorten":
            changed[place] = word[: index_below(len(word) + 1, random)]
        elif change == "lengthen":
            # No digits: a number of cells must stay one that does not take long.
            changed[place] = word + pick(
                [known_word for known_word in WORDS if not known_word.strip("-").isdigit()], random
            )
        else:
            second_place = index_below(len(changed), random)
            changed[place], changed[second_place] = changed[second_place], word
    return changed


def contained(word: str, folder: Path) -> str:
    """Return a word that names no place outside of a folder, where something could be written: nothing may be lost."""
    flag, equals, value = word.rpartition("=") if word.startswith("--") else ("", "", word)
    place = os.path.abspath(os.path.expanduser(value.replace("\0", "")))  # noqa: PTH100, PTH111  (whatever the word is)
    outside = not Path(place).is_relative_to(folder) and not place.startswith("/proc/")
    return f"{flag}{equals}{folder}/{value}" if outside else word


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield the lists and objects of a document, each with the keys of its values."""
    for key in _keys(value):
        yield value, key
        yield from _places(value[key])


def _keys(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return list(value)
    return list(range(len(value))) if isinstance(value, list) else []

# SPDX-License-Identifier: GPL-3.0-or-later
"""Files that are written with a puzzle and are not of its set: where they go is looked at before anything is made."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from ..common.errors import InputError
from ..common.words import quoted
from ..printing.file_types import STL
from .paths import check_folder, file_to_write

COUPON = "coupon"


def extra_targets(folder: Path, coupon: str | None, texts: Mapping[str, str | None]) -> dict[str, Path]:
    """Return where the coupon and the texts of other programs go, by their names, those that are wanted.

    ``folder`` is where the puzzle's own files go. Raises InputError for a place where nothing can be written.
    """
    targets: dict[str, Path] = {}
    if coupon is not None:
        targets[COUPON] = file_to_write(coupon, STL)
        check_folder(targets[COUPON].parent)
    for name, path in texts.items():
        if path is not None:
            target = file_to_write(path)
            # The folders down to the puzzle's own will be there by then.
            if not target.parent.is_dir() and _place(target.parent) not in map(_place, (folder, *folder.parents)):
                raise InputError(
                    f"File {quoted(target)} cannot be written: there is no folder {quoted(target.parent)}."
                )
            check_folder(target.parent)
            targets[name] = target
    places = [_place(target) for target in targets.values()]
    for place, target in zip(places, targets.values(), strict=True):
        if places.count(place) > 1:
            raise InputError(f"File {quoted(target)} is to be written twice: choose two names.")
        if place in map(_place, (folder, *folder.parents)):
            raise _in_the_way(target)
    return targets


def check_free(targets: Iterable[Path], folder: Path, names: Iterable[str]) -> None:
    """Raise InputError where a file would take the place of one of the puzzle's own, which have names in a folder."""
    own = {_place(folder / name) for name in names}
    for target in targets:
        if not own.isdisjoint(map(_place, (target, *target.parents))):
            raise _in_the_way(target)


def _in_the_way(target: Path) -> InputError:
    return InputError(f"File {quoted(target)} would take the place of the puzzle's own: choose another name.")


def _place(path: Path) -> Path:
    """Return what is the same for all ways to name one file, also where a disk knows no capitals."""
    return Path(os.path.realpath(path).casefold())

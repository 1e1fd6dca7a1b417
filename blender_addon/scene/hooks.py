# SPDX-License-Identifier: GPL-3.0-or-later
"""The functions that Blender calls when a property is changed or read: a table that is filled at registration.

Blender 4.2 never lets go of a function that a property calls, nor of the module that it stands in. If that held bpy, a
Python process with the bpy module would crash when it ends. So properties call the functions here, which hold a name
and look the rest up in the table; where that is empty nothing is done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

_called: dict[str, Callable[..., Any]] = {}


def fill(called: Mapping[str, Callable[..., Any]]) -> None:
    """Add functions to the table, each by the name under which properties call it."""
    _called.update(called)


def empty() -> None:
    """Take all functions out of the table."""
    _called.clear()


@contextmanager
def without(name: str) -> Iterator[None]:
    """Let what is changed meanwhile call nothing by a name: who changes it does the rest."""
    called = _called.pop(name, None)
    try:
        yield
    finally:
        if called is not None:
            _called[name] = called


def changed(name: str, *about: str) -> Callable[[Any, Any], None]:
    """Return what a property calls when changed; the table's function gets its group, the scene and ``about``."""

    def update(group: Any, context: Any) -> None:
        if name in _called:
            _called[name](group, context.scene, *about)

    return update


def read(name: str, *about: str, otherwise: Any = "") -> Callable[[Any], Any]:
    """Return what a property calls to be read; the table's function gets its group and ``about``."""

    def get(group: Any) -> Any:
        return _called[name](group, *about) if name in _called else otherwise

    return get


def items_of(name: str, *about: str) -> Callable[[Any, Any], list[Any]]:
    """Return what a property calls for the items to choose from; the function gets its group and ``about``."""

    def items(group: Any, context: Any) -> list[Any]:
        return _called[name](group, *about) if name in _called else []

    return items


def written(name: str, *about: str) -> Callable[[Any, Any], None]:
    """Return what a property calls when it is set; the function gets its group, the value and ``about``."""

    def put(group: Any, value: Any) -> None:
        if name in _called:
            _called[name](group, value, *about)

    return put


def ignore(group: Any, text: str) -> None:
    """Ignore what is typed over a text that only says something."""

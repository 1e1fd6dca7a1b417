# SPDX-License-Identifier: GPL-3.0-or-later
"""The functions that Blender calls when a property is changed or read, by their names: ``scene.build:code_read``.

Blender 4.2 never lets go of a function that a property calls, nor of the module that it stands in. If that held bpy, a
Python process with the bpy module would crash when it ends. So properties call the functions here, which hold the name
of a module of the extension and of a function there, and look both up when they are called.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

_EXTENSION = __name__.rsplit(".", 2)[0]

_silent: list[str] = []
"""The names of functions that are not called now."""


@contextmanager
def without(name: str) -> Iterator[None]:
    """Let what is changed meanwhile call nothing by a name: who changes it does the rest."""
    _silent.append(name)
    try:
        yield
    finally:
        _silent.remove(name)


def _call(name: str, *given: Any) -> Any:
    module, function = name.split(":")
    return getattr(import_module(f"{_EXTENSION}.{module}"), function)(*given)


def changed(name: str, *about: str) -> Callable[[Any, Any], None]:
    """Return what a property calls when changed; the function gets its group, the scene and ``about``."""

    def update(group: Any, context: Any) -> None:
        if name not in _silent:
            _call(name, group, context.scene, *about)

    return update


def read(name: str, *about: str) -> Callable[[Any], Any]:
    """Return what a property calls to be read; the function gets its group and ``about``."""
    return lambda group: _call(name, group, *about)


def items_of(name: str, *about: str) -> Callable[[Any, Any], list[Any]]:
    """Return what a property calls for the items to choose from; the function gets its group and ``about``."""
    return lambda group, _: _call(name, group, *about)


def written(name: str, *about: str) -> Callable[[Any, Any], None]:
    """Return what a property calls when it is set; the function gets its group, the value and ``about``."""
    return lambda group, value: _call(name, group, value, *about)


def ignore(group: Any, text: str) -> None:
    """Ignore what is typed over a text that only says something."""

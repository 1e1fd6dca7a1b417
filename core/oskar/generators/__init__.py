# SPDX-License-Identifier: GPL-3.0-or-later
"""The styles of puzzles.

Each file in this folder names its ``STYLES``, by what users and files call them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType

from ...common.options import Choice, Option, Value, declared, merged
from ...common.words import listed
from ..making.settings import GROUPS, Settings, Style
from ..making.texture import GrowthOptions, check_symmetry


def _styles() -> dict[str, Style]:
    """Find the styles of this folder, by their group and their name."""
    styles: dict[str, Style] = {}
    for module in iter_modules(__path__):
        styles |= import_module(f".{module.name}", __package__).STYLES
    return dict(sorted(styles.items(), key=lambda item: (GROUPS.index(item[1].group), item[0])))


STYLES: Mapping[str, Style] = MappingProxyType(_styles())
"""The styles, by the name that the user chooses."""

STYLE = Option(
    "Style",
    "How the puzzle is made",
    Settings.style,
    name="style",
    choices={name: Choice(style.label, style.meaning, group=style.group) for name, style in STYLES.items()},
    flag="style",
)


def users_of(name: str) -> list[str]:
    """Return the names of the styles that own an option."""
    return [style for style, own in STYLES.items() if name in own.option_names]


def only_users(name: str) -> str:
    """Return, in words, that only some styles use an option that they own: "only the style Hard uses"."""
    users = users_of(name)
    labels = listed([STYLES[style].label for style in users])
    return f"only the style {labels} uses" if len(users) == 1 else f"only the styles {labels} use"


_GENERAL = declared(Settings)
_OWNED = tuple(
    replace(owned, users=only_users(owned.name))
    for owned in merged(declared(style.options) for style in STYLES.values())
)

OPTIONS = (*_GENERAL[:2], STYLE, *_GENERAL[2:], *_OWNED)
"""All that a user can set of a puzzle before it is made: what every style asks for, and what only some do."""


def settings_with(**values: Value) -> Settings:
    """Return settings from values by their names, those of styles too; what is not given has its default.

    Raises InputError for a value that cannot be used, also of a style that is not chosen.
    """
    STYLE.check(values.get("style", STYLE.default))
    of_styles = []
    for owned in _OWNED:
        value = values.pop(owned.name, owned.default)
        owned.check(value)
        if value != owned.default:
            of_styles.append((owned.name, value))
    settings = Settings(**values, of_styles=tuple(of_styles))  # type: ignore[arg-type]
    if issubclass(STYLES[settings.style].options, GrowthOptions):
        check_symmetry(settings.options_of(GrowthOptions).symmetry, settings.size)
    return settings

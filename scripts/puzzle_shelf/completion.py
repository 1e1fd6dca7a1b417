# SPDX-License-Identifier: GPL-3.0-or-later
"""Completion in shells: the commands, arguments, names and files that they ask for."""

import os
import sys

import argcomplete

from puzzle_cubes.command_line.commands import whole_parser
from puzzle_cubes.command_line.parser import PROGRAM
from puzzle_cubes.kinds import KINDS

from .arguments import ABOUT, add_shelf


def complete() -> None:
    """Answer a shell, and end."""
    parser, commands = whole_parser(PROGRAM, sys.stdout, [ABOUT])
    typed = os.environ.get("COMP_LINE", "").split()
    kind = next((KINDS[word] for word in typed if word in KINDS), next(iter(KINDS.values())))
    add_shelf(commands[ABOUT.name], kind)
    argcomplete.autocomplete(parser)

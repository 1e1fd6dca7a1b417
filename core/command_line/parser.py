# SPDX-License-Identifier: GPL-3.0-or-later
"""A parser of arguments that takes them as people write them, and says in one sentence what is wrong."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, NoReturn, TextIO

from ..common import VERSION
from ..common.errors import InputError
from ..common.words import LONGEST_SENTENCE, folded, listed, nearest, printable, shortened
from .output import Speaker, exit_code, written

PROGRAM = "puzzle-cubes"

NO_VALUE = "--"
"""What ends the options in other programs; Python's own parser loses it, wherever it stands, and stumbles then."""

SEVERAL = "+"
"""Of an argument: its value may be several words, which come as one."""


CALLED_ELSEWHERE = {
    **dict.fromkeys(("save", "write", "export", "folder", "dir", "stl", "3mf"), "out"),
    **dict.fromkeys(("load", "open", "read", "input", "file"), "from"),
    **dict.fromkeys(("solve", "all"), "count"),
    **dict.fromkeys(("scale", "unit", "cell"), "cube"),
    **dict.fromkeys(("dimensions", "cells", "grid"), "size"),
    **dict.fromkeys(("threads", "cores", "processes"), "jobs"),
}
"""What other programs call arguments, by the names of these here."""

HELP = frozenset({"help", "-h", "--help", "--help-all"})
"""What asks for the help."""

_NUMBERS = re.compile(r"\d+([x,]\d+)*")
"""What people give without the name of its argument: the first one that takes several words."""

_SHORT, _WORD = re.compile(r"-[^\W\d_]"), re.compile(r"[^\W\d_]")
"""What begins a short name of an argument, and what only a word has, not a number."""


class ArgumentsError(InputError):
    """Arguments that do not fit; the message is one sentence."""


class Names(tuple[str, ...]):
    """The names that an argument takes; shells that complete it call this."""

    __slots__ = ()

    def __call__(self, **_: object) -> Names:
        """Return all."""
        return self


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """Help in which commands stand as options do, and a value of several words as it is written."""

    def _format_action(self, action: argparse.Action) -> str:
        if isinstance(action, argparse._SubParsersAction):
            return "".join(map(self._format_action, action._get_subactions()))
        return super()._format_action(action)

    def _format_args(self, action: argparse.Action, default_metavar: str) -> str:
        if action.nargs == SEVERAL:
            return str(action.metavar)
        return super()._format_args(action, default_metavar)


class _HelpAll(argparse.Action):
    """The argument that shows the help on all."""

    def __init__(self, **words: Any) -> None:
        super().__init__(nargs=0, default=argparse.SUPPRESS, **words)

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        parser._print_message(argparse.ArgumentParser.format_help(parser))
        parser.exit()


class Parser(argparse.ArgumentParser):
    """A parser that writes to a given stream, takes whole names only, and raises for what is wrong.

    Names are taken with any capitals and underscores.
    """

    def __init__(self, output: TextIO = sys.stdout, **words: Any) -> None:
        """Begin without arguments but for the help; ``words`` are argparse's own."""
        super().__init__(allow_abbrev=False, add_help=False, formatter_class=_Formatter, **words)
        self.output = output
        self.short: list[Any] = []
        """The groups of arguments that the help shows; all where there are none."""
        self.examples = ""
        """What stands below them."""
        self.code_letter = ""
        """With what the codes of its puzzles begin, if they have any."""

    def add_about(self, group: Any) -> None:
        """Add the arguments that only say something."""
        group.add_argument("-h", "--help", action="help", help="show this help")
        # Where the help shows all, it is that.
        group.add_argument("--help-all", action=_HelpAll, help="show all options" if self.short else argparse.SUPPRESS)
        group.add_argument("--version", action="version", version=f"{PROGRAM} {VERSION}", help="show the version")

    def format_help(self) -> str:
        """Return the help: on what people use, where groups are named for that, and else on all."""
        if not self.short:
            return super().format_help()
        formatter = self._get_formatter()
        formatter.add_usage(self.usage, self._actions, self._mutually_exclusive_groups)
        formatter.add_text(self.description)
        for group in self.short:
            formatter.start_section(group.title)
            formatter.add_arguments(group._group_actions)
            formatter.end_section()
        formatter.add_text(self.examples)
        formatter.add_text("--help-all shows all options, also your printer's and every length.")
        return formatter.format_help()

    def _print_message(self, message: str, file: Any = None) -> None:  # noqa: ARG002  (argparse gives it)
        with written():
            self.output.write(message)

    def error(self, message: str) -> NoReturn:
        """Report what is wrong in one sentence, without the usage."""
        flag = message.partition(" ")[2].partition(":")[0].partition("/")[0]
        action = self._option_string_actions.get(flag)
        if action is not None and "expected" in message:
            values = self._get_formatter()._format_args(action, "")
            message = f"argument {flag} has no value: write {flag} {values}"
            if isinstance(action.nargs, int):
                message = f"argument {flag} takes {action.nargs} values: write {flag} {values}"
        elif action is not None and "ignored" in message:
            message = f"argument {flag} takes no value: give {flag} alone"
        elif message.startswith("the following"):
            name = message.partition(": ")[2]
            meaning = next(action.help for action in self._actions if action.metavar == name)
            message = f"argument {name} is missing: it is {meaning}"
        raise ArgumentsError(printable(message[0].upper() + message[1:])[:LONGEST_SENTENCE] + ".")

    def parsed(self, arguments: Sequence[str], others: Callable[[], Iterable[Parser]] = tuple) -> argparse.Namespace:
        """Return what was given, each value as the words that were typed; what is asked to be shown is shown.

        ``others`` returns the parsers of other commands, whose an argument may be. Raises ArgumentsError for what
        is no argument, and SystemExit where something is shown.
        """
        for argument in arguments:
            if argument == NO_VALUE or argument.endswith("=" + NO_VALUE):
                raise ArgumentsError(f"Argument {shortened(argument)} gives nothing: '{NO_VALUE}' is no value.")
        options, unknown = self.parse_known_args(list(self.tidied(arguments)))
        if unknown:
            raise ArgumentsError(self._unknown(unknown[0], others()))
        return options

    def tidied(self, arguments: Sequence[str]) -> Iterator[str]:
        """Yield arguments with names as they are declared, and all words of one value in one."""
        # Where something has no name, it is no number.
        loose = not all(action.option_strings for action in self._actions)
        words = list(arguments)
        while words:
            flag, equals, value = words.pop(0).partition("=")
            action = self._option_string_actions.get(declared_flag(flag))
            if action is not None:
                flag = declared_flag(flag)
                if action.nargs == SEVERAL and not equals:
                    several: list[str] = []
                    while words and not (
                        words[0][:2] == "--" or _SHORT.match(words[0]) or (loose and several and _WORD.search(words[0]))
                    ):
                        several.append(words.pop(0))
                    equals, value = ("=", " ".join(several)) if several else ("", "")
            yield flag + equals + value

    def _unknown(self, word: str, others: Iterable[Parser]) -> str:
        """Return a sentence on what is no argument, and what was meant perhaps."""
        said = (
            f"Argument {shortened(word)} is not known"
            if word[:1] == "-"
            else f"{shortened(word)} belongs to no argument"
        )
        flag = declared_flag(word.partition("=")[0])
        owners = [parser.prog.rpartition(" ")[2] for parser in others if flag in parser._option_string_actions]
        if owners:
            return f"{said} here: it belongs to {'the commands' if owners[1:] else 'the command'} {listed(owners)}."
        meant = self.meant(word) or self._near(flag)
        every = "--help-all" if self.short else "--help"
        return f"{said}: {f'did you mean {meant}? ' if meant else ''}{every} shows all that there are."

    def _near(self, flag: str) -> str:
        """Return the argument that begins as a flag does, or is spelled nearly so; nothing where there is none."""
        names = [known[2:] for known in self._option_string_actions if known.startswith("--")]
        word = flag.lstrip("-")
        word = CALLED_ELSEWHERE[word] if CALLED_ELSEWHERE.get(word) in names else word
        begins = min((name for name in names if word and name.startswith(word)), key=len, default="")
        near = begins or nearest(word, names)
        return f"--{near}" if near else ""

    def meant(self, word: str) -> str:
        """Return the argument whose value a word is; nothing where there is none."""
        for action in self._actions:
            for name in getattr(action, "completer", ()):
                if folded(name) == folded(word.lstrip("-")):
                    return f"{action.option_strings[0]} {name}"
        if self.code_letter and re.fullmatch(rf"{self.code_letter}\w{{4}}(-\w+)+", word, re.IGNORECASE):
            return f"--code {word}"
        several = next((action.option_strings[0] for action in self._actions if action.nargs == SEVERAL), "")
        return f"{several} {word}" if several and _NUMBERS.fullmatch(word) else ""


def declared_flag(word: str) -> str:
    """Return the name of an argument as it is declared, however it is written."""
    return word.lower().replace("_", "-") if word.startswith("--") else word


def version_shown(arguments: Sequence[str], output: TextIO | None) -> int | None:
    """Show the version where it is asked for, which waits for no kind, and return the exit code; else None."""
    if not arguments or arguments[0] not in {"--version", "-V", "version"}:
        return None
    speaker = Speaker(PROGRAM, output)
    return exit_code(speaker, partial(speaker.tell, f"{PROGRAM} {VERSION}"), "Stopped.")

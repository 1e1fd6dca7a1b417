# SPDX-License-Identifier: GPL-3.0-or-later
"""Running the command line in a terminal of its own: its standard error is a pseudo-terminal, which Ctrl-C reaches."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import termios
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass
class Terminal:
    """A command that runs in a terminal, and what it has written there so far."""

    process: subprocess.Popen[bytes]
    screen: int
    written: bytearray = field(default_factory=bytearray)

    def read_until(self, text: bytes) -> None:
        while text not in self.written:
            assert self._read(), f"The command ended without {text!r}: {self.written!r}"

    def press_ctrl_c(self) -> None:
        os.write(self.screen, b"\x03")

    def end(self) -> tuple[int, str]:
        """Read on until the command has ended, and return its exit code and what is written to standard output."""
        while self._read():
            pass
        assert self.process.stdout is not None
        output = self.process.stdout.read()
        return self.process.wait(), output.decode()

    def seen(self) -> list[str]:
        """Return the lines that are to be seen in the terminal now, without blanks at their ends."""
        return shown(self.written.decode().replace("\r\n", "\n"))

    def states(self) -> list[str]:
        """Return what was written of how far it is, one over the other, each without blanks at its end."""
        pieces = self.written.decode().replace("\r\n", "\n").split("\r")
        return [piece.rstrip() for piece in pieces if re.match(r"\d+%", piece)]

    def _read(self) -> bytes:
        """Read on; nothing where the command has ended."""
        try:
            read = os.read(self.screen, 4096)
        except OSError:
            # Linux says so when nothing has the terminal open any more.
            return b""
        self.written += read
        return read


def shown(written: str) -> list[str]:
    """Return the lines that a terminal shows of what was written: a carriage return writes over the line."""
    lines, column = [""], 0
    for character in written:
        if character == "\n":
            lines.append("")
        elif character == "\r":
            column = 0
        else:
            lines[-1] = lines[-1][:column].ljust(column) + character + lines[-1][column + 1 :]
            column += 1
    return [line.rstrip() for line in lines if line.strip()]


@contextmanager
def in_terminal(*command: str, columns: int = 100) -> Iterator[Terminal]:
    """Run a command in a terminal with so many columns; end it at the end."""
    screen, command_side = pty.openpty()
    fcntl.ioctl(command_side, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))

    def take_terminal() -> None:
        # A shell lets what it starts in the background ignore Ctrl-C, and the tests may run there.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        fcntl.ioctl(2, termios.TIOCSCTTY, 0)

    process = subprocess.Popen(
        command,
        stdin=command_side,
        stdout=subprocess.PIPE,
        stderr=command_side,
        start_new_session=True,
        preexec_fn=take_terminal,  # noqa: PLW1509  (no other thread runs here)
    )
    os.close(command_side)
    # It closes the pipe, and waits.
    with process:
        try:
            yield Terminal(process, screen)
        finally:
            process.kill()
            os.close(screen)

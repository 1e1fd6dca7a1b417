# SPDX-License-Identifier: GPL-3.0-or-later
"""Whatever interrupts a transaction, and wherever: a folder holds the earlier files or the new ones, and no rest."""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from puzzle_cubes.common import errors
from puzzle_cubes.common.interrupts import Interrupts
from puzzle_cubes.export import transaction as transaction_module
from puzzle_cubes.export.transaction import FORMAT, HIDDEN, Transaction
from tests.core.export.transactions import (
    NEW,
    OLD,
    OTHER_NEW,
    OTHER_OLD,
    at_steps,
    hidden,
    in_child,
    killed_at,
    moments,
    next_export,
    prepare,
    put,
    seen,
    signals_at_lines,
    write_new,
)

Places = Callable[[], tuple[Path, Path]]


@pytest.fixture
def places() -> Iterator[Places]:
    """Yield what makes two folders with earlier files, other ones at every call."""
    count = iter(range(1_000_000))
    # In memory where there is such a disk: these are some ten thousand folders.
    memory = "/dev/shm"  # noqa: S108
    with TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else None) as root:

        def make() -> tuple[Path, Path]:
            folder = Path(root, str(next(count)))
            put(folder / "puzzle", OLD)
            put(folder / "other", OTHER_OLD)
            return folder / "puzzle", folder / "other"

        yield make


def test_the_new_files_come_and_what_has_no_successor_goes(places: Places) -> None:
    folder, neighbor = places()
    write_new(folder, neighbor)
    assert (seen(folder), seen(neighbor)) == (NEW, OTHER_NEW)
    assert not hidden(folder) + hidden(neighbor)


def test_without_commit_nothing_is_left(tmp_path: Path, places: Places) -> None:
    folder, neighbor = places()
    with Transaction() as transaction:
        prepare(transaction, folder, neighbor)
        # Another name of a folder is the same folder.
        transaction.write(tmp_path / "deep" / "deeper", {})
        transaction.write(tmp_path / "deep" / ".." / "deep" / "deeper", {"file": Path.touch})
    assert (seen(folder), seen(neighbor)) == (OLD, OTHER_OLD)
    assert not hidden(folder) + hidden(neighbor)
    assert not (tmp_path / "deep").exists()


def check_after_kill(folder: Path, neighbor: Path) -> None:
    """Check what stands in folders after a kill, and after the next export."""
    for place, sets in ((folder, (OLD, NEW)), (neighbor, (OTHER_OLD, OTHER_NEW))):
        # Between the first and the last file the journal says what is under way.
        assert seen(place) in sets or "journal.json" in "".join(hidden(place))
        next_export(place)
        assert seen(place) in sets
        assert not hidden(place)


def test_killed_at_every_step(places: Places) -> None:
    count = moments(lambda: write_new(*places()))
    assert count > 60
    ends: list[bool] = []
    for moment in range(count):
        folder, neighbor = places()
        assert killed_at(moment, partial(write_new, folder, neighbor))
        check_after_kill(folder, neighbor)
        ends.append(seen(folder) == NEW)
    # It is decided once: before it all is as it was, from there on all is new.
    assert ends == sorted(ends)
    assert set(ends) == {False, True}


@pytest.mark.thorough
def test_killed_at_every_step_of_the_next_export_too(places: Places) -> None:
    count = moments(lambda: write_new(*places()))
    twice = 0
    for moment in range(1, count, 9):
        for second in range(0, 1_000, 2):
            folder, neighbor = places()
            killed_at(moment, partial(write_new, folder, neighbor))
            if not killed_at(second, partial(next_export, folder)):
                break
            twice += 1
            check_after_kill(folder, neighbor)
    assert twice > 80


@pytest.mark.parametrize("stride", [2, pytest.param(1, marks=pytest.mark.thorough)])
def test_killed_where_there_was_nothing_yet(stride: int, tmp_path: Path) -> None:
    for moment in range(0, moments(lambda: write_new(tmp_path / "a" / "b", tmp_path / "a")), stride):
        folder = tmp_path / str(moment) / "b"
        killed_at(moment, partial(write_new, folder, folder.parent))
        next_export(folder)
        next_export(folder.parent)
        new = {name: data for name, data in NEW.items() if name != "notes.txt"}
        assert seen(folder) in ({}, new)
        assert not hidden(folder) + hidden(folder.parent)


@pytest.mark.parametrize("lasting", [False, True])
def test_a_disk_that_fails_at_every_step(places: Places, lasting: bool) -> None:
    count = moments(lambda: write_new(*places()))
    for moment in range(count):
        folder, neighbor = places()

        def fail(number: int, moment: int = moment) -> None:
            # Before a step, and not after it: what a system refuses it has not done.
            if number % 2 == 0 and (number >= moment if lasting else number == moment):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        said = ""
        with at_steps(fail):
            try:
                write_new(folder, neighbor)
            except (errors.InputError, errors.ExportError) as error:
                said = str(error)
        # What is reported is there at once, but where the disk does not even let it be taken back.
        if "finishes it first" not in said:
            assert (seen(folder), seen(neighbor)) == ((OLD, OTHER_OLD) if said else (NEW, OTHER_NEW))
        assert not said or "No space left on device" in said
        assert lasting or "finishes it first" not in said
        next_export(folder)
        next_export(neighbor)
        assert seen(folder) in (OLD, NEW)
        assert seen(neighbor) in (OTHER_OLD, OTHER_NEW)
        assert not hidden(folder) + hidden(neighbor)


def run_to_end(folder: Path, neighbor: Path) -> bool:
    """Write the new files as a program does that has nothing else to do; return whether it says that they are there."""
    with Interrupts(for_good=True) as interrupts:
        try:
            with Transaction() as transaction:
                prepare(transaction, folder, neighbor)
                interrupts.decide()
                transaction.commit()
        except KeyboardInterrupt:
            return False
        return True


@pytest.mark.parametrize("further", [None, 2, *(pytest.param(n, marks=pytest.mark.thorough) for n in (0, 12))])
def test_ctrl_c_at_every_line_and_a_second_time(places: Places, further: int | None) -> None:
    assert in_child(partial(press_at_every_line, places, further)) == ""


def press_at_every_line(places: Places, further: int | None) -> None:
    """Press Ctrl-C at one line after the other, and look at the folders each time."""
    before = signal.getsignal(signal.SIGINT)
    ends: list[bool] = []
    for line in range(10_000):
        folder, neighbor = places()
        done = False
        try:
            with signals_at_lines(line, further) as reached:
                done = run_to_end(folder, neighbor)
        except KeyboardInterrupt:
            # That was before it began to listen.
            assert not any(ends)
        finally:
            signal.signal(signal.SIGINT, before)
        for _ in range(2):
            assert (seen(folder), seen(neighbor)) == ((NEW, OTHER_NEW) if done else (OLD, OTHER_OLD)), line
            next_export(folder)
            next_export(neighbor)
        assert not hidden(folder) + hidden(neighbor), line
        if not reached:
            break
        ends.append(done)
    assert len(ends) > 300
    assert ends == sorted(ends)


def press_ctrl_c() -> None:
    signal.raise_signal(signal.SIGINT)


def run_out_of_memory() -> None:
    raise MemoryError


@pytest.mark.parametrize(("harm", "error"), [(press_ctrl_c, KeyboardInterrupt), (run_out_of_memory, MemoryError)])
def test_whatever_is_raised_at_any_step_there_is_one_whole_set(
    places: Places, harm: Callable[[], None], error: type[BaseException]
) -> None:
    # Without a program around it Ctrl-C is not lost, and comes in the end. The other is what no disk does.
    for moment in range(moments(lambda: write_new(*places()))):
        folder, neighbor = places()

        def harmed(number: int, moment: int = moment) -> None:
            if number == moment:
                harm()

        with at_steps(harmed), pytest.raises(error):
            write_new(folder, neighbor)
        if harm is press_ctrl_c:
            assert (seen(folder), seen(neighbor)) in ((OLD, OTHER_OLD), (NEW, OTHER_NEW))
        next_export(folder)
        next_export(neighbor)
        assert (seen(folder), seen(neighbor)) in ((OLD, OTHER_OLD), (NEW, OTHER_NEW))
        assert not hidden(folder) + hidden(neighbor)


def test_many_exports_at_once_leave_one_whole_set(tmp_path: Path) -> None:
    """Several processes write into one folder, again and again, and at any time one set is there, or is being moved."""
    children = []
    for number in range(4):
        child = os.fork()
        if not child:
            for turn in range(20):
                with Transaction() as transaction:
                    content = f"{number} {turn}".encode()
                    names = ("a", "b", *(f"bed_{bed}" for bed in range(1 + (number + turn) % 3)))
                    writers = {name: lambda path, content=content: path.write_bytes(content) for name in names}
                    transaction.write(tmp_path / "out", writers, r"bed_\d")
                    transaction.commit()
            os._exit(0)
        children.append(child)
    assert [os.waitpid(child, 0)[1] for child in children] == [0] * 4
    files = seen(tmp_path / "out")
    (content,) = set(files.values())
    number, turn = map(int, content.split())
    assert turn == 19
    assert set(files) == {"a", "b", *(f"bed_{bed}" for bed in range(1 + (number + turn) % 3))}
    assert not hidden(tmp_path / "out")


def test_who_waits_in_vain_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ready, holding = os.pipe()
    child = os.fork()
    if not child:
        with Transaction() as transaction:
            transaction.begin(tmp_path)
            os.write(holding, b"x")
            signal.pause()
        os._exit(0)
    os.read(ready, 1)
    try:
        monkeypatch.setattr(transaction_module, "PATIENCE", 0.1)
        with pytest.raises(RuntimeError, match=r"Another export to .* is under way"):
            next_export(tmp_path)
        assert hidden(tmp_path)
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    # What a killed process has locked is free at once: nobody waits longer now.
    next_export(tmp_path)
    assert not list(tmp_path.iterdir())


def write_journal(out: Path, **changed: object) -> None:
    """Write a journal into the hidden folder of a folder as an export there does, but for what is changed."""
    hidden_folder = out / HIDDEN
    journal = {"format": FORMAT, "folder": hidden_folder.stat().st_ino, "new": [], "leaving": [], **changed}
    (hidden_folder / "journal.json").write_text(json.dumps(journal))


@pytest.mark.parametrize(
    "changed",
    [
        "",
        "[]",
        "\ud800",
        "[" * 100_000,
        {"format": 1, "new": ["a.txt"]},
        {"folder": 7, "leaving": ["notes.txt"]},
        {"new": ["../a.txt"]},
        {"new": ["a.txt", "../b.txt"]},
        {"leaving": [".."]},
        {"new": ["a\0"]},
        {"new": ["\ud800"]},
        {"new": [7]},
    ],
)
def test_a_journal_that_no_export_here_wrote_is_left_alone(tmp_path: Path, changed: str | dict[str, object]) -> None:
    put(tmp_path, OLD)
    put(tmp_path / HIDDEN / "new", {"a.txt": b"new"})
    if isinstance(changed, str):
        (tmp_path / HIDDEN / "journal.json").write_text(changed, errors="surrogatepass")
    else:
        write_journal(tmp_path, **changed)
    before = hidden(tmp_path)
    with pytest.raises(RuntimeError, match="has an interrupted export of another version, or of another place"):
        next_export(tmp_path)
    assert seen(tmp_path) == OLD
    assert hidden(tmp_path) == before


@pytest.mark.parametrize("name", ["", "new", "old", "lock", "journal.json", "journal.part"])
def test_nothing_is_deleted_or_written_through_a_link(tmp_path: Path, name: str) -> None:
    put(tmp_path / "victim", OLD)
    put(tmp_path / "out", OLD)
    link = tmp_path / "out" / HIDDEN / name
    link.parent.mkdir(exist_ok=True)
    link.symlink_to(tmp_path / "victim" / ("a.txt" if "." in name or name == "lock" else ""))
    with pytest.raises(errors.InputError, match=re.escape(f"{Path(HIDDEN, name)} there is a link")):
        write_new(tmp_path / "out", tmp_path / "other")
    assert seen(tmp_path / "victim") == seen(tmp_path / "out") == OLD
    assert link.is_symlink()


def test_the_hidden_folder_of_somebody_else_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path / HIDDEN / "new", OLD)
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    with pytest.raises(errors.InputError, match="was made by somebody else"):
        next_export(tmp_path)
    assert seen(tmp_path / HIDDEN / "new") == OLD


@pytest.mark.parametrize("stride", [3, pytest.param(1, marks=pytest.mark.thorough)])
def test_a_folder_in_the_way_stays_with_what_is_in_it(stride: int, places: Places) -> None:
    for moment in range(0, moments(lambda: write_new(*places())), stride):
        folder, neighbor = places()
        killed_at(moment, partial(write_new, folder, neighbor))
        (folder / "c.txt").unlink(missing_ok=True)
        put(folder / "c.txt", {"kept": b"mine"})
        with pytest.raises(RuntimeError, match=r"'c\.txt' is a folder there"):
            write_new(folder, neighbor)
        assert (folder / "c.txt" / "kept").read_bytes() == b"mine"
        assert not hidden(folder) + hidden(neighbor)


def test_folders_in_each_other_that_were_made_for_nothing_go(tmp_path: Path) -> None:
    with Transaction() as transaction:
        transaction.begin(tmp_path / "outer")
        transaction.begin(tmp_path / "outer" / "inner")
    assert not (tmp_path / "outer").exists()


def test_a_folder_that_vanishes_at_any_step_is_said_and_the_other_has_one_whole_set(places: Places) -> None:
    for moment in range(moments(partial(write_new, *places()))):
        folder, neighbor = places()

        def vanish(number: int, moment: int = moment, folder: Path = folder) -> None:
            if number == moment:
                shutil.rmtree(folder)

        # What fails any other way is raised.
        with at_steps(vanish), suppress(errors.InputError, errors.ExportError):
            write_new(folder, neighbor)
        next_export(neighbor)
        assert seen(neighbor) in (OTHER_OLD, OTHER_NEW)
        assert set(seen(folder).items()) <= {*OLD.items(), *NEW.items()}


def test_a_folder_that_is_made_is_as_others_are(tmp_path: Path) -> None:
    (tmp_path / "usual").mkdir()
    with Transaction() as transaction:
        transaction.begin(tmp_path / "made")
        assert (tmp_path / "made").stat().st_mode == (tmp_path / "usual").stat().st_mode
    with pytest.raises(errors.InputError, match=r"cannot be made: .*null"), Transaction() as transaction:
        transaction.begin(Path("a\0b"))


def test_each_set_of_files_takes_out_what_it_says(tmp_path: Path) -> None:
    put(tmp_path, dict.fromkeys(("bed_2", "page_2", "notes"), b"old"))
    with Transaction() as transaction:
        for name in ("bed", "page"):
            transaction.write(tmp_path, {f"{name}_1": Path.touch}, rf"{name}_\d")
        transaction.commit()
    assert set(seen(tmp_path)) == {"bed_1", "page_1", "notes"}


@pytest.mark.parametrize(("error", "tries"), [(FileNotFoundError, 11), (PermissionError, 1)])
def test_a_folder_that_cannot_be_locked_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: type[OSError], tries: int
) -> None:
    count = 0

    def refuse(_: Path) -> None:
        nonlocal count
        count += 1
        raise error(errno.EIO, "It is gone")

    monkeypatch.setattr(transaction_module, "locked_file", refuse)
    with pytest.raises(errors.InputError, match="cannot be written to: It is gone; choose another folder"):
        next_export(tmp_path)
    assert count == tries


def test_an_interrupted_export_that_cannot_be_finished_is_taken_back(tmp_path: Path) -> None:
    # The first file was put in its place; then somebody made a folder where the second one belongs.
    put(tmp_path, {"a": b"new"})
    put(tmp_path / HIDDEN / "old", {"a": b"old"})
    put(tmp_path / HIDDEN / "new", {"b": b"new"})
    write_journal(tmp_path, new=["a", "b"])
    (tmp_path / "b").mkdir()
    next_export(tmp_path)
    assert (tmp_path / "a").read_bytes() == b"old"
    assert list((tmp_path / "b").iterdir()) == []
    assert not hidden(tmp_path)

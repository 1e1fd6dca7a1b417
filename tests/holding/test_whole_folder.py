# SPDX-License-Identifier: GPL-3.0-or-later
"""A folder that is written whole: what others have there stays, whatever the new files are called."""

from __future__ import annotations

import errno
import json
import os
import shutil
from pathlib import Path

import pytest
import renewal
from renewal import LIST, written_whole

from puzzle_cubes.common.errors import InputError


def put(folder: Path, *names: str, text: str = "ours") -> None:
    """Write files into a folder."""
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def seen(folder: Path) -> dict[str, str]:
    """Return the texts of all files in a folder but the list, by their names."""
    files = [file for file in folder.rglob("*") if file.is_file() and file.name != LIST]
    return {file.relative_to(folder).as_posix(): file.read_text() for file in files}


def write(folder: Path, *names: str, text: str = "ours") -> None:
    """Write a folder whole, with some files."""
    with written_whole(folder) as new:
        put(new, *names, text=text)


def test_what_was_written_is_replaced_and_nothing_else(tmp_path: Path) -> None:
    put(tmp_path, "notes.txt", "puzzles/mine.txt", text="mine")
    write(tmp_path, "index.html", "puzzles/1.html", "files/old/2.stl")
    write(tmp_path, "index.html", "puzzles/3.html", text="new")
    mine = {"notes.txt": "mine", "puzzles/mine.txt": "mine"}
    assert seen(tmp_path) == {**mine, "index.html": "new", "puzzles/3.html": "new"}
    assert not (tmp_path / "files").exists()


@pytest.mark.parametrize("name", ["index.html", "puzzles", "puzzles/1.html"])
def test_what_others_have_there_is_named_and_stays(tmp_path: Path, name: str) -> None:
    put(tmp_path, name, text="mine")
    with pytest.raises(InputError, match=f"has '{name}', which this program did not write as it is"):
        write(tmp_path, "index.html", "puzzles/1.html" if name != "puzzles" else "puzzles/1/2.html")
    assert seen(tmp_path) == {name: "mine"}


def test_it_is_refused_before_the_work(tmp_path: Path) -> None:
    put(tmp_path, "puzzles/1.html", text="mine")
    with pytest.raises(InputError, match="has 'puzzles'"), written_whole(tmp_path, ["puzzles"]):
        pytest.fail("the work was begun")


def test_no_link_is_followed(tmp_path: Path) -> None:
    put(tmp_path / "victim", "1.html", "2.html", text="mine")
    site = tmp_path / "site"
    write(site, "puzzles/1.html", "puzzles/2.html", "index.html")
    for file in (site / "puzzles").iterdir():
        file.unlink()
    (site / "puzzles").rmdir()
    (site / "puzzles").symlink_to(tmp_path / "victim")
    with pytest.raises(InputError, match="has 'puzzles'"):
        write(site, "puzzles/1.html")
    # What has no successor is not looked for there either.
    write(site, "index.html")
    assert seen(tmp_path / "victim") == {"1.html": "mine", "2.html": "mine"}


@pytest.mark.parametrize(
    "text", ["", "7", "[7]", '["a"]', '{"a": 7}', '{"../notes.txt": []}', '{"/notes.txt": []}', "[" * 100_000, "\xff"]
)
def test_a_list_that_is_none_is_refused(tmp_path: Path, text: str) -> None:
    put(tmp_path, "notes.txt", text="mine")
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / LIST).write_text(text, encoding="latin-1")
    with pytest.raises(InputError, match="has a list of files"):
        write(tmp_path / "site", "index.html")
    assert seen(tmp_path)["notes.txt"] == "mine"


def test_a_list_of_a_stranger_makes_nothing_ours(tmp_path: Path) -> None:
    write(tmp_path, "index.html", "puzzles/1.html")
    put(tmp_path, "thesis.txt", text="mine")
    listed = json.loads((tmp_path / LIST).read_text())
    (tmp_path / LIST).write_text(json.dumps({**listed, "thesis.txt": ["0" * 32]}))
    write(tmp_path, "index.html")
    assert seen(tmp_path) == {"index.html": "ours", "thesis.txt": "mine"}
    # What the user has changed is the user's, too.
    put(tmp_path, "index.html", text="changed")
    with pytest.raises(InputError, match=r"'index\.html', which this program did not write as it is"):
        write(tmp_path, "index.html")
    assert seen(tmp_path) == {"index.html": "changed", "thesis.txt": "mine"}


def test_a_list_that_nobody_writes_to_its_end_holds_nothing_up(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / LIST)
    with pytest.raises(InputError, match="has a list of files"):
        write(tmp_path, "index.html")


FULL = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize("error", [FULL, shutil.Error([("a", "b", str(FULL))]), KeyboardInterrupt()], ids=repr)
def test_what_ends_the_work_leaves_all_as_it_was(tmp_path: Path, error: BaseException) -> None:
    write(tmp_path, "index.html")

    def fail() -> None:
        with written_whole(tmp_path) as new:
            put(new, "index.html", text="half")
            raise error

    sentence = rf"Folder '{tmp_path}' could not be written: .*No space left on device\."
    is_said = isinstance(error, OSError)
    with pytest.raises(InputError if is_said else type(error), match=sentence if is_said else None):
        fail()
    assert seen(tmp_path) == {"index.html": "ours"}


@pytest.mark.parametrize("error", [None, KeyboardInterrupt()])
@pytest.mark.parametrize("goes_on", [False, True])
def test_a_folder_that_vanishes_is_said_and_hides_no_other_end(
    tmp_path: Path, error: BaseException | None, goes_on: bool
) -> None:
    def vanish() -> None:
        with written_whole(tmp_path / "site") as new:
            put(new, "index.html")
            shutil.rmtree(tmp_path / "site")
            if goes_on:
                # What comes after the rest has gone is not all of it.
                put(new, "puzzles/1.html")
            if error:
                raise error

    with pytest.raises(
        type(error) if error else InputError, match=None if error else "was removed while it was written"
    ):
        vanish()
    assert not any(file.is_file() for file in tmp_path.rglob("*"))


def test_folders_that_were_made_for_nothing_go(tmp_path: Path) -> None:
    def fail() -> None:
        with written_whole(tmp_path / "deep" / "site"):
            raise InputError("There is nothing to write.")

    with pytest.raises(InputError):
        fail()
    assert list(tmp_path.iterdir()) == []


def test_names_are_known_where_moving_them_was_cut_short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, "1.html", "2.html")

    def fail(*_: object) -> None:
        raise OSError("full")

    with monkeypatch.context() as patch:
        patch.setattr(renewal, "_remove", fail)
        with pytest.raises(InputError, match="full"):
            write(tmp_path, "3.html")
    assert set(json.loads((tmp_path / LIST).read_text())) == {"1.html", "2.html", "3.html"}
    write(tmp_path, "4.html")
    assert seen(tmp_path) == {"4.html": "ours"}

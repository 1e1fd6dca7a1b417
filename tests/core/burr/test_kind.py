# SPDX-License-Identifier: GPL-3.0-or-later
"""Burrs as a kind: what makes them, what is told of them, their parts, and the texts that they come back from."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from itertools import combinations

import pytest

from puzzle_cubes.burr.crossed import boards_of, sticks_of
from puzzle_cubes.burr.kind import BURR
from puzzle_cubes.burr.options import NUMBERS, WISH, BurrOptions
from puzzle_cubes.common.errors import InputError
from puzzle_cubes.common.options import LONGEST_TYPED, Value
from puzzle_cubes.common.task import finish
from puzzle_cubes.kind.facts import Progress
from puzzle_cubes.kind.kind import read_puzzle
from puzzle_cubes.kinds import KINDS
from puzzle_cubes.packing.facts import level_of
from puzzle_cubes.packing.kind import PACKING
from puzzle_cubes.polycubes.puzzle import Found, PolycubePuzzle
from puzzle_cubes.printing.printer import Printer
from tests.core.packing.model.skinned_pieces import solid_of

SOLID = "52 615 792 960 975 992"
OF_LEVEL_8 = "160 512x2 893 924 999"
BOARDS = "384 508 988 1021 1024 1596"


@cache
def made(sticks: str = SOLID, of: str = "sticks") -> PolycubePuzzle:
    """Return the burr of some sticks or boards, with all its solutions."""
    return BURR.make(BURR.values_with({of: sticks}))


def lines(puzzle: PolycubePuzzle) -> dict[str, str]:
    return {measure.label: measure.text(puzzle) for measure in BURR.measures}


def test_a_burr_is_called_by_its_sticks() -> None:
    assert BURR.name_of(made()) == f"Burr {SOLID}"
    assert BURR.name_of(replace(made(), name="Knot")) == "Burr Knot"
    assert BURR.summary(made()).startswith(f"Burr {SOLID}: 6 different pieces, 12 solutions, 1 up to rotation")


@pytest.mark.parametrize(
    ("sticks", "holes", "level", "solutions"),
    [(SOLID, "0", "1", "12"), ("1024x6", "20", "1", "64"), ("256 928 960 992 1024x2", "14", "1.2", "7,344")],
)
def test_the_measures_tell_sticks_holes_and_level(sticks: str, holes: str, level: str, solutions: str) -> None:
    burr = made(sticks)
    told = lines(burr)
    assert told.keys().isdisjoint({"Box", "Pieces", "Sizes"})
    assert (told["Holes"], told["Level"], told["Solutions"]) == (holes, level, solutions)
    numbers = BURR.numbers(burr)
    assert " ".join(map(str, numbers["sticks"])) == told["Sticks"]
    assert (numbers["length"], numbers["holes"], numbers["level"]) == (6, int(holes), int(level[0]))
    figures = BURR.figures_of(burr)
    assert tuple(figures) == BURR.figures
    assert (figures["level"], figures["holes"]) == (int(level[0]), int(holes))


def test_boards_are_told_as_boards() -> None:
    burr = made(BOARDS, "boards")
    assert BURR.name_of(burr) == f"Board Burr {BOARDS}"
    told = lines(burr)
    boards = f"{BOARDS} (Känel: 864 895 1015 256 1024 1935)"
    assert (told["Boards"], told["Sticks"], told["Holes"], told["Level"]) == (boards, "", "9", "3.5.3.2.3")
    assert (told["Up to Rotation"], told["And Reflection"]) == ("2", "1")
    numbers = BURR.numbers(burr)
    assert (" ".join(map(str, numbers["boards"])), numbers["sticks"], numbers["length"]) == (BOARDS, [], 6)


def test_the_difficulty_goes_by_the_level_where_that_is_known() -> None:
    ratings = [BURR.rating(burr) for burr in (made(), made(BOARDS, "boards"), made(OF_LEVEL_8))]
    easy, medium, very_hard = (rating for rating in ratings if rating is not None)
    assert (easy.word, easy.sentence) == ("Easy", "It takes one move until the first part comes off.")
    assert (medium.word, medium.sentence) == ("Medium", "It takes 3 moves until the first part comes off.")
    assert (very_hard.word, very_hard.share) == ("Very Hard", 0.8)
    assert BURR.brief(made()) == "1 solution, Easy, level 1"
    assert BURR.rating(replace(made(), found=Found())) is None
    # As long as others may be found, none is known to be the easiest.
    unfinished = replace(made(), found=replace(made().found, path=(1,)))
    assert level_of(unfinished)[0] == 1
    assert BURR.brief(unfinished) == "1 solution so far, level 1"
    assert BURR.brief_of_best(unfinished) == "1 solution, level 1"
    assert (BURR.rating(unfinished), BURR.figures_of(unfinished)["level"]) == (None, None)


@pytest.mark.parametrize(
    ("sticks", "level", "word"),
    [
        ("154 947 1008 1021 1023 1024", 2, "Medium"),
        ("156 888 896 956 1024 1422", 4, "Hard"),
        ("160 376 640 912 956 1024", 5, "Hard"),
        ("480 512 631 824 896 956", 6, "Very Hard"),
    ],
)
def test_up_to_some_level_a_burr_is_called_so(sticks: str, level: int, word: str) -> None:
    rating = BURR.rating(made(sticks))
    assert (level_of(made(sticks))[0], rating and rating.word) == (level, word)


@pytest.mark.parametrize(
    ("sticks", "least", "highest"), [("888 911x2 960 992 1007", 1, 3), ("615 751 888 928 960x2", 1, 4)]
)
def test_the_level_is_that_of_the_easiest_assembly(sticks: str, least: int, highest: int) -> None:
    burr = made(sticks)
    assert level_of(burr)[0] == least
    # Taking all apart says the same, with the hardest beside.
    answer = finish(BURR.answer_in_steps(burr, {"assemble"}, 1))
    assert (answer.numbers["levels"][0], answer.numbers["highest_level"]) == (least, highest)
    assert f"the easiest at level {least}" in answer.lines[0]
    assert f"the hardest at level {highest}." in answer.lines[0]
    assert level_of(answer.puzzle)[0] == least


def test_what_does_not_come_apart_has_neither_level_nor_difficulty() -> None:
    burr = BURR.make(BURR.values_with({"sticks": "154 344 463 960 1024x2", "stick_length": "8"}))
    assert burr.found.counts.total
    assert BURR.numbers(burr)["level"] is None
    assert BURR.rating(burr) is None


def test_sticks_that_are_the_same_are_one_by_whatever_number() -> None:
    assert BURR.name_of(made("52 205 792 960 975 1024")) == "Burr 52 52 792 960 975 1024"
    assert made("52 205 792 960 975 1024") == made("52x2 792 960 975 1024")


def test_no_level_is_told_as_long_as_there_is_no_solution() -> None:
    unknown = replace(made(), found=Found())
    assert lines(unknown)["Level"] == ""
    assert BURR.numbers(unknown)["level"] is None
    assert BURR.figures_of(unknown)["level"] is None
    assert "level" not in BURR.brief(unknown)


def test_what_is_no_burr_has_no_sticks() -> None:
    cube = PACKING.make(PACKING.values_with({}))
    assert BURR.name_of(cube) == "Burr Megaron"
    assert lines(cube)["Sticks"] == ""
    assert BURR.numbers(cube)["length"] is None


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        (SOLID, [52, 615, 792, 960, 975, 992]),
        ("52,615, 792 960", [52, 615, 792, 960]),
        (" 52\n615\t792x1 ", [52, 615, 792]),
        ("1024 1x2 1024X2", [1024, 1024, 1024, 1, 1]),
    ],
)
def test_numbers_are_typed_in_any_way_and_several_times(text: str, numbers: list[int]) -> None:
    assert BurrOptions(sticks=text).numbers == numbers
    assert BurrOptions(owned="1024 1x2 1024X5").owned_pieces == ((1024, 6), (1, 2))


@pytest.mark.parametrize("word", ["a", "1.5", "52x", "x2", "52x0", "52xx2", "52x1001", "²", "-"])
def test_other_words_are_refused(word: str) -> None:
    sentence = r"^Sticks has .*: it must be numbers of sticks, as in 52 615 .*two of the same, 1,000 at most\.$"
    with pytest.raises(InputError, match=sentence):
        _ = BurrOptions(sticks=f"615 {word}").numbers


def test_a_text_may_not_be_of_any_length() -> None:
    with pytest.raises(InputError, match=f"at most {LONGEST_TYPED} characters"):
        BurrOptions(sticks="1 " * LONGEST_TYPED)


def test_what_only_a_wish_uses_asks_for_one() -> None:
    assert BURR.values_with({"level": 3})["made_by"] == WISH
    assert BURR.values_with({"stick_length": "8"})["made_by"] == NUMBERS
    with pytest.raises(InputError, match=r"Owned makes no difference here: .* sticks by numbers, and only"):
        BURR.values_with({"made_by": NUMBERS, "owned": SOLID})


def test_numbers_of_boards_ask_for_boards() -> None:
    values = BURR.values_with({"boards": "1024x2 1"})
    assert (values["made_by"], values["pieces"]) == (NUMBERS, "boards")
    assert BurrOptions(pieces="boards", boards="1024x2 1").numbers == [1024, 1024, 1]
    with pytest.raises(InputError, match=r"^Boards has 'x': .* numbers of boards, as in 384 508 .* or 384x2 for"):
        _ = BurrOptions(pieces="boards", boards="x").numbers
    shown = [name for name, _ in BURR.shown(values)]
    assert shown == ["made_by", "pieces", "boards"]


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"stick_length": "8"}, "Length makes .* one of boards by numbers, and only sticks use"),
        ({"sticks": SOLID}, "Sticks makes .* one of boards by numbers, and only sticks by"),
    ],
)
def test_what_only_sticks_use_is_refused_for_boards(given: dict[str, Value], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        BURR.values_with({"pieces": "boards", **given})


def test_a_wish_that_was_stopped_goes_on_as_the_numbers_of_the_best() -> None:
    wish = BURR.values_with({"level": 3})
    stopped = BURR.stopped_at(wish, Progress(1, 1, 0.5, made("1024x6")))
    assert (stopped["made_by"], stopped["sticks"]) == (NUMBERS, "1024 1024 1024 1024 1024 1024")
    assert BURR.stopped_at(wish, Progress(1, 1, 0.5, None)) == wish
    of_boards = BURR.stopped_at(BURR.values_with({"pieces": "boards"}), Progress(1, 1, 0.5, made(BOARDS, "boards")))
    assert (of_boards["made_by"], of_boards["pieces"], of_boards["boards"]) == (NUMBERS, "boards", BOARDS)


def test_sticks_are_called_by_their_numbers_and_there_is_no_box() -> None:
    parts = BURR.parts(made("256 928 960 992 1024x2"), BURR.dimensions(), "parts")
    assert [part.label for part in parts] == [
        "Stick 256 (A)",
        "Stick 928 (B)",
        "Stick 960 (C)",
        "Stick 992 (D)",
        "Stick 1024 (E)",
        "Stick 1024 (E 2)",
    ]
    assert [part.key for part in parts][-2:] == ["piece_e", "piece_e_2"]


@pytest.mark.parametrize("coming_off", [2 * BURR.first_explode, 1.0])
def test_taken_apart_no_stick_stands_in_another(coming_off: float) -> None:
    parts = BURR.parts(made(), BURR.dimensions(), "parts")
    sticks = [solid_of(part).translate([coming_off * way for way in part.outward]) for part in parts]
    assert max((first ^ second).volume() for first, second in combinations(sticks, 2)) < 0.01


def test_boards_are_called_boards() -> None:
    burr, dimensions = made(BOARDS, "boards"), BURR.dimensions(letters=1.0)
    parts = BURR.parts(burr, dimensions, "parts")
    assert [part.label for part in parts][:2] == ["Board 384 (A)", "Board 508 (B)"]
    report = finish(BURR.check_in_steps(burr, dimensions, Printer(), "parts"))
    assert {check.level for check in report.checks} == {"good"}
    steps = BURR.assembly(burr, parts, "parts")
    assert any(re.search(r"[Bb]oard 1024 \(E\)", step.sentence) for step in steps)
    # They are as flat as a part can be.
    assert len(BURR.parts(burr, dimensions, "cut")) == 6


def test_a_stick_that_is_cut_is_called_by_its_parts() -> None:
    parts = BURR.parts(made("160 512x2 893 924 999"), BURR.dimensions(), "cut")
    sticks = ["Stick 160 (A)", "Stick 512 (B)", "Stick 512 (B 2)", "Stick 924 (D)", "Stick 999 (E)"]
    assert {part.label for part in parts} == {"Part C1", "Part C2", "Peg 1", "Peg 2", *sticks}


def test_a_stick_that_is_cut_is_called_by_its_number_once_it_is_whole() -> None:
    burr = made("200 508 922 1000 1021 1024")
    parts = BURR.parts(burr, BURR.dimensions(), "cut")
    said = " ".join(step.sentence for step in BURR.assembly(burr, parts, "cut"))
    assert "as far as it goes: stick 1021 (E)." in said
    assert "Take stick 1021 (E)." in said


def test_the_check_and_the_steps_name_the_sticks() -> None:
    burr, dimensions = made(), BURR.dimensions(letters=1.0)
    report = finish(BURR.check_in_steps(burr, dimensions, Printer(), "parts"))
    assert {check.level for check in report.checks} == {"good"}
    steps = BURR.assembly(burr, BURR.parts(burr, dimensions, "parts"), "parts")
    assert any(re.search(r"[Ss]tick 615 \(B\)", step.sentence) for step in steps)
    # Several that move as one, too.
    assert steps[-1].sentence.startswith("Sticks 615 (B), 792 (C) and 975 (E) as one ")


def test_it_has_the_presets_of_pieces_but_for_the_box() -> None:
    assert BURR.presets.keys() == PACKING.presets.keys()
    for name, preset in BURR.presets.items():
        own, of_packing = preset.dimensions, PACKING.presets[name].dimensions
        assert (own.cube, own.inset, own.bevel) == (of_packing.cube, of_packing.inset, of_packing.bevel)
        assert own.tray_wall == 0
        assert BURR.gaps(preset.printer) == {"inset": own.inset, "joint": own.joint}


@pytest.mark.parametrize("puzzle", [None, made()])
def test_no_line_tells_of_a_box(puzzle: PolycubePuzzle | None) -> None:
    # A length of a box may be there, though nobody is asked for it.
    dimensions = BURR.dimensions(tray_wall=2.0)
    labels = [label for label, _ in BURR.derived_lines(dimensions, puzzle, {}, BURR.ways[0].name)]
    assert labels == (["Gap"] if puzzle is None else ["Gap", "Pieces"])
    assert BURR.following(made()) == {}
    assert "outer_size" not in BURR.derived_lengths(dimensions, made())


def test_what_has_come_to_its_place_is_held_while_others_move_on() -> None:
    burr = made("1 768 928 960 992 1007")
    said = [step.sentence for step in BURR.assembly(burr, BURR.parts(burr, BURR.dimensions(), "parts"), "parts")]
    # Sticks B and E go down after stick C is in its place below them, where it hangs in the air.
    assert said == [
        "Take stick 1007 (F).",
        "Stick 992 (E) from above. Hold it until stick 928 (C) is there: nothing is below it yet.",
        "Stick 960 (D) from the right. Hold it until all are together: nothing is below it yet.",
        "Stick 768 (B) from the front. Hold it until stick 928 (C) is there: too little is below it yet.",
        "Stick 928 (C) from the front. Hold it until all are together: nothing is below it yet.",
        "Then sticks 768 (B) and 992 (E) as one 1 cell down.",
        "Stick 1 (A) from the back.",
    ]


@pytest.mark.parametrize(
    ("numbers", "of"), [(SOLID, "sticks"), ("256 928 960 992 1024x2", "sticks"), (BOARDS, "boards")]
)
def test_a_burr_comes_back_from_its_own_file_with_its_solutions_and_from_texts_of_other_programs(
    numbers: str, of: str
) -> None:
    burr = made(numbers, of)
    assert read_puzzle(BURR.to_json(burr), KINDS.values()) == (BURR, burr)
    for file_format in BURR.formats:
        kind, read = read_puzzle(file_format.write(burr), KINDS.values())
        assert kind is BURR
        assert (sticks_of(read), boards_of(read), read.goal) == (sticks_of(burr), boards_of(burr), burr.goal)


@pytest.mark.parametrize("number", range(2))
def test_other_pieces_are_none(number: int) -> None:
    megaron = PACKING.make(PACKING.values_with({}))
    text = PACKING.formats[number].write(megaron)
    assert read_puzzle(text, KINDS.values())[0] is PACKING
    # Who asks for a burr has these pieces as one.
    assert not BURR.formats[number].recognizes("<damaged")
    assert not BURR.formats[number].recognizes("2 xx|x.\n1 0 0 a")


def test_the_file_of_other_pieces_is_refused() -> None:
    megaron = PACKING.make(PACKING.values_with({}))
    with pytest.raises(InputError, match='its "format" must be "burr-puzzle"'):
        BURR.from_json(PACKING.to_json(megaron))

# SPDX-License-Identifier: GPL-3.0-or-later
# All that can be done here: make lists it. An environment is made at first use and again when its requirements change.

comma := ,
# A name found on the path may be a shim that does not run, so each candidate is asked.
working = $(firstword $(foreach python,$(2),$(shell $(python) -c \
    "import sys; sys.version_info[:2] == ($(1)) and print(sys.executable)" 2> /dev/null)))
installed = $(wildcard $(shell pyenv root 2> /dev/null)/versions/$(1)*/bin/python)
PYTHON_3_11 := $(call working,3$(comma)11,python3.11 python3)
PYTHON_3_13 := $(call working,3$(comma)13,python3.13 python3 $(call installed,3.13))
# Blender's module exists for these two. With Python 3.12 all that needs no Blender works.
PYTHON ?= $(firstword $(PYTHON_3_11) $(PYTHON_3_13))
ifeq ($(PYTHON),)
PYTHON := $(call working,3$(comma)12,python3.12 python3)
endif
RUN := .venv/bin/python
# What the system lacks is said, or as root on Debian installed, once and before all else.
NEEDS = PYTHON="$(PYTHON)" sh scripts/system_needs.sh
# On all cores: who is done with its tests takes some of the others'.
PARALLEL := --numprocesses auto --dist worksteal
# Where the core is the package puzzle_cubes, as it is once it is installed.
PACKAGE := build/package
export PYTHONPATH := $(CURDIR)/$(PACKAGE):$(CURDIR)/scripts
# What Python has compiled is kept: hundreds of processes begin with it, and each would compile it anew.
unexport PYTHONDONTWRITEBYTECODE
# Tests share the cores, and threads of numpy's that wait in a loop would take them from each other.
export OPENBLAS_NUM_THREADS := 1
# What takes long is left to make test-all, and what Blenders cannot differ in to one of them.
QUICK := -m "not thorough"
ONCE := -m "not thorough and not once"
# Those beside the one of the main environment; the oldest and the newest stand for all.
OTHERS := $(if $(PYTHON_3_11),4.2 5.0) $(if $(PYTHON_3_13),5.2)
ENDS := $(filter-out $(if $(PYTHON_3_13),5.0),$(OTHERS))
LEFT_OUT := No Blender: its module exists for Python 3.11 and 3.13.

# Without this make would remove the environments that it made on the way to a test.
.SECONDARY:
.PHONY: against against-release bench budgets build census clean compare count demo fuzz help library lint manual mutate needs-all pictures release requirements same setup setup-blenders setup-judges setup-windows site tables test test-all test-blender test-core test-gui test-matrix test-other-blenders test-release test-site test-slicer written

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-15s %s\n", $$1, $$2 }' Makefile

demo: .venv/demo $(PACKAGE) ## make a cube, its kit and its picture in out/demo
	@$(RUN) scripts/demo.py out/demo

test: lint test-core test-blender ## lint, types, and the tests that need no window

# With many examples, all that takes long, and on each Blender also what Blenders cannot differ in.
test-all: export HYPOTHESIS_PROFILE = many
test-all: export FUZZ_SECONDS = 60
test-all: QUICK :=
test-all: ONCE :=
test-all: needs-all test test-slicer test-site test-release test-matrix test-gui ## all tests, also those that take long, on all Blenders and in both windows

# One of those that look at the sources waits for mypy, so they come first, and the others beside it.
test-core: setup ## the tests of the sources, of the core, of shelves and of what holds the house
	$(RUN) -m pytest $(PARALLEL) $(QUICK) tests/rooms tests/lint tests/core tests/shelf tests/holding

test-blender: setup ## the tests in the Blender of the main environment
	$(if $(shell ls -d .venv/lib/python*/site-packages/bpy 2> /dev/null),$(RUN) -m pytest $(PARALLEL) $(QUICK) tests/blender,@echo "$(LEFT_OUT)")

test-slicer: setup ## files judged by PrusaSlicer, Slic3r and admesh; with QUICK= also seventy puzzles for six printers, rebuilt from G-code
	@$(NEEDS) slicer
	$(RUN) -m pytest $(PARALLEL) $(QUICK) tests/slicer

# The tests of a file share a browser.
test-site: setup ## the site and the manual in a real browser
	@$(NEEDS) browser
	$(RUN) -m pytest --numprocesses auto --dist loadfile $(QUICK) tests/site

test-release: setup ## a release: twice the same bytes
	$(RUN) -m pytest $(QUICK) tests/release

test-matrix: test-blender $(OTHERS:%=test-blender-%) ## the tests in Blender 4.2, 4.5, 5.0 and 5.2, as far as their Pythons are here

test-other-blenders: $(ENDS:%=test-blender-%) ## the tests in the oldest and the newest Blender

# Every Python must make the same puzzles, too.
test-blender-%: .venv-%/ready $(PACKAGE)
	.venv-$*/bin/python -m pytest $(PARALLEL) $(ONCE) tests/blender
	.venv-$*/bin/python -m pytest $(PARALLEL) $(QUICK) tests/core/oskar/generators/test_fingerprints.py tests/core/kind/test_made_before.py

test-gui: test-gui-trixie test-gui-sid ## the tests in real windows: two Debians with Blender are set up as root (3 GB)

test-gui-%: setup
	@$(NEEDS) slicer browser window
	sh scripts/test_gui.sh $(RUN) $* $(if $(filter sid,$*),$(ONCE),$(QUICK))

lint: setup ## ruff and mypy
	$(RUN) -m ruff format --check .
	$(RUN) -m ruff check .
	sh scripts/check_types.sh $(RUN)
	MYPYPATH=.:scripts:$(PACKAGE) $(RUN) -m mypy scripts tests

build: setup ## the zip, the wheel and the source package of what lies here, in dist
	$(RUN) scripts/installed_extension.py dist
	$(RUN) -m build --no-isolation --outdir dist .

release: setup ## all that a release has, of the last commit, in out/release; the same commit gives the same bytes
	$(RUN) -m scripts.release out/release

site: setup ## the gallery, the manual, the extension's repository and an asset library, in out/site; with SHELF=FILE the puzzles of that shelf, with ADDRESS= where it will be
	$(RUN) -m puzzle_site out/site $(if $(SHELF),--shelf $(SHELF)) $(if $(ADDRESS),--address $(ADDRESS))

manual: setup ## the manual: its copy in the zip, manual, and as the site has it in out/manual
	$(RUN) -m puzzle_manual
	$(RUN) -m puzzle_manual --site out/manual

written: setup ## what follows from declarations: the table of rooms, the schema of reports, the presets, what is said of the styles, the copy of the manual
	$(RUN) -m tests.rooms.table
	$(RUN) -m tests.core.command_line.schema
	$(RUN) -m tests.lint.presets presets
	$(RUN) -m tests.lint.styles
	$(RUN) -m puzzle_manual

library: setup ## a page of all that the Python library has, in out/library
	$(RUN) -m pdoc puzzle_cubes.library --output-directory out/library

pictures: compare ## all pictures of README, manual and listing (25 minutes)
	@$(NEEDS) browser
	chromium --headless --no-sandbox --hide-scrollbars --default-background-color=00000000 --window-size=256,256 \
	    --screenshot=docs/listing/icon.png docs/listing/icon.svg
	$(RUN) scripts/puzzle_pictures.py docs
	$(RUN) -m scripts.window_pictures "$$(sh scripts/real_blender.sh trixie)" docs
	$(RUN) scripts/films.py docs
	$(RUN) scripts/films.py scripts/puzzle_site/page rule

compare: setup ## the styles beside each other, as a table and a picture
	mkdir -p docs && $(RUN) -m scripts.compare docs

tables: setup ## all triples of mazes of the small boxes: docs/tables.json, and the page of it (a minute)
	$(RUN) -m puzzle_tables docs/tables.json

count: setup ## the solutions of Bedlam, Tetris and all solid burrs beside the published numbers, on all cores
	$(RUN) -m puzzle_count

census: setup ## all solid burrs and all of notchable sticks: docs/census.json, and the page of it (a quarter of an hour)
	$(RUN) -m puzzle_count burrs solid_burrs notchable_burrs long_notchable_burrs --census docs/census.json

bench: setup build/lighthouse/ready ## speed, memory, and how good the searches are (20 minutes)
	@$(NEEDS) browser
	$(RUN) -m scripts.goals

against: setup ## what users do, timed beside REVISION= or the last release; fails over 1.5 times; with ONLY=WORDS only such jobs
	$(RUN) -m scripts.against $(REVISION) $(if $(ONLY),--only "$(ONLY)")

against-release: setup ## the same beside the last release, without what takes long
	$(RUN) -m scripts.against --quick

budgets: setup ## lines, files, ways, triangles and memory beside what budgets.toml allows
	$(RUN) -m scripts.budgets

same: setup ## what comes out, byte for byte beside what came out of REVISION=; with ONLY=WORDS only calls with these words
	$(RUN) -m scripts.same $(REVISION) $(if $(ONLY),--only "$(ONLY)")

# A fault is printed with the seed and the number that make it again: make fuzz FUZZ_SEED= FUZZ_CASE=. FUZZ_TRIALS=2000 is
# how many there are of each kind, in place of a time, and FUZZ_ONLY=picture runs those with that word in their names.
fuzz: setup ## odd arguments, files, signals and .blend files for an hour and a half, or for three times FUZZ_SECONDS
	FUZZ_SECONDS=$(or $(FUZZ_SECONDS),$(if $(FUZZ_TRIALS),,1800)) FUZZ_SEED=$(FUZZ_SEED) FUZZ_CASE=$(FUZZ_CASE) $(RUN) -m pytest \
	    tests/core/command_line/test_fuzz.py tests/blender/test_fuzz.py

mutate: setup ## wrong changes that no test notices: FILES="core/common blender_addon/tab ..." SINCE=REVISION MOST=N a file
	$(RUN) -m tests.mutation $(FILES) $(if $(SINCE),--since $(SINCE)) $(if $(MOST),--most $(MOST))

requirements: ## write the files of pinned requirements anew from requirements/*.in
	sh scripts/pin_requirements.sh "$(PYTHON)"

setup: .venv/ready $(PACKAGE) ## the main environment

# What the tests in other Blenders, in windows, and by slicers and a browser need.
setup-blenders: $(ENDS:%=.venv-%/ready)

setup-windows:
	@$(NEEDS) window
	sh scripts/real_blender.sh sid & sh scripts/real_blender.sh trixie && wait $$! || [ "$$?" = 3 ]

setup-judges:
	@$(NEEDS) slicer browser

needs-all:
	@$(NEEDS) blender slicer browser window

# Lighthouse is in npm only, so what must pass everywhere does without.
build/lighthouse/ready: requirements/lighthouse/package-lock.json
	@$(NEEDS) browser npm
	@mkdir -p build/lighthouse
	@cp requirements/lighthouse/*.json build/lighthouse
	@npm ci --prefix build/lighthouse --no-audit --no-fund > build/lighthouse/log && touch $@

$(PACKAGE):
	@mkdir -p $@
	@ln -s ../../core $@/puzzle_cubes
	@ln -s ../../scripts/puzzle_shelf $@/puzzle_shelf

# Small: Blender and numpy. The main environment is this one with more in it, so nothing is downloaded twice.
.venv/demo: requirements/demo.txt
	@$(NEEDS) blender
	@sh scripts/make_venv.sh "$(PYTHON)" .venv $<
	@touch $@

.venv/ready: .venv/demo requirements/development.txt
	@echo "Installing what the tests need."
	@.venv/bin/pip install --quiet --no-compile --disable-pip-version-check -r requirements/development.txt
	@.venv/bin/pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps --editable .
	@touch $@

.venv-5.2/ready: requirements/blender-5.2.txt
	@$(NEEDS) blender
	@sh scripts/make_venv.sh "$(PYTHON_3_13)" .venv-5.2 $<
	@touch $@

.venv-%/ready: requirements/blender-%.txt
	@$(NEEDS) blender
	@sh scripts/make_venv.sh "$(PYTHON_3_11)" .venv-$* $<
	@touch $@

clean: ## remove all that was made here
	rm -rf build dist out .venv .venv-*

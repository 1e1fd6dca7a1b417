# SPDX-License-Identifier: GPL-3.0-or-later
# All that a developer does. An environment is made at first use and again when its requirements change.

comma := ,
# A name found on the path may be a shim that does not run, so each candidate is asked.
working = $(firstword $(foreach python,$(2),$(shell $(python) -c \
    "import sys; sys.version_info[:2] == ($(1)) and print(sys.executable)" 2> /dev/null)))
PYTHON ?= $(call working,3$(comma)11,python3.11 python3)
PYTHON_3_13 ?= $(call working,3$(comma)13,python3.13 python3 $(wildcard $(shell pyenv root 2> /dev/null)/versions/3.13*/bin/python))
RUN := .venv/bin/python
# On all cores: who is done with its tests takes some of the others'.
PARALLEL := --numprocesses auto --dist worksteal
# Where the core is the package puzzle_cubes, as it is once it is installed.
PACKAGE := build/package
export PYTHONPATH := $(CURDIR)/$(PACKAGE):$(CURDIR)/scripts
# What takes long is left to make test-all, and what Blenders cannot differ in to one of them.
QUICK := -m "not thorough"
ONCE := -m "not thorough and not once"
# The oldest and the newest one; make test-all adds those between.
ENDS := 4.2 $(if $(PYTHON_3_13),5.2,5.0)
MATRIX := 4.2 5.0 $(if $(PYTHON_3_13),5.2)

# Without this make would remove the environments that it made on the way to a test.
.SECONDARY:
.PHONY: bench build clean compare count demo fuzz library lint pictures setup setup-blenders setup-judges setup-windows site tables test test-all test-blender-4.5 test-core test-gui test-matrix test-other-blenders test-site test-slicer test-sources

demo: setup
	$(RUN) scripts/demo.py out/demo

pictures: compare
	$(RUN) scripts/icon.py docs/listing/icon.png
	$(RUN) scripts/puzzle_pictures.py docs
	$(RUN) -m scripts.assembly_pictures docs/pictures/kit-steps.webp
	$(RUN) -m scripts.window_pictures "$$(sh scripts/real_blender.sh trixie)" docs
	$(RUN) scripts/films.py docs

# The gallery of a shelf, the extension's own repository, and an asset library: make site SHELF=FILE
site: setup
	$(RUN) -m puzzle_site out/site $(if $(SHELF),--shelf $(SHELF))

test: lint test-sources test-core test-blender-4.5

# With many examples, all that takes long, and on each Blender also what Blenders cannot differ in.
test-all: export HYPOTHESIS_PROFILE = many
test-all: export FUZZ_SECONDS = 60
test-all: QUICK :=
test-all: ONCE :=
test-all: test test-slicer test-site test-matrix test-gui

# They look at the sources themselves.
test-sources: setup
	$(RUN) -m pytest $(QUICK) tests/rooms tests/lint

test-core: setup
	$(RUN) -m pytest $(PARALLEL) $(QUICK) tests/core tests/shelf

test-slicer: setup
	sh scripts/install_slicer.sh
	$(RUN) -m pytest $(PARALLEL) $(QUICK) tests/slicer

# In one process: they share a browser.
test-site: setup
	sh scripts/install_chromium.sh
	$(RUN) -m pytest $(QUICK) tests/site

test-matrix: test-blender-4.5 $(MATRIX:%=test-blender-%)
	@$(if $(PYTHON_3_13),,echo "Blender 5.2 was left out: there is no Python 3.13 here.")

test-other-blenders: $(ENDS:%=test-blender-%)

test-blender-4.5: setup
	$(RUN) -m pytest $(PARALLEL) $(QUICK) tests/blender

# Every Python must make the same puzzles, too.
test-blender-%: .venv-%/ready $(PACKAGE)
	.venv-$*/bin/python -m pytest $(PARALLEL) $(ONCE) tests/blender
	.venv-$*/bin/python -m pytest tests/core/oskar/generators/test_fingerprints.py

# A real window: the Blender of Debian's stable release and the newest one.
test-gui: test-gui-trixie test-gui-sid

test-gui-%: setup
	sh scripts/install_slicer.sh
	sh scripts/test_gui.sh $(RUN) $* $(if $(filter sid,$*),$(ONCE),$(QUICK))

lint: setup
	$(RUN) -m ruff format --check .
	$(RUN) -m ruff check .
	sh scripts/check_types.sh $(RUN)
	MYPYPATH=.:scripts:$(PACKAGE) $(RUN) -m mypy scripts tests

build: setup
	$(RUN) scripts/installed_extension.py dist
	$(RUN) -m build --outdir dist .

# A page of all that the library has, in out/library.
library: setup
	$(RUN) -m pdoc puzzle_cubes '!puzzle_cubes.' --output-directory out/library

# Large puzzles are measured against an older revision, too, with make bench AGAINST=REVISION.
bench: setup
	$(RUN) -m scripts.bench
	$(RUN) -m scripts.bench_large $(if $(AGAINST),--against $(AGAINST))
	$(RUN) -m scripts.bench_live $(if $(AGAINST),--against $(AGAINST))
	$(RUN) -m scripts.quality
	$(RUN) -m scripts.bench_packing
	$(RUN) -m scripts.bench_shelf
	sh scripts/install_chromium.sh
	$(RUN) -m tests.site.opening

# All triples of mazes of the small boxes: docs/tables.json, and the page of it.
tables: setup
	$(RUN) -m puzzle_tables docs/tables.json

# The large ones, on all cores; the tests count the others.
count: setup
	$(RUN) -m puzzle_count

# As long as one likes, for half of it with .blend files; a fault is printed with the seed and the number that make it again: make fuzz FUZZ_SEED= FUZZ_CASE=
fuzz: setup
	FUZZ_SECONDS=$(or $(FUZZ_SECONDS),1800) FUZZ_SEED=$(FUZZ_SEED) FUZZ_CASE=$(FUZZ_CASE) $(RUN) -m pytest \
	    tests/core/command_line/test_fuzz.py tests/blender/test_fuzz.py

# What no test notices: make mutate FILES="core/common core/oskar/model/joints.py", or make mutate SINCE=REVISION
mutate: setup
	$(RUN) -m tests.mutation $(FILES) $(if $(SINCE),--since $(SINCE))

compare: setup
	mkdir -p docs && $(RUN) -m scripts.compare docs

setup: .venv/ready $(PACKAGE)

# What the tests in other Blenders, in windows, and by slicers and a browser need.
setup-blenders: $(ENDS:%=.venv-%/ready)

setup-windows:
	sh scripts/real_blender.sh sid & sh scripts/real_blender.sh trixie && wait $$! || [ "$$?" = 3 ]

setup-judges:
	sh scripts/install_slicer.sh
	sh scripts/install_chromium.sh

$(PACKAGE):
	mkdir -p $@
	ln -s ../../core $@/puzzle_cubes
	ln -s ../../scripts/puzzle_shelf $@/puzzle_shelf

need_python = $(if $(1),,$(error Python $(2) was not found))

.venv/ready: requirements/development.txt requirements/shelf.txt requirements/blender-4.5.txt requirements/blender.txt
	$(call need_python,$(PYTHON),3.11)
	sh scripts/make_venv.sh $(PYTHON) .venv requirements/development.txt
	.venv/bin/pip install --quiet --disable-pip-version-check --no-deps --editable .
	touch $@

.venv-5.2/ready: requirements/blender-5.2.txt requirements/blender.txt
	sh scripts/make_venv.sh $(PYTHON_3_13) .venv-5.2 requirements/blender-5.2.txt

.venv-%/ready: requirements/blender-%.txt requirements/blender.txt
	sh scripts/make_venv.sh $(PYTHON) .venv-$* requirements/blender-$*.txt

clean:
	rm -rf build dist out .venv .venv-*

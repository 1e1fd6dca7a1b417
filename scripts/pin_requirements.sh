#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Pin what is named in requirements/*.in, with all that this needs in turn and the check sums of the packages:
# pin_requirements.sh PYTHON. Those of the main environment are for every system, and for Python 3.11 to 3.13.
set -eu
cd "$(dirname "$0")/../requirements"
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
"$1" -m venv "$folder"
"$folder/bin/pip" install --quiet --disable-pip-version-check uv==0.13.9
pin() {
    name=$1
    shift
    "$folder/bin/uv" pip compile --quiet --generate-hashes --no-annotate --custom-compile-command "make requirements" "$@" \
        "$name.in" --output-file "$name.txt"
}

pin demo --universal --python-version 3.11
pin development --universal --python-version 3.11
pin blender-4.2 --python-version 3.11
pin blender-5.0 --python-version 3.11
pin blender-5.2 --python-version 3.13

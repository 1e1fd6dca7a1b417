#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Make a virtual environment: make_venv.sh PYTHON FOLDER REQUIREMENTS.
set -eu
python=$1 folder=$2 requirements=$3

echo "Making the environment $folder of $requirements. Blender's module alone is 400 MB to download."
rm -rf "$folder"
"$python" -m venv "$folder"
# Not compiled: most of what comes with bpy is never imported.
"$folder/bin/pip" install --quiet --no-compile --disable-pip-version-check -r "$requirements"

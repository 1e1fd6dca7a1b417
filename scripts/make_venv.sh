#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Make a virtual environment: make_venv.sh PYTHON FOLDER REQUIREMENTS. As root on Debian it also installs
# what Python and bpy need from the system.
set -eu
here=$(dirname "$0") python=$1 folder=$2 requirements=$3

rm -rf "$folder"
"$python" -c "import ensurepip" 2> /dev/null || sh "$here/install_packages.sh" "$(basename "$(readlink -f "$(command -v "$python")")")-venv"
"$python" -m venv "$folder"
# Not compiled: most of what comes with bpy is never imported.
"$folder/bin/pip" install --quiet --no-compile --disable-pip-version-check -r "$requirements"

missing_libraries() {
    find "$folder"/lib/python*/site-packages/bpy -maxdepth 1 -name '*.so' -exec ldd {} + 2> /dev/null | grep -c 'not found' || true
}
if [ "$(missing_libraries)" != 0 ]; then
    sh "$here/install_packages.sh" libegl1 libgl1 libice6 libsm6 libx11-6 libxfixes3 libxi6 libxkbcommon0 libxrender1 libxxf86vm1
fi
"$folder/bin/python" -c "import bpy"
touch "$folder/ready"

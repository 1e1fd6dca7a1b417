#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Check the types of the extension in the present folder: check_types.sh PYTHON [OPTIONS OF MYPY]. Its modules import
# each other across the folders, as parts of one package, so mypy is shown the repository as that package.
set -eu
python=$1
shift
mkdir -p build/types
ln -sfn ../.. build/types/extension
MYPYPATH=build/types "$python" -m mypy "$@" -m extension -p extension.blender_addon -p extension.core

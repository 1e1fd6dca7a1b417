#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Install the programs that judge STL files, where they are missing. Their packages have the same names.
set -eu
missing=
for program in prusa-slicer slic3r admesh; do
    command -v "$program" > /dev/null || missing="$missing $program"
done
# The names are split on purpose.
# shellcheck disable=SC2086
[ -z "$missing" ] || sh "$(dirname "$0")/install_packages.sh" $missing

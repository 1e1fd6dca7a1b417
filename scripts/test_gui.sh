#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Test the extension in the window of a Debian's Blender: test_gui.sh PYTHON SUITE [OPTIONS OF PYTEST]. The pictures go to out/gui.
# Only sid, which is not released, may be without an installable Blender.
set -eu
python=$1 suite=$2
shift 2
code=0
folder=$(sh "$(dirname "$0")/real_blender.sh" "$suite") || code=$?
if [ "$code" = 3 ] && [ "$suite" = sid ]; then
    echo "The Blender of Debian $suite was left out: it cannot be installed now."
    exit
fi
[ "$code" = 0 ] || exit "$code"
# Each process has a screen and a Blender of its own, and waits now and then: so one more than there are cores
# run side by side.
exec "$python" -m pytest --numprocesses "$(($(nproc) + 1))" --dist worksteal --durations 12 tests/gui --debian "$folder" "$@"

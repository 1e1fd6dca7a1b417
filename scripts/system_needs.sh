#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# See to what the system must have, all of it at once and before anything else begins: system_needs.sh WHAT...
# WHAT is blender, slicer, browser or window; $PYTHON is the Python that is used, if there is one. As root on Debian it
# installs the packages that are missing, else it names them.
set -eu
missing=

program() {
    command -v "$1" > /dev/null || missing="$missing ${2:-$1}"
}

library() {
    # Where the loader's list cannot be read nothing is known to be missing.
    found=$(/sbin/ldconfig -p 2> /dev/null) || return 0
    case "$found" in *"$1 "*) ;; *) missing="$missing $2" ;; esac
}

for what; do
    case $what in
    blender)
        if [ -z "${PYTHON:-}" ]; then
            missing="$missing python3 python3-venv"
        elif ! "$PYTHON" -c "import ensurepip" 2> /dev/null; then
            missing="$missing $(basename "$(readlink -f "$PYTHON")")-venv"
        fi
        library libEGL.so.1 libegl1
        library libGL.so.1 libgl1
        library libICE.so.6 libice6
        library libSM.so.6 libsm6
        library libX11.so.6 libx11-6
        library libXfixes.so.3 libxfixes3
        library libXi.so.6 libxi6
        library libxkbcommon.so.0 libxkbcommon0
        library libXrender.so.1 libxrender1
        library libXxf86vm.so.1 libxxf86vm1
        ;;
    slicer) for name in prusa-slicer slic3r admesh; do program $name; done ;;
    browser) program chromium && program chromedriver chromium-driver ;;
    npm) program npm ;;
    window) program Xvfb xvfb && program xdotool && program debootstrap ;;
    *)
        echo "system_needs.sh: $what is not known." >&2
        exit 2
        ;;
    esac
done

[ -n "$missing" ] || exit 0
if [ "$(id -u)" != 0 ] || ! command -v apt-get > /dev/null; then
    echo "The system lacks what is needed here. Please install it as root, and run this again:" >&2
    echo "    apt-get install --no-install-recommends$missing" >&2
    exit 1
fi
# Two that install at once would find the other's lock, and give up.
exec 9> "${TMPDIR:-/tmp}/puzzle-cubes-packages.lock"
flock 9
echo "Installing packages of the system:$missing" >&2
log=$(mktemp)
# The names are split on purpose. What is said on the way matters only where it fails.
# shellcheck disable=SC2086
if ! (apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends $missing) > "$log" 2>&1; then
    cat "$log" >&2
    exit 1
fi
rm "$log"

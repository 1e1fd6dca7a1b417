#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Set up a Debian with its Blender in a folder, once, and print the folder: real_blender.sh SUITE.
# Nothing is mounted. The exit code is 3 where Debian does not have an installable Blender.
set -eu
suite=$1
scripts=$(dirname "$0")
cache=${PUZZLE_CUBES_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/puzzle-cubes-blender}
folder=$cache/$suite
log=$cache/$suite.log
# Mesa draws without a graphics card; the Python packages are what Blender's extensions command imports.
packages="blender libgl1 libglx-mesa0 libegl1 libgl1-mesa-dri python3-numpy python3-cattr python3-requests"

sh "$scripts/system_needs.sh" window

mkdir -p "$cache"
exec 9> "$cache/$suite.lock"
flock 9
version=$(cksum < "$0")
if [ "$(cat "$folder/ready" 2> /dev/null)" = "$version" ]; then
    echo "$folder"
    exit
fi
if [ "$(id -u)" != 0 ]; then
    echo "A Debian with Blender is set up in $folder as root: run this once as root." >&2
    exit 1
fi

give_up() {
    tail -n 5 "$log" >&2
    echo "Debian $suite with Blender could not be $1, see $log." >&2
    exit "$2"
}

in_debian() {
    DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 chroot "$folder.new" "$@" >> "$log" 2>&1
}

echo "Setting up Debian $suite with Blender in $folder, 2 GB, about 2 minutes." >&2
# As in system_needs.sh: two that update at once would find the other's lock.
flock "${TMPDIR:-/tmp}/puzzle-cubes-packages.lock" apt-get update -qq
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Identifier: Packages' 'Origin: Debian' 'Label: Debian' | head -n 1)
rm -rf --one-file-system "$folder" "$folder.new"
debootstrap --variant=minbase "$suite" "$folder.new" "${mirror:-http://deb.debian.org/debian}" > "$log" 2>&1 ||
    give_up "had" 3
# Nothing here must outlive a failing power supply, and nobody reads what is told of the packages.
printf '%s\n' force-unsafe-io 'path-exclude=/usr/share/doc/*' 'path-exclude=/usr/share/man/*' > \
    "$folder.new/etc/dpkg/dpkg.cfg.d/quick"
# The package lists are those that debootstrap left.
# shellcheck disable=SC2086
in_debian apt-get install --simulate --no-install-recommends $packages || give_up "had" 3
# shellcheck disable=SC2086
in_debian apt-get install -y --no-install-recommends $packages || give_up "installed" 1
in_debian blender --version || give_up "started" 1
in_debian apt-get clean
# Blender complains, 5.2 even on standard output, where it cannot read what is mounted: nothing is.
: > "$folder.new/etc/mtab"
echo "$version" > "$folder.new/ready"
mv "$folder.new" "$folder"
echo "$folder"

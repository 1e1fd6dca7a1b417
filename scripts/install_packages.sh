#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Install packages of the system, as root on Debian, or show their names: install_packages.sh PACKAGE...
set -eu
if [ "$(id -u)" != 0 ] || ! command -v apt-get > /dev/null; then
    echo "Please install these packages, as root: apt-get install $*" >&2
    exit 1
fi
# Two that install at once would find the other's lock, and give up.
exec 9> "${TMPDIR:-/tmp}/puzzle-cubes-packages.lock"
flock 9
apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "$@" > /dev/null

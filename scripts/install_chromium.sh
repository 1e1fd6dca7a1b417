#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Install the browser that opens the site, and what drives it, where they are missing.
set -eu
command -v chromium > /dev/null && command -v chromedriver > /dev/null ||
    sh "$(dirname "$0")/install_packages.sh" chromium chromium-driver

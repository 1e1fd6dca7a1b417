#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The two commands of the README as a newcomer gives them: in clones of odd names on a Debian that has Python, make and
# git and nothing else, by root and by a user. As root: bare_debian.sh SUITE FOLDER [COMMAND...]. Each case has a Debian
# of its own in FOLDER; what a command prints, its time, download and disk are shown.
set -eu
suite=$1 folder=$2
shift 2
[ "$#" != 0 ] || set -- "make demo" "make test"
root=$(cd "$(dirname "$0")/.." && pwd)
base=$folder/$suite

mkdir -p "$folder"
[ -d "$base" ] || {
    debootstrap --variant=minbase --include=ca-certificates,git,make,python3,python3-venv "$suite" "$base.new" > "$folder/$suite.log"
    # A network that answers by certificates of its own does so in there, too.
    cp /etc/ssl/certs/ca-certificates.crt "$base.new/etc/ssl/certs/"
    mv "$base.new" "$base"
}

# What is mounted is so for the command alone.
inside() {
    unshare --mount sh -c 'mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev" && shift && exec chroot "$@"' - "$debian" \
        "$debian" su - "$user" -c "export PIP_CERT=/etc/ssl/certs/ca-certificates.crt; cd '$name' && $1"
}

received() {
    cat /sys/class/net/*/statistics/rx_bytes | awk '{ sum += $1 } END { print int(sum / 1000000) }'
}

failed=0
for case in "root:puzzle-cubes" "newcomer:my puzzles" "newcomer:ü"; do
    user=${case%%:*} name=${case#*:}
    debian=$folder/case
    rm -rf --one-file-system "$debian"
    cp -a "$base" "$debian"
    [ "$user" = root ] || chroot "$debian" useradd --create-home --shell /bin/bash "$user"
    home=$(chroot "$debian" sh -c "echo ~$user")
    git clone --quiet --no-local "$root" "$debian$home/$name"
    chroot "$debian" chown -R "$user:" "$home/$name"
    for command; do
        echo "== $suite, $user in '$name': $command"
        begin=$(date +%s) before=$(received) code=0
        inside "$command" > "$folder/output" 2>&1 || code=$?
        cat "$folder/output"
        # What a user is told to install is installed so, by root, and then it must work.
        asked=$(grep -o 'apt-get install .*' "$folder/output" || true)
        if [ "$code" != 0 ] && [ "$user" != root ] && [ -n "$asked" ]; then
            chroot "$debian" sh -c "apt-get update -qq && $asked -y -qq" > /dev/null 2>&1
            code=0
            inside "$command" || code=$?
        fi
        echo "== exit $code, $(($(date +%s) - begin)) s, $(($(received) - before)) MB received, $(du -sm "$debian$home" | cut -f1) MB on disk"
        [ "$code" = 0 ] || failed=1
    done
done
exit "$failed"

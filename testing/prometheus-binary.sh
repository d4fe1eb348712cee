#!/bin/sh
# Takes the prometheus program out of Debian's package, for the test that meets a real one; installs nothing.
# Does nothing where a prometheus is on the PATH or was taken before. Needs apt-get and dpkg-deb.
set -eu

# testing/prometheus-binary.ts looks here as well.
place="${XDG_CACHE_HOME:-$HOME/.cache}/backlot-test/prometheus"

if command -v prometheus >/dev/null || "$place" --version >/dev/null 2>&1; then
  printf 'prometheus-binary.sh: it is there\n'
  exit 0
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
# The downloader gives up root for a user who must be able to write here.
chmod 755 "$work"
cd "$work"
apt-get download -q prometheus >&2 || {
  apt-get update -q >&2
  apt-get download -q prometheus >&2
}
dpkg-deb -x prometheus_*.deb tree
mkdir -p "$(dirname "$place")"
# Beside its place first, so that one that was killed leaves no half.
cp tree/usr/bin/prometheus "$place.$$"
mv "$place.$$" "$place"
"$place" --version >/dev/null 2>&1
printf 'prometheus-binary.sh: took %s\n' "$place"

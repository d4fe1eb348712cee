#!/bin/sh
# Makes debian:bookworm-slim from Debian's own packages, for an engine that can reach no image registry.
# Works from nothing on Debian as root; does nothing where the image is there. Needs a running engine.
set -eu

image=debian:bookworm-slim
suite=bookworm

fail() {
  printf 'base-image.sh: %s\n' "$1" >&2
  exit 1
}

command -v docker >/dev/null || fail 'no docker command; install it: apt-get install docker.io'
docker version >/dev/null 2>&1 || fail 'no Docker engine answers; start it: systemctl start docker, or dockerd'
if docker image inspect "$image" >/dev/null 2>&1; then
  printf 'base-image.sh: %s is there\n' "$image"
  exit 0
fi
[ "$(id -u)" = 0 ] || fail 'only root can make a root file system; run it with sudo'

if ! command -v debootstrap >/dev/null; then
  command -v apt-get >/dev/null || fail 'no debootstrap, and no apt-get to install it with'
  apt-get update -q >&2
  DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends debootstrap >&2
fi

root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
trap 'exit 130' INT TERM
debootstrap --variant=minbase "$suite" "$root/tree" >&2
# What the image from a registry leaves out as well: downloads, manuals, and other languages than English.
rm -rf "$root"/tree/var/cache/apt/archives/*.deb "$root"/tree/var/lib/apt/lists/* \
  "$root"/tree/usr/share/doc/* "$root"/tree/usr/share/man/* "$root"/tree/usr/share/locale/*
tar --create --numeric-owner --directory "$root/tree" . |
  docker import --change 'CMD ["bash"]' --change 'ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' \
    --message 'made by base-image.sh with debootstrap' - "$image" >/dev/null
printf 'base-image.sh: made %s\n' "$image"

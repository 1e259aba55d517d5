#!/usr/bin/env bash
# What tests/languages needs beyond Python, on Debian 12 or later: compilers and runtimes, and the ZeroMQ and
# MessagePack libraries of those languages that take them from the system. JavaScript, TypeScript, Rust, Go and Java
# fetch theirs while they are built (npm, cargo, go, mvn).
#
# Installs only what is missing, and may be run again at any time.
set -euo pipefail

packages=(
  ca-certificates make pkg-config
  gcc g++ libzmq3-dev libmsgpack-dev cppzmq-dev libmsgpack-cxx-dev  # C and C++
  perl libzmq-ffi-perl libdata-messagepack-perl                     # Perl
  ruby ruby-ffi-rzmq ruby-msgpack                                   # Ruby
  lua5.3 lua-messagepack                                            # the traps of Lua, in tests/languages/test_traps.py
)

# A runtime that is there, from wherever it came, stays: Debian's nodejs would take the place of a newer one.
has() { command -v "$1" >/dev/null 2>&1; }
has node || packages+=(nodejs)
has npm || packages+=(npm)
has javac || packages+=(default-jdk-headless)
has mvn || packages+=(maven)
has go || packages+=(golang)
has cargo || packages+=(cargo)

installed() { [ "$(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }
missing=()
for package in "${packages[@]}"; do
  installed "$package" || missing+=("$package")
done
if [ ${#missing[@]} -gt 0 ]; then
  as_root=()
  [ "$(id -u)" = 0 ] || as_root=(sudo)
  echo "Installing: ${missing[*]}"
  "${as_root[@]}" apt-get update --quiet --quiet
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install --quiet --quiet --yes --no-install-recommends "${missing[@]}"
fi

# need NAME HAS LEAST: Debian's own Go and Rust may be too old for the libraries.
need() {
  if [ "$(printf '%s\n' "$2" "$3" | sort --version-sort | head -n 1)" != "$3" ]; then
    echo "$1 $2 is too old for the example bots, they need $3: install a newer one and put it first in PATH" >&2
    exit 1
  fi
}
need Node.js "$(node --version | tr -d v)" 20
need Java "$(javac -version 2>&1 | cut -d' ' -f2)" 17
need Go "$(go env GOVERSION | sed 's/^go//')" 1.22
need Rust "$(cargo --version | cut -d' ' -f2)" 1.89

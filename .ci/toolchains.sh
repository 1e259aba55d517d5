#!/usr/bin/env bash
# What tests/languages needs beyond Python, on Debian 12 or later: compilers and runtimes, and the ZeroMQ and
# MessagePack libraries of those languages that take them from the system. The libraries of JavaScript, TypeScript, Rust,
# Go and Java come from the registries of these languages; they are fetched here too, so that the tests need no network.
#
# Installs and fetches only what is missing, and may be run again at any time. Prints a line a step, and the whole output
# of a step that failed. A failed step is tried again, since most failures are the network's.
set -euo pipefail
cd "$(dirname "$0")/.."

logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT

# step NAME COMMAND…: runs the command up to three times, until it succeeds. NAME is said in its messages.
step() {
  local name=$1 log=$logs/${1//[^a-zA-Z]/_} try
  shift
  for try in 1 2 3; do
    if "$@" >"$log" 2>&1 </dev/null; then
      return
    fi
    [ "$try" = 3 ] || { echo "$name: try $try failed, trying again" && sleep $((10 * try)); }
  done
  echo "$name: failed three times. The last output of: $*" >&2
  cat "$log" >&2
  return 1
}

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
  patient=(-o Acquire::Retries=3 -o DPkg::Lock::Timeout=300)
  echo "toolchains: installing ${missing[*]}"
  step "package lists" "${as_root[@]}" apt-get "${patient[@]}" update
  step "packages" "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get "${patient[@]}" install --yes --no-install-recommends "${missing[@]}"
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

# in_folder LANGUAGE COMMAND…
in_folder() (cd "example_bots/$1" && shift && "$@")
npm_install=(npm install --ignore-scripts --no-audit --no-fund --no-save)

# All at once: each of them waits for the network most of the time. Maven has no command that fetches all that a build
# needs and no more, so it builds.
echo "toolchains: fetching the libraries of the example bots"
fetches=()
(step npm in_folder javascript "${npm_install[@]}") & fetches+=($!)
(step npm-typescript in_folder typescript "${npm_install[@]}") & fetches+=($!)
(step cargo in_folder rust cargo fetch --locked) & fetches+=($!)
(step go in_folder go go mod download) & fetches+=($!)
(step maven in_folder java mvn --batch-mode package) & fetches+=($!)
failed=0
for fetch in "${fetches[@]}"; do
  wait "$fetch" || failed=1
done
[ "$failed" = 0 ] || exit 1
echo "toolchains: Node.js $(node --version | tr -d v), $(javac -version 2>&1), $(go env GOVERSION)," \
  "$(cargo --version | cut -d' ' -f1,2), $(perl -e 'printf "perl %vd", $^V'), $(ruby -e 'print "ruby ", RUBY_VERSION')"

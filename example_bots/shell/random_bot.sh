#!/bin/sh
# A bot that bids and plays at random. This is the file to edit.
# shellcheck source=ohhell.sh disable=SC2086 # lists are to be split into words
. "${0%/*}/ohhell.sh"

choose() {
	random $#
	nth "$random" "$@"
	choice=$nth
}

bid() { choose $legal; }

play() { choose $legal; }

run random-shell 1.0

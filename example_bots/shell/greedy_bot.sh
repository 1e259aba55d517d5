#!/bin/sh
# A bot that bids what its cards are worth and then plays for exactly that.
#
# The same decisions as the greedy bots in the other languages, in whole numbers only: GREEDY.md has the algorithm.
# shellcheck source=ohhell.sh disable=SC2086 # lists are to be split into words
. "${0%/*}/ohhell.sh"

sure_trick=1000  # an estimate counts thousandths of tricks
second_trump=700 # the least that a trump counts beside another

# Functions leave their answer in a variable of their own name.

rank() {
	case $1 in
	T?) rank=10 ;;
	J?) rank=11 ;;
	Q?) rank=12 ;;
	K?) rank=13 ;;
	A?) rank=14 ;;
	Z?) rank=1000 ;; # wizard
	N?) rank=0 ;;    # jester
	*) rank=${1%?} ;;
	esac
}

# The suit; wizards and jesters belong to none.
suit() {
	case $1 in
	[ZN]?) suit=none ;;
	*) suit=${1#?} ;;
	esac
}

# Puts every card before or after every other, the cheapest first.
order() {
	rank "$1"
	suit "$1"
	order=$rank
	[ "$suit" = "$trump" ] && order=$((rank + 200))
	case $1 in
	?C) order=$((4 * order)) ;;
	?D) order=$((4 * order + 1)) ;;
	?H) order=$((4 * order + 2)) ;;
	?S) order=$((4 * order + 3)) ;;
	esac
}

lowest() {
	lowest=$1
	order "$1"
	least=$order
	for card; do
		order "$card"
		[ "$order" -lt "$least" ] && least=$order lowest=$card
	done
}

highest() {
	highest=$1
	order "$1"
	most=$order
	for card; do
		order "$card"
		[ "$order" -gt "$most" ] && most=$order highest=$card
	done
}

# count_suit SUIT CARD…: how many of the cards are of the suit, and their sum of 10 + rank in $strength.
count_suit() {
	count_suit=0 strength=0 wanted=$1
	shift
	for card; do
		suit "$card"
		if [ "$suit" = "$wanted" ]; then
			rank "$card"
			count_suit=$((count_suit + 1)) strength=$((strength + 10 + rank))
		fi
	done
}

# none_of CARDS CHANCE: the chance that none of so many cards is where each is with this chance, all in thousandths.
none_of() {
	none_of=1000 left=$1
	while [ "$left" -gt 0 ]; do
		none_of=$((none_of * (1000 - $2) / 1000)) left=$((left - 1))
	done
}

# lacks SUIT: the chance that one particular opponent has none of the cards of a suit that are out of sight.
lacks() {
	count_suit "$1" $known
	none_of $((13 - count_suit)) "$each"
	lacks=$none_of
}

# How many tricks the cards should win, in thousandths.
estimate() {
	set -- $cards
	if [ $# = 0 ]; then
		estimate=$((sure_trick * size / players))
		return
	fi
	[ "$trump" = N ] && trump=-
	known=$cards unseen=$((52 - $#))
	[ "$turned" = - ] || known="$known $turned" unseen=$((unseen - 1))
	[ "$unseen" -ge 1 ] || unseen=1
	held=$((1000 * (players - 1) * size / unseen)) # a card is with any opponent
	each=$((1000 * size / unseen))                 # a card is with one particular opponent
	[ "$held" -le 1000 ] || held=1000
	[ "$each" -le 1000 ] || each=1000
	if [ "$trump" != - ]; then
		lacks "$trump"
		has_trumps=$((1000 - lacks))
	fi
	estimate=0
	for own in $cards; do
		chance=0
		case $own in
		Z?) chance=$sure_trick ;;
		N?) ;;
		*) estimate_plain "$own" ;;
		esac
		estimate=$((estimate + chance))
	done
}

# Leaves what a plain card adds to the estimate in $chance.
estimate_plain() {
	rank "$1"
	suit "$1"
	own_rank=$rank own_suit=$suit higher=$((14 - rank))
	for card in $known; do
		rank "$card"
		suit "$card"
		[ "$suit" = "$own_suit" ] && [ "$rank" -gt "$own_rank" ] && higher=$((higher - 1))
	done
	none_of "$higher" "$held"
	chance=$none_of
	if [ "$own_suit" = "$trump" ]; then
		count_suit "$trump" $cards
		[ "$count_suit" -ge 2 ] && [ "$chance" -lt "$second_trump" ] && chance=$second_trump
		return
	fi
	if [ "$trump" != - ]; then
		lacks "$own_suit"
		ruff=$((lacks * has_trumps / 1000)) opponent=1
		while [ "$opponent" -lt "$players" ]; do
			chance=$((chance * (1000 - ruff) / 1000)) opponent=$((opponent + 1))
		done
	fi
	[ "$seat" = $(((dealer + 1) % players)) ] || chance=$((chance * size / (size + 2)))
}

bid() {
	estimate
	nearest=
	for number in $legal; do
		distance=$((1000 * number - estimate))
		distance=${distance#-}
		if [ -z "$nearest" ] || [ "$distance" -lt "$nearest" ]; then
			nearest=$distance choice=$number
		fi
	done
}

trump() {
	best=-2
	for letter in C D H S N; do
		case " $legal " in *" $letter "*) ;; *) continue ;; esac
		count_suit "$letter" $cards
		[ "$letter" = N ] && strength=-1
		[ "$strength" -gt "$best" ] && best=$strength choice=$letter
	done
}

# The suit to follow; - where the trick has none.
led_suit() {
	led=-
	for card; do
		case $card in
		N?) ;;
		Z?) return ;;
		*)
			led=${card#?}
			return
			;;
		esac
	done
}

# What a card is worth in a trick: the greatest power wins it.
power() {
	rank "$1"
	suit "$1"
	case $suit in
	none) power=$rank ;;
	"$trump") power=$((200 + rank)) ;;
	*)
		power=0
		[ "$led" = - ] || [ "$suit" = "$led" ] && power=$((100 + rank))
		;;
	esac
}

play() {
	nth "$seat" $bids
	need=$nth
	nth "$seat" $taken
	need=$((need - nth))
	led_suit $trick
	to_beat=0 on_table=0 winners='' losers=''
	for card in $trick; do
		power "$card"
		on_table=$((on_table + 1))
		[ "$power" -gt "$to_beat" ] && to_beat=$power
	done
	for card in $legal; do
		power "$card"
		if [ "$power" -gt "$to_beat" ]; then winners="$winners $card"; else losers="$losers $card"; fi
	done
	wish=highest group=$legal
	if [ "$on_table" = 0 ]; then
		[ "$need" -gt 0 ] || wish=lowest
	elif [ "$need" -gt 0 ] && [ -n "$winners" ]; then
		group=$winners
		[ "$on_table" = $((players - 1)) ] && wish=lowest
	elif [ "$need" -gt 0 ]; then
		wish=lowest
	elif [ -n "$losers" ]; then
		group=$losers
	else
		[ "$on_table" = $((players - 1)) ] || wish=lowest
	fi
	case $wish in
	lowest)
		lowest $group
		choice=$lowest
		;;
	highest)
		highest $group
		choice=$highest
		;;
	esac
}

run greedy-shell 1.0

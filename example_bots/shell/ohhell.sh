# The client: reads the referee's messages and calls the bot's functions. POSIX shell, without any other program.
#
# The bridge (python -m ohhell_protocol.bridge) turns the referee's frames into lines of JSON and back. A bot sources this
# file, defines bid, play and what else it wants of the first functions below, and calls run; each of these functions
# leaves its answer in $choice. Requests are in these variables (lists are words with a blank between them, nil in a list is -):
#
#   hand hands size dealer seat players   numbers; hands is - where the length of the game is open
#   trump turned                          a suit or N, a card; - where there is none, or it is not known yet
#   cards legal trick                     lists of cards; legal of numbers for bids, of suits for trump
#   bids scores taken seen                lists by seat
#   leader                                the seat that led the trick on the table
#   played                                the finished tricks one after another: leader, cards, leader, cards, …
#   line                                  the whole message
# shellcheck shell=sh disable=SC2034,SC2086 # the bot reads the variables; lists are to be split into words
set -f # a word is never the name of a file

# Only in variants with bid revision: the bid to have from now on. The default keeps the one that stands.
revise() { nth "$seat" $bids; choice=$nth; }

# Only in variants where a seat names the trump: one of $legal. The default is the first.
trump() { choice=${legal%% *}; }

# A game begins: $bot_seed is its seed for random numbers.
game_start() { :; }

# Other notices: $type says which.
notice() { :; }

# nth INDEX WORD…: leaves the word with that index, from 0, in $nth.
nth() {
	shift "$(($1 + 1))"
	nth=$1
}

# random BOUND: leaves a number from 0 to BOUND - 1 in $random. The generator starts anew with every game's bot_seed.
random() {
	random_state=$(((random_state * 1103515245 + 12345) % 2147483648))
	random=$((random_state / 65536 % $1))
}

# No parser of JSON: it looks for "KEY": in the line, and takes the first. That is enough for what the bridge writes, where
# a quote within a text is \" and the keys of a request have only numbers, texts and lists of these.

# value KEY: leaves the value of a top-level key, text or number, in $value; - if it is nil or absent.
value() {
	case $line in
	*"\"$1\":\""*)
		value=${line#*"\"$1\":\""}
		value=${value%%\"*}
		;;
	*"\"$1\":null"*) value=- ;;
	*"\"$1\":"*)
		value=${line#*"\"$1\":"}
		value=${value%%[,\}]*}
		;;
	*) value=- ;;
	esac
}

# list KEY: leaves the elements of a list, or of a list of lists, as words in $list; nothing if it is absent.
list() {
	case $line in
	*"\"$1\":[["*)
		list=${line#*"\"$1\":["}
		list=${list%%\]\]*}
		;;
	*"\"$1\":["*)
		list=${line#*"\"$1\":["}
		list=${list%%\]*}
		;;
	*) list= ;;
	esac
	words=
	while [ -n "$list" ]; do
		word=${list%%,*}
		case $list in
		*,*) list=${list#*,} ;;
		*) list= ;;
		esac
		word=${word#\[} word=${word%\]} word=${word#\"} word=${word%\"}
		[ "$word" = null ] && word=-
		words="$words $word"
	done
	list=${words# }
}

read_request() {
	value id; id=$value
	value hand; hand=$value
	value hands; hands=$value
	value size; size=$value
	value dealer; dealer=$value
	value seat; seat=$value
	value players; players=$value
	value trump; trump=$value
	value turned; turned=$value
	value leader; leader=$value
	list cards; cards=$list
	list legal; legal=$list
	list trick; trick=$list
	list bids; bids=$list
	list scores; scores=$list
	list taken; taken=$list
	list seen; seen=$list
	list played; played=$list
}

# run NAME VERSION: plays until the referee says bye.
run() {
	# Without "games" the referee keeps to one game at a time: a shell has no better place for several than variables.
	printf '{"type":"hello","protocol":1,"language":"shell","name":"%s","version":"%s"}\n' "$1" "$2"
	while IFS= read -r line; do
		value type; type=$value
		case $type in
		bid) read_request; bid; printf '{"type":"bid","id":%s,"bid":%s}\n' "$id" "$choice" ;;
		revise) read_request; revise; printf '{"type":"bid","id":%s,"bid":%s}\n' "$id" "$choice" ;;
		play) read_request; play; printf '{"type":"play","id":%s,"card":"%s"}\n' "$id" "$choice" ;;
		trump) read_request; trump; printf '{"type":"trump","id":%s,"trump":"%s"}\n' "$id" "$choice" ;;
		game_start)
			value bot_seed; bot_seed=$value
			random_state=$((0x${bot_seed%"${bot_seed#???????}"}))
			game_start
			;;
		error) # stderr is kept in the bot's log file
			value code; code=$value
			value text; printf 'referee: %s: %s\n' "$code" "$value" >&2
			;;
		bye) exit 0 ;;
		*) notice ;; # unknown notices are skipped, so that the protocol can grow
		esac
	done
}

// A bot that bids what its cards are worth and then plays for exactly that.
//
// The same decisions as the greedy bots in the other languages, in whole numbers only: GREEDY.md has the algorithm.
package main

import (
	"slices"
	"strings"

	"ohhell-bot-go/ohhell"
)

const (
	sureTrick   = 1000 // an estimate counts thousandths of tricks
	secondTrump = 700  // the least that a trump counts beside another
)

const suits = "CDHS"

func rank(card string) int            { return strings.IndexByte("23456789TJQKA", card[0]) + 2 }
func isWizard(card string) bool       { return card[0] == 'Z' }
func isJester(card string) bool       { return card[0] == 'N' }
func isPlain(card string) bool        { return !isWizard(card) && !isJester(card) }
func isOf(suit string, c string) bool { return isPlain(c) && c[1:] == suit }

// order puts every card before or after every other, the cheapest first.
func order(card, trump string) int {
	worth := rank(card)
	switch {
	case isWizard(card):
		worth = 1000
	case isJester(card):
		worth = 0
	case isOf(trump, card):
		worth += 200
	}
	return 4*worth + strings.IndexByte(suits, card[1])
}

func lowest(cards []string, trump string) string {
	return slices.MinFunc(cards, func(a, b string) int { return order(a, trump) - order(b, trump) })
}

func highest(cards []string, trump string) string {
	return slices.MaxFunc(cards, func(a, b string) int { return order(a, trump) - order(b, trump) })
}

// trumpSuit is the suit that beats the others, "" if there is none.
func trumpSuit(request *ohhell.Message) string {
	if request.Trump == "N" {
		return ""
	}
	return request.Trump
}

// noneOf is the chance that none of so many cards is where each of them is with this chance, all in thousandths.
func noneOf(cards, chance int) int {
	none := 1000
	for ; cards > 0; cards-- {
		none = none * (1000 - chance) / 1000
	}
	return none
}

// estimate says how many tricks the cards should win, in thousandths.
func estimate(request *ohhell.Message) int {
	cards, trump := request.Cards, trumpSuit(request)
	if len(cards) == 0 {
		return sureTrick * request.Size / request.Players
	}
	known := slices.Clone(cards)
	if request.Turned != "" {
		known = append(known, request.Turned)
	}
	unseen := max(1, 52-len(known))
	held := min(1000, 1000*(request.Players-1)*request.Size/unseen) // a card is with any opponent
	each := min(1000, 1000*request.Size/unseen)                     // a card is with one particular opponent
	count := func(suit string, among []string) (count int) {
		for _, card := range among {
			if isOf(suit, card) {
				count++
			}
		}
		return count
	}
	out := func(suit string) int { return max(0, 13-count(suit, known)) }
	trumps := count(trump, cards)
	leads := request.Seat == (request.Dealer+1)%request.Players
	sum := 0
	for _, card := range cards {
		if isWizard(card) {
			sum += sureTrick
		}
		if !isPlain(card) {
			continue
		}
		higher := 14 - rank(card)
		for _, other := range known {
			if isOf(card[1:], other) && rank(other) > rank(card) {
				higher--
			}
		}
		chance := noneOf(higher, held)
		isTrump := card[1:] == trump
		if isTrump && trumps >= 2 {
			chance = max(chance, secondTrump)
		}
		if !isTrump && trump != "" {
			ruff := noneOf(out(card[1:]), each) * (1000 - noneOf(out(trump), each)) / 1000
			for opponent := 1; opponent < request.Players; opponent++ {
				chance = chance * (1000 - ruff) / 1000
			}
		}
		if !isTrump && !leads {
			chance = chance * request.Size / (request.Size + 2)
		}
		sum += chance
	}
	return sum
}

// ledSuit is the suit to follow, "" where the trick has none.
func ledSuit(trick []string) string {
	for _, card := range trick {
		if isPlain(card) {
			return card[1:]
		}
		if isWizard(card) {
			return ""
		}
	}
	return ""
}

// power is what a card is worth in a trick: the greatest wins it.
func power(card, led, trump string) int {
	switch {
	case isWizard(card):
		return 1000
	case isJester(card):
		return 0
	case card[1:] == trump:
		return 200 + rank(card)
	case led == "" || card[1:] == led:
		return 100 + rank(card)
	}
	return 0
}

type greedyBot struct{ ohhell.Defaults }

func (greedyBot) Bid(request *ohhell.Message, _ *ohhell.Game) int {
	target := estimate(request)
	distance := func(bid int) int { return max(1000*bid-target, target-1000*bid) }
	return slices.MinFunc(request.Legal.Numbers, func(a, b int) int { return distance(a) - distance(b) })
}

func (greedyBot) Trump(request *ohhell.Message, _ *ohhell.Game) string {
	best, most := "", -2
	for _, suit := range []string{"C", "D", "H", "S", "N"} {
		if !slices.Contains(request.Legal.Names, suit) {
			continue
		}
		strength := 0
		if suit == "N" {
			strength = -1
		}
		for _, card := range request.Cards {
			if isOf(suit, card) {
				strength += 10 + rank(card)
			}
		}
		if strength > most {
			best, most = suit, strength
		}
	}
	return best
}

func (greedyBot) Play(request *ohhell.Message, _ *ohhell.Game) string {
	legal, trick, trump := request.Legal.Names, request.Trick, trumpSuit(request)
	need := *request.Bids[request.Seat] - request.Taken[request.Seat]
	if len(trick) == 0 {
		if need > 0 {
			return highest(legal, trump)
		}
		return lowest(legal, trump)
	}
	led, toBeat := ledSuit(trick), 0
	for _, card := range trick {
		toBeat = max(toBeat, power(card, led, trump))
	}
	var winners, losers []string
	for _, card := range legal {
		if power(card, led, trump) > toBeat {
			winners = append(winners, card)
		} else {
			losers = append(losers, card)
		}
	}
	isLast := len(trick) == request.Players-1
	switch {
	case need > 0 && len(winners) > 0 && isLast:
		return lowest(winners, trump)
	case need > 0 && len(winners) > 0:
		return highest(winners, trump)
	case need > 0:
		return lowest(legal, trump)
	case len(losers) > 0:
		return highest(losers, trump)
	case isLast:
		return highest(legal, trump)
	}
	return lowest(legal, trump)
}

func main() {
	ohhell.Run(greedyBot{}, ohhell.About{Name: "greedy-go", Version: "1.0"})
}

// A bot that bids what its cards are worth and then plays for exactly that.
//
// The same decisions as the greedy bots in the other languages, in whole numbers only: GREEDY.md has the algorithm.

import { Bot, run } from "./ohhell.js";

const SUITS = "CDHS";
const SURE_TRICK = 1000; // an estimate counts thousandths of tricks
const SECOND_TRUMP = 700; // the least that a trump counts beside another

const rank = (card) => "23456789TJQKA".indexOf(card[0]) + 2;
const isWizard = (card) => card[0] === "Z";
const isJester = (card) => card[0] === "N";
const isPlain = (card) => !isWizard(card) && !isJester(card);
const isOf = (suit, card) => isPlain(card) && card[1] === suit;

/** Puts every card before or after every other, the cheapest first. */
function order(card, trump) {
  let worth = rank(card);
  if (isWizard(card)) worth = 1000;
  else if (isJester(card)) worth = 0;
  else if (card[1] === trump) worth += 200;
  return 4 * worth + SUITS.indexOf(card[1]);
}

function lowest(cards, trump) {
  return cards.reduce((best, card) => (order(card, trump) < order(best, trump) ? card : best));
}

function highest(cards, trump) {
  return cards.reduce((best, card) => (order(card, trump) > order(best, trump) ? card : best));
}

/** The chance that none of so many cards is where each of them is with this chance, all in thousandths. */
function noneOf(cards, chance) {
  let none = 1000;
  for (; cards > 0; cards--) none = Math.floor((none * (1000 - chance)) / 1000);
  return none;
}

/** How many tricks the cards should win, in thousandths. */
function estimate({ cards, turned, trump, players, size, seat, dealer }) {
  if (cards.length === 0) return Math.floor((SURE_TRICK * size) / players);
  const known = turned == null ? cards : [...cards, turned];
  const unseen = Math.max(1, 52 - known.length);
  const held = Math.min(1000, Math.floor((1000 * (players - 1) * size) / unseen)); // a card is with any opponent
  const each = Math.min(1000, Math.floor((1000 * size) / unseen)); // a card is with one particular opponent
  const out = (suit) => Math.max(0, 13 - known.filter((card) => isOf(suit, card)).length);
  const trumps = cards.filter((card) => isOf(trump, card)).length;
  const leads = seat === (dealer + 1) % players;
  let sum = 0;
  for (const card of cards) {
    if (isWizard(card)) sum += SURE_TRICK;
    if (!isPlain(card)) continue;
    const higherKnown = known.filter((other) => isOf(card[1], other) && rank(other) > rank(card)).length;
    let chance = noneOf(14 - rank(card) - higherKnown, held);
    if (card[1] === trump) {
      if (trumps >= 2) chance = Math.max(chance, SECOND_TRUMP);
    } else {
      if (trump !== null) {
        const ruff = Math.floor((noneOf(out(card[1]), each) * (1000 - noneOf(out(trump), each))) / 1000);
        for (let opponent = 1; opponent < players; opponent++) chance = Math.floor((chance * (1000 - ruff)) / 1000);
      }
      if (!leads) chance = Math.floor((chance * size) / (size + 2));
    }
    sum += chance;
  }
  return sum;
}

/** The suit to follow, or null where the trick has none. */
function ledSuit(trick) {
  const first = trick.find((card) => !isJester(card));
  return first !== undefined && isPlain(first) ? first[1] : null;
}

/** What a card is worth in a trick: the greatest power wins it. */
function power(card, led, trump) {
  if (isWizard(card)) return 1000;
  if (isJester(card)) return 0;
  if (card[1] === trump) return 200 + rank(card);
  return led === null || card[1] === led ? 100 + rank(card) : 0;
}

function trumpSuit(request) {
  return request.trump != null && SUITS.includes(request.trump) ? request.trump : null;
}

class GreedyBot extends Bot {
  bid(request) {
    const target = estimate({ ...request, trump: trumpSuit(request) });
    const distance = (bid) => Math.abs(1000 * bid - target);
    return request.legal.reduce((best, bid) => (distance(bid) < distance(best) ? bid : best));
  }

  trump(request) {
    const strength = (suit) =>
      suit === "N"
        ? -1
        : request.cards.filter((card) => isOf(suit, card)).reduce((sum, card) => sum + 10 + rank(card), 0);
    const suits = [...(SUITS + "N")].filter((suit) => request.legal.includes(suit));
    return suits.reduce((best, suit) => (strength(suit) > strength(best) ? suit : best));
  }

  play(request) {
    const { legal, trick, players, seat } = request;
    const trump = trumpSuit(request);
    const need = request.bids[seat] - request.taken[seat];
    if (trick.length === 0) return need > 0 ? highest(legal, trump) : lowest(legal, trump);
    const led = ledSuit(trick);
    const toBeat = Math.max(...trick.map((card) => power(card, led, trump)));
    const winners = legal.filter((card) => power(card, led, trump) > toBeat);
    const losers = legal.filter((card) => power(card, led, trump) <= toBeat);
    const isLast = trick.length === players - 1;
    if (need > 0) {
      if (winners.length === 0) return lowest(legal, trump);
      return isLast ? lowest(winners, trump) : highest(winners, trump);
    }
    if (losers.length > 0) return highest(losers, trump);
    return isLast ? highest(legal, trump) : lowest(legal, trump);
  }
}

await run(new GreedyBot(), { name: "greedy-javascript", version: "1.0" });

// A bot that bids what its cards are worth and then plays for exactly that.
//
// The same decisions as the greedy bots in the other languages, in whole numbers only: GREEDY.md has the algorithm.

import { Bot, run, type BidRequest, type Card, type PlayRequest, type Trump, type TrumpRequest } from "./ohhell.js";

/** The suit that beats the others, or null. */
type TrumpSuit = string | null;

const SUITS = "CDHS";
const SURE_TRICK = 1000; // an estimate counts thousandths of tricks
const SECOND_TRUMP = 700; // the least that a trump counts beside another

const rank = (card: Card): number => "23456789TJQKA".indexOf(card.charAt(0)) + 2;
const suitOf = (card: Card): string => card.charAt(1);
const isWizard = (card: Card): boolean => card.startsWith("Z");
const isJester = (card: Card): boolean => card.startsWith("N");
const isPlain = (card: Card): boolean => !isWizard(card) && !isJester(card);
const isOf = (suit: TrumpSuit, card: Card): boolean => isPlain(card) && suitOf(card) === suit;

/** Puts every card before or after every other, the cheapest first. */
function order(card: Card, trump: TrumpSuit): number {
  let worth = rank(card);
  if (isWizard(card)) worth = 1000;
  else if (isJester(card)) worth = 0;
  else if (suitOf(card) === trump) worth += 200;
  return 4 * worth + SUITS.indexOf(suitOf(card));
}

function lowest(cards: Card[], trump: TrumpSuit): Card {
  return cards.reduce((best, card) => (order(card, trump) < order(best, trump) ? card : best));
}

function highest(cards: Card[], trump: TrumpSuit): Card {
  return cards.reduce((best, card) => (order(card, trump) > order(best, trump) ? card : best));
}

function trumpSuit(request: { trump: Trump | null }): TrumpSuit {
  return request.trump === "N" ? null : request.trump;
}

/** The chance that none of so many cards is where each of them is with this chance, all in thousandths. */
function noneOf(cards: number, chance: number): number {
  let none = 1000;
  for (; cards > 0; cards--) none = Math.floor((none * (1000 - chance)) / 1000);
  return none;
}

/** How many tricks the cards should win, in thousandths. */
function estimate(request: BidRequest): number {
  const { cards, turned, players, size, seat, dealer } = request;
  const trump = trumpSuit(request);
  if (cards.length === 0) return Math.floor((SURE_TRICK * size) / players);
  const known = turned === null ? cards : [...cards, turned];
  const unseen = Math.max(1, 52 - known.length);
  const held = Math.min(1000, Math.floor((1000 * (players - 1) * size) / unseen)); // a card is with any opponent
  const each = Math.min(1000, Math.floor((1000 * size) / unseen)); // a card is with one particular opponent
  const out = (suit: string): number => Math.max(0, 13 - known.filter((card) => isOf(suit, card)).length);
  const trumps = cards.filter((card) => isOf(trump, card)).length;
  const leads = seat === (dealer + 1) % players;
  let sum = 0;
  for (const card of cards) {
    if (isWizard(card)) sum += SURE_TRICK;
    if (!isPlain(card)) continue;
    const higherKnown = known.filter((other) => isOf(suitOf(card), other) && rank(other) > rank(card)).length;
    let chance = noneOf(14 - rank(card) - higherKnown, held);
    if (suitOf(card) === trump) {
      if (trumps >= 2) chance = Math.max(chance, SECOND_TRUMP);
    } else {
      if (trump !== null) {
        const ruff = Math.floor((noneOf(out(suitOf(card)), each) * (1000 - noneOf(out(trump), each))) / 1000);
        for (let opponent = 1; opponent < players; opponent++) chance = Math.floor((chance * (1000 - ruff)) / 1000);
      }
      if (!leads) chance = Math.floor((chance * size) / (size + 2));
    }
    sum += chance;
  }
  return sum;
}

/** The suit to follow, or null where the trick has none. */
function ledSuit(trick: Card[]): TrumpSuit {
  const first = trick.find((card) => !isJester(card));
  return first !== undefined && isPlain(first) ? suitOf(first) : null;
}

/** What a card is worth in a trick: the greatest power wins it. */
function power(card: Card, led: TrumpSuit, trump: TrumpSuit): number {
  if (isWizard(card)) return 1000;
  if (isJester(card)) return 0;
  if (suitOf(card) === trump) return 200 + rank(card);
  return led === null || suitOf(card) === led ? 100 + rank(card) : 0;
}

class GreedyBot extends Bot {
  override bid(request: BidRequest): number {
    const target = estimate(request);
    const distance = (bid: number): number => Math.abs(1000 * bid - target);
    return request.legal.reduce((best, bid) => (distance(bid) < distance(best) ? bid : best));
  }

  override trump(request: TrumpRequest): Trump {
    const strength = (suit: Trump): number =>
      suit === "N"
        ? -1
        : request.cards.filter((card) => isOf(suit, card)).reduce((sum, card) => sum + 10 + rank(card), 0);
    const suits = (["C", "D", "H", "S", "N"] as const).filter((suit) => request.legal.includes(suit));
    return suits.reduce((best: Trump, suit) => (strength(suit) > strength(best) ? suit : best));
  }

  override play(request: PlayRequest): Card {
    const { legal, trick, players, seat } = request;
    const trump = trumpSuit(request);
    const need = request.bids[seat]! - request.taken[seat]!; // both are there once cards are played
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

await run(new GreedyBot(), { name: "greedy-typescript", version: "1.0" });

// What the referee sends. Unknown keys may come at any time: leave them be.

/** Rank, then suit: "QH", "TD"; in Wizard the ranks Z (wizard) and N (jester) too. */
export type Card = string;
export type Suit = "C" | "D" | "H" | "S";
/** "N": no trump. */
export type Trump = Suit | "N";

/** A value of MessagePack: no floats, no binary, no dates. */
export type Value = null | boolean | number | string | Value[] | { [key: string]: Value };

interface Request<Kind extends string, Choice> {
  type: Kind;
  id: number;
  game: string;
  /** Your seat. */
  seat: number;
  players: number;
  /** Which hand of the game, from 0. */
  hand: number;
  /** How many hands the game has, null where that is open. */
  hands: number | null;
  /** Cards dealt to each seat. */
  size: number;
  dealer: number;
  /** null while it is not known. */
  trump: Trump | null;
  /** The card turned up for trump. */
  turned: Card | null;
  /** Your cards. */
  cards: Card[];
  /** Forehead hands only: every seat's card, null for your own. */
  seen?: (Card | null)[] | null;
  /** By seat, null = not made, or not shown yet. */
  bids: (number | null)[];
  /** By seat, before this hand. */
  scores: number[];
  /** What is left of the game's extra time. */
  clock_ms: number | null;
  legal: Choice[];
}

export type BidRequest = Request<"bid", number>;
export type ReviseRequest = Request<"revise", number>;
export type TrumpRequest = Request<"trump", Trump>;
export interface PlayRequest extends Request<"play", Card> {
  /** Tricks won by seat. */
  taken: number[];
  leader: number;
  /** On the table, in order from the leader. */
  trick: Card[];
  /** The hand's finished tricks: the leader's seat, then the cards in order of play. */
  played: [number, ...Card[]][];
}

export interface Welcome {
  type: "welcome";
  /** The entry's options in the tournament file. */
  options?: { [key: string]: Value } | null;
}

export interface GameStart {
  type: "game_start";
  game: string;
  seat: number;
  players: number;
  variant: { name: string; [section: string]: Value };
  bot_seed: string;
  clock: { move_ms: number; game_ms: number };
  names?: string[] | null;
  resumed?: boolean | null;
}

export interface GameEnd {
  type: "game_end";
  game: string;
  scores: number[];
  places: number[];
}

export interface ErrorNotice {
  type: "error";
  id: number | null;
  code: string;
  text: string;
}

export interface Bye {
  type: "bye";
  reason: string;
}

/** Everything that the client understands. */
export type Message =
  BidRequest | ReviseRequest | TrumpRequest | PlayRequest | Welcome | GameStart | GameEnd | ErrorNotice | Bye;

/** All other notices: they come only to bots that say events: true in their hello. */
export interface Notice {
  type: string;
  game?: string;
  [key: string]: Value | undefined;
}

export type Answer =
  | { type: "bid"; id: number; bid: number }
  | { type: "play"; id: number; card: Card }
  | { type: "trump"; id: number; trump: Trump };

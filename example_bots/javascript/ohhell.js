// The client: everything between the referee's socket and a bot's decisions.
//
// Session knows the messages and no socket, so that it can be tested with recorded frames; run() adds the socket.

import { readFileSync } from "node:fs";

import { decode, encode } from "@msgpack/msgpack";

const PROTOCOL = 1;

/** Derive your bot from this class: bid() and play() are needed, the rest has a default. */
export class Bot {
  /** A number of request.legal. request.cards are your cards, request.bids the bids so far (null = not yet). */
  bid(request, game) {
    throw new Error("bid() is missing");
  }

  /** A card of request.legal. */
  play(request, game) {
    throw new Error("play() is missing");
  }

  /** Only in variants with bid revision: the bid to have from now on. The default keeps the one that stands. */
  revise(request, game) {
    return request.bids[request.seat];
  }

  /** Only in variants where a seat names the trump: a suit of request.legal, or "N" where that is legal. */
  trump(request, game) {
    return request.legal[0];
  }

  /** A game begins: game.start is the whole game_start message, game.random() the game's own generator. */
  gameStart(game) {}

  /** A game is over: message has scores and places by seat. */
  gameEnd(message, game) {}

  /** Any other notice. They come only to bots that say events: true in their hello. */
  notice(message, game) {}
}

/** One game as the client remembers it. Everything else that a decision needs is in its request. */
export class Game {
  constructor(start) {
    this.start = start;
    this.random = randomFrom(start.bot_seed ?? "");
  }
}

/** Generator of numbers in [0, 1), seeded by a hex string: sfc32 by Chris Doty-Humphrey. Math.random() takes no seed. */
export function randomFrom(seed) {
  let [a, b, c, counter] = [0, 8, 16, 24].map((at) => parseInt(seed.slice(at, at + 8) || "1", 16) | 0);
  const next = () => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4294967296;
  };
  for (let round = 0; round < 12; round++) next(); // spreads the seed over the whole state
  return next;
}

/** The protocol without a socket: frames in, frames out. */
export class Session {
  /** hello: more keys for the hello message, such as { name, version, events: true }. */
  constructor(bot, token, hello = {}) {
    this.bot = bot;
    this.token = token;
    this.extra = hello;
    this.games = new Map();
    this.options = {};
    this.over = false;
  }

  /** The first frame of the connection. */
  hello() {
    return encode([
      { type: "hello", token: this.token, protocol: PROTOCOL, games: 64, language: "JavaScript", ...this.extra },
    ]);
  }

  /** Takes one frame; returns the frame with the answers to all its requests, or null if it asked nothing. */
  receive(frame) {
    const answers = [];
    for (const message of decode(frame)) {
      const answer = this.handle(message);
      if (answer !== null) answers.push(answer);
    }
    return answers.length > 0 ? encode(answers) : null;
  }

  handle(message) {
    const { type, id } = message;
    switch (type) {
      case "bid":
        return { type: "bid", id, bid: this.bot.bid(message, this.gameOf(message)) };
      case "revise":
        return { type: "bid", id, bid: this.bot.revise(message, this.gameOf(message)) };
      case "play":
        return { type: "play", id, card: this.bot.play(message, this.gameOf(message)) };
      case "trump":
        return { type: "trump", id, trump: this.bot.trump(message, this.gameOf(message)) };
      case "welcome":
        this.options = message.options ?? {};
        return null;
      case "game_start": {
        const game = new Game(message);
        this.games.set(message.game, game);
        this.bot.gameStart(game);
        return null;
      }
      case "game_end":
        this.bot.gameEnd(message, this.gameOf(message));
        this.games.delete(message.game);
        return null;
      case "error": // stderr is kept in the bot's log file
        console.error(`referee: ${message.code}: ${message.text}`);
        return null;
      case "bye":
        this.over = true;
        return null;
      default: // unknown notices are skipped, so that the protocol can grow
        this.bot.notice(message, this.games.get(message.game));
        return null;
    }
  }

  gameOf(message) {
    let game = this.games.get(message.game);
    if (game === undefined) {
      game = new Game(message);
      this.games.set(message.game, game);
    }
    return game;
  }
}

/** Plays until the referee says bye. Errors that a bot throws end the process: the log then has the stack. */
export async function run(bot, hello = {}) {
  if (process.argv[2] === "vectors") return answerFrames(bot, process.argv[3]);
  const { OHHELL_ENDPOINT: endpoint, OHHELL_TOKEN: token } = process.env;
  if (!endpoint || !token) {
    console.error(
      "OHHELL_ENDPOINT and OHHELL_TOKEN are not set: the referee starts bots, try `ohhell-referee check -- COMMAND`",
    );
    process.exit(2);
  }
  const { Dealer } = await import("zeromq"); // here, so that the rest works without it
  const socket = new Dealer({ linger: 1000 });
  socket.connect(endpoint);
  const session = new Session(bot, token, hello);
  await socket.send(session.hello());
  for await (const [frame] of socket) {
    const answer = session.receive(frame);
    if (answer !== null) await socket.send(answer);
    if (session.over) break;
  }
  socket.close();
}

/** `vectors FILE`: recorded frames as hex, one a line; prints the answer to each as hex, or "-" where there is none. */
function answerFrames(bot, path) {
  const session = new Session(bot, "");
  for (const line of readFileSync(path, "ascii").trimEnd().split("\n")) {
    const answer = session.receive(Buffer.from(line, "hex"));
    console.log(answer === null ? "-" : Buffer.from(answer).toString("hex"));
  }
}

// The client: everything between the referee's socket and a bot's decisions.
//
// Session knows the messages and no socket, so that it can be tested with recorded frames; run() adds the socket.

import { readFileSync } from "node:fs";

import { decode, encode } from "@msgpack/msgpack";

import type {
  Answer,
  BidRequest,
  Card,
  GameEnd,
  GameStart,
  Message,
  Notice,
  PlayRequest,
  ReviseRequest,
  Trump,
  TrumpRequest,
  Value,
} from "./messages.js";

export type * from "./messages.js";

const PROTOCOL = 1;

/** Derive your bot from this class: bid() and play() are needed, the rest has a default. */
export abstract class Bot {
  /** A number of request.legal. */
  abstract bid(request: BidRequest, game: Game): number;

  /** A card of request.legal. */
  abstract play(request: PlayRequest, game: Game): Card;

  /** Only in variants with bid revision: the bid to have from now on. The default keeps the one that stands. */
  revise(request: ReviseRequest, _game: Game): number {
    return request.bids[request.seat]!; // the seat has bid, else it would not be asked again
  }

  /** Only in variants where a seat names the trump: one of request.legal. */
  trump(request: TrumpRequest, _game: Game): Trump {
    return request.legal[0]!; // there is always a legal choice
  }

  gameStart(_game: Game): void {}

  /** The message has scores and places by seat. */
  gameEnd(_message: GameEnd, _game: Game): void {}

  notice(_message: Notice, _game: Game | undefined): void {}
}

/** One game as the client remembers it. Everything else that a decision needs is in its request. */
export class Game {
  /** Numbers in [0, 1) out of the game's own generator, which is seeded by bot_seed alone. */
  readonly random: () => number;

  /** start is missing where a request came without a game_start, as recorded ones do. */
  constructor(readonly start?: GameStart) {
    this.random = randomFrom(start?.bot_seed ?? "");
  }
}

/** Generator of numbers in [0, 1), seeded by a hex string: sfc32 by Chris Doty-Humphrey. Math.random() takes no seed. */
export function randomFrom(seed: string): () => number {
  const word = (at: number): number => parseInt(seed.slice(at, at + 8) || "1", 16) | 0;
  let [a, b, c, counter] = [word(0), word(8), word(16), word(24)];
  const next = (): number => {
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

/** Further keys of hello. events: true asks for notices of everything that the bot may see. */
export interface About {
  name: string;
  version?: string;
  author?: string;
  events?: boolean;
}

/** The protocol without a socket: frames in, frames out. */
export class Session {
  /** The entry's options in the tournament file. */
  options: { [key: string]: Value } = {};
  /** The referee said bye. */
  over = false;
  private readonly games = new Map<string, Game>();

  constructor(private readonly bot: Bot) {}

  /** The first frame of the connection. */
  hello(token: string, about: About): Uint8Array {
    return encode([{ type: "hello", token, protocol: PROTOCOL, games: 64, language: "TypeScript", ...about }]);
  }

  /** Takes one frame; returns the frame with the answers to all its requests, or null if it asked nothing. */
  receive(frame: Uint8Array): Uint8Array | null {
    const answers: Answer[] = [];
    for (const message of decode(frame) as (Message | Notice)[]) {
      const answer = this.handle(message as Message);
      if (answer !== null) answers.push(answer);
    }
    return answers.length > 0 ? encode(answers) : null;
  }

  private handle(message: Message): Answer | null {
    switch (message.type) {
      case "bid":
        return { type: "bid", id: message.id, bid: this.bot.bid(message, this.game(message.game)) };
      case "revise":
        return { type: "bid", id: message.id, bid: this.bot.revise(message, this.game(message.game)) };
      case "play":
        return { type: "play", id: message.id, card: this.bot.play(message, this.game(message.game)) };
      case "trump":
        return { type: "trump", id: message.id, trump: this.bot.trump(message, this.game(message.game)) };
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
        this.bot.gameEnd(message, this.game(message.game));
        this.games.delete(message.game);
        return null;
      case "error": // stderr is kept in the bot's log file
        console.error(`referee: ${message.code}: ${message.text}`);
        return null;
      case "bye":
        this.over = true;
        return null;
      default: {
        const notice: Notice = message; // unknown ones are skipped, so that the protocol can grow
        this.bot.notice(notice, this.games.get(notice.game ?? ""));
        return null;
      }
    }
  }

  private game(name: string): Game {
    let game = this.games.get(name);
    if (game === undefined) {
      game = new Game();
      this.games.set(name, game);
    }
    return game;
  }
}

/** Plays until the referee says bye. Errors that a bot throws end the process: the log then has the stack. */
export async function run(bot: Bot, about: About): Promise<void> {
  const [, , mode, path] = process.argv;
  if (mode === "vectors" && path !== undefined) return answerFrames(bot, path);
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
  const session = new Session(bot);
  await socket.send(session.hello(token, about));
  for await (const [frame] of socket) {
    const answer = session.receive(frame!); // a message has at least one part
    if (answer !== null) await socket.send(answer);
    if (session.over) break;
  }
  socket.close();
}

/** `vectors FILE`: recorded frames as hex, one a line; prints the answer to each as hex, or "-" where there is none. */
function answerFrames(bot: Bot, path: string): void {
  const session = new Session(bot);
  for (const line of readFileSync(path, "ascii").trimEnd().split("\n")) {
    const answer = session.receive(Buffer.from(line, "hex"));
    console.log(answer === null ? "-" : Buffer.from(answer).toString("hex"));
  }
}

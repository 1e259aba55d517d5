// A bot that bids and plays at random. This is the file to edit.

import { Bot, run, type BidRequest, type Card, type Game, type PlayRequest } from "./ohhell.js";

function choose<Choice>(legal: Choice[], random: () => number): Choice {
  return legal[Math.floor(random() * legal.length)]!;
}

class RandomBot extends Bot {
  override bid(request: BidRequest, game: Game): number {
    return choose(request.legal, game.random);
  }

  override play(request: PlayRequest, game: Game): Card {
    return choose(request.legal, game.random);
  }
}

await run(new RandomBot(), { name: "random-typescript", version: "1.0" });

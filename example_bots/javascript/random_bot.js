// A bot that bids and plays at random. This is the file to edit.

import { Bot, run } from "./ohhell.js";

function choose(legal, random) {
  return legal[Math.floor(random() * legal.length)];
}

class RandomBot extends Bot {
  bid(request, game) {
    return choose(request.legal, game.random);
  }

  play(request, game) {
    return choose(request.legal, game.random);
  }
}

await run(new RandomBot(), { name: "random-javascript", version: "1.0" });

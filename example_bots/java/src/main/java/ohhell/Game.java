package ohhell;

import java.math.BigInteger;
import java.util.Random;

/** One game as the client remembers it. Everything else that a decision needs is in its request. */
public final class Game {
    /** The game_start message. */
    public final Message start;

    /** The game's own generator, seeded by bot_seed alone. */
    public final Random random;

    /** Yours. */
    public Object memory;

    Game(Message start) {
        this.start = start;
        String seed = start.text("bot_seed");
        this.random = new Random(seed == null || seed.isEmpty() ? 0 : new BigInteger(seed, 16).longValue());
    }
}

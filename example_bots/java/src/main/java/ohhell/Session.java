package ohhell;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The protocol without a socket: frames in, frames out. So that it can be tested with recorded frames. */
public final class Session {
    private static final int PROTOCOL = 1;

    private final Bot bot;
    private final Map<String, Game> games = new HashMap<>();
    private Object options;
    private boolean over;

    public Session(Bot bot) {
        this.bot = bot;
    }

    /** The referee said bye. */
    public boolean over() {
        return over;
    }

    /** The entry's options in the tournament file: a Map, or null. */
    public Object options() {
        return options;
    }

    /** The first frame of the connection. More keys: name, version, author, events. */
    public byte[] hello(String token, Map<String, Object> more) throws IOException {
        Map<String, Object> hello = new LinkedHashMap<>();
        hello.put("type", "hello");
        hello.put("token", token);
        hello.put("protocol", PROTOCOL);
        hello.put("games", 64);
        hello.put("language", "Java");
        hello.putAll(more);
        return Frames.pack(List.of(hello));
    }

    /** Takes one frame; returns the frame with the answers to all its requests, or null if it asked nothing. */
    public byte[] receive(byte[] frame) throws IOException {
        List<Map<String, Object>> answers = new ArrayList<>();
        for (Map<String, Object> values : Frames.unpack(frame)) {
            Map<String, Object> answer = handle(new Message(values));
            if (answer != null) {
                answers.add(answer);
            }
        }
        return answers.isEmpty() ? null : Frames.pack(answers);
    }

    private Map<String, Object> handle(Message message) {
        switch (message.type()) {
            case "bid":
                return answer("bid", message, "bid", bot.bid(message, game(message)));
            case "revise":
                return answer("bid", message, "bid", bot.revise(message, game(message)));
            case "play":
                return answer("play", message, "card", bot.play(message, game(message)));
            case "trump":
                return answer("trump", message, "trump", bot.trump(message, game(message)));
            case "welcome":
                options = message.get("options");
                return null;
            case "game_start":
                Game game = new Game(message);
                games.put(message.game(), game);
                bot.gameStart(game);
                return null;
            case "game_end":
                bot.gameEnd(message, game(message));
                games.remove(message.game());
                return null;
            case "error": // stderr is kept in the bot's log file
                System.err.println("referee: " + message.text("code") + ": " + message.text("text"));
                return null;
            case "bye":
                over = true;
                return null;
            default: // unknown notices are skipped, so that the protocol can grow
                bot.notice(message, games.get(message.get("game")));
                return null;
        }
    }

    private static Map<String, Object> answer(String type, Message request, String key, Object value) {
        return Map.of("type", type, "id", request.get("id"), key, value);
    }

    private Game game(Message message) {
        return games.computeIfAbsent(message.game(), name -> new Game(message));
    }
}

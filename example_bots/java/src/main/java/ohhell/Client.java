package ohhell;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;

/** The socket around a session. */
public final class Client {
    private Client() {}

    /** Plays until the referee says bye. What a bot throws ends the process: the log then has the stack. */
    public static void run(String[] arguments, Bot bot, Map<String, Object> hello) throws IOException {
        if (arguments.length == 2 && arguments[0].equals("vectors")) {
            answerFrames(bot, Path.of(arguments[1]));
            return;
        }
        String endpoint = System.getenv("OHHELL_ENDPOINT");
        String token = System.getenv("OHHELL_TOKEN");
        if (endpoint == null || token == null) {
            System.err.println("OHHELL_ENDPOINT and OHHELL_TOKEN are not set: the referee starts bots, "
                    + "try `ohhell-referee check -- COMMAND`");
            System.exit(2);
        }
        try (ZContext context = new ZContext()) {
            ZMQ.Socket socket = context.createSocket(SocketType.DEALER);
            socket.setLinger(1000);
            // JeroMQ 0.6.0 and earlier leave some fresh connections (1 to 6 of 100, more under load) without a
            // greeting, until this timer reconnects them: github.com/zeromq/jeromq/pull/1022. Its default is 30 s.
            socket.setHandshakeIvl(500);
            socket.connect(endpoint);
            Session session = new Session(bot);
            socket.send(session.hello(token, hello));
            while (!session.over()) {
                byte[] answer = session.receive(socket.recv());
                if (answer != null) {
                    socket.send(answer);
                }
            }
        }
    }

    /** vectors FILE: recorded frames as hex, one a line; prints the answer to each as hex, or "-" if there is none. */
    private static void answerFrames(Bot bot, Path path) throws IOException {
        HexFormat hex = HexFormat.of();
        Session session = new Session(bot);
        for (String line : Files.readAllLines(path)) {
            byte[] answer = session.receive(hex.parseHex(line));
            System.out.println(answer == null ? "-" : hex.formatHex(answer));
        }
    }
}

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import ohhell.Bot;
import ohhell.Client;
import ohhell.Game;
import ohhell.Message;

/** A bot that bids and plays at random. This is the file to edit. */
public final class RandomBot implements Bot {
    @Override
    public int bid(Message request, Game game) {
        return choose(request.legalBids(), game.random);
    }

    @Override
    public String play(Message request, Game game) {
        return choose(request.legal(), game.random);
    }

    private static <T> T choose(List<T> legal, Random random) {
        return legal.get(random.nextInt(legal.size()));
    }

    public static void main(String[] arguments) throws IOException {
        Client.run(arguments, new RandomBot(), Map.of("name", "random-java", "version", "1.0"));
    }
}

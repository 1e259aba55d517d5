package ohhell;

/** A bot decides: bid and play are needed, the rest has a default. */
public interface Bot {
    /** One of request.legalBids(). */
    int bid(Message request, Game game);

    /** One of request.legal(). */
    String play(Message request, Game game);

    /** Only in variants with bid revision: the bid to have from now on. The default keeps the one that stands. */
    default int revise(Message request, Game game) {
        return request.bids().get(request.seat());
    }

    /** Only where a seat names the trump: one of request.legal(). */
    default String trump(Message request, Game game) {
        return request.legal().get(0);
    }

    default void gameStart(Game game) {}

    /** The message has scores and places by seat. */
    default void gameEnd(Message message, Game game) {}

    /** All other notices; they come only to bots that ask for events. The game is null where the notice has none. */
    default void notice(Message message, Game game) {}
}

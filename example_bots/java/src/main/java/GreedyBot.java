import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import ohhell.Bot;
import ohhell.Client;
import ohhell.Game;
import ohhell.Message;

/**
 * A bot that bids what its cards are worth and then plays for exactly that.
 *
 * <p>The same decisions as the greedy bots in the other languages, in whole numbers only: GREEDY.md has the algorithm.
 */
public final class GreedyBot implements Bot {
    private static final String SUITS = "CDHS";
    private static final int SURE_TRICK = 1000; // an estimate counts thousandths of tricks
    private static final int SECOND_TRUMP = 700; // the least that a trump counts beside another
    private static final char NO_SUIT = '-';

    private static int rank(String card) {
        return "23456789TJQKA".indexOf(card.charAt(0)) + 2;
    }

    private static char suit(String card) {
        return card.charAt(1);
    }

    private static boolean isWizard(String card) {
        return card.charAt(0) == 'Z';
    }

    private static boolean isJester(String card) {
        return card.charAt(0) == 'N';
    }

    private static boolean isPlain(String card) {
        return !isWizard(card) && !isJester(card);
    }

    private static boolean isOf(char suit, String card) {
        return isPlain(card) && suit(card) == suit;
    }

    private static char trumpSuit(Message request) {
        String trump = request.trump();
        return trump == null || trump.equals("N") ? NO_SUIT : trump.charAt(0);
    }

    /** Puts every card before or after every other, the cheapest first. */
    private static Comparator<String> order(char trump) {
        return Comparator.comparingInt(card -> {
            int worth = rank(card);
            if (isWizard(card)) {
                worth = 1000;
            } else if (isJester(card)) {
                worth = 0;
            } else if (suit(card) == trump) {
                worth += 200;
            }
            return 4 * worth + SUITS.indexOf(suit(card));
        });
    }

    private static String lowest(List<String> cards, char trump) {
        return Collections.min(cards, order(trump));
    }

    private static String highest(List<String> cards, char trump) {
        return Collections.max(cards, order(trump));
    }

    /** The chance that none of so many cards is where each of them is with this chance, all in thousandths. */
    private static int noneOf(int cards, int chance) {
        int none = 1000;
        for (; cards > 0; cards--) {
            none = none * (1000 - chance) / 1000;
        }
        return none;
    }

    private static int count(char suit, List<String> among) {
        return (int) among.stream().filter(card -> isOf(suit, card)).count();
    }

    /** How many tricks the cards should win, in thousandths. */
    private static int estimate(Message request) {
        List<String> cards = request.cards();
        char trump = trumpSuit(request);
        if (cards.isEmpty()) {
            return SURE_TRICK * request.size() / request.players();
        }
        List<String> known = new ArrayList<>(cards);
        if (request.turned() != null) {
            known.add(request.turned());
        }
        int unseen = Math.max(1, 52 - known.size());
        int held = Math.min(1000, 1000 * (request.players() - 1) * request.size() / unseen); // with any opponent
        int each = Math.min(1000, 1000 * request.size() / unseen); // with one particular opponent
        int trumpsOut = Math.max(0, 13 - count(trump, known));
        boolean leads = request.seat() == (request.dealer() + 1) % request.players();
        int sum = 0;
        for (String card : cards) {
            if (isWizard(card)) {
                sum += SURE_TRICK;
            }
            if (!isPlain(card)) {
                continue;
            }
            int higher = 14 - rank(card);
            for (String other : known) {
                if (isOf(suit(card), other) && rank(other) > rank(card)) {
                    higher--;
                }
            }
            int chance = noneOf(higher, held);
            boolean isTrump = suit(card) == trump;
            if (isTrump && count(trump, cards) >= 2) {
                chance = Math.max(chance, SECOND_TRUMP);
            }
            if (!isTrump && trump != NO_SUIT) {
                int out = Math.max(0, 13 - count(suit(card), known));
                int ruff = noneOf(out, each) * (1000 - noneOf(trumpsOut, each)) / 1000;
                for (int opponent = 1; opponent < request.players(); opponent++) {
                    chance = chance * (1000 - ruff) / 1000;
                }
            }
            if (!isTrump && !leads) {
                chance = chance * request.size() / (request.size() + 2);
            }
            sum += chance;
        }
        return sum;
    }

    /** The suit to follow, or NO_SUIT. */
    private static char ledSuit(List<String> trick) {
        for (String card : trick) {
            if (!isJester(card)) {
                return isPlain(card) ? suit(card) : NO_SUIT;
            }
        }
        return NO_SUIT;
    }

    /** What a card is worth in a trick: the greatest power wins it. */
    private static int power(String card, char led, char trump) {
        if (isWizard(card)) {
            return 1000;
        }
        if (isJester(card)) {
            return 0;
        }
        if (suit(card) == trump) {
            return 200 + rank(card);
        }
        return led == NO_SUIT || suit(card) == led ? 100 + rank(card) : 0;
    }

    @Override
    public int bid(Message request, Game game) {
        int target = estimate(request);
        return Collections.min(request.legalBids(), Comparator.comparingInt(bid -> Math.abs(1000 * bid - target)));
    }

    @Override
    public String trump(Message request, Game game) {
        String best = null;
        int most = -2;
        for (String suit : List.of("C", "D", "H", "S", "N")) {
            int strength = suit.equals("N") ? -1 : 0;
            for (String card : request.cards()) {
                strength += isOf(suit.charAt(0), card) ? 10 + rank(card) : 0;
            }
            if (request.legal().contains(suit) && strength > most) {
                best = suit;
                most = strength;
            }
        }
        return best;
    }

    @Override
    public String play(Message request, Game game) {
        List<String> legal = request.legal();
        List<String> trick = request.trick();
        char trump = trumpSuit(request);
        int need = request.bids().get(request.seat()) - request.taken().get(request.seat());
        if (trick.isEmpty()) {
            return need > 0 ? highest(legal, trump) : lowest(legal, trump);
        }
        char led = ledSuit(trick);
        int toBeat = trick.stream().mapToInt(card -> power(card, led, trump)).max().orElse(0);
        List<String> winners = new ArrayList<>();
        List<String> losers = new ArrayList<>();
        for (String card : legal) {
            (power(card, led, trump) > toBeat ? winners : losers).add(card);
        }
        boolean isLast = trick.size() == request.players() - 1;
        if (need > 0) {
            if (winners.isEmpty()) {
                return lowest(legal, trump);
            }
            return isLast ? lowest(winners, trump) : highest(winners, trump);
        }
        if (!losers.isEmpty()) {
            return highest(losers, trump);
        }
        return isLast ? highest(legal, trump) : lowest(legal, trump);
    }

    public static void main(String[] arguments) throws IOException {
        Client.run(arguments, new GreedyBot(), Map.of("name", "greedy-java", "version", "1.0"));
    }
}

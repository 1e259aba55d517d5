package ohhell;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A message of the referee: its keys by name, and the keys of requests as methods. */
public final class Message {
    private final Map<String, Object> values;

    Message(Map<String, Object> values) {
        this.values = values;
    }

    /** The value of a key: null, Boolean, Long, String, List or Map. Null too where the key is absent. */
    public Object get(String key) {
        return values.get(key);
    }

    public String text(String key) {
        return (String) values.get(key);
    }

    public int number(String key) {
        return ((Long) values.get(key)).intValue();
    }

    /** A list of strings, null where a string is nil; an empty list where the key is absent. */
    public List<String> texts(String key) {
        List<String> texts = new ArrayList<>();
        for (Object element : list(key)) {
            texts.add((String) element);
        }
        return texts;
    }

    /** A list of integers, null where one is nil; an empty list where the key is absent. */
    public List<Integer> numbers(String key) {
        List<Integer> numbers = new ArrayList<>();
        for (Object element : list(key)) {
            numbers.add(element == null ? null : ((Long) element).intValue());
        }
        return numbers;
    }

    private List<?> list(String key) {
        Object value = values.get(key);
        return value == null ? List.of() : (List<?>) value;
    }

    public String type() {
        return text("type");
    }

    public String game() {
        return text("game");
    }

    /** Your seat. */
    public int seat() {
        return number("seat");
    }

    public int players() {
        return number("players");
    }

    /** Which hand of the game, from 0. */
    public int hand() {
        return number("hand");
    }

    /** How many cards each seat was dealt. */
    public int size() {
        return number("size");
    }

    public int dealer() {
        return number("dealer");
    }

    /** A suit, "N" for no trump, null while it is not known. */
    public String trump() {
        return text("trump");
    }

    /** The card turned up for trump, or null. */
    public String turned() {
        return text("turned");
    }

    /** Your cards. */
    public List<String> cards() {
        return texts("cards");
    }

    /** The bids by seat, null = not yet. */
    public List<Integer> bids() {
        return numbers("bids");
    }

    /** The legal answers to a bid or revise request. */
    public List<Integer> legalBids() {
        return numbers("legal");
    }

    /** The legal answers to a play request, or to a trump request. */
    public List<String> legal() {
        return texts("legal");
    }

    /** Points by seat before this hand. */
    public List<Integer> scores() {
        return numbers("scores");
    }

    /** Play requests: tricks won by seat. */
    public List<Integer> taken() {
        return numbers("taken");
    }

    /** Play requests: who led the trick on the table. */
    public int leader() {
        return number("leader");
    }

    /** Play requests: the cards on the table, in order from the leader. */
    public List<String> trick() {
        return texts("trick");
    }

    /** Play requests: the hand's finished tricks. */
    public List<Trick> played() {
        List<Trick> played = new ArrayList<>();
        for (Object element : list("played")) {
            List<?> trick = (List<?>) element;
            List<String> cards = new ArrayList<>();
            for (Object card : trick.subList(1, trick.size())) {
                cards.add((String) card);
            }
            played.add(new Trick(((Long) trick.get(0)).intValue(), cards));
        }
        return played;
    }

    /** A finished trick: who led, and the cards in order of play. */
    public record Trick(int leader, List<String> cards) {}

    @Override
    public String toString() {
        return values.toString();
    }
}

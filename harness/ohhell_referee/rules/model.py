"""The parameter model: every key that a variant may have, with its kind, its default and its meaning.

`loading` reads variants by this table and `describe` prints it, so that the documentation cannot name a key that
the program does not know. The defaults of `variant.py` and the ones here are the same values (a test says so).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ohhell_referee.rules.compound_kinds import Maximum, Multipliers, Points, Run, Schedule, Selectors, Views
from ohhell_referee.rules.kinds import Cards, Choice, FirstDealer, Flag, Kind, Letters, TrumpSuits, Whole
from ohhell_referee.rules.variant import RANKS, SUITS

LEAST_PLAYERS, MOST_PLAYERS = 2, 10
MOST_SPECIALS = 8
MOST_TARGET = 1_000_000


@dataclass(frozen=True, slots=True)
class Key:
    """One key of the model. `default` is as it would stand in a file; None means absent."""

    section: str
    name: str
    """Empty for `view`, which is a list and has no keys of its own."""
    kind: Kind
    default: Any
    meaning: str
    by_players_in_full: bool = False
    """A table by number of players must have a value for the number at the table, and falls back on nothing."""

    @property
    def dotted(self) -> str:
        return f"{self.section}.{self.name}" if self.name else self.section


KEYS: tuple[Key, ...] = (
    Key("game", "players", Whole(LEAST_PLAYERS, MOST_PLAYERS), 4, "How many sit at the table."),
    Key(
        "game",
        "direction",
        Choice(("left", "right")),
        "left",
        "Which way play goes round; seats are numbered that way, so it decides nothing.",
    ),
    Key(
        "game",
        "first_dealer",
        FirstDealer(),
        "random",
        "Drawn from the seed (drawing for the highest card is the same), or a seat from 0.",
    ),
    Key("deck", "ranks", Letters(RANKS, "rank"), RANKS, "Ranks of the deck, low to high."),
    Key("deck", "suits", Letters(SUITS, "suit"), SUITS, "Suits of the deck."),
    Key("deck", "copies", Whole(1, 10), 1, "How many packs are shuffled together."),
    Key("deck", "remove", Cards(), [], "Cards taken out of every pack."),
    Key("deck", "per_player", Whole(0, 100), 0, "k: only the highest k cards for each player are kept; 0 keeps all."),
    Key("deck", "wizards", Whole(0, MOST_SPECIALS), 0, "Cards that win the trick; the first one does."),
    Key("deck", "jesters", Whole(0, MOST_SPECIALS), 0, "Cards that lose the trick, unless all are jesters."),
    Key("deck", "equal_card", Choice(("first", "last")), "first", "Which of two equal cards wins (several packs)."),
    Key("schedule", "hands", Schedule(), "10..1..10", "Cards a player, hand by hand.", by_players_in_full=True),
    Key("schedule", "max", Maximum(), None, "What `max` means in the schedule string.", by_players_in_full=True),
    Key(
        "trump",
        "source",
        Choice(("turn_up", "cycle", "fixed", "random", "none", "highest_bidder")),
        "turn_up",
        "What decides the trump: a card turned up, suits in turn, one suit, a draw, nothing, or the highest bidder "
        "(the earliest of equals) once the bids are in.",
    ),
    Key(
        "trump",
        "cycle",
        TrumpSuits(),
        ["S", "D", "C", "H"],
        "For `cycle`: the trump of each hand in turn, N for no trump. For `fixed`: exactly one suit.",
    ),
    Key("trump", "no_trump", Selectors(), [], "Hands without trump and without a card turned up, whatever the source."),
    Key(
        "trump",
        "exhausted",
        Choice(("no_trump", "dealer_card", "cut", "error")),
        "no_trump",
        "What `turn_up` does when every card is dealt: no trump, the dealer's last card is shown, a card is cut and "
        "shown before the deal, or such a schedule is refused.",
    ),
    Key("trump", "reveal", Choice(("before_bids", "after_bids")), "before_bids", "When the trump becomes known."),
    Key("bids", "order", Choice(("in_turn", "at_once")), "in_turn", "One after the other, or all together unseen."),
    Key("bids", "first", Choice(("left", "dealer")), "left", "Who bids first: the dealer's neighbour or the dealer."),
    Key("bids", "hook", Flag(), True, "The last bidder may not make the bids total the number of tricks."),
    Key("bids", "hook_min", Whole(1, 1000), 1, "The hook holds in hands of at least this many cards."),
    Key(
        "bids",
        "zero_run",
        Whole(0, MOST_PLAYERS),
        0,
        "k: at most k bids of zero in a row; 0 is no limit. Waived where it would leave no bid.",
    ),
    Key("bids", "revise", Flag(), False, "Each bidder but the last is asked once whether to change the bid."),
    Key(
        "play",
        "void",
        Choice(("any", "trump", "overtrump", "overtrump_or_any")),
        "any",
        "What a seat without the led suit must play if it can: anything, a trump, a trump that beats those played (any "
        "trump if none beats them), or such a trump (anything if none beats them).",
    ),
    Key(
        "play",
        "must_beat",
        Flag(),
        False,
        "A seat that follows suit must beat the best card so far, until a trump falls.",
    ),
    Key(
        "play",
        "trump_lead",
        Choice(("any", "broken", "not_first", "last_resort")),
        "any",
        "When trump may be led: always, once a trump was played, after the first trick, or with nothing else in hand.",
    ),
    Key("play", "first_lead", Choice(("left", "dealer", "highest_bidder")), "left", "Who leads to the first trick."),
    Key(
        "view",
        "",
        Views(),
        [],
        "Hands in which a seat bids without its own cards: forehead (it sees the others') or blind (it sees none).",
    ),
    Key("score", "hit", Points(), "10 + t", "Points for an exact bid."),
    Key("score", "miss", Points(), "t", "Points for a missed bid."),
    Key("score", "hit_zero", Points(optional=True), None, "Replaces `hit` where zero was bid."),
    Key("score", "miss_over", Points(optional=True), None, "Replaces `miss` where more tricks were won than bid."),
    Key("score", "miss_under", Points(optional=True), None, "Replaces `miss` where fewer tricks were won than bid."),
    Key("score", "miss_zero", Points(optional=True), None, "Replaces the others where zero was bid and missed."),
    Key("score", "run", Run(), None, "A bonus for every `length` hits (misses) of a seat in a row."),
    Key("score", "suit", Multipliers(), {}, "Multiplies the points of a hand by its trump suit."),
    Key(
        "end",
        "ties",
        Choice(("shared", "extra_hand")),
        "shared",
        "A shared first place stays shared, or is played off in hands of the largest size.",
    ),
    Key(
        "end",
        "target",
        Whole(0, MOST_TARGET),
        0,
        "k: the game ends after the hand in which somebody has k points; 0 plays the whole schedule.",
    ),
)

SECTIONS: tuple[str, ...] = tuple(dict.fromkeys(key.section for key in KEYS))

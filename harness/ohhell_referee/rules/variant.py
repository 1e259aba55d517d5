"""A variant of Oh Hell as a validated value: everything that differs between two tables, and nothing else.

A `Variant` is concrete: it is meant for one number of players, its schedule is spelled out hand by hand, and
every value has been checked. It comes from `ohhell_referee.rules.loading.resolve_variant`, which starts from a
preset, applies overrides, picks the column of any table by number of players and reports all problems at once.

Defaults are the rules of CardGames.io.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Card = str
"""Rank then suit, two ASCII characters: `QH`, `TD`; in Wizard `Z` (wizard) and `N` (jester) with each suit letter."""

Suit = str
"""`C`, `D`, `H` or `S`; where a trump is meant also `N`, no trump."""

NO_TRUMP: Suit = "N"
WIZARD = "Z"
JESTER = "N"
SUITS = "CDHS"
RANKS = "23456789TJQKA"

Direction = Literal["left", "right"]
EqualCard = Literal["first", "last"]
TrumpSource = Literal["turn_up", "cycle", "fixed", "random", "none", "highest_bidder"]
Exhausted = Literal["no_trump", "dealer_card", "cut", "error"]
Reveal = Literal["before_bids", "after_bids"]
BidOrder = Literal["in_turn", "at_once"]
FirstBidder = Literal["left", "dealer"]
VoidRule = Literal["any", "trump", "overtrump", "overtrump_or_any"]
TrumpLead = Literal["any", "broken", "not_first", "last_resort"]
FirstLead = Literal["left", "dealer", "highest_bidder"]
ViewMode = Literal["forehead", "blind"]
Ties = Literal["shared", "extra_hand"]


@dataclass(frozen=True, slots=True)
class GameRules:
    """Who sits at the table. Seats are 0 … players-1 in the direction of play, whichever way that is."""

    players: int = 4
    direction: Direction = "left"
    """Which way play goes round at a real table; seats are numbered that way, so it changes no decision."""
    first_dealer: Literal["random"] | int = "random"
    """A seat, or drawn from the seed once a block ("everyone draws, highest card deals" is the same thing)."""


@dataclass(frozen=True, slots=True)
class DeckRules:
    ranks: str = RANKS
    """Low to high."""
    suits: str = SUITS
    copies: int = 1
    remove: tuple[Card, ...] = ()
    """Cards taken out, from every copy of the deck."""
    per_player: int = 0
    """k > 0: only the highest k times players cards are kept (Romanian whist: 8)."""
    wizards: int = 0
    jesters: int = 0
    equal_card: EqualCard = "first"
    """Which of two equal cards wins a trick (several packs only)."""


@dataclass(frozen=True, slots=True)
class TrumpRules:
    source: TrumpSource = "turn_up"
    cycle: tuple[Suit, ...] = ("S", "D", "C", "H")
    """For `cycle` one element a hand, in turn, `N` meaning no trump; for `fixed` exactly one element."""
    no_trump: tuple[Selector, ...] = ()
    """Hands played without trump, and without a turn-up, whatever the source says."""
    exhausted: Exhausted = "no_trump"
    """What `turn_up` does when every card has been dealt."""
    reveal: Reveal = "before_bids"
    wizard_turned: Literal["dealer_names"] = "dealer_names"
    jester_turned: Literal["no_trump"] = "no_trump"


@dataclass(frozen=True, slots=True)
class BidRules:
    order: BidOrder = "in_turn"
    first: FirstBidder = "left"
    hook: bool = True
    """The last bidder may not make the bids total the hand's size."""
    hook_min: int = 1
    """The hook holds in hands of at least this many cards."""
    zero_run: int = 0
    """k > 0: at most k bids of zero in a row within a hand."""
    revise: bool = False
    """After each bid but the last its seat is asked once whether to change it, before the next seat bids."""


@dataclass(frozen=True, slots=True)
class PlayRules:
    void: VoidRule = "any"
    """What a seat without the led suit may play."""
    must_beat: bool = False
    """A seat that follows suit must beat the highest card of that suit if it can, while nobody has ruffed."""
    trump_lead: TrumpLead = "any"
    first_lead: FirstLead = "left"


@dataclass(frozen=True, slots=True)
class Selector:
    """Which hands of a schedule: exactly one of the three is set.

    `which` is `first`, `last` or `max` (every hand of the largest size); `size` a number of cards; `hand` a
    position counted from 1.
    """

    which: Literal["first", "last", "max"] | None = None
    size: int | None = None
    hand: int | None = None


@dataclass(frozen=True, slots=True)
class ViewRule:
    hands: Selector
    mode: ViewMode


@dataclass(frozen=True, slots=True)
class RunBonus:
    """Every `length`-th hit (miss) in a row scores `hit` (`miss`) on top; the count then starts again."""

    length: int
    hit: int
    miss: int


@dataclass(frozen=True, slots=True)
class ScoreRules:
    """Points of a hand as integer expressions over b (bid), t (tricks won), n (hand size), d = |t - b|."""

    hit: str = "10 + t"
    miss: str = "t"
    hit_zero: str | None = None
    miss_over: str | None = None
    """Replaces `miss` where more tricks were won than bid."""
    miss_under: str | None = None
    miss_zero: str | None = None
    """Replaces the others where zero was bid and missed."""
    run: RunBonus | None = None
    suit: Mapping[Suit, int] = field(default_factory=dict)
    """Multiplies a hand's points by trump suit (`N` for a hand without trump); 1 where absent."""


@dataclass(frozen=True, slots=True)
class EndRules:
    ties: Ties = "shared"
    """`extra_hand`: while the first place is shared after the last hand, one more hand of the largest size."""
    target: int = 0
    """k > 0: the game ends after the hand in which somebody has k points or more."""


@dataclass(frozen=True, slots=True)
class Variant:
    """The rules of one table. Immutable, compared by value."""

    name: str = "cardgames-io"
    """The preset's name; the preset's name followed by `+` where keys were overridden; or `custom`."""
    game: GameRules = field(default_factory=GameRules)
    deck: DeckRules = field(default_factory=DeckRules)
    hands: tuple[int, ...] = (10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
    """Cards a player, hand by hand: the schedule, spelled out."""
    trump: TrumpRules = field(default_factory=TrumpRules)
    bids: BidRules = field(default_factory=BidRules)
    play: PlayRules = field(default_factory=PlayRules)
    view: tuple[ViewRule, ...] = ()
    score: ScoreRules = field(default_factory=ScoreRules)
    end: EndRules = field(default_factory=EndRules)

    @property
    def players(self) -> int:
        return self.game.players

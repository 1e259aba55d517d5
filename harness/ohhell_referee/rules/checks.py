"""What cannot be played although every single value is allowed: too many cards, rules that contradict each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ohhell_referee.rules.deck import deck_size
from ohhell_referee.rules.problems import Problem, one_of, toml_value
from ohhell_referee.rules.schedule import ScheduleError, parse_schedule, schedule_text, selects, uses_maximum
from ohhell_referee.rules.scoring import score_table
from ohhell_referee.rules.variant import (
    NO_TRUMP,
    BidRules,
    DeckRules,
    PlayRules,
    ScoreRules,
    Selector,
    TrumpRules,
    ViewRule,
)


@dataclass(slots=True)
class Draft:
    """A variant whose values have been read one by one, but not yet held against each other."""

    players: int
    deck: DeckRules
    schedule: str | tuple[int | str, ...]
    maximum: int | str | None
    trump: TrumpRules
    bids: BidRules
    play: PlayRules
    view: tuple[ViewRule, ...]
    score: ScoreRules
    ties: str
    explicit: frozenset[str]
    """Dotted keys that the overrides set, as against what a preset or a default brought."""
    broken: set[str]
    """Dotted keys whose value could not be read: no further complaint about them."""
    problems: list[Problem]

    def refuse(self, key: str, message: str) -> None:
        if key not in self.broken:
            self.problems.append(Problem(key, message))

    def blamed(self, *keys: str) -> str:
        """The key to name for a contradiction: the first that the overrides set, else the first."""
        return next((key for key in keys if key in self.explicit), keys[0])


def check(draft: Draft) -> tuple[int, ...]:
    """Adds the problems of the draft to its list; returns the hand sizes (empty where they could not be found).

    Selectors that came with a preset and mean no hand of this schedule are dropped from the draft.
    """
    size = _check_deck(draft)
    _check_trump(draft)
    _check_bids(draft)
    _check_suit_factors(draft)
    if size is None:
        return ()
    hands = _hands(draft, size)
    if hands:
        _fit_selectors(draft, hands)
        _check_sizes(draft, hands, size)
        _check_views(draft, hands)
        _check_points(draft, hands)
    return hands


def _check_deck(draft: Draft) -> int | None:
    """The number of cards, or None where the deck makes no sense."""
    deck = draft.deck
    before = len(draft.problems)
    for position, card in enumerate(deck.remove):
        if card[0] not in deck.ranks or card[1] not in deck.suits:
            draft.refuse(
                f"deck.remove[{position}]",
                f"{toml_value(card)} is not in the deck of ranks {toml_value(deck.ranks)} "
                f"and suits {toml_value(deck.suits)}",
            )
    suited = (len(deck.ranks) * len(deck.suits) - len(deck.remove)) * deck.copies
    if deck.per_player:
        kept = deck.per_player * draft.players
        if kept > suited:
            draft.refuse(
                "deck.per_player",
                f"{draft.players} players x {deck.per_player} cards = {kept}, more than the {suited} cards of the "
                f"deck; at most {suited // draft.players}",
            )
        elif not _cuts_between_ranks(deck, kept):
            draft.refuse(
                "deck.per_player",
                f"the highest {kept} cards ({draft.players} players x {deck.per_player}) are not whole ranks of "
                f"{len(deck.suits) * deck.copies} cards, so nobody knows which to keep",
            )
    if len(draft.problems) > before or any(key.startswith("deck.") for key in draft.broken):
        return None
    return deck_size(deck, draft.players)


def _cuts_between_ranks(deck: DeckRules, kept: int) -> bool:
    counted = 0
    for rank in reversed(deck.ranks):
        if counted >= kept:
            break
        counted += deck.copies * sum(rank + suit not in deck.remove for suit in deck.suits)
    return counted == kept


def _check_trump(draft: Draft) -> None:
    trump, suits = draft.trump, draft.deck.suits
    key = "trump.cycle"
    if "trump.source" in draft.broken:
        return
    if trump.source not in ("cycle", "fixed"):
        if key in draft.explicit:
            draft.refuse(
                key,
                f"has no effect while trump.source is {toml_value(trump.source)}; "
                f'set trump.source = "cycle" (or "fixed", for one suit), or leave the cycle out',
            )
        return
    if trump.source == "fixed" and key not in draft.broken and (len(trump.cycle) != 1 or trump.cycle[0] == NO_TRUMP):
        draft.refuse(
            draft.blamed(key, "trump.source"),
            f'trump.source = "fixed" takes exactly one suit, trump.cycle is {toml_value(trump.cycle)}; write for '
            f'instance cycle = ["{suits[-1]}"], or source = "cycle" for suits in turn, "none" for no trump at all',
        )
        return
    strange = [suit for suit in dict.fromkeys(trump.cycle) if suit not in suits and suit != NO_TRUMP]
    if strange and "deck.suits" not in draft.broken:
        draft.refuse(
            draft.blamed(key, "deck.suits"),
            f"the deck has no suit {one_of(strange)}; trump.cycle may name {one_of([*suits, NO_TRUMP])}",
        )


def _check_suit_factors(draft: Draft) -> None:
    if "deck.suits" in draft.broken:
        return
    for suit in draft.score.suit:
        if suit not in draft.deck.suits and suit != NO_TRUMP:
            allowed = one_of([*draft.deck.suits, NO_TRUMP])
            draft.refuse(f"score.suit.{suit}", f"the deck has no such suit; allowed: {allowed}")


def _check_bids(draft: Draft) -> None:
    bids = draft.bids
    if draft.broken & {"bids.order", "bids.hook", "bids.revise", "bids.zero_run"}:
        return
    if bids.order == "at_once":
        if bids.hook:
            draft.refuse(
                draft.blamed("bids.hook", "bids.order"),
                'bids.hook = true cannot hold with bids.order = "at_once": nobody bids last; '
                'set bids.hook = false, or bids.order = "in_turn"',
            )
        if bids.revise:
            draft.refuse(
                draft.blamed("bids.revise", "bids.order"),
                'bids.revise = true cannot hold with bids.order = "at_once": a bid may be changed until the next seat '
                'bids, and there is no next; set bids.revise = false, or bids.order = "in_turn"',
            )
        if bids.zero_run:
            draft.refuse(
                draft.blamed("bids.zero_run", "bids.order"),
                'bids.zero_run cannot hold with bids.order = "at_once": no bids stand in a row; '
                'set bids.zero_run = 0, or bids.order = "in_turn"',
            )
    elif bids.zero_run >= draft.players:
        draft.refuse(
            "bids.zero_run",
            f"{bids.zero_run} zeros in a row are never exceeded by {draft.players} players; "
            f"possible: 1 to {draft.players - 1}, or 0 for no limit",
        )


def _hands(draft: Draft, size: int) -> tuple[int, ...]:
    if "schedule.hands" in draft.broken or "schedule.max" in draft.broken:
        return ()
    maximum = draft.maximum
    if isinstance(maximum, str):
        maximum = (size - 1 if maximum == "fit_trump" else size) // draft.players
        if maximum < 1:
            draft.refuse("schedule.max", f"{size} cards are too few for one hand of {draft.players} players")
            return ()
    if maximum is None and uses_maximum(draft.schedule):
        draft.refuse(
            "schedule.max",
            f"missing, and schedule.hands = {toml_value(draft.schedule)} needs it: a number of cards, a table by "
            'number of players, "fit_trump" (one card is left to turn up) or "fit_all" (as many as the deck gives)',
        )
        return ()
    try:
        hands = parse_schedule(draft.schedule, draft.players, maximum)
    except ScheduleError as error:
        draft.refuse("schedule.hands", str(error))
        return ()
    if "schedule.max" in draft.explicit and not uses_maximum(draft.schedule) and maximum != max(hands):
        draft.refuse(
            "schedule.max",
            f"has no effect, since schedule.hands = {toml_value(draft.schedule)} does not say max; "
            'write for instance hands = "max..1..max"',
        )
    return hands


def _check_sizes(draft: Draft, hands: Sequence[int], size: int) -> None:
    players, trump = draft.players, draft.trump
    largest = max(hands)
    key = "schedule.max" if uses_maximum(draft.schedule) and isinstance(draft.maximum, int) else "schedule.hands"
    if largest * players > size:
        draft.refuse(
            key if draft.maximum == largest else "schedule.hands",
            f"{players} players x {largest} cards = {largest * players} > {size}; at most {size // players}",
        )
        return
    if trump.source != "turn_up" or trump.exhausted != "error" or draft.broken & {"trump.source", "trump.exhausted"}:
        return
    dry = [
        index
        for index, cards in enumerate(hands)
        if cards * players == size and not any(selects(selector, hands, index) for selector in trump.no_trump)
    ]
    playoff_dry = (
        draft.ties == "extra_hand"
        and largest * players == size
        and not any(selects(selector, hands, 0, extra=True) for selector in trump.no_trump)
    )
    if playoff_dry and not dry:
        draft.refuse(
            draft.blamed("trump.exhausted", "end.ties"),
            f"an extra hand after a tie has the largest size, {largest}: it deals all cards and leaves none to turn "
            'up, which trump.exhausted = "error" forbids; possible: trump.no_trump = ["max"], or exhausted = '
            '"no_trump", "dealer_card" or "cut"',
        )
    if dry:
        draft.refuse(
            draft.blamed("trump.exhausted", key),
            f"hand {dry[0] + 1} deals all cards ({players} players x {hands[dry[0]]} = {size}) and leaves none to turn "
            f'up, which trump.exhausted = "error" forbids; possible: at most {(size - 1) // players} cards '
            '(schedule.max = "fit_trump"), or exhausted = "no_trump", "dealer_card" or "cut"',
        )


def _fit_selectors(draft: Draft, hands: Sequence[int]) -> None:
    def means_some_hand(selector: Selector, key: str, explicit: bool) -> bool:
        if any(selects(selector, hands, index) for index in range(len(hands))):
            return True
        if explicit:
            what = (
                f"no hand has {selector.size} cards; the sizes are {schedule_text(sorted(set(hands)))}"
                if selector.size is not None
                else f"there is no hand {selector.hand}; the game has {len(hands)}"
            )
            draft.refuse(key, what)
        return False

    by_hand = "trump.no_trump" in draft.explicit
    kept = tuple(
        selector
        for position, selector in enumerate(draft.trump.no_trump)
        if means_some_hand(selector, f"trump.no_trump[{position}]", by_hand)
    )
    draft.trump = replace(draft.trump, no_trump=kept)
    by_hand = "view" in draft.explicit
    draft.view = tuple(
        rule
        for position, rule in enumerate(draft.view)
        if means_some_hand(rule.hands, f"view[{position}].hands", by_hand)
    )


def _check_points(draft: Draft, hands: Sequence[int]) -> None:
    if any(key.startswith("score.") for key in draft.broken):
        return
    mine = sorted(key for key in draft.explicit if key.startswith("score."))
    for size in sorted(set(hands)):
        try:
            score_table(draft.score, size)
        except ValueError as error:
            draft.refuse(mine[0] if mine else "score.hit", str(error))
            return


def _check_views(draft: Draft, hands: Sequence[int]) -> None:
    modes: dict[int, tuple[int, str]] = {}
    for position, rule in enumerate(draft.view):
        mine = [index for index in range(len(hands)) if selects(rule.hands, hands, index)]
        if rule.mode == "forehead" and (large := next((index for index in mine if hands[index] > 1), None)) is not None:
            draft.refuse(
                f"view[{position}].hands",
                f"hand {large + 1} has {hands[large]} cards, and only a single card can be held on the forehead: a "
                "seat that does not see its cards could not choose one; possible: hands of one card ({size = 1}), "
                'or mode = "blind" (bid unseen, play with sight)',
            )
        for index in mine:
            other, mode = modes.setdefault(index, (position, rule.mode))
            if mode != rule.mode:
                draft.refuse(
                    f"view[{position}].mode",
                    f"hand {index + 1} is {toml_value(rule.mode)} here and {toml_value(mode)} in view[{other}]; "
                    "a hand has one view",
                )
                break

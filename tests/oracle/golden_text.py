"""A hand as the independent reference tells it: every decision with what was forbidden and why, as text, and back."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ohhell_referee.rules.presets import find_preset
from ohhell_referee.rules.variant import Variant
from oracle.naive_deals import Dealt, turn_up
from oracle.naive_game import NaiveGame
from oracle.naive_rules import NaiveHand


@dataclass(frozen=True)
class Step:
    """A decision: what the seat might do, what it might not and why, what it did. `forced` cards play themselves."""

    kind: str
    seat: int
    value: Any
    legal: list[Any]
    refused: list[tuple[Any, str]]
    forced: bool = False


@dataclass
class HandText:
    """A hand as it stands in a file: what was dealt, and each decision."""

    index: int
    dealer: int
    hands: list[list[str]] = field(default_factory=list)
    turned: str | None = None
    drawn: str | None = None
    steps: list[Step] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)
    """By trick."""
    points: list[int] = field(default_factory=list)


def naive_hand(variant: Variant, index: int, dealer: int, dealt: Dealt) -> NaiveHand:
    return NaiveHand(variant, index, variant.hands[index], dealer, dealt.hands, dealt.turned, dealt.drawn)


def steps_of(hand: NaiveHand) -> list[Step]:
    """Go through what was done once more, and write down what could have been done instead."""
    dealt = Dealt(hand.dealt, hand.turned, hand.drawn)
    again = naive_hand(hand.variant, hand.index, hand.dealer, dealt)
    steps: list[Step] = []
    while len(again.moves) < len(hand.moves):
        due = again.turn()
        if due is None:  # cards on the forehead were played
            for kind, seat, value in again.moves[len(steps) :]:
                steps.append(Step(kind, seat, value, [value], [], forced=True))
            break
        kind, seat, value = hand.moves[len(again.moves)]
        choices = again.choices(seat)
        legal = [choice for choice, reason in choices if reason is None]
        refused = [(choice, reason) for choice, reason in choices if reason is not None]
        steps.append(Step(kind, seat, value, legal, refused))
        again.moves.append((kind, seat, value))
    return steps


# Writing


def words(values: Sequence[Any]) -> str:
    return " ".join(map(str, values))


def why_trump(hand: NaiveHand) -> str:
    """How the trump of the hand comes about."""
    rules = hand.variant.trump
    if hand.is_selected_no_trump():
        return "turned up: none; trump N, the hand is one without trump"
    if rules.source == "none":
        return "turned up: none; trump N, there is never one"
    if rules.source == "cycle":
        place = hand.index % len(rules.cycle) + 1
        return f"turned up: none; trump {hand.trump()}, number {place} of {words(rules.cycle)}"
    if rules.source == "random":
        return f"turned up: none; trump {hand.trump()}, drawn"
    if rules.source == "highest_bidder":
        return "turned up: none; the highest bidder names the trump"
    if hand.turned is None:
        return "turned up: none, all cards are dealt; trump N"
    where = {"stock": "", "dealer_card": ", the dealer's last card", "cut": ", cut before the deal"}
    up = f"turned up: {hand.turned}{where[turn_up(hand.variant, hand.index, hand.size, False)]}"
    if hand.dealer_must_name():
        return f"{up}; a wizard: the dealer names the trump"
    return f"{up}; trump {hand.trump()}"


def refusals(step: Step) -> list[str]:
    """One line for all that was forbidden for the same reason."""
    by_reason: dict[str, list[Any]] = {}
    for value, reason in step.refused:
        by_reason.setdefault(reason, []).append(value)
    return [f"      not {words(values)} ({reason})" for reason, values in by_reason.items()]


def bid_lines(hand: NaiveHand, steps: list[Step]) -> list[str]:
    """Everything before the first card."""
    lines = ["Bids"]
    bids: dict[int, int] = {}
    for step in steps:
        did = {"bid": "bids", "trump": "names trump"}.get(step.kind, "")
        if step.kind == "revise":
            did = "keeps" if step.value == bids[step.seat] else "changes to"
        if step.kind in ("bid", "revise"):
            bids[step.seat] = step.value
        sees = ""
        if hand.view_mode() == "forehead":
            others = [cards[0] for seat, cards in enumerate(hand.dealt) if seat != step.seat]
            sees = f", sees {words(others)}"
        elif hand.view_mode() == "blind":
            sees = ", sees no card"
        lines.append(f"  seat {step.seat} {did} {step.value} (of {words(step.legal)}{sees})")
        lines += refusals(step)
    return lines


def trick_lines(hand: NaiveHand, steps: list[Step]) -> list[str]:
    lines: list[str] = []
    for number, trick in enumerate(hand.finished()):
        lines.append(f"Trick {number + 1}")
        first = number * hand.players
        for place, step in enumerate(steps[first : first + hand.players]):
            did = "plays" if place else "leads"
            how = "it is on the forehead" if step.forced else f"of {words(step.legal)}"
            lines.append(f"  seat {step.seat} {did} {step.value} ({how})")
            lines += refusals(step)
        winner = hand.winner(trick)
        lines.append(f"  seat {winner} takes it with {dict(trick)[winner]}")
    return lines


def hand_lines(hand: NaiveHand, points: list[int], why: list[str]) -> list[str]:
    """The whole hand."""
    steps = steps_of(hand)
    total = len(hand.variant.hands)
    cards = "1 card" if hand.size == 1 else f"{hand.size} cards"
    lines = [f"Hand {hand.index + 1} of {total}: {cards}, dealt by seat {hand.dealer}"]
    lines += [f"  seat {seat} holds {words(cards)}" for seat, cards in enumerate(hand.dealt)]
    lines.append(f"  {why_trump(hand)}")
    modes = {
        "forehead": "on the forehead: a seat sees all cards but its own",
        "blind": "blind: no seat sees a card before all have bid",
    }
    mode = hand.view_mode()
    if mode is not None:
        lines.append(f"  {modes[mode]}")
    lines += bid_lines(hand, [step for step in steps if step.kind != "play"])
    lines += trick_lines(hand, [step for step in steps if step.kind == "play"])
    lines.append("Points")
    lines += [f"  seat {seat} scores {points[seat]} ({why[seat]})" for seat in range(hand.players)]
    return lines


def game_text(variant: Variant, first_dealer: int, hands: list[NaiveHand], shows: str = "") -> str:
    """One hand, or the first hands of a game, with a heading that says what they show."""
    title = f"{find_preset(variant.name).title}: preset {variant.name}, {variant.players} players"
    lines = [title, "=" * len(title), "", *shows.strip().splitlines()]
    game = NaiveGame(variant, first_dealer)
    for hand in hands:
        points, why = game.finish(hand)
        lines += ["", *hand_lines(hand, points, why)]
        if len(hands) > 1:
            lines.append(f"  totals {words(game.scores())}")
    return "\n".join(lines) + "\n"


# Reading

HEAD = re.compile(r"Hand (\d+) of \d+: \d+ cards?, dealt by seat (\d+)")
HOLDS = re.compile(r"  seat \d+ holds (.+)")
UP = re.compile(r"  turned up: (none|\w\w)(.*)")
DOES = re.compile(r"  seat (\d+) (bids|keeps|changes to|names trump|leads|plays) (\w+) \((.*)\)")
NOT = re.compile(r"      not (.+?) \((.+)\)")
TAKES = re.compile(r"  seat (\d+) takes it with \w\w")
SCORES = re.compile(r"  seat \d+ scores (-?\d+) \(")
KINDS = {
    "bids": "bid",
    "keeps": "revise",
    "changes to": "revise",
    "names trump": "trump",
    "leads": "play",
    "plays": "play",
}


def players_of(text: str) -> int:
    found = re.search(r"preset \S+, (\d+) players", text)
    assert found is not None
    return int(found[1])


def preset_of(text: str) -> str:
    found = re.search(r"preset (\S+), ", text)
    assert found is not None
    return found[1]


def value_in(kind: str, word: str) -> Any:
    return int(word) if kind in ("bid", "revise") else word


def read_game(text: str) -> list[HandText]:
    """The hands of a file."""
    hands: list[HandText] = []
    for line in text.splitlines():
        if found := HEAD.match(line):
            hands.append(HandText(int(found[1]) - 1, int(found[2])))
            continue
        if not hands:
            continue
        hand = hands[-1]
        if found := HOLDS.match(line):
            hand.hands.append(found[1].split())
        elif found := UP.match(line):
            hand.turned = None if found[1] == "none" else found[1]
            drawn = re.search(r"trump (\w), drawn", found[2])
            hand.drawn = drawn[1] if drawn else None
        elif found := DOES.match(line):
            kind = KINDS[found[2]]
            value = value_in(kind, found[3])
            forced = found[4] == "it is on the forehead"
            legal = found[4].removeprefix("of ").partition(",")[0].split()
            values = [value] if forced else [value_in(kind, word) for word in legal]
            hand.steps.append(Step(kind, int(found[1]), value, values, [], forced))
        elif found := NOT.match(line):
            step = hand.steps[-1]
            step.refused.extend((value_in(step.kind, word), found[2]) for word in found[1].split())
        elif found := TAKES.match(line):
            hand.winners.append(int(found[1]))
        elif found := SCORES.match(line):
            hand.points.append(int(found[1]))
    return hands


def heading_of(text: str) -> str:
    """What a file says that it shows: all between the title and the first hand."""
    return "\n".join(text[: text.index("\nHand ")].splitlines()[2:])


def hand_again(variant: Variant, read: HandText, moves: bool = True) -> NaiveHand:
    """The hand of a file, played once more by the reference, or just dealt. AssertionError where it may not be so."""
    hand = naive_hand(variant, read.index, read.dealer, Dealt(read.hands, read.turned, read.drawn))
    if moves:
        for step in read.steps:
            if not step.forced:
                hand.act(step.seat, step.value)
        assert hand.turn() is None
    return hand


def text_again(text: str, variant: Variant) -> str:
    """The text that the reference makes of the deals and the decisions of a file; the heading stays as it is."""
    hands = [hand_again(variant, read) for read in read_game(text)]
    first_dealer = (hands[0].dealer - hands[0].index) % variant.players
    return game_text(variant, first_dealer, hands, heading_of(text))

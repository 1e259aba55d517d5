"""docs/deals.md in the plainest words, with nothing of the program: what somebody would write in another language.

A hand is a mapping as in vectors/deals.json: players, size, block, hand, dealer, how the trump comes, and the pack.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import Any

SUITS = "CDHS"


def key_of(seed: str) -> bytes:
    return hashlib.sha256(b"ohhell-seed-1:" + seed.encode("utf-8")).digest()


def commitment(nonce: bytes, key: bytes) -> str:
    return hashlib.sha256(nonce + key).hexdigest()


class Words:
    """The page's "Numbers": one word after the other of a label."""

    def __init__(self, key: bytes, label: str) -> None:
        self.key, self.label, self.used = key, label, 0

    def next(self) -> int:
        block, place = divmod(self.used, 16)
        digest = hmac.new(self.key, f"{self.label}#{block}".encode("ascii"), hashlib.sha256).digest()
        self.used += 1
        return digest[2 * place] * 256 + digest[2 * place + 1]

    def below(self, bound: int) -> int:
        while True:
            if bound <= 65_536:
                number, numbers = self.next(), 65_536
            else:
                number, numbers = self.next() * 65_536, 4_294_967_296
                number += self.next()
            if number < numbers // bound * bound:
                return number % bound

    def draw(self, pile: Sequence[Any], count: int) -> list[Any]:
        left = list(pile)
        return [left.pop(self.below(len(left))) for _ in range(count)]


def pack_of(pack: Mapping[str, Any]) -> list[str]:
    """The page's "The pack"."""
    cards = []
    for suit in SUITS:
        for rank in pack["ranks"]:
            if suit in pack["suits"] and rank + suit not in pack["remove"]:
                cards += [rank + suit] * pack["copies"]
    if pack["keep"]:
        by_height = sorted(cards, key=lambda card: (pack["ranks"].index(card[0]), SUITS.index(card[1])))
        for card in by_height[: len(cards) - pack["keep"]]:
            cards.remove(card)
    for letter, count in (("Z", pack["wizards"]), ("N", pack["jesters"])):
        cards += sorted(letter + SUITS[number % 4] for number in range(count))
    return cards


def deal(key: bytes, hand: Mapping[str, Any]) -> tuple[list[str], str | None, str | None]:
    """The page's "A deal": hands by seat as texts, the turned card, the trump (None where a seat will name it)."""
    pack = pack_of(hand["pack"])
    players, count = hand["players"], hand["players"] * hand["size"]
    place = f"{hand['block']}|{hand['hand']}"
    drawn = Words(key, f"deal|{place}").draw(pack, count + 1 if hand["how"] == "turn_up" else count)
    hands: list[list[str]] = [[] for _ in range(players)]
    for number in range(count):
        hands[(hand["dealer"] + 1 + number) % players].append(drawn[number])
    texts = [" ".join(sorted(cards, key=pack.index)) for cards in hands]
    if hand["how"] == "turn_up":
        turned = drawn[count]
    elif hand["how"] == "dealer_card":
        turned = drawn[count - 1]
    elif hand["how"] == "cut":
        turned = pack[Words(key, f"cut|{place}").below(len(pack))]
    elif hand["how"] == "random":
        suits = [suit for suit in SUITS if suit in hand["pack"]["suits"]]
        return texts, None, suits[Words(key, f"trump|{place}").below(len(suits))]
    else:
        return texts, None, hand["known_trump"]
    if turned[0] in "ZN":
        return texts, turned, None if turned[0] == "Z" else "N"
    return texts, turned, turned[1]


def first_dealer(key: bytes, block: int, players: int) -> int:
    return Words(key, f"dealer|{block}").below(players)


def seating_order(key: bytes, block: int, players: int) -> list[int]:
    return Words(key, f"seating|{block}").draw(range(players), players)


def bot_seed(key: bytes, block: int, seating: int, seat: int) -> str:
    return hmac.new(key, f"bot|{block}|{seating}|{seat}".encode("ascii"), hashlib.sha256).hexdigest()


def packets(alike: Sequence[str], odd: bool) -> list[list[str]]:
    """The page's packets of relabellings. `alike` are the groups of suits that may change places: ["CDS", "H"]."""
    group_of = {suit: group for group in alike for suit in group}
    found: list[list[str]] = []
    for order in permutations(SUITS):
        letters = "".join(order)
        pairs = [(first, second) for first in range(4) for second in range(first + 1, 4)]
        swapped = sum(letters[first] > letters[second] for first, second in pairs)
        if letters == SUITS or (swapped % 2 == 1) != odd:
            continue
        if any(letter not in group_of[suit] for suit, letter in zip(SUITS, letters, strict=True)):
            continue
        for packet in found:
            if not any(
                letters[place] == other[place]
                for other in packet
                for place in range(4)
                if len(group_of[SUITS[place]]) > 1
            ):
                packet.append(letters)
                break
        else:
            found.append([letters])
    return found


def suits_on_the_wire(key: bytes, alike: Sequence[str], block: int, hand: int, seating: int) -> str:
    """The page's "Suits on the wire"."""
    odd, even = packets(alike, odd=True), packets(alike, odd=False)
    total = sum(len(packet) for packet in odd + even)
    if total == 0:
        return SUITS
    words = Words(key, f"suits|{block}|{hand}")
    place = seating % total
    for packet in words.draw(odd, len(odd)) + even:
        if place < len(packet):
            return str(words.draw(packet, len(packet))[place])
        place -= len(packet)
    raise AssertionError("there are as many places as relabellings")

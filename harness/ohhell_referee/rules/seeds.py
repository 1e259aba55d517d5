"""Everything that is drawn from a tournament's seed; docs/deals.md is the written form of this file.

One key of 32 bytes is made from the seed. Whatever is drawn has a label of its own, so that nothing drawn from one
label says anything about another: HMAC-SHA-256 keeps the key from whoever sees the results. The bots see their
`bot_seed`s and must not be able to compute a deal from them.

Nothing here uses `random`: its methods may change between versions of Python, and a deal must not.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations
from operator import mod
from struct import Struct
from typing import TypeVar

from ohhell_referee.rules.deck import Deck, deck_of
from ohhell_referee.rules.plan import HandPlan
from ohhell_referee.rules.variant import SUITS, Suit, Variant

T = TypeVar("T")

_WORDS = Struct(">16H").unpack
_WORD_RANGE = 1 << 16
_SMALL_PILE = 1024
"""Up to here all words of a draw are fetched at once."""
_HASH_BLOCK = 64


def seed_key(seed: int | str) -> bytes:
    """Return the 32 bytes that everything is drawn from: SHA-256 of "ohhell-seed-1:" and the seed's text.

    The integer 7 and the string "7" have one text and give one key.
    """
    return hashlib.sha256(f"ohhell-seed-1:{seed}".encode()).digest()


def commitment(nonce: bytes, key: bytes) -> str:
    """Return the promise that is published before the games: SHA-256(nonce + key), hexadecimal.

    The nonce keeps a guessable seed from being found by trying seeds against the promise.
    """
    return hashlib.sha256(nonce + key).hexdigest()


@lru_cache(maxsize=16)
def _keyed_hashes(key: bytes) -> tuple[hashlib._Hash, hashlib._Hash]:
    """Return the inner and the outer hash of HMAC-SHA-256 (RFC 2104) after the key: both are copied for every use.

    `hmac.digest` gives the same bytes and takes 2.6 times as long, which every deal would feel.
    """
    if len(key) > _HASH_BLOCK:
        key = hashlib.sha256(key).digest()
    padded = key.ljust(_HASH_BLOCK, b"\0")
    return (
        hashlib.sha256(bytes(byte ^ 0x36 for byte in padded)),
        hashlib.sha256(bytes(byte ^ 0x5C for byte in padded)),
    )


def keyed_digest(key: bytes, message: bytes) -> bytes:
    """Return HMAC-SHA-256(key, message), 32 bytes."""
    inner, outer = _keyed_hashes(key)
    inner = inner.copy()
    inner.update(message)
    outer = outer.copy()
    outer.update(inner.digest())
    return outer.digest()


class Stream:
    """An endless sequence of 16-bit numbers ("words") that belongs to a label.

    Block i of the sequence is HMAC-SHA-256(key, label + "#" + i in decimal), read as sixteen big-endian numbers.
    """

    __slots__ = ("_blocks", "_inner", "_outer", "_place", "_words")

    def __init__(self, key: bytes, label: str) -> None:
        inner, self._outer = _keyed_hashes(key)
        self._inner = inner.copy()
        self._inner.update(b"%b#" % label.encode())
        self._blocks = 0
        self._words: tuple[int, ...] = ()
        self._place = 0
        """How many of the words at hand have been used."""

    def _provide(self, count: int) -> None:
        """See to it that at least `count` unused words are at hand."""
        if len(self._words) - self._place >= count:
            return
        words = self._words[self._place :]
        while len(words) < count:
            inner = self._inner.copy()
            inner.update(b"%d" % self._blocks)
            outer = self._outer.copy()
            outer.update(inner.digest())
            words += _WORDS(outer.digest())
            self._blocks += 1
        self._words = words
        self._place = 0

    def below(self, bound: int) -> int:
        """Return a number in 0 … bound - 1, each as likely as the next; bound is 1 … 2**32.

        A word of the incomplete last run of `bound` numbers below 2**16 is thrown away, as it would favour small
        results; the others are taken modulo `bound`. A bound above 2**16 takes two words as one, the high one first.
        """
        wide = bound > _WORD_RANGE
        numbers = _WORD_RANGE**2 if wide else _WORD_RANGE
        while True:
            self._provide(2)
            place = self._place
            number = self._words[place]
            self._place = place + 1
            if wide:
                number = number * _WORD_RANGE + self._words[place + 1]
                self._place = place + 2
            if number < numbers - numbers % bound:
                return number % bound

    def draw(self, items: Sequence[T], count: int) -> list[T]:
        """Return `count` of the items in random order: the first steps of a Fisher-Yates shuffle.

        Each step takes the item at place `below(number of items left)` out of the pile; the others close the gap.
        """
        pile = list(items)
        left = range(len(pile), len(pile) - count, -1)
        if len(pile) <= _SMALL_PILE:
            self._provide(count)
            place = self._place
            words = self._words[place : place + count]
            if max(words, default=0) < _WORD_RANGE - len(pile):
                # None of the words can be thrown away, so that each serves one step: the usual case, and a fast one.
                self._place = place + count
                return list(map(pile.pop, map(mod, words, left)))
        return [pile.pop(self.below(number)) for number in left]

    def shuffle(self, items: list[T]) -> None:
        """Put the items into random order, in place."""
        items[:] = self.draw(items, len(items))


def draw_first_dealer(key: bytes, block: int, players: int) -> int:
    """Return the seat that deals the first hand of a block, the same in all its seatings."""
    return Stream(key, f"dealer|{block}").below(players)


def first_dealer_of(key: bytes, block: int, variant: Variant) -> int:
    """Return the seat that deals first: the one that the variant names, or else the one drawn for the block."""
    named = variant.game.first_dealer
    return draw_first_dealer(key, block, variant.players) if named == "random" else named


def draw_seating_order(key: bytes, block: int, count: int) -> tuple[int, ...]:
    """Return a random order of the `count` bots of a line-up, which the seatings of the block then turn round."""
    return tuple(Stream(key, f"seating|{block}").draw(range(count), count))


def derive_bot_seed(key: bytes, block: int, seating: int, seat: int) -> str:
    """Return the 64 hexadecimal digits that a bot is given for its own randomness in one game."""
    return keyed_digest(key, f"bot|{block}|{seating}|{seat}".encode()).hex()


def suit_permutation(key: bytes, variant: Variant, plan: HandPlan, block: int, seating: int) -> str:
    """Return the letters that stand on the wire for C, D, H and S in one hand of one seating, such as "HSCD".

    The rules cannot tell the relabelled hand from the true one: suits that the variant treats apart in this hand keep
    their letters. The result is never the identity "CDHS" unless no other relabelling exists, and seatings of one
    block differ until every relabelling has been used once.

    It is not enough that relabellings differ: two that give one suit the same letter show a hand of that suit alone as
    the same cards. So they are drawn pack by pack (see `_packs`), and while a pack lasts, as it does for four seatings
    of four suits, no suit has the same letter twice.
    """
    odd, even = _packs(_suit_classes(variant, plan))
    total = sum(map(len, odd)) + sum(map(len, even))
    if not total:
        return SUITS
    place = seating % total
    stream = Stream(key, f"suits|{block}|{plan.index}")
    for pack in (*stream.draw(odd, len(odd)), *even):
        if place < len(pack):
            return stream.draw(pack, len(pack))[place]
        place -= len(pack)
    raise AssertionError("a place below the number of relabellings is in one of the packs")


def suit_permutation_count(variant: Variant, plan: HandPlan) -> int:
    """Return how many relabellings other than the identity the rules cannot tell apart in this hand: 0 … 23."""
    return sum(len(pack) for packs in _packs(_suit_classes(variant, plan)) for pack in packs)


def _suit_classes(variant: Variant, plan: HandPlan) -> tuple[object, ...]:
    """Return for C, D, H, S what the rules know each by in this hand; suits with equal values may change places."""
    deck = deck_of(variant)
    multipliers = variant.score.suit if plan.trump is None else {}
    return tuple(_suit_class(deck, suit, plan.trump, multipliers.get(suit, 1)) for suit in SUITS)


def _suit_class(deck: Deck, suit: Suit, trump: Suit | None, multiplier: int) -> tuple[str, bool, int]:
    return deck.ranks_of_letter(suit), suit == trump, multiplier


Packs = tuple[tuple[str, ...], ...]


@lru_cache(maxsize=1024)
def _packs(classes: tuple[object, ...]) -> tuple[Packs, Packs]:
    """Return the permutations but the identity that map each suit to one of its class, in packs: odd ones, even ones.

    Within a pack no two give a suit that may be relabelled the same letter. The twelve odd permutations of four suits
    fall into three packs of four; two of different packs agree in one suit. The even ones, which with the identity
    make three such packs as well, are kept for blocks of more than twelve seatings.
    """
    possible = [
        "".join(letters)
        for letters in permutations(SUITS)
        if "".join(letters) != SUITS
        and all(classes[place] == classes[SUITS.index(letter)] for place, letter in enumerate(letters))
    ]
    free = [place for place in range(len(SUITS)) if classes.count(classes[place]) > 1]
    odd = [letters for letters in possible if _is_odd(letters)]
    even = [letters for letters in possible if not _is_odd(letters)]
    return _packed(odd, free), _packed(even, free)


def _packed(permutations_left: list[str], free: list[int]) -> Packs:
    packs: list[list[str]] = []
    for letters in permutations_left:
        for pack in packs:
            if all(letters[place] != other[place] for other in pack for place in free):
                pack.append(letters)
                break
        else:
            packs.append([letters])
    return tuple(map(tuple, packs))


def _is_odd(letters: str) -> bool:
    """Return whether an odd number of pairs stands in the wrong order."""
    order = [SUITS.index(letter) for letter in letters]
    return sum(order[i] > order[j] for i in range(len(order)) for j in range(i + 1, len(order))) % 2 == 1

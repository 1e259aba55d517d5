"""The table: plays one game through the rules engine and keeps its record.

The engine runs on the deal as the bots see it, in the wire's suits (see `Relabelling`): that costs nothing a
decision and cannot leak the true suits. The record is written in the undisguised ones.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import Any

from ohhell_referee.record.game_record import Fault, FaultClass, GameRecord, HandRecord
from ohhell_referee.rules.deals import Deal, Relabelling, derive_deal
from ohhell_referee.rules.game import Game
from ohhell_referee.rules.hand import Hand
from ohhell_referee.rules.seeds import draw_first_dealer, suit_permutation
from ohhell_referee.rules.variant import NO_TRUMP, SUITS, Variant
from ohhell_referee.rules.views import request_body
from ohhell_referee.table.asks import Answer, Ask, FaultPolicy, StopRun, VoidGame
from ohhell_referee.table.house import house_decision
from ohhell_referee.table.notices import Announcer
from ohhell_referee.table.order import GameOrder
from ohhell_referee.table.placing import places_with_forfeits

Play = Generator[list[Ask], Sequence[Answer], GameRecord]


class Table:
    """One game between seats.

    Attributes:
        order: the game that is played.
        notices: `(seat, message)` pairs for seats that want events, in order of time. Whoever drives the table takes
            them out before it passes on the asks of the moment, and once more at the end.
        lost: by seat, whether the house policy plays it for the rest of the game.
    """

    __slots__ = (
        "_announcer",
        "_disguise",
        "_ending",
        "_evidence",
        "_fault_counts",
        "_faults",
        "_key",
        "_notes",
        "_policy",
        "_timing",
        "_where",
        "lost",
        "notices",
        "order",
        "variant",
    )

    def __init__(
        self,
        order: GameOrder,
        variant: Variant,
        key: bytes,
        policy: FaultPolicy,
        *,
        disguise: bool = True,
        wants_events: Sequence[bool] | None = None,
    ) -> None:
        players = variant.players
        if len(order.table) != players:
            raise ValueError(f"a table of {players} cannot seat {len(order.table)}: {order.table}")
        self.order = order
        self.variant = variant
        self.notices: list[tuple[int, dict[str, Any]]] = []
        self.lost = [seat in order.absent for seat in range(players)]
        self._key = key
        self._policy = policy
        self._disguise = disguise
        self._announcer = Announcer(self.notices, wants_events) if wants_events and any(wants_events) else None
        self._faults: list[Fault] = []
        self._fault_counts = [0] * players
        self._evidence: list[dict[str, Any]] = []
        self._notes: list[tuple[int, int | None, int, str]] = []
        self._timing: list[list[float]] = [[] for _ in range(players)]
        self._where: tuple[int, int | None] = (0, None)
        self._ending: VoidGame | StopRun | None = None
        """What a fault outside any decision has brought about; it is raised when the game goes on."""

    def play(self) -> Play:
        """Play the game. Yields lists of asks, each answered by a list of the same length and order.

        Raises VoidGame or StopRun where the fault policy says so.
        """
        block, seating = self.order.block, self.order.seating
        variant, key = self.variant, self._key
        first = variant.game.first_dealer
        first_dealer = draw_first_dealer(key, block, variant.players) if first == "random" else first
        game = Game(variant, first_dealer=first_dealer)
        hands: list[HandRecord] = []
        while (plan := game.next_plan()) is not None:
            deal = derive_deal(key, block, plan, variant, game.dealer_of(plan))
            suits = suit_permutation(key, variant, plan, block, seating) if self._disguise else SUITS
            disguise = Relabelling(suits)
            hand = game.start_hand(plan, disguise.deal(deal))
            yield from self._play_hand(game, hand, disguise)
            points = game.finish_hand(hand)
            if self._announcer is not None:
                self._announcer.hand_ends(game, hand)
            hands.append(_hand_record(hand, deal, points, disguise))
        forfeits = tuple(seat for seat, lost in enumerate(self.lost) if lost)
        return GameRecord(
            id=self.order.id,
            block=block,
            seating=seating,
            table=self.order.table,
            hands=tuple(hands),
            scores=tuple(game.scores),
            places=places_with_forfeits(game.scores, forfeits),
            faults=tuple(self._faults),
            forfeits=forfeits,
            marks=self.order.marks,
            notes=tuple(self._notes),
            timing={"ms": [[round(ms, 2) for ms in seat] for seat in self._timing]},
            evidence=tuple(self._evidence),
            attempt=self.order.attempt,
        )

    def stray_fault(self, seat: int, fault: FaultClass, evidence: Mapping[str, Any]) -> None:
        """Count a fault that replaced no decision, such as a second answer, at the moment the game is at."""
        hand, trick = self._where
        self._record_fault(seat, fault, hand, trick, evidence, substituted=False)
        self._ending = self._ending or self._ending_of(seat, fault, hand, trick)
        if self._policy.hands_over(fault, self._fault_counts[seat]):
            self.lost[seat] = True

    def _record_fault(
        self,
        seat: int,
        fault: FaultClass,
        hand: int,
        trick: int | None,
        evidence: Mapping[str, Any] | None,
        *,
        substituted: bool,
    ) -> None:
        self._fault_counts[seat] += 1
        self._faults.append(Fault(fault, hand, trick, seat, substituted=substituted))
        self._evidence.append({"class": fault, "hand": hand, "trick": trick, "seat": seat, **(evidence or {})})

    def _play_hand(self, game: Game, hand: Hand, disguise: Relabelling) -> Generator[list[Ask], Sequence[Answer], None]:
        lost = self.lost
        announcer = self._announcer
        if announcer is not None:
            announcer.hand_starts(hand)
        while (turn := hand.turn) is not None:
            kind = turn.kind
            asks: list[Ask] = []
            for seat in turn.seats:
                legal = hand.legal(seat)
                if lost[seat]:
                    continue
                asks.append(Ask(seat, kind, legal, request_body(game, hand, seat)))
            trick = len(hand.tricks) if kind == "play" else None
            self._where = hand.plan.index, trick
            decisions = {}
            if asks:
                answers = yield asks
                if self._ending is not None:
                    raise self._ending
                for ask, answer in zip(asks, answers, strict=True):
                    decisions[ask.seat] = self._decide(ask, answer, hand.plan.index, trick, disguise)
            for seat in turn.seats:
                value = decisions.get(seat)
                if value is None:
                    value = self._house(kind, hand.legal(seat), disguise)
                hand.act(seat, value)
            if announcer is not None:
                announcer.decided(hand)

    def _ending_of(self, seat: int, fault: FaultClass, hand: int, trick: int | None) -> VoidGame | StopRun | None:
        """The end of the game, where the fault policy says that this fault brings it."""
        consequence = self._policy.by_class[fault]
        if consequence not in ("void", "stop"):
            return None
        where = f"hand {hand + 1}, " + ("bidding" if trick is None else f"trick {trick + 1}")
        sentence = f"{fault} fault of {self.order.table[seat]} (seat {seat}) in game {self.order.id}, {where}"
        return (VoidGame if consequence == "void" else StopRun)(sentence)

    def _house(self, kind: str, legal: Sequence[Any], disguise: Relabelling) -> Any:
        undo = disguise.inverse()
        return house_decision(kind, legal, undo.card, undo.suit, self.variant.deck.ranks)

    def _decide(self, ask: Ask, answer: Answer, hand: int, trick: int | None, disguise: Relabelling) -> Any:
        """The value that counts: the bot's own, or the house's in its place."""
        seat = ask.seat
        self._timing[seat].append(answer.milliseconds)
        if answer.note:
            self._notes.append((hand, trick, seat, answer.note))
        fault = answer.fault
        if fault is None:
            return answer.value
        self._record_fault(seat, fault, hand, trick, answer.evidence, substituted=True)
        ending = self._ending_of(seat, fault, hand, trick)
        if ending is not None:
            raise ending
        if self._policy.hands_over(fault, self._fault_counts[seat]):
            self.lost[seat] = True
        return self._house(ask.kind, ask.legal, disguise)


def _hand_record(hand: Hand, deal: Deal, points: Sequence[int], disguise: Relabelling) -> HandRecord:
    undo = disguise.inverse()
    true_card = undo.card
    return HandRecord(
        size=hand.size,
        dealer=hand.dealer,
        trump=undo.suit(hand.trump) or NO_TRUMP,
        turned=deal.turned,
        deal=deal.hands,
        bids=tuple(bid for bid in hand.bids if bid is not None),
        tricks=tuple((leader, *[true_card(str(card)) for card in cards]) for leader, *cards in hand.tricks),
        taken=tuple(hand.taken),
        points=tuple(points),
        suits=disguise.suits,
        revised=tuple(hand.revised),
        named=hand.named,
    )

"""From a frame of a welcome bot to events: which requests it answers, and how good the answers are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ohhell_protocol.errors import CODES
from ohhell_protocol.messages import ANSWER_OF, ILLEGAL_CODE

from .clocks import milliseconds
from .events import Answered, Event, Faulted, Request, Stray
from .instance import Instance
from .wire import ANSWER_CLASS, SEVERAL_PARTS, Answer, BidAnswer, PlayAnswer, WireFault, read_answers

Tell = Callable[[Instance, dict[str, Any]], None]
"""Sends a notice to a bot: `Switchboard.post`."""

_EVIDENCE_BYTES = 64
_EVIDENCE_CHARACTERS = 300


class Judge:
    """Takes frames of answers, appends events, tells bots their errors."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell

    def take(self, instance: Instance, payload: bytes | None, now: float, events: list[Event]) -> None:
        """One frame that arrived at `now`; `payload` is None where it came in several parts."""
        messages: Sequence[Answer | WireFault] = [SEVERAL_PARTS] if payload is None else read_answers(payload)
        running = instance.clock.running
        ms = 0.0
        bank_ms = 0
        if running is not None:
            share, bank = running.share(now, len(messages))
            ms = milliseconds(share)
            bank_ms = round(bank * 1000)
        open_requests = instance.requests
        for message in messages:
            if isinstance(message, WireFault):
                self._wire_fault(instance, message, payload, ms, events)
                continue
            request = open_requests.pop(message.id, None)
            if request is None:
                self._unasked(instance, message, payload, events)
                continue
            request.frame.unanswered -= 1
            if message.value in request.legal and type(message) is ANSWER_CLASS[request.kind]:
                taken = min(bank_ms, request.bank_ms) if bank_ms else 0
                events.append(Answered(request, message.value, message.note, ms, taken))
            else:
                self._bad_answer(instance, request, message, ms, min(bank_ms, request.bank_ms), events)
        instance.answers += len(messages)
        if running is not None and running.unanswered <= 0:
            instance.clock.advance(now)

    def expire(self, instance: Instance, now: float, events: list[Event]) -> None:
        """The running frame's time is up: what it has not answered is late. The next frame's clock starts."""
        frame = instance.clock.running
        if frame is None:
            return
        late = [request for request in instance.requests.values() if request.frame is frame]
        ms = milliseconds(max(0.0, now - frame.mark) / max(1, len(late)))
        allowed = round(frame.free * 1000 + frame.bank * 1000)
        for request in late:
            text = (
                f"no answer to the {request.kind} request {request.id} in time: {request.limit_ms} ms a decision"
                + (f" and {request.bank_ms} ms of the bank" if request.bank_ms else "")
                + (f"; {len(late)} of the frame's requests were unanswered" if len(late) > 1 else "")
            )
            evidence = {"elapsed_ms": round((now - frame.started) * 1000), "frame_allowed_ms": allowed}
            self._close(instance, request, "late", text, evidence, ms, request.bank_ms, events)
        frame.unanswered = 0
        instance.clock.advance(now)

    def _bad_answer(
        self, instance: Instance, request: Request, answer: Answer, ms: float, bank_ms: int, events: list[Event]
    ) -> None:
        """An answer of the wrong type or with a value that is not legal; the request is off its frame already."""
        expected = ANSWER_OF[request.kind]
        came = "bid" if type(answer) is BidAnswer else "play" if type(answer) is PlayAnswer else "trump"
        value = _clipped(answer.value)
        if came != expected:
            code = "wrong_answer_type"
            text = f"a {came} message came for the {request.kind} request {request.id}; answer it with {expected}"
        else:
            code = ILLEGAL_CODE[expected]
            text = f"{value} is no legal answer to the {request.kind} request {request.id}"
            if "legal" in request.body:
                text += f"; legal are {', '.join(map(str, request.legal))}"
        self._report(instance, request, code, text, {"received": value}, ms, bank_ms, events)

    def _wire_fault(
        self, instance: Instance, fault: WireFault, payload: bytes | None, ms: float, events: list[Event]
    ) -> None:
        """A message that breaks the protocol. It is charged to the request it names; where it names none, to the oldest
        unanswered one of the running frame, since bots answer in order; where the whole frame is unreadable, to all
        of the running frame, since whatever answers it held are lost."""
        evidence = _bytes_evidence(payload)
        if fault.code == "second_hello":
            self._stray(instance, fault.code, fault.text, None, evidence, events)
            return
        if fault.id is not None:
            concerned = [instance.requests[fault.id]] if fault.id in instance.requests else []
        else:
            running = instance.clock.running
            concerned = [request for request in instance.requests.values() if request.frame is running]
            if not fault.whole_frame:
                concerned = concerned[:1]
        if not concerned:
            if fault.id in instance.expired:
                self._late_answer(instance, fault.id)
            else:
                self._stray(instance, fault.code, fault.text, fault.id, evidence, events)
        for request in concerned:
            self._close(instance, request, fault.code, fault.text, evidence, ms, 0, events)

    def _unasked(self, instance: Instance, answer: Answer, payload: bytes | None, events: list[Event]) -> None:
        """An answer to no open request."""
        if answer.id in instance.expired:
            self._late_answer(instance, answer.id)
        elif 0 < answer.id < instance.next_id - len(instance.outgoing.requests):
            text = f"request {answer.id} has been answered already; the first answer counts"
            self._stray(instance, "answered_already", text, answer.id, _bytes_evidence(payload), events)
        else:
            text = f"there is no request {answer.id}"
            self._stray(instance, "unknown_id", text, None, _bytes_evidence(payload), events)

    def _late_answer(self, instance: Instance, request_id: int | None) -> None:
        """Dropped and counted, not faulted again. A second one to the same request is a second answer."""
        instance.late_answers += 1
        instance.expired.discard(request_id or 0)

    def _close(
        self,
        instance: Instance,
        request: Request,
        code: str,
        text: str,
        evidence: dict[str, Any],
        ms: float,
        bank_ms: int,
        events: list[Event],
    ) -> None:
        """Decides an open request without a readable answer."""
        del instance.requests[request.id]
        request.frame.unanswered -= 1
        instance.expired.add(request.id)
        self._report(instance, request, code, text, evidence, ms, bank_ms, events)

    def _report(
        self,
        instance: Instance,
        request: Request,
        code: str,
        text: str,
        evidence: dict[str, Any],
        ms: float,
        bank_ms: int,
        events: list[Event],
    ) -> None:
        error: dict[str, Any] = {"type": "error", "id": request.id, "code": code, "text": text}
        if "game" in request.body:
            error["game"] = request.body["game"]
        if "legal" in request.body:
            error["legal"] = list(request.legal)
        self._tell(instance, error)
        evidence = {"code": code, "request": request.id, "instance": instance.label, **evidence}
        events.append(Faulted(request, CODES[code].fault, text, evidence, ms, bank_ms))

    def _stray(
        self,
        instance: Instance,
        code: str,
        text: str,
        request_id: int | None,
        evidence: dict[str, Any],
        events: list[Event],
    ) -> None:
        instance.strays += 1
        self._tell(instance, {"type": "error", "id": request_id, "code": code, "text": text})
        evidence = {"code": code, "instance": instance.label, **evidence}
        events.append(Stray(instance, CODES[code].fault, text, evidence))


def _bytes_evidence(payload: bytes | None) -> dict[str, Any]:
    """The beginning of what came, as hex, and how much it was."""
    if payload is None:
        return {}
    return {"bytes": payload[:_EVIDENCE_BYTES].hex(), "size": len(payload)}


def _clipped(value: int | str) -> str:
    """A value that a bot sent, short enough for a record."""
    text = str(value)
    return text if len(text) <= _EVIDENCE_CHARACTERS else text[:_EVIDENCE_CHARACTERS] + "…"

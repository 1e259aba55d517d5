"""Runs the steps one after the other."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from ohhell_referee.bots.instance import BotSpec
from ohhell_referee.check.bench import Bench
from ohhell_referee.check.results import NotApplicable, Status, StepFailed, StepResult
from ohhell_referee.check.starting import STARTING
from ohhell_referee.check.step import Step
from ohhell_referee.check.steps import STEPS

MOST_LATE = 3
"""Steps in which the bot was late: each costs its time limit, and the next will be no better."""
MOST_FAILED_STARTS = 2


def check_bot(
    spec: BotSpec,
    timeout_ms: int,
    *,
    full: bool = False,
    stop_first: bool = False,
    on_result: Callable[[StepResult], None] = lambda _: None,
    steps: Sequence[Step] = STEPS,
) -> list[StepResult]:
    """Puts the steps to the bot and returns their results, in order; `on_result` gets each as soon as it is there.
    `stop_first`: no step is run after one that failed.

    Never raises for anything that a bot does.
    """
    results: list[StepResult] = []
    why_not = ""
    late = failed_starts = 0
    with Bench(spec, timeout_ms) as bench:
        for number, step in enumerate((step for step in steps if full or not step.full), 1):
            if why_not:
                result = StepResult(number, step.name, Status.NOT_RUN, why_not, 0.0)
            else:
                starts = bench.starts
                result, failed = _run(bench, number, step)
                if failed is not None:
                    bench.discard()
                    late += failed.late
                    if stop_first:
                        why_not = "the check stops at the first failure"
                    elif step in STARTING:
                        why_not = "the bot did not get past its start"
                    elif late >= MOST_LATE:
                        why_not = f"the bot was late in {MOST_LATE} steps"
                    if bench.starts > starts and bench.failed_to_start:
                        failed_starts += 1
                        if failed_starts >= MOST_FAILED_STARTS:
                            why_not = "the bot could not be started again"
            results.append(result)
            on_result(result)
    return results


def _run(bench: Bench, number: int, step: Step) -> tuple[StepResult, StepFailed | None]:
    began = time.monotonic()
    failed: StepFailed | None = None
    failure = None
    try:
        if step.starts:
            bench.ensure()
        detail = step.act(bench)
        status = Status.INFORMATION if step.measures else Status.PASSED
    except NotApplicable as reason:
        status, detail = Status.NOT_APPLICABLE, str(reason)
    except StepFailed as problem:
        failed, failure = problem, problem.failure
        status, detail = Status.FAILED, failure.what
    ms = (time.monotonic() - began) * 1000
    return StepResult(number, step.name, status, detail, ms, failure), failed

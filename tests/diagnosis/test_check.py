"""Tests of diagnosis/check.py."""

import asyncio
import threading
from collections.abc import Iterator

import pytest

from vaultdesk.diagnosis.check import (
    MAX_RUNNING_PROBES,
    CheckProbe,
    CheckResult,
    CheckTopic,
    failed_check,
    limited_check,
    passed_check,
    run_all_probes,
    run_probes,
)

# Results: every outcome carries its topic, and one that is not "ok" carries a remedy.

TRAY = CheckTopic("Tray", id="tray", group="window")


def test_each_outcome_carries_its_topic() -> None:
    assert passed_check(TRAY, "There.") == CheckResult("Tray", "ok", "There.", "", "tray", "window")
    assert limited_check(TRAY, "None.", "Add one.", "add-it", "desktop") == CheckResult(
        "Tray", "warning", "None.", "Add one.", "tray", "window", "add-it", "desktop"
    )
    assert failed_check(TRAY, "Gone.", "Mend it.") == CheckResult(
        "Tray", "failed", "Gone.", "Mend it.", "tray", "window"
    )


# Probes run concurrently, each with a time limit; one that hangs or fails does not affect the others.

WELL, SLOW, FAULTY = (CheckTopic(name, id=name.lower(), group="program") for name in ("Well", "Slow", "Faulty"))


@pytest.fixture
def released() -> Iterator[threading.Event]:
    """An event on which a hanging probe waits until the test ends."""
    event = threading.Event()
    yield event
    event.set()


async def test_a_hanging_probe_is_a_warning_and_the_others_are_reported_first(released: threading.Event) -> None:
    def hang() -> list[CheckResult]:
        released.wait()
        return []

    probes = [CheckProbe(SLOW, hang, 0.3), CheckProbe(WELL, lambda: [passed_check(WELL, "It is.")])]

    results = [(number, checks[0].outcome, checks[0].finding) async for number, checks in run_probes(probes)]

    assert results == [(1, "ok", "It is."), (0, "warning", "No answer within 0 seconds.")]


async def test_hanging_probes_do_not_block_the_other_probes(
    released: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vaultdesk.diagnosis.check.PROBE_GRACE", 0.1)

    def hang() -> list[CheckResult]:
        released.wait()
        return []

    hanging = [CheckProbe(SLOW, hang, 1.5)] * (2 * MAX_RUNNING_PROBES)
    probes = [*hanging, *[CheckProbe(WELL, lambda: [passed_check(WELL, "It is.")])] * 5]

    results = [(number, checks[0].outcome) async for number, checks in run_probes(probes)]

    assert [outcome for _, outcome in results] == ["ok"] * 5 + ["warning"] * len(hanging)


async def test_a_probe_that_raises_is_a_failed_check_and_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    def fail() -> list[CheckResult]:
        raise LookupError("a name of a note")

    results = await run_all_probes([CheckProbe(FAULTY, fail), CheckProbe(WELL, lambda: [passed_check(WELL, "It is.")])])

    assert [(check.id, check.outcome) for check in results] == [("faulty", "failed"), ("well", "ok")]
    assert "LookupError" in results[0].finding
    assert "note" not in results[0].finding
    assert "A check failed: faulty" in caplog.text
    caplog.clear()


async def test_probes_run_concurrently_and_results_keep_their_order() -> None:
    barrier = threading.Barrier(MAX_RUNNING_PROBES, timeout=5)

    def wait_at_barrier(topic: CheckTopic) -> list[CheckResult]:
        barrier.wait()
        return [passed_check(topic, "Met."), passed_check(topic, "Twice.")]

    probes = [CheckProbe(topic, lambda topic=topic: wait_at_barrier(topic)) for topic in (WELL, SLOW)]  # type: ignore[misc] # mypy does not infer defaults of a lambda

    results = await run_all_probes(probes)

    assert [check.name for check in results] == ["Well", "Well", "Slow", "Slow"]


def test_a_result_after_the_loop_has_ended_is_dropped(released: threading.Event) -> None:
    answered_late = threading.Event()

    def answer_late() -> list[CheckResult]:
        released.wait()
        answered_late.set()
        return [passed_check(SLOW, "Late.")]

    assert [check.outcome for check in asyncio.run(run_all_probes([CheckProbe(SLOW, answer_late, 0.1)]))] == ["warning"]
    released.set()
    assert answered_late.wait(5)

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

# Check: every outcome carries the topic it is about, and what is not well says what to do.

TRAY = CheckTopic("Tray", id="tray", group="window")


def test_each_outcome_carries_its_topic() -> None:
    assert passed_check(TRAY, "There.") == CheckResult("Tray", "ok", "There.", "", "tray", "window")
    assert limited_check(TRAY, "None.", "Add one.", "add-it", "desktop") == CheckResult(
        "Tray", "warning", "None.", "Add one.", "tray", "window", "add-it", "desktop"
    )
    assert failed_check(TRAY, "Gone.", "Mend it.") == CheckResult(
        "Tray", "failed", "Gone.", "Mend it.", "tray", "window"
    )


# Examination: side by side, each bounded, and one that hangs or fails takes nothing else along.

WELL, SLOW, FAULTY = (CheckTopic(name, id=name.lower(), group="program") for name in ("Well", "Slow", "Faulty"))


@pytest.fixture
def held() -> Iterator[threading.Event]:
    """What a hanging check waits for, until the test ends."""
    ended = threading.Event()
    yield ended
    ended.set()


async def test_what_hangs_is_told_as_such_and_the_others_come_first(held: threading.Event) -> None:
    def hang() -> list[CheckResult]:
        held.wait()
        return []

    probes = [CheckProbe(SLOW, hang, 0.3), CheckProbe(WELL, lambda: [passed_check(WELL, "It is.")])]

    found = [(number, checks[0].outcome, checks[0].finding) async for number, checks in run_probes(probes)]

    assert found == [(1, "ok", "It is."), (0, "warning", "No answer within 0 seconds.")]


async def test_those_that_hang_make_room_for_all_others(held: threading.Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaultdesk.diagnosis.check.PROBE_GRACE", 0.1)

    def hang() -> list[CheckResult]:
        held.wait()
        return []

    hanging = [CheckProbe(SLOW, hang, 1.5)] * (2 * MAX_RUNNING_PROBES)
    probes = [*hanging, *[CheckProbe(WELL, lambda: [passed_check(WELL, "It is.")])] * 5]

    found = [(number, checks[0].outcome) async for number, checks in run_probes(probes)]

    assert [outcome for _, outcome in found] == ["ok"] * 5 + ["warning"] * len(hanging)


async def test_a_check_that_fails_itself_is_a_finding_and_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    def fail() -> list[CheckResult]:
        raise LookupError("a name of a note")

    found = await run_all_probes([CheckProbe(FAULTY, fail), CheckProbe(WELL, lambda: [passed_check(WELL, "It is.")])])

    assert [(one.id, one.outcome) for one in found] == [("faulty", "failed"), ("well", "ok")]
    assert "LookupError" in found[0].finding
    assert "note" not in found[0].finding
    assert "A check failed: faulty" in caplog.text
    caplog.clear()


async def test_two_are_tried_at_once_and_all_are_told_in_order() -> None:
    meeting = threading.Barrier(MAX_RUNNING_PROBES, timeout=5)

    def meet(topic: CheckTopic) -> list[CheckResult]:
        meeting.wait()
        return [passed_check(topic, "Met."), passed_check(topic, "Twice.")]

    probes = [CheckProbe(topic, lambda topic=topic: meet(topic)) for topic in (WELL, SLOW)]  # type: ignore[misc] # mypy knows no default of a lambda

    found = await run_all_probes(probes)

    assert [one.name for one in found] == ["Well", "Well", "Slow", "Slow"]


def test_an_answer_after_the_loop_has_ended_is_dropped(held: threading.Event) -> None:
    late = threading.Event()

    def answer_late() -> list[CheckResult]:
        held.wait()
        late.set()
        return [passed_check(SLOW, "Late.")]

    assert [one.outcome for one in asyncio.run(run_all_probes([CheckProbe(SLOW, answer_late, 0.1)]))] == ["warning"]
    held.set()
    assert late.wait(5)

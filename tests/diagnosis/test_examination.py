"""Examination: side by side, each bounded, and one that hangs or fails takes nothing else along."""

import asyncio
import threading
from collections.abc import Iterator

import pytest

from vaultdesk.diagnosis.check import Check, Topic, fine
from vaultdesk.diagnosis.examination import AT_ONCE, Probe, all_found, examined

WELL, SLOW, FAULTY = (Topic(name, id=name.lower(), group="program") for name in ("Well", "Slow", "Faulty"))


@pytest.fixture
def held() -> Iterator[threading.Event]:
    """What a hanging check waits for, until the test ends."""
    ended = threading.Event()
    yield ended
    ended.set()


async def test_what_hangs_is_told_as_such_and_the_others_come_first(held: threading.Event) -> None:
    def hang() -> list[Check]:
        held.wait()
        return []

    probes = [Probe(SLOW, hang, 0.3), Probe(WELL, lambda: [fine(WELL, "It is.")])]

    found = [(number, checks[0].outcome, checks[0].finding) async for number, checks in examined(probes)]

    assert found == [(1, "ok", "It is."), (0, "warning", "No answer within 0 seconds.")]


async def test_those_that_hang_make_room_for_all_others(held: threading.Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaultdesk.diagnosis.examination.GRACE", 0.1)

    def hang() -> list[Check]:
        held.wait()
        return []

    hanging = [Probe(SLOW, hang, 3.0)] * (2 * AT_ONCE)
    probes = [*hanging, *[Probe(WELL, lambda: [fine(WELL, "It is.")])] * 5]

    found = [(number, checks[0].outcome) async for number, checks in examined(probes)]

    assert [outcome for _, outcome in found] == ["ok"] * 5 + ["warning"] * len(hanging)


async def test_a_check_that_fails_itself_is_a_finding_and_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    def fail() -> list[Check]:
        raise LookupError("a name of a note")

    found = await all_found([Probe(FAULTY, fail), Probe(WELL, lambda: [fine(WELL, "It is.")])])

    assert [(one.id, one.outcome) for one in found] == [("faulty", "failed"), ("well", "ok")]
    assert "LookupError" in found[0].finding
    assert "note" not in found[0].finding
    assert "A check failed: faulty" in caplog.text
    caplog.clear()


async def test_two_are_tried_at_once_and_all_are_told_in_order() -> None:
    meeting = threading.Barrier(AT_ONCE, timeout=5)

    def meet(topic: Topic) -> list[Check]:
        meeting.wait()
        return [fine(topic, "Met."), fine(topic, "Twice.")]

    probes = [Probe(topic, lambda topic=topic: meet(topic)) for topic in (WELL, SLOW)]  # type: ignore[misc] # mypy knows no default of a lambda

    found = await all_found(probes)

    assert [one.name for one in found] == ["Well", "Well", "Slow", "Slow"]


def test_an_answer_after_the_loop_has_ended_is_dropped(held: threading.Event) -> None:
    late = threading.Event()

    def answer_late() -> list[Check]:
        held.wait()
        late.set()
        return [fine(SLOW, "Late.")]

    assert [one.outcome for one in asyncio.run(all_found([Probe(SLOW, answer_late, 0.1)]))] == ["warning"]
    held.set()
    assert late.wait(5)

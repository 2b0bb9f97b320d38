"""Freshness: hints are gathered, a burst becomes one comparison, and without any hint one is due all the same."""

import asyncio
from dataclasses import dataclass

import pytest

from vaultdesk.core.feed import Feed
from vaultdesk.index.indexing.indexer import (
    FOCUS_RESCAN_GAP,
    MAX_CHANGED_NOTES,
    RESCAN_INTERVAL,
    RESCAN_TIME_SHARE,
    ChangeScheduler,
    DueChanges,
)
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.vault_changes import FileChange, VaultChanged

A, B = NotePath("A.md"), NotePath("B.md")


@dataclass
class Clock:
    """A clock that a test sets."""

    now: float = 1_000.0

    def __call__(self) -> float:
        return self.now


def change(*paths: NotePath, rescan: bool = False) -> VaultChanged:
    return VaultChanged(tuple(FileChange("modified", path) for path in paths), rescan)


async def due(scheduler: ChangeScheduler) -> DueChanges:
    async with asyncio.timeout(5):
        return await scheduler.due()


async def nothing_is_due(scheduler: ChangeScheduler) -> bool:
    """Whether nothing is, as far as that can be change without waiting for time to pass."""
    waiting = asyncio.ensure_future(scheduler.due())
    await asyncio.sleep(0)
    idle = not waiting.done()
    waiting.cancel()
    return idle


async def test_hints_that_come_while_nobody_asks_are_handed_out_together_and_once() -> None:
    scheduler = ChangeScheduler()
    scheduler.take_change(change(A))
    scheduler.take_change(VaultChanged((FileChange("moved", B, A),)))
    assert await due(scheduler) == DueChanges((A, B), full_scan=False)
    assert await nothing_is_due(scheduler)


async def test_what_is_no_note_is_not_looked_at() -> None:
    scheduler = ChangeScheduler()
    scheduler.take_change(change(NotePath("picture.png")))
    assert await nothing_is_due(scheduler)


async def test_many_hints_and_lost_ones_make_one_comparison() -> None:
    scheduler = ChangeScheduler()
    for number in range(MAX_CHANGED_NOTES + 1):
        scheduler.take_change(change(NotePath(f"{number}.md")))
    assert await due(scheduler) == DueChanges((), full_scan=True)
    scheduler.take_change(change(rescan=True))
    scheduler.take_change(change(A))
    scheduler.take_change(change(rescan=True))
    assert await due(scheduler) == DueChanges((A,), full_scan=True)
    assert await nothing_is_due(scheduler)


async def test_a_comparison_answers_hints_of_loss_before_it_and_none_of_a_note() -> None:
    scheduler = ChangeScheduler()
    scheduler.take_change(change(A, rescan=True))
    scheduler.scan_started()
    scheduler.take_change(change(B))
    scheduler.scan_ended()
    assert await due(scheduler) == DueChanges((A, B), full_scan=False)


async def test_a_look_at_the_window_compares_at_most_once_in_a_few_seconds() -> None:
    clock = Clock()
    scheduler = ChangeScheduler(now=clock)
    clock.now += FOCUS_RESCAN_GAP
    scheduler.rescan_soon()
    assert (await due(scheduler)).full_scan
    scheduler.scan_started()
    scheduler.scan_ended()
    clock.now += FOCUS_RESCAN_GAP / 2
    scheduler.rescan_soon()
    assert await nothing_is_due(scheduler)
    clock.now += FOCUS_RESCAN_GAP / 2
    scheduler.rescan_soon()
    assert (await due(scheduler)).full_scan


async def test_without_a_hint_a_comparison_is_due_after_a_while() -> None:
    assert await due(ChangeScheduler(interval=0.001)) == DueChanges((), full_scan=True)


@pytest.mark.parametrize(("took", "later"), [(0.05, RESCAN_INTERVAL), (2.0, 2.0 / RESCAN_TIME_SHARE)])
async def test_long_comparisons_are_made_less_often(took: float, later: float) -> None:
    clock = Clock()
    scheduler = ChangeScheduler(now=clock)
    scheduler.scan_started()
    clock.now += took
    scheduler.scan_ended()
    clock.now += later - 1
    assert await nothing_is_due(scheduler)
    clock.now += 1
    assert (await due(scheduler)).full_scan


async def test_a_comparison_that_fails_is_not_tried_at_once_again() -> None:
    clock = Clock()
    scheduler = ChangeScheduler(now=clock)
    clock.now += RESCAN_INTERVAL
    assert (await due(scheduler)).full_scan
    scheduler.scan_started()
    assert await nothing_is_due(scheduler)


async def test_it_follows_what_a_feed_tells() -> None:
    scheduler, feed = ChangeScheduler(), Feed[VaultChanged]()
    with feed.subscribe() as changes:
        following = asyncio.ensure_future(scheduler.follow(changes))
        feed.publish(change(A))
        assert await due(scheduler) == DueChanges((A,), full_scan=False)
        following.cancel()

"""The change scheduler: changes are collected, many of them become one scan, and a scan is due at intervals."""

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
    """A clock set by the test."""

    now: float = 1_000.0

    def __call__(self) -> float:
        return self.now


def change(*paths: NotePath, rescan: bool = False) -> VaultChanged:
    return VaultChanged(tuple(FileChange("modified", path) for path in paths), rescan)


async def due(scheduler: ChangeScheduler) -> DueChanges:
    async with asyncio.timeout(5):
        return await scheduler.due()


async def nothing_is_due(scheduler: ChangeScheduler) -> bool:
    """Return whether nothing is due, as far as this can be determined without waiting."""
    waiting = asyncio.ensure_future(scheduler.due())
    await asyncio.sleep(0)
    idle = not waiting.done()
    waiting.cancel()
    return idle


async def test_collected_changes_are_returned_together_and_once() -> None:
    scheduler = ChangeScheduler()
    scheduler.take_change(change(A))
    scheduler.take_change(VaultChanged((FileChange("moved", B, A),)))
    assert await due(scheduler) == DueChanges((A, B), full_scan=False)
    assert await nothing_is_due(scheduler)


async def test_files_that_are_not_notes_are_ignored() -> None:
    scheduler = ChangeScheduler()
    scheduler.take_change(change(NotePath("picture.png")))
    assert await nothing_is_due(scheduler)


async def test_many_or_lost_changes_cause_one_full_scan() -> None:
    scheduler = ChangeScheduler()
    for number in range(MAX_CHANGED_NOTES + 1):
        scheduler.take_change(change(NotePath(f"{number}.md")))
    assert await due(scheduler) == DueChanges((), full_scan=True)
    scheduler.take_change(change(rescan=True))
    scheduler.take_change(change(A))
    scheduler.take_change(change(rescan=True))
    assert await due(scheduler) == DueChanges((A,), full_scan=True)
    assert await nothing_is_due(scheduler)


async def test_a_scan_covers_earlier_lost_changes_but_not_changes_of_notes() -> None:
    scheduler = ChangeScheduler()
    scheduler.take_change(change(A, rescan=True))
    scheduler.scan_started()
    scheduler.take_change(change(B))
    scheduler.scan_ended()
    assert await due(scheduler) == DueChanges((A, B), full_scan=False)


async def test_focusing_the_window_scans_at_most_once_in_a_few_seconds() -> None:
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


async def test_without_changes_a_scan_is_due_after_the_interval() -> None:
    assert await due(ChangeScheduler(interval=0.001)) == DueChanges((), full_scan=True)


@pytest.mark.parametrize(("duration", "interval"), [(0.05, RESCAN_INTERVAL), (2.0, 2.0 / RESCAN_TIME_SHARE)])
async def test_long_scans_are_due_less_often(duration: float, interval: float) -> None:
    clock = Clock()
    scheduler = ChangeScheduler(now=clock)
    scheduler.scan_started()
    clock.now += duration
    scheduler.scan_ended()
    clock.now += interval - 1
    assert await nothing_is_due(scheduler)
    clock.now += 1
    assert (await due(scheduler)).full_scan


async def test_a_failed_scan_is_not_repeated_immediately() -> None:
    clock = Clock()
    scheduler = ChangeScheduler(now=clock)
    clock.now += RESCAN_INTERVAL
    assert (await due(scheduler)).full_scan
    scheduler.scan_started()
    assert await nothing_is_due(scheduler)


async def test_changes_published_by_a_feed_are_followed() -> None:
    scheduler, feed = ChangeScheduler(), Feed[VaultChanged]()
    with feed.subscribe() as changes:
        following = asyncio.ensure_future(scheduler.follow(changes))
        feed.publish(change(A))
        assert await due(scheduler) == DueChanges((A,), full_scan=False)
        following.cancel()

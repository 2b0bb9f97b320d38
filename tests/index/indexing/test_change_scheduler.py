"""Freshness: hints are gathered, a burst becomes one comparison, and without any hint one is due all the same."""

import asyncio
from dataclasses import dataclass

import pytest

from vaultdesk.core.feed import Feed
from vaultdesk.index.indexing.change_scheduler import (
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


def told(*paths: NotePath, rescan: bool = False) -> VaultChanged:
    return VaultChanged(tuple(FileChange("modified", path) for path in paths), rescan)


async def due(freshness: ChangeScheduler) -> DueChanges:
    async with asyncio.timeout(5):
        return await freshness.due()


async def nothing_is_due(freshness: ChangeScheduler) -> bool:
    """Whether nothing is, as far as that can be told without waiting for time to pass."""
    waiting = asyncio.ensure_future(freshness.due())
    await asyncio.sleep(0)
    idle = not waiting.done()
    waiting.cancel()
    return idle


async def test_hints_that_come_while_nobody_asks_are_handed_out_together_and_once() -> None:
    freshness = ChangeScheduler()
    freshness.hint(told(A))
    freshness.hint(VaultChanged((FileChange("moved", B, A),)))
    assert await due(freshness) == DueChanges((A, B), whole=False)
    assert await nothing_is_due(freshness)


async def test_what_is_no_note_is_not_looked_at() -> None:
    freshness = ChangeScheduler()
    freshness.hint(told(NotePath("picture.png")))
    assert await nothing_is_due(freshness)


async def test_many_hints_and_lost_ones_make_one_comparison() -> None:
    freshness = ChangeScheduler()
    for number in range(MAX_CHANGED_NOTES + 1):
        freshness.hint(told(NotePath(f"{number}.md")))
    assert await due(freshness) == DueChanges((), whole=True)
    freshness.hint(told(rescan=True))
    freshness.hint(told(A))
    freshness.hint(told(rescan=True))
    assert await due(freshness) == DueChanges((A,), whole=True)
    assert await nothing_is_due(freshness)


async def test_a_comparison_answers_hints_of_loss_before_it_and_none_of_a_note() -> None:
    freshness = ChangeScheduler()
    freshness.hint(told(A, rescan=True))
    freshness.begin()
    freshness.hint(told(B))
    freshness.end()
    assert await due(freshness) == DueChanges((A, B), whole=False)


async def test_a_look_at_the_window_compares_at_most_once_in_a_few_seconds() -> None:
    clock = Clock()
    freshness = ChangeScheduler(now=clock)
    clock.now += FOCUS_RESCAN_GAP
    freshness.look_again()
    assert (await due(freshness)).whole
    freshness.begin()
    freshness.end()
    clock.now += FOCUS_RESCAN_GAP / 2
    freshness.look_again()
    assert await nothing_is_due(freshness)
    clock.now += FOCUS_RESCAN_GAP / 2
    freshness.look_again()
    assert (await due(freshness)).whole


async def test_without_a_hint_a_comparison_is_due_after_a_while() -> None:
    assert await due(ChangeScheduler(every=0.001)) == DueChanges((), whole=True)


@pytest.mark.parametrize(("took", "later"), [(0.05, RESCAN_INTERVAL), (2.0, 2.0 / RESCAN_TIME_SHARE)])
async def test_long_comparisons_are_made_less_often(took: float, later: float) -> None:
    clock = Clock()
    freshness = ChangeScheduler(now=clock)
    freshness.begin()
    clock.now += took
    freshness.end()
    clock.now += later - 1
    assert await nothing_is_due(freshness)
    clock.now += 1
    assert (await due(freshness)).whole


async def test_a_comparison_that_fails_is_not_tried_at_once_again() -> None:
    clock = Clock()
    freshness = ChangeScheduler(now=clock)
    clock.now += RESCAN_INTERVAL
    assert (await due(freshness)).whole
    freshness.begin()
    assert await nothing_is_due(freshness)


async def test_it_follows_what_a_feed_tells() -> None:
    freshness, feed = ChangeScheduler(), Feed[VaultChanged]()
    with feed.subscribe() as changes:
        following = asyncio.ensure_future(freshness.follow(changes))
        feed.publish(told(A))
        assert await due(freshness) == DueChanges((A,), whole=False)
        following.cancel()

"""Events wait for silence, and a burst becomes one call to compare everything."""

import asyncio
from collections.abc import Iterator
from typing import cast

import pytest

from vaultdesk.vault.change_batch import LONGEST_WAIT, MAX_EVENTS, SILENCE, ChangeBatch, DiskEvent, changes_of
from vaultdesk.vault.changes import Change, VaultChanged
from vaultdesk.vault.note_path import NotePath

A = NotePath("a.md")


class Told:
    """What a batch published, and a way to wait for the next."""

    def __init__(self) -> None:
        self.queue: asyncio.Queue[VaultChanged] = asyncio.Queue()
        self.batch = ChangeBatch(self.queue.put_nowait)

    async def next(self) -> VaultChanged:
        return await asyncio.wait_for(self.queue.get(), 5)


@pytest.fixture
def told() -> Iterator[Told]:
    one = Told()
    yield one
    one.batch.close()


async def test_one_save_is_one_change(told: Told) -> None:
    told.batch.take(
        [DiskEvent("created", ".x.tmp"), DiskEvent("modified", ".x.tmp"), DiskEvent("moved", ".x.tmp", "a.md")]
    )
    assert await told.next() == VaultChanged((Change("modified", A),))
    assert told.queue.empty()


async def test_what_comes_before_the_silence_is_told_together(told: Told) -> None:
    told.batch.take([DiskEvent("created", "a.md")])
    told.batch.take([DiskEvent("modified", "a.md"), DiskEvent("deleted", "b.md")])
    assert await told.next() == VaultChanged((Change("created", A), Change("deleted", NotePath("b.md"))))


async def test_writing_without_end_is_told_all_the_same(told: Told) -> None:
    loop = asyncio.get_running_loop()
    start = loop.time()

    def again() -> None:
        told.batch.take([DiskEvent("modified", "a.md")])
        if loop.time() - start < LONGEST_WAIT + 2:
            loop.call_later(SILENCE / 4, again)

    again()
    assert await told.next() == VaultChanged((Change("modified", A),))
    assert loop.time() - start < LONGEST_WAIT + 1


async def test_a_burst_asks_for_a_comparison_of_everything(told: Told) -> None:
    told.batch.take(DiskEvent("created", f"{number}.md") for number in range(MAX_EVENTS * 3))
    changed = await told.next()
    assert changed.rescan
    assert len(changed.changes) == MAX_EVENTS


async def test_lost_events_and_folders_ask_for_it_too(told: Told) -> None:
    told.batch.take([], rescan=True)
    assert await told.next() == VaultChanged((), rescan=True)
    told.batch.take([DiskEvent("created", "folder", folder=True)])
    assert await told.next() == VaultChanged((), rescan=True)


async def test_what_is_hidden_or_no_note_wakes_nobody(told: Told) -> None:
    told.batch.take(
        [
            DiskEvent("modified", ".obsidian/workspace.json"),
            DiskEvent("created", ".git/objects/ab", folder=True),
            DiskEvent("modified", "picture.png"),
            DiskEvent("moved", ".a.tmp", ".b.tmp"),
            DiskEvent("created", "../x.md"),
        ]
    )
    told.batch.take([DiskEvent("created", "a.md")])
    assert await told.next() == VaultChanged((Change("created", A),))


async def test_nothing_is_told_after_closing(told: Told) -> None:
    told.batch.take([DiskEvent("created", "a.md")])
    told.batch.close()
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(told.queue.get(), SILENCE * 3)


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        ("a.md", "b.md", [("moved", "b.md", "a.md")]),
        ("a.md", ".trash/a.md", [("deleted", "a.md", None)]),
        ("a.md", "a.txt", [("deleted", "a.md", None)]),
        ("a.md", "", [("deleted", "a.md", None)]),
        ("a.tmp", "a.md", [("modified", "a.md", None)]),
        (".a.swp", "a.swp", []),
    ],
)
def test_a_move_is_what_it_means_for_notes(old: str, new: str, wanted: list[tuple[str, str, str | None]]) -> None:
    found = [
        (one.kind, one.path.text, cast("NotePath", one.old_path).text if one.old_path else None)
        for one in changes_of(DiskEvent("moved", old, new))
    ]
    assert found == wanted

"""The real watcher on a real folder: what other programs do is told."""

import asyncio
import errno
import logging
import os
import shutil
import sys
import threading
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from watchdog.observers.api import BaseObserver

from vaultdesk.vault.change_batch import SILENCE
from vaultdesk.vault.changes import Change, VaultChanged, fold
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.watcher import Watcher

WAIT = 5.0
"""Seconds a change may take to be told on a busy machine."""


class Listener:
    """What the watcher told."""

    def __init__(self) -> None:
        self.queue: asyncio.Queue[VaultChanged] = asyncio.Queue()
        self.heard: list[Change] = []
        self.rescan = False

    async def until(self, *wanted: Change) -> None:
        """Wait until everything heard comes to *wanted*, whatever the batches."""
        while set(fold(self.heard)) != set(wanted):
            self._take(await asyncio.wait_for(self.queue.get(), WAIT))

    async def until_rescan(self) -> None:
        while not self.rescan:
            self._take(await asyncio.wait_for(self.queue.get(), WAIT))

    async def nothing(self) -> None:
        with pytest.raises(TimeoutError):
            self._take(await asyncio.wait_for(self.queue.get(), SILENCE * 4))

    def _take(self, changed: VaultChanged) -> None:
        self.heard.extend(changed.changes)
        self.rescan = self.rescan or changed.rescan


@pytest.fixture
async def listener(root: Path) -> AsyncIterator[Listener]:
    for name in ("a.md", "old.md", "d/b.md"):
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text(name)
    one = Listener()
    with ThreadPoolExecutor(1) as threads:
        async with Watcher(root, one.queue.put_nowait, threads) as watcher:
            assert not watcher.problem
            yield one


def at(name: str) -> NotePath:
    return NotePath(name)


async def test_a_new_note_is_told(root: Path, listener: Listener) -> None:
    (root / "new.md").write_text("x")
    await listener.until(Change("created", at("new.md")))


async def test_an_edit_in_a_folder_is_told(root: Path, listener: Listener) -> None:
    with (root / "d" / "b.md").open("a") as note:
        note.write("more")
    await listener.until(Change("modified", at("d/b.md")))


async def test_a_deleted_note_is_told(root: Path, listener: Listener) -> None:
    (root / "a.md").unlink()
    await listener.until(Change("deleted", at("a.md")))


async def test_a_renamed_note_is_told_as_moved(root: Path, listener: Listener) -> None:
    (root / "old.md").rename(root / "d" / "new.md")
    await listener.until(Change("moved", at("d/new.md"), at("old.md")))


async def test_an_atomic_save_is_an_edit(root: Path, listener: Listener) -> None:
    (root / ".a.tmp").write_text("new")
    (root / ".a.tmp").replace(root / "a.md")
    await listener.until(Change("modified", at("a.md")))


async def test_a_note_moved_out_of_the_vault_is_deleted_and_one_moved_in_is_new(root: Path, listener: Listener) -> None:
    (root / "a.md").rename(root.parent / "away.md")
    (root.parent / "outside" / "secret.md").rename(root / "came.md")
    await listener.until(Change("deleted", at("a.md")), Change("created", at("came.md")))


async def test_a_new_folder_with_notes_asks_for_a_comparison(root: Path, listener: Listener) -> None:
    (root / "n" / "m").mkdir(parents=True)
    (root / "n" / "m" / "x.md").write_text("x")
    await listener.until_rescan()


async def test_a_renamed_folder_asks_for_a_comparison_and_is_still_watched(root: Path, listener: Listener) -> None:
    (root / "d").rename(root / "e")
    await listener.until_rescan()
    listener.heard.clear()
    (root / "e" / "b.md").write_text("changed")
    await listener.until(Change("modified", at("e/b.md")))


async def test_hidden_folders_other_files_and_reading_wake_nobody(root: Path, listener: Listener) -> None:
    (root / ".obsidian").mkdir()
    (root / ".obsidian" / "workspace.json").write_text("{}")
    (root / "picture.png").write_bytes(b"x")
    (root / "a.md").read_text()
    await listener.nothing()


async def test_a_burst_as_of_a_version_control_system_asks_for_a_comparison(root: Path, listener: Listener) -> None:
    for number in range(1_000):
        (root / f"n{number}.md").write_text("x")
    await listener.until_rescan()


@pytest.mark.skipif(sys.platform == "win32", reason="a watched folder cannot be removed there")
@pytest.mark.parametrize("how", ["deleted", "renamed"])
async def test_a_vault_that_goes_away_asks_for_a_comparison(root: Path, listener: Listener, how: str) -> None:
    if how == "deleted":
        shutil.rmtree(root)
    else:
        shutil.move(root, root.parent / "elsewhere")
    await listener.until_rescan()


@pytest.mark.skipif(sys.platform != "linux", reason="the queue of inotify")
async def test_events_that_watchdog_says_it_lost_ask_for_a_comparison(listener: Listener) -> None:
    logging.getLogger("watchdog.observers.inotify_c").warning("Inotify queue overflowed; filesystem events were lost")
    await listener.until_rescan()


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EMFILE, errno.EACCES])
async def test_a_system_that_refuses_to_watch_is_a_problem_and_no_error(
    root: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, number: int
) -> None:
    def refuse(*args: object, **kwargs: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(BaseObserver, "start", refuse)
    before = set(threading.enumerate())
    with ThreadPoolExecutor(1) as threads:
        async with Watcher(root, lambda changed: None, threads) as watcher:
            assert "may be missed" in watcher.problem
    assert set(threading.enumerate()) <= before
    assert [record.getMessage() for record in caplog.records if record.name.startswith("vaultdesk")]
    caplog.clear()
